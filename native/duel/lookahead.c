/* lookahead.c: a look-ahead of one card with nine cards left, to coarse endings after it.
 *
 * With open cards a dozen moves may win against every hand and yet lose when hands are hidden. So
 * with nine cards left a move is judged by the hidden ending that follows. There is time for four
 * endings: after the best place of each value, as open cards rate it over all hands by how likely
 * they are. So a hand has one move for each value that it holds.
 *
 * The four endings and the choice between them are solved together by discounted CFR, as in
 * equilibrium.c. In each iteration every hand mixes its moves by its regrets, each ending goes on
 * from the hands that come to it, and what they get there makes the next regrets. So a card's
 * information has a price: a hand that alone makes a move is recognised by it. About a dozen
 * iterations are enough.
 *
 * The endings are coarse: moves that open cards find much worse than the hand's best are left out.
 * The result follows from what all have seen; a hand only selects its column of it. So the other
 * seat's beliefs (belief.c) read the same numbers. Measurements: NOTES.md. */

#include "lookahead.h"

#include "engine/memory.h"

#include <stdlib.h>

#define ITERATIONS 12 /* at most */
#define LEAST 6       /* at least */
#define WORK 16000000 /* nodes of all four trees times iterations */
#define MB 58         /* larger trees are not solved */

void duel_likelihood_without(float likelihood[DUEL_POOLS], int32_t value)
{
    int unit = duel_pool_unit[value];
    for (int code = 0; code < DUEL_POOLS; code++)
        likelihood[code] = code / unit % 6 < 5 ? likelihood[code + unit] : 0;
}

/* The best place of each value that is still unseen, the best value first. */
static void choose_moves(const double means[DUEL_MOVES], DuelLookahead *lookahead)
{
    for (uint32_t move = 0; move < DUEL_MOVES; move++) {
        int row = 0, last;
        if (means[move] <= DUEL_NO_MEAN)
            continue;
        while (row < lookahead->n && duel_move_value(lookahead->move[row]) != duel_move_value(move))
            row++;
        if (row < lookahead->n && means[move] <= means[lookahead->move[row]])
            continue;
        last = row < lookahead->n ? row : lookahead->n++;
        for (; last > 0 && means[lookahead->move[last - 1]] < means[move]; last--)
            lookahead->move[last] = lookahead->move[last - 1];
        lookahead->move[last] = move;
    }
}

/* The candidate moves, each with the ending after it, and each hand's regrets and mixture. */
typedef struct Candidates {
    DuelLookahead *lookahead;
    Clock *clock;
    DuelEnding *ending[DUEL_VALUES];
    float regret[DUEL_VALUES][DUEL_POOLS], mix[DUEL_VALUES][DUEL_POOLS];
} Candidates;

/* How many cards of a candidate's value a hand holds. */
static int held_by(const DuelLookahead *lookahead, int row, int code)
{
    return code / duel_pool_unit[duel_move_value(lookahead->move[row])] % 6;
}

/* The coarse ending after a move; NULL: no memory or no time. */
static DuelEnding *begin_ending(const DuelState *state, const float likelihood[2][DUEL_POOLS],
                                uint32_t move, Clock *clock)
{
    DuelState after = *state;
    float believed[2][DUEL_POOLS];
    /* Any hand that has the card will do. */
    after.hands[duel_turn(state)][duel_move_value(move)] = DUEL_COPIES;
    duel_put(&after, duel_move_cell(move), duel_move_value(move));
    memcpy(believed[0], likelihood[1], sizeof believed[0]);
    memcpy(believed[1], likelihood[0], sizeof believed[1]);
    duel_likelihood_without(believed[1], duel_move_value(move));
    return duel_ending_new(&after, NULL, (const float (*)[DUEL_POOLS])believed, DUEL_DROP_POOR, MB,
                           clock);
}

/* Turns numbers by the hand after a candidate into numbers by the hand before it. */
static void by_hand_before(const DuelLookahead *lookahead, int row, const float after[DUEL_POOLS],
                           float before[DUEL_POOLS])
{
    int unit = duel_pool_unit[duel_move_value(lookahead->move[row])];
    for (int code = 0; code < DUEL_POOLS; code++)
        before[code] = held_by(lookahead, row, code) ? after[code - unit] : DUEL_NO_WORTH;
}

/* Each hand's mixture by regret matching; without regrets by the cards of each value, which reveals
 * nothing. */
static void match_regrets(Candidates *candidates)
{
    const DuelLookahead *lookahead = candidates->lookahead;
    for (int code = 0; code < DUEL_POOLS; code++) {
        float sum = 0;
        int held = 0;
        for (int row = 0; row < lookahead->n; row++) {
            sum += candidates->regret[row][code] > 0 ? candidates->regret[row][code] : 0;
            held += held_by(lookahead, row, code);
        }
        for (int row = 0; row < lookahead->n && held; row++) {
            float regret = candidates->regret[row][code] > 0 ? candidates->regret[row][code] : 0;
            candidates->mix[row][code] = sum > 0
                                             ? regret / sum
                                             : (float)held_by(lookahead, row, code) / (float)held;
        }
    }
}

