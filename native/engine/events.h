/* events.h: what a move tells, and luck that is laid down instead of drawn; the structs are in engine.h. */

#ifndef HOARD_EVENTS_H
#define HOARD_EVENTS_H

#include "engine.h"

/* The JSON text of the next overriding outcome, or NULL = draw from the seed. chance may be NULL. */
const char *chance_next(Chance *chance);
/* Appends an event, all fields "none" but its kind, and returns it to be filled; *spare when events is
 * NULL or full. */
Event *event_add(Events *events, int kind, Event *spare);

#endif
