/* settled.h: whether a hand of Dragonmaster is decided. */

#ifndef HOARD_TRICKS_SETTLED_H
#define HOARD_TRICKS_SETTLED_H

#include <stdint.h>

/* Game.settled, by proof or by trying every play of every deal; 0 if these are too many. */
int32_t tricks_settled(const void *state, int32_t seat);

#endif
