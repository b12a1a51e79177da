/* search.c: alpha-beta search of Dragonmaster with all hands open.
 *
 * Sides: takers are the seats whose tricks count, grabbers the seats that want the takers to get
 * much; struct Contract holds the price of each card and trick. Coalition: the Dragonmaster is the
 * only taker and ducks, all others grab. Power Play: the others are takers and grabbers of at least
 * one thing. Max^n: all seats take, each for itself.
 *
 * Position (layout.h): ranks close up as cards go, so positions that differ only in dead ranks are
 * equal. At the start of a trick the key is four suit words, the leader, the Dragon's holder, and
 * whether it is the first trick, whose leads may be barred. Suits at the same prices share their
 * part of the key. While the Dragon is out the true King is marked: unlike the Queen he can beat
 * it.
 *
 * Search: fail-soft null windows (MTD(f), Plaat and others 1996), first "is anything taken?".
 * At the start of a trick:
 *   1 all that is left against the target
 *   2 bounds. The ducker need never take a trick, or he takes every one. A Power Play is lost by
 *     a card that can never win or by a trick that the others can cash, or its last trick is sure
 *   3 table, 16 bytes an entry, 32 kB at first and doubled as it fills: a small search stays in the
 *     cache, and stamps save clearing it
 *   4 moves (order.c), one of each group of equal cards
 * 1 and 2 come again in the middle of a trick once the lone player has played and does not win it.
 * The last trick is read off. Max^n cuts only at an outcome that nothing can beat.
 * Measurements: NOTES.md. */

#include "search.h"

#include "engine/table.h"
#include "order.h"

#define SUITS TRICKS_SUITS
#define SEATS TRICKS_SEATS
#define BUCKET 4
#define FIRST_BITS 9        /* 2^9 buckets are in use at first */
#define GROWING 8192        /* entries moved between two looks at the clock */
#define MAGIC 0x74726B73u

struct Entry {
    uint64_t key;
    uint16_t stamp;
    uint8_t left;           /* tricks to come */
    uint8_t spare;
    uint8_t value[SEATS];   /* lower and upper bound; in max^n what each seat takes */
};

/* Stands at the start of the table's memory; the buckets follow. */
struct Head {
    uint32_t magic, stamp, bits, used;
    uint32_t spare[12];
};

/* Moves a mark down to the lowest of neighbours in the same hand: they differ in nothing else. */
static uint64_t lower_mark(uint64_t word, int shift)
{
    unsigned mark = word >> shift & 255, hands = (unsigned)word, owner = hands & mark * 0x01010101u;
    if (mark < 2 || !(owner >> 1 & hands))
        return word;
    int seat = 0;
    while (!(word >> 8 * seat & mark))
        seat++;
    unsigned gaps = ~cards_held(&(Layout){{word}}, 0, seat) & (mark - 1),
             low = gaps ? 2u << top_bit(gaps) : 1;
    return (word & ~((uint64_t)255 << shift)) | (uint64_t)low << shift;
}

/* lower_mark for every suit with one mark. */
static void lower_marks(Layout *at)
{
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t word = at->suit[suit];
        int wizard = word >> MARK_WIZARD & 255, prince = word >> MARK_PRINCE & 255;
        if (wizard && !prince)
            at->suit[suit] = lower_mark(word, MARK_WIZARD);
        else if (prince && !wizard)
            at->suit[suit] = lower_mark(word, MARK_PRINCE);
    }
}

/* ---- the trick so far ---- */

/* The trick after this lead. word: the suit before it. */
static inline Run run_lead(const TricksSolver *s, const Trick *t, uint64_t word, int rank)
{
    int king = (int)(word >> (MARK_KING + rank) & 1);
    int price = t->first * s->contract.first + price_of(&s->contract, word, t->suit, rank);
    return make_run(rank, t->leader, king, price);
}

/* The trick after this card of a follower. word: the card's suit before it. */
static inline Run run_follow(const TricksSolver *s, Run run, uint64_t word, int led, int suit,
                             int rank, int seat)
{
    int price = run_price(run) + price_of(&s->contract, word, suit, rank);
    if (suit != led)
        return run_priced(run, price);
    if (rank >= run_bar(run))
        return make_run(rank, seat, (int)(word >> (MARK_KING + rank) & 1), price);
    return run_priced(run, price) - (run_bar(run) != NO_BAR);
}

