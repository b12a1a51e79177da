/* result.h: fills a Result in the same way for every search. */

#ifndef HOARD_RESULT_H
#define HOARD_RESULT_H

#include "engine.h"

/* Clears the result and lists the legal moves in the game's order; none is chosen yet. */
void result_start(const Game *game, const void *state, Result *result);
/* Makes `best`, an index into result->list, the chosen move, the best one and the line. */
void result_choose(Result *result, int32_t best);
/* Chooses a move with the probabilities of the weights. Moves with a weight below `rare` are never played, and the
 * other weights are scaled to sum 1. draw: Limits.draw. */
void result_draw(Result *result, double rare, uint64_t draw);

#endif
