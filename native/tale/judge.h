/* judge.h: one seat's move of Fairy Tale by judgement, without looking ahead. */

#ifndef HOARD_TALE_JUDGE_H
#define HOARD_TALE_JUDGE_H

#include "rules.h"

#define TALE_POINT 256          /* parts of a point, and of a card */
#define TALE_REFERRING 6        /* the most cards whose points hang on one name */

/* How a player weighs things; shares are in parts of 256. */
typedef struct TaleTemper {
    int hand;                   /* a card in hand, as a share of one on the table */
    int future;                 /* of a card still to come, for each copy and each draft to come */
    int down;                   /* a card that lies face down */
    int deny, deny_many;        /* what the next seat would have of a card passed on; with more than two players */
    int spare;                  /* what a fourth or fifth good card of a hand is worth */
    int harm, harm_many;        /* what others lose by an effect */
    int draw, hunt;             /* a card drawn, a hunt: in parts of a point */
    int blunt;                  /* 1: looks at points alone, not at effects */
} TaleTemper;

extern const TaleTemper tale_sound, tale_simple;

/* What the cards are worth to one another: made once for a deck. */
typedef struct TaleLore {
    uint8_t n_refer[TALE_KINDS], refer[TALE_KINDS][TALE_REFERRING]; /* cards whose points hang on this name */
    int16_t coming[TALE_DRAFTS + 1][TALE_KINDS]; /* cards of a name that may still come, by drafts to come */
    TaleTemper temper;
} TaleLore;

void tale_lore(const TaleState *state, const TaleTemper *temper, TaleLore *lore);

/* Values of all legal moves of the seat to act, in parts of a point; returns their count. */
int tale_judge_moves(const TaleState *state, const TaleLore *lore, uint32_t moves[MAX_MOVES], int values[MAX_MOVES]);
/* The best of them; of equal ones the first. */
uint32_t tale_judge(const TaleState *state, const TaleLore *lore);

#endif
