/* tale_play.h: the players of Fairy Tale. */

#ifndef HOARD_TALE_PLAY_H
#define HOARD_TALE_PLAY_H

#include "tale.h"

void tale_advise(const void *world, int32_t level, const Limits *limits, Table *table, Progress *progress,
                 Result *result);

#endif
