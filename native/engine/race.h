/* race.h: compares moves in sampled worlds by sequential halving. */

#ifndef HOARD_RACE_H
#define HOARD_RACE_H

#include "engine.h"

typedef struct Race {
    int32_t n, order[MAX_MOVES];    /* moves still in the race, best first: indices into Result.list */
    double margin[MAX_MOVES], worth[MAX_MOVES]; /* sums of leads in points, and of lead_worth */
    double odds[MAX_MOVES];         /* sums of race_odds */
    int32_t odds_told;
    uint32_t playouts[MAX_MOVES], all;
} Race;

/* Samples a world, plays every move of the race in it, and reports each one's lead with race_note. */
typedef void RaceWorld(Race *race, const Result *result, void *context);

/* Runs about `playouts` playouts and fills the result's move, values, weights and counts. A value is the mean lead
 * less `base`. A single move gets a few playouts, only for its value. */
void race_run(RaceWorld *world, void *context, uint32_t playouts, double base, const Limits *limits,
              Progress *progress, Result *result);
/* Reports the lead, in points, that a move (an index into Result.list) reached in this world. */
void race_note(Race *race, int32_t at, double lead);
/* Reports whether what is fought for was won, 1 or 0; -1 if nothing is fought for. */
void race_odds(Race *race, int32_t at, int happened);

#endif
