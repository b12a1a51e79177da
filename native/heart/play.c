/* play.c: the levels of Dragonheart, Hatchling to Dragon (rules: heart, what a seat knows).
 *
 * Dragon knows the unseen cards as a set; redeal.c deals them. In this order:
 *   exact   nothing hidden matters any more: a last turn, or all cards known by counting. If the
 *           other seat has the last turn next: the mean over every hand that it may hold. That seat
 *           sees all that matters to it, so this is an equilibrium that nobody can exploit, all
 *           hands equally likely; exact if every hand gives the same
 *   worlds  few cards left: every order of the hidden cards, or as many drawn ones as the nodes
 *           allow, solved with open cards (solve.c). The proof is "every world" if one move is best
 *           in all of them, else an estimate
 *   ahead   drawn worlds, the same for all moves. After the move both seats play a few turns by the
 *           evaluation of what they see (eval.c), which also values the result. Worse moves drop
 *           out half by half (sequential halving, Karnin, Koren and Somekh 2013; race.c)
 * A win counts more than its margin: outcomes decide, margins break ties; in "ahead" race.c bends
 * the lead. The values reported are margins. All hands that fit count alike, so even plays as
 * Dragon does.
 *
 * Hatchling, Wyrmling and Drake evaluate each move once, with human weaknesses (see the table):
 * they forget which cards are gone, and often take a second best that seems nearly as good; the
 * first two believe only part of the prospect and avoid laying out points for the other. Near the
 * end, with a deck empty or in the last turn, Wyrmling remembers and plays its best move, and Drake
 * solves eight drawn worlds for points. Figures: NOTES.md. */

#include "play.h"

#include "engine/clock.h"
#include "engine/memory.h"
#include "engine/race.h"
#include "engine/result.h"
#include "eval.h"
#include "redeal.h"
#include "solve.h"

#include <stdlib.h>

#ifndef AHEAD_PLAYOUTS
#define AHEAD_PLAYOUTS 12000    /* playouts per decision */
#define AHEAD_TURNS 4           /* after the move; even, so that the last evaluation sees its own
                                   hand */
#define WORLDS_CARDS 16         /* left in hands and decks: from here on worlds are solved */
#define WORLDS_MOST 400
#define WORLDS_NODES 400000
#endif
#define TABLE_MB 4
#define DRAKE_WORLDS 8          /* that Drake solves near the end */

static const HeartRecorder no_recorder = {NULL, NULL};

typedef struct Judgement {
    int64_t outcome, margin;    /* sums over worlds, weighted */
} Judgement;

static int lead_of(const HeartCore *core, int seat)
{
    return heart_score(core, seat) - heart_score(core, seat ^ 1);
}

/* ---- exact endings ---- */

/* Sums over solved worlds. */
typedef struct Sum {
    const HeartCore *core;      /* as the seat sees it */
    HeartSolver margin, outcome;
    const Result *result;
    uint32_t moves[MAX_MOVES];
    int32_t margins[MAX_MOVES], outcomes[MAX_MOVES];
    Judgement list[MAX_MOVES];
    Judgement first[MAX_MOVES]; /* of the first world */
    uint8_t best_always[MAX_MOVES], varies;
    double total;               /* of the weights */
    int64_t worlds;
} Sum;

/* Starts a sum for the moves of this result. Both solvers share the table. */
static void sum_start(Sum *sum, const HeartCore *core, const Limits *limits, Table *table,
                      Progress *progress, const Result *result)
{
    memset(sum, 0, sizeof *sum);
    sum->core = core;
    sum->result = result;
    heart_solver_start(&sum->margin, HEART_MARGIN, limits, table, progress);
    heart_solver_start(&sum->outcome, HEART_OUTCOME, limits, table, progress);
    for (int i = 0; i < result->n; i++) {
        sum->moves[i] = result->list[i].move;
        sum->best_always[i] = 1;
    }
}

static uint64_t sum_nodes(const Sum *sum) { return sum->margin.nodes + sum->outcome.nodes; }

