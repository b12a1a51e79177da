/* lines.h: what a line of the grid duel can still become; for the solver. */

#ifndef HOARD_DUEL_LINES_H
#define HOARD_DUEL_LINES_H

#include "rules.h"

#define DUEL_POOLS 1296  /* 6^4: 0 .. 5 cards of each value; a card of value v counts 6^v */
#define DUEL_CONTENTS 70 /* multisets of up to four cards: what a line may hold; 0 = nothing */
#define DUEL_RANKS 22    /* scores that a line can have */

/* The least badness of a line, and minus the greatest, when the rest of it is filled from the pool.
 * With the minus, the two swap when the line is the other seat's, and both are only ever added. */
typedef struct DuelBounds {
    int64_t low, top;
} DuelBounds;

typedef struct DuelLineClass {
    /* Equal for lines that differ by a constant only, however they are filled; 0: full. */
    uint64_t colour;
    int64_t heuristic; /* expected heuristic badness, for move ordering */
} DuelLineClass;

typedef struct DuelLines {
    DuelBounds bounds[DUEL_POOLS][DUEL_CONTENTS];
    DuelLineClass classes[DUEL_POOLS][DUEL_CONTENTS];
    uint8_t ready[DUEL_POOLS];
    uint8_t add[DUEL_CONTENTS][DUEL_VALUES]; /* contents with a card more; a full line stays */
    uint8_t rank[DUEL_CONTENTS]; /* of full ones: rank of the score, 0 the lowest */
    uint8_t index[625]; /* contents by counts, in base 5 */
    uint16_t code[DUEL_CONTENTS], packed[DUEL_CONTENTS]; /* counts in base 5, in nibbles */
    uint64_t label[DUEL_CONTENTS];
    int64_t badness[DUEL_RANKS], heuristic[DUEL_RANKS];
    int unmerged; /* for tests: a colour for each contents */
} DuelLines;

extern const int duel_pool_unit[DUEL_VALUES];
/* A hand or a pool as one number below DUEL_POOLS; at most five cards of a value. */
int duel_code(const uint8_t hand[DUEL_VALUES]);
/* Binomials [n][k]: ways to draw k of n cards, n at most 5. */
extern const uint8_t duel_ways[6][6];

void duel_lines_start(DuelLines *lines); /* lines: all zero */
/* Fills in the lines of this pool and of all pools within it. */
void duel_lines_fill(DuelLines *lines, int pool);

#endif
