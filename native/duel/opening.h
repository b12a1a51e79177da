/* opening.h: how the first six cards of the grid duel are laid. */

#ifndef HOARD_DUEL_OPENING_H
#define HOARD_DUEL_OPENING_H

#include "engine/clock.h"
#include "lines.h"
#include "solve.h"

#define DUEL_MOVES 256          /* numbers that a move may have: cell * 4 + value */

/* How well all hands together like each move, by its number; what nobody should play is liked 0. From the fourth card on
 * instead what it is worth to a hand, a number and so much for each card held of a value. */
typedef struct DuelOpening {
    int32_t by_hand;            /* whether worth and slope are told, and liking is not */
    double own;                 /* what a move may be worth less to the hand itself than the best, where that is known */
    double liking[DUEL_MOVES], worth[DUEL_MOVES], slope[DUEL_MOVES][DUEL_VALUES];
} DuelOpening;

/* What all have seen (no hand enters) says of a position with more than ten cards left. seed: of the deals drawn; the
 * clock's limits scale the counts. 0 when the clock has run out: then of the deals until then. */
int32_t duel_opening(DuelSolver *solver, const DuelState *state, uint64_t seed, Clock *clock, DuelOpening *opening);
/* The policy of a hand over n moves: the more cards of a value, and the better all hands together like the move, the
 * more often; what is worth much less than the best to the hand itself, seldom or never. own: what the moves are worth
 * to it, -1 .. 1; NULL: not known. weights come to 1. */
void duel_opening_policy(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], int32_t n, const uint32_t *moves,
                         const double *own, double *weights);

/* What a move is worth to a hand, where that is told (by_hand). */
double duel_opening_worth(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], uint32_t move);

/* Squares how near a worth comes to the best one: 1, and 0 where it is the leeway below it or more. */
double duel_near_to(double best, double worth, double leeway);
/* Weights of moves worth nearly as much as the best, the nearer the greater; they come to 1. hand: then the more, too, the
 * more cards of the value are held; NULL: alike. */
void duel_spread(int32_t n, const uint32_t *moves, const double *worth, double leeway, const uint8_t *hand,
                 double *weights);
#define DUEL_NEVER (-2.0)       /* a mean of what no hand drawn can do */
/* What each move (by its number) brings its seat with open cards, -1 .. 1, on average over hands as shuffling deals
 * them and they fit what the seat to act, and the other, have chosen, by their codes. 0: no time. */
int32_t duel_means(DuelSolver *solver, const DuelState *state, const float fits[2][DUEL_POOLS], uint64_t seed,
                   Clock *clock, double means[DUEL_MOVES]);

#endif
