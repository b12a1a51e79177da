/* last.h: the last turn of a game of two. */

#ifndef HOARD_WARS_LAST_H
#define HOARD_WARS_LAST_H

#include "rules.h"

/* Fills the result for the seat to act; 0 if this is not the last turn of a game of two, or too
 * large. */
int wars_last_advise(const Game *game, const WarsState *state, const Limits *limits,
                     Progress *progress, Result *result);

#endif
