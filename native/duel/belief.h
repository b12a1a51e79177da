/* belief.h: what both seats' choices tell about their hands.
 *
 * All play of the grid duel is open, so what a seat has chosen, and what its policy would have been with each of its
 * hands, is known to both: everything here is a function of the record of the game, and of no hand. A hand's fit is
 * how likely its seat's choices of these very cards were with it; hands are told by their codes (duel_code). */

#ifndef HOARD_DUEL_BELIEF_H
#define HOARD_DUEL_BELIEF_H

#include "engine/table.h"
#include "equilibrium.h"
#include "opening.h"
#include "redeal.h"

#define DUEL_VIEWED 10          /* cards left from which a hand is played by what has been played before */

/* An ending as far as it was worked out. */
typedef struct DuelThought {
    uint64_t key;
    DuelEnding *ending;
    uint32_t iterations;
    double gives;               /* its exploitability */
} DuelThought;

/* Kinds of players that a seat may be: Dragon, and one who lays what is best with open cards, whatever was played. */
enum { DUEL_DRAGON, DUEL_OPEN, DUEL_KINDS };

/* Where a game stands: the fits of both seats' hands, up to the ending by kinds of players, too, and the place in an
 * ending's tree. */
typedef struct DuelPlace {
    float fits[2][DUEL_POOLS], by_kind[2][DUEL_KINDS][DUEL_POOLS];
    const DuelThought *thought; /* NULL before the ending */
    DuelSpot spot;
} DuelPlace;

/* What one who holds a hand makes of a position before the ending. */
typedef struct DuelView {
    int32_t n, worlds, always;  /* moves; hands that the other may hold; whether one move is best against all */
    uint32_t move[MAX_MOVES];
    double value[MAX_MOVES], weight[MAX_MOVES]; /* by open cards, over what the other may hold; the policy */
    uint8_t best[MAX_MOVES];
} DuelView;

typedef struct DuelMind DuelMind;

/* The mind that a table keeps, whose only use is that it knows what it has worked out before; NULL without memory.
 * Free it with duel_mind_free where the table keeps none (a table of NULL). */
DUEL_TESTED DuelMind *duel_mind_of(Table *table);
DUEL_TESTED void duel_mind_free(DuelMind *mind);
/* Follows the record to a position of at most DUEL_VIEWED cards left; 0: no memory, or the clock has run out. place
 * holds until the mind is used again. */
DUEL_TESTED int32_t duel_believe(DuelMind *mind, const DuelState *state, Clock *clock, DuelPlace *place);
/* The same position as an ending of its own, for a hand that would not have come to its place in the tree. */
int32_t duel_believe_anew(DuelMind *mind, const DuelState *state, Clock *clock, DuelPlace *place);
/* What all have seen says of a position before DUEL_VIEWED; NULL: cancelled. Holds until the next call. */
DUEL_TESTED const DuelOpening *duel_mind_opening(DuelMind *mind, const DuelState *state, Clock *clock);
/* The view of a hand of the seat to act; 0 when the clock has run out. */
int32_t duel_view(DuelMind *mind, const DuelState *state, const uint8_t hand[DUEL_VALUES], const DuelPlace *place,
                  Clock *clock, DuelView *view);
/* Works out what all have seen says after this move of the seat to act, with more than DUEL_VIEWED cards left then, too:
 * what the other's next card tells hangs on it. */
void duel_foresee_opening(DuelMind *mind, const DuelState *state, uint32_t move, Clock *clock);
/* Works out what this move of the seat to act, whose place is before the ending, will tell, and what may be seen ahead
 * of the next one, so that both are known when the seat moves again: that decision is the longest. */
void duel_foresee(DuelMind *mind, const DuelState *state, uint32_t move, const DuelPlace *place, Clock *clock);
/* Weighs the hands that the other seat may hold by their fits, an even share mixed in. */
void duel_weigh(const DuelState *state, const DuelPlace *place, DuelWorld *worlds, int32_t n);

#endif
