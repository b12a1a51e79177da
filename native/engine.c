/* engine.c: the list of games and the calls that are the same for all of them.
 *
 * advise() is the wall before the hidden cards: it redeals the state for the seat to act, with randomness made of
 * what that seat sees and the caller's number, and hands only that on. Two states that look the same to the seat
 * therefore get the same advice, bit for bit. */

#include "common.h"

#include <stdlib.h>

static const Game *const games[] = {&game_duel, &game_tricks, &game_heart, &game_wars, &game_tale};

static const char *const level_names[LEVELS] = {"random",   "greedy", "plain", "hatchling",
                                                "wyrmling", "drake",  "dragon"};

int32_t game_count(void) { return COUNT(games); }

const Game *game_at(int32_t index) { return index >= 0 && index < COUNT(games) ? games[index] : NULL; }

const char *level_name(int32_t level) { return level >= 0 && level < LEVELS ? level_names[level] : NULL; }

const char *engine_build(void) { return COMPILER " " MACHINE; }

void result_start(const Game *game, const void *state, Result *result)
{
    uint32_t moves[MAX_MOVES];
    memset(result, 0, sizeof *result);
    result->values = 1;
    result->exploitability = -1;
    result->move = NO_MOVE;
    result->n = game->moves(state, moves);
    for (int i = 0; i < result->n; i++)
        result->list[i].move = moves[i];
}

void solve(const Game *game, const void *state, const char *objective, const Limits *limits, Table *table,
           Progress *progress, Result *result)
{
    double start = now_seconds();
    result_start(game, state, result);
    if (game->over(state)) {
        result->status = STATUS_UNFIT;
        fail(result->why, "the game is over");
    } else if (!game->solve) {
        result->status = STATUS_UNFIT;
        fail(result->why, "%s has no open solver", game->id);
    } else
        game->solve(state, objective, limits, table, progress, result);
    result->seconds = now_seconds() - start;
}

/* A number made of what the seat sees. */
static uint64_t view_hash(const Game *game, const void *state, int32_t seat)
{
    char *json = malloc(MAX_DESCRIPTION);
    assert(json);
    int32_t n = game->describe(state, seat, json);
    uint64_t hash = (uint64_t)n;
    for (int32_t i = 0; i < n; i++)
        hash = mix64(hash ^ (uint8_t)json[i]);
    free(json);
    return hash;
}

void advise(const Game *game, const void *state, int32_t level, const Limits *limits, Table *table,
            Progress *progress, Result *result)
{
    double start = now_seconds();
    _Alignas(16) char world[MAX_STATE];
    int32_t seat = game->to_act(state);
    assert(seat >= 0);
    memcpy(world, state, game->state_size);
    Limits own = *limits;
    own.seed = mix64(limits->seed ^ view_hash(game, state, seat));
    Rng rng;
    rng_seed(&rng, own.seed, 0);
    game->redeal(world, seat, &rng);
    result_start(game, world, result);
    if (game->advise && level >= LEVEL_HATCHLING)
        game->advise(world, level, &own, table, progress, result);
    else
        advise_simple(game, world, level, &own, progress, result);
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

uint64_t perft(const Game *game, const void *state, int32_t depth)
{
    _Alignas(16) char copy[MAX_STATE];
    uint32_t moves[MAX_MOVES];
    int32_t n = game->moves(state, moves);
    if (depth <= 1 || n == 0)
        return depth <= 0 || n == 0 ? 1 : (uint64_t)n;
    uint64_t leaves = 0;
    for (int32_t i = 0; i < n; i++) {
        memcpy(copy, state, game->state_size);
        game->play(copy, moves[i], NULL, NULL);
        leaves += perft(game, copy, depth - 1);
    }
    return leaves;
}
