/* opening.h: the policy for the first six cards of the grid duel. */

#ifndef HOARD_DUEL_OPENING_H
#define HOARD_DUEL_OPENING_H

#include "engine/clock.h"
#include "lines.h"
#include "solve.h"

#define DUEL_MOVES 256 /* cell * 4 + value is below it */

/* By move. Either the preference of all hands together (0: nobody should play it), or, from the
 * fourth card on, a linear function of the hand: worth + slope for each card held of a value. */
typedef struct DuelOpening {
    int32_t by_hand; /* worth and slope are given, preference is not */
    double own;      /* how far below the hand's own best a move may be, where that is known */
    double preference[DUEL_MOVES], worth[DUEL_MOVES], slope[DUEL_MOVES][DUEL_VALUES];
} DuelOpening;

/* Finds the opening of a position with more than ten cards left from what all have seen; no hand
 * enters. seed: of the deals drawn. The clock's limits scale the counts. 0 when the clock has run
 * out: then it is made of the deals until then. */
int32_t duel_opening(DuelSolver *solver, const DuelState *state, uint64_t seed, Clock *clock,
                     DuelOpening *opening);
/* Fits the linear functions of all moves to `deals` drawn deals, without the book: boards.py makes it
 * of them. 0 when the clock has run out. */
int32_t duel_sample_lines(DuelSolver *solver, const DuelState *state, uint64_t seed, uint64_t deals,
                          Clock *clock, DuelOpening *opening);
/* The policy of a hand over n moves: proportional to the cards held of the value and to the
 * preference of all hands, less for moves far below the hand's own best. own: what the moves are
 * worth to the hand, -1 .. 1; NULL: not known. The weights add up to 1. */
void duel_opening_policy(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], int32_t n,
                         const uint32_t *moves, const double *own, double *weights);

/* What a move is worth to a hand, if by_hand is set. */
double duel_opening_worth(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES],
                          uint32_t move);

/* 1 for the best worth, 0 from the margin below it on, falling as a square between. */
double duel_closeness(double best, double worth, double margin);
/* Weights by closeness to the best, adding up to 1. hand: times the cards held of the value; NULL:
 * all alike. */
void duel_mix_near_best(int32_t n, const uint32_t *moves, const double *worth, double margin,
                        const uint8_t *hand, double *weights);
#define DUEL_NO_MEAN (-2.0) /* of a move that no hand drawn can make */
/* The mean outcome of each move with open cards, -1 .. 1, over deals drawn by shuffling and by
 * these likelihoods of the seat to act and of the other. 0: no time. */
int32_t duel_open_means(DuelSolver *solver, const DuelState *state,
                        const float likelihood[2][DUEL_POOLS], uint64_t seed, Clock *clock,
                        double means[DUEL_MOVES]);

#endif
