/* memory.h: allocation for a search, which reports when memory is out.
 *
 * A search that simply did without some memory would give another result, and nobody would know. So every allocation
 * gets the search's progress and notes a failure there. The search then ends soon (clock.h), and solve() and advise()
 * report that memory is out. */

#ifndef HOARD_MEMORY_H
#define HOARD_MEMORY_H

#include <stdlib.h>

#include "engine.h"

/* Notes in progress (may be NULL) that memory is out. Returns NULL. */
static inline void *memory_out(Progress *progress)
{
    if (progress)
        progress->no_memory = 1;
    return NULL;
}

/* Allocates n things, to be freed with free(); NULL if memory is out. */
static inline void *memory_get(size_t n, size_t size, Progress *progress)
{
    void *memory = malloc(n * size);
    return memory ? memory : memory_out(progress);
}

/* The same, zeroed. */
static inline void *memory_zeroed(size_t n, size_t size, Progress *progress)
{
    void *memory = calloc(n, size);
    return memory ? memory : memory_out(progress);
}

/* Resizes an allocation to n things. NULL if memory is out; the old allocation stays. */
static inline void *memory_more(void *had, size_t n, size_t size, Progress *progress)
{
    void *memory = realloc(had, n * size);
    return memory ? memory : memory_out(progress);
}

#endif
