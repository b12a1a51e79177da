/* stack.c: whether a thread's stack has room for a search.
 *
 * Failed allocations can be reported, but a stack overflow kills the process. So each thread checks once, before its
 * first search. The stack may be too small, or memory may be out, because the main thread's stack grows page by page.
 * So this allocates and frees as much memory as a search may need, and then touches the farthest page, since a stack
 * keeps what it has grown to. On other systems the answer is always yes. */

#if defined(__linux__)
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#endif

#include "engine.h"

#include <stddef.h>

#define ROOM (384 << 10)        /* bytes; the deepest search measured took 160 KB (heart and duel) */

#if defined(__linux__)

/* Whether the main thread's stack may grow far enough, where /proc is missing and nobody knows where it ends. */
static int32_t may_grow(void)
{
    struct rlimit limit;
    return !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur / 4 >= ROOM;
}

/* Whether there are ROOM bytes from here to the stack's end. */
static int32_t is_long_enough(void)
{
    pthread_attr_t attributes;
    void *end;
    size_t size;
    char here;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return may_grow();
    pthread_attr_getstack(&attributes, &end, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)&here > (uintptr_t)end + ROOM;
}

/* Whether there is as much free memory. */
static int32_t is_there(void)
{
    void *memory = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && !munmap(memory, ROOM);
}

/* Makes the stack grow. */
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
