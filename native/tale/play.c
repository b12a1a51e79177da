/* play.c: the computer players of Fairy Tale (rules: tale, what a seat knows).
 *
 * Hatchling  the heuristic (heuristic.c) with simple weights and noise of up to 6 points: it sees
 *            the rows, but neither cards still to come nor what the next seat gets
 * Wyrmling   the heuristic with full weights and noise of up to 3.5 points
 * Drake      looks ahead, with few playouts
 * Dragon     in this order:
 *   turns    once the last cards of the match are laid nothing hidden matters: flips, unflips and
 *            exchanges are searched to the end, each seat playing for its own lead; exact, unless
 *            seats of more than two sides have choices
 *   ending   the last stage for two and the last two picks before it: an equilibrium (end.c), if
 *            the tree is small enough; an estimate, if a card might be drawn and played
 *   ahead    otherwise it looks ahead, with many playouts
 *
 * Looking ahead: all moves are tried in the same sampled worlds. What others have chosen face down
 * in this round is chosen again in each world. The heuristic plays on to the end of the match for
 * all seats, by what each sees. Sequential halving drops the worse moves (Karnin, Koren and Somekh
 * 2013: engine/race.c, where a win counts more than its margin).
 *
 * value = the expected final lead: its points (in teams both partners') minus the best other's (the
 * other side's). Experiments and figures: NOTES.md. */

#include "play.h"

#include "end.h"
#include "engine/clock.h"
#include "engine/race.h"
#include "engine/result.h"
#include "heuristic.h"
#include "redeal.h"
#include "score.h"

#include <stdlib.h>

#define DRAGON_PLAYOUTS 4000
#define DRAKE_PLAYOUTS 16
#define HATCHLING_NOISE (6 * TALE_POINT)
#define WYRMLING_NOISE (7 * TALE_POINT / 2)
#define END_NODES 2000000       /* outcomes in the tree of the last stage */
#define PICK_NODES 1000000      /* outcomes in the tree of the last picks */
#define END_WORK 35000000       /* outcomes times iterations */
#define END_ITERATIONS 2000
#define END_BATCH 10            /* iterations between two looks at how good it is */
#define END_GOOD 0.02           /* exploitability in points that is good enough */
#define RARE 0.05               /* a smaller probability in a mixture counts as none */
#define TURN_NODES 50000        /* positions of the last turns */

static int are_foes(const TaleState *state, int a, int b)
{
    return a != b && !(state->teams && (a ^ b) == 2);
}

/* Points of a seat, or its team, minus those of the best other. */
static int lead_of(const TaleState *state, int seat)
{
    int points[MAX_SEATS], best = -10000;
    tale_all_points(state, points, NULL);
    if (state->teams)
        return points[seat] + points[seat ^ 2] - points[seat ^ 1] - points[seat ^ 3];
    for (int other = 0; other < state->seats; other++)
        best = are_foes(state, seat, other) && points[other] > best ? points[other] : best;
    return points[seat] - best;
}

/* ---- looking ahead ---- */

typedef struct Lookahead {
    const TaleState *state;
    TaleView view;
    TaleSynergy synergy;
    Rng rng;
    int seat;
} Lookahead;

/* The final lead of this seat if the heuristic plays on for all seats. */
static int play_out(TaleState *state, int seat, const TaleSynergy *synergy)
{
    while (!tale_ended(state))
        tale_play(state, tale_heuristic_move(state, synergy), NULL, NULL);
    return lead_of(state, seat);
}

/* Lets the heuristic choose again what others have chosen face down in this round. */
static void choose_again(TaleState *state, int seat, const TaleSynergy *synergy)
{
    if (state->group != TALE_NOTHING)
        return;
    memset(state->chosen, NO_KIND, sizeof state->chosen);
    assert(seat >= 0 && seat < state->seats);
    while (tale_to_act(state) != seat)
        tale_play(state, tale_heuristic_move(state, synergy), NULL, NULL);
}

