/* solve.h: the exact solver of the grid duel with open hands.
 *
 * A solver holds what is computed once (line bounds of every pool, 3 MB) and borrows a table, which
 * may be used for any hands, positions and calls, by one solver at a time. After duel_solver_new a
 * call allocates nothing.
 *
 * hands: cards of seat 0 and of seat 1 by value; NULL: those of the state. They may differ from the
 * state's (a world that a seat thinks possible) but must have the same sizes. Values are for the
 * seat to act, of the game under way: 1 win, 0 draw, -1 loss. clock may be NULL: no limit. */

#ifndef HOARD_DUEL_SOLVE_H
#define HOARD_DUEL_SOLVE_H

#include "engine/clock.h"
#include "rules.h"

typedef struct DuelSolver DuelSolver;

/* NULL when memory is out. table: NULL, or one of no bytes, for none. */
DuelSolver *duel_solver_new(Table *table);
void duel_solver_free(DuelSolver *solver);

/* The outcome of every move: moves as rules.c lists them for these hands, values in the same order;
 * their count, or 0 when the clock ran out. */
int32_t duel_outcomes(DuelSolver *solver, const DuelState *state,
                      const uint8_t hands[2][DUEL_VALUES], uint32_t moves[MAX_MOVES],
                      int8_t values[MAX_MOVES], Clock *clock);
/* The outcome of one legal move; 2 when the clock ran out. */
int duel_outcome(DuelSolver *solver, const DuelState *state, const uint8_t hands[2][DUEL_VALUES],
                 uint32_t move, Clock *clock);
/* Whether one legal move surely wins: one plan that depends on nothing but what the seat to act sees
 * wins whatever the other holds; 2 when the clock ran out. unseen: all cards that the other's may be
 * among. */
int duel_surely_wins(DuelSolver *solver, const DuelState *state, const uint8_t unseen[DUEL_VALUES],
                     uint32_t move, Clock *clock);
/* Parts of the search that can be switched off; no value depends on them. All are on at first. */
#define DUEL_SYMMETRY 1 /* equal keys for reflections and permutations */
#define DUEL_MERGING 2  /* keys by what lines can become, not by what they hold */
#define DUEL_THREATS 4
#define DUEL_PROBING 8 /* looking up all moves before one is searched */
void duel_solver_without(DuelSolver *solver, uint32_t parts);
/* Positions searched since the solver was made. */
uint64_t duel_solver_nodes(const DuelSolver *solver);

/* Game.solve; objectives: see read_objective. */
void duel_solve(const void *state, const char *objective, const Limits *limits, Table *table,
                Progress *progress, Result *result);

#endif
