/* outlook.c: what the ninth card from the end is worth to each hand, by coarse endings after it.
 *
 * With open cards a dozen moves may win against every hand and be lost when hands are hidden, so with nine cards left
 * moves are judged by the hidden ending that follows. One ending tells the worth of its move to all hands at once; what
 * is chosen by it is a function of what all have seen and of the hand, so the other seat reads it the same way, at no
 * cost. There is time for four: the best place of each value, as open cards find it over all hands together, so that a
 * hand has as many moves to choose from as it holds values. Their best one is worth 0.37 to a hand where that of all
 * moves is worth 0.40 and the mean one -0.15 (ten positions); of three values 0.34, of two 0.28; the four best moves
 * of any values 0.30.
 *
 * The ending is a coarse one: plays that open cards find worth POOR less than the hand's best (equilibrium.c) are left
 * out, and few iterations are run. The mover's hand is taken to tell nothing by this card. By POOR, over all moves of three
 * positions: 0.15, 0.25, 0.4: 4,000, 30,000, 213,000 nodes instead of 860,000; hands' values off by 0.24, 0.20, 0.16
 * (root of the mean square), which foretell 0.91, 0.94, 0.95 of the variance of the whole ending's. In single positions
 * it takes 0.6 to see which of two moves is better.
 *
 * Dropped: leaving poor plays out after the bounds were found instead of before (six times the nodes, off by as much);
 * bounds first, and all plays (1 s a move). */

#include "outlook.h"

#define ITERATIONS 8
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

/* What a move is worth to each hand; DUEL_NO_WORTH throughout where its ending has no room. 0: no time. */
static int judge_move(const DuelState *state, const float fits[2][DUEL_POOLS], uint32_t move, Clock *clock,
                      float worth[DUEL_POOLS])
{
    DuelState after = *state;
    int seat = duel_turn(state), unit = duel_pool_unit[duel_move_value(move)];
    float believed[2][DUEL_POOLS], values[DUEL_POOLS];
    for (int code = 0; code < DUEL_POOLS; code++)
        worth[code] = DUEL_NO_WORTH;
    after.hands[seat][duel_move_value(move)] = DUEL_COPIES; /* some hand that has the card */
    duel_put(&after, duel_move_cell(move), duel_move_value(move));
    memcpy(believed[0], fits[1], sizeof believed[0]);
    memcpy(believed[1], fits[0], sizeof believed[1]);
    duel_drop_card(believed[1], duel_move_value(move));
    DuelEnding *ending = duel_ending_new(&after, NULL, (const float(*)[DUEL_POOLS])believed, DUEL_DROP_POOR, MB, clock);
    if (ending) {
        duel_ending_run(ending, (uint32_t)limits_scale(ITERATIONS, clock->limits), clock);
        duel_ending_values(ending, values, clock);
        for (int code = unit; code < DUEL_POOLS; code++)
            worth[code] = values[code - unit];
    }
    duel_ending_free(ending);
    return clock->status == STATUS_EXACT;
}

int32_t duel_outlook(const DuelState *state, const double means[DUEL_MOVES], const float fits[2][DUEL_POOLS],
                     Clock *clock, DuelOutlook *outlook)
{
    int most = (int)limits_scale(DUEL_VALUES, clock->limits);
    assert(DUEL_CARDS - state->ply == DUEL_OUTLOOK && !state->over);
    outlook->n = 0;
    if (most < 2)
        return 1;
    choose_moves(means, outlook);
    outlook->n = outlook->n > most ? most : outlook->n;
    for (int i = 0; i < outlook->n; i++)
        if (!judge_move(state, fits, outlook->move[i], clock, outlook->worth[i]))
            return 0;
    return 1;
}
