/* race.h: moves compared in drawn worlds, the worse half dropped again and again. */

#ifndef HOARD_RACE_H
#define HOARD_RACE_H

#include "engine.h"

typedef struct Race {
    int32_t n, order[MAX_MOVES];    /* moves still in the race, best first: indices into Result.list */
    double margin[MAX_MOVES], worth[MAX_MOVES]; /* sums of leads, in points, and of what they are worth */
    double odds[MAX_MOVES];         /* sums of what race_odds was told */
    int32_t odds_told;
    uint32_t playouts[MAX_MOVES], all;
} Race;

/* Draws one world and plays every move in the race in it, telling each one's lead by race_note. */
typedef void RaceWorld(Race *race, const Result *result, void *context);

/* Runs about so many playouts in all and fills the result's move, values, weights and counts: a value is the mean of
 * the leads noted less `base`. A single move gets a few playouts, for its value only. */
void race_run(RaceWorld *world, void *context, uint32_t playouts, double base, const Limits *limits,
              Progress *progress, Result *result);
/* The lead, in points, that a move (an index into Result.list) came to in this world. */
void race_note(Race *race, int32_t at, double lead);
/* ... and whether what is fought for came about, 1 or 0; -1 where nothing is fought for. */
void race_odds(Race *race, int32_t at, int happened);

#endif
