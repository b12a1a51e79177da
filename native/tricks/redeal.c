/* redeal.c: deals that fit what a seat of Dragonmaster knows (rules: tricks, what a seat knows).
 *
 * A deal fits if every card could have been played in it as it was:
 *   - a seat that did not follow suit holds none of that suit (the Dragon may be played at any time
 *     and shows nothing)
 *   - a Dragonmaster who leads a barred suit holds only barred suits
 * That a hand goes on shows nothing: only open cards end it early (rules: tricks, early end).
 *
 * All fitting deals are equally likely. They are drawn without bias by exact counting. Suits in
 * which somebody is void are split over the seats one after the other, each split weighted by the
 * number of ways to deal the rest; all other suits form one shuffled heap. The counts are products
 * of binomials, at most 24! / 8!^3 * 25 < 2^38, so 64 bits hold them. Measurements: NOTES.md. */

#include "redeal.h"

#define MAX_CARDS (TRICKS_SEATS * TRICKS_HAND + 1)
#define OTHERS (TRICKS_SEATS - 1)
#define ANY_SPLIT UINT64_MAX

/* The cards that a seat cannot place, and the hands that may hold them. */
typedef struct Unknown {
    int n, seats[OTHERS];
    uint8_t room[OTHERS];       /* number of cards in each of these hands */
    uint32_t cards;
    int n_tight;
    uint8_t tight[TRICKS_SUITS];    /* suits in which somebody is known to be void */
    uint8_t may_hold[TRICKS_SUITS]; /* for each tight suit, the hands that may hold it, one bit
                                       each */
    uint8_t count[TRICKS_SUITS];    /* number of unknown cards of each tight suit */
} Unknown;

/* Binomial coefficient. */
static uint64_t count_choices(int n, int k)
{
    assert(n >= 0 && k >= 0);
    uint64_t ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return k > n ? 0 : ways;
}

/* The number of ways to deal the tight suits from number `at` on and then the rest, room[i] cards
 * to each hand. If pick is below that number, it stops early: `chosen` is then the split of suit
 * `at` in way number `pick`. */
static uint64_t count_ways(const Unknown *unknown, int at, const uint8_t *room, uint64_t pick,
                           uint8_t *chosen)
{
    if (at == unknown->n_tight)
        return count_choices(room[0] + room[1] + room[2], room[0]) *
               count_choices(room[1] + room[2], room[1]);
    int n = unknown->count[at], most[OTHERS];
    uint64_t ways = 0;
    for (int i = 0; i < OTHERS; i++)
        most[i] = !(unknown->may_hold[at] >> i & 1) ? 0 : room[i] < n ? room[i] : n;
    for (int a = 0; a <= most[0]; a++)
        for (int b = 0; b <= most[1] && a + b <= n; b++) {
            int c = n - a - b;
            if (c > most[2])
                continue;
            const uint8_t left[OTHERS] = {(uint8_t)(room[0] - a), (uint8_t)(room[1] - b),
                                          (uint8_t)(room[2] - c)};
            ways += count_choices(n, a) * count_choices(n - a, b) *
                    count_ways(unknown, at + 1, left, ANY_SPLIT, NULL);
            if (pick < ways) {
                const uint8_t split[OTHERS] = {(uint8_t)a, (uint8_t)b, (uint8_t)c};
                memcpy(chosen, split, sizeof split);
                return ways;
            }
        }
    return ways;
}

/* The number of ways to deal all unknown cards. */
static uint64_t all_ways(const Unknown *unknown)
{
    return count_ways(unknown, 0, unknown->room, ANY_SPLIT, NULL);
}

/* A random number from 0 to n - 1. */
static uint64_t big_below(Rng *rng, uint64_t n)
{
    assert(n > 0);
    uint64_t limit = UINT64_MAX - UINT64_MAX % n, draw;
    do
        draw = rng_next(rng);
    while (draw >= limit);
    return draw % n;
}

static void count_tight(Unknown *unknown)
{
    for (int i = 0; i < unknown->n_tight; i++)
        unknown->count[i] =
            (uint8_t)card_count(unknown->cards & tricks_suit_cards(unknown->tight[i]));
}

static Unknown find_unknown(const TricksState *state, int viewer)
{
    Unknown unknown = {0, {0}, {0}, 0, 0, {0}, {0}, {0}};
    for (int seat = 0; seat < state->players; seat++)
        if (seat != viewer) {
            unknown.room[unknown.n] = (uint8_t)card_count(state->hands[seat]);
            unknown.cards |= state->hands[seat];
            unknown.seats[unknown.n++] = seat;
        }
    if (state->extra < TRICKS_DRAGON)
        unknown.cards |= 1u << state->extra;
    for (int suit = 0; suit < TRICKS_SUITS; suit++) {
        uint8_t may_hold = 0;
        for (int i = 0; i < unknown.n; i++)
            may_hold |= (uint8_t)(!(state->voids[unknown.seats[i]] >> suit & 1) << i);
        if (may_hold != (1 << unknown.n) - 1 && unknown.cards & tricks_suit_cards(suit)) {
            unknown.may_hold[unknown.n_tight] = may_hold;
            unknown.tight[unknown.n_tight++] = (uint8_t)suit;
        }
    }
    count_tight(&unknown);
    return unknown;
}

