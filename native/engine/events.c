/* events.c: see events.h. */

#include "events.h"

#include <stddef.h>

const char *chance_next(Chance *chance)
{
    return chance && chance->used < chance->n ? chance->list[chance->used++] : NULL;
}

Event *event_add(Events *events, int kind, Event *spare)
{
    Event *event = events && events->n < MAX_EVENTS ? &events->list[events->n++] : spare;
    *event = (Event){(uint8_t)kind, 0, NOBODY, 0, NOBODY, 0, NOBODY, 31, NO_CARD, NO_PLACE, 0};
    return event;
}
