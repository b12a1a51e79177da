/* play.c: the players of the grid duel, from Hatchling to Dragon.
 *
 * Dragon takes the first of these that the position allows:
 *   open hands, or one possible hand    the exact solver                         exact; every world, if
 *                                                                                the other does not know
 *                                                                                this hand
 *   8 cards left or fewer               the equilibrium of the ending (belief.c) equilibrium
 *       one move best against all       that move                                every world
 *   9 cards left                        a look-ahead of one card (lookahead.c)   estimate
 *   10 cards left                       every possible hand with open cards, by  every world
 *                                       belief, and all hands together           or estimate
 *   before that                         the opening (opening.c)                  estimate or
 *                                                                                every world
 * With open cards a move may win against every hand and yet lose when hands are hidden, for then one
 * answer must serve them all. So moves that seem to win always are searched once more, over what the
 * seat sees (duel_surely_wins): those that surely win are marked, and preferred where worlds decide.
 * The values stated with more than ten cards left are those of its hand: every hand that the other may
 * hold is solved for every move, as many as the node budget allows, in an order drawn by weight.
 * With thirteen left a hand takes too long to solve; there the book's linear functions tell them.
 *
 * Even ignores what choices reveal: every world down to eight cards left, then an equilibrium under
 * uniform beliefs. Random playouts decide between moves of equal value, and between moves that a
 * sample of worlds cannot tell apart: they find the move that is hardest to answer. The lower
 * levels err as people do and never throw a game away. Hatchling counts the points of the
 * lines after its move. Wyrmling plays a few games out in its head; Drake more of them, and near
 * the end it solves a few hands that the other may hold with open cards.
 *
 * Counts decide, not times: nodes of the solver on a table of its own (the size and content of a
 * shared one would decide how far a budget reaches), playouts, iterations times nodes. */

#include "play.h"

#include "belief.h"
#include "book.h"
#include "engine/clock.h"
#include "engine/memory.h"
#include "engine/search.h"
#include "engine/table.h"
#include "equilibrium.h"
#include "opening.h"
#include "redeal.h"
#include "solve.h"

#include <stdlib.h>

#define STREAM_ORDER 11
#define STREAM_DRAW 12
#define NO_LIMIT ((uint64_t)1 << 50) /* of nodes */
#define TIE_PLAYOUTS 3000
#define NOISE_PLAYOUTS 30000
#define WYRMLING_PLAYOUTS 200
#define DRAKE_PLAYOUTS 900
#define DRAKE_ENDING 5 /* cards left */
#define EVEN_ENDING 7  /* the same, of Even */
#define DRAKE_WORLDS 6
#define FOURTH_LEFT 13 /* cards left where the book's linear functions tell the values */
#define FIFTH_LEFT 12  /* cards left where there is time to prepare the reading of the next card */
#define WORLD_NODES 3000000  /* of the solver, for one decision */
#define ENDING_WORK 12000000 /* nodes of an ending's tree times iterations, in a round */
#define ENDING_MOST 250      /* iterations of a round */
#define ENDING_LEAST 20
#define ENDING_ROUNDS 8 /* while the exploitability is above ENDING_GOOD */
#define ENDING_GOOD 0.0008
#define ENDING_MB 64
#define IMITATION_MARGIN 0.3 /* how far below the hand's best a move may be, with open cards */
#define TABLE_MB 32
#define SURE_NODES 2000000 /* of the search for moves that surely win */
#define SURE_MB 8
#define SURE_ROUNDING 1e-5 /* of a mean of wins */
#define GUARD_MS 60000

typedef struct Advice {
    const Game *game;
    const DuelState *state;
    const Limits *limits;
    Progress *progress;
    Result *result;
    double began; /* all parts of a decision share its time limit */
    int32_t level;
    int32_t n_worlds;
    DuelWorld worlds[DUEL_WORLDS];
    int64_t sum[MAX_MOVES]; /* of value times weight */
    int64_t weight;         /* of the worlds in the sums */
    int32_t solved;
    uint8_t always_best[MAX_MOVES];
} Advice;

