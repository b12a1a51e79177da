/* solve.c: the exact solver of Dragonheart with all cards open (rules: heart).
 *
 * Value: for the seat on turn, in parts of a point (HEART_UNIT): the margin still to come, or the
 * outcome 1, 0 or -1. Chance enters only when a hand of six loses a card with the figure; the value
 * is then the mean over the six cards. At most HEART_LOSSES such losses follow one another, one for
 * each Sorceress left, so with the unit 6^8 every mean is a whole number and equal moves are equal.
 *
 * Search: negamax with fail-soft alpha-beta, null windows after the first move (PVS, Marsland and
 * Campbell 1982), and Star1 at the means (Ballard 1983): once the missing cards cannot bring the
 * mean back into the window, the rest is skipped. A last turn is evaluated directly, as nothing
 * drawn or lost in it counts.
 * Bounds: the lead grows by at most all points outside the piles and the figure; a lead that these
 * cannot turn decides the outcome.
 *
 * Table: an entry of 16 bytes holds bounds, the best move's number and a stamp. The key covers what
 * the rest of the game depends on. For the margin that is neither the piles nor which cards form a
 * stack, only its points. A deck counts by the hash of its remaining cards, so worlds that differ
 * only in what is already drawn share entries. Measurements: NOTES.md. */

#include "solve.h"

#include "engine/table.h"

#include <limits.h>

#define INFINITE (INT32_MAX / 2)
#define LINE_LIMIT 40

static const HeartRecorder no_recorder = {NULL, NULL};

/* table may be NULL; other solvers may share it. */
void heart_solver_start(HeartSolver *solver, int objective, const Limits *limits, Table *table,
                        Progress *progress)
{
    size_t bytes;
    memset(solver, 0, sizeof *solver);
    solver->entries = table_memory(table, &bytes);
    solver->mask = bytes / sizeof(HeartEntry) - 1;
    if (bytes < sizeof(HeartEntry))
        solver->entries = NULL;
    solver->stamp = table_stamp(table);
    solver->objective = objective;
    solver->clock = clock_start(limits, progress);
}

/* Notes the hash and the points of each deck for every number of cards left; called once per
 * world. */
static void note_decks(HeartSolver *solver, const HeartCore *core)
{
    for (int seat = 0; seat < 2; seat++) {
        uint64_t hash = mix64((uint64_t)seat + 0xDEC5);
        int points = 0;
        for (int i = 0; i <= core->in_deck[seat]; i++) {
            solver->deck_hash[seat][i] = hash;
            solver->deck_points[seat][i] = (int16_t)points;
            if (i == core->in_deck[seat])
                break;
            int card = core->decks[seat][i];
            hash = mix64(hash + (uint64_t)card + 1);
            points += heart_kind(card) == SHIP ? 0 : heart_value(card);
        }
    }
}

/* ---- keys ---- */

/* A hand as a unique number. */
static uint64_t pack_hand(const HeartCore *core, int seat)
{
    uint64_t hand = 0;
    for (int i = 0; i < core->in_hand[seat]; i++)
        hand = hand << 8 | (uint64_t)(core->hands[seat][i] + 1);
    return hand;
}

/* The hash of a deck; a returned top card counts separately. */
static uint64_t pack_deck(const HeartSolver *solver, const HeartCore *core, int seat)
{
    int lowest = core->in_deck[seat] - core->returned[seat];
    uint64_t top = core->returned[seat] ? core->decks[seat][lowest] + 1u : 0;
    return solver->deck_hash[seat][lowest] + top * 0x9E3779B97F4A7C15u;
}

/* A hash of all that the value depends on. */
static uint64_t position_key(const HeartSolver *solver, const HeartCore *core)
{
    const uint16_t *points = core->points;
    const uint8_t *count = core->count;
    int sailed = heart_sailed(core), most = HEART_STACKS * HEART_FLEET;
    uint64_t outlines = (uint64_t)count[DWARF] | (uint64_t)count[KNIGHT] << 3 |
                        (uint64_t)count[HUNTRESS] << 5 | (uint64_t)count[SHIP] << 7 |
                        (uint64_t)(sailed < most ? sailed : most) << 9 |
                        (uint64_t)points[DWARF] << 16 | (uint64_t)points[KNIGHT] << 24 |
                        (uint64_t)points[HUNTRESS] << 32 | (uint64_t)core->turn << 40 |
                        (uint64_t)(core->figure & 3) << 41 | (uint64_t)(core->last_turn & 3) << 43;
    uint64_t stacks = (uint64_t)points[PETRIFIED] | (uint64_t)points[SORCERESS] << 16 |
                      (uint64_t)points[TROLL] << 32 | (uint64_t)points[BELOW] << 48;
    uint64_t key = mix64(outlines + 0x9E3779B97F4A7C15u * (uint64_t)(solver->objective + 1));
    key = mix64(key ^ stacks);
    key = mix64(key + (pack_hand(core, 0) | (uint64_t)points[CHEST] << 48));
    key = mix64(key ^ (pack_hand(core, 1) | (uint64_t)points[FIRE] << 48));
    key = mix64(key + pack_deck(solver, core, 0));
    key = mix64(key ^ pack_deck(solver, core, 1));
    if (solver->objective == HEART_OUTCOME)
        key = mix64(key + (uint64_t)(heart_score(core, 0) - heart_score(core, 1) + 1024));
    return key;
}

