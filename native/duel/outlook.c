/* outlook.c: a look-ahead of one card with nine cards left, to coarse endings after it.
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

#include "outlook.h"

#include "engine/memory.h"

#include <stdlib.h>

#define ITERATIONS 12           /* at most */
#define LEAST 6                 /* and at least, where there is the time */
#define WORK 16000000           /* nodes of all four trees times iterations */
#define MB 58                   /* what is larger is not looked at */

void duel_drop_card(float fits[DUEL_POOLS], int32_t value)
{
    int unit = duel_pool_unit[value];
    for (int code = 0; code < DUEL_POOLS; code++)
        fits[code] = code / unit % 6 < 5 ? fits[code + unit] : 0;
}

/* The best place of each value that is not yet on the table five times, the best value first. */
static void choose_moves(const double means[DUEL_MOVES], DuelOutlook *outlook)
{
    for (uint32_t move = 0; move < DUEL_MOVES; move++) {
        int row = 0, last;
        if (means[move] <= DUEL_NEVER)
            continue;
        while (row < outlook->n && duel_move_value(outlook->move[row]) != duel_move_value(move))
            row++;
        if (row < outlook->n && means[move] <= means[outlook->move[row]])
            continue;
        last = row < outlook->n ? row : outlook->n++;
        for (; last > 0 && means[outlook->move[last - 1]] < means[move]; last--)
            outlook->move[last] = outlook->move[last - 1];
        outlook->move[last] = move;
    }
}

/* The moves looked at, each with the ending after it, and what makes the mixture of them. */
typedef struct Choosing {
    DuelOutlook *outlook;
    Clock *clock;
    DuelEnding *ending[DUEL_VALUES];
    float regret[DUEL_VALUES][DUEL_POOLS], mix[DUEL_VALUES][DUEL_POOLS];
} Choosing;

/* Cards of the value of a row's move in a hand. */
static int held_by(const DuelOutlook *outlook, int row, int code)
{
    return code / duel_pool_unit[duel_move_value(outlook->move[row])] % 6;
}

/* The coarse ending after a move; NULL: no room, or no time. */
static DuelEnding *begin_ending(const DuelState *state, const float fits[2][DUEL_POOLS], uint32_t move, Clock *clock)
{
    DuelState after = *state;
    float believed[2][DUEL_POOLS];
    after.hands[duel_turn(state)][duel_move_value(move)] = DUEL_COPIES; /* some hand that has the card */
    duel_put(&after, duel_move_cell(move), duel_move_value(move));
    memcpy(believed[0], fits[1], sizeof believed[0]);
    memcpy(believed[1], fits[0], sizeof believed[1]);
    duel_drop_card(believed[1], duel_move_value(move));
    return duel_ending_new(&after, NULL, (const float(*)[DUEL_POOLS])believed, DUEL_DROP_POOR, MB, clock);
}

/* The ending's numbers by the hand after a move, as numbers by the hand before it. */
static void put_back(const DuelOutlook *outlook, int row, const float after[DUEL_POOLS], float before[DUEL_POOLS])
{
    int unit = duel_pool_unit[duel_move_value(outlook->move[row])];
    for (int code = 0; code < DUEL_POOLS; code++)
        before[code] = held_by(outlook, row, code) ? after[code - unit] : DUEL_NO_WORTH;
}

/* Each hand's mixture from its regrets; without any, by the cards of each value, which tells nothing. */
static void mix_moves(Choosing *choosing)
{
    const DuelOutlook *outlook = choosing->outlook;
    for (int code = 0; code < DUEL_POOLS; code++) {
        float sum = 0;
        int held = 0;
        for (int row = 0; row < outlook->n; row++) {
            sum += choosing->regret[row][code] > 0 ? choosing->regret[row][code] : 0;
            held += held_by(outlook, row, code);
        }
        for (int row = 0; row < outlook->n && held; row++) {
            float regret = choosing->regret[row][code] > 0 ? choosing->regret[row][code] : 0;
            choosing->mix[row][code] = sum > 0 ? regret / sum : (float)held_by(outlook, row, code) / (float)held;
        }
    }
}

