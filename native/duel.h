/* duel.h: the state of the grid duel, for its rules (duel.c), its solver and its players. */

#ifndef HOARD_DUEL_H
#define HOARD_DUEL_H

#include "common.h"

#define DUEL_VALUES 4
#define DUEL_COPIES 5       /* cards of each value */
#define DUEL_HAND 8
#define DUEL_CARDS 16       /* cards that fill the grid */
#define DUEL_SPAN 4         /* columns and rows at most */
#define DUEL_ORIGIN 27      /* cell of the first card: row 3, column 3 */

/* The grid floats, so cells are told relative to the first card: 7 x 7 of them, in rows of 8 bits.
 *
 *   cell = (row + 3) * 8 + (column + 3), row and column -3 .. 3; column 4 is a guard, always empty
 *
 * A card's value is spread over two bit boards: value = 2 * bit of high + bit of low, where occupied. */
typedef struct DuelState {
    uint64_t seed;
    uint64_t occupied, low, high;
    uint8_t hands[2][DUEL_VALUES];  /* how many of each value */
    uint8_t open_hands, first_to;   /* options */
    uint8_t game, starter;          /* games finished so far; who began this one: the columns are his */
    uint8_t wins[2];
    uint8_t ply, over;              /* cards on the grid; the match is over */
    uint8_t left, right, top, bottom; /* the box around the cards, columns and rows 0 .. 6; of no meaning at ply 0 */
} DuelState;

static inline int duel_turn(const DuelState *state) { return (state->starter + state->ply) & 1; }

/* A move: cell * 4 + value. */
static inline int duel_move_value(uint32_t move) { return (int)(move & 3); }
static inline int duel_move_cell(uint32_t move) { return (int)(move >> 2); }

/* Lays a card of the seat to act; what follows from it (a full grid, the next game) is play()'s. */
void duel_put(DuelState *state, int cell, int value);
/* Empty cells where a card may go. */
uint64_t duel_targets(const DuelState *state);
/* Score of a line that holds so many of each value, 0 .. 103 (rules: duel, scoring). */
int duel_line_score(const uint8_t counts[DUEL_VALUES]);
/* Compares the sorted lines of a full grid: 1 the starter (columns) wins, 0 a draw, -1 the other. */
int duel_compare(const int columns[DUEL_SPAN], const int rows[DUEL_SPAN]);

void duel_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress,
                Result *result);
void duel_advise(const void *world, int32_t level, const Limits *limits, Table *table, Progress *progress,
                 Result *result);

#endif
