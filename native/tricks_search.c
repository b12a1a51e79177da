/* tricks_search.c: the search of Dragonmaster's exact solver. */

#include "tricks_search.h"

#define SUITS TRICKS_SUITS
#define SEATS TRICKS_SEATS
#define MAX_PICKS 16        /* moves of a seat */
#define BUCKET 4
#define FIRST_BITS 9        /* buckets in use at first: 2^9 */
#define MAGIC 0x74726B73u

struct Entry {
    uint64_t key;
    uint16_t stamp;
    uint8_t left;           /* tricks to come */
    uint8_t spare;
    uint8_t value[SEATS];   /* at least, at most; in max^n what each seat takes */
};

/* At the start of the table's memory; the buckets follow. */
struct Head {
    uint32_t magic, stamp, bits, used;
    uint32_t spare[12];
};

typedef struct Pick {
    int16_t score;
    uint8_t card;           /* suit * 8 + relative rank, or TRICKS_DRAGON, or TRICKS_LED + suit */
} Pick;

static inline int run_bar(Run run) { return run & 15; }
static inline int run_best(Run run) { return run >> 4 & 7; }
static inline int run_king(Run run) { return run >> 8 & 1; }
static inline int run_price(Run run) { return (int)(run >> 16); }
static inline Run run_priced(Run run, int price) { return (run & 0xFFFF) | (unsigned)price << 16; }

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

static inline int low_bit(unsigned cards) { return cards ? __builtin_ctz(cards) : 31; }
static inline int top_bit(unsigned cards) { return 31 - __builtin_clz(cards); }

/* Cards of a suit. */
static const uint8_t counts[256] = {
    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
    1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
    1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
    2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7,
    1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
    2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7,
    2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7,
    3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 4, 5, 5, 6, 5, 6, 6, 7, 5, 6, 6, 7, 6, 7, 7, 8,
};

static inline int count(unsigned cards) { return counts[cards]; }

/* Takes the card of this rank out; those above move down. */
static inline uint64_t drop(uint64_t suit, int rank)
{
    uint64_t low = 0x0101010101010101u * ((1u << rank) - 1);
    return (suit & low) | (suit >> 1 & ~low & 0x7F7F7F7F7F7F7F7Fu);
}

static inline int price_of(const Contract *c, uint64_t word, int suit, int rank)
{
    unsigned mark = (unsigned)(word >> (MARK_WIZARD + rank));
    return c->price[suit][(mark & 1) | (mark >> 7 & 2)];
}

/* One of each group of equal cards: neighbours at the same price with nothing between that matters. */
static inline unsigned distinct(const TricksSolver *s, uint64_t word, unsigned cards, int bar)
{
    unsigned marked = marks(word), same = cards << 1 & ~marked & ~(marked << 1) & ~(1u << bar);
    return s->off & TRICKS_MERGING ? cards : cards & ~same;
}

static inline int seat_after(const TricksSolver *s, int seat)
{
    return seat + 1 == s->contract.players ? 0 : seat + 1;
}

static inline int place_of(const TricksSolver *s, const Trick *t, int seat)
{
    return seat >= t->leader ? seat - t->leader : seat - t->leader + s->contract.players;
}

/* Of cards that differ in nothing but a mark, the lowest gets it: they lie together in one hand. */
static uint64_t lower_mark(uint64_t word, int shift)
{
    unsigned mark = word >> shift & 255;
    if (mark < 2)
        return word;
    int seat = 0;
    while (!(word >> 8 * seat & mark))
        seat++;
    unsigned gaps = ~held(&(Layout){{word}}, 0, seat) & (mark - 1), low = gaps ? 2u << top_bit(gaps) : 1;
    return (word & ~((uint64_t)255 << shift)) | (uint64_t)low << shift;
}

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

/* ---- what a trick has come to ---- */

static inline Run run_lead(const TricksSolver *s, const Trick *t, uint64_t word, int rank)
{
    int king = (int)(word >> (MARK_KING + rank) & 1);
    int price = t->first * s->contract.first + price_of(&s->contract, word, t->suit, rank);
    return make_run(rank, t->leader, king, price);
}

