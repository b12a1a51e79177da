/* table.c: the memory of a transposition table.
 *
 * A power of two of zeroed bytes and a stamp. A solver writes the stamp into its entries and believes only those
 * that carry the present one, so forgetting costs nothing; when the stamps run out the memory is wiped once. Each
 * solver lays out its own entries. A table of no bytes is a table that never finds anything. */

#include "common.h"

#include <stdlib.h>

#define LAST_STAMP 65535

struct Table {
    void *memory;
    size_t bytes;
    uint32_t stamp;
};

Table *table_new(uint32_t mb)
{
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    size_t wanted = (size_t)mb << 20, bytes = (size_t)1 << 20;
    while (bytes * 2 <= wanted)
        bytes *= 2;
    table->bytes = wanted ? bytes : 0;
    table->stamp = 1;
    table->memory = wanted ? calloc(1, bytes) : NULL;
    if (wanted && !table->memory) {
        free(table);
        return NULL;
    }
    return table;
}

void table_free(Table *table)
{
    if (table)
        free(table->memory);
    free(table);
}

void table_forget(Table *table)
{
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
