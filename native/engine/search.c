/* search.c: an AI that knows a game only by its table of functions.
 *
 * Information-set Monte Carlo tree search with a tree for each seat (Cowling, Powley, Whitehouse 2012: MO-ISMCTS; UCT
 * after Kocsis and Szepesvari 2006). Each playout redeals what the root's seat cannot know, descends the trees by
 * upper confidence bounds, adds one move, plays at random to the end and adds the rewards along its path.
 *
 * Nodes. A node belongs to the seat that acts in it. Its key is a hash of what that seat has observed since the root:
 * its own moves, and the events with the cards that all seats see. So a move chosen face down leads every other seat
 * to the same node until it is revealed. Different hands of a seat share a node, and availability counts (how often
 * each move was legal) make up for it. Cards drawn in secret do not split nodes either: in a game with many draws,
 * each playout would then meet only new nodes.
 *
 * Numbers. Rewards and their sums are integers. The bound uses only + - * / and sqrt, which IEEE 754 rounds alike
 * everywhere, and a piecewise linear logarithm. So the same playouts give the same advice on every machine.
 *
 * value: the mean result of a move's playouts in the game's own scores, as own score minus the best other one
 * (partners left out); if Game.reward ends playouts early, the change of its score, with two seats less the other's.
 * weight: share of the playouts. best, move: the move with most playouts.
 *
 * Memory: one block, allocated at the start: at most one node and one edge for each playout, NODE_CAP in all; a hash
 * index at most half full; the buffers of a playout. */

#include "search.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "memory.h"
#include "random.h"
#include "result.h"
#include "text.h"

#define REWARD_TOP 1000
#define EXPLORE 0.55            /* weight of the exploration term, with logarithms to base 2 */
#define NODE_CAP 1000000u
#define TRAIL 256               /* moves of a playout within the trees */
#define PROBES 16               /* playouts that find out whether rewards come before the match ends */
#define SLOTS 1024              /* of the set of legal moves: twice MAX_MOVES */
#define NONE 0xFFFFFFFFu
#define PLAIN_PLAYOUTS 2000
#define GREEDY_WORLDS 8
#define FORCED_PLAYOUTS 64      /* on a single legal move, only for its value */

typedef struct Edge {
    uint32_t move, next;        /* next edge of the node, or NONE */
    uint32_t visits, available; /* playouts through it; playouts in which it was legal */
    uint64_t sum;               /* of the rewards to the seat that chooses */
} Edge;

typedef struct Node {
    uint64_t key;
    uint32_t edges;             /* the first, or NONE */
} Node;

typedef struct Step {
    uint32_t edge;
    int32_t seat;
} Step;

typedef struct Search {
    const Game *game;
    const void *root;
    int32_t seat, seats, to_the_end; /* playouts end with the match: Game.rollout may be used */
    uint32_t n_nodes, n_edges, cap, mask;
    double start_scores[MAX_SEATS];
    Rng rng;
    Node *nodes;
    Edge *edges;
    uint32_t *index;
    uint64_t path[MAX_SEATS];   /* hash of what each seat has observed */
    double margin[MAX_MOVES];   /* sums for the root's moves, as in Result.list */
    Step trail[TRAIL];
    int32_t n_trail, n_moves;
    int32_t rewards[MAX_SEATS];
    uint32_t moves[MAX_MOVES];
    uint32_t slot_move[SLOTS];
    uint8_t slot_state[SLOTS];  /* 0 empty, 1 a legal move without an edge, 2 one with an edge */
    Events events;
    _Alignas(16) char state[MAX_STATE];
} Search;

/* ---- scores and rewards ---- */

/* The number of seats: scores() fills one number for each. */
static int32_t count_scores(const Game *game, const void *state, double *scores)
{
    for (int i = 0; i < MAX_SEATS; i++)
        scores[i] = -1e300;
    game->scores(state, scores);
    int32_t n = 0;
    while (n < MAX_SEATS && scores[n] > -1e300)
        n++;
    assert(n > 0);
    return n;
}

/* Own score minus the best score of the other seats; seats with an equal score, partners, are left out. */
static double score_lead(const double *scores, int32_t seats, int32_t seat)
{
    double best = -1e300;
    for (int32_t other = 0; other < seats; other++)
        if (scores[other] != scores[seat] && scores[other] > best)
            best = scores[other];
    return best > -1e300 ? scores[seat] - best : 0;
}