/* Draws the extra card, weighted by the number of deals that have it there. */
static void redeal_extra(TricksState *state, Unknown *unknown, Rng *rng)
{
    uint64_t upto[TRICKS_SUITS], ways = 0;
    uint32_t all = unknown->cards;
    for (int suit = 0; suit < TRICKS_SUITS; suit++) {
        uint32_t cards = all & tricks_suit_cards(suit);
        if (cards) {
            unknown->cards = all & ~(cards & (0 - cards));
            count_tight(unknown);
            ways += (uint64_t)card_count(cards) * all_ways(unknown);
        }
        upto[suit] = ways;
    }
    uint64_t pick = big_below(rng, ways);
    assert(ways > 0);
    int suit = 0;
    while (pick >= upto[suit])
        suit++;
    uint32_t cards = all & tricks_suit_cards(suit);
    state->extra = (uint8_t)nth_card(cards, rng_below(rng, (uint32_t)card_count(cards)));
    unknown->cards = all & ~(1u << state->extra);
    count_tight(unknown);
}

/* Deals these cards at random, split[i] to each hand. */
static void scatter_cards(TricksState *state, const Unknown *unknown, uint32_t cards,
                          const uint8_t *split, Rng *rng)
{
    uint8_t list[MAX_CARDS];
    int n = 0, at = 0;
    for (; cards; cards &= cards - 1)
        list[n++] = (uint8_t)lowest_card(cards);
    rng_shuffle(rng, list, n);
    for (int i = 0; i < unknown->n; i++)
        for (int j = 0; j < split[i]; j++)
            state->hands[unknown->seats[i]] |= 1u << list[at++];
    assert(at == n);
}

void tricks_redeal(void *self, int32_t seat, Rng *rng)
{
    TricksState *state = self;
    Unknown unknown = find_unknown(state, seat);
    state->seed = rng_next(rng);
    if (state->extra < TRICKS_DRAGON)
        redeal_extra(state, &unknown, rng);
    for (int i = 0; i < unknown.n; i++)
        state->hands[unknown.seats[i]] = 0;
    uint32_t loose = unknown.cards;
    for (int at = 0; at < unknown.n_tight; at++) {
        uint8_t split[OTHERS];
        uint32_t cards = unknown.cards & tricks_suit_cards(unknown.tight[at]);
        uint64_t ways = count_ways(&unknown, at, unknown.room, ANY_SPLIT, NULL);
        count_ways(&unknown, at, unknown.room, big_below(rng, ways), split);
        scatter_cards(state, &unknown, cards, split, rng);
        for (int i = 0; i < OTHERS; i++)
            unknown.room[i] = (uint8_t)(unknown.room[i] - split[i]);
        loose &= ~cards;
    }
    scatter_cards(state, &unknown, loose, unknown.room, rng);
}

/* ---- every world ---- */

typedef struct Deal {
    TricksWorld world;
    uint8_t room[TRICKS_SEATS + 1], may_hold[TRICKS_SUITS]; /* the last one is the extra card */
    TricksWorld *list;
    int32_t n, most;
} Deal;

/* Deals the cards one after the other in every way. */
static void deal_on(Deal *deal, uint32_t cards)
{
    if (deal->n > deal->most)
        return;
    if (!cards) {
        if (deal->list && deal->n < deal->most)
            deal->list[deal->n] = deal->world;
        deal->n++;
        return;
    }
    uint32_t card = cards & (0 - cards);
    for (int seat = 0; seat <= TRICKS_SEATS; seat++) {
        if (!deal->room[seat] || !(deal->may_hold[lowest_card(card) >> 3] >> seat & 1))
            continue;
        deal->room[seat]--;
        if (seat < TRICKS_SEATS)
            deal->world.hands[seat] |= card;
        else
            deal->world.extra = (uint8_t)lowest_card(card);
        deal_on(deal, cards & ~card);
        if (seat < TRICKS_SEATS)
            deal->world.hands[seat] &= ~card;
        deal->room[seat]++;
    }
}

int32_t tricks_worlds(const TricksState *state, int seat, TricksWorld *list, int32_t most)
{
    assert(most >= 0);
    Deal deal = {.list = list, .most = most};
    uint32_t hidden = in_hands(state) & ~state->hands[seat];
    deal.world.extra = state->extra;
    deal.world.hands[seat] = state->hands[seat];
    for (int other = 0; other < state->players; other++)
        if (other != seat)
            deal.room[other] = (uint8_t)card_count(state->hands[other]);
    if (state->extra < TRICKS_DRAGON) {
        deal.room[TRICKS_SEATS] = 1;
        hidden |= 1u << state->extra;
    }
    for (int suit = 0; suit < TRICKS_SUITS; suit++)
        for (int other = 0; other <= TRICKS_SEATS; other++)
            if (other == TRICKS_SEATS || !(state->voids[other] >> suit & 1))
                deal.may_hold[suit] |= (uint8_t)(1u << other);
    deal_on(&deal, hidden);
    return deal.n;
}

void tricks_set_world(TricksState *state, const TricksWorld *world)
{
    memcpy(state->hands, world->hands, sizeof state->hands);
    state->extra = world->extra;
}
