/* play.h: the players of Dragon Wars. */

#ifndef HOARD_WARS_PLAY_H
#define HOARD_WARS_PLAY_H

#include "rules.h"

/* Struct Game's advise, for the levels from Hatchling on. */
void wars_advise(const Game *game, const void *world, int32_t level, const Limits *limits,
                 Table *table, Progress *progress, Result *result);

#endif