/* The trick after the Dragon. */
static inline Run run_dragon(Run run, int seat)
{
    return run_king(run) ? run : make_run(NO_BAR, seat, 0, run_price(run));
}

/* Once the Dragon is played, no King is special. */
static void forget_kings(Layout *at)
{
    for (int suit = 0; suit < SUITS; suit++)
        at->suit[suit] &= ~((uint64_t)255 << MARK_KING);
}

/* ---- table ---- */

/* Opens the table. If its stamp is still current, the part in use stays in use. */
static void open_table(TricksSolver *s)
{
    size_t bytes;
    char *memory = table_memory(s->table, &bytes);
    s->stamp = table_stamp(s->table);
    s->entries = NULL;
    assert(s->stamp > 0 && s->stamp <= UINT16_MAX);
    if (bytes < 2 * sizeof(Head) + (sizeof(Entry) * BUCKET << FIRST_BITS) || s->off & TRICKS_TABLE)
        return;
    memory += (64 - (uintptr_t)memory % 64) % 64;
    s->head = (Head *)memory;
    s->entries = (Entry *)(s->head + 1);
    s->max_bits = FIRST_BITS;
    while ((sizeof(Entry) * BUCKET << (s->max_bits + 1)) + 2 * sizeof(Head) <= bytes)
        s->max_bits++;
    Head *head = s->head;
    if (head->magic != MAGIC || head->stamp != s->stamp || head->bits < FIRST_BITS ||
        head->bits > s->max_bits)
        *head = (Head){MAGIC, s->stamp, FIRST_BITS, 0, {0}};
    s->mask = ((uint64_t)1 << head->bits) - 1;
}

static inline uint64_t stir_bits(uint64_t x)
{
    x = (x ^ x >> 32) * 0xBF58476D1CE4E5B9u;
    return x ^ x >> 29;
}

/* A hash of a position at the start of a trick, under the current prices. */
static inline uint64_t key_of(const TricksSolver *s, const Layout *at, int seat, int dragon,
                              int first)
{
    uint64_t key = s->salt + (unsigned)(seat + 8 * dragon + 4096 * first) * 0xF1357AEA2E62A9C5u;
    for (int suit = 0; suit < SUITS; suit++)
        key += stir_bits((at->suit[suit] + 1) * s->odd[suit]);
    return stir_bits(key * 0xC6BC279692B5CC83u);
}

/* The entry of this key, or NULL. */
static inline Entry *find_entry(const TricksSolver *s, uint64_t key)
{
    if (!s->entries)
        return NULL;
    Entry *bucket = s->entries + (key & s->mask) * BUCKET;
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key && bucket[i].stamp == s->stamp)
            return &bucket[i];
    return NULL;
}

/* Doubles the part of the table in use; half of the entries move up. A large table takes longer
 * than a stop may, so the clock can interrupt it; then the size stays, and the moved entries are
 * lost. */
static void grow_table(TricksSolver *s)
{
    uint64_t size = s->mask + 1;
    for (uint64_t i = 0; i < size * BUCKET; i++) {
        if (i % GROWING == GROWING - 1 && s->clock && clock_over(s->clock, s->last_check)) {
            s->stopped = 1;
            return;
        }
        Entry *low = s->entries + i, *high = low + size * BUCKET;
        high->stamp = 0;
        if (low->stamp == s->stamp && low->key & size) {
            *high = *low;
            low->stamp = 0;
        }
    }
    s->mask = 2 * size - 1;
    s->head->bits++;
}

/* The place for a new entry: a stale one, else one with no more tricks left, else any. */
static Entry *place_for(TricksSolver *s, uint64_t key, int left)
{
    if (s->head->used > 2 * s->mask && s->head->bits < s->max_bits)
        grow_table(s);
    Entry *bucket = s->entries + (key & s->mask) * BUCKET, *worst = bucket;
    assert(s->entries);
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].stamp != s->stamp) {
            s->head->used++;
            return &bucket[i];
        }
        if (bucket[i].left < worst->left)
            worst = &bucket[i];
    }
    return worst->left <= left ? worst : &bucket[key >> 60 & (BUCKET - 1)];
}

