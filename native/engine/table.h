/* table.h: the memory of a transposition table, for the solver that defines its entries. engine.h makes tables. */

#ifndef HOARD_TABLE_H
#define HOARD_TABLE_H

#include <stddef.h>

#include "engine.h"

/* The memory of a table and its size in bytes (a power of two, or 0 with NULL). table may be NULL: an empty table. */
void *table_memory(Table *table, size_t *bytes);
/* 1 .. 65535; changes with each table_forget. Entries with another stamp are invalid. */
uint32_t table_stamp(Table *table);

/* Notes of a solver whose part of a table can grow; zero if the table is new or was cleared. */
typedef struct TableNotes {
    uint64_t size, used;
} TableNotes;

/* NULL for an empty table. */
TableNotes *table_notes(Table *table);
/* What a player keeps between calls, freed with the table. It may only save time: no answer may depend on it. release
 * identifies its owner and is NULL until it is set. */
typedef struct TableKept {
    void *thing;
    void (*release)(void *thing);
} TableKept;

/* NULL for no table. */
TableKept *table_kept(Table *table);
/* Announces random access to these bytes of a table, so that the system may use larger pages; does nothing elsewhere.
 */
void table_at_random(void *memory, size_t bytes);

#endif
