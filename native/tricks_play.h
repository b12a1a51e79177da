/* tricks_play.h: what the players of Dragonmaster need to know about hidden cards, for them and for the table. */

#ifndef HOARD_TRICKS_PLAY_H
#define HOARD_TRICKS_PLAY_H

#include "tricks.h"

/* Hidden cards as they may lie. */
typedef struct TricksWorld {
    uint32_t hands[TRICKS_SEATS];
    uint8_t extra;
} TricksWorld;

/* Every deal of the hidden cards that fits what the seat knows, all equally likely; their count, or most + 1 where
 * there are more than `most` of them (the list then means nothing). list may be NULL: only count. */
int32_t tricks_worlds(const TricksState *state, int seat, TricksWorld *list, int32_t most);
/* A card by rules of thumb: what a player does who sees the own hand and the table and thinks one trick far. */
uint32_t tricks_thumb(const TricksState *state);

#endif