static inline Run run_follow(const TricksSolver *s, Run run, uint64_t word, int led, int suit, int rank, int seat)
{
    int price = run_price(run) + price_of(&s->contract, word, suit, rank);
    if (suit != led)
        return run_priced(run, price);
    if (rank >= run_bar(run))
        return make_run(rank, seat, (int)(word >> (MARK_KING + rank) & 1), price);
    return run_priced(run, price) - (run_bar(run) != NO_BAR);
}

static inline Run run_dragon(Run run, int seat)
{
    return run_king(run) ? run : make_run(NO_BAR, seat, 0, run_price(run));
}

static void forget_kings(Layout *at)
{
    for (int suit = 0; suit < SUITS; suit++)
        at->suit[suit] &= ~((uint64_t)255 << MARK_KING);
}

/* ---- table ---- */

static void open_table(TricksSolver *s)
{
    size_t bytes;
    char *memory = table_memory(s->table, &bytes);
    s->stamp = table_stamp(s->table);
    s->entries = NULL;
    if (bytes < 2 * sizeof(Head) + (sizeof(Entry) * BUCKET << FIRST_BITS) || s->off & TRICKS_TABLE)
        return;
    memory += (64 - (uintptr_t)memory % 64) % 64;
    s->head = (Head *)memory;
    s->entries = (Entry *)(s->head + 1);
    s->max_bits = FIRST_BITS;
    while ((sizeof(Entry) * BUCKET << (s->max_bits + 1)) + 2 * sizeof(Head) <= bytes)
        s->max_bits++;
    Head *head = s->head;
    if (head->magic != MAGIC || head->stamp != s->stamp || head->bits < FIRST_BITS || head->bits > s->max_bits)
        *head = (Head){MAGIC, s->stamp, FIRST_BITS, 0, {0}};
    s->mask = ((uint64_t)1 << head->bits) - 1;
}

static inline uint64_t stir(uint64_t x)
{
    x = (x ^ x >> 32) * 0xBF58476D1CE4E5B9u;
    return x ^ x >> 29;
}

static inline uint64_t key_of(const TricksSolver *s, const Layout *at, int seat, int dragon, int first)
{
    uint64_t key = s->salt + (unsigned)(seat + 8 * dragon + 4096 * first) * 0xF1357AEA2E62A9C5u;
    for (int suit = 0; suit < SUITS; suit++)
        key += stir(stir((at->suit[suit] + 1) * s->odd[suit]) * 0xD1B54A32D192ED03u);
    return stir(key * 0xC6BC279692B5CC83u);
}

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

