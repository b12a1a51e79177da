/* result.c: see result.h. */

#include "result.h"

#include <assert.h>
#include <string.h>

#include "random.h"

void result_start(const Game *game, const void *state, Result *result)
{
    uint32_t moves[MAX_MOVES];
    memset(result, 0, sizeof *result);
    result->values = 1;
    result->exploitability = -1;
    result->move = NO_MOVE;
    result->n = game->moves(state, moves);
    assert(result->n <= MAX_MOVES);
    for (int i = 0; i < result->n; i++)
        result->list[i].move = moves[i];
}

void result_choose(Result *result, int32_t best)
{
    assert(best >= 0 && best < result->n);
    result->list[best].best = 1;
    result->move = result->line[0] = result->list[best].move;
    result->n_line = 1;
}

void result_draw(Result *result, double rare, uint64_t draw)
{
    double sum = 0;
    int32_t drawn = 0;
    Rng rng;
    rng_seed(&rng, draw, 5);
    assert(result->n > 0);
    for (int i = 0; i < result->n; i++)
        sum += result->list[i].weight >= rare ? result->list[i].weight : 0;
    double left = sum * (double)(rng_next(&rng) >> 32) / 4294967296.0;
    for (int i = 0; i < result->n && left >= 0; i++)
        if (result->list[i].weight >= rare) {
            drawn = i;
            left -= result->list[i].weight;
        }
    for (int i = 0; i < result->n && sum > 0; i++)
        result->list[i].weight = result->list[i].weight >= rare ? result->list[i].weight / sum : 0;
    result->mixes = sum > 0;
    result_choose(result, drawn);
}
