/* search.h: the search under solve.c. */

#ifndef HOARD_TRICKS_SEARCH_H
#define HOARD_TRICKS_SEARCH_H

#include "layout.h"

/* Sets the contract and opens the table. salt tells apart questions that have the same contract. */
void search_start(TricksSolver *s, const Contract *contract, uint64_t salt);
/* What the takers still get: a lower bound if it reaches the target, else an upper bound. */
int search_bound(TricksSolver *s, const Stand *stand, int target);
/* The same, with the card of a best move if the answer depends on one. */
int search_root(TricksSolver *s, const Stand *stand, int target, int *card);
/* Plays a card (suit * 8 + relative rank, or a move of the Dragon). Returns what the takers get if
 * that completes the trick. */
int search_step(const TricksSolver *s, Stand *stand, int card);
/* Max^n: what each seat takes from here on. */
void search_shares(TricksSolver *s, const Stand *stand, uint8_t shares[TRICKS_SEATS]);

#endif
