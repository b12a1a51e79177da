/* tricks_solve.c: the exact solver of Dragonmaster with all hands open. */

#include "tricks_solve.h"

#include <stdio.h>
#include <stdlib.h>

#define SUITS TRICKS_SUITS
#define SEATS TRICKS_SEATS
#define BUCKET 4
#define NO_BAR 9            /* no card of the suit beats the Dragon */
#define MAX_LEADS 16

/* The cards in hands, a suit a word: byte `seat` holds that seat's cards, and three bytes above mark single cards.
 * Ranks are relative: bit 0 is the lowest card of the suit still in a hand, and so on without a gap. */
typedef struct Layout {
    uint64_t suit[SUITS];
} Layout;

#define MARK_WIZARD 32      /* shift of the byte */
#define MARK_PRINCE 40
#define MARK_KING 48        /* only while the Dragon is in a hand */

typedef struct Trick {
    uint8_t left;           /* tricks to come, this one included */
    uint8_t rest;           /* price of all that is still to be taken, this trick's included */
    uint8_t seat, n;        /* to play, after so many cards */
    uint8_t suit;           /* led */
    uint8_t bar, best;      /* cards of it in hands below the card that wins so far; whose that is */
    uint8_t king;           /* that card is the true King */
    uint8_t price;          /* of this trick so far */
    uint8_t first;          /* it is the first of the hand */
    uint8_t dragon;         /* who holds the Dragon, or NOBODY */
} Trick;

/* What counts, and for whom. */
typedef struct Contract {
    uint8_t suit[SUITS], wizard, prince;   /* prices of each card of a suit, and of a marked card on top */
    uint8_t first, last, every;            /* prices of tricks */
    uint8_t players, takers, grabbers;     /* masks: whose tricks are counted; who wants much of that */
    uint8_t barred;                        /* suits not to be led to the first trick */
    uint64_t salt;
} Contract;

typedef struct Entry {
    uint64_t key;
    uint8_t low, high, left, spare;
    uint8_t shares[SEATS];  /* max^n: what each seat takes */
} Entry;

struct TricksSolver {
    Contract contract;
    Table *table;
    Entry *entries;
    uint64_t buckets, nodes, next_check;
    Clock *clock;
    int stopped;
    uint8_t dm;
    uint32_t off;           /* parts switched off, for tests */
};

#define MAXN 3              /* an objective beside those of the header */

#define OFF_MERGE 1u
#define OFF_ORDER 2u
#define OFF_BOUNDS 4u

typedef struct Move {
    uint8_t card;           /* suit * 8 + relative rank, or TRICKS_DRAGON, or TRICKS_LED + suit */
    int16_t score;
} Move;

/* ---- cards ---- */

static inline unsigned held(const Layout *at, int suit, int seat) { return at->suit[suit] >> 8 * seat & 255; }

static inline unsigned in_suit(uint64_t suit)
{
    unsigned cards = (unsigned)suit | (unsigned)suit >> 16;
    return (cards | cards >> 8) & 255;
}

static inline unsigned marks(uint64_t suit)
{
    unsigned high = (unsigned)(suit >> 32);
    return (high | high >> 8 | high >> 16) & 255;
}

/* Takes the card of this rank out; those above move down. */
static inline uint64_t drop(uint64_t suit, int rank)
{
    uint64_t low = 0x0101010101010101u * ((1u << rank) - 1);
    return (suit & low) | (suit >> 1 & ~low & 0x7F7F7F7F7F7F7F7Fu);
}

static inline int price_of(const Contract *c, uint64_t word, int suit, int rank)
{
    return c->suit[suit] + (int)(word >> (MARK_WIZARD + rank) & 1) * c->wizard +
           (int)(word >> (MARK_PRINCE + rank) & 1) * c->prince;
}

/* One of each group of equal cards: neighbours at the same price with nothing between that matters. */
static inline unsigned distinct(const TricksSolver *s, uint64_t word, unsigned cards, int bar)
{
    unsigned marked = marks(word), same = cards << 1 & ~marked & ~(marked << 1) & ~(1u << bar);
    return s->off & OFF_MERGE ? cards : cards & ~same;
}

/* ---- moves ---- */

