/* heuristic.h: rules of thumb of Dragonmaster. */

#ifndef HOARD_TRICKS_HEURISTIC_H
#define HOARD_TRICKS_HEURISTIC_H

#include "rules.h"

/* Situations of a card in an ordinary hand. */
enum { LEAD, DUCK, TAKE, TAKE_LAST, THROW, TRICKS_SITUATIONS };
/* Features of a card. */
enum { F_ONE, F_RANK, F_PRICE, F_POT, F_ABOVE, F_BELOW, F_OWN, F_LENGTH, F_SUIT, F_RISK,
      TRICKS_FEATURES };

/* What cards cost in this kind of hand, in thousands. */
int tricks_price(const TricksKind *kind, uint32_t cards);
/* Cards that a seat has not seen. */
uint32_t tricks_unseen(const TricksState *state, int seat);
/* The card that wins the trick under way so far; -1 before the lead. */
int tricks_top(const TricksState *state);
/* The situation after a card is played to the trick. top: see tricks_top. */
int tricks_situation(const TricksState *state, int top, int card);
/* Features of a card for a seat with this hand. unseen: see tricks_unseen. */
void tricks_features(const TricksState *state, uint32_t unseen, uint32_t hand, int card,
                     int *features);
/* The move of the seat to act; a kind must have been called. */
uint32_t tricks_heuristic_move(const TricksState *state);

#endif
