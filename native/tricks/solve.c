/* solve.c: the exact solver of Dragonmaster with all hands open: questions and answers.
 *
 * Turns a hand under way into sides, prices and relative ranks (layout.h), asks the search and adds
 * what was taken before. A value comes from null windows: from 0 up in the coalition, a single one
 * in a Power Play. Each move of a list is searched alike, with one table for all of them. The line
 * follows best moves in the same table. */

#include "solve.h"

#include "bridge.h"
#include "search.h"

#include <stdio.h>
#include <stdlib.h>

#define SUITS TRICKS_SUITS
#define SEATS TRICKS_SEATS
#define MAXN 3              /* one more objective, for Game.solve */

/* ---- setting up ---- */

static int is_bridge(int objective) { return (objective & 255) == TRICKS_BRIDGE; }

/* Sides and prices for an objective; the kind must have been called. */
static Contract contract_of(const TricksState *state, int objective)
{
    assert(state->kind < TRICKS_KINDS);
    Contract c;
    memset(&c, 0, sizeof c);
    c.players = state->players;
    c.ducker = c.lone = NOBODY;
    int all = (1 << state->players) - 1;
    const TricksKind *kind = &tricks_kinds[state->kind];
    if (is_bridge(objective)) {
        c.every = 1;
        c.takers = c.grabbers = (uint8_t)(objective >> 8);
        return c;
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int mark = 0; mark < 4; mark++)
            c.price[suit][mark] =
                (uint8_t)((suit == TRICKS_DRA) * kind->dragonlord + (mark & 1) * kind->wizard +
                          (mark >> 1) * (suit == TRICKS_WAR) * kind->prince);
    c.kind = state->kind;
    c.first = c.last = kind->trick;
    c.barred = state->level == TRICKS_EXPERT ? kind->barred : 0;
    c.takers = (uint8_t)all;
    if (objective == TRICKS_COALITION) {
        c.ducker = c.lone = state->dm;
        c.takers = (uint8_t)(1 << c.lone);
        c.grabbers = (uint8_t)(all & ~c.takers);
    } else if (objective == TRICKS_POWER) {
        c.lone = state->power;
        c.takers = c.grabbers = (uint8_t)(all & ~(1 << c.lone));
    }
    return c;
}

/* How many of these cards are lower cards of the same suit. */
static int cards_below(uint32_t cards, int card)
{
    return __builtin_popcount(cards >> (card & 24) & 255 & ((1u << (card & 7)) - 1));
}

/* Sets relative ranks and marks of the cards in hands. */
static void set_layout(Layout *at, const TricksState *state, const Contract *c)
{
    uint32_t all = in_hands(state);
    memset(at, 0, sizeof *at);
    for (int seat = 0; seat < state->players; seat++)
        for (uint32_t cards = state->hands[seat]; cards; cards &= cards - 1) {
            int card = __builtin_ctz(cards), rank = cards_below(all, card);
            uint64_t *word = &at->suit[card >> 3];
            *word |= (uint64_t)1 << (8 * seat + rank);
            if (c->price[0][1] > c->price[0][0] && TRICKS_WIZARD_CARDS >> card & 1)
                *word |= (uint64_t)1 << (MARK_WIZARD + rank);
            if (c->price[1][2] > c->price[1][0] && TRICKS_PRINCE_CARD >> card & 1)
                *word |= (uint64_t)1 << (MARK_PRINCE + rank);
            if (state->dragon != NOBODY && (card & 7) == TRICKS_KING)
                *word |= (uint64_t)1 << (MARK_KING + rank);
        }
}

/* The price of these cards under the contract. */
static int cards_price(const Contract *c, uint32_t cards)
{
    int price = 0;
    for (; cards; cards &= cards - 1) {
        uint32_t card = cards & (0 - cards);
        int mark = !!(card & TRICKS_WIZARD_CARDS) + 2 * !!(card & TRICKS_PRINCE_CARD);
        price += c->price[__builtin_ctz(card) >> 3][mark];
    }
    return price;
}

