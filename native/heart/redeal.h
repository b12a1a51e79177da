/* redeal.h: decks and hands that fit what a seat of Dragonheart knows. */

#ifndef HOARD_HEART_REDEAL_H
#define HOARD_HEART_REDEAL_H

#include "rules.h"

/* Struct Game's redeal: decks and the other hand anew, as far as this seat does not know them, and another seed. */
void heart_redeal(void *self, int32_t seat, Rng *rng);

#endif
