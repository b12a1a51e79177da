/* table.c: the memory of a transposition table.
 *
 * A power of two of zeroed bytes and a stamp. A solver writes the stamp into its entries and accepts only those with
 * the present one, so clearing is free; when the stamps run out, the memory is zeroed. Each solver defines its own
 * entries; they start at a cache line. An empty table never finds anything. */

#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#endif

#include "table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#define LAST_STAMP 65535
#define LINE 64                     /* bytes of a cache line */
#define LARGE_PAGE ((uintptr_t)2 << 20)
#define LARGE_BLOCK (1 << 20)       /* bytes */

struct Table {
    void *block, *memory;   /* as allocated; from the first whole cache line on */
    size_t bytes;
    uint32_t stamp;
    TableNotes notes;
    TableKept kept;
};

/* Makes large blocks go back to the system as soon as they are freed. By default, glibc raises its threshold with
 * every large block freed, up to 32 MB, and the next blocks fragment the heap of each thread: 50 MB after an hour of
 * play. */
static void return_large_blocks(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
#endif
}

/* Small freed blocks stay with glibc too: 15 MB more in an hour of play. */
void memory_trim(void)
{
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

Table *table_new(uint32_t mb)
{
    return_large_blocks();
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    size_t wanted = (size_t)mb << 20, bytes = (size_t)1 << 20;
    while (bytes * 2 <= wanted)
        bytes *= 2;
    assert(bytes <= wanted || wanted == 0);
    table->bytes = wanted ? bytes : 0;
    table->stamp = 1;
    table->block = wanted ? calloc(1, bytes + LINE) : NULL;
    if (wanted && !table->block) {
        free(table);
        return NULL;
    }
    if (wanted)
        table->memory = (char *)table->block + (LINE - (uintptr_t)table->block % LINE) % LINE;
    return table;
}

/* table may be NULL. */
void table_free(Table *table)
{
    if (table && table->kept.release)
        table->kept.release(table->kept.thing);
    if (table)
        free(table->block);
    free(table);
}

void table_forget(Table *table)
{
    table->notes = (TableNotes){0, 0};
    if (++table->stamp > LAST_STAMP) {
        memset(table->memory, 0, table->bytes);
        table->stamp = 1;
    }
}

void *table_memory(Table *table, size_t *bytes)
{
    *bytes = table ? table->bytes : 0;
    return table ? table->memory : NULL;
}

uint32_t table_stamp(Table *table) { return table ? table->stamp : 1; }

TableNotes *table_notes(Table *table) { return table && table->bytes ? &table->notes : NULL; }

TableKept *table_kept(Table *table) { return table ? &table->kept : NULL; }

void table_at_random(void *memory, size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    uintptr_t from = ((uintptr_t)memory + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t to = ((uintptr_t)memory + bytes) / LARGE_PAGE * LARGE_PAGE;
    if (from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}