/* What a playout that ended with these scores is worth to the root's seat, in the game's points. */
static double playout_value(const Search *search, const double *scores)
{
    if (search->to_the_end)
        return score_lead(scores, search->seats, search->seat);
    double change = scores[search->seat] - search->start_scores[search->seat];
    if (search->seats != 2)
        return change;
    int32_t other = search->seat ^ 1;
    return change - (scores[other] - search->start_scores[other]);
}

/* Rewards for a game that defines none: nine tenths for winning, shared by all winners, one tenth for the lead. */
static void reward_from_scores(const Search *search, const void *state, int32_t *rewards)
{
    double scores[MAX_SEATS];
    search->game->scores(state, scores);
    uint32_t winners = search->game->winners(state);
    int32_t n = 0;
    for (int32_t seat = 0; seat < search->seats; seat++)
        n += winners >> seat & 1;
    for (int32_t seat = 0; seat < search->seats; seat++) {
        double ahead = score_lead(scores, search->seats, seat);
        double share = ahead / ((ahead < 0 ? -ahead : ahead) + 20.0);
        rewards[seat] = (winners >> seat & 1 ? 900 / n : 0) + (int32_t)(50.0 + 50.0 * share);
    }
}

/* 1, with the rewards, if the playout may end here. */
static int32_t playout_over(Search *search)
{
    const Game *game = search->game;
    if (game->reward) {
        if (!game->reward(search->root, search->state, search->rewards))
            return 0;
        for (int32_t seat = 0; seat < search->seats; seat++) {
            int32_t *reward = &search->rewards[seat];
            *reward = *reward < 0 ? 0 : *reward > REWARD_TOP ? REWARD_TOP : *reward;
        }
        return 1;
    }
    if (!game->over(search->state))
        return 0;
    reward_from_scores(search, search->state, search->rewards);
    return 1;
}

/* ---- random play ---- */

/* Deals the hidden cards of the root anew; the result becomes the searched state. */
static void redeal_world(Search *search)
{
    assert(search->game->state_size <= MAX_STATE);
    memcpy(search->state, search->root, search->game->state_size);
    search->game->redeal(search->state, search->seat, &search->rng);
}

/* Plays uniformly random moves until the playout may end, and fills in its rewards. */
static void play_at_random(Search *search)
{
    const Game *game = search->game;
    if (search->to_the_end && game->rollout && !game->over(search->state))
        game->rollout(search->state, &search->rng);
    while (!playout_over(search)) {
        int32_t n = game->moves(search->state, search->moves);
        game->play(search->state, search->moves[rng_below(&search->rng, (uint32_t)n)], NULL, NULL);
    }
}

/* Whether playouts end only with the match; Game.rollout would run past an earlier end. */
static int32_t plays_to_the_end(Search *search)
{
    if (!search->game->reward)
        return 1;
    for (int i = 0; i < PROBES; i++) {
        redeal_world(search);
        play_at_random(search);
        if (!search->game->over(search->state))
            return 0;
    }
    return 1;
}

/* ---- the trees ---- */

/* The node with this key; a new one, or NONE if the memory is used up. */
static uint32_t node_of(Search *search, uint64_t key)
{
    uint32_t slot = (uint32_t)key & search->mask;
    for (; search->index[slot] != NONE; slot = (slot + 1) & search->mask)
        if (search->nodes[search->index[slot]].key == key)
            return search->index[slot];
    if (search->n_nodes == search->cap)
        return NONE;
    search->nodes[search->n_nodes] = (Node){key, NONE};
    search->index[slot] = search->n_nodes;
    return search->n_nodes++;
}

/* The slot where this move is, or would be, in the set of legal moves. */
static uint32_t slot_of(const Search *search, uint32_t move)
{
    uint32_t slot = (move * 0x9E3779B1u) >> 22;
    assert(slot < SLOTS);
    while (search->slot_state[slot] && search->slot_move[slot] != move)
        slot = (slot + 1) & (SLOTS - 1);
    return slot;
}

