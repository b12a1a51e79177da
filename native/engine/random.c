/* random.c: see random.h for the generator and its sources.
 *
 * A stream is a number that the caller chooses: for the deal, an event, a search. So what is drawn for one purpose
 * does not depend on how much was drawn for another. */

#include "random.h"

#include <assert.h>

/* Starts the generator of this seed and stream; any two numbers will do. */
void rng_seed(Rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t x = mix64(seed + 0x9E3779B97F4A7C15u) ^ mix64(stream + 0xD1B54A32D192ED03u);
    rng->s[0] = mix64(x += 0x9E3779B97F4A7C15u);
    rng->s[1] = mix64(x += 0x9E3779B97F4A7C15u) | 1; /* never all zero */
}

/* by: 1 .. 63. */
static uint64_t rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t rng_next(Rng *rng)
{
    uint64_t a = rng->s[0], b = rng->s[1];
    uint64_t result = rotate_left(a + b, 17) + a;
    b ^= a;
    rng->s[0] = rotate_left(a, 49) ^ b ^ (b << 21);
    rng->s[1] = rotate_left(b, 28);
    return result;
}

uint32_t rng_below(Rng *rng, uint32_t n)
{
    assert(n > 0);
    for (;;) { /* Lemire 2019: multiply, and reject the few draws that would favour small numbers */
        uint64_t product = (rng_next(rng) >> 32) * n;
        if ((uint32_t)product >= (uint32_t)(0u - n) % n)
            return (uint32_t)(product >> 32);
    }
}

void rng_shuffle(Rng *rng, uint8_t *cards, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}
