/* likely.h: what the other's cards tell at Dragonheart. */

#ifndef HOARD_HEART_LIKELY_H
#define HOARD_HEART_LIKELY_H

#include "rules.h"

/* Struct Game's tells: the turns that are remembered. */
void heart_tells(const void *world, int32_t viewer, struct Tell *tell);

#endif