/* Doubles the part of the table in use; half of its entries move up. */
static void grow(TricksSolver *s)
{
    uint64_t size = s->mask + 1;
    for (uint64_t i = 0; i < size * BUCKET; i++) {
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

/* Where a new entry goes: a free place, else that of one with no more tricks left, else any. */
static Entry *place_for(TricksSolver *s, uint64_t key, int left)
{
    if (s->head->used > 2 * s->mask && s->head->bits < s->max_bits)
        grow(s);
    Entry *bucket = s->entries + (key & s->mask) * BUCKET, *worst = bucket;
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

static Entry *store(TricksSolver *s, uint64_t key, int left, int low, int high)
{
    Entry *entry = find_entry(s, key);
    if (!entry)
        entry = place_for(s, key, left);
    *entry = (Entry){key, (uint16_t)s->stamp, (uint8_t)left, 0, {(uint8_t)low, (uint8_t)high, 0, 0}};
    return entry;
}

/* ---- bounds ---- */

/* Hands of one suit of the ducker that are safe: each of his cards, from the lowest on, lies below the others' card
 * of the same number, as far as there is one; whoever leads the suit, he need not take the trick. */
static const uint8_t safe_hand[256] = {
    1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,
};

/* The suits from which the ducker may lead his lowest card and be safe after it; a hand is told with a bit on top of
 * the suit's highest card. */
static const uint64_t safe_leads[8] = {0x2888888A288A2A20u, 0x288888808880888Au, 0x888088808880888Au,
                                       0x2888888088808880u, 0x888088808880888Au, 0x8880888088808000u,
                                       0x8880888088808000u, 0x2888888088808880u};

static inline unsigned safe_lead(unsigned hand, unsigned all)
{
    unsigned topped = hand | (all + 1);
    return (unsigned)(safe_leads[topped >> 6] >> (topped & 63)) & 1;
}

/* The ducker, not on lead, need take no trick any more. */
static inline int is_safe(const Layout *at, int ducker)
{
    unsigned all = 1;
    for (int suit = 0; suit < SUITS; suit++)
        all &= safe_hand[held(at, suit, ducker)];
    return (int)all;
}

/* The same when he leads. */
static int is_safe_leading(const Layout *at, int ducker)
{
    unsigned any = 0;
    for (int suit = 0; suit < SUITS; suit++)
        any |= safe_lead(held(at, suit, ducker), in_suit(at->suit[suit]));
    return any && is_safe(at, ducker);
}

/* The ducker leads, and holds nothing but cards above all others of their suits: he takes everything. */
static int takes_all(const Layout *at, int ducker)
{
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned hand = held(at, suit, ducker), others = in_suit(at->suit[suit]) & ~hand;
        if (hand && others > (hand & (0 - hand)))
            return 0;
    }
    return 1;
}

/* What the takers get at least and at most from the start of a trick on, as far as is seen at once; not the first. */
static void see(const TricksSolver *s, const Layout *at, int seat, int rest, int *low, int *high)
{
    int ducker = s->contract.ducker;
    if (ducker == NOBODY)
        return;
    if (seat != ducker)
        *high = is_safe(at, ducker) ? 0 : rest;
    else if (is_safe_leading(at, ducker))
        *high = 0;
    else if (takes_all(at, ducker))
        *low = rest;
}

/* ---- moves ---- */

static int add_up(Pick *picks, int n, int suit, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        picks[n++].card = (uint8_t)(8 * suit + __builtin_ctz(cards));
    return n;
}

static int add_down(Pick *picks, int n, int suit, unsigned cards)
{
    for (; cards; n++) {
        int rank = top_bit(cards);
        picks[n].card = (uint8_t)(8 * suit + rank);
        cards ^= 1u << rank;
    }
    return n;
}

static int list_leads(const TricksSolver *s, const Layout *at, const Trick *t, Pick *picks)
{
    int n = 0, barred = t->first ? s->contract.barred : 0;
    for (int round = 0; round < 2 && !n; round++, barred = 0)
        for (int suit = 0; suit < SUITS; suit++) {
            if (barred >> suit & 1)
                continue;
            n = add_up(picks, n, suit, distinct(s, at->suit[suit], held(at, suit, t->leader), NO_BAR));
            if (t->dragon == t->leader)
                picks[n++].card = (uint8_t)(TRICKS_LED + suit);
        }
    return n;
}

/* ---- order of moves, coalition ----
 *
 * Leads and discards by a sum of weights, fitted to which moves of solved positions keep the value. */

typedef struct Weights {
    int8_t own[7];          /* ducker leads: price, rank, cards above, unsafe suit, voids, price of the rest, top */
    int8_t other[10];       /* others lead: price, rank, cards above, ducker void, ducker's cards above, ducker
                               unsafe, ducker may lead it, voids, price of the rest, own lowest; */
    int8_t under;           /* price of a card below all of the ducker's */
    int8_t discard[4][9];   /* ducker; others before he plays, while he wins, while he does not: price, price where he
                               must beat, rank, cards above, unsafe, single, ducker's cards above, void, length */
} Weights;

static const Weights weights[5] = {
    {{30, -15, -14, 6, -38, 2, 2}, {-1, -3, -6, -60, -20, 42, 69, 4, 2, 33}, 11,
     {{45, 0, 6, -3, 72, 10, 0, 0, 0}, {-5, 85, 3, -10, 21, 22, -6, -3, 10},
      {62, 0, 5, -4, 6, 3, -3, 2, 3}, {-65, 0, 9, -2, 10, 7, 3, -11, -3}}},
    {{26, -13, -13, 0, -36, 13, -22}, {-10, -4, -5, -46, -20, 50, 48, 6, 4, 34}, 39,
     {{38, 0, 8, -1, 28, 4, 0, 0, 0}, {6, 41, 2, -3, 18, 24, -29, -17, 14},
      {29, 0, 2, -6, 3, 5, -9, -9, 5}, {-30, 0, 8, -14, 27, 44, -2, 0, 12}}},
    {{6, -10, -17, 8, -44, 4, -5}, {11, -6, -5, -53, -25, 49, 42, 8, 1, 29}, 6,
     {{12, 0, 8, -2, 46, 6, 0, 0, 0}, {7, 8, 8, -4, -6, 19, -3, -22, 9},
      {10, 0, 6, -7, -2, 2, -12, -30, 0}, {-10, 0, 12, -6, 26, 25, -5, 0, 0}}},
    {{0, -6, -12, 27, -36, 0, 14}, {0, 3, 3, -60, -29, 13, 32, 4, 0, 10}, 0,
     {{0, 0, 10, -2, 54, 7, 0, 0, 0}, {0, 0, 6, -17, -14, -5, -10, -44, 22},
      {0, 0, 7, -6, -26, 8, -16, -25, 26}, {0, 0, 10, -11, 12, 3, 10, 0, 0}}},
    {{4, -13, -22, 2, -44, 2, -16}, {-1, -10, -14, -60, -16, 49, 76, -12, 0, 17}, 2,
     {{21, 0, 4, -3, 60, 5, 0, 0, 0}, {-6, 36, 6, -2, 6, 17, -19, -29, 3},
      {19, 0, 0, -5, 1, 8, -14, -23, 2}, {-22, 0, 6, -4, 8, 11, -3, 0, 0}}},
};

/* Price of these cards of a suit. */
static inline int prices(const Contract *c, uint64_t word, int suit, unsigned cards)
{
    const uint8_t *price = c->price[suit];
    int sum = price[0] * count(cards);
    sum += cards & (word >> MARK_WIZARD) & 255 ? price[1] - price[0] : 0;
    return sum + (cards & (word >> MARK_PRINCE) & 255 ? price[2] - price[0] : 0);
}

/* A suit's part in the score of a lead. */
static int score_suit(const TricksSolver *s, const Layout *at, const Trick *t, int suit)
{
    const Contract *c = &s->contract;
    int ducker = c->ducker, voids = 0;
    uint64_t word = at->suit[suit];
    unsigned all = in_suit(word), his = held(at, suit, ducker), others = all & ~held(at, suit, t->leader);
    for (int seat = 0; seat < c->players; seat++)
        voids += seat != t->leader && seat != ducker && !held(at, suit, seat);
    int unsafe = !safe_hand[his], price = prices(c, word, suit, others);
    const int8_t *own = weights[c->kind].own, *other = weights[c->kind].other;
    if (t->leader == ducker)
        return own[3] * unsafe + own[4] * voids + own[5] * price;
    return (his ? 0 : other[3]) + (unsafe ? other[5] : safe_lead(his, all) ? other[6] : 0) + other[7] * voids +
           other[8] * price;
}

/* A card's part. */
static int score_lead(const TricksSolver *s, const Layout *at, const Trick *t, int suit, int rank)
{
    const Weights *weight = &weights[s->contract.kind];
    uint64_t word = at->suit[suit];
    unsigned mine = held(at, suit, t->leader), his = held(at, suit, s->contract.ducker);
    unsigned others = in_suit(word) & ~mine;
    int price = price_of(&s->contract, word, suit, rank), above = count(others >> rank);
    const int8_t *own = weight->own, *other = weight->other;
    if (t->leader == s->contract.ducker)
        return own[0] * price + own[1] * rank + own[2] * above + (above ? 0 : own[6]);
    return other[0] * price + other[1] * rank + other[2] * above + other[4] * count(his >> rank) +
           (mine & ((1u << rank) - 1) ? 0 : other[9]) + (his && low_bit(his) > rank ? price * weight->under : 0);
}

static void sort_picks(Pick *picks, int n)
{
    for (int i = 1; i < n; i++) {
        Pick pick = picks[i];
        int j = i;
        for (; j > 0 && picks[j - 1].score < pick.score; j--)
            picks[j] = picks[j - 1];
        picks[j] = pick;
    }
}

static void order_leads(const TricksSolver *s, const Layout *at, const Trick *t, Pick *picks, int n)
{
    if (n < 2 || s->off & TRICKS_ORDER || s->contract.ducker == NOBODY)
        return;
    for (int i = 0, base = 0; i < n; i++) {
        int suit = picks[i].card >> 3;
        if (!i || suit != picks[i - 1].card >> 3)
            base = score_suit(s, at, t, suit);
        picks[i].score = (int16_t)(base + score_lead(s, at, t, suit, picks[i].card & 7));
    }
    sort_picks(picks, n);
}

/* Cards of the suit led: the ducker stays under it if he can; so do the others if he has still to beat it, and feed
 * him what costs. */
static int order_follows(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat, Run run,
                         unsigned cards, Pick *picks)
{
    int suit = t->suit, ducker = s->contract.ducker, last = n + 1 == s->contract.players, k;
    unsigned below = cards & ((1u << run_bar(run)) - 1), above = cards & ~below, his = held(at, suit, ducker);
    unsigned cost = (unsigned)(at->suit[suit] >> MARK_WIZARD | at->suit[suit] >> MARK_PRINCE) & 255;
    if (seat == ducker) {
        k = add_down(picks, 0, suit, below);
        return last ? add_down(picks, k, suit, above) : add_up(picks, k, suit, above);
    }
    if (t->place < n && run_best(run) == ducker) {
        k = add_down(picks, 0, suit, below & cost);
        k = add_down(picks, k, suit, below & ~cost);
        return add_down(picks, k, suit, above);
    }
    if (t->place < n || !his) {
        k = add_down(picks, 0, suit, t->place < n ? cards & ~cost : cards);
        return t->place < n ? add_down(picks, k, suit, cards & cost) : k;
    }
    unsigned under = run_bar(run) > low_bit(his) ? 0 : (his & (0 - his)) - 1;
    k = add_down(picks, 0, suit, cards & under);
    return add_up(picks, k, suit, cards & ~under);
}

static const int8_t *discard_weights(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat,
                                     Run run, int *heed)
{
    int ducker = s->contract.ducker, to_come = t->place > n;
    const int8_t(*weight)[9] = weights[s->contract.kind].discard;
    weight += seat == ducker ? 0 : to_come ? 1 : run_best(run) == ducker ? 2 : 3;
    *heed = (*weight)[0];
    if (to_come && held(at, t->suit, ducker) && low_bit(held(at, t->suit, ducker)) >= run_bar(run))
        *heed += (*weight)[1];
    return *weight;
}

static int order_discards(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat, Run run,
                          Pick *picks)
{
    const Contract *c = &s->contract;
    int heed, k = 0;
    const int8_t *w = discard_weights(s, at, t, n, seat, run, &heed);
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t word = at->suit[suit];
        unsigned mine = held(at, suit, seat), his = held(at, suit, c->ducker), others = in_suit(word) & ~mine;
        unsigned cards = distinct(s, word, mine, NO_BAR);
        int base = (safe_hand[his] ? 0 : w[4]) + (mine & (mine - 1) ? 0 : w[5]) + (his ? w[8] * count(his) : w[7]);
        for (; cards; cards &= cards - 1) {
            int rank = __builtin_ctz(cards), score = base + w[2] * rank + w[3] * count(others >> rank) +
                                                     w[6] * count(his >> rank) + heed * price_of(c, word, suit, rank);
            picks[k++] = (Pick){(int16_t)score, (uint8_t)(8 * suit + rank)};
        }
    }
    sort_picks(picks, k);
    return k;
}

static int list_follows(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat, Run run,
                        Pick *picks)
{
    int k = 0, ordered = s->contract.ducker != NOBODY && !(s->off & TRICKS_ORDER);
    unsigned cards = held(at, t->suit, seat);
    if (cards) {
        cards = distinct(s, at->suit[t->suit], cards, run_bar(run));
        k = ordered ? order_follows(s, at, t, n, seat, run, cards, picks) : add_up(picks, 0, t->suit, cards);
    } else if (ordered)
        k = order_discards(s, at, t, n, seat, run, picks);
    else
        for (int suit = 0; suit < SUITS; suit++)
            k = add_up(picks, k, suit, distinct(s, at->suit[suit], held(at, suit, seat), NO_BAR));
    if (t->dragon == seat)
        picks[k++].card = TRICKS_DRAGON;
    return k;
}

/* ---- search by null windows ----
 *
 * What the takers still get: a lower bound when it reaches the target, else an upper bound. */

static int lead(TricksSolver *s, const Trick *t, int target);

static int out_of_time(TricksSolver *s)
{
    if (s->nodes >= s->next_check && s->clock) {
        s->next_check = s->nodes + 1024;
        s->stopped |= clock_over(s->clock, s->nodes);
    }
    return s->stopped;
}

/* One card each: the highest of the suit led takes all. */
static int last_trick(const TricksSolver *s, const Layout *at, const Trick *t)
{
    int suit = 0, winner = 0;
    while (suit < SUITS && !held(at, suit, t->leader))
        suit++;
    if (suit == SUITS)
        winner = t->leader; /* leads the Dragon */
    else {
        unsigned word = (unsigned)at->suit[suit];
        int top = top_bit(in_suit(word)), king = (int)(at->suit[suit] >> (MARK_KING + top) & 1);
        while (!(word >> 8 * winner >> top & 1))
            winner++;
        if (t->dragon != NOBODY && !(king && place_of(s, t, winner) < place_of(s, t, t->dragon)))
            winner = t->dragon;
    }
    return s->contract.takers >> winner & 1 ? t->rest : 0;
}

/* The trick is complete, its last card still to be dropped unless that was the Dragon. */
static int close_trick(TricksSolver *s, const Trick *t, Run run, int card, int target)
{
    const Contract *c = &s->contract;
    int price = t->left == 1 ? t->rest : run_price(run) + c->every, best = run_best(run), rest = t->rest - price;
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
        return gain + lead(s, &next, target - gain);
    uint64_t *word = &s->at.suit[card >> 3], before = *word;
    *word = drop(before, card & 7);
    int value = gain + lead(s, &next, target - gain);
    *word = before;
    return value;
}

/* The ducker has played a card and does not take the trick: 1 with the value where it is certain now. */
static inline int decided(const TricksSolver *s, const Trick *t, Run run, int target, int fresh, int *value)
{
    *value = t->rest - run_price(run) - s->contract.every;
    if (*value < target)
        return 1;
    *value = 0;
    return fresh && is_safe(&s->at, s->contract.ducker);
}

static int follow(TricksSolver *s, const Trick *t, int n, int seat, Run run, int target);

static int follow_dragon(TricksSolver *s, const Trick *t, int n, int seat, Run run, int target)
{
    Layout before = s->at;
    Trick after = *t;
    Run next = run_dragon(run, seat);
    after.dragon = NOBODY;
    forget_kings(&s->at);
    int value = n + 1 == s->contract.players ? close_trick(s, &after, next, TRICKS_DRAGON, target)
                                             : follow(s, &after, n + 1, seat_after(s, seat), next, target);
    s->at = before;
    return value;
}

static int follow_card(TricksSolver *s, const Trick *t, int n, int seat, Run run, int card, int target)
{
    int suit = card >> 3, rank = card & 7, ducker = s->contract.ducker, value;
    uint64_t *word = &s->at.suit[suit], before = *word;
    Run next = run_follow(s, run, before, t->suit, suit, rank, seat);
    if (n + 1 == s->contract.players)
        return close_trick(s, t, next, card, target);
    *word = drop(before, rank);
    int open = ducker == NOBODY || s->off & TRICKS_BOUNDS || t->place > n || run_best(next) == ducker;
    if (open || !decided(s, t, next, target, seat == ducker || run_best(run) == ducker, &value))
        value = follow(s, t, n + 1, seat_after(s, seat), next, target);
    *word = before;
    return value;
}

/* The seat plays to the trick, after n cards. */
static int follow(TricksSolver *s, const Trick *t, int n, int seat, Run run, int target)
{
    Pick picks[MAX_PICKS];
    int k = list_follows(s, &s->at, t, n, seat, run, picks);
    int grabs = s->contract.grabbers >> seat & 1, best = grabs ? -1 : 255;
    for (int i = 0; i < k && !s->stopped; i++) {
        int value = picks[i].card == TRICKS_DRAGON ? follow_dragon(s, t, n, seat, run, target)
                                                   : follow_card(s, t, n, seat, run, picks[i].card, target);
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target))
            break;
    }
    return best;
}

