/* solve.h: the exact solver of Dragonheart with all cards open. */

#ifndef HOARD_HEART_SOLVE_H
#define HOARD_HEART_SOLVE_H

#include "engine/clock.h"
#include "rules.h"

/* Values are for the seat on turn, in HEART_UNIT parts of a point: margins still to come, or
 * outcomes. The unit is a power of 6, the hand that loses a card, so that means stay whole. */
#define HEART_UNIT 1679616  /* 6 to the power of HEART_LOSSES */
#define HEART_LOSSES 8
enum { HEART_MARGIN, HEART_OUTCOME };

typedef struct HeartEntry {
    uint64_t tag;
    int32_t low, high;
} HeartEntry;

typedef struct HeartSolver {
    HeartEntry *entries;
    uint64_t mask;              /* entries - 1; no table: entries is NULL */
    uint32_t stamp;
    int objective;
    Clock clock;
    uint64_t nodes;
    uint64_t deck_hash[2][HEART_CARDS + 1]; /* of the lowest k cards of each deck */
    int16_t deck_points[2][HEART_CARDS + 1];
} HeartSolver;

void heart_solver_start(HeartSolver *solver, int objective, const Limits *limits, Table *table,
                        Progress *progress);
/* The values of these legal moves. 0, or -1 if the clock stopped it. */
int heart_solve_moves(HeartSolver *solver, const HeartCore *core, const uint32_t *moves, int n,
                      int32_t *values);
/* Game.solve, with the objectives "margin", the default, and "outcome". */
void heart_solve(const void *state, const char *objective, const Limits *limits, Table *table,
                 Progress *progress, Result *result);

#endif
