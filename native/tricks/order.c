/* order.c: move ordering for the exact solver of Dragonmaster.
 *
 * Coalition (the Dragonmaster, called the ducker, against all others): cards that follow suit go by
 * rule. Leads and discards go by weighted sums of a few features. The weights, one set for each
 * kind, were fitted to positions from searches of random deals, each with the cost of every move.
 * Power Play: weights tuned one by one for fewer nodes. Where cards have to be taken, the Dragon
 * goes first and the others throw their low cards; for the last trick the Dragon is kept.
 * Measurements: NOTES.md. */

#include "order.h"

#define SUITS TRICKS_SUITS
#define SEATS TRICKS_SEATS

/* ---- lists of cards ---- */

/* Appends cards of a suit, the lowest first, and returns the number of picks. */
static int add_up(Pick *picks, int n, int suit, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        picks[n++].card = (uint8_t)(8 * suit + __builtin_ctz(cards));
    return n;
}

/* Appends cards of a suit, the highest first, and returns the number of picks. */
static int add_down(Pick *picks, int n, int suit, unsigned cards)
{
    for (; cards; n++) {
        int rank = top_bit(cards);
        picks[n].card = (uint8_t)(8 * suit + rank);
        cards ^= 1u << rank;
    }
    return n;
}

/* Lists all legal leads, in the order of the cards. */
static int unordered_leads(const TricksSolver *s, const Layout *at, const Trick *t, Pick *picks)
{
    int n = 0, barred = t->first ? s->contract.barred : 0;
    assert(t->leader < s->contract.players);
    for (int round = 0; round < 2 && !n; round++, barred = 0)
        for (int suit = 0; suit < SUITS; suit++) {
            if (barred >> suit & 1)
                continue;
            n = add_up(picks, n, suit,
                       distinct_cards(s, at->suit[suit], cards_held(at, suit, t->leader), NO_BAR));
            if (t->dragon == t->leader)
                picks[n++].card = (uint8_t)(TRICKS_LED + suit);
        }
    return n;
}

/* ---- coalition ---- */