static int lead_dragon(TricksSolver *s, const Trick *t, int suit, int target)
{
    Layout before = s->at;
    Trick after = *t;
    after.suit = suit;
    after.dragon = NOBODY;
    forget_kings(&s->at);
    Run run = make_run(NO_BAR, t->leader, 0, t->first * s->contract.first);
    int value = follow(s, &after, 1, seat_after(s, t->leader), run, target);
    s->at = before;
    return value;
}

static int lead_card(TricksSolver *s, Trick *t, int card, int target)
{
    t->suit = card >> 3;
    uint64_t *word = &s->at.suit[t->suit], before = *word;
    *word = drop(before, card & 7);
    int value = follow(s, t, 1, seat_after(s, t->leader), run_lead(s, t, before, card & 7), target);
    *word = before;
    return value;
}

static int lead_best(TricksSolver *s, const Trick *trick, int target)
{
    Pick picks[MAX_PICKS];
    Trick t = *trick;
    t.place = place_of(s, &t, s->contract.ducker);
    int n = list_leads(s, &s->at, &t, picks), grabs = s->contract.grabbers >> t.leader & 1, best = grabs ? -1 : 255;
    order_leads(s, &s->at, &t, picks, n);
    for (int i = 0; i < n && !s->stopped; i++) {
        int value = picks[i].card >= TRICKS_LED ? lead_dragon(s, &t, picks[i].card - TRICKS_LED, target)
                                                : lead_card(s, &t, picks[i].card, target);
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target))
            break;
    }
    return best;
}