static int add_cards(Move *moves, int n, int suit, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        moves[n++] = (Move){(uint8_t)(8 * suit + __builtin_ctz(cards)), 0};
    return n;
}

static int list_leads(const TricksSolver *s, const Layout *at, const Trick *trick, Move *moves)
{
    int n = 0, barred = trick->first ? s->contract.barred : 0;
    for (int round = 0; round < 2 && !n; round++, barred = 0)
        for (int suit = 0; suit < SUITS; suit++) {
            if (barred >> suit & 1)
                continue;
            n = add_cards(moves, n, suit, distinct(s, at->suit[suit], held(at, suit, trick->seat), NO_BAR));
            if (trick->dragon == trick->seat)
                moves[n++] = (Move){(uint8_t)(TRICKS_LED + suit), 0};
        }
    return n;
}

static int list_moves(const TricksSolver *s, const Layout *at, const Trick *trick, Move *moves)
{
    if (!trick->n)
        return list_leads(s, at, trick, moves);
    int n = 0;
    unsigned cards = held(at, trick->suit, trick->seat);
    if (cards)
        n = add_cards(moves, n, trick->suit, distinct(s, at->suit[trick->suit], cards, trick->bar));
    for (int suit = 0; !cards && suit < SUITS; suit++)
        n = add_cards(moves, n, suit, distinct(s, at->suit[suit], held(at, suit, trick->seat), NO_BAR));
    if (trick->dragon == trick->seat)
        moves[n++] = (Move){TRICKS_DRAGON, 0};
    return n;
}

static void play_dragon(Layout *at, Trick *trick, int move)
{
    for (int suit = 0; suit < SUITS; suit++)
        at->suit[suit] &= ~((uint64_t)255 << MARK_KING);
    if (!trick->n)
        trick->suit = (uint8_t)(move - TRICKS_LED);
    if (!trick->king) {
        trick->best = trick->seat;
        trick->bar = NO_BAR;
    }
    trick->dragon = NOBODY;
}

/* Plays a card to the trick; it leaves the layout at once, and what it beat is forgotten. */
static inline void play(const TricksSolver *s, Layout *at, Trick *trick, int move)
{
    const Contract *c = &s->contract;
    if (move >= TRICKS_DRAGON)
        play_dragon(at, trick, move);
    else {
        int suit = move >> 3, rank = move & 7;
        uint64_t word = at->suit[suit];
        trick->price = (uint8_t)(trick->price + price_of(c, word, suit, rank));
        at->suit[suit] = drop(word, rank);
        if (!trick->n || (suit == trick->suit && rank >= trick->bar)) {
            trick->suit = (uint8_t)suit;
            trick->bar = (uint8_t)rank;
            trick->best = trick->seat;
            trick->king = word >> (MARK_KING + rank) & 1;
        } else if (suit == trick->suit && trick->bar < NO_BAR)
            trick->bar--;
    }
    trick->n++;
    trick->seat = trick->seat + 1u == c->players ? 0 : (uint8_t)(trick->seat + 1);
}

/* The next trick; what this one brought the takers. */
static inline int end_trick(const Contract *c, Trick *trick)
{
    int price = trick->left == 1 ? trick->rest : trick->price + c->every + trick->first * c->first;
    int gain = c->takers >> trick->best & 1 ? price : 0;
    trick->rest = (uint8_t)(trick->rest - price);
    trick->left--;
    trick->seat = trick->best;
    trick->n = trick->price = trick->king = trick->first = 0;
    return gain;
}

/* ---- table ---- */

static inline uint64_t stir(uint64_t x)
{
    x = (x ^ x >> 32) * 0xBF58476D1CE4E5B9u;
    return x ^ x >> 29;
}

static inline uint64_t key_of(const TricksSolver *s, const Layout *at, const Trick *trick)
{
    uint64_t key = s->contract.salt + trick->seat * 0x9E3779B97F4A7C15u + (trick->dragon + 256u * trick->first) * 0xD1B54A32D192ED03u;
    for (int suit = 0; suit < SUITS; suit++)
        key = stir(key * 0xABC98388FB8FAC03u + at->suit[suit]);
    return key;
}

