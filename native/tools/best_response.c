/* best_response.c: the best response to a level of the grid duel by one who knows its policy.
 *
 * The responder knows its own hand, the table, and how likely each hand of the level is by all that
 * the level has chosen so far: a list of worlds with their weights. Nothing else about the hidden
 * hand enters. The level is asked through advise() alone, once for each hand at each position; the
 * weights of its moves are its policy.
 *
 * With EXACT_FROM cards left or fewer every line is followed to the end (exact best response): the
 * best move at the responder's turns, at the level's turns each move as likely as its policy says,
 * hand by hand. Bounds cut the tree without changing a value: a part of the beliefs is worth at
 * most itself, and with few cards left what both could do together. Moves are tried in the order of
 * their values with open cards. With more cards left, the look-ahead ends after the level's reply
 * with the outcome of open cards.
 *
 * Memory: policies are kept in a direct-mapped cache, the newest in place; 34 MB. */

#include "best_response.h"

#include "duel/redeal.h"
#include "duel/solve.h"
#include "engine/memory.h"
#include "engine/table.h"

#include <math.h>
#include <stdlib.h>

#define EXACT_FROM 8         /* cards left from which all lines are followed */
#define BOUNDS_FROM 4        /* cards left from which bounds are looked for */
#define MOVES 64             /* legal moves of a position, at most */
#define CACHE_SLOTS 0x10000u /* policies cached */
#define SOLVER_MB 8
#define NEGLIGIBLE 1e-9 /* beliefs below it are dropped */

/* The hands that the level may hold, with weights that need not add up to 1. */
typedef struct Belief {
    int n;
    uint8_t hand[DUEL_WORLDS][DUEL_VALUES];
    double weight[DUEL_WORLDS];
} Belief;

typedef struct Policy {
    uint64_t key;
    int n;
    uint32_t move[MOVES];
    float weight[MOVES];
} Policy;

typedef struct Responder {
    const Game *game;
    int seat, level, best; /* the responder; the level; 0: the responder plays that level too */
    Limits limits;
    Table *table, *solver_table; /* of the level, of the solver */
    DuelSolver *solver;
    Policy *cache;
    Result result;
    Progress progress; /* notes that memory was refused: then no value means anything */
} Responder;

/* ---- the level's policy ---- */

/* A hash of all that the policy of the seat to act depends on. */
static uint64_t policy_key(const DuelState *state)
{
    const uint8_t *hand = state->hands[duel_turn(state)];
    uint64_t key = mix64(state->occupied ^
                         mix64(state->low ^ mix64(state->high ^ mix64(state->starter + 1u))));
    for (int value = 0; value < DUEL_VALUES; value++)
        key = mix64(key ^ hand[value]);
    for (int i = 0; i < state->ply; i++)
        key = mix64(key ^ state->order[i]);
    return key;
}

/* The level's policy for the seat to act, cached. */
static const Policy *level_policy(Responder *responder, const DuelState *state, Policy *own)
{
    uint64_t key = policy_key(state);
    Policy *cached = &responder->cache[key & (CACHE_SLOTS - 1)];
    Result *result = &responder->result;
    if (cached->key == key && cached->n)
        return cached;
    Progress progress = {0};
    advise(responder->game, state, responder->level, &responder->limits, responder->table,
           &progress, result);
    if (result->status == STATUS_MEMORY)
        memory_out(&responder->progress);
    own->key = key;
    own->n = 0;
    for (int i = 0; i < result->n; i++)
        if (result->list[i].weight > 0) {
            assert(own->n < MOVES);
            own->move[own->n] = result->list[i].move;
            own->weight[own->n++] = (float)result->list[i].weight;
        }
    *cached = *own;
    return cached;
}

/* ---- bounds ---- */

/* The least and the greatest score that is reachable in a world; stops once both extremes are
 * found. */
static void bound_world(const Responder *responder, const DuelState *world, double *least,
                        double *most)
{
    uint32_t moves[MAX_MOVES];
    double scores[MAX_SEATS];
    if (world->over) {
        duel_scores(world, scores);
        *least = scores[responder->seat] < *least ? scores[responder->seat] : *least;
        *most = scores[responder->seat] > *most ? scores[responder->seat] : *most;
        return;
    }
    int32_t n = duel_moves(world, moves);
    for (int32_t i = 0; i < n && !(*least == 0 && *most == 1); i++) {
        DuelState after = *world;
        duel_play(&after, moves[i], NULL, NULL);
        bound_world(responder, &after, least, most);
    }
}

static DuelState world_of(const Responder *responder, const DuelState *state,
                          const uint8_t hand[DUEL_VALUES])
{
    DuelState world = *state;
    memcpy(world.hands[responder->seat ^ 1], hand, DUEL_VALUES);
    return world;
}

static double sum_of(const Belief *belief)
{
    double sum = 0;
    for (int i = 0; i < belief->n; i++)
        sum += belief->weight[i];
    return sum;
}

