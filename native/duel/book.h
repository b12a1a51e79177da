/* book.h: opening books of the grid duel: outcomes of the first three moves for every pair of
 * hands, and linear functions for the fourth and the fifth. */

#ifndef HOARD_DUEL_BOOK_H
#define HOARD_DUEL_BOOK_H

#include "rules.h"

/* A checksum of the books, written by book.py, so that another book means another engine. */
#define DUEL_BOOK_MARK 941662929u

/* Outcome of every move for the seat to act, in the order of rules.c; their count, or 0 if no book
 * has the position. */
int32_t duel_book_values(const DuelState *state, const uint8_t hands[2][DUEL_VALUES],
                         int8_t values[MAX_MOVES]);

#define DUEL_BOOK_LINE (1 + DUEL_VALUES) /* a constant, and a slope for each value */
#define DUEL_BOOK_NAME 9                 /* of a board, with the end of the string */
/* With three or four cards on the table: for each move of any hand a linear function of the cards
 * held, which tells what it is worth with open cards (-1 .. 1, or a little more; with four cards
 * plus what it is worth after random play). Their count, or 0 with more or fewer cards. */
int32_t duel_book_lines(const DuelState *state, uint32_t moves[MAX_MOVES],
                        double lines[MAX_MOVES][DUEL_BOOK_LINE]);
/* The name of a board of so many cards, and the cells beside it in the order of the book; their
 * count. */
int32_t duel_book_name(const DuelState *state, char name[DUEL_BOOK_NAME],
                       uint8_t cells[DUEL_CARDS]);

#endif
