/* outlook.h: what the ninth card from the end is worth to each hand, by coarse endings after it. */

#ifndef HOARD_DUEL_OUTLOOK_H
#define HOARD_DUEL_OUTLOOK_H

#include "equilibrium.h"
#include "opening.h"

#define DUEL_OUTLOOK (DUEL_ENDING_MOST + 1) /* cards left where there is one */

/* A few moves, at most one of each value; what they are worth, -1 .. 1, and how often they are made, by the code of the
 * hand that makes them. */
typedef struct DuelOutlook {
    int32_t n;
    uint32_t move[DUEL_VALUES];
    float worth[DUEL_VALUES][DUEL_POOLS], share[DUEL_VALUES][DUEL_POOLS];
} DuelOutlook;

/* What all have seen, and no hand, says of a position with DUEL_OUTLOOK cards left. means: what each move brings all hands
 * together with open cards, as duel_means finds it. fits: how well hands of the seat to act, and of the other, fit what
 * they have chosen, as in duel_ending_new. The clock's limits scale the counts; where they leave less than two moves
 * there is no outlook. 0 when the clock has run out. */
int32_t duel_outlook(const DuelState *state, const double means[DUEL_MOVES], const float fits[2][DUEL_POOLS],
                     Clock *clock, DuelOutlook *outlook);
/* Fits of a seat's hands after a card that tells nothing but that it was there. */
void duel_drop_card(float fits[DUEL_POOLS], int32_t value);

#endif