/* Makes search->moves the set of legal moves, none with an edge yet. */
static void mark_legal_moves(Search *search)
{
    memset(search->slot_state, 0, sizeof search->slot_state);
    for (int32_t i = 0; i < search->n_moves; i++) {
        uint32_t slot = slot_of(search, search->moves[i]);
        search->slot_move[slot] = search->moves[i];
        search->slot_state[slot] = 1;
    }
}

/* Base-2 logarithm, linear between the powers of two. */
static double log2_line(uint32_t n)
{
    int whole = 31 - __builtin_clz(n);
    return whole + ((double)n / (double)((uint32_t)1 << whole) - 1.0);
}

/* The UCT bound of an edge that was visited before. */
static double upper_bound(const Edge *edge)
{
    double visits = edge->visits;
    return (double)edge->sum / (visits * REWARD_TOP) + EXPLORE * sqrt(log2_line(edge->available) / visits);
}

/* The tried move with the highest bound. Counts those that are legal and leaves the untried ones marked 1. */
static uint32_t best_edge(Search *search, uint32_t node, int32_t *tried)
{
    uint32_t best = NONE;
    double top = -1;
    *tried = 0;
    for (uint32_t i = search->nodes[node].edges; i != NONE; i = search->edges[i].next) {
        Edge *edge = &search->edges[i];
        uint32_t slot = slot_of(search, edge->move);
        if (!search->slot_state[slot])
            continue;
        search->slot_state[slot] = 2;
        ++*tried;
        edge->available++;
        double bound = upper_bound(edge);
        if (bound > top) {
            top = bound;
            best = i;
        }
    }
    return best;
}

/* A new edge for one of the `untried` moves, chosen uniformly. */
static uint32_t add_edge(Search *search, uint32_t node, int32_t untried)
{
    uint32_t skip = rng_below(&search->rng, (uint32_t)untried);
    assert(untried > 0 && search->n_edges < search->cap);
    int32_t i = 0;
    for (;; i++)
        if (search->slot_state[slot_of(search, search->moves[i])] == 1 && skip-- == 0)
            break;
    search->edges[search->n_edges] = (Edge){search->moves[i], search->nodes[node].edges, 0, 1, 0};
    search->nodes[node].edges = search->n_edges;
    return search->n_edges++;
}

/* Plays a move in the trees: its mover notes it, and everybody notes what everybody sees. */
static void play_watched(Search *search, uint32_t move, int32_t seat)
{
    uint32_t everybody = (1u << search->seats) - 1;
    uint64_t seen = 0x5EED;
    search->events.n = 0;
    search->game->play(search->state, move, &search->events, NULL);
    for (int32_t i = 0; i < search->events.n; i++) {
        const Event *event = &search->events.list[i];
        uint64_t word = (uint64_t)event->kind << 56 | (uint64_t)event->what << 48 | (uint64_t)event->seat << 40 |
                        (uint64_t)event->to_seat << 32 | (uint32_t)event->amount;
        if ((event->seen & everybody) == everybody)
            word ^= ((uint64_t)(uint16_t)event->card << 16 | (uint16_t)event->place) * 0xD6E8FEB86659FD93u;
        seen = mix64(seen ^ word ^ ((uint64_t)event->to << 24 | (uint64_t)event->from << 52));
    }
    search->path[seat] = mix64(search->path[seat] + move + 1);
    for (int32_t other = 0; other < search->seats; other++)
        search->path[other] = mix64(search->path[other] ^ seen);
}

/* Descends the trees to a new move or an end; 0 if a random playout has to follow. */
static void walk_down(Search *search)
{
    for (int32_t seat = 0; seat < search->seats; seat++)
        search->path[seat] = mix64((uint64_t)seat + 1);
    search->n_trail = 0;
    while (search->n_trail < TRAIL && !playout_over(search)) {
        int32_t seat = search->game->to_act(search->state), tried;
        uint32_t node = node_of(search, search->path[seat]);
        if (node == NONE)
            return;
        search->n_moves = search->game->moves(search->state, search->moves);
        mark_legal_moves(search);
        uint32_t edge = best_edge(search, node, &tried);
        int32_t untried = search->n_edges < search->cap ? search->n_moves - tried : 0;
        if (untried)
            edge = add_edge(search, node, untried);
        if (edge == NONE)
            return;
        search->trail[search->n_trail++] = (Step){edge, seat};
        play_watched(search, search->edges[edge].move, seat);
        if (untried)
            return;
    }
}

