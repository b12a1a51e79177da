/* lookahead.h: the values of the card with nine cards left, by coarse endings after it. */

#ifndef HOARD_DUEL_LOOKAHEAD_H
#define HOARD_DUEL_LOOKAHEAD_H

#include "equilibrium.h"
#include "opening.h"

#define DUEL_LOOKAHEAD (DUEL_ENDING_MOST + 1) /* cards left */

/* A few moves, at most one of each value; for each hand by code, what they are worth (-1 .. 1) and
 * how often they are played. */
typedef struct DuelLookahead {
    int32_t n;
    uint32_t move[DUEL_VALUES];
    float worth[DUEL_VALUES][DUEL_POOLS], share[DUEL_VALUES][DUEL_POOLS];
} DuelLookahead;

/* Solves a position with DUEL_LOOKAHEAD cards left for all hands at once. means: as from
 * duel_open_means. likelihood: of the hands of the seat to act, and of the other, as in
 * duel_ending_new. The clock's limits scale the counts; where they leave less than two moves, n is
 * 0. Returns 0 when the clock has run out. */
int32_t duel_lookahead(const DuelState *state, const double means[DUEL_MOVES],
                       const float likelihood[2][DUEL_POOLS], Clock *clock,
                       DuelLookahead *lookahead);
/* Likelihoods of a seat's hands after a card that reveals nothing but itself. */
void duel_likelihood_without(float likelihood[DUEL_POOLS], int32_t value);

#endif