/* Stores bounds. There must be a table. */
static Entry *store_entry(TricksSolver *s, uint64_t key, int left, int low, int high)
{
    Entry *entry = find_entry(s, key);
    if (!entry)
        entry = place_for(s, key, left);
    *entry = (Entry){key, (uint16_t)s->stamp, (uint8_t)left, 0,
                     {(uint8_t)low, (uint8_t)high, 0, 0}};
    return entry;
}

/* ---- bounds ---- */

/* Whether a ducker who is not on lead need take no more trick. Not for a Power Player, who may not
 * duck. */
static inline int is_safe(const Layout *at, int ducker)
{
    unsigned all = 1;
    for (int suit = 0; suit < SUITS; suit++)
        all &= safe_hands[cards_held(at, suit, ducker)];
    return (int)all;
}

/* The same for a ducker on lead. */
static int is_safe_leading(const Layout *at, int ducker)
{
    unsigned any = 0;
    for (int suit = 0; suit < SUITS; suit++)
        any |= safe_lead(cards_held(at, suit, ducker), in_suit(at->suit[suit]));
    return any && is_safe(at, ducker);
}

/* Whether a ducker on lead takes everything: each of his cards is above all others of its suit. */
static int takes_all(const Layout *at, int ducker)
{
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned hand = cards_held(at, suit, ducker), others = in_suit(at->suit[suit]) & ~hand;
        if (hand && others > (hand & (0 - hand)))
            return 0;
    }
    return 1;
}

static inline unsigned ranks_over(unsigned card) { return ~(2 * card - 1); }

/* Whether the Power Player holds a card that he must take but cannot win: one other hand has enough
 * higher cards. Each earlier round of the suit costs him a card of the suit or the Dragon, and
 * costs the other hand at most one of these. If all his cards of the suit count, only the Dragon
 * can go before them; a King that counts is safe from the Dragon while its holder can play another
 * card of the suit. */
static int is_buried(const Contract *c, const Layout *at, int suit, int dragon)
{
    unsigned mine = cards_held(at, suit, c->lone),
             cost = cards_priced(c, at->suit[suit], suit) & mine;
    if (!cost)
        return 0;
    unsigned above_one = ranks_over(cost & (0 - cost)), above_all = ranks_over(1u << top_bit(mine));
    for (int seat = 0; seat < c->players; seat++) {
        unsigned hand = seat == c->lone ? 0 : cards_held(at, suit, seat);
        if (count_suit(hand & above_one & 255) >= count_suit(mine) + dragon)
            return 1;
        int king = c->price[suit][0] && at->suit[suit] >> MARK_KING & hand;
        int beating = count_suit(hand & above_all);
        if (cost == mine && beating && (beating > dragon || (king && count_suit(hand) > 1)))
            return 1;
    }
    return 0;
}

/* Seats with cards that the Power Player must take, one bit each. */
typedef struct Costs {
    unsigned some, only;    /* hold some; hold nothing else */
} Costs;

static Costs costs_of(const Contract *c, const Layout *at)
{
    Costs found = {0, 15};
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned cost = cards_priced(c, at->suit[suit], suit);
        for (int seat = 0; seat < c->players; seat++) {
            unsigned hand = cards_held(at, suit, seat);
            found.some |= (unsigned)((hand & cost) != 0) << seat;
            found.only &= ~((unsigned)((hand & ~cost) != 0) << seat);
        }
    }
    return found;
}

/* Whether the others, one of them leading this suit, take a card that counts. Nobody holds the
 * Dragon. */
static int is_cashed(const Contract *c, const Layout *at, int suit, int leader, Costs costs)
{
    unsigned mine = cards_held(at, suit, c->lone), cost = cards_priced(c, at->suit[suit], suit);
    unsigned winners =
        in_suit(at->suit[suit]) & ~mine & (mine ? ranks_over(1u << top_bit(mine)) : 255);
    if (!cards_held(at, suit, leader) || !winners)
        return 0;
    if (winners & cost || (mine ? !(mine & ~cost) : (int)(costs.only >> c->lone & 1)))
        return 1;
    for (int seat = 0; seat < c->players; seat++) {
        unsigned hand = cards_held(at, suit, seat);
        if (seat != c->lone && winners & ~hand && (hand ? hand & cost : costs.some >> seat & 1))
            return 1;
    }
    return 0;
}