/* Adds a finished playout to the edges on its path, which must not be empty, and to the values of the root's moves. */
static void add_rewards(Search *search, const Result *result)
{
    assert(search->n_trail > 0 && search->n_trail <= TRAIL);
    for (int32_t i = 0; i < search->n_trail; i++) {
        Edge *edge = &search->edges[search->trail[i].edge];
        edge->visits++;
        edge->sum += (uint64_t)search->rewards[search->trail[i].seat];
    }
    double scores[MAX_SEATS];
    search->game->scores(search->state, scores);
    uint32_t move = search->edges[search->trail[0].edge].move;
    for (int32_t i = 0; i < result->n; i++)
        if (result->list[i].move == move)
            search->margin[i] += playout_value(search, scores);
}

/* ---- a search ---- */

/* A search with room for this many playouts; NULL if memory is out. Free it with free(). */
static Search *search_new(uint32_t playouts, Progress *progress)
{
    assert(playouts > 0);
    uint32_t cap = playouts < NODE_CAP ? playouts : NODE_CAP, slots = 64;
    while (slots < 2 * cap)
        slots *= 2;
    size_t bytes = sizeof(Search) + cap * sizeof(Edge) + cap * sizeof(Node) + slots * sizeof(uint32_t);
    Search *search = memory_get(1, bytes, progress);
    if (!search)
        return NULL;
    memset(search, 0, offsetof(Search, trail));
    search->cap = cap;
    search->mask = slots - 1;
    search->edges = (Edge *)(search + 1);
    search->nodes = (Node *)(search->edges + cap);
    search->index = (uint32_t *)(search->nodes + cap);
    memset(search->index, 0xFF, slots * sizeof(uint32_t));
    return search;
}

/* Fills the result after `played` playouts. */
static void search_report(const Search *search, uint32_t played, Result *result)
{
    uint32_t most = 0;
    uint64_t top = 0;
    int32_t best = 0;
    for (uint32_t i = search->n_nodes ? search->nodes[0].edges : NONE; i != NONE; i = search->edges[i].next) {
        const Edge *edge = &search->edges[i];
        int32_t at = 0;
        while (result->list[at].move != edge->move)
            at++;
        result->list[at].value[0] = edge->visits ? search->margin[at] / edge->visits : 0;
        result->list[at].weight = played ? (double)edge->visits / played : 0;
        if (edge->visits > most || (edge->visits == most && edge->sum > top)) {
            most = edge->visits;
            top = edge->sum;
            best = at;
        }
    }
    result->list[best].best = 1;
    result->move = result->line[0] = result->list[best].move;
    result->n_line = 1;
    result->proof = PROOF_ESTIMATE;
    result->worlds = played;
    result->of = -1;
    result->nodes = played;
}

/* The number of playouts run. The limits are checked after each. */
static uint32_t run_playouts(Search *search, uint32_t playouts, const Limits *limits, Progress *progress,
                             Result *result)
{
    Clock clock = clock_start(limits, progress);
    uint32_t played = 0;
    if (progress)
        progress->of = (int32_t)playouts;
    while (played < playouts && !clock_over(&clock, played)) {
        redeal_world(search);
        walk_down(search);
        play_at_random(search);
        add_rewards(search, result);
        played++;
        if (progress)
            progress->done = (int32_t)played;
    }
    result->status = played == playouts ? STATUS_DONE : clock.status;
    return played;
}

void search_worlds(const Game *game, const void *world, uint32_t playouts, const Limits *limits,
                   Progress *progress, Result *result)
{
    result_start(game, world, result);
    assert(result->n > 0);
    uint64_t scaled = limits_scale(playouts, limits);
    playouts = scaled < INT32_MAX ? (uint32_t)scaled : INT32_MAX;
    if (result->n == 1 && playouts > FORCED_PLAYOUTS)
        playouts = FORCED_PLAYOUTS;
    Search *search = search_new(playouts, progress);
    if (!search) {
        result->status = STATUS_MEMORY;
        result->move = result->list[0].move;
        fail(result->why, "no_memory\nn=%u", playouts);
        return;
    }
    search->game = game;
    search->root = world;
    search->seat = game->to_act(world);
    search->seats = count_scores(game, world, search->start_scores);
    rng_seed(&search->rng, limits ? limits->seed : 0, 1);
    search->to_the_end = plays_to_the_end(search);
    search_report(search, run_playouts(search, playouts, limits, progress, result), result);
    free(search);
}