/* Follows the mixture into a move's ending: what the move is worth to each hand as both play now. */
static void follow_row(Choosing *choosing, int row, float worth[DUEL_POOLS])
{
    const DuelOutlook *outlook = choosing->outlook;
    int unit = duel_pool_unit[duel_move_value(outlook->move[row])];
    float shares[DUEL_POOLS] = {0}, values[DUEL_POOLS];
    for (int code = unit; code < DUEL_POOLS; code++)
        if (held_by(outlook, row, code))
            shares[code - unit] = choosing->mix[row][code] / (float)held_by(outlook, row, code);
    duel_ending_follow(choosing->ending[row], shares, values, choosing->clock);
    put_back(outlook, row, values, worth);
}

/* New regrets of a hand from what its moves are worth, and more of its mixture in the average. */
static void improve_hand(Choosing *choosing, int code, const float worth[DUEL_VALUES][DUEL_POOLS], float t)
{
    DuelOutlook *outlook = choosing->outlook;
    float mean = 0, power = t * t * t;
    for (int row = 0; row < outlook->n; row++)
        if (worth[row][code] > DUEL_NO_WORTH)
            mean += choosing->mix[row][code] * worth[row][code];
    for (int row = 0; row < outlook->n; row++) {
        float *regret = &choosing->regret[row][code];
        if (worth[row][code] <= DUEL_NO_WORTH)
            continue;
        *regret = *regret * (*regret > 0 ? power / (power + 1) : DUEL_FORGIVES) + worth[row][code] - mean;
        outlook->share[row][code] += t * t * choosing->mix[row][code];
    }
}

/* Iterations that there is time for. */
static uint32_t count_iterations(const Choosing *choosing)
{
    uint64_t nodes = 1, size[4], n;
    for (int row = 0; row < choosing->outlook->n; row++) {
        duel_ending_size(choosing->ending[row], size);
        nodes += size[0];
    }
    n = WORK / nodes;
    return (uint32_t)limits_scale(n > ITERATIONS ? ITERATIONS : n < LEAST ? LEAST : n, choosing->clock->limits);
}

/* Works the mixture out together with the endings; 0: no time. */
static int work_out(Choosing *choosing)
{
    DuelOutlook *outlook = choosing->outlook;
    float worth[DUEL_VALUES][DUEL_POOLS];
    uint32_t most = count_iterations(choosing);
    for (uint32_t t = 1; t <= most && choosing->clock->status == STATUS_EXACT; t++) {
        mix_moves(choosing);
        for (int row = 0; row < outlook->n; row++)
            follow_row(choosing, row, worth[row]);
        for (int code = 0; code < DUEL_POOLS; code++)
            improve_hand(choosing, code, (const float(*)[DUEL_POOLS])worth, (float)t);
    }
    for (int row = 0; row < outlook->n && choosing->clock->status == STATUS_EXACT; row++) {
        float values[DUEL_POOLS];
        duel_ending_values(choosing->ending[row], values, choosing->clock);
        put_back(outlook, row, values, outlook->worth[row]);
    }
    return choosing->clock->status == STATUS_EXACT;
}

int32_t duel_outlook(const DuelState *state, const double means[DUEL_MOVES], const float fits[2][DUEL_POOLS],
                     Clock *clock, DuelOutlook *outlook)
{
    int most = (int)limits_scale(DUEL_VALUES, clock->limits), whole = 1, n = 0;
    assert(DUEL_CARDS - state->ply == DUEL_OUTLOOK && !state->over);
    memset(outlook, 0, sizeof *outlook);
    if (most < 2)
        return 1;
    Choosing *choosing = memory_zeroed(1, sizeof *choosing, clock->progress);
    if (!choosing)
        return 0;
    choosing->outlook = outlook;
    choosing->clock = clock;
    choose_moves(means, outlook);
    outlook->n = outlook->n > most ? most : outlook->n;
    for (int row = 0; row < outlook->n; row++) {
        choosing->ending[n] = begin_ending(state, fits, outlook->move[row], clock);
        outlook->move[n] = outlook->move[row];
        n += choosing->ending[n] != NULL;
    }
    outlook->n = n;
    whole = clock->status == STATUS_EXACT && work_out(choosing);
    for (int row = 0; row < n; row++)
        duel_ending_free(choosing->ending[row]);
    free(choosing);
    return whole;
}