/* An entry's tag: 41 bits of the key, 7 of the best move's number, 16 of the stamp. */
static uint64_t tag_of(const HeartSolver *solver, uint64_t key, int best)
{
    return (key >> 23 << 23) | (uint64_t)best << 16 | solver->stamp;
}

/* The entry of this position, or NULL. */
static const HeartEntry *probe_table(const HeartSolver *solver, uint64_t key)
{
    if (!solver->entries)
        return NULL;
    const HeartEntry *entry = &solver->entries[key & solver->mask];
    return ((entry->tag ^ tag_of(solver, key, 0)) & ~((uint64_t)127 << 16)) == 0 ? entry : NULL;
}

/* Stores bounds and the best move's number (below 128); it always replaces. */
static void store_entry(HeartSolver *solver, uint64_t key, int best, int32_t low, int32_t high)
{
    assert(best >= 0 && best < 128 && low <= high);
    if (solver->entries)
        solver->entries[key & solver->mask] = (HeartEntry){tag_of(solver, key, best), low, high};
}

/* ---- bounds ---- */

/* An upper bound on the growth of either seat's lead, the figure left out. */
static int most_to_come(const HeartSolver *solver, const HeartCore *core)
{
    int points = core->points[BELOW];
    for (int kind = 0; kind < SHIP; kind++)
        points += core->points[kind];
    for (int seat = 0; seat < 2; seat++) {
        int lowest = core->in_deck[seat] - core->returned[seat];
        points += solver->deck_points[seat][lowest];
        for (int i = lowest; i < core->in_deck[seat]; i++)
            points += heart_value(core->decks[seat][i]);
        for (int i = 0; i < core->in_hand[seat]; i++)
            points +=
                heart_kind(core->hands[seat][i]) == SHIP ? 0 : heart_value(core->hands[seat][i]);
    }
    return points;
}

/* What the figure can still add to a seat's lead. */
static int figure_to_come(const HeartCore *core, int seat)
{
    return core->figure == NOBODY ? HEART_FIGURE_POINTS
           : core->figure == seat ? 0
                                  : 2 * HEART_FIGURE_POINTS;
}

/* Bounds of the value for the seat on turn, without search. */
static void static_bounds(const HeartSolver *solver, const HeartCore *core, int32_t *low,
                          int32_t *high)
{
    int points = most_to_come(solver, core), seat = core->turn;
    int up = points + figure_to_come(core, seat), down = points + figure_to_come(core, seat ^ 1);
    *high = up * HEART_UNIT;
    *low = -down * HEART_UNIT;
    if (solver->objective == HEART_MARGIN)
        return;
    int lead = heart_score(core, seat) - heart_score(core, seat ^ 1);
    *low = lead - down > 0 ? HEART_UNIT : -HEART_UNIT;
    *high = lead + up < 0 ? -HEART_UNIT : HEART_UNIT;
}

/* ---- the search ---- */

static int32_t search_position(HeartSolver *solver, const HeartCore *core, int32_t alpha,
                               int32_t beta);

/* The value, for the seat that just moved, of what follows its turn. */
static int32_t after_turn(HeartSolver *solver, HeartCore *core, int seat, int32_t alpha,
                          int32_t beta)
{
    heart_end(core, &no_recorder);
    if (core->over)
        return solver->objective == HEART_OUTCOME ? heart_outcome(core, seat) * HEART_UNIT : 0;
    return -search_position(solver, core, -beta, -alpha);
}

/* The mean over the card that the loser puts back. Star1: `low` and `high` bound each card still
 * missing. */
static int32_t mean_of_losses(HeartSolver *solver, const HeartCore *core, int loser, int32_t alpha,
                              int32_t beta)
{
    int n = core->in_hand[loser], missing = n;
    int64_t sum = 0, low, high;
    assert(n == HEART_MOST);
    int32_t bounds[2];
    /* for core->turn, which is the seat that moved */
    static_bounds(solver, core, &bounds[0], &bounds[1]);
    low = bounds[0];
    high = bounds[1];
    for (int i = 0; i < n;) {
        int alike = 1;
        while (i + alike < n && core->hands[loser][i + alike] == core->hands[loser][i])
            alike++;
        HeartCore after = *core;
        heart_lose(&after, loser, i, &no_recorder);
        sum += (int64_t)alike * after_turn(solver, &after, core->turn, -INFINITE, INFINITE);
        missing -= alike;
        i += alike;
        if (sum + missing * high <= (int64_t)alpha * n)
            return (int32_t)((sum + missing * high) / n);
        if (sum + missing * low >= (int64_t)beta * n)
            return (int32_t)((sum + missing * low) / n);
    }
    assert(sum % n == 0);
    return (int32_t)(sum / n);
}

