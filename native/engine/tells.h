/* tells.h: worlds weighed by what the others have chosen in them. */

#ifndef HOARD_TELLS_H
#define HOARD_TELLS_H

#include "clock.h"
#include "engine.h"

#define TELLS_UNIT 1024         /* of a logarithm to base 2: 1024 is twice as likely */
#define TELLS_KEPT 256          /* worlds picked at a time, at most */
#define TELLS_OVER 4            /* worlds drawn for each that is picked */

/* What the choices made so far tell in one world, by seat: logarithms of how likely they all were there, if the seat
 * plays as the game's model does, and if it plays by lot. */
struct Tell {
    int32_t model[MAX_SEATS], lot[MAX_SEATS];
};

/* Worlds for one seat, handed out one after the other. */
typedef struct Tells {
    const Game *game;
    const void *state;          /* a world for the seat; must outlive this, as limits and progress do */
    Clock clock;                /* once it is late, nothing more is weighed */
    int32_t seat, weighs;       /* weighs: 0 = all that fits is equally likely */
    int32_t kept, n, at;        /* worlds picked at a time; those picked, and handed out */
    Rng picked[TELLS_KEPT];     /* each is drawn again from here */
} Tells;

/* Notes a seat's choice of option `chosen` of n: the model chooses each with 2 to the power of its score, in
 * TELLS_UNIT, as its weight. n > 0; scores may be changed. */
void tell_choice(struct Tell *tell, int32_t seat, int32_t *scores, int32_t n, int32_t chosen);
/* How likely the others' choices were in this world, a logarithm; 0 where the game has no model. */
int32_t tells_log(const Game *game, const void *world, int32_t seat);
/* Logarithms become weights, their mean about TELLS_UNIT; none is 0. */
void tells_weights(int32_t *logs, int32_t n);
/* Gets ready to hand out about so many worlds. limits: even = nothing tells. */
void tells_start(Tells *tells, const Game *game, const void *state, const Limits *limits, Progress *progress,
                 uint32_t worlds);
/* Lays the hidden cards as in the next world. */
void tells_draw(Tells *tells, void *world, Rng *rng);

#endif