/* Solves a world and adds it. 0, or -1 if the clock stopped it; then the world does not count. */
static int sum_world(Sum *sum, const HeartCore *world, int64_t weight)
{
    int n = sum->result->n, best = 0;
    if (heart_solve_moves(&sum->outcome, world, sum->moves, n, sum->outcomes) ||
        heart_solve_moves(&sum->margin, world, sum->moves, n, sum->margins))
        return -1;
    for (int i = 1; i < n; i++)
        if (sum->outcomes[i] > sum->outcomes[best] ||
            (sum->outcomes[i] == sum->outcomes[best] && sum->margins[i] > sum->margins[best]))
            best = i;
    for (int i = 0; i < n; i++) {
        Judgement here = {sum->outcomes[i], sum->margins[i]};
        sum->first[i] = sum->worlds ? sum->first[i] : here;
        sum->varies |=
            here.outcome != sum->first[i].outcome || here.margin != sum->first[i].margin;
        sum->list[i].outcome += weight * here.outcome;
        sum->list[i].margin += weight * here.margin;
        sum->best_always[i] &=
            sum->outcomes[i] == sum->outcomes[best] && sum->margins[i] == sum->margins[best];
    }
    sum->total += (double)weight;
    sum->worlds++;
    return 0;
}

/* Outcomes decide, margins break ties. */
static int judged_better(const Judgement *a, const Judgement *b)
{
    return a->outcome != b->outcome ? a->outcome > b->outcome : a->margin > b->margin;
}

/* Fills the result with the means over the summed worlds; there must be at least one. */
static void sum_report(const Sum *sum, Result *result, int proof, int64_t of)
{
    int best = 0, lead = lead_of(sum->core, sum->core->turn);
    assert(sum->worlds > 0);
    for (int i = 0; i < result->n; i++) {
        if (judged_better(&sum->list[i], &sum->list[best]))
            best = i;
        result->list[i].value[0] = lead + (double)sum->list[i].margin / (sum->total * HEART_UNIT);
    }
    result_choose(result, best);
    for (int i = 0; i < result->n; i++) {
        result->list[i].best = !judged_better(&sum->list[best], &sum->list[i]);
        result->list[i].weight = i == best;
    }
    result->proof = proof;
    result->worlds = sum->worlds;
    result->of = of;
    result->nodes = sum_nodes(sum);
    result->status = STATUS_DONE;
}

/* The class of a card in a last turn, as the lowest card of the class. Chests and petrified dragons
 * do nothing then; a dwarf scores its value; of the others only the kind matters. */
static int class_of(int card)
{
    int kind = heart_kind(card);
    return kind == DWARF ? card : kind == CHEST || kind == PETRIFIED ? 0 : kind * HEART_VALUES;
}

typedef struct Hands {
    Sum *sum;
    HeartCore world;
    int unseen[HEART_TYPES];    /* cards of each class */
    int of;
} Hands;

/* Solves every hand that takes `missing` more cards from class `class` on. ways: the number of
 * draws that give the cards so far. 0, or -1 if stopped. */
static int every_hand(Hands *hands, int class, int missing, int64_t ways)
{
    int seat = hands->world.turn ^ 1, at = hands->of - missing;
    if (missing == 0)
        return sum_world(hands->sum, &hands->world, ways);
    if (class == HEART_TYPES)
        return 0;
    for (int k = 0; k <= hands->unseen[class] && k <= missing; k++) {
        if (every_hand(hands, class + 1, missing - k, ways))
            return -1;
        ways = ways * (hands->unseen[class] - k) / (k + 1);
        if (at + k < HEART_MOST)
            hands->world.hands[seat][at + k] = (uint8_t)class;
    }
    return 0;
}

