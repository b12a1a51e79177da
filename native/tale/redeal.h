/* redeal.h: what a seat of Fairy Tale knows, and other deals that fit it. */

#ifndef HOARD_TALE_REDEAL_H
#define HOARD_TALE_REDEAL_H

#include "state.h"

/* Cards that a seat saw in a pack and that were gone, or are still on their way: which of the places holds which
 * card is not known. */
typedef struct TaleGroup {
    uint8_t at, n;              /* places of the deck */
    uint8_t holds[MAX_SEATS];   /* the place of it that went to a seat, counted from at; NO_KIND: none */
    uint8_t cards[TALE_PACK - 1]; /* sorted */
} TaleGroup;

/* A card that another seat played: out of a group, or of its places that were never seen. */
typedef struct TaleOrigin {
    uint8_t seat, kind;
    uint8_t slots;              /* unseen places whose card the seat had at that time, used ones counted */
    uint8_t certain;            /* it can only have been an unseen one */
} TaleOrigin;

typedef struct TaleHidden {
    uint8_t n_groups, n_plays;
    TaleGroup groups[TALE_PACK];
    TaleOrigin plays[TALE_PLAYS];
    uint8_t n_unseen[MAX_SEATS], unseen[MAX_SEATS][TALE_PACK + TALE_DRAWS]; /* places whose card went to the seat */
    double weights[TALE_PLAYS + 1]; /* of all ways to explain the plays, by those that came out of the pool */
} TaleHidden;

/* All that one seat knows and does not know. */
typedef struct TaleView {
    uint8_t seat, n_drafts, n_free;
    uint8_t certain;            /* plays that can only have been unseen cards */
    uint8_t free_at[TALE_DECK]; /* places never seen */
    uint8_t pool[TALE_KINDS];   /* cards never seen */
    uint8_t spare[TALE_KINDS];  /* those of them that the certain plays leave */
    TaleHidden drafts[TALE_DRAFTS];
    double later[TALE_DRAFTS + 1][TALE_DRAFTS * TALE_PLAYS + 1]; /* weights, see redeal.c */
} TaleView;

/* A search through the origins of one draft's plays. "Doubtful" ones are out of the pool without being certain. */
typedef struct TaleOrigins TaleOrigins;
typedef void TaleVisit(void *reader, const TaleOrigins *way, double weight);
struct TaleOrigins {
    const TaleView *view;
    const TaleHidden *hidden;
    TaleVisit *visit;           /* called for every way; else */
    void *reader;
    double *sums;               /* weights by number of doubtful plays; else NULL, looking for one way: */
    double target;              /* the first that brings the weights of `wanted` doubtful plays over it */
    int wanted, n_doubtful;     /* wanted: the most that there may be */
    uint8_t used[TALE_PACK];    /* cards of each group that are some play's, one bit each */
    uint8_t taken[TALE_PACK];   /* seats that have a play from their place in the group, one bit each */
    uint8_t drawn[MAX_SEATS];   /* plays of each seat that were unseen cards */
    uint8_t doubtful[TALE_KINDS];
    uint8_t origin[TALE_PLAYS]; /* group of each play, or NO_KIND: out of the pool */
};

void tale_view(const TaleState *state, int seat, TaleView *view);
/* Visits every way to explain a draft's plays, weighed as if the draft had the pool's copies for itself. */
void tale_origins(const TaleView *view, int draft, TaleVisit *visit, void *reader);
/* One redeal of what the view was made of; a search may ask again and again. */
void tale_redeal_view(TaleState *state, const TaleView *view, Rng *rng);
void tale_redeal(void *self, int32_t seat, Rng *rng);

#endif
