/* rules.h: the state of the grid duel and its rules. */

#ifndef HOARD_DUEL_RULES_H
#define HOARD_DUEL_RULES_H

#include "engine/common.h"

#define DUEL_VALUES 4
#define DUEL_COPIES 5 /* cards of each value */
#define DUEL_HAND 8
#define DUEL_CARDS 16 /* cards that fill the grid */
#define DUEL_SPAN 4   /* columns and rows at most */
#define DUEL_OPTIONS 3
#define DUEL_ORIGIN 27 /* cell of the first card: row 3, column 3 */

/* The grid floats, so cells are relative to the first card: 7 x 7 of them, in rows of 8 bits.
 *
 *   cell = (row + 3) * 8 + (column + 3), row and column -3 .. 3; column 4 is a guard, always empty
 *
 * A card's value is spread over two bit boards: value = 2 * high + low, where occupied. */
typedef struct DuelState {
    uint64_t seed;
    uint64_t occupied, low, high;
    uint8_t hands[2][DUEL_VALUES]; /* how many of each value */
    uint8_t open_hands, first_to; /* options */
    uint8_t game, starter; /* games finished; the seat that began this one and owns the columns */
    uint8_t wins[2];
    uint8_t ply, over;                /* cards on the grid; the match is over */
    uint8_t left, right, top, bottom; /* box around the cards, 0 .. 6; meaningless at ply 0 */
    uint8_t order[DUEL_CARDS];        /* cells in the order in which they were filled, public */
} DuelState;

/* The seat to act in a game that is not over. */
static inline int duel_turn(const DuelState *state) { return (state->starter + state->ply) & 1; }

/* Value of the card on an occupied cell. */
static inline int duel_value(const DuelState *state, int cell)
{
    return (int)((state->high >> cell & 1) << 1 | (state->low >> cell & 1));
}

/* A move is cell * 4 + value. */
static inline int duel_move_value(uint32_t move) { return (int)(move & 3); }
static inline int duel_move_cell(uint32_t move) { return (int)(move >> 2); }

/* Lays a card of the seat to act. duel_play does what follows from a full grid. */
void duel_put(DuelState *state, int cell, int value);
/* Empty cells where a card may go. */
uint64_t duel_targets(const DuelState *state);
/* Score of a line by its cards of each value, 0 .. 103 (rules: duel, scoring). */
int duel_line_score(const uint8_t counts[DUEL_VALUES]);
/* Compares the sorted lines of a full grid: 1 the starter (columns) wins, 0 draw, -1 the other. */
int duel_compare(const int columns[DUEL_SPAN], const int rows[DUEL_SPAN]);

/* ---- the game's functions and words, as struct Game has them ---- */

extern const char *const duel_zones[], *const duel_says[], *const duel_reasons[];
extern const char *const duel_labels[];
extern const Option duel_options[DUEL_OPTIONS];

int32_t duel_seats(const int32_t *values, char *error);
int32_t duel_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                  const char *deck, Chance *chance, char *error);
int32_t duel_to_act(const void *self);
int32_t duel_moves(const void *self, uint32_t *moves);
void duel_play(void *self, uint32_t move, Events *events, Chance *chance);
int32_t duel_over(const void *self);
void duel_scores(const void *self, double *scores);
uint32_t duel_winners(const void *self);
int32_t duel_move_text(const void *self, uint32_t move, char *text);
uint32_t duel_move_parse(const void *self, const char *text);
int32_t duel_why_not(const void *self, uint32_t move);
int32_t duel_card_text(const void *self, int32_t card, char *text);
int32_t duel_describe(const void *self, int32_t viewer, char *json);
int32_t duel_derive(const void *self, char *json);
int32_t duel_cards(const void *self, int32_t viewer, Placed *cards);
int32_t duel_breakdown(const void *self, int32_t seat, Row *rows);
int32_t duel_reward(const void *root, const void *self, int32_t *rewards);
void duel_rollout(void *self, Rng *rng);

#endif