/* Binomial coefficient; a double, as it may exceed an integer. */
static double count_hands(int n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

/* The other seat has the last turn next, so only its hand is unknown and matters. */
static int solve_last_but_one(Sum *sum, Result *result)
{
    int seat = sum->core->turn ^ 1, unseen = sum->core->in_hand[seat] + sum->core->in_deck[seat];
    assert(unseen < HEART_CARDS);
    Hands hands = {.sum = sum, .world = *sum->core, .of = sum->core->in_hand[seat]};
    for (int i = 0; i < sum->core->in_hand[seat]; i++)
        hands.unseen[class_of(sum->core->hands[seat][i])]++;
    for (int i = 0; i < sum->core->in_deck[seat]; i++)
        hands.unseen[class_of(sum->core->decks[seat][i])]++;
    if (every_hand(&hands, 0, hands.of, 1))
        return 0;
    sum->worlds = (int64_t)count_hands(unseen, hands.of);
    sum_report(sum, result, sum->varies ? PROOF_EQUILIBRIUM : PROOF_EXACT, sum->worlds);
    result->exploitability = sum->varies ? 0 : result->exploitability;
    return 1;
}

/* Whether nothing hidden matters: in a last turn, or if counting tells all cards from now on. Then
 * the other's deck is empty, and this turn draws the last card of its own deck. */
static int nothing_hidden(const HeartCore *core)
{
    int seat = core->turn;
    return core->last_turn == seat || (core->in_deck[seat ^ 1] == 0 && core->in_deck[seat] <= 1);
}

/* Solves the position if nothing hidden matters any more. 0 if something does, or if the clock
 * stopped it. */
static int solve_ending(Sum *sum, Result *result)
{
    const HeartCore *core = sum->core;
    if (nothing_hidden(core)) {
        if (sum_world(sum, core, 1))
            return 0;
        sum_report(sum, result, PROOF_EXACT, 1);
        return 1;
    }
    return core->in_deck[core->turn] == 0 && solve_last_but_one(sum, result);
}

/* ---- worlds ---- */

/* Enumerates the orders of the hidden cards, deck by deck; the other's cards left over are its
 * hand. */
typedef struct Worlds {
    Sum *sum;                   /* NULL: only count */
    HeartCore world;
    int unseen[2][HEART_TYPES];
    int count, most;
} Worlds;

/* All deck places are filled: gives the other the rest as its hand, and counts or solves the world.
 * Nonzero: stop. */
static int finish_world(Worlds *worlds, int64_t ways)
{
    HeartCore *world = &worlds->world;
    int seat = world->turn ^ 1, n = 0;
    for (int card = 0; card < HEART_TYPES; card++)
        for (int i = 0; i < worlds->unseen[seat][card]; i++)
            world->hands[seat][n++] = (uint8_t)card;
    assert(n == world->in_hand[seat]);
    worlds->count++;
    if (!worlds->sum)
        return worlds->count > worlds->most;
    return sum_world(worlds->sum, world, ways);
}

/* Fills the hidden deck places from `place` on in every way, the mover's own deck first. Nonzero:
 * stopped. */
static int every_world(Worlds *worlds, int place, int64_t ways)
{
    HeartCore *world = &worlds->world;
    int own = world->in_deck[world->turn] - world->returned[world->turn];
    int seat = place < own ? world->turn : world->turn ^ 1, at = place < own ? place : place - own;
    if (place == own + world->in_deck[world->turn ^ 1])
        return finish_world(worlds, ways);
    for (int card = 0; card < HEART_TYPES; card++) {
        int n = worlds->unseen[seat][card];
        if (n == 0)
            continue;
        worlds->unseen[seat][card]--;
        world->decks[seat][at] = (uint8_t)card;
        int stopped = every_world(worlds, place + 1, ways * n);
        worlds->unseen[seat][card]++;
        if (stopped)
            return stopped;
    }
    return 0;
}

static void worlds_start(Worlds *worlds, const HeartCore *core, Sum *sum)
{
    int seat = core->turn, other = seat ^ 1;
    memset(worlds, 0, sizeof *worlds);
    worlds->sum = sum;
    worlds->world = *core;
    worlds->most = WORLDS_MOST;
    for (int i = 0; i < core->in_deck[seat] - core->returned[seat]; i++)
        worlds->unseen[seat][core->decks[seat][i]]++;
    for (int i = 0; i < core->in_deck[other]; i++)
        worlds->unseen[other][core->decks[other][i]]++;
    for (int i = 0; i < core->in_hand[other]; i++)
        worlds->unseen[other][core->hands[other][i]]++;
}

/* Solves drawn worlds until there are enough or the nodes are used up. */
static void draw_worlds(Sum *sum, const HeartState *state, int most, Rng *rng)
{
    while (sum->worlds < most && sum_nodes(sum) < WORLDS_NODES) {
        HeartState drawn = *state;
        heart_redeal(&drawn, state->core.turn, rng);
        if (sum_world(sum, &drawn.core, 1))
            return;
    }
}

/* Solves every world, or drawn ones if there are too many. 0 if not even one was solved. */
static int solve_worlds(Sum *sum, const HeartState *state, Rng *rng, Result *result)
{
    Worlds worlds;
    int proof = PROOF_ESTIMATE;
    worlds_start(&worlds, &state->core, NULL);
    int many = every_world(&worlds, 0, 1), count = worlds.count;
    if (many)
        draw_worlds(sum, state, WORLDS_MOST, rng);
    else {
        worlds_start(&worlds, &state->core, sum);
        if (every_world(&worlds, 0, 1))
            return 0;
    }
    if (sum->worlds == 0)
        return 0;
    for (int i = 0; !many && i < result->n; i++)
        if (sum->best_always[i])
            proof = PROOF_EVERY_WORLD;
    sum_report(sum, result, proof, many ? -1 : count);
    return 1;
}

/* Cards in both hands and decks. */
static int cards_left(const HeartCore *core)
{
    return core->in_hand[0] + core->in_hand[1] + core->in_deck[0] + core->in_deck[1];
}

/* ---- looking ahead ---- */

/* Plays a whole turn; a card to be lost is drawn at random. */
static void run_turn(HeartRun *run, uint32_t move, Rng *rng)
{
    int loser = heart_run_begin(run, move);
    if (loser != NOBODY)
        heart_lose(&run->core, loser, (int)rng_below(rng, run->core.in_hand[loser]), &no_recorder);
    heart_end(&run->core, &no_recorder);
}

/* The expected final lead of a seat, in parts of a point: both play so many turns by the
 * evaluation, which then also values the position. */
static int64_t play_on(HeartRun *run, int seat, int turns, Rng *rng)
{
    uint32_t moves[MAX_MOVES];
    while (!run->core.over) {
        int64_t value = 0;
        int turn = run->core.turn,
            best = heart_judge(run, moves, heart_core_moves(&run->core, moves), &value);
        if (--turns == 0) {
            value += (int64_t)lead_of(&run->core, turn) * HEART_POINT;
            return turn == seat ? value : -value;
        }
        run_turn(run, moves[best], rng);
    }
    return (int64_t)lead_of(&run->core, seat) * HEART_POINT;
}

typedef struct Ahead {
    const HeartState *state;
    Rng rng;
} Ahead;

/* Tries every move still in the race in one drawn world. */
static void ahead_world(Race *race, const Result *result, void *context)
{
    Ahead *ahead = context;
    HeartState drawn = *ahead->state;
    HeartRun start;
    int seat = drawn.core.turn;
    heart_redeal(&drawn, seat, &ahead->rng);
    heart_run_start(&start, &drawn.core);
    for (int i = 0; i < race->n; i++) {
        int at = race->order[i];
        HeartRun run = start;
        Rng luck;
        rng_seed(&luck, drawn.seed, 0); /* the same for all moves */
        run_turn(&run, result->list[at].move, &luck);
        race_note(race, at, (double)play_on(&run, seat, AHEAD_TURNS, &luck) / HEART_POINT);
    }
}

static void look_ahead(const HeartState *state, uint32_t playouts, const Limits *limits,
                       Progress *progress, Rng *rng, Result *result)
{
    Ahead ahead = {state, *rng};
    race_run(ahead_world, &ahead, playouts, 0, limits, progress, result);
}

/* ---- weaker levels ---- */

/* The share of the prospect that a level believes, in eighths; how much it minds points laid out
 * for the other, and how near a second best must be to please as well, both in eighths of a point;
 * how often it then takes it, of 64. */
static const struct {
    int prospect, laid, near, often;
} weaknesses[LEVELS] = {
    [LEVEL_HATCHLING] = {1, 3, 12, 48},
    [LEVEL_WYRMLING] = {3, 2, 24, 48},
    [LEVEL_DRAKE] = {8, 0, 8, 48},
};

/* Forgets which cards were played: expects each kind among the unseen cards as often as in the
 * whole deck. */
static void forget_cards(HeartRun *run, const HeartState *state)
{
    int whole[KINDS];
    for (int kind = 0; kind < KINDS; kind++)
        whole[kind] = run->left[0][kind] + run->left[1][kind];
    for (int i = 0; i < state->chains.n; i++)
        whole[heart_kind(state->chains.card[i])]++;
    for (int seat = 0; seat < 2; seat++) {
        int own = seat == run->core.turn,
            unseen = run->core.in_deck[seat] + (own ? 0 : run->core.in_hand[seat]);
        for (int kind = 0; kind < KINDS; kind++)
            run->left[seat][kind] =
                (uint8_t)((whole[kind] * unseen + HEART_CARDS) / (2 * HEART_CARDS));
        for (int i = 0; own && i < run->core.in_hand[seat]; i++)
            run->left[seat][heart_kind(run->core.hands[seat][i])]++;
    }
}

/* A level's value of a move, in parts of a point. */
static int64_t judge_move(const HeartRun *run, uint32_t move, int level)
{
    HeartRun after = *run;
    heart_run_begin(&after, move);
    int64_t gain = (int64_t)heart_gain(&run->core, move) * HEART_POINT;
    int64_t laid = (int64_t)heart_points_laid(move) * HEART_POINT;
    return gain + heart_prospect(&after) * weaknesses[level].prospect / 8 -
           laid * weaknesses[level].laid / 8;
}

/* Whether a deck is empty or the last turn has come; from then on Wyrmling and Drake count
 * cards. */
static int nears_end(const HeartCore *core)
{
    return core->last_turn == core->turn || core->in_deck[0] == 0 || core->in_deck[1] == 0;
}

/* Whether the level takes a second best that is `less` worse. */
static int prefers_second(const HeartCore *core, int level, int64_t less, Rng *rng)
{
    int careful = level == LEVEL_HATCHLING ? core->last_turn == core->turn : nears_end(core);
    return !careful && less <= weaknesses[level].near * HEART_POINT / 8 &&
           rng_below(rng, 64) < (uint32_t)weaknesses[level].often;
}

/* Fills the result with a weaker level's value of each move, and chooses by it. */
static void judge_once(const HeartState *state, int level, Rng *rng, Result *result)
{
    HeartRun run;
    int64_t values[MAX_MOVES];
    int best = 0, second = -1, lead = lead_of(&state->core, state->core.turn);
    heart_run_start(&run, &state->core);
    assert(result->n > 0);
    if (level == LEVEL_HATCHLING || !nears_end(&state->core))
        forget_cards(&run, state);
    for (int i = 0; i < result->n; i++) {
        values[i] = judge_move(&run, result->list[i].move, level);
        result->list[i].value[0] = lead + (double)values[i] / HEART_POINT;
        if (values[i] > values[best])
            best = i;
    }
    for (int i = 0; i < result->n; i++)
        if (i != best && (second < 0 || values[i] > values[second]))
            second = i;
    if (second >= 0 && prefers_second(&state->core, level, values[best] - values[second], rng))
        best = second;
    result->list[best].weight = 1;
    result_choose(result, best);
    result->worlds = 1;
    result->of = -1;
    result->nodes = (uint64_t)result->n;
    result->status = STATUS_DONE;
}

/* ---- advice ---- */

/* Solves the position as far as this level does; 0 if there is too much to solve. It uses a table
 * of its own: entries of earlier searches would change how many worlds the nodes allow. */
static int solve_something(const HeartState *state, int level, const Limits *limits,
                           Progress *progress, Rng *rng, Result *result)
{
    Limits nodes = *limits;
    nodes.nodes = WORLDS_NODES;
    Sum *sum = memory_get(1, sizeof *sum, progress);
    Table *table = table_new(TABLE_MB);
    int solved = 0;
    if (!table)
        memory_out(progress);
    if (sum && table) {
        sum_start(sum, &state->core, &nodes, table, progress, result);
        if (level == LEVEL_DRAKE) {
            draw_worlds(sum, state, DRAKE_WORLDS, rng);
            solved = sum->worlds > 0;
            for (int i = 0; i < result->n; i++)
                sum->list[i].outcome = 0; /* Drake plays for points */
            if (solved)
                sum_report(sum, result, PROOF_ESTIMATE, -1);
        } else
            solved = solve_ending(sum, result);
        if (!solved && level == LEVEL_DRAGON && cards_left(&state->core) <= WORLDS_CARDS) {
            sum_start(sum, &state->core, &nodes, table, progress, result);
            solved = solve_worlds(sum, state, rng, result);
        }
    }
    table_free(table);
    free(sum);
    return solved;
}

void heart_advise(const Game *game, const void *self, int32_t level, const Limits *limits,
                  Table *table, Progress *progress, Result *result)
{
    const HeartState *state = self;
    Rng rng;
    (void)game;
    (void)table;
    rng_seed(&rng, limits->seed, 1);
    uint32_t playouts = limits_scale(AHEAD_PLAYOUTS, limits);
    Clock clock = clock_start(limits, progress);
    int solves = level == LEVEL_DRAGON || (level == LEVEL_DRAKE && nears_end(&state->core));
    if (solves && solve_something(state, level, limits, progress, &rng, result))
        return;
    Limits left = clock_left(&clock);
    if (level < LEVEL_DRAGON)
        judge_once(state, level, &rng, result);
    else
        look_ahead(state, playouts, &left, progress, &rng, result);
}