/* A clock that started with the decision; limits must outlive it. */
static Clock clock_shared(const Advice *advice, const Limits *limits)
{
    Clock clock = clock_start(limits, advice->progress);
    clock.start = advice->began;
    return clock;
}

/* The limits with the time that is left. */
static Limits limits_left(const Advice *advice)
{
    Limits left = *advice->limits;
    double rest = left.ms - (now_seconds() - advice->began) * 1000;
    left.ms = rest > 1 ? (uint32_t)rest : 1;
    return left;
}

/* Shuffles the worlds: drawn by weight without replacement. */
static void order_worlds(Advice *advice)
{
    Rng rng;
    rng_seed(&rng, advice->limits->seed, STREAM_ORDER);
    uint32_t total = 0;
    for (int i = 0; i < advice->n_worlds; i++)
        total += advice->worlds[i].weight;
    for (int i = 0; i < advice->n_worlds; i++) {
        uint32_t at = rng_below(&rng, total);
        int j = i;
        while (at >= advice->worlds[j].weight)
            at -= advice->worlds[j++].weight;
        DuelWorld world = advice->worlds[j];
        advice->worlds[j] = advice->worlds[i];
        advice->worlds[i] = world;
        total -= world.weight;
    }
}

/* ---- every world ---- */

static void add_world(Advice *advice, const int8_t *values, uint32_t weight)
{
    int best = -1;
    for (int i = 0; i < advice->result->n; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < advice->result->n; i++) {
        advice->sum[i] += values[i] * (int64_t)weight;
        advice->always_best[i] &= values[i] == best;
    }
    advice->weight += weight;
    advice->solved++;
}

/* Values of all moves in one world, from the book or the solver; 0: no time. */
static int solve_world(const Advice *advice, DuelSolver *solver, const DuelWorld *world,
                       int8_t *values, Clock *clock)
{
    uint32_t moves[MAX_MOVES];
    uint8_t hands[2][DUEL_VALUES];
    int seat = duel_turn(advice->state);
    memcpy(hands[seat], advice->state->hands[seat], DUEL_VALUES);
    memcpy(hands[seat ^ 1], world->hand, DUEL_VALUES);
    if (duel_book_values(advice->state, (const uint8_t(*)[DUEL_VALUES])hands, values))
        return 1;
    return duel_outcomes(solver, advice->state, (const uint8_t (*)[DUEL_VALUES])hands, moves,
                         values, clock) > 0;
}

/* Solves worlds until all are done, or `most` of them, or the nodes are used up, but at least one.
 * In a sample all worlds count alike, as they were drawn by weight. */
static void solve_worlds(Advice *advice, uint64_t nodes, int32_t most)
{
    Result *result = advice->result;
    Limits own = *advice->limits;
    own.nodes = 0;
    Clock clock = clock_shared(advice, &own);
    Table *table = table_new(TABLE_MB);
    DuelSolver *solver = duel_solver_new(table);
    int8_t values[DUEL_WORLDS][MAX_MOVES];
    int n = 0;
    if (!table || !solver)
        memory_out(advice->progress);
    memset(advice->always_best, 1, sizeof advice->always_best);
    most = most < advice->n_worlds ? most : advice->n_worlds;
    if (advice->progress)
        advice->progress->of = most;
    while (solver && n < most &&
           solve_world(advice, solver, &advice->worlds[n], values[n], &clock)) {
        own.nodes = nodes;
        n++;
        if (advice->progress)
            advice->progress->done = n;
    }
    for (int i = 0; i < n; i++)
        add_world(advice, values[i], n == advice->n_worlds ? advice->worlds[i].weight : 1);
    result->status = n == most || clock.status == STATUS_NODES ? STATUS_DONE : clock.status;
    result->nodes = solver ? duel_solver_nodes(solver) : 0;
    duel_solver_free(solver);
    table_free(table);
}

