/* clock.c: time and limits; see clock.h. */

#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 199309L
#endif

#include "clock.h"

#include <time.h>

double now_seconds(void)
{
    struct timespec now;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    timespec_get(&now, TIME_UTC);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

uint64_t limits_scale(uint64_t count, const Limits *limits)
{
    uint64_t permille = limits && limits->permille ? limits->permille : 1000;
    uint64_t n = count / 1000 * permille + count % 1000 * permille / 1000;
    return n ? n : 1;
}

Clock clock_start(const Limits *limits, Progress *progress)
{
    Clock clock = {limits, progress, now_seconds(), STATUS_EXACT};
    return clock;
}

int32_t clock_late(Clock *clock)
{
    if (clock->progress && clock->progress->stop)
        clock->status = STATUS_CANCELLED;
    if (clock->limits && clock->limits->ms && (now_seconds() - clock->start) * 1000.0 >= clock->limits->ms)
        clock->status = STATUS_TIME;
    if (clock->progress && clock->progress->no_memory)
        clock->status = STATUS_MEMORY;
    return clock->status != STATUS_EXACT;
}

int32_t clock_over(Clock *clock, uint64_t nodes)
{
    if (clock->progress)
        clock->progress->nodes = nodes;
    if (clock->limits && clock->limits->nodes && nodes >= clock->limits->nodes)
        clock->status = STATUS_NODES;
    return clock_late(clock);
}

Limits clock_left(const Clock *clock)
{
    Limits left = *clock->limits;
    double spent = (now_seconds() - clock->start) * 1000.0;
    if (left.ms)
        left.ms = spent + 1 < left.ms ? left.ms - (uint32_t)spent : 1;
    return left;
}