/* Sets up the trick under way. */
static void set_stand(Stand *stand, const TricksState *state, const Contract *c)
{
    uint32_t played = 0;
    Trick *t = &stand->trick;
    memset(stand, 0, sizeof *stand);
    set_layout(&stand->at, state, c);
    stand->seat = tricks_turn(state);
    stand->n = state->n_trick;
    t->leader = state->leader;
    t->dragon = state->dragon;
    t->left = TRICKS_HAND - tricks_done(state);
    t->first = state->first_taker == NOBODY;
    for (int i = 0; i < state->n_trick; i++)
        played |= state->trick[i] < TRICKS_DRAGON ? 1u << state->trick[i] : 0;
    int price = cards_price(c, played) + t->first * c->first;
    t->place = (c->lone - t->leader + c->players) % c->players;
    t->rest = price + cards_price(c, in_hands(state)) + c->every * t->left + c->last;
    if (!state->n_trick)
        return;
    t->suit = state->suit;
    int best = tricks_winner(state),
        card = state->trick[(best + state->players - state->leader) % state->players];
    int king = state->dragon != NOBODY && card != TRICKS_DRAGON && (card & 7) == TRICKS_KING;
    stand->run = make_run(card == TRICKS_DRAGON ? NO_BAR : cards_below(in_hands(state), card), best,
                          king, price);
}

static int relative_card(const TricksState *state, uint32_t move)
{
    if (move >= TRICKS_DRAGON)
        return (int)move;
    return (int)(move & 24) + cards_below(in_hands(state), (int)move);
}

typedef struct Root {
    Stand stand;
    int taken;              /* by the takers before the root */
    int all;                /* price of everything that can be taken in the hand */
} Root;

/* The price of what a seat has taken so far. */
static int seat_taken(const Contract *c, const TricksState *state, int seat)
{
    return cards_price(c, state->taken[seat]) + c->first * (state->first_taker == seat) +
           c->every * state->tricks[seat];
}

/* The price of what the takers have taken so far. */
static int taken_by(const TricksState *state, const Contract *c)
{
    int taken = 0;
    for (int seat = 0; seat < state->players; seat++)
        taken += c->takers >> seat & 1 ? seat_taken(c, state, seat) : 0;
    return taken;
}

static int whole_price(const TricksState *state, const Contract *c)
{
    uint32_t cards = in_hands(state) | all_taken(state);
    for (int i = 0; i < state->n_trick; i++)
        cards |= state->trick[i] < TRICKS_DRAGON ? 1u << state->trick[i] : 0;
    return cards_price(c, cards) + c->first + c->last;
}

/* Starts the clock of one question; NULL for no limit. */
static void start_clock(TricksSolver *s, Clock *clock)
{
    assert(s && clock);
    s->clock = clock;
    s->last_check = s->next_check = s->nodes;
    s->stopped = 0;
}

/* Sets up the search for a hand under way. */
static void start_search(TricksSolver *s, const TricksState *state, int objective, Root *root)
{
    Contract c = contract_of(state, objective);
    s->dm = state->dm;
    search_start(s, &c, objective == MAXN ? state->dm + 1u : 0);
    set_stand(&root->stand, state, &c);
    root->taken = taken_by(state, &c);
    root->all = whole_price(state, &c);
}

/* What the takers still get, by null windows from a guess. */
static int find_takings(TricksSolver *s, const Stand *stand, int guess, int *card)
{
    int low = 0, high = stand->trick.rest;
    while (low < high && !s->stopped) {
        int target = guess < low ? low + 1 : guess >= high ? high : guess + 1;
        int value = card ? search_root(s, stand, target, card) : search_bound(s, stand, target);
        if (value >= target)
            low = value;
        else
            high = value;
        guess = value >= target ? low : high - 1;
    }
    return low;
}

/* The value of the objective if the takers still get `gain`. */
static int32_t objective_value(const TricksSolver *s, const Root *root, int objective, int more)
{
    if (s->stopped)
        return TRICKS_UNKNOWN;
    int sum = root->taken + more;
    return objective == TRICKS_COALITION ? root->all - sum : objective == TRICKS_POWER ? !sum : sum;
}

TricksSolver *tricks_solver_new(Table *table)
{
    TricksSolver *s = calloc(1, sizeof *s);
    if (s)
        s->table = table;
    return s;
}

void tricks_solver_free(TricksSolver *s) { free(s); }

uint64_t tricks_solver_nodes(const TricksSolver *s) { return s->nodes; }

/* What the takers still get from here on; in a Power Play only whether they get anything. */
static int settle_value(TricksSolver *s, const Root *root, const Stand *stand, int gain,
                        int objective, int *card)
{
    if (objective != TRICKS_POWER)
        return gain + find_takings(s, stand, 0, card);
    if (root->taken || gain || !stand->trick.rest)
        return root->taken || gain;
    return (card ? search_root(s, stand, 1, card) : search_bound(s, stand, 1)) > 0;
}

