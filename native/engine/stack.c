/* stack.c: whether a thread's stack has room for a search.
 *
 * What malloc cannot get is refused; a stack that cannot grow ends the process. So a thread asks once, before its first
 * search. The stack may be too small (of a thread, or by the system's limit), or memory may be out: the main thread's
 * stack grows page by page, as long as there is some. So as much memory as it may need is taken and given back, and
 * then the page farthest down is written to: what the stack has grown to it keeps. Where the system is another one
 * the answer is yes. */

#if defined(__linux__)
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#endif

#include "engine.h"

#include <stddef.h>

#define ROOM (384 << 10)        /* bytes; the deepest search measured took 160 KB (heart and duel) */

#if defined(__linux__)

/* Whether there are so many bytes from here to the stack's end. */
static int32_t is_long_enough(void)
{
    pthread_attr_t attributes;
    void *end;
    size_t size;
    char here;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return 0;
    pthread_attr_getstack(&attributes, &end, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)&here > (uintptr_t)end + ROOM;
}

/* Whether there is so much memory. */
static int32_t is_there(void)
{
    void *memory = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && !munmap(memory, ROOM);
}

/* Lets the stack grow. */
static int32_t grow_stack(void)
{
    volatile char room[ROOM - 4096];
    room[0] = 1;
    return room[0];
}

int32_t stack_ready(void) { return is_long_enough() && is_there() && grow_stack(); }

#else

int32_t stack_ready(void) { return 1; }

#endif
