/* lines.h: what a line of the grid duel can still become, for the solver. */

#ifndef HOARD_DUEL_LINES_H
#define HOARD_DUEL_LINES_H

#include "rules.h"

#define DUEL_POOLS 1296   /* 6^4: 0 .. 5 cards of each value still to be placed; value v counts 6^v */
#define DUEL_CONTENTS 70  /* multisets of up to four cards: what a line may hold; 0 = nothing */
#define DUEL_RANKS 22     /* scores that a line can have */

/* Badness of a line at least, and minus that at most, when the rest of it is filled from the pool. The minus makes
 * the two change places when the line is the other seat's, and both are only ever added. */
typedef struct DuelBounds {
    int64_t low, top;
} DuelBounds;

typedef struct DuelLook {
    uint64_t colour;      /* equal for lines that differ by a constant only, however they are filled; 0: settled */
    int64_t soft;         /* expected soft badness, for the order of moves */
} DuelLook;

typedef struct DuelLines {
    DuelBounds bounds[DUEL_POOLS][DUEL_CONTENTS];
    DuelLook looks[DUEL_POOLS][DUEL_CONTENTS];
    uint8_t ready[DUEL_POOLS];
    uint8_t add[DUEL_CONTENTS][DUEL_VALUES]; /* contents with one card more; a full line stays as it is */
    uint8_t rank[DUEL_CONTENTS];             /* of full ones: place of the score among all scores, 0 the lowest */
    uint8_t index[625];                      /* contents by counts, in base 5 */
    uint16_t code[DUEL_CONTENTS], packed[DUEL_CONTENTS]; /* counts in base 5, in nibbles */
    uint64_t label[DUEL_CONTENTS];
    int64_t badness[DUEL_RANKS], soft[DUEL_RANKS];
    int unmerged;                            /* colours tell contents apart, not what may become of them */
} DuelLines;

extern const int duel_pool_unit[DUEL_VALUES];
/* A hand's cards of each value, or a pool's, as one number below DUEL_POOLS; at most five of a value. */
int duel_code(const uint8_t hand[DUEL_VALUES]);
/* Ways to draw so many cards of a value (second) from those there are (first): both at most 5. */
extern const uint8_t duel_ways[6][6];

void duel_lines_start(DuelLines *lines); /* lines: all zero */
/* Makes the lines of this pool, and of all that may be left of it, ready. */
void duel_lines_fill(DuelLines *lines, int pool);

#endif