/* The value and, if move is not NULL, a best move. TRICKS_UNKNOWN if the clock ran out. */
static int32_t value_and_move(TricksSolver *s, const TricksState *state, int objective,
                              Clock *clock, uint32_t *move)
{
    Root root;
    uint32_t moves[TRICKS_MOVES];
    int card = -1, n = tricks_moves(state, moves);
    start_clock(s, clock);
    if (is_bridge(objective) && !(s->off & TRICKS_BRIDGING)) {
        int32_t tricks = bridge_value(s, state, (unsigned)objective >> 8, move);
        return s->stopped ? TRICKS_UNKNOWN : tricks;
    }
    start_search(s, state, objective, &root);
    int value = objective_value(s, &root, objective,
                                settle_value(s, &root, &root.stand, 0, objective, &card));
    *move = moves[0];
    for (int i = 0; i < n; i++)
        if (relative_card(state, moves[i]) == card)
            *move = moves[i];
    return value;
}

int32_t tricks_value(TricksSolver *s, const TricksState *state, int objective, Clock *clock)
{
    assert(tricks_done(state) < TRICKS_HAND);
    uint32_t move;
    return value_and_move(s, state, objective, clock, &move);
}

int32_t tricks_values(TricksSolver *s, const TricksState *state, int objective, Clock *clock,
                      uint32_t moves[TRICKS_MOVES], int32_t values[TRICKS_MOVES])
{
    Root root;
    int32_t n = tricks_moves(state, moves);
    assert(n <= TRICKS_MOVES);
    start_clock(s, clock);
    if (is_bridge(objective) && !(s->off & TRICKS_BRIDGING)) {
        bridge_values(s, state, (unsigned)objective >> 8, moves, n, values);
        return s->stopped ? 0 : n;
    }
    start_search(s, state, objective, &root);
    for (int i = 0; i < n; i++) {
        Stand next = root.stand;
        int gain = search_step(s, &next, relative_card(state, moves[i]));
        values[i] = objective_value(s, &root, objective,
                                    settle_value(s, &root, &next, gain, objective, NULL));
        if (s->stopped)
            return 0;
    }
    return n;
}

/* Changes of wealth if the seats take these shares. */
static void fill_payments(const TricksState *state, const uint8_t *shares, int8_t *values)
{
    int income = 0;
    for (int seat = 0; seat < state->players; seat++) {
        values[seat] = (int8_t)-shares[seat];
        income += seat == state->dm ? 0 : shares[seat];
    }
    values[state->dm] = (int8_t)income;
}

/* Changes of wealth if a Power Play is made or fails, in thousands. */
static void power_payments(const TricksState *state, int made, int8_t *values)
{
    int amount = made ? tricks_kinds[state->kind].power : 0;
    for (int seat = 0; seat < state->players; seat++)
        values[seat] = (int8_t)(seat == state->power ? (state->players - 1) * amount : -amount);
    if (!made) {
        values[state->power] = -TRICKS_FAILURE;
        values[state->dm] = TRICKS_FAILURE;
    }
}

/* Max^n in a Power Play: all others want it to fail, so there are two sides. */
static int32_t power_shares(TricksSolver *s, const TricksState *state, Clock *clock,
                            uint32_t moves[TRICKS_MOVES], int8_t values[TRICKS_MOVES][SEATS])
{
    int32_t made[TRICKS_MOVES], n = tricks_values(s, state, TRICKS_POWER, clock, moves, made);
    for (int i = 0; i < n; i++)
        power_payments(state, made[i], values[i]);
    return n;
}

int32_t tricks_maxn(TricksSolver *s, const TricksState *state, Clock *clock,
                    uint32_t moves[TRICKS_MOVES], int8_t values[TRICKS_MOVES][SEATS])
{
    Root root;
    if (state->power != NOBODY)
        return power_shares(s, state, clock, moves, values);
    start_clock(s, clock);
    start_search(s, state, MAXN, &root);
    int32_t n = tricks_moves(state, moves);
    for (int i = 0; i < n; i++) {
        uint8_t shares[SEATS];
        Stand next = root.stand;
        search_step(s, &next, relative_card(state, moves[i]));
        search_shares(s, &next, shares);
        if (s->stopped)
            return 0;
        if (!next.n)
            shares[next.seat] =
                (uint8_t)(shares[next.seat] + root.stand.trick.rest - next.trick.rest);
        for (int seat = 0; seat < state->players; seat++)
            shares[seat] = (uint8_t)(shares[seat] + seat_taken(&s->contract, state, seat));
        fill_payments(state, shares, values[i]);
    }
    return n;
}

