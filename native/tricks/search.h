/* search.h: the search under solve.c. */

#ifndef HOARD_TRICKS_SEARCH_H
#define HOARD_TRICKS_SEARCH_H

#include "layout.h"

/* Takes the contract and opens the table; what the contract does not say enters the keys by salt. */
void search_start(TricksSolver *s, const Contract *contract, uint64_t salt);
/* What the takers still get: a lower bound when it reaches the target, else an upper bound. */
int search_bound(TricksSolver *s, const Stand *stand, int target);
/* The same, and the card (as below) of a best move where the answer rests on one. */
int search_root(TricksSolver *s, const Stand *stand, int target, int *card);
/* Plays a card (suit * 8 + relative rank, or a move of the Dragon); what a complete trick brings the takers. */
int search_step(const TricksSolver *s, Stand *stand, int card);
/* Max^n: what each seat takes from here on. */
void search_shares(TricksSolver *s, const Stand *stand, uint8_t shares[TRICKS_SEATS]);

#endif
