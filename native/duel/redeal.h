/* redeal.h: what a seat of the grid duel can know about the other hand. */

#ifndef HOARD_DUEL_REDEAL_H
#define HOARD_DUEL_REDEAL_H

#include "rules.h"

#define DUEL_WORLDS 64 /* hands that the other seat may hold: 56 would be the most of 5 cards, 31 ever happen */

typedef struct DuelWorld {
    uint8_t hand[DUEL_VALUES];
    uint32_t weight;            /* ways to draw it from the unseen cards */
} DuelWorld;

/* All hands that the other seat may hold for all that the seat to act knows; their count. With open hands: one. */
int32_t duel_worlds(const DuelState *state, DuelWorld worlds[DUEL_WORLDS]);
/* Struct Game's redeal: another hand for the other seat, drawn from the unseen cards, and another seed. */
void duel_redeal(void *self, int32_t seat, Rng *rng);

#endif