/* Notes which of the moves that seem to win against every hand surely win. */
static void find_sure(Advice *advice)
{
    Result *result = advice->result;
    const DuelState *state = advice->state;
    int hopeful = 0;
    for (int i = 0; i < result->n; i++)
        hopeful += result->list[i].value[0] >= 1 - SURE_ROUNDING;
    if (!hopeful)
        return;
    uint8_t unseen[DUEL_VALUES];
    Limits own = *advice->limits;
    own.nodes = limits_scale(SURE_NODES, advice->limits);
    Clock clock = clock_shared(advice, &own);
    Table *table = table_new(SURE_MB);
    DuelSolver *solver = duel_solver_new(table);
    if (!table || !solver)
        memory_out(advice->progress);
    duel_unseen(state, duel_turn(state), unseen);
    for (int i = 0, wins = 0; solver && i < result->n && wins < 2; i++)
        if (result->list[i].value[0] >= 1 - SURE_ROUNDING) {
            wins = duel_surely_wins(solver, state, unseen, result->list[i].move, &clock);
            result->list[i].sure = wins == 1;
            result->list[i].value[0] = wins == 1 ? 1 : result->list[i].value[0];
        }
    duel_solver_free(solver);
    table_free(table);
}

/* A sample of n worlds cannot tell averages apart that differ by less than 1 / sqrt(n); 0 if all
 * worlds are solved. */
static int64_t sample_noise(const Advice *advice)
{
    int64_t n = 0;
    while (advice->solved < advice->n_worlds && (n + 1) * (n + 1) <= advice->solved)
        n++;
    return n;
}

/* Marks the moves with the highest value. */
static void mark_best(Result *result)
{
    double top = result->list[0].value[0];
    for (int i = 1; i < result->n; i++)
        top = result->list[i].value[0] > top ? result->list[i].value[0] : top;
    for (int i = 0; i < result->n; i++)
        result->list[i].best = result->list[i].value[0] == top;
}

/* Sets the moves' values and marks the best; returns the highest sum. */
static int64_t set_values(Advice *advice)
{
    Result *result = advice->result;
    int64_t top = INT64_MIN;
    for (int i = 0; i < result->n; i++)
        top = advice->sum[i] > top ? advice->sum[i] : top;
    for (int i = 0; i < result->n; i++) {
        result->list[i].best = advice->sum[i] == top;
        result->list[i].value[0] = advice->weight ? (double)advice->sum[i] / (double)advice->weight
                                                  : 0;
    }
    return top;
}

/* Chooses between the moves with the highest sums, or those that surely win, by random playouts; if
 * nothing is solved, between all moves. */
static void choose_best(Advice *advice, int64_t top)
{
    Result *result = advice->result;
    int64_t least = top - sample_noise(advice);
    int equal = 0, best = -1, sure = 0;
    for (int i = 0; i < result->n; i++)
        sure |= result->list[i].sure;
    for (int i = 0; i < result->n; i++)
        equal += advice->sum[i] >= least && result->list[i].sure == sure;
    Result *playouts = equal > 1 ? memory_get(1, sizeof *playouts, advice->progress) : NULL;
    Limits left = limits_left(advice);
    if (playouts)
        search_worlds(advice->game, advice->state, least < top ? NOISE_PLAYOUTS : TIE_PLAYOUTS,
                      &left, advice->progress, playouts);
    for (int i = 0; i < result->n; i++)
        if (advice->sum[i] >= least && result->list[i].sure == sure &&
            (best < 0 || (playouts && playouts->list[i].weight > playouts->list[best].weight)))
            best = i;
    result->move = result->line[0] = result->list[best].move;
    result->list[best].weight = 1;
    result->n_line = 1;
    free(playouts);
}

/* Whether the other seat, too, knows all that it needs: this hand, or that its cards are gone when
 * it chooses. */