/* The value of a move for the seat on turn; fail-soft as in search_position. */
static int32_t move_value(HeartSolver *solver, const HeartCore *core, uint32_t move, int32_t alpha,
                          int32_t beta)
{
    HeartCore after = *core;
    int32_t gain = solver->objective == HEART_MARGIN ? heart_gain(core, move) * HEART_UNIT : 0;
    int loser = heart_begin(&after, move, &no_recorder);
    if (loser != NOBODY)
        return gain + mean_of_losses(solver, &after, loser, alpha - gain, beta - gain);
    return gain + after_turn(solver, &after, core->turn, alpha - gain, beta - gain);
}

/* The value of the last turn. */
static int32_t last_value(const HeartSolver *solver, const HeartCore *core)
{
    uint32_t moves[HEART_MOVES];
    int best = 0, n = heart_core_moves(core, moves);
    for (int i = 0; i < n; i++) {
        int gain = heart_gain(core, moves[i]);
        best = gain > best ? gain : best;
    }
    if (solver->objective == HEART_MARGIN)
        return best * HEART_UNIT;
    int32_t top = -HEART_UNIT;
    for (int i = 0; i < n && top < HEART_UNIT; i++) {
        HeartCore after = *core;
        heart_begin(&after, moves[i], &no_recorder);
        int32_t value = heart_outcome(&after, core->turn) * HEART_UNIT;
        top = value > top ? value : top;
    }
    return top;
}

/* Most gained first, then the least laid out for the other. */
static int move_promise(const HeartCore *core, uint32_t move)
{
    int laid = 0;
    for (int value = 1; value <= HEART_VALUES; value++)
        laid += value * heart_move_count(move, value);
    return 16 * heart_gain(core, move) - laid;
}

/* Orders the moves by promise; `first`, if not -1, leads. */
static void order_moves(const HeartCore *core, const uint32_t *moves, int n, int first,
                        uint8_t *order)
{
    int rank[HEART_MOVES];
    assert(n <= HEART_MOVES && first < n);
    for (int i = 0; i < n; i++) {
        int at = i, value = i == first ? INT_MAX : move_promise(core, moves[i]);
        for (; at > 0 && rank[at - 1] < value; at--) {
            rank[at] = rank[at - 1];
            order[at] = order[at - 1];
        }
        rank[at] = value;
        order[at] = (uint8_t)i;
    }
}

/* The best value of all moves and that move's number; undefined once the clock has stopped the
 * search. */
static int32_t search_moves(HeartSolver *solver, const HeartCore *core, int first, int32_t alpha,
                            int32_t beta, int *best)
{
    uint32_t moves[HEART_MOVES];
    uint8_t order[HEART_MOVES];
    int n = heart_core_moves(core, moves);
    int32_t top = -INFINITE;
    order_moves(core, moves, n, first, order);
    for (int i = 0; i < n && top < beta; i++) {
        uint32_t move = moves[order[i]];
        int32_t from = top > alpha ? top : alpha, value;
        if (i > 0 && beta - from > 1) {
            value = move_value(solver, core, move, from, from + 1);
            if (value > from && value < beta)
                value = move_value(solver, core, move, value - 1, beta);
        } else
            value = move_value(solver, core, move, from, beta);
        if (solver->clock.status != STATUS_EXACT)
            return 0;
        if (value > top) {
            top = value;
            *best = order[i];
        }
    }
    return top;
}

/* The value for the seat on turn: exact inside the window, else a bound (fail-soft). Undefined once
 * the clock has stopped the search. */
static int32_t search_position(HeartSolver *solver, const HeartCore *core, int32_t alpha,
                               int32_t beta)
{
    solver->nodes++;
    if ((solver->nodes & 255) == 0)
        /* limits of nodes count in steps of 1,024 */
        clock_over(&solver->clock, solver->nodes & ~(uint64_t)1023);
    if (solver->clock.status != STATUS_EXACT)
        return 0;
    if (core->last_turn == core->turn)
        return last_value(solver, core);
    int32_t low, high;
    int first = -1, best = 0;
    static_bounds(solver, core, &low, &high);
    uint64_t key = position_key(solver, core);
    const HeartEntry *entry = probe_table(solver, key);
    if (entry) {
        low = entry->low > low ? entry->low : low;
        high = entry->high < high ? entry->high : high;
        first = (int)(entry->tag >> 16 & 127);
    }
    if (low >= beta || low == high)
        return low;
    if (high <= alpha)
        return high;
    alpha = low > alpha ? low : alpha;
    beta = high < beta ? high : beta;
    int32_t value = search_moves(solver, core, first, alpha, beta, &best);
    if (solver->clock.status != STATUS_EXACT)
        return 0;
    if (value < beta)
        high = value;
    if (value > alpha)
        low = value;
    store_entry(solver, key, best, low, high);
    return value;
}

