/* book.h: outcomes of the grid duel's first three moves for every pair of hands, solved beforehand, and lines for the fourth. */

#ifndef HOARD_DUEL_BOOK_H
#define HOARD_DUEL_BOOK_H

#include "rules.h"

/* Made of the books' bytes by book.py, so that another book means another engine. */
#define DUEL_BOOK_MARK 1211700012u

/* Outcome of every move for the seat to act, moves as rules.c lists them; 0 where the book does not know. */
int32_t duel_book_values(const DuelState *state, const uint8_t hands[2][DUEL_VALUES], int8_t values[MAX_MOVES]);

#define DUEL_BOOK_LINE (1 + DUEL_VALUES) /* a number, and so much for each card held of a value */
/* Where three cards lie: what each move is worth to a hand of the seat to act with open cards, -1 .. 1 or a little more, by
 * a straight line; any card that may be laid is one of the moves. Their count; 0 where the book does not know the board. */
int32_t duel_book_lines(const DuelState *state, uint32_t moves[MAX_MOVES], double lines[MAX_MOVES][DUEL_BOOK_LINE]);

#endif
