/* tells.h: a belief over hidden cards: worlds weighted by what the others have chosen in them. */

#ifndef HOARD_TELLS_H
#define HOARD_TELLS_H

#include "clock.h"
#include "engine.h"

#define TELLS_UNIT 1024         /* of a logarithm to base 2: 1024 means twice as likely */
#define TELLS_KEPT 256          /* worlds picked at a time, at most */
#define TELLS_OVER 4            /* worlds sampled for each one picked */

/* What the choices so far reveal in a world, by seat: the log likelihood of all of them if the seat plays by the
 * game's model, and if it plays at random. */
struct Tell {
    int32_t model[MAX_SEATS], lot[MAX_SEATS];
};

/* Worlds for one seat, handed out one after another. */
typedef struct Tells {
    const Game *game;
    const void *state;          /* a world for the seat; must outlive this, as must limits and progress */
    Clock clock;                /* when it is late, nothing more is weighed */
    int32_t seat, weighs;       /* weighs: 0 = a uniform belief */
    int32_t kept, n, at;        /* worlds picked at a time; number picked, and handed out */
    Rng picked[TELLS_KEPT];     /* generators from which each is redealt */
} Tells;

/* Notes that a seat chose option `chosen` of n. In the model, the weight of an option is 2 to the power of its score,
 * in TELLS_UNIT. n > 0; scores may be changed. */
void tell_choice(struct Tell *tell, int32_t seat, int32_t *scores, int32_t n, int32_t chosen);
/* The log likelihood of the others' choices in this world; 0 if the game has no model. */
int32_t tells_log(const Game *game, const void *world, int32_t seat);
/* Turns logarithms into weights above 0 with a mean of about TELLS_UNIT. */
void tells_weights(int32_t *logs, int32_t n);
/* Prepares to hand out about `worlds` worlds. limits->even: a uniform belief. */
void tells_start(Tells *tells, const Game *game, const void *state, const Limits *limits, Progress *progress,
                 uint32_t worlds);
/* Deals the hidden cards as in the next world. */
void tells_draw(Tells *tells, void *world, Rng *rng);

#endif