/* Runs an iteration of a candidate's ending from the current mixture: what the move is worth to
 * each hand as both play now. */
static void follow_row(Candidates *candidates, int row, float worth[DUEL_POOLS])
{
    const DuelLookahead *lookahead = candidates->lookahead;
    int unit = duel_pool_unit[duel_move_value(lookahead->move[row])];
    float shares[DUEL_POOLS] = {0}, values[DUEL_POOLS];
    for (int code = unit; code < DUEL_POOLS; code++)
        if (held_by(lookahead, row, code))
            shares[code - unit] = candidates->mix[row][code] / (float)held_by(lookahead, row, code);
    duel_ending_follow(candidates->ending[row], shares, values, candidates->clock);
    by_hand_before(lookahead, row, values, worth);
}

/* Updates a hand's regrets from the values of its moves, and its average mixture. */
static void improve_hand(Candidates *candidates, int code,
                         const float worth[DUEL_VALUES][DUEL_POOLS], float t)
{
    DuelLookahead *lookahead = candidates->lookahead;
    float mean = 0, power = t * t * t;
    for (int row = 0; row < lookahead->n; row++)
        if (worth[row][code] > DUEL_NO_WORTH)
            mean += candidates->mix[row][code] * worth[row][code];
    for (int row = 0; row < lookahead->n; row++) {
        float *regret = &candidates->regret[row][code];
        if (worth[row][code] <= DUEL_NO_WORTH)
            continue;
        *regret = *regret * (*regret > 0 ? power / (power + 1) : DUEL_NEGATIVE_KEPT) +
                  worth[row][code] - mean;
        lookahead->share[row][code] += t * t * candidates->mix[row][code];
    }
}

/* The iterations that the work limit allows. */
static uint32_t count_iterations(const Candidates *candidates)
{
    uint64_t nodes = 1, size[4], n;
    for (int row = 0; row < candidates->lookahead->n; row++) {
        duel_ending_size(candidates->ending[row], size);
        nodes += size[0];
    }
    n = WORK / nodes;
    return (uint32_t)limits_scale(n > ITERATIONS ? ITERATIONS
                                  : n < LEAST    ? LEAST
                                                 : n,
                                  candidates->clock->limits);
}

/* Solves the mixture and the endings together; 0: no time. */
static int solve_together(Candidates *candidates)
{
    DuelLookahead *lookahead = candidates->lookahead;
    float worth[DUEL_VALUES][DUEL_POOLS];
    uint32_t most = count_iterations(candidates);
    for (uint32_t t = 1; t <= most && candidates->clock->status == STATUS_EXACT; t++) {
        match_regrets(candidates);
        for (int row = 0; row < lookahead->n; row++)
            follow_row(candidates, row, worth[row]);
        for (int code = 0; code < DUEL_POOLS; code++)
            improve_hand(candidates, code, (const float(*)[DUEL_POOLS])worth, (float)t);
    }
    for (int row = 0; row < lookahead->n && candidates->clock->status == STATUS_EXACT; row++) {
        float values[DUEL_POOLS];
        duel_ending_values(candidates->ending[row], values, candidates->clock);
        by_hand_before(lookahead, row, values, lookahead->worth[row]);
    }
    return candidates->clock->status == STATUS_EXACT;
}

int32_t duel_lookahead(const DuelState *state, const double means[DUEL_MOVES],
                       const float likelihood[2][DUEL_POOLS], Clock *clock,
                       DuelLookahead *lookahead)
{
    int most = (int)limits_scale(DUEL_VALUES, clock->limits), complete = 1, n = 0;
    assert(DUEL_CARDS - state->ply == DUEL_LOOKAHEAD && !state->over);
    memset(lookahead, 0, sizeof *lookahead);
    if (most < 2)
        return 1;
    Candidates *candidates = memory_zeroed(1, sizeof *candidates, clock->progress);
    if (!candidates)
        return 0;
    candidates->lookahead = lookahead;
    candidates->clock = clock;
    choose_moves(means, lookahead);
    lookahead->n = lookahead->n > most ? most : lookahead->n;
    for (int row = 0; row < lookahead->n; row++) {
        candidates->ending[n] = begin_ending(state, likelihood, lookahead->move[row], clock);
        lookahead->move[n] = lookahead->move[row];
        n += candidates->ending[n] != NULL;
    }
    lookahead->n = n;
    complete = clock->status == STATUS_EXACT && solve_together(candidates);
    for (int row = 0; row < n; row++)
        duel_ending_free(candidates->ending[row]);
    free(candidates);
    return complete;
}
