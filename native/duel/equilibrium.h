/* equilibrium.h: the ending of the grid duel with hidden hands, up to seven cards left, as an equilibrium.
 *
 * The prior: every deal of the cards not on the table that fits it, each as likely as shuffling makes it. What the
 * play so far may have revealed about the hands is not used.
 *
 * An ending is made for a position, then improved by iterations as long as wanted; values are for the seat to act
 * in the first position, -1 a sure loss .. 1 a sure win. Hands are told by their cards of each value. */

#ifndef HOARD_DUEL_EQUILIBRIUM_H
#define HOARD_DUEL_EQUILIBRIUM_H

#include "engine/clock.h"
#include "rules.h"

#define DUEL_ENDING 7           /* cards left, at most */
#define DUEL_ENDING_ROWS 64     /* moves of a position, at most */

/* Switches, for tests: what may be left out without changing a value. */
#define DUEL_KEEP_TWINS 1       /* moves to positions that differ only by the order of rows and columns */
#define DUEL_KEEP_LOSERS 2      /* moves that another move beats whatever the other hand is */

#if defined(__GNUC__) || defined(__clang__)
#define DUEL_TESTED __attribute__((visibility("default"))) /* tests find it in the compiled module */
#else
#define DUEL_TESTED
#endif

typedef struct DuelEnding DuelEnding;

typedef struct DuelEndingMove {
    uint32_t move;
    int32_t twin;               /* row of the move that stands for it (its own, if none does) */
    double weight;              /* how often the average strategy plays it; 0 of a twin */
    double value;               /* with the best play that follows, against the other's average strategy */
} DuelEndingMove;

/* NULL when memory is out (more than mb megabytes: 0 = no limit) or the clock has run out. state: 1 .. DUEL_ENDING
 * cards left. hand: cards of the seat to act, so that each of its moves gets a value; NULL: no hand is meant. */
DUEL_TESTED DuelEnding *duel_ending_new(const DuelState *state, const uint8_t *hand, uint32_t switches, uint32_t mb,
                                        Clock *clock);
DUEL_TESTED void duel_ending_free(DuelEnding *ending);
/* 1 when one move of that hand is at least as good as any other, whatever the other seat holds; that move. */
DUEL_TESTED int32_t duel_ending_certain(const DuelEnding *ending, uint32_t *move);
/* Runs so many iterations more, fewer if the clock runs out; the iterations run. */
DUEL_TESTED uint32_t duel_ending_run(DuelEnding *ending, uint32_t iterations, Clock *clock);
/* Half of what both seats together could gain by best answers to the average strategies; value, where not NULL:
 * halfway between what the two best answers leave. Where a clock (here and below; NULL: none) runs out first, the
 * numbers mean nothing. */
DUEL_TESTED double duel_ending_exploitability(DuelEnding *ending, double *value, Clock *clock);
/* The moves of that hand, as rules.c lists them; their count. */
DUEL_TESTED int32_t duel_ending_moves(DuelEnding *ending, DuelEndingMove moves[DUEL_ENDING_ROWS], Clock *clock);
/* Average strategy after these moves from the first position, for cards that the seat to act may then hold: legal
 * moves in the order of rules.c and how often each is played; their count. Needs DUEL_KEEP_TWINS. */
DUEL_TESTED int32_t duel_ending_strategy(DuelEnding *ending, const uint32_t *line, int32_t n,
                                         const uint8_t hand[DUEL_VALUES], uint32_t moves[DUEL_ENDING_ROWS],
                                         double weights[DUEL_ENDING_ROWS]);
/* Size: nodes of the public tree that are left, leaves among them, boards, bytes. */
DUEL_TESTED void duel_ending_size(const DuelEnding *ending, uint64_t size[4]);

#endif