static int other_sees_all(const DuelState *state)
{
    int seat = duel_turn(state), held = 0, hidden = 0, kinds = 0;
    uint8_t unseen[DUEL_VALUES];
    duel_unseen(state, seat ^ 1, unseen);
    for (int value = 0; value < DUEL_VALUES; value++) {
        held += state->hands[seat][value];
        hidden += unseen[value];
        kinds += unseen[value] > 0;
    }
    return state->open_hands || held <= 1 || held == hidden || kinds <= 1;
}

/* Chooses by solved worlds, within these limits, and states what that proves. */
static void advise_worlds(Advice *advice, uint64_t nodes, int32_t most)
{
    assert(most > 0);
    Result *result = advice->result;
    order_worlds(advice);
    solve_worlds(advice, limits_scale(nodes, advice->limits), most);
    int every = advice->solved == advice->n_worlds, certain = 0;
    int64_t top = set_values(advice);
    if (every && advice->n_worlds == 1)
        for (int i = 0; i < result->n; i++)
            result->list[i].sure = 1;
    else if (every && top == advice->weight && advice->level == LEVEL_DRAGON)
        find_sure(advice);
    choose_best(advice, top);
    for (int i = 0; i < result->n; i++)
        certain |= result->list[i].best && advice->always_best[i];
    result->worlds = advice->solved;
    result->of = advice->n_worlds;
    result->proof = !every ? PROOF_ESTIMATE
                    : advice->n_worlds == 1 && other_sees_all(advice->state) ? PROOF_EXACT
                    : certain ? PROOF_EVERY_WORLD : PROOF_ESTIMATE;
    result->integral = advice->n_worlds == 1;
}

/* Chooses this move, whatever was chosen before. */
static void play_only(Result *result, uint32_t move)
{
    result->move = result->line[0] = move;
    for (int i = 0; i < result->n; i++)
        result->list[i].weight = result->list[i].move == move;
}

/* ---- the ending ---- */

/* Draws a move by the weights, which add up to 1. */
static void draw_move(Result *result, uint64_t draw)
{
    assert(result->n > 0);
    Rng rng;
    rng_seed(&rng, draw, STREAM_DRAW);
    double at = (double)(rng_next(&rng) >> 11) / 9007199254740992.0, most = -1;
    int drawn = 0, likely = 0;
    for (int i = 0; i < result->n; i++) {
        if (result->list[i].weight > most) {
            most = result->list[i].weight;
            likely = i;
        }
        if (at >= 0)
            drawn = i;
        at -= result->list[i].weight;
        if (at < 0)
            break;
    }
    if (at >= 0)
        drawn = likely;
    result->list[likely].best = 1;
    result->move = result->line[0] = result->list[drawn].move;
    result->n_line = 1;
    result->mixes = 1;
}

static void ending_result(Advice *advice, DuelEnding *ending, uint32_t iterations, Clock *clock)
{
    Result *result = advice->result;
    DuelEndingMove moves[DUEL_ENDING_ROWS];
    uint64_t size[4];
    int32_t n = duel_ending_moves(ending, moves, clock);
    assert(n == result->n);
    for (int i = 0; i < n; i++) {
        result->list[i].weight = moves[i].weight;
        result->list[i].value[0] = moves[i].value;
    }
    duel_ending_size(ending, size);
    draw_move(result, advice->limits->draw);
    result->proof = PROOF_EQUILIBRIUM;
    result->exploitability = duel_ending_exploitability(ending, NULL, clock);
    result->worlds = result->of = advice->n_worlds;
    result->nodes = size[0] * iterations;
}

/* Whether the caller has cancelled; then any move will do. */
static int was_cancelled(Advice *advice, const Clock *clock)
{
    if (clock->status != STATUS_CANCELLED)
        return 0;
    advice->result->status = STATUS_CANCELLED;
    advice->result->move = advice->result->list[0].move;
    return 1;
}