static TricksState after_call(const TricksState *state, int kind)
{
    assert(state->kind == TRICKS_NO_KIND);
    TricksState called = *state;
    tricks_play(&called, (uint32_t)(TRICKS_CALL + kind), NULL, NULL);
    return called;
}

int32_t tricks_kind_value(TricksSolver *s, const TricksState *state, int kind, int objective,
                          Clock *clock)
{
    TricksState called = after_call(state, kind);
    return tricks_value(s, &called, objective, clock);
}

/* ---- Game.solve ---- */

/* Parses seats such as "0,2" to a mask; 0 if they are none. */
static int read_seats(const char *text, int players)
{
    int mask = 0;
    for (; *text >= '0' && *text < '0' + players && !(mask >> (*text - '0') & 1); text++) {
        mask |= 1 << (*text - '0');
        if (text[1] == ',' && text[2])
            text++;
    }
    return *text ? 0 : mask;
}

static int objective_of(const char *word, int players)
{
    static const char *const names[] = {"coalition", "power", NULL, "maxn"};
    for (int i = 0; i < COUNT(names); i++)
        if (names[i] && !strcmp(word, names[i]))
            return i;
    int mask = strncmp(word, "bridge:", 7) ? 0 : read_seats(word + 7, players);
    return mask ? TRICKS_BRIDGE + 256 * mask : -1;
}

/* Further words of an objective. The first two shorten the answer. The others switch parts of the
 * search off, the bit by the word's position, and change no value. */
#define ONLY_VALUE 32u
#define ONLY_MOVES 64u

/* Reads the further words of an objective's text. The length of the text before them, or -1. */
static int read_words(const char *text, uint32_t *words)
{
    static const char *const names[] = {"unmerged", "unordered", "unbounded", "untabled", "general",
                                        "value", "moves"};
    char word[12];
    for (int used; sscanf(text, "%11s%n", word, &used) == 1; text += used) {
        int i = 0;
        while (i < COUNT(names) && strcmp(word, names[i]))
            i++;
        if (i == COUNT(names))
            return -1;
        *words |= 1u << i;
    }
    return 0;
}

/* Whether the Dragon is in a hand or in the trick under way, where bridge has no place for it. */
static int dragon_is_out(const TricksState *state)
{
    int out = state->dragon != NOBODY;
    for (int i = 0; i < state->n_trick; i++)
        out |= state->trick[i] == TRICKS_DRAGON;
    return out;
}

/* An objective of the header, or MAXN; -1 with the reason in why. */
static int read_objective(const TricksState *state, const char *text, char word[32],
                          uint32_t *words, char *why)
{
    int power = state->power != NOBODY, used = 0;
    if (sscanf(text, "%31s%n", word, &used) != 1)
        strcpy(word, power ? "power" : "coalition");
    int objective = objective_of(word, state->players);
    if (objective < 0 || read_words(text + used, words))
        return fail(why, "objective\nasked=%.60s", text);
    if (tricks_choosing(state))
        return fail(why, "swap_first");
    if (objective == TRICKS_COALITION && power)
        return fail(why, "coalition_power");
    if (objective == TRICKS_POWER && !power)
        return fail(why, "power_nobody");
    if (is_bridge(objective) && dragon_is_out(state))
        return fail(why, "dragon_out\nasked=%.60s", text);
    return objective;
}

/* Values of the moves of a hand under way. Their number, or 0. */
static int solve_moves(TricksSolver *s, const TricksState *state, int objective, Clock *clock,
                       uint32_t *moves, double values[][MAX_SEATS])
{
    int32_t numbers[TRICKS_MOVES], n;
    int8_t shares[TRICKS_MOVES][SEATS];
    double unit = objective == TRICKS_COALITION || objective == MAXN ? 1000 : 1;
    if (objective == MAXN)
        n = tricks_maxn(s, state, clock, moves, shares);
    else
        n = tricks_values(s, state, objective, clock, moves, numbers);
    for (int i = 0; i < n; i++)
        for (int seat = 0; seat < (objective == MAXN ? state->players : 1); seat++)
            values[i][seat] = unit * (objective == MAXN ? shares[i][seat] : numbers[i]);
    return n;
}

