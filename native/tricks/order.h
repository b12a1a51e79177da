/* order.h: the moves of the search, best first. */

#ifndef HOARD_TRICKS_ORDER_H
#define HOARD_TRICKS_ORDER_H

#include "layout.h"

typedef struct Pick {
    int16_t score;
    uint8_t card;           /* suit * 8 + relative rank, or TRICKS_DRAGON, or TRICKS_LED + suit */
} Pick;

#define MAX_PICKS 16

void sort_picks(Pick *picks, int n);
/* List the moves of the seat to play, best first and the Dragon last, and return their number. n:
 * cards of the trick so far. */
int list_leads(const TricksSolver *s, const Layout *at, const Trick *trick, Pick *picks);
int list_follows(const TricksSolver *s, const Layout *at, const Trick *trick, int n, int seat,
                 Run run, Pick *picks);

#endif