/* Even's ending, under uniform beliefs; 0 if memory is out: then nothing was done. */
static int advise_ending(Advice *advice)
{
    const DuelState *state = advice->state;
    Clock clock = clock_shared(advice, advice->limits);
    DuelEnding *ending = duel_ending_new(state, state->hands[duel_turn(state)], NULL, 0, ENDING_MB,
                                         &clock);
    uint32_t move;
    if (!ending && clock.status == STATUS_EXACT)
        return 0;
    if (was_cancelled(advice, &clock)) {
        duel_ending_free(ending);
        return 1;
    }
    if (!ending || duel_ending_certain(ending, &move)) {
        advise_worlds(advice, WORLD_NODES, DUEL_WORLDS);
        if (ending)
            play_only(advice->result, move);
    } else {
        uint64_t size[4];
        duel_ending_size(ending, size);
        uint64_t n = limits_scale(ENDING_WORK, advice->limits) / size[0];
        uint32_t iterations = n > ENDING_MOST    ? ENDING_MOST
                              : n < ENDING_LEAST ? ENDING_LEAST
                                                 : (uint32_t)n;
        uint64_t rounds = 2 * limits_scale(ENDING_WORK, advice->limits) / (size[0] * iterations);
        uint32_t run = duel_ending_run(ending, iterations, &clock), complete = run == iterations;
        for (uint64_t i = 1; complete && i < ENDING_ROUNDS && i < rounds; i++) {
            if (duel_ending_exploitability(ending, NULL, &clock) <= ENDING_GOOD)
                break;
            uint32_t more = duel_ending_run(ending, iterations, &clock);
            run += more;
            complete = more == iterations;
        }
        ending_result(advice, ending, run, clock.status == STATUS_TIME ? NULL : &clock);
        advice->result->status = complete ? STATUS_DONE : clock.status;
    }
    duel_ending_free(ending);
    return 1;
}

/* ---- what has been played ---- */

static void policy_result(Advice *advice, const DuelPolicy *policy)
{
    Result *result = advice->result;
    assert(policy->n == result->n);
    for (int i = 0; i < policy->n; i++) {
        result->list[i].weight = policy->weight[i];
        result->list[i].value[0] = policy->value[i];
    }
    draw_move(result, advice->limits->draw);
    for (int i = 0; i < policy->n; i++)
        result->list[i].best = policy->best[i];
    result->proof = policy->always ? PROOF_EVERY_WORLD : PROOF_ESTIMATE;
    if (policy->always && !advice->limits->brief)
        find_sure(advice);
    result->worlds = result->of = policy->worlds;
    result->status = STATUS_DONE;
}

/* Solves every world, weighted by belief. */
static void solve_weighed(Advice *advice, const DuelBelief *belief)
{
    duel_weigh_worlds(advice->state, belief, advice->worlds, advice->n_worlds);
    solve_worlds(advice, limits_scale(WORLD_NODES, advice->limits), DUEL_WORLDS);
}

/* Fills the result with a hand's policy at a node of an ending. Dominated moves are worth their
 * value with open cards, but no more than the best move. */
static void belief_result(Advice *advice, const DuelBelief *belief, const DuelEndingMove *moves)
{
    Result *result = advice->result;
    uint64_t size[4];
    int beaten = 0;
    double top = -1;
    for (int i = 0; i < result->n; i++) {
        beaten |= moves[i].twin < 0;
        top = moves[i].twin >= 0 && moves[i].value > top ? moves[i].value : top;
    }
    if (beaten && !advice->limits->brief)
        solve_weighed(advice, belief);
    for (int i = 0; i < result->n; i++) {
        Choice *choice = &result->list[i];
        double open = advice->weight > 0 ? (double)advice->sum[i] / (double)advice->weight : 0;
        choice->weight = moves[i].weight;
        choice->value[0] = moves[i].twin >= 0 ? moves[i].value : open > top ? top : open;
    }
    duel_ending_size(belief->solved_ending->ending, size);
    draw_move(result, advice->limits->draw);
    int coarse = duel_ending_coarse(belief->solved_ending->ending);
    result->proof = coarse ? PROOF_ESTIMATE : PROOF_EQUILIBRIUM;
    result->exploitability = coarse ? -1 : belief->solved_ending->exploitability;
    for (int i = 0; i < advice->n_worlds; i++)
        result->worlds += duel_ending_knew(belief->solved_ending->ending, advice->state,
                                           advice->worlds[i].hand);
    result->of = advice->n_worlds;
    result->nodes = size[0] * belief->solved_ending->iterations;
    result->status = STATUS_DONE;
}

