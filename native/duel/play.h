/* play.h: the players of the grid duel. */

#ifndef HOARD_DUEL_PLAY_H
#define HOARD_DUEL_PLAY_H

#include "rules.h"

/* Game.advise, for Hatchling and the levels above. */
void duel_advise(const Game *game, const void *world, int32_t level, const Limits *limits,
                 Table *table, Progress *progress, Result *result);

#endif
