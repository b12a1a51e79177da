/* clock.h: the limits of a search, checked while it runs. */

#ifndef HOARD_CLOCK_H
#define HOARD_CLOCK_H

#include "engine.h"

typedef struct Clock {
    const Limits *limits;
    Progress *progress;
    double start;
    int32_t status; /* STATUS_EXACT while running */
} Clock;

/* Seconds of a monotonic clock; only differences are meaningful. */
double now_seconds(void);
/* Starts now. limits (their nodes and ms) and progress may be NULL; both must outlive the clock. */
Clock clock_start(const Limits *limits, Progress *progress);
/* 1 when the search has to end (stop flag, nodes, time), with the reason in clock->status. Reports the nodes to
 * progress. Cheap enough for every 1,024 nodes. */
int32_t clock_over(Clock *clock, uint64_t nodes);
/* The same without counting nodes: 1 when the stop flag or the time ends the search, or anything has ended it before.
 */
int32_t clock_late(Clock *clock);
/* The limits for the next part of the work: the remaining ms, at least 1. */
Limits clock_left(const Clock *clock);
/* A level's count scaled by the limits' permille (limits may be NULL); at least 1. */
uint64_t limits_scale(uint64_t count, const Limits *limits);

#endif
