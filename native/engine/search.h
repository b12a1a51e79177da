/* search.h: information-set search, and the simple levels that every game has. */

#ifndef HOARD_SEARCH_H
#define HOARD_SEARCH_H

#include "engine.h"

/* Information-set Monte Carlo search with `playouts` playouts, scaled by the limits, from a redealt world for the
 * seat to act. Fills the whole result. limits and progress may be NULL. */
void search_worlds(const Game *game, const void *world, uint32_t playouts, const Limits *limits,
                   Progress *progress, Result *result);
/* Levels random, greedy and plain, and every level of a game without its own AI. Fills the whole result. */
void advise_simple(const Game *game, const void *world, int32_t level, const Limits *limits, Progress *progress,
                   Result *result);

#endif
