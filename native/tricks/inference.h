/* inference.h: what the others' choices tell of their hands at Dragonmaster. */

#ifndef HOARD_TRICKS_INFERENCE_H
#define HOARD_TRICKS_INFERENCE_H

#include "rules.h"

/* Game.tells: calls and cards of the hand under way. */
void tricks_tells(const void *world, int32_t viewer, struct Tell *tell);

#endif
