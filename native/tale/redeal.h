/* redeal.h: what a seat of Fairy Tale knows, and other deals that fit it. */

#ifndef HOARD_TALE_REDEAL_H
#define HOARD_TALE_REDEAL_H

#include "state.h"

/* Cards that a seat saw in a pack before they left it. Which place held which card is unknown. */
typedef struct TaleGroup {
    uint8_t at, n;              /* places of the deck */
    uint8_t holds[MAX_SEATS];   /* by seat: the place that it picked, from `at`; NO_KIND: none */
    uint8_t cards[TALE_PACK - 1]; /* sorted */
} TaleGroup;

/* A card that another seat played: from a group, or from an unseen place. */
typedef struct TaleOrigin {
    uint8_t seat, kind;
    /* unseen places that the seat had picked by then, used ones included */
    uint8_t slots;
    uint8_t certain;            /* it can only have come from an unseen place */
} TaleOrigin;

typedef struct TaleHidden {
    uint8_t n_groups, n_plays;
    TaleGroup groups[TALE_PACK];
    TaleOrigin plays[TALE_PLAYS];
    /* places whose card went to the seat */
    uint8_t n_unseen[MAX_SEATS], unseen[MAX_SEATS][TALE_PACK + TALE_DRAWS];
    double weights[TALE_PLAYS + 1]; /* weights of all origins, by the number of doubtful plays */
} TaleHidden;

/* All that one seat knows and does not know. */
typedef struct TaleView {
    uint8_t seat, n_drafts, n_free;
    uint8_t certain;            /* plays that can only have been unseen cards */
    uint8_t free_at[TALE_DECK]; /* places never seen */
    uint8_t pool[TALE_KINDS];   /* cards never seen */
    uint8_t spare[TALE_KINDS];  /* the pool without the certain plays */
    TaleHidden drafts[TALE_DRAFTS];
    double later[TALE_DRAFTS + 1][TALE_DRAFTS * TALE_PLAYS + 1]; /* weights, see redeal.c */
} TaleView;

void tale_view(const TaleState *state, int seat, TaleView *view);
/* One redeal of the state that the view was made of. May be called again and again. */
void tale_redeal_view(TaleState *state, const TaleView *view, Rng *rng);
void tale_redeal(void *self, int32_t seat, Rng *rng);

#endif
