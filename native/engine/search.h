/* search.h: information-set search, and the levels that every game has for measuring. */

#ifndef HOARD_SEARCH_H
#define HOARD_SEARCH_H

#include "engine.h"

/* Information-set Monte Carlo search with `playouts` playouts, scaled by the limits, from a redealt world for the
 * seat to act; fills the result from nothing. limits and progress may be NULL. */
void search_worlds(const Game *game, const void *world, uint32_t playouts, const Limits *limits,
                   Progress *progress, Result *result);
/* Random, greedy and plain, and all levels of a game without players of its own; fills the result from nothing. */
void advise_simple(const Game *game, const void *world, int32_t level, const Limits *limits, Progress *progress,
                   Result *result);

#endif
