/* play.h: the levels of Dragonmaster. */

#ifndef HOARD_TRICKS_PLAY_H
#define HOARD_TRICKS_PLAY_H

#include "rules.h"

/* Game.advise, for Hatchling and above. */
void tricks_advise(const Game *game, const void *world, int32_t level, const Limits *limits,
                   Table *table, Progress *progress, Result *result);

#endif
