/* clock.h: the limits of a search, looked at while it runs. */

#ifndef HOARD_CLOCK_H
#define HOARD_CLOCK_H

#include "engine.h"

typedef struct Clock {
    const Limits *limits;
    Progress *progress;
    double start;
    int32_t status; /* STATUS_EXACT while running */
} Clock;

/* Seconds of a steady clock; only differences mean anything. */
double now_seconds(void);
/* Starts now. limits (their nodes and ms) and progress may be NULL; both must outlive the clock. */
Clock clock_start(const Limits *limits, Progress *progress);
/* 1 when the search has to end (stop flag, nodes, time), with the reason in clock->status; tells progress the nodes.
 * Cheap enough every 1,024 nodes. */
int32_t clock_over(Clock *clock, uint64_t nodes);
/* The same, nodes left aside: 1 where the stop flag or the time ends the search, or anything has ended it before. */
int32_t clock_late(Clock *clock);
/* The limits (not NULL) for the next part of the work: of their ms what is left, at least 1. */
Limits clock_left(const Clock *clock);
/* A level's count under these limits (their permille; limits may be NULL); at least 1. */
uint64_t limits_scale(uint64_t count, const Limits *limits);

#endif
