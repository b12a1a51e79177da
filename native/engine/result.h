/* result.h: a result filled in the same way by all who search. */

#ifndef HOARD_RESULT_H
#define HOARD_RESULT_H

#include "engine.h"

/* Clears the result and lists the legal moves in it, in the game's order; no move is chosen yet. */
void result_start(const Game *game, const void *state, Result *result);
/* Makes choice `best`, an index into result->list, the result's move, best one and line. */
void result_choose(Result *result, int32_t best);
/* Chooses a move by lot, each as likely as its weight says; those that weigh less than `rare` are never played,
 * and the others' weights come to 1. draw: Limits.draw. */
void result_draw(Result *result, double rare, uint64_t draw);

#endif