int heart_solve_moves(HeartSolver *solver, const HeartCore *core, const uint32_t *moves, int n,
                      int32_t *values)
{
    assert(!core->over);
    note_decks(solver, core);
    for (int i = 0; i < n; i++) {
        values[i] = move_value(solver, core, moves[i], -INFINITE, INFINITE);
        if (clock_over(&solver->clock, solver->nodes))
            return -1;
    }
    return 0;
}

/* ---- solve ---- */

/* The line of best play, up to a lost card. */
static void principal_line(HeartSolver *solver, HeartCore core, Result *result)
{
    uint32_t moves[MAX_MOVES], move = result->move;
    for (;;) {
        int best = 0;
        result->line[result->n_line++] = move;
        int loser = heart_begin(&core, move, &no_recorder);
        heart_end(&core, &no_recorder);
        if (loser != NOBODY || core.over || result->n_line == LINE_LIMIT)
            return;
        search_moves(solver, &core, -1, -INFINITE, INFINITE, &best);
        if (solver->clock.status != STATUS_EXACT)
            return;
        heart_core_moves(&core, moves);
        move = moves[best];
    }
}

/* The value of each move, with progress after each. 0, or -1 if the clock stopped it. */
static int solve_all(HeartSolver *solver, const HeartCore *core, const uint32_t *moves, int n,
                     int32_t *values, Progress *progress)
{
    if (progress)
        progress->of = n;
    for (int i = 0; i < n; i++) {
        if (heart_solve_moves(solver, core, &moves[i], 1, &values[i]))
            return -1;
        if (progress)
            progress->done = i + 1;
    }
    return 0;
}

/* Sorceresses in hands and decks: each may cost one card with the figure. */
static int sorceresses_left(const HeartCore *core)
{
    int n = 0;
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < core->in_hand[seat]; i++)
            n += heart_kind(core->hands[seat][i]) == SORCERESS;
        for (int i = 0; i < core->in_deck[seat]; i++)
            n += heart_kind(core->decks[seat][i]) == SORCERESS;
    }
    return n;
}

/* HEART_MARGIN (the default) or HEART_OUTCOME; for any other text -1 and an unfit result. */
static int read_objective(const char *objective, Result *result)
{
    if (!*objective || strcmp(objective, "margin") == 0)
        return HEART_MARGIN;
    if (strcmp(objective, "outcome") == 0)
        return HEART_OUTCOME;
    result->status = STATUS_UNFIT;
    return fail(result->why, "objective\nasked=%.40s", objective);
}

void heart_solve(const void *self, const char *objective, const Limits *limits, Table *table,
                 Progress *progress, Result *result)
{
    const HeartCore *core = &((const HeartState *)self)->core;
    HeartSolver solver;
    uint32_t moves[MAX_MOVES];
    int32_t values[MAX_MOVES], best = -INFINITE;
    int kind = read_objective(objective, result);
    if (kind < 0)
        return;
    if (sorceresses_left(core) > HEART_LOSSES) {
        result->status = STATUS_UNFIT;
        fail(result->why, "sorceresses\nn=%d", HEART_LOSSES);
        return;
    }
    strcpy(result->objective, kind == HEART_MARGIN ? "margin" : "outcome");
    heart_solver_start(&solver, kind, limits, table, progress);
    for (int i = 0; i < result->n; i++)
        moves[i] = result->list[i].move;
    int stopped = solve_all(&solver, core, moves, result->n, values, progress);
    result->nodes = solver.nodes;
    result->status = solver.clock.status;
    if (stopped)
        return;
    int lead = kind == HEART_MARGIN
                   ? heart_score(core, core->turn) - heart_score(core, core->turn ^ 1)
                   : 0;
    for (int i = 0; i < result->n; i++)
        best = values[i] > best ? values[i] : best;
    result->proof = PROOF_EXACT;
    result->integral = 1;
    result->worlds = result->of = 1;
    for (int i = result->n - 1; i >= 0; i--) {
        result->list[i].value[0] = (double)((int64_t)lead * HEART_UNIT + values[i]) / HEART_UNIT;
        result->integral &= values[i] % HEART_UNIT == 0;
        result->list[i].best = values[i] == best;
        if (values[i] == best)
            result->move = moves[i];
    }
    principal_line(&solver, *core, result);
    result->nodes = solver.nodes;
}