static void bound_value(const Responder *responder, const DuelState *state, const Belief *belief,
                        double *low, double *high)
{
    *low = *high = 0;
    for (int i = 0; i < belief->n; i++) {
        DuelState world = world_of(responder, state, belief->hand[i]);
        double least = 1, most = 0;
        bound_world(responder, &world, &least, &most);
        *low += belief->weight[i] * least;
        *high += belief->weight[i] * most;
    }
}

/* ---- the tree ---- */

/* The value of a position: the sum over the belief of weight times score. A value not above `least`
 * may be replaced by any upper bound that is not above `least` either. */
static double value_of(Responder *responder, const DuelState *state, const Belief *belief,
                       double least);

static DuelState after_move(const DuelState *state, uint32_t move)
{
    DuelState after = *state;
    duel_play(&after, move, NULL, NULL);
    return after;
}

typedef struct Move {
    uint32_t move;
    double promise;
} Move;

static int compare_promise(const void *a, const void *b)
{
    const Move *x = a, *y = b;
    return x->promise != y->promise ? (x->promise < y->promise) - (x->promise > y->promise)
                                    : (x->move > y->move) - (x->move < y->move);
}

/* The responder's moves in the order of their values with open cards. */
static int list_moves(const Responder *responder, const DuelState *state, const Belief *belief,
                      Move moves[MOVES])
{
    uint32_t legal[MAX_MOVES];
    int8_t values[MAX_MOVES];
    int32_t n = duel_moves(state, legal);
    assert(n <= MOVES);
    for (int32_t i = 0; i < n; i++)
        moves[i] = (Move){legal[i], 0};
    for (int j = 0; j < belief->n; j++) {
        DuelState world = world_of(responder, state, belief->hand[j]);
        duel_outcomes(responder->solver, &world, (const uint8_t (*)[DUEL_VALUES])world.hands, legal,
                      values, NULL);
        for (int32_t i = 0; i < n; i++)
            moves[i].promise += belief->weight[j] * values[i];
    }
    qsort(moves, (size_t)n, sizeof *moves, compare_promise);
    return n;
}

static double best_value(Responder *responder, const DuelState *state, const Belief *belief,
                         double least, uint32_t *move)
{
    Move moves[MOVES];
    int n = list_moves(responder, state, belief, moves);
    double top = -1, all = sum_of(belief);
    for (int i = 0; i < n && top < all; i++) {
        DuelState after = after_move(state, moves[i].move);
        double value = value_of(responder, &after, belief, top > least ? top : least);
        if (value > top) {
            top = value;
            *move = moves[i].move;
        }
    }
    return top;
}

/* The value if the responder plays the level's policy, too. */
static double own_value(Responder *responder, const DuelState *state, const Belief *belief)
{
    Policy room, policy = *level_policy(responder, state, &room);
    double value = 0;
    for (int i = 0; i < policy.n; i++) {
        DuelState after = after_move(state, policy.move[i]);
        value += policy.weight[i] * value_of(responder, &after, belief, -1);
    }
    return value;
}

/* A belief split by the level's moves: for each move the hands left and their weights. Large: keep
 * it off the stack. */
typedef struct Split {
    int n;
    uint32_t move[MOVES];
    double sum[MOVES];
    Belief after[MOVES];
} Split;

static void add_to_split(Split *split, uint32_t move, const uint8_t hand[DUEL_VALUES],
                         double weight)
{
    int i = 0;
    while (i < split->n && split->move[i] != move)
        i++;
    if (i == split->n) {
        assert(i < MOVES);
        split->n++;
        split->move[i] = move;
        split->sum[i] = split->after[i].n = 0;
    }
    Belief *after = &split->after[i];
    memcpy(after->hand[after->n], hand, DUEL_VALUES);
    after->hand[after->n][duel_move_value(move)]--;
    after->weight[after->n++] = weight;
    split->sum[i] += weight;
}

static void split_belief(Responder *responder, const DuelState *state, const Belief *belief,
                         Split *split)
{
    split->n = 0;
    for (int j = 0; j < belief->n; j++) {
        DuelState world = world_of(responder, state, belief->hand[j]);
        uint32_t moves[MAX_MOVES];
        Policy room = {.n = 1, .weight = {1}};
        const Policy *policy = &room;
        if (duel_moves(&world, moves) > 1)
            policy = level_policy(responder, &world, &room);
        else
            room.move[0] = moves[0];
        for (int i = 0; i < policy->n; i++)
            if (belief->weight[j] * policy->weight[i] > NEGLIGIBLE)
                add_to_split(split, policy->move[i], belief->hand[j],
                             belief->weight[j] * policy->weight[i]);
    }
}

/* The state after a move of the level. Its hand in the state is only a placeholder that has the
 * card. */
static DuelState after_reply(const Responder *responder, const DuelState *state, uint32_t move)
{
    DuelState world = *state;
    uint8_t *hand = world.hands[responder->seat ^ 1];
    if (!hand[duel_move_value(move)])
        for (int value = 0; value < DUEL_VALUES; value++)
            if (hand[value]) {
                hand[value]--;
                hand[duel_move_value(move)]++;
                break;
            }
    return after_move(&world, move);
}

