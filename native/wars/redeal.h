/* redeal.h: other hands that fit what a seat of Dragon Wars knows. */

#ifndef HOARD_WARS_REDEAL_H
#define HOARD_WARS_REDEAL_H

#include "rules.h"

/* Struct Game's redeal: deals anew what this seat does not know (hands, deck, nest, a face-down
 * attack), with another seed. */
void wars_redeal(void *self, int32_t viewer, Rng *rng);

#endif
