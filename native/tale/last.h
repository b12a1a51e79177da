/* last.h: the last two cards of a match of Fairy Tale, against all that the others may hold. */

#ifndef HOARD_TALE_LAST_H
#define HOARD_TALE_LAST_H

#include "rules.h"

/* Values of the last cards' moves, listed in the result, and the best of them by the mean worth of the final lead;
 * 0 where another choice is to be made, or there is more to count than the limits allow: then nothing is changed. */
int tale_last(const TaleState *state, const Limits *limits, Progress *progress, Result *result);

#endif
