/* redeal.h: the hidden cards of Dragonmaster, as they may lie for a seat. */

#ifndef HOARD_TRICKS_REDEAL_H
#define HOARD_TRICKS_REDEAL_H

#include "rules.h"

/* Hidden cards as they may lie. */
typedef struct TricksWorld {
    uint32_t hands[TRICKS_SEATS];
    uint8_t extra;
} TricksWorld;

/* Every deal of the hidden cards that fits what the seat knows, all equally likely; their count, or most + 1 where
 * there are more than `most` of them (the list then means nothing). list may be NULL: only count. */
int32_t tricks_worlds(const TricksState *state, int seat, TricksWorld *list, int32_t most);
/* Lays the hidden cards as this world has them. */
void tricks_set_world(TricksState *state, const TricksWorld *world);
/* Struct Game's redeal: hidden cards drawn from all that fit, and another seed. */
void tricks_redeal(void *self, int32_t seat, Rng *rng);

#endif
