/* redeal.h: what a seat of the grid duel knows about the other hand. */

#ifndef HOARD_DUEL_REDEAL_H
#define HOARD_DUEL_REDEAL_H

#include "rules.h"

#define DUEL_WORLDS 64 /* possible hands of the other seat at most; 31 ever happen */

typedef struct DuelWorld {
    uint8_t hand[DUEL_VALUES];
    uint32_t weight; /* ways to draw it from the unseen cards */
} DuelWorld;

/* The cards that this seat has not seen, by value: the other's are among them. */
void duel_unseen(const DuelState *state, int seat, uint8_t unseen[DUEL_VALUES]);
/* All hands that the other seat may hold by what the seat to act has seen; their count. With open
 * hands: one. */
int32_t duel_worlds(const DuelState *state, DuelWorld worlds[DUEL_WORLDS]);
/* Game.redeal: another hand for the other seat, drawn from the unseen cards, and another seed. */
void duel_redeal(void *self, int32_t seat, Rng *rng);

#endif
