/* duel_play.h: what a seat of the grid duel can know about the other hand, for its players and its book. */

#ifndef HOARD_DUEL_PLAY_H
#define HOARD_DUEL_PLAY_H

#include "duel.h"

#define DUEL_WORLDS 64 /* hands that the other seat may hold: 56 would be the most of 5 cards, 31 ever happen */

typedef struct DuelWorld {
    uint8_t hand[DUEL_VALUES];
    uint32_t weight;            /* ways to draw it from the unseen cards */
} DuelWorld;

/* All hands that the other seat may hold for all that the seat to act knows; their count. With open hands: one. */
int32_t duel_worlds(const DuelState *state, DuelWorld worlds[DUEL_WORLDS]);

#endif
