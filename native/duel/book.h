/* book.h: outcomes of the grid duel's first three moves for every pair of hands, solved beforehand. */

#ifndef HOARD_DUEL_BOOK_H
#define HOARD_DUEL_BOOK_H

#include "rules.h"

/* Made of the book's bytes by book.py, so that another book means another engine. */
#define DUEL_BOOK_MARK 1258354597u

/* Outcome of every move for the seat to act, moves as rules.c lists them; 0 where the book does not know. */
int32_t duel_book_values(const DuelState *state, const uint8_t hands[2][DUEL_VALUES], int8_t values[MAX_MOVES]);

#endif
