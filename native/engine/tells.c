/* tells.c: weighs worlds by the others' choices, for games with a model of a player.
 *
 * The likelihood of a world is that of the choices made in it. Game.tells goes through the others' choices since the
 * deal and gives, by a quick model, the score of every option in that world; the chosen option's probability is a
 * softmax of these scores. Models are not trusted too far: each seat plays by the model, or with probability LOT /
 * 1000 at random for all of its choices, so that a seat that surprises the model soon counts as random; and EVEN /
 * 1000 of all weight is spread evenly.
 *
 * Sampling: redeal TELLS_OVER times as many worlds as wanted, pick by systematic resampling (Gordon, Salmond and
 * Smith 1993; Kitagawa 1996) and shuffle. A world is kept as the generator it was dealt with, and dealt again when
 * used.
 *
 * Numbers: fixed-point logarithms to base 2 in units of 1 / TELLS_UNIT, so that every machine gets the same. */

#include "tells.h"

#include <assert.h>
#include <string.h>

#include "random.h"

#ifndef LOT
#define LOT 200                 /* permille */
#define EVEN 50                 /* permille */
#endif
#define LEAST (-40 * TELLS_UNIT) /* a log likelihood that counts as zero probability */
#define ONE ((uint64_t)1 << 30) /* 1.0 in sums of powers */

/* 2 to the power of a logarithm <= 0, in units of ONE. */
static uint64_t power_of(int32_t log)
{
    assert(log <= 0);
    if (log <= -30 * TELLS_UNIT)
        return 0;
    uint32_t whole = (uint32_t)(-log) / TELLS_UNIT + 1, part = (uint32_t)(log + (int32_t)whole * TELLS_UNIT);
    /* 2^x for 0 <= x <= 1 by a cubic; error at most 0.0001 */
    uint64_t x = (uint64_t)part << 10, cube = x * 83048 >> 20;
    uint64_t square = x * (235644 + cube) >> 20;
    uint64_t result = ((uint64_t)1 << 20) + (x * (729892 + square) >> 20);
    return result << 10 >> whole;
}

/* The logarithm of a number above 0. */
static int32_t log_of(uint64_t number)
{
    assert(number > 0);
    int whole = 63 - __builtin_clzll(number);
    uint64_t rest = whole > 31 ? number >> (whole - 31) : number << (31 - whole); /* 1 .. 2, in parts of 2^31 */
    int32_t log = whole * TELLS_UNIT;
    for (int32_t bit = TELLS_UNIT / 2; bit > 0; bit /= 2) {
        rest = rest * rest >> 31;
        if (rest >> 32) {
            rest >>= 1;
            log += bit;
        }
    }
    return log;
}

/* The logarithm of a mixture of two probabilities, given as logarithms: permille of b, the rest of a. */
static int32_t log_mixed(int32_t a, int32_t b, uint64_t permille)
{
    int32_t top = a > b ? a : b;
    uint64_t sum = (1000 - permille) * power_of(a - top) + permille * power_of(b - top);
    return top + (sum ? log_of(sum) : LEAST) - log_of(1000 * ONE);
}

void tell_choice(struct Tell *tell, int32_t seat, int32_t *scores, int32_t n, int32_t chosen)
{
    int32_t top = scores[0];
    uint64_t sum = 0;
    assert(chosen >= 0 && chosen < n);
    for (int32_t i = 1; i < n; i++)
        top = scores[i] > top ? scores[i] : top;
    for (int32_t i = 0; i < n; i++)
        sum += power_of(scores[i] - top);
    tell->model[seat] += scores[chosen] - top - (log_of(sum) - log_of(ONE));
    tell->lot[seat] -= log_of((uint64_t)n);
}