static Entry *find_entry(const TricksSolver *s, uint64_t key)
{
    Entry *bucket = s->entries + (key & (s->buckets - 1)) * BUCKET;
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

static Entry *place_for(const TricksSolver *s, uint64_t key)
{
    Entry *bucket = s->entries + (key & (s->buckets - 1)) * BUCKET, *worst = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (bucket[i].left < worst->left)
            worst = &bucket[i];
    return worst;
}

/* ---- search ---- */

static int search(TricksSolver *s, const Layout *at, const Trick *trick, int target);

static int out_of_time(TricksSolver *s)
{
    s->nodes++;
    if (s->clock && s->nodes >= s->next_check) {
        s->next_check = s->nodes + 1024;
        s->stopped |= clock_over(s->clock, s->nodes);
    }
    return s->stopped;
}

/* Tries the moves of the seat to play. */
static int choose(TricksSolver *s, const Layout *at, const Trick *trick, int target)
{
    Move moves[MAX_LEADS];
    int n = list_moves(s, at, trick, moves), grabs = s->contract.grabbers >> trick->seat & 1, best = grabs ? -1 : 255;
    for (int i = 0; i < n; i++) {
        Layout next = *at;
        Trick after = *trick;
        play(s, &next, &after, moves[i].card);
        int gain = after.n == s->contract.players ? end_trick(&s->contract, &after) : 0;
        int value = gain + search(s, &next, &after, target - gain);
        if (s->stopped)
            return 0;
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target))
            break;
    }
    return best;
}

/* Null window, fail-soft: what the takers still get; a lower bound when it reaches the target, else an upper one. */
static int search(TricksSolver *s, const Layout *at, const Trick *trick, int target)
{
    if (trick->n)
        return choose(s, at, trick, target);
    if (out_of_time(s) || !trick->left)
        return 0;
    if (!(s->off & OFF_BOUNDS)) {
        if (target <= 0)
            return 0;
        if (trick->rest < target)
            return trick->rest;
    }
    uint64_t key = key_of(s, at, trick);
    Entry *entry = s->buckets ? find_entry(s, key) : NULL;
    int low = 0, high = trick->rest;
    if (entry) {
        low = entry->low;
        high = entry->high;
        if (low >= target)
            return low;
        if (high < target)
            return high;
    }
    int value = choose(s, at, trick, target);
    if (s->stopped || !s->buckets)
        return value;
    low = value >= target && value > low ? value : low;
    high = value < target && value < high ? value : high;
    entry = find_entry(s, key);
    if (!entry)
        entry = place_for(s, key);
    *entry = (Entry){key, (uint8_t)low, (uint8_t)high, trick->left, 0, {0}};
    return value;
}

/* ---- max^n ---- */

/* Whether this outcome is better for the seat: it takes less itself; else the Dragonmaster takes more; else the
 * next seat, and so on. */
static int prefers(const TricksSolver *s, int seat, const uint8_t *shares, const uint8_t *than)
{
    int players = s->contract.players;
    if (shares[seat] != than[seat])
        return shares[seat] < than[seat];
    if (shares[s->dm] != than[s->dm])
        return shares[s->dm] > than[s->dm];
    for (int i = 1; i < players; i++) {
        int other = (seat + i) % players;
        if (shares[other] != than[other])
            return shares[other] > than[other];
    }
    return 0;
}

static void share_out(TricksSolver *s, const Layout *at, const Trick *trick, uint8_t *shares);

static void share_move(TricksSolver *s, const Layout *at, const Trick *trick, int move, uint8_t *shares)
{
    Layout next = *at;
    Trick after = *trick;
    play(s, &next, &after, move);
    int price = 0, winner = after.best;
    if (after.n == s->contract.players) {
        price = after.rest;
        end_trick(&s->contract, &after);
        price -= after.rest;
    }
    share_out(s, &next, &after, shares);
    shares[winner] = (uint8_t)(shares[winner] + price);
}