/* Tries every move that is still in the race in one sampled world. */
static void try_world(Race *race, const Result *result, void *context)
{
    Lookahead *ahead = context;
    TaleState drawn = *ahead->state;
    TaleState state = drawn;
    tale_redeal_view(&drawn, &ahead->view, &ahead->rng);
    choose_again(&drawn, ahead->seat, &ahead->synergy);
    for (int i = 0; i < race->n; i++) {
        int at = race->order[i];
        memcpy(&state, &drawn, TALE_MOVING);
        tale_play(&state, result->list[at].move, NULL, NULL);
        race_note(race, at, play_out(&state, ahead->seat, &ahead->synergy));
    }
}

static void look_ahead(const TaleState *state, uint32_t playouts, const Limits *limits,
                       Progress *progress, Result *result)
{
    Lookahead ahead = {.state = state, .seat = tale_to_act(state)};
    rng_seed(&ahead.rng, limits->seed, 1);
    tale_view(state, ahead.seat, &ahead.view);
    tale_synergy(state, &tale_full_weights, &ahead.synergy);
    race_run(try_world, &ahead, playouts, 0, limits, progress, result);
}

/* ---- the heuristic alone ---- */

/* The heuristic with uniform noise: up to `noise` parts of a point either way. */
static void play_with_noise(const TaleState *state, const TaleWeights *weights, int noise,
                            const Limits *limits, Result *result)
{
    TaleSynergy synergy;
    Rng rng;
    uint32_t moves[MAX_MOVES];
    int values[MAX_MOVES], best = 0, lead = lead_of(state, tale_to_act(state));
    tale_synergy(state, weights, &synergy);
    rng_seed(&rng, limits->seed, 1);
    int n = tale_heuristic_values(state, &synergy, moves, values);
    assert(n > 0 && n == result->n);
    for (int i = 0; i < n; i++) {
        values[i] += (int)rng_below(&rng, (uint32_t)(2 * noise + 1)) - noise;
        best = values[i] > values[best] ? i : best;
        result->list[i].value[0] = lead + (double)values[i] / TALE_POINT;
    }
    result->list[best].weight = 1;
    result_choose(result, best);
    result->proof = PROOF_ESTIMATE;
    result->worlds = 1;
    result->of = -1;
    result->nodes = 1;
    result->status = STATUS_DONE;
}

/* ---- the last turns ---- */

/* The turns after the last cards: flips, unflips and exchanges. Nothing hidden matters any more. */
typedef struct Turns {
    Clock *clock;
    uint64_t nodes;
    uint8_t seat, others;       /* others: another seat had a choice, too */
    uint8_t failed;
} Turns;

static int turns_lead(Turns *turns, const TaleState *state, int lead_for);

/* Plays the best move of the seat to act; returns the final lead of lead_for. */
static int turns_best(Turns *turns, const TaleState *state, int lead_for)
{
    uint32_t moves[MAX_MOVES];
    int seat = tale_to_act(state), n = tale_moves(state, moves), best = 0, top = -100000;
    turns->others |= (uint8_t)(seat != turns->seat && n > 1);
    for (int i = 0; i < n; i++) {
        TaleState next = *state;
        tale_play(&next, moves[i], NULL, NULL);
        int lead = turns_lead(turns, &next, seat);
        best = lead > top ? i : best;
        top = lead > top ? lead : top;
    }
    if (seat == lead_for)
        return top;
    TaleState next = *state;
    tale_play(&next, moves[best], NULL, NULL);
    return turns_lead(turns, &next, lead_for);
}

/* The final lead of lead_for if every seat plays for its own lead. */
static int turns_lead(Turns *turns, const TaleState *state, int lead_for)
{
    turns->failed |= ++turns->nodes > TURN_NODES || clock_over(turns->clock, turns->nodes);
    if (turns->failed || tale_ended(state))
        return lead_of(state, lead_for);
    return turns_best(turns, state, lead_for);
}

