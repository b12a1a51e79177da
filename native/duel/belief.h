/* belief.h: what both seats' choices tell about their hands.
 *
 * All play is open, so both seats know what a seat has chosen and what its policy would have been
 * with each of its hands. Everything here follows from the record of the game and from no hidden
 * card. The likelihood of a hand: how likely its seat would have made its moves, with these very
 * cards, if it held the hand. Hands are indexed by duel_code. */

#ifndef HOARD_DUEL_BELIEF_H
#define HOARD_DUEL_BELIEF_H

#include "engine/table.h"
#include "equilibrium.h"
#include "opening.h"
#include "redeal.h"

#define DUEL_BELIEF_FROM 10 /* cards left from which the policy follows from the beliefs */

/* An ending, solved as far as time allowed. */
typedef struct DuelSolvedEnding {
    uint64_t key;
    DuelEnding *ending;
    uint32_t iterations;
    double exploitability;
} DuelSolvedEnding;

/* Models of a player: Dragon, and one who makes the best move with open cards in any case. */
enum { DUEL_MODEL_DRAGON, DUEL_MODEL_OPEN, DUEL_MODELS };

/* What all know at a position: the likelihoods of both seats' hands (before the ending also by
 * player model), and the place in the ending's tree. */
typedef struct DuelBelief {
    float likelihood[2][DUEL_POOLS], by_model[2][DUEL_MODELS][DUEL_POOLS];
    const DuelSolvedEnding *solved_ending; /* NULL before the ending */
    DuelCursor cursor;
} DuelBelief;

/* The policy of one hand (an information set) before the ending. */
typedef struct DuelPolicy {
    /* Moves; possible hands of the other; whether one move is best against all of them. */
    int32_t n, worlds, always;
    uint32_t move[MAX_MOVES];
    double value[MAX_MOVES];  /* mean with open cards over the other's hands */
    double weight[MAX_MOVES]; /* chance that it is played */
    uint8_t best[MAX_MOVES];
} DuelPolicy;

typedef struct DuelTracker DuelTracker;

/* The tracker that a table keeps, a cache of what was computed before; NULL if memory is out. Free it
 * with duel_tracker_free if table is NULL, as nobody keeps it then. */
DUEL_TESTED DuelTracker *duel_tracker_of(Table *table);
DUEL_TESTED void duel_tracker_free(DuelTracker *tracker);
/* Follows the record to a position of at most DUEL_BELIEF_FROM cards left; 0: no memory, or the
 * clock has run out. belief is valid until the tracker is used again. */
DUEL_TESTED int32_t duel_track(DuelTracker *tracker, const DuelState *state, Clock *clock,
                               DuelBelief *belief);
/* Solves the position as an ending of its own, for a hand that would not have come to this place in
 * the tree. */
int32_t duel_track_anew(DuelTracker *tracker, const DuelState *state, Clock *clock,
                        DuelBelief *belief);
/* The opening of a position with more than DUEL_BELIEF_FROM cards left; NULL: cancelled. Valid
 * until the next call. */
DUEL_TESTED const DuelOpening *duel_tracker_opening(DuelTracker *tracker, const DuelState *state,
                                                    Clock *clock);
/* The policy of a hand of the seat to act; 0 when the clock has run out. */
int32_t duel_policy(DuelTracker *tracker, const DuelState *state, const uint8_t hand[DUEL_VALUES],
                    const DuelBelief *belief, Clock *clock, DuelPolicy *policy);
/* Computes the opening after this move ahead of time: reading the other's next card needs it. More
 * than DUEL_BELIEF_FROM cards must be left then, too. */
void duel_precompute_opening(DuelTracker *tracker, const DuelState *state, uint32_t move,
                             Clock *clock);
/* Before the ending: computes what this move of the seat to act will reveal, and the look-ahead for
 * the move after it. Its next decision is the longest and then has both. */
void duel_precompute(DuelTracker *tracker, const DuelState *state, uint32_t move,
                     const DuelBelief *belief, Clock *clock);
/* Weighs the hands that the other seat may hold by belief. */
void duel_weigh_worlds(const DuelState *state, const DuelBelief *belief, DuelWorld *worlds,
                       int32_t n);

#endif
