/* redeal.h: decks and hands that fit what a seat of Dragonheart knows. */

#ifndef HOARD_HEART_REDEAL_H
#define HOARD_HEART_REDEAL_H

#include "rules.h"

/* Game.redeal: deals the cards that this seat does not know, and draws another seed. */
void heart_redeal(void *self, int32_t seat, Rng *rng);

#endif
