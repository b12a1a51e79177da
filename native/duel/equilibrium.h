/* equilibrium.h: the ending of the grid duel with hidden hands as an equilibrium.
 *
 * Prior: every deal of the cards that are not on the table, by shuffling and, if given, by the
 * likelihoods of both seats' hands. An ending is built for a position with at most eight cards
 * left, then improved by as many iterations as wanted. Values are for the seat to act at the root,
 * the position that the ending was built for: -1 a sure loss .. 1 a sure win. */

#ifndef HOARD_DUEL_EQUILIBRIUM_H
#define HOARD_DUEL_EQUILIBRIUM_H

#include "engine/clock.h"
#include "lines.h"
#include "rules.h"

#define DUEL_ENDING_MOST 8        /* cards left at most */
#define DUEL_ENDING_ROWS 64       /* moves of a position at most */
#define DUEL_ENDING_HANDS 35      /* hands of a seat at most */
#define DUEL_TREMBLE 0.001f       /* least chance of any move when beliefs are updated */
#define DUEL_NO_WORTH (-9.0f)     /* of a hand that is not in the tree or cannot make the move */
#define DUEL_NEGATIVE_KEPT 0.125f /* discount of negative regrets in the first iterations */
#define DUEL_RARE 0.002f          /* a hand that comes to a node more rarely has no policy there */

/* Switches. For tests: what the tree keeps although it changes no value. */
#define DUEL_KEEP_TWINS 1     /* boards that differ only by the order of rows and columns */
#define DUEL_KEEP_DOMINATED 2 /* dominated moves */
/* Coarse ending: leave out moves that open cards find much worse than the hand's best. */
#define DUEL_DROP_POOR 4

#if defined(__GNUC__) || defined(__clang__)
/* Tests find these functions in the compiled module. */
#define DUEL_TESTED __attribute__((visibility("default")))
#else
#define DUEL_TESTED
#endif

typedef struct DuelEnding DuelEnding;

typedef struct DuelEndingMove {
    uint32_t move;
    int32_t twin;  /* row of the move that stands for it, or its own */
    double weight; /* in the average strategy; 0 of a twin */
    double value;  /* of best responses after it to the other's average strategy */
} DuelEndingMove;

/* Builds the ending of a position with 1 .. DUEL_ENDING_MOST cards left. NULL when memory is out
 * (more than mb megabytes; 0 = no limit) or the clock has run out. hand: of the seat to act, so
 * that each of its moves gets a value; NULL: none. likelihood: of the hands of the seat to act, and
 * of the other, by duel_code, not all 0; with most cards left, a tree that would be too large drops
 * the rarest hands or becomes coarse. NULL: all likelihoods are 1, and all hands stay. */
DUEL_TESTED DuelEnding *duel_ending_new(const DuelState *state, const uint8_t *hand,
                                        const float (*likelihood)[DUEL_POOLS], uint32_t switches,
                                        uint32_t mb, Clock *clock);
DUEL_TESTED void duel_ending_free(DuelEnding *ending);
/* 1 when one move of that hand dominates all others; that move. */
DUEL_TESTED int32_t duel_ending_certain(const DuelEnding *ending, uint32_t *move);
/* Runs more iterations, fewer if the clock runs out; returns the iterations run. */
DUEL_TESTED uint32_t duel_ending_run(DuelEnding *ending, uint32_t iterations, Clock *clock);
/* Half of what both seats together gain by best responses to the average strategies. value, if not
 * NULL: halfway between the values of the two best responses. If the clock (NULL: none) runs out
 * first, here and below, the numbers mean nothing. */
DUEL_TESTED double duel_ending_exploitability(DuelEnding *ending, double *value, Clock *clock);
/* What the root is worth to each hand of the seat that is not to act there, by code: its best
 * response to the other's average strategy, -1 .. 1; DUEL_NO_WORTH of a hand that the tree does not
 * have. */
DUEL_TESTED void duel_ending_values(DuelEnding *ending, float values[DUEL_POOLS], Clock *clock);
/* One iteration where each hand of the seat that is not to act reaches the root with this share (by
 * code) of its first weight; values as above, but of the current strategies. */
void duel_ending_follow(DuelEnding *ending, const float shares[DUEL_POOLS],
                        float values[DUEL_POOLS], Clock *clock);
/* The moves of the hand given to duel_ending_new, as rules.c lists them; their count. */
DUEL_TESTED int32_t duel_ending_moves(DuelEnding *ending, DuelEndingMove moves[DUEL_ENDING_ROWS],
                                      Clock *clock);
/* Average strategy after this line from the root for a hand that the seat to act may then hold:
 * legal moves in the order of rules.c and their weights; their count. Needs DUEL_KEEP_TWINS. */
DUEL_TESTED int32_t duel_ending_strategy(DuelEnding *ending, const uint32_t *line, int32_t n,
                                         const uint8_t hand[DUEL_VALUES],
                                         uint32_t moves[DUEL_ENDING_ROWS],
                                         double weights[DUEL_ENDING_ROWS]);
/* A node of the tree that play has come to. By hand (0: of the seat that moves at the root): reach,
 * its weight at the node by the average strategies, and share, the part of it that they made since
 * the root. */
typedef struct DuelCursor {
    uint32_t node;
    float reach[2][DUEL_ENDING_HANDS], share[2][DUEL_ENDING_HANDS];
} DuelCursor;

/* Sets the cursor to the root. */
void duel_ending_start(const DuelEnding *ending, DuelCursor *cursor);
/* Follows a move from this position, which may be a twin of the tree's. 1; 0 where the tree ends
 * with it; -1 where no hand keeps the move. Without a 1 the cursor is of no use any more; at -1
 * nothing else has changed. likelihood: of the seat to act; becomes that of its hands after the
 * move, per card of the value. */
int32_t duel_ending_step(const DuelEnding *ending, DuelCursor *cursor, const DuelState *state,
                         uint32_t move, float likelihood[DUEL_POOLS]);
/* The moves of a hand of the seat to act, as rules.c lists them, with the average strategy; twin =
 * -1 and no value where the move is dominated. brief: no values at all. Their count; 0 where the
 * hand hardly ever comes here. */
int32_t duel_ending_policy(DuelEnding *ending, const DuelCursor *cursor, const DuelState *state,
                           const uint8_t hand[DUEL_VALUES], int32_t brief,
                           DuelEndingMove moves[DUEL_ENDING_ROWS]);
/* How often the hands that can make each of these moves do so, on average; of twins the first. */
void duel_ending_means(const DuelEnding *ending, const DuelCursor *cursor, const DuelState *state,
                       int32_t n, const uint32_t *moves, double *means);
/* Whether the root has this hand of the seat to act, or of the other. */
DUEL_TESTED int32_t duel_ending_knows(const DuelEnding *ending, int32_t other,
                                      const uint8_t hand[DUEL_VALUES]);
/* Whether the root has the hand that led to this one of the seat that is not to act in this later
 * position. */
int32_t duel_ending_knew(const DuelEnding *ending, const DuelState *state,
                         const uint8_t hand[DUEL_VALUES]);
/* Whether poor moves were left out: then the exploitability is not that of the whole game. */
DUEL_TESTED int32_t duel_ending_coarse(const DuelEnding *ending);
/* Size: nodes of the public tree, leaves among them, boards, bytes. */
DUEL_TESTED void duel_ending_size(const DuelEnding *ending, uint64_t size[4]);

#endif
