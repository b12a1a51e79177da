/* solve.h: exact values of Dragonmaster with all hands open, for callers that need many of them.
 *
 * A solver borrows a table. Any deals, kinds, objectives and calls may share the table, but only
 * one solver uses it at a time. After tricks_solver_new a call allocates and clears nothing.
 *
 * Values are for the whole hand, cards already taken included (rules: tricks), in thousands:
 *   TRICKS_COALITION  the Dragonmaster's income, all others against him; no Power Play
 *   TRICKS_POWER      1 if the Power Player takes all, against all others, else 0; Power Play only
 *   TRICKS_BRIDGE     tricks of a mask of seats against the others; no penalties, no barred leads
 *   max^n             each seat's change of wealth, every seat for itself (tricks_maxn)
 * Secret Power Plays do not count. clock may be NULL: no limit. */

#ifndef HOARD_TRICKS_SOLVE_H
#define HOARD_TRICKS_SOLVE_H

#include "engine/clock.h"
#include "rules.h"

#define TRICKS_COALITION 0
#define TRICKS_POWER 1
#define TRICKS_BRIDGE 2         /* + mask of seats * 256 */
#define TRICKS_UNKNOWN INT32_MIN /* no value: the clock ran out */

typedef struct TricksSolver TricksSolver;

/* NULL if out of memory. table: NULL or empty for none. */
TricksSolver *tricks_solver_new(Table *table);
void tricks_solver_free(TricksSolver *solver);

/* A kind must have been called, and cards must be left. */
int32_t tricks_value(TricksSolver *solver, const TricksState *state, int objective, Clock *clock);
/* The value after each legal move, in the order of tricks_moves. Returns their number, or 0 if the
 * clock ran out. */
int32_t tricks_values(TricksSolver *solver, const TricksState *state, int objective, Clock *clock,
                      uint32_t moves[TRICKS_MOVES], int32_t values[TRICKS_MOVES]);
/* The same by max^n: each seat's change of wealth. */
int32_t tricks_maxn(TricksSolver *solver, const TricksState *state, Clock *clock,
                    uint32_t moves[TRICKS_MOVES], int8_t values[TRICKS_MOVES][TRICKS_SEATS]);
/* The value of the hand if the seat to act calls this kind. The state is one before the call. */
int32_t tricks_kind_value(TricksSolver *solver, const TricksState *state, int kind, int objective,
                          Clock *clock);
/* Nodes so far: positions at the start of a trick. */
uint64_t tricks_solver_nodes(const TricksSolver *solver);

/* Game.solve; see read_objective for the objectives. */
void tricks_solve(const void *state, const char *objective, const Limits *limits, Table *table,
                  Progress *progress, Result *result);

#endif
