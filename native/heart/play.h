/* play.h: the levels of Dragonheart. */

#ifndef HOARD_HEART_PLAY_H
#define HOARD_HEART_PLAY_H

#include "rules.h"

/* Game.advise, for Hatchling and above. */
void heart_advise(const Game *game, const void *world, int32_t level, const Limits *limits,
                  Table *table, Progress *progress, Result *result);

#endif