/* Looks a position up, else searches and stores it. */
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
    store(s, key, t->left, low, high);
    return value;
}

/* The start of a trick. */
static int lead(TricksSolver *s, const Trick *t, int target)
{
    if (t->left == 1 && !t->first)
        return last_trick(s, &s->at, t);
    if (!t->left || out_of_time(s))
        return 0;
    int low = 0, high = t->rest;
    if (!(s->off & TRICKS_BOUNDS)) {
        if (!t->first)
            see(s, &s->at, t->leader, t->rest, &low, &high);
        if (low >= target)
            return low;
        if (high < target)
            return high;
    }
    if (t->dragon != NOBODY || s->off & TRICKS_MERGING)
        return lead_stored(s, t, low, high, target);
    Layout before = s->at;
    lower_marks(&s->at);
    int value = lead_stored(s, t, low, high, target);
    s->at = before;
    return value;
}

int search_bound(TricksSolver *s, const Stand *stand, int target)
{
    s->at = stand->at;
    if (stand->n)
        return follow(s, &stand->trick, stand->n, stand->seat, stand->run, target);
    s->nodes++;
    return lead(s, &stand->trick, target);
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
        stand->at.suit[suit] = drop(word, rank);
    }
    stand->seat = seat_after(s, stand->seat);
    if (++stand->n < s->contract.players)
        return 0;
    int price = t->left == 1 ? t->rest : run_price(stand->run) + s->contract.every, best = run_best(stand->run);
    *t = (Trick){t->left - 1, t->rest - price, best, 0, t->dragon, 0, 0};
    t->place = place_of(s, t, s->contract.ducker);
    stand->n = 0;
    stand->seat = best;
    stand->run = 0;
    return s->contract.takers >> best & 1 ? price : 0;
}