/* The moves of the seat's hand at a node of an ending; their count. A hand that would not have come
 * there gets a new ending, but not with eight cards left: then 0, as if memory or time is out. */
static int32_t list_ending_moves(const Advice *advice, DuelTracker *tracker, DuelBelief *belief,
                                 Clock *clock, DuelEndingMove moves[DUEL_ENDING_ROWS])
{
    const DuelState *state = advice->state;
    const uint8_t *hand = state->hands[duel_turn(state)];
    int32_t n = 0, brief = advice->limits->brief;
    if (belief->solved_ending)
        n = duel_ending_policy(belief->solved_ending->ending, &belief->cursor, state, hand, brief,
                               moves);
    if (n || DUEL_CARDS - state->ply >= DUEL_ENDING_MOST ||
        !duel_track_anew(tracker, state, clock, belief))
        return n;
    return duel_ending_policy(belief->solved_ending->ending, &belief->cursor, state, hand, brief,
                              moves);
}

/* The policy in an ending, or the only move that is not dominated. */
static void advise_solved_ending(Advice *advice, const DuelBelief *belief,
                                 const DuelEndingMove *moves)
{
    int32_t kept = 0, one = 0;
    for (int i = advice->result->n - 1; i >= 0; i--)
        if (moves[i].twin == i) {
            kept++;
            one = i;
        }
    if (kept > 1 || advice->limits->brief) {
        belief_result(advice, belief, moves);
        return;
    }
    duel_weigh_worlds(advice->state, belief, advice->worlds, advice->n_worlds);
    advise_worlds(advice, WORLD_NODES, DUEL_WORLDS);
    play_only(advice->result, advice->result->list[one].move);
}

/* A hand that the ending does not have plays as the others do on average, except moves by which it
 * would lose much: so it does not show itself. */
static void imitate_others(const DuelState *state, const DuelBelief *belief, DuelPolicy *policy)
{
    double means[MAX_MOVES], top = -1, sum = 0;
    duel_ending_means(belief->solved_ending->ending, &belief->cursor, state, policy->n,
                      policy->move, means);
    for (int i = 0; i < policy->n; i++)
        top = policy->value[i] > top ? policy->value[i] : top;
    for (int i = 0; i < policy->n; i++) {
        double closeness = 1 - (top - policy->value[i]) / IMITATION_MARGIN;
        means[i] *= closeness > 0 ? closeness : 0;
        sum += means[i];
    }
    for (int i = 0; i < policy->n && sum > 0; i++)
        policy->weight[i] = means[i] / sum;
}

