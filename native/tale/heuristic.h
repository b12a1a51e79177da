/* heuristic.h: values the moves of one seat of Fairy Tale, without looking ahead. */

#ifndef HOARD_TALE_HEURISTIC_H
#define HOARD_TALE_HEURISTIC_H

#include "rules.h"

#define TALE_POINT 256          /* parts of a point, and of a card */
#define TALE_REFERENCES 6        /* the most cards whose points hang on one name */

/* Weights of the heuristic; shares are in parts of 256. */
typedef struct TaleWeights {
    int hand;                   /* a card in hand, as a share of one on the table */
    int future;                 /* a card still to come, for each copy and each draft to come */
    int down;                   /* a card that lies face down */
    /* what a passed card brings the next seat; with more than two players */
    int deny, deny_many;
    int spare;                  /* a fourth or fifth good card of a hand */
    int harm, harm_many;        /* what others lose by an effect; with more than two players */
    int draw, hunt;             /* a drawn card, a hunt: in parts of a point */
    int blunt;                  /* 1: counts points only, no effects */
} TaleWeights;

extern const TaleWeights tale_full_weights, tale_simple_weights;

/* What the cards mean to one another; made once for a deck. */
typedef struct TaleSynergy {
    /* by name: cards whose points depend on it */
    uint8_t n_refer[TALE_KINDS], refer[TALE_KINDS][TALE_REFERENCES];
    /* cards of a name that may still come, by drafts to come */
    int16_t coming[TALE_DRAFTS + 1][TALE_KINDS];
    TaleWeights weights;
} TaleSynergy;

void tale_synergy(const TaleState *state, const TaleWeights *weights, TaleSynergy *synergy);

/* Values of all legal moves of the seat to act, in parts of a point; returns their number. */
int tale_heuristic_values(const TaleState *state, const TaleSynergy *synergy,
                          uint32_t moves[MAX_MOVES], int values[MAX_MOVES]);
/* The best of them, the first of equal ones. */
uint32_t tale_heuristic_move(const TaleState *state, const TaleSynergy *synergy);

#endif