static double reply_value(Responder *responder, const DuelState *state, const Belief *belief,
                          double least)
{
    Split *split = memory_get(1, sizeof *split, &responder->progress);
    if (!split)
        return 0;
    split_belief(responder, state, belief, split);
    double value = 0, rest = 0;
    for (int i = 0; i < split->n; i++)
        rest += split->sum[i];
    for (int i = 0; i < split->n && value + rest > least; i++) {
        DuelState after = after_reply(responder, state, split->move[i]);
        rest -= split->sum[i];
        value += value_of(responder, &after, &split->after[i], least - value - rest);
    }
    free(split);
    return value + rest;
}

static double value_of(Responder *responder, const DuelState *state, const Belief *belief,
                       double least)
{
    uint32_t move;
    int left = DUEL_CARDS - state->ply;
    if (state->over || left <= BOUNDS_FROM) {
        double low, high;
        bound_value(responder, state, belief, &low, &high);
        if (high <= least || low == high)
            return high;
    }
    if (duel_turn(state) != responder->seat)
        return reply_value(responder, state, belief, least);
    return responder->best ? best_value(responder, state, belief, least, &move)
                        : own_value(responder, state, belief);
}

/* ---- before the whole tree ---- */

/* Score of the responder, who is to act, with open cards. */
static double open_value(const Responder *responder, const DuelState *world)
{
    uint32_t moves[MAX_MOVES];
    int8_t values[MAX_MOVES];
    int best = -1;
    int32_t n = duel_outcomes(responder->solver, world, NULL, moves, values, NULL);
    for (int32_t i = 0; i < n; i++)
        best = values[i] > best ? values[i] : best;
    return (1 + best) / 2.0;
}

/* The best move by the level's replies and open cards after them, and its value. */
static double lookahead_value(Responder *responder, const DuelState *state, const Belief *belief,
                          uint32_t *move)
{
    uint32_t moves[MAX_MOVES];
    int32_t n = duel_moves(state, moves);
    Split *split = memory_get(1, sizeof *split, &responder->progress);
    double top = -1;
    for (int32_t i = 0; i < n && split; i++) {
        DuelState after = after_move(state, moves[i]);
        double value = 0;
        split_belief(responder, &after, belief, split);
        for (int k = 0; k < split->n; k++) {
            DuelState reply = after_reply(responder, &after, split->move[k]);
            for (int j = 0; j < split->after[k].n; j++) {
                DuelState world = world_of(responder, &reply, split->after[k].hand[j]);
                value += split->after[k].weight[j] * open_value(responder, &world);
            }
        }
        if (value > top) {
            top = value;
            *move = moves[i];
        }
    }
    free(split);
    return top;
}

/* ---- the entry point ---- */

/* The other seat's hands in n worlds, with weights that add up to 1. */
static Belief belief_of(const DuelState *worlds, const double *weights, int32_t n, int seat)
{
    Belief belief = {.n = 0};
    double sum = 0;
    for (int32_t i = 0; i < n; i++)
        sum += weights[i];
    assert(sum > 0 && n <= DUEL_WORLDS);
    for (int32_t i = 0; i < n; i++)
        if (weights[i] / sum > NEGLIGIBLE) {
            memcpy(belief.hand[belief.n], worlds[i].hands[seat ^ 1], DUEL_VALUES);
            belief.weight[belief.n++] = weights[i] / sum;
        }
    return belief;
}

double duel_best_response(const Game *game, const void *worlds, const double *weights, int32_t n,
                   int32_t level, const Limits *limits, Table *table, int32_t best, uint32_t *move)
{
    const DuelState *state = worlds;
    Responder *responder = calloc(1, sizeof *responder);
    double value = NAN;
    *move = NO_MOVE;
    assert(!state->over);
    if (!responder)
        return NAN;
    responder->game = game;
    responder->seat = duel_turn(state);
    responder->level = level;
    responder->best = best;
    responder->limits = *limits;
    responder->limits.brief = 1;
    responder->table = table;
    responder->solver_table = table_new(SOLVER_MB);
    responder->solver = duel_solver_new(responder->solver_table);
    responder->cache = calloc(CACHE_SLOTS, sizeof *responder->cache);
    if (responder->solver_table && responder->solver && responder->cache) {
        Belief belief = belief_of(worlds, weights, n, responder->seat);
        int exact = DUEL_CARDS - state->ply <= EXACT_FROM;
        value = !best ? own_value(responder, state, &belief)
                : exact ? best_value(responder, state, &belief, -1, move)
                        : lookahead_value(responder, state, &belief, move);
    }
    if (responder->progress.no_memory)
        value = NAN;
    free(responder->cache);
    duel_solver_free(responder->solver);
    table_free(responder->solver_table);
    free(responder);
    return value;
}
