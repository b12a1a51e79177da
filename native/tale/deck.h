/* deck.h: the deck file of Fairy Tale. */

#ifndef HOARD_TALE_DECK_H
#define HOARD_TALE_DECK_H

#include "state.h"

/* Reads and checks the deck file; 0, or -1 with an error. */
int32_t tale_read_deck(TaleState *state, const char *json, char *error);
/* Number of a name, or NO_KIND. */
int tale_find(const TaleState *state, const char *name);

#endif