int32_t tells_log(const Game *game, const void *world, int32_t seat)
{
    struct Tell tell;
    int32_t log = 0;
    if (!game->tells)
        return 0;
    memset(&tell, 0, sizeof tell);
    game->tells(world, seat, &tell);
    for (int32_t other = 0; other < MAX_SEATS; other++)
        log += log_mixed(tell.model[other], tell.lot[other], LOT);
    return log;
}

void tells_weights(int32_t *logs, int32_t n)
{
    int32_t top = INT32_MIN;
    uint64_t sum = 0;
    assert(n > 0);
    for (int32_t i = 0; i < n; i++)
        top = logs[i] > top ? logs[i] : top;
    for (int32_t i = 0; i < n; i++)
        sum += power_of(logs[i] - top);
    for (int32_t i = 0; i < n; i++) {
        uint64_t share = power_of(logs[i] - top) * (uint64_t)n * TELLS_UNIT / sum; /* n < 2^20: no overflow */
        logs[i] = (int32_t)(((1000 - EVEN) * share + EVEN * TELLS_UNIT) / 1000 + 1);
    }
}

/* ---- sampling ---- */

void tells_start(Tells *tells, const Game *game, const void *state, const Limits *limits, Progress *progress,
                 uint32_t worlds)
{
    tells->clock = clock_start(limits, progress);
    tells->game = game;
    tells->state = state;
    tells->seat = game->to_act(state);
    tells->weighs = game->tells && !(limits && limits->even);
    tells->kept = (int32_t)(worlds < TELLS_KEPT ? worlds : TELLS_KEPT);
    tells->n = tells->at = 0;
    assert(worlds > 0);
}

/* Deals the hidden cards with this generator. */
static void redeal_from(const Tells *tells, void *world, Rng rng)
{
    memcpy(world, tells->state, tells->game->state_size);
    tells->game->redeal(world, tells->seat, &rng);
}

/* Picks worlds by weight at even steps, and shuffles them. */
static void pick_worlds(Tells *tells, const Rng *drawn, const int32_t *weights, int32_t n, Rng *rng)
{
    uint64_t sum = 0, upto = 0;
    for (int32_t i = 0; i < n; i++)
        sum += (uint64_t)weights[i];
    uint64_t step = sum / (uint64_t)tells->kept, next = rng_below(rng, (uint32_t)step);
    assert(step > 0);
    for (int32_t i = 0, at = 0; i < n && at < tells->kept; i++)
        for (upto += (uint64_t)weights[i]; at < tells->kept && next < upto; next += step)
            tells->picked[at++] = drawn[i];
    for (int32_t i = tells->kept - 1; i > 0; i--) {
        int32_t j = (int32_t)rng_below(rng, (uint32_t)i + 1);
        Rng other = tells->picked[i];
        tells->picked[i] = tells->picked[j];
        tells->picked[j] = other;
    }
    tells->n = tells->kept;
    tells->at = 0;
}

/* Samples the next worlds. */
static void draw_worlds(Tells *tells, Rng *rng)
{
    _Alignas(16) char world[MAX_STATE];
    Rng drawn[TELLS_OVER * TELLS_KEPT];
    int32_t weights[TELLS_OVER * TELLS_KEPT], n = TELLS_OVER * tells->kept;
    for (int32_t i = 0; i < n; i++) {
        rng_seed(&drawn[i], rng_next(rng), 0);
        weights[i] = 0;
        if (clock_late(&tells->clock))
            continue;
        redeal_from(tells, world, drawn[i]);
        weights[i] = tells_log(tells->game, world, tells->seat);
    }
    tells_weights(weights, n);
    pick_worlds(tells, drawn, weights, n, rng);
}

void tells_draw(Tells *tells, void *world, Rng *rng)
{
    if (!tells->weighs) {
        memcpy(world, tells->state, tells->game->state_size);
        tells->game->redeal(world, tells->seat, rng);
        return;
    }
    if (tells->at == tells->n)
        draw_worlds(tells, rng);
    redeal_from(tells, world, tells->picked[tells->at++]);
}