/* Whether the Power Play must fail. */
static int is_lost(const Contract *c, const Layout *at, int leader, int dragon)
{
    for (int suit = 0; suit < SUITS; suit++)
        if (is_buried(c, at, suit, dragon))
            return 1;
    if (leader == c->lone || dragon)
        return 0;
    Costs costs = costs_of(c, at);
    for (int suit = 0; suit < SUITS; suit++)
        if (is_cashed(c, at, suit, leader, costs))
            return 1;
    return 0;
}

/* Whether the Power Play is made: the Power Player leads the last card that counts, above all
 * others; or only the last trick is missing, he keeps the Dragon for it, and nobody else holds a
 * true King. */
static int is_made(const Contract *c, const Layout *at, int leader, int dragon)
{
    unsigned kings = 0, cost = 0, led = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t word = at->suit[suit];
        unsigned mine = cards_held(at, suit, c->lone), others = in_suit(word) & ~mine;
        unsigned asked = cards_priced(c, word, suit);
        kings |= word >> MARK_KING & others;
        cost += (unsigned)count_suit(asked);
        led |= others < (asked & mine);
    }
    if (c->last)
        return !cost && dragon && !(kings & 255);
    return leader == c->lone && cost == 1 && led;
}

/* Bounds of what the takers get from the start of a trick on. Not for the first trick: its barred
 * leads could make them wrong. */
static void see_bounds(const TricksSolver *s, const Trick *t, int *low, int *high)
{
    const Contract *c = &s->contract;
    int dragon = t->dragon != NOBODY;
    if (c->lone == NOBODY)
        return;
    if (c->ducker == NOBODY) {
        *low = is_lost(c, &s->at, t->leader, dragon);
        *high = !*low && is_made(c, &s->at, t->leader, dragon) ? 0 : t->rest;
    } else if (t->leader != c->ducker)
        *high = is_safe(&s->at, c->ducker) ? 0 : t->rest;
    else if (is_safe_leading(&s->at, c->ducker))
        *high = 0;
    else if (takes_all(&s->at, c->ducker))
        *low = t->rest;
}

/* ---- null windows ----
 *
 * Values are what the takers still get: a lower bound if it reaches the target, else an upper
 * bound. */

static int search_lead(TricksSolver *s, const Trick *t, int target);

/* Whether the clock has stopped the solver; it is read every 1,024 nodes. */
static int out_of_time(TricksSolver *s)
{
    if (s->nodes >= s->next_check && s->clock) {
        s->last_check = s->nodes;
        s->next_check = s->nodes + 1024;
        s->stopped |= clock_over(s->clock, s->nodes);
    }
    return s->stopped;
}

/* The winner of the last trick, one card each. */
static int last_winner(const TricksSolver *s, const Layout *at, const Trick *t)
{
    int suit = 0, winner = 0;
    while (suit < SUITS && !cards_held(at, suit, t->leader))
        suit++;
    if (suit == SUITS)
        return t->leader; /* the Dragon is led */
    unsigned word = (unsigned)at->suit[suit];
    int top = top_bit(in_suit(word)), king = (int)(at->suit[suit] >> (MARK_KING + top) & 1);
    while (!(word >> 8 * winner >> top & 1))
        winner++;
    if (t->dragon != NOBODY && !(king && place_of(s, t, winner) < place_of(s, t, t->dragon)))
        return t->dragon;
    return winner;
}

/* Scores the complete trick and searches the next one. card: the last one, not yet dropped
 * unless it is the Dragon. */