/* The moves of the seat to play, best first. */
static int list_moves(const TricksSolver *s, const Stand *stand, Pick *picks)
{
    const Trick *t = &stand->trick;
    if (stand->n)
        return list_follows(s, &stand->at, t, stand->n, stand->seat, stand->run, picks);
    int n = list_leads(s, &stand->at, t, picks);
    order_leads(s, &stand->at, t, picks, n);
    return n;
}

int search_root(TricksSolver *s, const Stand *stand, int target, int *card)
{
    Pick picks[MAX_PICKS];
    int n = list_moves(s, stand, picks), grabs = s->contract.grabbers >> stand->seat & 1, best = grabs ? -1 : 255;
    for (int i = 0; i < n && !s->stopped; i++) {
        Stand next = *stand;
        int gain = search_step(s, &next, picks[i].card), value = gain + search_bound(s, &next, target - gain);
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target)) {
            *card = picks[i].card;
            break;
        }
    }
    return best;
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

static void share_out(TricksSolver *s, const Stand *stand, uint8_t *shares);

static void share_move(TricksSolver *s, const Stand *stand, int move, uint8_t *shares)
{
    Stand next = *stand;
    search_step(s, &next, move);
    share_out(s, &next, shares);
    if (!next.n)
        shares[next.seat] = (uint8_t)(shares[next.seat] + stand->trick.rest - next.trick.rest);
}

