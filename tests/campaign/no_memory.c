/* no_memory.c: an allocator that fails on request for the engine; loaded before Python. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);

static _Thread_local long asked, refused = -1; /* allocations since fail_after(); the first that fails */
static _Thread_local int counting, for_good;

/* From now on n allocations of the engine in this thread succeed; then the next one fails, or all do. n below 0: none
 * fails. Returns the number of allocations since the last call. */
long fail_after(long n, int all)
{
    long before = asked;
    asked = 0;
    refused = n;
    counting = 1;
    for_good = all;
    return before;
}

static int refuse(void *caller)
{
    Dl_info place;
    if (!counting || !dladdr(caller, &place) || !place.dli_fname || !strstr(place.dli_fname, "_engine"))
        return 0;
    long number = asked++;
    return refused >= 0 && (for_good ? number >= refused : number == refused);
}

void *malloc(size_t size) { return refuse(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }

void *calloc(size_t n, size_t size) { return refuse(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size); }

void *realloc(void *memory, size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}