static int close_trick(TricksSolver *s, const Trick *t, Run run, int card, int target)
{
    const Contract *c = &s->contract;
    int price = t->left == 1 ? t->rest : run_price(run) + c->every, best = run_best(run),
        rest = t->rest - price;
    int gain = c->takers >> best & 1 ? price : 0;
    Trick next = {t->left - 1, rest, best, 0, t->dragon, 0, 0};
    s->nodes++;
    if (!(s->off & TRICKS_BOUNDS)) {
        if (target <= gain)
            return gain;
        if (rest + gain < target)
            return rest + gain;
    }
    if (card >= TRICKS_DRAGON)
        return gain + search_lead(s, &next, target - gain);
    uint64_t *word = &s->at.suit[card >> 3], before = *word;
    *word = drop_card(before, card & 7);
    int value = gain + search_lead(s, &next, target - gain);
    *word = before;
    return value;
}

/* Settles the trick by bounds once the lone player has played and does not win it: 1 with the
 * value, else 0. */
static inline int is_decided(const TricksSolver *s, const Trick *t, Run run, int target, int fresh,
                             int *value)
{
    if (s->contract.ducker == NOBODY) {
        *value = run_price(run);
        return *value >= target;
    }
    *value = t->rest - run_price(run);
    if (*value < target)
        return 1;
    *value = 0;
    return fresh && is_safe(&s->at, s->contract.ducker);
}

static int search_follow(TricksSolver *s, const Trick *t, int n, int seat, Run run, int target);

/* The value after the seat plays the Dragon. */
static int follow_dragon(TricksSolver *s, const Trick *t, int n, int seat, Run run, int target)
{
    Layout before = s->at;
    Trick after = *t;
    Run next = run_dragon(run, seat);
    after.dragon = NOBODY;
    forget_kings(&s->at);
    int value = n + 1 == s->contract.players
                    ? close_trick(s, &after, next, TRICKS_DRAGON, target)
                    : search_follow(s, &after, n + 1, seat_after(s, seat), next, target);
    s->at = before;
    return value;
}

/* The value after the seat plays this card. */
static int follow_card(TricksSolver *s, const Trick *t, int n, int seat, Run run, int card,
                       int target)
{
    int suit = card >> 3, rank = card & 7, lone = s->contract.lone, value;
    uint64_t *word = &s->at.suit[suit], before = *word;
    Run next = run_follow(s, run, before, t->suit, suit, rank, seat);
    if (n + 1 == s->contract.players)
        return close_trick(s, t, next, card, target);
    *word = drop_card(before, rank);
    int open = lone == NOBODY || s->off & TRICKS_BOUNDS || t->place > n || run_best(next) == lone;
    if (open || !is_decided(s, t, next, target, seat == lone || run_best(run) == lone, &value))
        value = search_follow(s, t, n + 1, seat_after(s, seat), next, target);
    *word = before;
    return value;
}

/* The value if the seat plays to the trick after n cards. */
static int search_follow(TricksSolver *s, const Trick *t, int n, int seat, Run run, int target)
{
    Pick picks[MAX_PICKS];
    int k = list_follows(s, &s->at, t, n, seat, run, picks);
    int grabs = s->contract.grabbers >> seat & 1, best = grabs ? -1 : 255;
    for (int i = 0; i < k && !s->stopped; i++) {
        int value = picks[i].card == TRICKS_DRAGON
                        ? follow_dragon(s, t, n, seat, run, target)
                        : follow_card(s, t, n, seat, run, picks[i].card, target);
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target))
            break;
    }
    return best;
}

/* The value after the Dragon is led as this suit. */
static int lead_dragon(TricksSolver *s, const Trick *t, int suit, int target)
{
    Layout before = s->at;
    Trick after = *t;
    after.suit = suit;
    after.dragon = NOBODY;
    forget_kings(&s->at);
    Run run = make_run(NO_BAR, t->leader, 0, t->first * s->contract.first);
    int value = search_follow(s, &after, 1, seat_after(s, t->leader), run, target);
    s->at = before;
    return value;
}

/* The value after this lead. */
static int lead_card(TricksSolver *s, Trick *t, int card, int target)
{
    t->suit = card >> 3;
    uint64_t *word = &s->at.suit[t->suit], before = *word;
    *word = drop_card(before, card & 7);
    int value =
        search_follow(s, t, 1, seat_after(s, t->leader), run_lead(s, t, before, card & 7), target);
    *word = before;
    return value;
}

