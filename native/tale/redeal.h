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

/* A search through the origins of one draft's plays. A "doubtful" play is taken from the pool
 * but not certain. */
typedef struct TaleOrigins TaleOrigins;
typedef void TaleVisit(void *reader, const TaleOrigins *way, double weight);
struct TaleOrigins {
    const TaleView *view;
    const TaleHidden *hidden;
    TaleVisit *visit;           /* called for every way; if NULL: */
    void *reader;
    /* sums up weights by number of doubtful plays; if NULL, finds one way: */
    double *sums;
    /* the first that lifts the sum of weights with `wanted` doubtful plays over target */
    double target;
    int wanted, n_doubtful;     /* wanted: also the most */
    uint8_t used[TALE_PACK];    /* by group: cards that are some play's, one bit each */
    uint8_t taken[TALE_PACK];   /* by group: seats with a play from it, one bit each */
    uint8_t drawn[MAX_SEATS];   /* by seat: plays from unseen places */
    uint8_t doubtful[TALE_KINDS];
    uint8_t origin[TALE_PLAYS]; /* by play: its group, or NO_KIND: the pool */
};

void tale_view(const TaleState *state, int seat, TaleView *view);
/* Visits all origins of a draft's plays, with their weights as if no other draft used the pool. */
void tale_origins(const TaleView *view, int draft, TaleVisit *visit, void *reader);
/* One redeal of the state that the view was made of. May be called again and again. */
void tale_redeal_view(TaleState *state, const TaleView *view, Rng *rng);
void tale_redeal(void *self, int32_t seat, Rng *rng);

#endif
