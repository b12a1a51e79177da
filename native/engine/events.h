/* events.h: the events of a move, and chance outcomes given in a record. The structs are in engine.h. */

#ifndef HOARD_EVENTS_H
#define HOARD_EVENTS_H

#include "engine.h"

/* The JSON text of the next given outcome, or NULL = draw from the seed. chance may be NULL. */
const char *chance_next(Chance *chance);
/* Appends an event with all fields but its kind empty, and returns it to be filled; returns *spare if events is NULL
 * or full. */
Event *event_add(Events *events, int kind, Event *spare);

#endif