/* What every seat still takes when each plays for itself. */
static void share_out(TricksSolver *s, const Layout *at, const Trick *trick, uint8_t *shares)
{
    Move moves[MAX_LEADS];
    uint8_t found[SEATS];
    uint64_t key = 0;
    memset(shares, 0, SEATS);
    if (!trick->n) {
        if (out_of_time(s) || !trick->left || !trick->rest)
            return;
        key = key_of(s, at, trick);
        const Entry *entry = s->buckets ? find_entry(s, key) : NULL;
        if (entry) {
            memcpy(shares, entry->shares, SEATS);
            return;
        }
    }
    int n = list_moves(s, at, trick, moves);
    for (int i = 0; i < n && !s->stopped; i++) {
        share_move(s, at, trick, moves[i].card, i ? found : shares);
        if (i && prefers(s, trick->seat, found, shares))
            memcpy(shares, found, SEATS);
    }
    if (!trick->n && s->buckets && !s->stopped) {
        Entry *entry = place_for(s, key);
        *entry = (Entry){key, 0, 0, trick->left, 0, {0}};
        memcpy(entry->shares, shares, SEATS);
    }
}

/* ---- from the rules' state ---- */

static Contract contract_of(const TricksState *state, int objective)
{
    Contract c;
    memset(&c, 0, sizeof c);
    c.players = state->players;
    int all = (1 << state->players) - 1;
    if ((objective & 255) == TRICKS_BRIDGE) {
        c.every = 1;
        c.takers = c.grabbers = (uint8_t)(objective >> 8);
        return c;
    }
    const TricksKind *kind = &tricks_kinds[state->kind];
    c.suit[TRICKS_DRA] = kind->dragonlord;
    c.wizard = kind->wizard;
    c.prince = kind->prince;
    c.first = c.last = kind->trick;
    c.barred = state->level == TRICKS_EXPERT ? kind->barred : 0;
    if (objective == MAXN)
        c.takers = (uint8_t)all;
    else if (objective == TRICKS_POWER)
        c.takers = c.grabbers = (uint8_t)(all & ~(1 << state->power));
    else {
        c.takers = (uint8_t)(1 << state->dm);
        c.grabbers = (uint8_t)(all & ~c.takers);
    }
    return c;
}

static int cards_below(uint32_t cards, int card)
{
    return __builtin_popcount(cards >> (card & 24) & 255 & ((1u << (card & 7)) - 1));
}

static uint32_t in_hands(const TricksState *state)
{
    return state->hands[0] | state->hands[1] | state->hands[2] | state->hands[3];
}

static void set_layout(Layout *at, const TricksState *state, const Contract *c)
{
    uint32_t all = in_hands(state);
    memset(at, 0, sizeof *at);
    for (int seat = 0; seat < state->players; seat++)
        for (uint32_t cards = state->hands[seat]; cards; cards &= cards - 1) {
            int card = __builtin_ctz(cards), rank = cards_below(all, card);
            uint64_t *word = &at->suit[card >> 3];
            *word |= (uint64_t)1 << (8 * seat + rank);
            if (c->wizard && TRICKS_WIZARD_CARDS >> card & 1)
                *word |= (uint64_t)1 << (MARK_WIZARD + rank);
            if (c->prince && TRICKS_PRINCE_CARD >> card & 1)
                *word |= (uint64_t)1 << (MARK_PRINCE + rank);
            if (state->dragon != NOBODY && (card & 7) == TRICKS_KING)
                *word |= (uint64_t)1 << (MARK_KING + rank);
        }
}

static int cards_price(const Contract *c, uint32_t cards)
{
    int price = 0;
    for (int suit = 0; suit < SUITS; suit++)
        price += c->suit[suit] * __builtin_popcount(cards & tricks_suit_cards(suit));
    return price + c->wizard * __builtin_popcount(cards & TRICKS_WIZARD_CARDS) +
           c->prince * !!(cards & TRICKS_PRINCE_CARD);
}

/* The trick under way. */
static void set_trick(Trick *trick, const TricksState *state, const Contract *c)
{
    uint32_t played = 0;
    memset(trick, 0, sizeof *trick);
    trick->seat = (uint8_t)tricks_turn(state);
    trick->dragon = state->dragon;
    trick->left = (uint8_t)(TRICKS_HAND - tricks_done(state));
    trick->n = state->n_trick;
    trick->first = state->first_taker == NOBODY;
    for (int i = 0; i < state->n_trick; i++)
        played |= state->trick[i] < TRICKS_DRAGON ? 1u << state->trick[i] : 0;
    trick->price = (uint8_t)cards_price(c, played);
    trick->rest = (uint8_t)(trick->price + cards_price(c, in_hands(state)) + c->every * trick->left + c->last +
                            trick->first * c->first);
    if (!state->n_trick)
        return;
    trick->suit = state->suit;
    trick->best = (uint8_t)tricks_winner(state);
    int card = state->trick[(trick->best + state->players - state->leader) % state->players];
    trick->king = card != TRICKS_DRAGON && (card & 7) == TRICKS_KING;
    trick->bar = card == TRICKS_DRAGON ? NO_BAR : (uint8_t)cards_below(in_hands(state), card);
}

