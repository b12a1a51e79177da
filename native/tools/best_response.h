/* best_response.h: what a level of the grid duel loses to one who knows its policy.
 *
 * For research: neither the engine nor a game knows it. Python reads it as it does engine.h. */

#ifndef HOARD_TOOLS_BEST_RESPONSE_H
#define HOARD_TOOLS_BEST_RESPONSE_H

#include "engine/engine.h"

/* The mean score of the seat to act against a level whose policy it knows. worlds: n states of the
 * duel with hidden hands, one after the other, that the seat cannot tell apart, of a match of one
 * game; weights: how likely each is by all that the level has chosen. best: 1 the best response
 * that is found, exact with eight or fewer cards left, *move the first of it; 0 the seat plays the
 * level, too. limits, table: as for advise(). Not a number when memory is out. */
double duel_best_response(const Game *game, const void *worlds, const double *weights, int32_t n,
                          int32_t level, const Limits *limits, Table *table, int32_t best,
                          uint32_t *move);

#endif
