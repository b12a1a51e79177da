/* engine.c: the functions that are the same for all games.
 *
 * advise() guards the hidden cards. It redeals the state for the seat to act, with randomness derived from what that
 * seat sees and the caller's seed, and passes on only the redealt state. So two states that look the same to the seat
 * get the same advice, bit for bit.
 *
 * Policies. Drake's and Dragon's searches derive their randomness only from what the seat sees; the caller's seed
 * affects nothing but the choice among mixed moves. So their weights are their whole policy. Lower levels draw inside
 * the search; their policy is 1 on the chosen move. */

#include "engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "random.h"
#include "result.h"
#include "search.h"
#include "table.h"
#include "text.h"

static const struct {
    const char *name;
    int32_t policy;
    int32_t even, plays;        /* ignore the others' choices; the level to play as */
} levels[LEVELS] = {
    [LEVEL_RANDOM] = {"random", POLICY_WHOLE, 0, LEVEL_RANDOM},
    [LEVEL_GREEDY] = {"greedy", POLICY_SAMPLED, 0, LEVEL_GREEDY},
    [LEVEL_PLAIN] = {"plain", POLICY_SAMPLED, 0, LEVEL_PLAIN},
    [LEVEL_EVEN] = {"even", POLICY_WHOLE, 1, LEVEL_DRAGON},
    [LEVEL_HATCHLING] = {"hatchling", POLICY_SAMPLED, 0, LEVEL_HATCHLING},
    [LEVEL_WYRMLING] = {"wyrmling", POLICY_SAMPLED, 0, LEVEL_WYRMLING},
    [LEVEL_DRAKE] = {"drake", POLICY_WHOLE, 0, LEVEL_DRAKE},
    [LEVEL_DRAGON] = {"dragon", POLICY_WHOLE, 0, LEVEL_DRAGON},
};

/* The level's id, or NULL if there is no such level. */
const char *level_name(int32_t level) { return level >= 0 && level < LEVELS ? levels[level].name : NULL; }

const char *engine_build(void) { return COMPILER " " MACHINE; }

/* Replaces the result by "memory is out", and frees what players keep, which may have been made without enough
 * memory. */
static void refuse_memory(Table *table, Result *result)
{
    TableKept *kept = table_kept(table);
    if (kept && kept->release) {
        kept->release(kept->thing);
        *kept = (TableKept){NULL, NULL};
    }
    result->status = STATUS_MEMORY;
    fail(result->why, "out_of_memory");
}

void solve(const Game *game, const void *state, const char *objective, const Limits *limits, Table *table,
           Progress *progress, Result *result)
{
    double start = now_seconds();
    result_start(game, state, result);
    if (progress)
        progress->no_memory = 0;
    if (game->over(state)) {
        result->status = STATUS_UNFIT;
        fail(result->why, "over");
    } else if (!game->solve) {
        result->status = STATUS_UNFIT;
        fail(result->why, "no_solver\nowner=%s", game->id);
    } else
        game->solve(state, objective, limits, table, progress, result);
    if (progress && progress->no_memory)
        refuse_memory(table, result);
    result->seconds = now_seconds() - start;
}

/* A hash of what the seat sees; 0 if memory is out. */
static int32_t view_hash(const Game *game, const void *state, int32_t seat, uint64_t *hash)
{
    char *json = malloc(MAX_DESCRIPTION);
    if (!json)
        return 0;
    int32_t n = game->describe(state, seat, json);
    *hash = (uint64_t)n;
    for (int32_t i = 0; i < n; i++)
        *hash = mix64(*hash ^ (uint8_t)json[i]);
    free(json);
    return 1;
}

/* Turns weights into probabilities of moves: unchanged if the level mixes, else 1 on the chosen move. */
static void state_policy(int32_t policy, Result *result)
{
    result->policy = policy;
    for (int32_t i = 0; i < result->n && !(result->mixes && policy == POLICY_WHOLE); i++)
        result->list[i].weight = result->list[i].move == result->move;
}

void advise(const Game *game, const void *state, int32_t level, const Limits *limits, Table *table,
            Progress *progress, Result *result)
{
    double start = now_seconds();
    _Alignas(16) char world[MAX_STATE];
    int32_t seat = game->to_act(state), policy = levels[level].policy;
    assert(seat >= 0);
    memcpy(world, state, game->state_size);
    Limits own = *limits;
    uint64_t view;
    if (progress)
        progress->no_memory = 0;
    if (!view_hash(game, state, seat, &view)) {
        result_start(game, state, result);
        refuse_memory(table, result);
        return;
    }
    own.draw = mix64(limits->seed ^ view);
    own.seed = levels[level].policy == POLICY_WHOLE ? mix64(view) : own.draw;
    own.even = levels[level].even;
    level = levels[level].plays;
    Rng rng;
    rng_seed(&rng, own.seed, 0);
    game->redeal(world, seat, &rng);
    result_start(game, world, result);
    if (game->advise && level >= LEVEL_HATCHLING)
        game->advise(game, world, level, &own, table, progress, result);
    else
        advise_simple(game, world, level, &own, progress, result);
    state_policy(policy, result);
    if (progress && progress->no_memory)
        refuse_memory(table, result);
    result->seconds = now_seconds() - start;
}

uint64_t playouts(const Game *game, const void *state, uint64_t seed, uint32_t n)
{
    _Alignas(16) char copy[MAX_STATE];
    uint32_t moves[MAX_MOVES];
    uint64_t played = 0;
    for (uint32_t i = 0; i < n; i++) {
        Rng rng;
        rng_seed(&rng, seed, i);
        memcpy(copy, state, game->state_size);
        if (game->rollout) {
            game->rollout(copy, &rng);
            played++;
            continue;
        }
        for (int32_t count; (count = game->moves(copy, moves)) > 0; played++)
            game->play(copy, moves[rng_below(&rng, (uint32_t)count)], NULL, NULL);
    }
    return played;
}

/* A position of the counted tree, and its moves. */
typedef struct Ply {
    _Alignas(16) char state[MAX_STATE];
    uint32_t moves[MAX_MOVES];
} Ply;

/* The leaves below the first of these positions. *left, the positions that may still be visited, becomes -1 if they
 * are too many. */
static uint64_t count_leaves(const Game *game, Ply *ply, int32_t depth, int64_t *left)
{
    int32_t n = game->moves(ply->state, ply->moves);
    uint64_t leaves = depth <= 0 || n == 0 ? 1 : (uint64_t)n;
    *left = *left > (int64_t)leaves ? *left - (int64_t)leaves : -1;
    if (depth <= 1 || n == 0)
        return leaves;
    leaves = 0;
    for (int32_t i = 0; i < n && *left >= 0; i++) {
        memcpy(ply[1].state, ply->state, game->state_size);
        game->play(ply[1].state, ply->moves[i], NULL, NULL);
        leaves += count_leaves(game, ply + 1, depth - 1, left);
    }
    return leaves;
}

uint64_t perft(const Game *game, const void *state, int32_t depth, uint64_t most)
{
    assert(depth >= 0 && depth <= MAX_DEPTH);
    int64_t left = most < INT64_MAX ? (int64_t)most : INT64_MAX;
    Ply *plies = malloc(((size_t)depth + 1) * sizeof *plies);
    if (!plies)
        return PERFT_NO_MEMORY;
    memcpy(plies->state, state, game->state_size);
    uint64_t leaves = count_leaves(game, plies, depth, &left);
    free(plies);
    return left < 0 ? PERFT_TOO_LARGE : leaves;
}