/* The move in relative ranks. */
static int relative(const TricksState *state, uint32_t move)
{
    if (move >= TRICKS_DRAGON)
        return (int)move;
    return (int)(move & 24) + cards_below(in_hands(state), (int)move);
}

typedef struct Root {
    Layout at;
    Trick trick;
    int taken;              /* by the takers, so far */
    int all;                /* the price of all, as far as it can be taken */
} Root;

static int seat_taken(const Contract *c, const TricksState *state, int seat)
{
    return cards_price(c, state->taken[seat]) + c->first * (state->first_taker == seat) +
           c->every * state->tricks[seat];
}

static int taken_by(const TricksState *state, const Contract *c)
{
    int taken = 0;
    for (int seat = 0; seat < state->players; seat++)
        taken += c->takers >> seat & 1 ? seat_taken(c, state, seat) : 0;
    return taken;
}

static void start(TricksSolver *s, const TricksState *state, int objective, Clock *clock, Root *root)
{
    size_t bytes;
    s->contract = contract_of(state, objective);
    Contract *c = &s->contract;
    s->dm = state->dm;
    s->entries = table_memory(s->table, &bytes);
    s->buckets = bytes / sizeof(Entry) / BUCKET;
    s->clock = clock;
    s->next_check = s->nodes;
    s->stopped = 0;
    uint64_t parts[2] = {0};
    memcpy(parts, c, 14);
    c->salt = mix64(mix64(parts[0] + table_stamp(s->table)) + parts[1]) + (objective == MAXN ? state->dm + 1u : 0);
    set_layout(&root->at, state, c);
    set_trick(&root->trick, state, c);
    root->taken = taken_by(state, c);
    uint32_t cards = in_hands(state) | state->taken[0] | state->taken[1] | state->taken[2] | state->taken[3];
    for (int i = 0; i < state->n_trick; i++)
        cards |= state->trick[i] < TRICKS_DRAGON ? 1u << state->trick[i] : 0;
    root->all = cards_price(c, cards) + c->first + c->last;
}

/* What the takers still get, by null windows from below. */
static int takings(TricksSolver *s, const Layout *at, const Trick *trick)
{
    int low = 0, high = trick->rest;
    while (low < high && !s->stopped) {
        int value = search(s, at, trick, low + 1);
        if (value > low)
            low = value;
        else
            high = value;
    }
    return low;
}

/* The value of the objective when the takers get so much more. */
static int32_t valued(const TricksSolver *s, const Root *root, int objective, int more)
{
    if (s->stopped)
        return TRICKS_UNKNOWN;
    int sum = root->taken + more;
    return objective == TRICKS_COALITION ? root->all - sum : objective == TRICKS_POWER ? !sum : sum;
}

