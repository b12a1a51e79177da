/* memory.h: memory for a search, which says where there is none.
 *
 * A part of a search that gets no memory does without: then the whole would come out otherwise than with it, and
 * nobody would know. So every piece is asked for with the search's progress, which keeps that one was refused: the
 * search ends soon (clock.h), and solve() and advise() say so instead of what was found. */

#ifndef HOARD_MEMORY_H
#define HOARD_MEMORY_H

#include <stdlib.h>

#include "engine.h"

/* Notes that memory is out; progress may be NULL. NULL. */
static inline void *memory_out(Progress *progress)
{
    if (progress)
        progress->no_memory = 1;
    return NULL;
}

/* Room for n things, to be freed with free(); NULL without memory. */
static inline void *memory_get(size_t n, size_t size, Progress *progress)
{
    void *memory = malloc(n * size);
    return memory ? memory : memory_out(progress);
}

/* The same, all bytes 0. */
static inline void *memory_zeroed(size_t n, size_t size, Progress *progress)
{
    void *memory = calloc(n, size);
    return memory ? memory : memory_out(progress);
}

/* What has been had before with room for n things; NULL without memory, and what was had stays. */
static inline void *memory_more(void *had, size_t n, size_t size, Progress *progress)
{
    void *memory = realloc(had, n * size);
    return memory ? memory : memory_out(progress);
}

#endif
