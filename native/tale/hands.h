/* hands.h: what the others may hold in the last stage of Fairy Tale, counted. */

#ifndef HOARD_TALE_HANDS_H
#define HOARD_TALE_HANDS_H

#include "engine/clock.h"
#include "redeal.h"

/* The cards that the others lay, each the one of its hand with the highest rank, and perhaps the next one. */
typedef struct TaleLay {
    uint8_t cards[MAX_SEATS], then[MAX_SEATS];
    double weight;              /* in proportion to its chance */
} TaleLay;

typedef struct TaleLays {
    uint32_t n;
    TaleLay *list;
    uint64_t may[MAX_SEATS];    /* cards that each may hold */
    uint64_t work;
} TaleLays;

/* All sets of cards that may be laid as the last ones, or (two) as the last two, for the seat of the view; rank: how
 * gladly a seat lays a card, no two alike, 1 the least. 0 where there is too much to count (budget: numbers worked
 * out) or no memory. */
int tale_lays(const TaleView *view, int seats, int two, uint8_t rank[MAX_SEATS][TALE_KINDS], uint64_t budget,
              Clock *clock, TaleLays *lays);
void tale_lays_free(TaleLays *lays);

#endif