/* Plays a move of the rules; what it brings the takers at once. */
static int play_move(const TricksSolver *s, const TricksState *state, const Root *root, uint32_t move, Layout *next,
                     Trick *after)
{
    *next = root->at;
    *after = root->trick;
    play(s, next, after, relative(state, move));
    return after->n == state->players ? end_trick(&s->contract, after) : 0;
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

/* What is still got from here on; a Power Play asks only whether it is anything. */
static int settle(TricksSolver *s, const Root *root, const Layout *at, const Trick *trick, int gain, int objective)
{
    if (objective != TRICKS_POWER)
        return gain + takings(s, at, trick);
    return root->taken || gain || (trick->rest && search(s, at, trick, 1) > 0);
}

int32_t tricks_value(TricksSolver *s, const TricksState *state, int objective, Clock *clock)
{
    Root root;
    start(s, state, objective, clock, &root);
    return valued(s, &root, objective, settle(s, &root, &root.at, &root.trick, 0, objective));
}

int32_t tricks_reaches(TricksSolver *s, const TricksState *state, int objective, int32_t value, Clock *clock)
{
    Root root;
    start(s, state, objective, clock, &root);
    int more = value - root.taken, few = root.all - root.taken - value, found;
    if (objective == TRICKS_POWER)
        found = value <= 0 || (value == 1 && !settle(s, &root, &root.at, &root.trick, 0, objective));
    else if (objective == TRICKS_COALITION)
        found = few >= 0 && (few >= root.trick.rest || search(s, &root.at, &root.trick, few + 1) <= few);
    else
        found = more <= 0 || (more <= root.trick.rest && search(s, &root.at, &root.trick, more) >= more);
    return s->stopped ? TRICKS_UNKNOWN : found;
}

int32_t tricks_values(TricksSolver *s, const TricksState *state, int objective, Clock *clock,
                      uint32_t moves[TRICKS_MOVES], int32_t values[TRICKS_MOVES])
{
    Root root;
    Layout next;
    Trick after;
    start(s, state, objective, clock, &root);
    int32_t n = game_tricks.moves(state, moves);
    for (int i = 0; i < n; i++) {
        int gain = play_move(s, state, &root, moves[i], &next, &after);
        values[i] = valued(s, &root, objective, settle(s, &root, &next, &after, gain, objective));
        if (s->stopped)
            return 0;
    }
    return n;
}

/* What everybody's wealth changes by when the seats take these shares. */
static void payments(const TricksState *state, const uint8_t *shares, int8_t *values)
{
    int income = 0;
    for (int seat = 0; seat < state->players; seat++) {
        values[seat] = (int8_t)-shares[seat];
        income += seat == state->dm ? 0 : shares[seat];
    }
    values[state->dm] = (int8_t)income;
}

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

/* In a Power Play all others want one thing, that it fails. */
static int32_t power_shares(TricksSolver *s, const TricksState *state, Clock *clock, uint32_t moves[TRICKS_MOVES],
                            int8_t values[TRICKS_MOVES][SEATS])
{
    int32_t made[TRICKS_MOVES], n = tricks_values(s, state, TRICKS_POWER, clock, moves, made);
    for (int i = 0; i < n; i++)
        power_payments(state, made[i], values[i]);
    return n;
}

int32_t tricks_maxn(TricksSolver *s, const TricksState *state, Clock *clock, uint32_t moves[TRICKS_MOVES],
                    int8_t values[TRICKS_MOVES][SEATS])
{
    Root root;
    if (state->power != NOBODY)
        return power_shares(s, state, clock, moves, values);
    start(s, state, MAXN, clock, &root);
    int32_t n = game_tricks.moves(state, moves);
    for (int i = 0; i < n; i++) {
        uint8_t shares[SEATS];
        share_move(s, &root.at, &root.trick, relative(state, moves[i]), shares);
        if (s->stopped)
            return 0;
        for (int seat = 0; seat < state->players; seat++)
            shares[seat] = (uint8_t)(shares[seat] + seat_taken(&s->contract, state, seat));
        payments(state, shares, values[i]);
    }
    return n;
}

static TricksState after_call(const TricksState *state, int kind)
{
    TricksState called = *state;
    game_tricks.play(&called, (uint32_t)(TRICKS_CALL + kind), NULL, NULL);
    return called;
}

int32_t tricks_kind_value(TricksSolver *s, const TricksState *state, int kind, int objective, Clock *clock)
{
    TricksState called = after_call(state, kind);
    return tricks_value(s, &called, objective, clock);
}

/* ---- the command ---- */

/* What is asked for: an objective of the header, or MAXN; -1 with the reason in why. Further words switch parts of
 * the search off, which changes no value. */
static int read_objective(const TricksState *state, const char *text, uint32_t *off, int *value_only, char *why)
{
    static const char *const switches[] = {"unmerged", "unordered", "unbounded"};
    char word[4][32] = {"", "", "", ""};
    sscanf(text, "%31s %31s %31s %31s", word[0], word[1], word[2], word[3]);
    int power = state->power != NOBODY, mask = 0, objective = -1;
    if (!*word[0])
        strcpy(word[0], power ? "power" : "coalition");
    if (!strcmp(word[0], "coalition"))
        objective = TRICKS_COALITION;
    else if (!strcmp(word[0], "power"))
        objective = TRICKS_POWER;
    else if (!strcmp(word[0], "maxn"))
        objective = MAXN;
    else if (!strncmp(word[0], "bridge:", 7)) {
        const char *at = word[0] + 7;
        for (; *at >= '0' && *at < '0' + state->players && !(mask >> (*at - '0') & 1); at++) {
            mask |= 1 << (*at - '0');
            if (at[1] == ',' && at[2])
                at++;
        }
        objective = *at || !mask ? -1 : TRICKS_BRIDGE + 256 * mask;
    }
    for (int i = 1; i < 4; i++)
        for (int j = 0; *word[i] && j < COUNT(switches); j++)
            *off |= !strcmp(word[i], switches[j]) ? 1u << j : 0;
    (void)value_only;
    if (objective < 0)
        return fail(why, "\"%s\" is no objective here; there are coalition, power, maxn and bridge:SEATS", text);
    if (tricks_choosing(state))
        return fail(why, "before the Dragon is swapped or kept nothing can be solved: the cards change hands");
    if (objective == TRICKS_COALITION && power)
        return fail(why, "\"coalition\" does not fit a Power Play, in which \"power\" asks whether it is made");
    if (objective == TRICKS_POWER && !power)
        return fail(why, "\"power\" fits a Power Play only, and nobody makes one");
    if (mask && state->dragon != NOBODY)
        return fail(why, "\"%s\" does not fit while the Dragon is in a hand", text);
    return objective;
}

/* Values of the moves of a hand under way; how many, or 0. */
static int solve_moves(TricksSolver *s, const TricksState *state, int objective, Clock *clock, uint32_t *moves,
                       double values[][MAX_SEATS])
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

/* Whether the seat to act likes the first value better. */
static int likes(const TricksState *state, int objective, const double *value, const double *than)
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

/* Index of the first best value. */
static int best_of(const TricksState *state, int objective, int n, double values[][MAX_SEATS])
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (likes(state, objective, values[i], values[best]))
            best = i;
    return best;
}