typedef struct Weights {
    int8_t own[7];          /* ducker leads: price, rank, cards above, unsafe suit, voids, price
                               of the rest, top */
    int8_t other[10];       /* others lead: price, rank, cards above, ducker void, ducker's cards
                               above, ducker unsafe, ducker may lead it, voids, price of the rest,
                               own lowest */
    int8_t under;           /* weight of the price of a card below all of the ducker's */
    int8_t discard[4][9];   /* ducker; others before he plays, while he wins, while he does not:
                               price, price if he must beat the trick, rank, cards above, unsafe,
                               single, ducker's cards above, void, length */
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
static inline int price_of_cards(const Contract *c, uint64_t word, int suit, unsigned cards)
{
    const uint8_t *price = c->price[suit];
    int sum = price[0] * count_suit(cards);
    sum += cards & (word >> MARK_WIZARD) & 255 ? price[1] - price[0] : 0;
    return sum + (cards & (word >> MARK_PRINCE) & 255 ? price[2] - price[0] : 0);
}

/* The suit's part of a lead's score. */
static int score_suit(const TricksSolver *s, const Layout *at, const Trick *t, int suit)
{
    const Contract *c = &s->contract;
    int ducker = c->ducker, voids = 0;
    uint64_t word = at->suit[suit];
    unsigned all = in_suit(word), his = cards_held(at, suit, ducker),
             others = all & ~cards_held(at, suit, t->leader);
    for (int seat = 0; seat < c->players; seat++)
        voids += seat != t->leader && seat != ducker && !cards_held(at, suit, seat);
    int unsafe = !safe_hands[his], price = price_of_cards(c, word, suit, others);
    const int8_t *own = weights[c->kind].own, *other = weights[c->kind].other;
    if (t->leader == ducker)
        return own[3] * unsafe + own[4] * voids + own[5] * price;
    return (his ? 0 : other[3]) +
           (unsafe                ? other[5]
            : safe_lead(his, all) ? other[6]
                                  : 0) +
           other[7] * voids + other[8] * price;
}

/* The card's part of a lead's score. */
static int score_lead(const TricksSolver *s, const Layout *at, const Trick *t, int suit, int rank)
{
    const Weights *weight = &weights[s->contract.kind];
    uint64_t word = at->suit[suit];
    unsigned mine = cards_held(at, suit, t->leader), his = cards_held(at, suit, s->contract.ducker);
    unsigned others = in_suit(word) & ~mine;
    int price = price_of(&s->contract, word, suit, rank), above = count_suit(others >> rank);
    const int8_t *own = weight->own, *other = weight->other;
    if (t->leader == s->contract.ducker)
        return own[0] * price + own[1] * rank + own[2] * above + (above ? 0 : own[6]);
    return other[0] * price + other[1] * rank + other[2] * above +
           other[4] * count_suit(his >> rank) + (mine & ((1u << rank) - 1) ? 0 : other[9]) +
           (his && low_bit(his) > rank ? price * weight->under : 0);
}

/* Sorts picks by score, stably. */
void sort_picks(Pick *picks, int n)
{
    for (int i = 1; i < n; i++) {
        Pick pick = picks[i];
        int j = i;
        for (; j > 0 && picks[j - 1].score < pick.score; j--)
            picks[j] = picks[j - 1];
        picks[j] = pick;
    }
}

/* Orders cards that follow suit. The ducker stays below the winning card if he can; so do the
 * others while he may still take the trick, and they feed him penalties. */
static int order_follows(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat,
                         Run run, unsigned cards, Pick *picks)
{
    int suit = t->suit, ducker = s->contract.ducker, last = n + 1 == s->contract.players, k;
    unsigned below = cards & ((1u << run_bar(run)) - 1), above = cards & ~below,
             his = cards_held(at, suit, ducker);
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

/* The weights of a discard in this situation; *heed: how much its price counts. */
static const int8_t *discard_weights(const TricksSolver *s, const Layout *at, const Trick *t, int n,
                                     int seat, Run run, int *heed)
{
    int ducker = s->contract.ducker, to_come = t->place > n;
    const int8_t(*weight)[9] = weights[s->contract.kind].discard;
    weight += seat == ducker ? 0 : to_come ? 1 : run_best(run) == ducker ? 2 : 3;
    *heed = (*weight)[0];
    if (to_come && cards_held(at, t->suit, ducker) &&
        low_bit(cards_held(at, t->suit, ducker)) >= run_bar(run))
        *heed += (*weight)[1];
    return *weight;
}

/* Orders the discards of an ordinary hand, and returns their number. */
static int order_discards(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat,
                          Run run, Pick *picks)
{
    const Contract *c = &s->contract;
    int heed, k = 0;
    const int8_t *w = discard_weights(s, at, t, n, seat, run, &heed);
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t word = at->suit[suit];
        unsigned mine = cards_held(at, suit, seat), his = cards_held(at, suit, c->ducker);
        unsigned others = in_suit(word) & ~mine;
        if (!mine)
            continue;
        unsigned cards = distinct_cards(s, word, mine, NO_BAR);
        int base = (safe_hands[his] ? 0 : w[4]) + (mine & (mine - 1) ? 0 : w[5]) +
                   (his ? w[8] * count_suit(his) : w[7]);
        for (; cards; cards &= cards - 1) {
            int rank = __builtin_ctz(cards),
                score = base + w[2] * rank + w[3] * count_suit(others >> rank);
            score += w[6] * count_suit(his >> rank) + heed * price_of(c, word, suit, rank);
            picks[k++] = (Pick){(int16_t)score, (uint8_t)(8 * suit + rank)};
        }
    }
    sort_picks(picks, k);
    return k;
}

/* ---- Power Play ---- */

typedef struct PowerWeights {
    int8_t dragon, above, own; /* the Power Player leads: the Dragon; cards above, length */
    int8_t his, rank, length, cost; /* others lead: his cards above, rank, his length, a card
                                       that counts */
    int8_t low, none;       /* others discard: rank, he is void */
} PowerWeights;

/* Where cards have to be taken; where only the first and the last trick count. */
static const PowerWeights power_weights[2] = {{60, 10, -1, 3, 1, 0, 2, 8, 5},
                                              {-100, 0, -7, 3, -4, 5, 0, 1, 0}};

static inline const PowerWeights *weights_for(const Contract *c)
{
    return &power_weights[c->kind == TRICKS_FIRST];
}

/* The score of a lead in a Power Play. */
static int score_power_lead(const TricksSolver *s, const Layout *at, const Trick *t, int card)
{
    const Contract *c = &s->contract;
    const PowerWeights *w = weights_for(c);
    int suit = card >> 3, rank = card & 7;
    if (card >= TRICKS_LED)
        return w->dragon;
    uint64_t word = at->suit[suit];
    unsigned mine = cards_held(at, suit, t->leader), his = cards_held(at, suit, c->lone),
             all = in_suit(word);
    if (t->leader == c->lone)
        return rank + w->own * count_suit(mine) - w->above * count_suit((all & ~mine) >> rank);
    return w->rank * rank + w->length * count_suit(his) - w->his * count_suit(his >> rank) +
           w->cost * (int)(cards_priced(c, word, suit) >> rank & 1);
}

/* Orders cards that follow suit. The others beat the Power Player if they can, and give penalty
 * cards only to each other. */
static int order_power_follows(const TricksSolver *s, const Layout *at, const Trick *t, int n,
                               int seat, Run run, unsigned cards, Pick *picks)
{
    const Contract *c = &s->contract;
    int suit = t->suit, k;
    unsigned below = cards & ((1u << run_bar(run)) - 1), above = cards & ~below;
    unsigned cost = cards_priced(c, at->suit[suit], suit);
    if (seat != c->lone && t->place > n)
        return add_down(picks, 0, suit, cards);
    if (seat != c->lone && run_best(run) != c->lone) {
        k = add_up(picks, 0, suit, cards & cost);
        return add_up(picks, k, suit, cards & ~cost);
    }
    k = add_up(picks, 0, suit, above);
    k = add_up(picks, k, suit, seat == c->lone ? below : below & ~cost);
    return seat == c->lone ? k : add_up(picks, k, suit, below & cost);
}

/* Orders the discards in a Power Play, and returns their number. */
static int order_power_discards(const TricksSolver *s, const Layout *at, const Trick *t, int n,
                                int seat, Run run, Pick *picks)
{
    const Contract *c = &s->contract;
    const PowerWeights *w = weights_for(c);
    int k = 0, lone = seat == c->lone,
        feed = !lone && t->place < n && run_best(run) != c->lone ? 100 : -50;
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t word = at->suit[suit];
        unsigned mine = cards_held(at, suit, seat), his = cards_held(at, suit, c->lone);
        unsigned others = in_suit(word) & ~mine;
        unsigned cards = distinct_cards(s, word, mine, NO_BAR), cost = cards_priced(c, word, suit);
        for (; cards; cards &= cards - 1) {
            int rank = __builtin_ctz(cards), score = cost >> rank & 1 ? feed : 0;
            score += lone ? count_suit(others >> rank) : (his ? 0 : w->none) - w->low * rank;
            picks[k++] = (Pick){(int16_t)score, (uint8_t)(8 * suit + rank)};
        }
    }
    sort_picks(picks, k);
    return k;
}

