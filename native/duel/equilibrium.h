/* equilibrium.h: the ending of the grid duel with hidden hands, up to eight cards left, as an equilibrium.
 *
 * The prior: every deal of the cards not on the table that fits it, each as likely as shuffling makes it, unless what
 * the play so far has shown is given.
 *
 * An ending is made for a position, then improved by iterations as long as wanted; values are for the seat to act
 * in the first position, -1 a sure loss .. 1 a sure win. Hands are told by their cards of each value. */

#ifndef HOARD_DUEL_EQUILIBRIUM_H
#define HOARD_DUEL_EQUILIBRIUM_H

#include "engine/clock.h"
#include "lines.h"
#include "rules.h"

#define DUEL_ENDING_MOST 8      /* cards left, at most */
#define DUEL_ENDING_ROWS 64     /* moves of a position, at most */
#define DUEL_ENDING_HANDS 35    /* of a seat, at most */
#define DUEL_DOUBT 0.001f       /* a move that a policy never makes is taken to be made so often all the same */
#define DUEL_NO_WORTH (-9.0f)   /* of a hand that an ending does not know, or that cannot make a move */
#define DUEL_FORGIVES 0.125f    /* how much of a negative regret stays after one of the first iterations */
#define DUEL_RARE 0.002f        /* a hand that comes to a position more rarely by its own policy has none there */

/* Switches. For tests: what may be left out without changing a value. */
#define DUEL_KEEP_TWINS 1       /* moves to positions that differ only by the order of rows and columns */
#define DUEL_KEEP_LOSERS 2      /* moves that another move beats whatever the other hand is */
/* For a coarse ending: moves that open cards find worth much less than the hand's best one are left out. */
#define DUEL_DROP_POOR 4

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

/* NULL when memory is out (more than mb megabytes: 0 = no limit) or the clock has run out. state: 1 .. DUEL_ENDING_MOST
 * cards left. hand: cards of the seat to act, so that each of its moves gets a value; NULL: no hand is meant. fits: how
 * well hands of the seat to act, and of the other, fit what they have chosen (by their codes, duel_code, not
 * all of them 0); where the tree of most cards would be too large, the rarest hands are left out of it, or it becomes
 * a coarse one. NULL: all fit, and all stay. */
DUEL_TESTED DuelEnding *duel_ending_new(const DuelState *state, const uint8_t *hand, const float (*fits)[DUEL_POOLS],
                                        uint32_t switches, uint32_t mb, Clock *clock);
DUEL_TESTED void duel_ending_free(DuelEnding *ending);
/* 1 when one move of that hand is at least as good as any other, whatever the other seat holds; that move. */
DUEL_TESTED int32_t duel_ending_certain(const DuelEnding *ending, uint32_t *move);
/* Runs so many iterations more, fewer if the clock runs out; the iterations run. */
DUEL_TESTED uint32_t duel_ending_run(DuelEnding *ending, uint32_t iterations, Clock *clock);
/* Half of what both seats together could gain by best answers to the average strategies; value, where not NULL:
 * halfway between what the two best answers leave. Where a clock (here and below; NULL: none) runs out first, the
 * numbers mean nothing. */
DUEL_TESTED double duel_ending_exploitability(DuelEnding *ending, double *value, Clock *clock);
/* What the first position is worth to each hand of the seat that is not to act there, by the hand's code: with its best
 * play against the average strategy of the other, -1 .. 1; DUEL_NO_WORTH of one that the tree does not have. */
DUEL_TESTED void duel_ending_values(DuelEnding *ending, float values[DUEL_POOLS], Clock *clock);
/* One iteration where each hand of the seat that is not to act comes to the first position by a share of its own (by its
 * code) of what it did at first; values as above, but as both play now. */
void duel_ending_follow(DuelEnding *ending, const float shares[DUEL_POOLS], float values[DUEL_POOLS], Clock *clock);
/* The moves of that hand, as rules.c lists them; their count. */
DUEL_TESTED int32_t duel_ending_moves(DuelEnding *ending, DuelEndingMove moves[DUEL_ENDING_ROWS], Clock *clock);
/* Average strategy after these moves from the first position, for cards that the seat to act may then hold: legal
 * moves in the order of rules.c and how often each is played; their count. Needs DUEL_KEEP_TWINS. */
DUEL_TESTED int32_t duel_ending_strategy(DuelEnding *ending, const uint32_t *line, int32_t n,
                                         const uint8_t hand[DUEL_VALUES], uint32_t moves[DUEL_ENDING_ROWS],
                                         double weights[DUEL_ENDING_ROWS]);
/* A place in an ending's tree that play has come to: how likely each seat's hands come there by the average
 * strategies (0: the seat that moved first), and the part of it that the strategies since the first position make. */
typedef struct DuelSpot {
    uint32_t node;
    float reach[2][DUEL_ENDING_HANDS], share[2][DUEL_ENDING_HANDS];
} DuelSpot;

/* The first position. */
void duel_ending_start(const DuelEnding *ending, DuelSpot *spot);
/* On with a move from this position, which may be a twin of the tree's: 1, or 0 where the tree ends with it, or -1
 * where every hand has a better one. Without a 1 the spot is of no use any more; at -1 nothing else has changed. fits: of
 * the seat to act, which become those of the cards left to it: by this very card, of those of its value that it holds. */
int32_t duel_ending_step(const DuelEnding *ending, DuelSpot *spot, const DuelState *state, uint32_t move,
                         float fits[DUEL_POOLS]);
/* The moves of a hand of the seat to act, as rules.c lists them, with the average strategy; twin = -1, and no value,
 * where another move beats it. brief: without any values. Their count; 0 where the hand hardly ever comes here. */
int32_t duel_ending_policy(DuelEnding *ending, const DuelSpot *spot, const DuelState *state,
                           const uint8_t hand[DUEL_VALUES], int32_t brief, DuelEndingMove moves[DUEL_ENDING_ROWS]);
/* How often the hands of the seat to act that may make each of these moves do so, on average; of twins the first one. */
void duel_ending_means(const DuelEnding *ending, const DuelSpot *spot, const DuelState *state, int32_t n,
                       const uint32_t *moves, double *means);
/* Whether the tree has this hand of the seat to act at its root, or of the other. */
DUEL_TESTED int32_t duel_ending_knows(const DuelEnding *ending, int32_t other, const uint8_t hand[DUEL_VALUES]);
/* Whether the tree has the hand that led to this one of the seat that is not to act, in a position that play has come
 * to from the first one. */
int32_t duel_ending_reckons(const DuelEnding *ending, const DuelState *state, const uint8_t hand[DUEL_VALUES]);
/* Whether poor plays were left out: then nobody knows what its strategies give away. */
DUEL_TESTED int32_t duel_ending_coarse(const DuelEnding *ending);
/* Size: nodes of the public tree that are left, leaves among them, boards, bytes. */
DUEL_TESTED void duel_ending_size(const DuelEnding *ending, uint64_t size[4]);

#endif