/* Values of all moves, calls included; how many, or 0. */
static int solve_position(TricksSolver *s, const TricksState *state, int objective, Clock *clock, uint32_t *moves,
                          double values[][MAX_SEATS])
{
    if (state->kind != TRICKS_NO_KIND)
        return solve_moves(s, state, objective, clock, moves, values);
    int n = game_tricks.moves(state, moves);
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

/* Best moves to the end of the hand. */
static void find_line(TricksSolver *s, const TricksState *from, int objective, Clock *clock, Result *result)
{
    TricksState state = *from;
    while (state.n_results == from->n_results && result->n_line < MAX_LINE) {
        uint32_t moves[TRICKS_MOVES];
        double values[TRICKS_MOVES][MAX_SEATS];
        int n = solve_position(s, &state, objective, clock, moves, values);
        if (!n)
            return;
        uint32_t move = moves[best_of(&state, objective, n, values)];
        result->line[result->n_line++] = move;
        game_tricks.play(&state, move, NULL, NULL);
    }
}

void tricks_solve(const void *self, const char *text, const Limits *limits, Table *table, Progress *progress,
                  Result *result)
{
    const TricksState *state = self;
    TricksSolver solver;
    Clock clock = clock_start(limits, progress);
    uint32_t moves[TRICKS_MOVES];
    double values[TRICKS_MOVES][MAX_SEATS];
    memset(&solver, 0, sizeof solver);
    solver.table = table;
    int value_only = 0, objective = read_objective(state, text, &solver.off, &value_only, result->why);
    if (objective < 0) {
        result->status = STATUS_UNFIT;
        return;
    }
    int n = solve_position(&solver, state, objective, &clock, moves, values);
    result->values = objective == MAXN ? state->players : 1;
    result->integral = 1;
    result->proof = PROOF_EXACT;
    if (n)
        find_line(&solver, state, objective, &clock, result);
    result->status = n ? STATUS_EXACT : clock.status;
    result->nodes = solver.nodes;
    int best = n ? best_of(state, objective, n, values) : 0;
    for (int i = 0; i < n; i++) {
        memcpy(result->list[i].value, values[i], sizeof values[i]);
        result->list[i].best = !likes(state, objective, values[best], values[i]);
        if (i == best)
            result->move = moves[i];
    }
}