/* By beliefs; 0 where they cannot be computed. */
static int advise_by_belief(Advice *advice, Table *table)
{
    const DuelState *state = advice->state;
    Clock clock = clock_shared(advice, advice->limits);
    DuelTracker *tracker = duel_tracker_of(table);
    DuelBelief *belief = memory_get(1, sizeof *belief, advice->progress);
    DuelPolicy *policy = memory_get(1, sizeof *policy, advice->progress);
    DuelEndingMove moves[DUEL_ENDING_ROWS];
    if (!tracker)
        memory_out(advice->progress);
    int done = tracker && belief && policy && duel_track(tracker, state, &clock, belief);
    int32_t n = done ? list_ending_moves(advice, tracker, belief, &clock, moves) : 0;
    assert(!n || n == advice->result->n);
    if (n)
        advise_solved_ending(advice, belief, moves);
    else if (DUEL_CARDS - state->ply < DUEL_ENDING_MOST)
        done = 0;
    else if (done) {
        done = duel_policy(tracker, state, state->hands[duel_turn(state)], belief, &clock, policy);
        if (done && belief->solved_ending)
            imitate_others(state, belief, policy);
        if (done)
            policy_result(advice, policy);
        if (done && table && !belief->solved_ending && !advice->limits->brief)
            duel_precompute(tracker, state, advice->result->move, belief, &clock);
    }
    free(policy);
    free(belief);
    if (!table)
        duel_tracker_free(tracker);
    return done || was_cancelled(advice, &clock);
}

/* ---- the first six cards ---- */

/* The values of the seat's hand by the linear functions of the opening. */
static void value_by_lines(Advice *advice, const DuelOpening *opening)
{
    Result *result = advice->result;
    const uint8_t *hand = advice->state->hands[duel_turn(advice->state)];
    for (int i = 0; i < result->n; i++) {
        double worth = duel_opening_worth(opening, hand, result->list[i].move);
        result->list[i].value[0] = worth < -1 ? -1 : worth > 1 ? 1 : worth;
    }
    mark_best(result);
    result->of = advice->n_worlds;
}

/* Finds the values of its hand where the policy or the caller needs them; returns whether the policy
 * does. */
static int value_own(Advice *advice, const DuelOpening *opening)
{
    int left = DUEL_CARDS - advice->state->ply, needed = left > FOURTH_LEFT;
    if (left == FOURTH_LEFT)
        value_by_lines(advice, opening);
    else if (needed || !advice->limits->brief) {
        order_worlds(advice);
        solve_worlds(advice, limits_scale(WORLD_NODES, advice->limits), DUEL_WORLDS);
        set_values(advice);
        advice->result->worlds = advice->solved;
        advice->result->of = advice->n_worlds;
    }
    return needed;
}

/* Whether every move with a weight is best against every hand. */
static int is_certain(const Advice *advice)
{
    int certain = advice->solved == advice->n_worlds;
    for (int i = 0; i < advice->result->n; i++)
        certain &= advice->always_best[i] || advice->result->list[i].weight <= 0;
    return certain;
}

static void opening_result(Advice *advice, const DuelOpening *opening)
{
    Result *result = advice->result;
    uint32_t moves[MAX_MOVES];
    uint8_t best[MAX_MOVES];
    double own[MAX_MOVES], weights[MAX_MOVES];
    result->status = STATUS_DONE;
    int needed = value_own(advice, opening);
    for (int i = 0; i < result->n; i++) {
        moves[i] = result->list[i].move;
        own[i] = result->list[i].value[0];
        best[i] = result->list[i].best;
    }
    duel_opening_policy(opening, advice->state->hands[duel_turn(advice->state)], result->n, moves,
                        needed ? own : NULL, weights);
    for (int i = 0; i < result->n; i++)
        result->list[i].weight = weights[i];
    draw_move(result, advice->limits->draw);
    for (int i = 0; i < result->n; i++)
        result->list[i].best = best[i];
    result->proof = needed && is_certain(advice) ? PROOF_EVERY_WORLD : PROOF_ESTIMATE;
    if (result->proof == PROOF_EVERY_WORLD && !advice->limits->brief)
        find_sure(advice);
}

/* The first six cards; 0 where the opening cannot be computed. With the fifth there is time to
 * prepare the reading of the sixth. */
