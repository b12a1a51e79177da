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
#define TRICKS_UNKNOWN INT32_MIN /* instead of a value: the clock ran out first */

typedef struct TricksSolver TricksSolver;

/* NULL when memory is out. table: NULL or of no bytes = without one. */
TricksSolver *tricks_solver_new(Table *table);
void tricks_solver_free(TricksSolver *solver);

/* The hand must be under way: a kind is called and cards are left. */
int32_t tricks_value(TricksSolver *solver, const TricksState *state, int objective, Clock *clock);
/* The value after every legal move: moves as rules.c lists them, values in the same order; their count, or 0 when
 * the clock ran out. */
int32_t tricks_values(TricksSolver *solver, const TricksState *state, int objective, Clock *clock,
                      uint32_t moves[TRICKS_MOVES], int32_t values[TRICKS_MOVES]);
/* The same for every seat's change of wealth, each playing for itself. */
int32_t tricks_maxn(TricksSolver *solver, const TricksState *state, Clock *clock, uint32_t moves[TRICKS_MOVES],
                    int8_t values[TRICKS_MOVES][TRICKS_SEATS]);
/* The value of the hand if the seat to act calls this kind; the state is one before the call. */
int32_t tricks_kind_value(TricksSolver *solver, const TricksState *state, int kind, int objective, Clock *clock);
/* Positions at the start of a trick that were looked at since the solver was made. */
uint64_t tricks_solver_nodes(const TricksSolver *solver);

/* Struct Game's solve; read_objective says what an objective may be. */
void tricks_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress,
                  Result *result);

#endif
