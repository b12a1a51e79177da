/* redeal.h: the hidden cards of Dragonmaster, as they may lie for a seat. */

#ifndef HOARD_TRICKS_REDEAL_H
#define HOARD_TRICKS_REDEAL_H

#include "rules.h"

/* The hidden cards of one possible deal. */
typedef struct TricksWorld {
    uint32_t hands[TRICKS_SEATS];
    uint8_t extra;
} TricksWorld;

/* Lists every deal of the hidden cards that fits what the seat knows, and returns their number. If
 * there are more than `most` it returns most + 1 and the list is undefined. list may be NULL, to
 * count only. */
int32_t tricks_worlds(const TricksState *state, int seat, TricksWorld *list, int32_t most);
void tricks_set_world(TricksState *state, const TricksWorld *world);
/* Game.redeal: draws one of the deals that fit, and another seed. */
void tricks_redeal(void *self, int32_t seat, Rng *rng);

#endif