static int advise_opening(Advice *advice, Table *table)
{
    Clock clock = clock_shared(advice, advice->limits);
    DuelTracker *tracker = duel_tracker_of(table);
    const DuelOpening *opening = tracker ? duel_tracker_opening(tracker, advice->state, &clock)
                                         : NULL;
    int done = opening != NULL, left = DUEL_CARDS - advice->state->ply;
    if (!tracker)
        memory_out(advice->progress);
    if (done)
        opening_result(advice, opening);
    if (done && clock.status == STATUS_TIME)
        advice->result->status = STATUS_TIME;
    if (done && table && !advice->limits->brief && left == FIFTH_LEFT)
        duel_precompute_opening(tracker, advice->state, advice->result->move, &clock);
    if (!table)
        duel_tracker_free(tracker);
    return done || was_cancelled(advice, &clock);
}

/* ---- levels ---- */

static int line_points(const DuelState *state, int seat)
{
    Row rows[MAX_ROWS];
    int sum = 0;
    for (int i = duel_breakdown(state, seat, rows) - 1; i >= 0; i--)
        sum += rows[i].value;
    return sum;
}

/* The best point difference right after the move; equal moves at random. */
static void advise_hatchling(Advice *advice)
{
    Result *result = advice->result;
    int seat = duel_turn(advice->state);
    uint32_t equal = 0;
    double top = -1e9;
    Rng rng;
    rng_seed(&rng, advice->limits->seed, STREAM_DRAW);
    for (int i = 0; i < result->n; i++) {
        DuelState after = *advice->state;
        Choice *choice = &result->list[i];
        duel_play(&after, choice->move, NULL, NULL);
        double ahead = line_points(&after, seat) - line_points(&after, seat ^ 1);
        choice->value[0] = ahead / ((ahead < 0 ? -ahead : ahead) + 50); /* maps to -1 .. 1 */
        equal = choice->value[0] > top ? 0 : equal;
        top = choice->value[0] > top ? choice->value[0] : top;
        if (choice->value[0] == top && rng_below(&rng, ++equal) == 0)
            result->move = result->line[0] = choice->move;
    }
    mark_best(result);
    result->n_line = 1;
    result->status = STATUS_DONE;
    result->of = advice->n_worlds;
}

/* By belief or opening; for Even, or where these fail, by the ending under uniform beliefs or by
 * solved worlds. */
static void advise_dragon(Advice *advice, Table *table)
{
    int left = DUEL_CARDS - advice->state->ply;
    int infers = !advice->limits->even && advice->n_worlds > 1;
    if (infers && (left <= DUEL_BELIEF_FROM ? advise_by_belief(advice, table)
                                            : advise_opening(advice, table)))
        return;
    if (advice->n_worlds == 1 || left > EVEN_ENDING || !advise_ending(advice))
        advise_worlds(advice, advice->n_worlds == 1 ? NO_LIMIT : WORLD_NODES, DUEL_WORLDS);
}

static void advise_drake(Advice *advice)
{
    if (DUEL_CARDS - advice->state->ply <= DRAKE_ENDING)
        advise_worlds(advice, NO_LIMIT, DRAKE_WORLDS);
    else
        search_worlds(advice->game, advice->state, DRAKE_PLAYOUTS, advice->limits, advice->progress,
                      advice->result);
}

void duel_advise(const Game *game, const void *world, int32_t level, const Limits *limits,
                 Table *table, Progress *progress, Result *result)
{
    Limits own = *limits;
    own.ms = limits->ms ? limits->ms : GUARD_MS;
    Advice advice = {.game = game,
                     .state = world,
                     .limits = &own,
                     .progress = progress,
                     .result = result,
                     .level = level,
                     .began = now_seconds()};
    advice.n_worlds = duel_worlds(world, advice.worlds);
    if (level == LEVEL_DRAGON)
        advise_dragon(&advice, table);
    else if (level == LEVEL_DRAKE)
        advise_drake(&advice);
    else if (level == LEVEL_WYRMLING)
        search_worlds(game, world, WYRMLING_PLAYOUTS, &own, progress, result);
    else
        advise_hatchling(&advice);
}
