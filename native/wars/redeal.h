/* redeal.h: other hands that fit what a seat of Dragon Wars knows. */

#ifndef HOARD_WARS_REDEAL_H
#define HOARD_WARS_REDEAL_H

#include "rules.h"

/* Struct Game's redeal: hands, decks, nest and a face-down attack anew, as far as this seat does not know them, and
 * another seed. */
void wars_redeal(void *self, int32_t viewer, Rng *rng);

#endif