/* The moves of the seat one after the other. */
static void share_moves(TricksSolver *s, const Stand *stand, uint8_t *shares)
{
    Pick picks[MAX_PICKS];
    uint8_t found[SEATS];
    int n = list_moves(s, stand, picks);
    for (int i = 0; i < n && !s->stopped; i++) {
        share_move(s, stand, picks[i].card, i ? found : shares);
        if (i && prefers(s, stand->seat, found, shares))
            memcpy(shares, found, SEATS);
    }
}

static void share_out(TricksSolver *s, const Stand *stand, uint8_t *shares)
{
    const Trick *t = &stand->trick;
    if (stand->n) {
        share_moves(s, stand, shares);
        return;
    }
    s->nodes++;
    memset(shares, 0, SEATS);
    if (out_of_time(s) || !t->left || !t->rest)
        return;
    uint64_t key = key_of(s, &stand->at, stand->seat, t->dragon, t->first);
    const Entry *entry = find_entry(s, key);
    if (entry) {
        memcpy(shares, entry->value, SEATS);
        return;
    }
    share_moves(s, stand, shares);
    if (s->entries && !s->stopped)
        memcpy(store(s, key, t->left, 0, 0)->value, shares, SEATS);
}

void search_shares(TricksSolver *s, const Stand *stand, uint8_t shares[SEATS]) { share_out(s, stand, shares); }

/* ---- the start ---- */

void search_start(TricksSolver *s, const Contract *contract, uint64_t salt, Clock *clock)
{
    static const uint64_t odd[SUITS] = {0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u, 0xABC98388FB8FAC03u,
                                        0x8CB92BA72F3D8DD7u};
    uint64_t parts[4] = {0};
    s->contract = *contract;
    s->clock = clock;
    s->next_check = s->nodes;
    s->stopped = 0;
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