/* The value by the leads. 255 or -1, undefined, once the clock has stopped the search. */
static int lead_best(TricksSolver *s, const Trick *trick, int target)
{
    Pick picks[MAX_PICKS];
    Trick t = *trick;
    t.place = place_of(s, &t, s->contract.lone);
    int n = list_leads(s, &s->at, &t, picks), grabs = s->contract.grabbers >> t.leader & 1,
        best = grabs ? -1 : 255;
    for (int i = 0; i < n && !s->stopped; i++) {
        int value = picks[i].card >= TRICKS_LED
                        ? lead_dragon(s, &t, picks[i].card - TRICKS_LED, target)
                        : lead_card(s, &t, picks[i].card, target);
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target))
            break;
    }
    return best;
}

static int lead_stored(TricksSolver *s, const Trick *t, int low, int high, int target)
{
    uint64_t key = key_of(s, &s->at, t->leader, t->dragon, t->first);
    const Entry *entry = find_entry(s, key);
    if (entry) {
        low = entry->value[0];
        high = entry->value[1];
        if (low >= target)
            return low;
        if (high < target)
            return high;
    }
    int value = lead_best(s, t, target);
    if (s->stopped || !s->entries)
        return value;
    if (value >= target)
        low = value > low ? value : low;
    else
        high = value < high ? value : high;
    store_entry(s, key, t->left, low, high);
    return value;
}

/* The value at the start of a trick. */
static int search_lead(TricksSolver *s, const Trick *t, int target)
{
    if (t->left == 1 && !t->first)
        return s->contract.takers >> last_winner(s, &s->at, t) & 1 ? t->rest : 0;
    if (!t->left || out_of_time(s))
        return 0;
    int low = 0, high = t->rest;
    if (!(s->off & TRICKS_BOUNDS)) {
        if (!t->first)
            see_bounds(s, t, &low, &high);
        if (low >= target)
            return low;
        if (high < target)
            return high;
    }
    if (t->dragon != NOBODY || !s->marked || s->off & TRICKS_MERGING)
        return lead_stored(s, t, low, high, target);
    Layout before = s->at;
    lower_marks(&s->at);
    int value = lead_stored(s, t, low, high, target);
    s->at = before;
    return value;
}

int search_bound(TricksSolver *s, const Stand *stand, int target)
{
    assert(stand->n < s->contract.players);
    s->at = stand->at;
    if (stand->n)
        return search_follow(s, &stand->trick, stand->n, stand->seat, stand->run, target);
    s->nodes++;
    return search_lead(s, &stand->trick, target);
}

int search_step(const TricksSolver *s, Stand *stand, int card)
{
    Trick *t = &stand->trick;
    if (card >= TRICKS_DRAGON) {
        if (!stand->n)
            t->suit = card - TRICKS_LED;
        stand->run = run_dragon(stand->run, stand->seat);
        t->dragon = NOBODY;
        forget_kings(&stand->at);
    } else {
        int suit = card >> 3, rank = card & 7;
        uint64_t word = stand->at.suit[suit];
        if (!stand->n)
            t->suit = suit;
        stand->run = stand->n ? run_follow(s, stand->run, word, t->suit, suit, rank, stand->seat)
                              : run_lead(s, t, word, rank);
        stand->at.suit[suit] = drop_card(word, rank);
    }
    stand->seat = seat_after(s, stand->seat);
    if (++stand->n < s->contract.players)
        return 0;
    int price = t->left == 1 ? t->rest : run_price(stand->run) + s->contract.every,
        best = run_best(stand->run);
    *t = (Trick){t->left - 1, t->rest - price, best, 0, t->dragon, 0, 0};
    t->place = place_of(s, t, s->contract.lone);
    stand->n = 0;
    stand->seat = best;
    stand->run = 0;
    return s->contract.takers >> best & 1 ? price : 0;
}

static int list_moves(const TricksSolver *s, const Stand *stand, Pick *picks)
{
    const Trick *t = &stand->trick;
    if (stand->n)
        return list_follows(s, &stand->at, t, stand->n, stand->seat, stand->run, picks);
    return list_leads(s, &stand->at, t, picks);
}

