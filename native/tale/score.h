/* score.h: the points of Fairy Tale. */

#ifndef HOARD_TALE_SCORE_H
#define HOARD_TALE_SCORE_H

#include "state.h"

typedef struct TaleCount {
    uint64_t traits;            /* face-up cards of each trait, one byte each */
    uint8_t names[TALE_KINDS];  /* by name; the Trickster counts as itself */
} TaleCount;

void tale_count(const TaleState *state, int seat, TaleCount *count);
/* Points of a seat; counts of all seats are given. *named: what the Trickster stands for, or
 * NO_KIND. */
int tale_points(const TaleState *state, const TaleCount counts[], int seat, int *named);
/* Points of all seats, as if the game ended now. named may be NULL. */
void tale_all_points(const TaleState *state, int points[MAX_SEATS], int named[MAX_SEATS]);
/* A face-up card's points in its owner's row. */
int tale_worth(const TaleState *state, const TaleCount counts[], int seat, int kind);
int32_t tale_breakdown(const void *self, int32_t seat, Row *rows);
enum { TALE_ROW_POINTS, TALE_ROW_TIMES, TALE_ROW_MET, TALE_ROW_UNMET, TALE_ROW_DOWN, TALE_ROW_NAMED,
       TALE_ROW_PARTNER };

#endif
