/* random.h: random numbers that are the same on every machine; rng_seed and rng_below are in engine.h.
 *
 * xoroshiro128++ (Blackman and Vigna, 2018), seeded through splitmix64 from (seed, stream). Frozen: every published
 * deal depends on it. Tests compare it with known values. */

#ifndef HOARD_RANDOM_H
#define HOARD_RANDOM_H

#include "engine.h"

/* The next 64 bits, low ones as good as high ones. rng must be seeded. */
uint64_t rng_next(Rng *rng);
/* Shuffles n bytes uniformly (Fisher-Yates, from the end). */
void rng_shuffle(Rng *rng, uint8_t *cards, int n);
/* splitmix64's finaliser: a bijection that spreads every bit over all others. 0 stays 0. */
static inline uint64_t mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

#endif
