/* race.c: compares moves in sampled worlds, for players with a good playout policy (heart, wars, tale).
 *
 * All moves are played in the same worlds, so that luck affects them alike. After a share of the playouts the worse
 * half is dropped, until one move is left: sequential halving (Karnin, Koren and Somekh 2013), which spends its
 * playouts on close decisions. It needs no clock; a search that is stopped reports what it has.
 *
 * Moves are ranked by the sum of lead / (|lead| + LEAD_HALF), so that winning counts more than the margin; the
 * reported value is the mean lead. */

#include "race.h"

#include <assert.h>

#include "clock.h"
#include "result.h"

#define LEAD_HALF 20            /* points */
#define FORCED_PLAYOUTS 64      /* on a single legal move, only for its value */

/* What a final lead is worth: a won game counts more than its margin. */
static double lead_worth(double lead) { return lead / ((lead < 0 ? -lead : lead) + LEAD_HALF); }

void race_note(Race *race, int32_t at, double lead)
{
    assert(at >= 0 && at < MAX_MOVES);
    race->margin[at] += lead;
    race->worth[at] += lead_worth(lead);
    race->playouts[at]++;
    race->all++;
}

void race_odds(Race *race, int32_t at, int happened)
{
    race->odds[at] += happened;
    race->odds_told = 1;
}

/* Sorts the moves, best first; all in the race have had the same worlds. */
static void sort_moves(Race *race)
{
    for (int i = 1; i < race->n; i++)
        for (int j = i; j > 0 && race->worth[race->order[j]] > race->worth[race->order[j - 1]]; j--) {
            int32_t move = race->order[j];
            race->order[j] = race->order[j - 1];
            race->order[j - 1] = move;
        }
}

/* Fills the result. order[0] must be the winner; `base` is subtracted from all values. */
static void race_report(const Race *race, double base, Result *result)
{
    for (int i = 0; i < result->n; i++) {
        uint32_t n = race->playouts[i];
        result->list[i].value[0] = n ? race->margin[i] / n - base : 0;
        result->list[i].odds = n ? race->odds[i] / n : -1;
        result->list[i].weight = race->all ? (double)n / race->all : 0;
    }
    result->odds = race->odds_told;
    result_choose(result, race->order[0]);
    result->proof = PROOF_ESTIMATE;
    result->worlds = race->playouts[race->order[0]];
    result->of = -1;
    result->nodes += race->all;
}

void race_run(RaceWorld *world, void *context, uint32_t playouts, double base, const Limits *limits,
              Progress *progress, Result *result)
{
    Clock clock = clock_start(limits, progress);
    Race race = {.n = result->n};
    int rounds = 0;
    assert(result->n > 0 && result->n <= MAX_MOVES);
    for (int n = result->n; n > 1; n = (n + 1) / 2)
        rounds++;
    for (int i = 0; i < result->n; i++)
        race.order[i] = i;
    if (rounds == 0)
        playouts = playouts < FORCED_PLAYOUTS ? playouts : FORCED_PLAYOUTS;
    if (progress)
        progress->of = (int32_t)playouts;
    for (int round = 0; round < rounds || round == 0; round++) {
        uint32_t worlds = playouts / (uint32_t)((rounds ? rounds : 1) * race.n) + 1;
        while (worlds-- > 0 && !clock_over(&clock, race.all)) {
            world(&race, result, context);
            if (progress)
                progress->done = (int32_t)race.all;
        }
        sort_moves(&race);
        race.n = (race.n + 1) / 2;
    }
    race_report(&race, base, result);
    result->status = clock.status == STATUS_EXACT ? STATUS_DONE : clock.status;
}
