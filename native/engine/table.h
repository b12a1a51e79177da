/* table.h: the memory of a transposition table, for the solver that lays out its entries; engine.h makes it. */

#ifndef HOARD_TABLE_H
#define HOARD_TABLE_H

#include <stddef.h>

#include "engine.h"

/* Memory of a table: bytes (a power of two, or 0 and NULL). table may be NULL: a table of no bytes. */
void *table_memory(Table *table, size_t *bytes);
/* 1 .. 65535; a new one after each table_forget. Entries that carry another one must not be believed. */
uint32_t table_stamp(Table *table);

/* What a solver that lets its part of a table grow notes about it; zero when the table is new or forgotten. */
typedef struct TableNotes {
    uint64_t size, used;
} TableNotes;

/* NULL for a table of no bytes. */
TableNotes *table_notes(Table *table);
/* What a player keeps from one call to the next, freed with the table. It may save time only: no answer may hang on
 * it. Whose it is, release tells; NULL until it is set. */
typedef struct TableKept {
    void *thing;
    void (*release)(void *thing);
} TableKept;

/* NULL for no table. */
TableKept *table_kept(Table *table);
/* Says that from now on these bytes of a table are looked up at random, so that larger pages serve them better; where
 * the system has none nothing happens. */
void table_at_random(void *memory, size_t bytes);

#endif