/* ---- levels that every game has ---- */

/* Chooses one of the moves uniformly. */
static void advise_random(const Limits *limits, Result *result)
{
    Rng rng;
    rng_seed(&rng, limits->draw, 2);
    for (int32_t i = 0; i < result->n; i++)
        result->list[i].weight = 1.0 / result->n;
    result->mixes = 1;
    result->move = result->list[rng_below(&rng, (uint32_t)result->n)].move;
}

/* The lead right after each move, averaged over a few redeals; ties are broken at random. */
static void advise_greedy(const Game *game, const void *world, const Limits *limits, Result *result)
{
    _Alignas(16) char state[MAX_STATE], after[MAX_STATE];
    double scores[MAX_SEATS], top = -1e300;
    int32_t seat = game->to_act(world), seats = count_scores(game, world, scores);
    Rng rng;
    rng_seed(&rng, limits->seed, 3);
    for (int i = 0; i < GREEDY_WORLDS; i++) {
        memcpy(state, world, game->state_size);
        game->redeal(state, seat, &rng);
        for (int32_t j = 0; j < result->n; j++) {
            memcpy(after, state, game->state_size);
            game->play(after, result->list[j].move, NULL, NULL);
            game->scores(after, scores);
            result->list[j].value[0] += score_lead(scores, seats, seat) / GREEDY_WORLDS;
        }
    }
    uint32_t equal = 0;
    for (int32_t i = 0; i < result->n; i++)
        top = result->list[i].value[0] > top ? result->list[i].value[0] : top;
    for (int32_t i = 0; i < result->n; i++) {
        result->list[i].best = result->list[i].value[0] == top;
        if (result->list[i].best && rng_below(&rng, ++equal) == 0)
            result->move = result->list[i].move;
    }
    result->worlds = GREEDY_WORLDS;
    result->of = -1;
}

/* Levels of a game without its own AI: fewer playouts. The lower two sometimes take the second best move, but only if
 * it is nearly as good, so that they never throw away a won game. */
static const struct {
    uint32_t playouts, second_permille;
} standard[LEVELS] = {
    [LEVEL_PLAIN] = {PLAIN_PLAYOUTS, 0}, [LEVEL_HATCHLING] = {60, 250}, [LEVEL_WYRMLING] = {400, 100},
    [LEVEL_DRAKE] = {2500, 0}, [LEVEL_DRAGON] = {12000, 0},
};

/* Takes the second best by playouts, if its value is within a quarter of the range from the best to the worst. */
static void take_second_best(const Limits *limits, uint32_t permille, Result *result)
{
    Choice *best = NULL, *second = NULL;
    double worst = 1e300;
    Rng rng;
    rng_seed(&rng, limits->seed, 4);
    for (int32_t i = 0; i < result->n; i++) {
        Choice *choice = &result->list[i];
        worst = choice->weight > 0 && choice->value[0] < worst ? choice->value[0] : worst;
        if (choice->move == result->move)
            best = choice;
        else if (!second || choice->weight > second->weight)
            second = choice;
    }
    if (!best || !second || rng_below(&rng, 1000) >= permille)
        return;
    if (second->value[0] >= best->value[0] - (best->value[0] - worst) / 4)
        result->move = result->line[0] = second->move;
}

void advise_simple(const Game *game, const void *world, int32_t level, const Limits *limits, Progress *progress,
                   Result *result)
{
    result_start(game, world, result);
    result->status = STATUS_DONE;
    result->proof = PROOF_ESTIMATE;
    if (level == LEVEL_RANDOM)
        advise_random(limits, result);
    else if (level == LEVEL_GREEDY)
        advise_greedy(game, world, limits, result);
    else {
        search_worlds(game, world, standard[level].playouts, limits, progress, result);
        if (standard[level].second_permille)
            take_second_best(limits, standard[level].second_permille, result);
    }
}
