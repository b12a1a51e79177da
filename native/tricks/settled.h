/* settled.h: whether a hand of Dragonmaster is decided. */

#ifndef HOARD_TRICKS_SETTLED_H
#define HOARD_TRICKS_SETTLED_H

#include <stdint.h>

/* Struct Game's settled, by proof or by trying out every play of every deal; 0 where that would be too many. */
int32_t tricks_settled(const void *state, int32_t seat);

#endif