int search_root(TricksSolver *s, const Stand *stand, int target, int *card)
{
    Pick picks[MAX_PICKS];
    assert(target > 0);
    int n = list_moves(s, stand, picks), grabs = s->contract.grabbers >> stand->seat & 1,
        best = grabs ? -1 : 255;
    for (int i = 0; i < n && !s->stopped; i++) {
        Stand next = *stand;
        int gain = search_step(s, &next, picks[i].card),
            value = gain + search_bound(s, &next, target - gain);
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target)) {
            *card = picks[i].card;
            break;
        }
    }
    return best;
}

/* ---- max^n ---- */

/* Whether a seat prefers these shares: it takes less itself; on ties the Dragonmaster takes more,
 * then the next seat, and so on. */
static int prefers_shares(const TricksSolver *s, int seat, const uint8_t *shares,
                          const uint8_t *than)
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

static void share_out(TricksSolver *s, const Stand *stand, uint8_t *shares);

/* Shares after this move, with what the move takes. */
static void share_move(TricksSolver *s, const Stand *stand, int move, uint8_t *shares)
{
    Stand next = *stand;
    search_step(s, &next, move);
    share_out(s, &next, shares);
    if (!next.n)
        shares[next.seat] = (uint8_t)(shares[next.seat] + stand->trick.rest - next.trick.rest);
}

/* Whether no shares can be better for the seat. */
static int is_best(const TricksSolver *s, int seat, int rest, const uint8_t *shares)
{
    int to = seat == s->dm ? seat_after(s, seat) : s->dm;
    return shares[to] == rest;
}

/* Shares by the seat's best move. */
static void share_moves(TricksSolver *s, const Stand *stand, uint8_t *shares)
{
    Pick picks[MAX_PICKS];
    uint8_t found[SEATS];
    int n = list_moves(s, stand, picks);
    for (int i = 0; i < n && !s->stopped; i++) {
        share_move(s, stand, picks[i].card, i ? found : shares);
        if (i && prefers_shares(s, stand->seat, found, shares))
            memcpy(shares, found, SEATS);
        if (!(s->off & TRICKS_BOUNDS) && is_best(s, stand->seat, stand->trick.rest, shares))
            return;
    }
}

/* Shares from here on, if every seat plays for itself. */
static void share_out(TricksSolver *s, const Stand *stand, uint8_t *shares)
{
    const Trick *t = &stand->trick;
    assert(t->left >= 0 && t->left <= TRICKS_HAND);
    if (stand->n) {
        share_moves(s, stand, shares);
        return;
    }
    s->nodes++;
    memset(shares, 0, SEATS);
    if (out_of_time(s) || !t->left || !t->rest)
        return;
    if (t->left == 1 && !t->first) {
        shares[last_winner(s, &stand->at, t)] = (uint8_t)t->rest;
        return;
    }
    Stand low = *stand;
    if (s->marked && !(s->off & TRICKS_MERGING))
        lower_marks(&low.at);
    uint64_t key = key_of(s, &low.at, stand->seat, t->dragon, t->first);
    const Entry *entry = find_entry(s, key);
    if (entry) {
        memcpy(shares, entry->value, SEATS);
        return;
    }
    share_moves(s, &low, shares);
    if (s->entries && !s->stopped)
        memcpy(store_entry(s, key, t->left, 0, 0)->value, shares, SEATS);
}

void search_shares(TricksSolver *s, const Stand *stand, uint8_t shares[SEATS])
{
    share_out(s, stand, shares);
}

/* ---- the start ---- */

void search_start(TricksSolver *s, const Contract *contract, uint64_t salt)
{
    static const uint64_t odd[SUITS] = {0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u,
                                        0xABC98388FB8FAC03u, 0x8CB92BA72F3D8DD7u};
    uint64_t parts[4] = {0};
    assert(sizeof *contract <= sizeof parts);
    s->contract = *contract;
    s->marked = contract->price[0][1] > contract->price[0][0] ||
                contract->price[1][2] > contract->price[1][0];
    open_table(s);
    memcpy(parts, contract, sizeof *contract);
    s->salt = mix64(mix64(mix64(mix64(parts[0]) + parts[1]) + parts[2]) + parts[3]) + salt;
    for (int suit = 0; suit < SUITS; suit++) {
        int like = 0;
        while (memcmp(contract->price[like], contract->price[suit], 4))
            like++;
        s->odd[suit] = odd[like];
    }
}
