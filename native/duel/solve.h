/* solve.h: the exact solver of the grid duel with open hands, for those who ask it many questions.
 *
 * A solver holds what is computed once (line bounds of every pool of cards, 3 MB) and borrows a table, which may be
 * shared by any hands, positions and calls, and by one solver at a time. After duel_solver_new a call allocates
 * nothing, and costs next to nothing where nothing has to be searched.
 *
 * hands: cards of seat 0 and seat 1, by value; NULL = those of the state. They may be other hands than the state's
 * (a world that a seat thinks possible), but must be of the same sizes. Values are for the seat to act, of the game
 * under way (rules: duel): 1 win, 0 draw, -1 loss. clock may be NULL = no limit. */

#ifndef HOARD_DUEL_SOLVE_H
#define HOARD_DUEL_SOLVE_H

#include "engine/clock.h"
#include "rules.h"

typedef struct DuelSolver DuelSolver;

/* NULL when memory is out. table: NULL or of no bytes = without one. */
DuelSolver *duel_solver_new(Table *table);
void duel_solver_free(DuelSolver *solver);

/* The outcome of every move: moves as rules.c lists them for these hands, values in the same order; their count,
 * or 0 when the clock ran out. */
int32_t duel_outcomes(DuelSolver *solver, const DuelState *state, const uint8_t hands[2][DUEL_VALUES],
                      uint32_t moves[MAX_MOVES], int8_t values[MAX_MOVES], Clock *clock);
/* The outcome of one legal move; 2 when the clock ran out. */
int duel_outcome(DuelSolver *solver, const DuelState *state, const uint8_t hands[2][DUEL_VALUES], uint32_t move,
                 Clock *clock);
/* Parts of the search that can be left out; no value may depend on them. All are in at first. */
#define DUEL_SYMMETRY 1 /* keys that do not tell reflections and permutations apart */
#define DUEL_MERGING 2  /* keys by what lines may become, not by what they hold */
#define DUEL_THREATS 4
#define DUEL_PROBING 8  /* looking up all moves before one is searched */
void duel_solver_without(DuelSolver *solver, uint32_t parts);
/* Positions searched since the solver was made. */
uint64_t duel_solver_nodes(const DuelSolver *solver);

/* Struct Game's solve, see objectives at read_objective. */
void duel_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress,
                Result *result);

#endif
