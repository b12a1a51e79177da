/* end.h: the last stage of Fairy Tale for two, and the last picks before it, solved. */

#ifndef HOARD_TALE_END_H
#define HOARD_TALE_END_H

#include "engine/clock.h"
#include "rules.h"

#define TALE_WIN 40             /* points that a won match counts in a payoff, besides its margin */
#define TALE_END_MOVES 16       /* moves of a decision */

#define TALE_LEFT 3             /* cards of a pack at the last pick but one */

/* What both seats know in the last stage, and what neither knows of the other: the first pick of its last draft. */
typedef struct TaleKnown {
    uint8_t n[2], hand[2][TALE_HAND]; /* known to both */
    uint8_t hidden;             /* seats that hold one card more, one bit each */
    uint8_t own;                /* that of the seat that asks, or NO_KIND */
    uint8_t left, packs[2][TALE_LEFT]; /* cards in each pack while one of the last picks is to be made, else 0 */
    uint8_t pool[TALE_KINDS];   /* it is any of these, each equally likely; the other's is any of the rest */
} TaleKnown;

typedef struct TaleEndMove {
    uint32_t move;
    double weight, payoff, margin; /* share in the mixed strategy; what it brings against the other's */
} TaleEndMove;

typedef struct TaleEnding TaleEnding;

/* Fills in what both know; 0 where it does not fit: more than one card hidden in a hand, or neither the last stage
 * nor one of the last two picks for two. */
int32_t tale_known(const TaleState *world, int seat, TaleKnown *known);
/* The whole tree from here on; NULL when the nodes or the clock, which serves all that follows, do not allow it. */
TaleEnding *tale_ending_new(const TaleState *state, const TaleKnown *known, uint32_t nodes, Clock *clock);
void tale_ending_free(TaleEnding *ending);
/* Improves the strategies; returns the iterations that were run. */
uint32_t tale_ending_run(TaleEnding *ending, uint32_t iterations);
/* Half of what both seats could gain by the best answers to the strategies found; *value: payoff of seat 0. */
double tale_ending_exploitability(TaleEnding *ending, double *value);
/* Moves of the seat that acts, for the card it hides (NO_KIND: none); returns their count. */
int32_t tale_ending_moves(TaleEnding *ending, int seat, int own, TaleEndMove moves[TALE_END_MOVES]);
uint64_t tale_ending_size(const TaleEnding *ending); /* outcomes in its tree */
int32_t tale_ending_whole(const TaleEnding *ending); /* 0: some card may be drawn that the tree does not play */

#endif