/* 0 if cards are still to be laid or the tree is too large. */
static int solve_turns(const TaleState *state, const Limits *limits, Progress *progress,
                       Result *result)
{
    Clock clock = clock_start(limits, progress);
    Turns turns = {.clock = &clock, .seat = (uint8_t)tale_to_act(state)};
    int best = 0;
    if (state->laid < TALE_ROW || state->group == TALE_NOTHING)
        return 0;
    for (int i = 0; i < result->n; i++) {
        TaleState next = *state;
        tale_play(&next, result->list[i].move, NULL, NULL);
        result->list[i].value[0] = turns_lead(&turns, &next, turns.seat);
        best = result->list[i].value[0] > result->list[best].value[0] ? i : best;
    }
    if (turns.failed)
        return 0;
    result->list[best].weight = 1;
    result_choose(result, best);
    result->proof =
        turns.others && state->seats > 2 && !state->teams ? PROOF_ESTIMATE : PROOF_EXACT;
    result->worlds = result->of = 1;
    result->nodes = turns.nodes;
    result->status = STATUS_DONE;
    return 1;
}

/* ---- the last picks and the last stage for two ---- */

static void end_report(TaleEnding *ending, const TaleKnown *known, int seat, const Limits *limits,
                       Result *result)
{
    TaleEndMove moves[TALE_END_MOVES];
    int n = tale_ending_moves(ending, seat, known->own, moves);
    assert(n == result->n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (result->list[i].move == moves[j].move) {
                result->list[i].value[0] = moves[j].margin;
                result->list[i].weight = moves[j].weight;
            }
    result_draw(result, RARE, limits->draw);
    result->proof = tale_ending_whole(ending) ? PROOF_EQUILIBRIUM : PROOF_ESTIMATE;
    result->worlds = result->of = 0;
    for (int kind = 0; kind < TALE_KINDS; kind++)
        result->worlds += known->pool[kind] > (kind == known->own);
    if (!(known->hidden >> (seat ^ 1) & 1))
        result->worlds = 1;
    result->of = result->worlds;
    result->nodes = tale_ending_size(ending);
}

/* 0 if the tree is too large. */
static int solve_ending(const TaleState *state, const Limits *limits, Progress *progress,
                        Result *result)
{
    Clock clock = clock_start(limits, progress);
    TaleKnown known;
    int seat = tale_to_act(state);
    if (!tale_known(state, seat, &known))
        return 0;
    uint32_t nodes = (uint32_t)limits_scale(known.left ? PICK_NODES : END_NODES, limits);
    TaleEnding *ending = tale_ending_new(state, &known, nodes, &clock);
    if (!ending)
        return 0;
    uint64_t iterations =
        limits_scale(END_WORK, limits) / (tale_ending_size(ending) + 1000) + END_BATCH;
    iterations = iterations < END_ITERATIONS ? iterations : END_ITERATIONS;
    for (uint64_t i = 0; i < iterations; i += END_BATCH) {
        tale_ending_run(ending, END_BATCH);
        result->exploitability = tale_ending_exploitability(ending, NULL);
        if (result->exploitability < END_GOOD)
            break;
    }
    end_report(ending, &known, seat, limits, result);
    result->status = clock.status == STATUS_EXACT ? STATUS_DONE : clock.status;
    tale_ending_free(ending);
    return 1;
}

static const struct {
    const TaleWeights *weights;
    int noise;
    uint32_t playouts;
} players[LEVELS] = {
    [LEVEL_HATCHLING] = {&tale_simple_weights, HATCHLING_NOISE, 0},
    [LEVEL_WYRMLING] = {&tale_full_weights, WYRMLING_NOISE, 0},
    [LEVEL_DRAKE] = {&tale_full_weights, 0, DRAKE_PLAYOUTS},
    [LEVEL_DRAGON] = {&tale_full_weights, 0, DRAGON_PLAYOUTS},
};

void tale_advise(const Game *game, const void *world, int32_t level, const Limits *limits,
                 Table *table, Progress *progress, Result *result)
{
    (void)game;
    (void)table;
    Clock clock = clock_start(limits, progress);
    Limits left = *limits;
    if (level == LEVEL_DRAGON) {
        if (solve_turns(world, &left, progress, result))
            return;
        left = clock_left(&clock);
        if (solve_ending(world, &left, progress, result))
            return;
        left = clock_left(&clock);
    }
    if (players[level].playouts)
        look_ahead(world, (uint32_t)limits_scale(players[level].playouts, limits) + 1, &left,
                   progress, result);
    else
        play_with_noise(world, players[level].weights, players[level].noise, limits, result);
}
