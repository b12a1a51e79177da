/* board_lines.h: what the moves on a board of the grid duel are worth to each hand.
 *
 * For the maker of the book of boards (duel/boards.py). Python reads it as it does engine.h. */

#ifndef HOARD_TOOLS_BOARD_LINES_H
#define HOARD_TOOLS_BOARD_LINES_H

#include "engine/engine.h"

/* Fits the linear functions of the moves on a board of three or four cards to drawn deals. state: of
 * the duel, any deal that has come to the board. name: of the board, 9 characters; lines: for each
 * cell beside it in the order of the book, for each value, the constant and four slopes. Returns
 * the number of cells, at most 16; 0 if memory is out. */
int32_t duel_board_lines(const void *state, uint64_t seed, uint64_t deals, char *name,
                         double *lines);

#endif
