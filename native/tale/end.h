/* end.h: the last stage of Fairy Tale for two, and the last picks before it, solved. */

#ifndef HOARD_TALE_END_H
#define HOARD_TALE_END_H

#include "engine/clock.h"
#include "rules.h"

#define TALE_WIN 40             /* bonus of a win in a payoff, in points */
#define TALE_END_MOVES 16       /* most moves of a decision */

#define TALE_LEFT 3             /* cards of a pack at the second last pick */

/* What both seats know in the last stage, and what the other does not: a seat's first pick of
 * the last draft. */
typedef struct TaleKnown {
    uint8_t n[2], hand[2][TALE_HAND]; /* cards known to both */
    uint8_t hidden;             /* seats that also hold their hidden card, one bit each */
    uint8_t own;                /* hidden card of the asking seat, or NO_KIND */
    uint8_t left, packs[2][TALE_LEFT]; /* cards in each pack if a pick is due, else 0 */
    /* copies that a hidden card may be, equally likely; the two differ */
    uint8_t pool[TALE_KINDS];
} TaleKnown;

typedef struct TaleEndMove {
    uint32_t move;
    double weight, payoff, margin; /* probability; value against the other's strategy */
} TaleEndMove;

typedef struct TaleEnding TaleEnding;

/* 0 if this is not the last stage or one of the last two picks of a game of two, or if drawn
 * cards are hidden. */
int32_t tale_known(const TaleState *world, int seat, TaleKnown *known);
/* Builds the tree; NULL if nodes, time or memory are out. The clock is kept for the calls below. */
TaleEnding *tale_ending_new(const TaleState *state, const TaleKnown *known, uint32_t nodes,
                            Clock *clock);
void tale_ending_free(TaleEnding *ending);
/* Runs iterations of regret minimisation; returns their number, smaller if time runs out. */
uint32_t tale_ending_run(TaleEnding *ending, uint32_t iterations);
/* Half of what both seats could gain by best responses; *value: payoff of seat 0. */
double tale_ending_exploitability(TaleEnding *ending, double *value);
/* Moves of the seat to act, given its hidden card (NO_KIND: none); returns their number. */
int32_t tale_ending_moves(TaleEnding *ending, int seat, int own, TaleEndMove moves[TALE_END_MOVES]);
uint64_t tale_ending_size(const TaleEnding *ending); /* outcomes in the tree */
/* 0: the tree leaves out cards that may be drawn */
int32_t tale_ending_whole(const TaleEnding *ending);

#endif