/* ---- lists in order ---- */

int list_leads(const TricksSolver *s, const Layout *at, const Trick *t, Pick *picks)
{
    const Contract *c = &s->contract;
    int n = unordered_leads(s, at, t, picks);
    assert(n > 0 && c->kind < TRICKS_KINDS);
    if (n < 2 || s->off & TRICKS_ORDER || c->lone == NOBODY)
        return n;
    for (int i = 0, base = 0; i < n; i++) {
        int card = picks[i].card, suit = card >> 3;
        if (c->ducker == NOBODY) {
            picks[i].score = (int16_t)score_power_lead(s, at, t, card);
            continue;
        }
        if (!i || suit != picks[i - 1].card >> 3)
            base = score_suit(s, at, t, suit);
        picks[i].score = (int16_t)(base + score_lead(s, at, t, suit, card & 7));
    }
    sort_picks(picks, n);
    return n;
}

/* Orders cards that follow suit or are discarded, the Dragon left out, and returns their number. */
static int order_others(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat,
                        Run run, unsigned cards, Pick *picks)
{
    if (s->contract.ducker == NOBODY)
        return cards ? order_power_follows(s, at, t, n, seat, run, cards, picks)
                     : order_power_discards(s, at, t, n, seat, run, picks);
    return cards ? order_follows(s, at, t, n, seat, run, cards, picks)
                 : order_discards(s, at, t, n, seat, run, picks);
}

int list_follows(const TricksSolver *s, const Layout *at, const Trick *t, int n, int seat, Run run,
                        Pick *picks)
{
    int k = 0;
    unsigned cards =
        distinct_cards(s, at->suit[t->suit], cards_held(at, t->suit, seat), run_bar(run));
    if (s->contract.lone != NOBODY && !(s->off & TRICKS_ORDER))
        k = order_others(s, at, t, n, seat, run, cards, picks);
    else if (cards)
        k = add_up(picks, 0, t->suit, cards);
    else
        for (int suit = 0; suit < SUITS; suit++)
            k = add_up(picks, k, suit,
                       distinct_cards(s, at->suit[suit], cards_held(at, suit, seat), NO_BAR));
    if (t->dragon == seat)
        picks[k++].card = TRICKS_DRAGON;
    assert(k <= MAX_PICKS);
    return k;
}

