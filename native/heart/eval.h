/* eval.h: evaluation of a position of Dragonheart for a seat that sees only its own hand. */

#ifndef HOARD_HEART_EVAL_H
#define HOARD_HEART_EVAL_H

#include "rules.h"

#define HEART_POINT 65536   /* parts of a point */

typedef struct HeartRun {
    HeartCore core;
    uint8_t left[2][KINDS];     /* each seat's cards in hand and deck, by kind */
} HeartRun;

/* Points that a move lays out for the other to take; ships score nothing. */
int heart_points_laid(uint32_t move);
void heart_run_start(HeartRun *run, const HeartCore *core);
int heart_run_begin(HeartRun *run, uint32_t move); /* as heart_begin */
/* Expected growth of the lead of the seat on turn after heart_run_begin, in parts of a point. */
int64_t heart_prospect(const HeartRun *run);
/* Index of the move with the best gain plus prospect; *value is that sum. */
int heart_judge(const HeartRun *run, const uint32_t *moves, int n, int64_t *value);

#endif