/* Whether the seat to act prefers the first value. */
static int likes_value(const TricksState *state, int objective, const double *value,
                       const double *than)
{
    int seat = tricks_turn(state);
    if (objective == MAXN) {
        if (value[seat] != than[seat])
            return value[seat] > than[seat];
        if (value[state->dm] != than[state->dm])
            return value[state->dm] < than[state->dm];
        for (int i = 1; i < state->players; i++) {
            int other = tricks_seat_after(state, seat, i);
            if (value[other] != than[other])
                return value[other] < than[other];
        }
        return 0;
    }
    int wants = objective == TRICKS_COALITION ? seat == state->dm
                : objective == TRICKS_POWER   ? seat == state->power
                                              : objective >> 8 >> seat & 1;
    return wants ? value[0] > than[0] : value[0] < than[0];
}

static int best_of(const TricksState *state, int objective, int n, double values[][MAX_SEATS])
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (likes_value(state, objective, values[i], values[best]))
            best = i;
    return best;
}

/* Values of all moves, also of calls. Their number, or 0. */
static int solve_position(TricksSolver *s, const TricksState *state, int objective, Clock *clock,
                          uint32_t *moves, double values[][MAX_SEATS])
{
    if (state->kind != TRICKS_NO_KIND)
        return solve_moves(s, state, objective, clock, moves, values);
    int n = tricks_moves(state, moves);
    for (int i = 0; i < n; i++) {
        uint32_t cards[TRICKS_MOVES];
        double found[TRICKS_MOVES][MAX_SEATS];
        TricksState called = after_call(state, (int)(moves[i] - TRICKS_CALL));
        int m = solve_moves(s, &called, objective, clock, cards, found);
        if (!m)
            return 0;
        memcpy(values[i], found[best_of(&called, objective, m, found)], sizeof found[0]);
    }
    return n;
}

/* The line of best play to the end of the hand. */
static void find_line(TricksSolver *s, const TricksState *from, int objective, Clock *clock,
                      Result *result)
{
    TricksState state = *from;
    uint32_t move = result->move, moves[TRICKS_MOVES];
    double values[TRICKS_MOVES][MAX_SEATS];
    while (result->n_line < MAX_LINE) {
        result->line[result->n_line++] = move;
        tricks_play(&state, move, NULL, NULL);
        if (state.n_results != from->n_results)
            return;
        if (objective != MAXN) {
            if (value_and_move(s, &state, objective, clock, &move) == TRICKS_UNKNOWN)
                return;
            continue;
        }
        int n = solve_position(s, &state, objective, clock, moves, values);
        if (!n)
            return;
        move = moves[best_of(&state, objective, n, values)];
    }
}

static void put_moves(const TricksState *state, int objective, int n, double values[][MAX_SEATS],
                      Result *result)
{
    int best = n ? best_of(state, objective, n, values) : 0;
    for (int i = 0; i < n; i++) {
        memcpy(result->list[i].value, values[i], sizeof values[i]);
        result->list[i].best = !likes_value(state, objective, values[best], values[i]);
        if (i == best)
            result->move = result->list[i].move;
    }
}

/* Fills the result with the value and one best move only. */
static int put_value(TricksSolver *s, const TricksState *state, int objective, Clock *clock,
                     Result *result)
{
    uint32_t move;
    int32_t value = value_and_move(s, state, objective, clock, &move);
    result->n = value != TRICKS_UNKNOWN;
    result->list[0].value[0] = value * (objective == TRICKS_COALITION ? 1000. : 1.);
    result->list[0].move = result->move = move;
    result->list[0].best = 1;
    return result->n;
}

void tricks_solve(const void *self, const char *text, const Limits *limits, Table *table,
                  Progress *progress, Result *result)
{
    const TricksState *state = self;
    TricksSolver s;
    Clock clock = clock_start(limits, progress);
    uint32_t moves[TRICKS_MOVES];
    double values[TRICKS_MOVES][MAX_SEATS];
    uint32_t words = 0;
    int objective = read_objective(state, text, result->objective, &words, result->why), n;
    if (objective < 0) {
        result->status = STATUS_UNFIT;
        return;
    }
    memset(&s, 0, sizeof s);
    s.table = table;
    s.off = words & (ONLY_VALUE - 1);
    if (words & ONLY_VALUE && objective != MAXN && state->kind != TRICKS_NO_KIND)
        n = put_value(&s, state, objective, &clock, result);
    else {
        n = solve_position(&s, state, objective, &clock, moves, values);
        put_moves(state, objective, n, values, result);
        if (n && !(words & ONLY_MOVES))
            find_line(&s, state, objective, &clock, result);
    }
    result->values = objective == MAXN ? state->players : 1;
    result->integral = 1;
    result->proof = PROOF_EXACT;
    result->status = n ? STATUS_EXACT : clock.status;
    result->nodes = s.nodes;
}
