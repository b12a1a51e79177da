/* redeal.c: other hands and decks that fit what a seat of Dragon Wars knows (rules: wars, what a
 * seat knows).
 *
 * The pile is open, so the cards of every deck are known, and the deck from which each unseen card
 * was drawn (deck_of). The number of cards of each deck in a hand is known too: draws are counted,
 * and cards leave a hand face up. So the unseen cards of each deck are dealt again to the places
 * that were drawn from it. In a game of two this fixes what the other held when the pile was
 * shuffled.
 *
 * A face-down attack card is dealt as part of its hand, then laid again as uniform play would: with
 * `a` attack cards and t dragons to attack, a hand attacks with probability at / (at + 1), each of
 * its cards equally likely; else the deal is rejected. No other choice is taken as evidence. */

#include "redeal.h"

/* Cards of `hidden` from the same deck as its lowest one. */
static uint64_t cards_of_one_deck(const WarsState *state, uint64_t hidden)
{
    uint64_t same = 0;
    uint16_t deck = state->deck_of[lowest_card(hidden)];
    for (uint64_t cards = hidden; cards; cards &= cards - 1)
        if (state->deck_of[lowest_card(cards)] == deck)
            same |= cards & (0 - cards);
    return same;
}

static int list_cards(uint64_t cards, uint8_t *list)
{
    int n = 0;
    for (; cards; cards &= cards - 1)
        list[n++] = (uint8_t)lowest_card(cards);
    return n;
}

/* Deals the hidden cards again; every hand gets as many of each deck as it holds now. */
static void deal_hidden(WarsState *state, uint64_t hidden, int viewer, Rng *rng)
{
    uint64_t old[WARS_SEATS];
    memcpy(old, state->hands, sizeof old);
    for (int seat = 0; seat < state->players; seat++)
        state->hands[seat] &= ~hidden;
    while (hidden) {
        uint64_t group = cards_of_one_deck(state, hidden);
        uint8_t list[WARS_CARDS];
        int n = list_cards(group, list), used = 0;
        hidden &= ~group;
        rng_shuffle(rng, list, n);
        for (int seat = 0; seat < state->players; seat++)
            for (int i = seat == viewer ? 0 : count_few(old[seat] & group); i > 0; i--)
                state->hands[seat] |= CARD_BIT(list[used++]);
        if (used < n) {
            assert(n - used == state->n_deck);
            memcpy(state->deck, list + used, state->n_deck);
        }
    }
}

/* Lays an attack card from the attacker's hand as uniform play would; 0 if uniform play would
 * not have laid any. */
static int lay_again(WarsState *state, Rng *rng)
{
    uint64_t fitting = state->hands[state->turn] & ATTACK_CARDS;
    uint32_t n = (uint32_t)count_few(fitting),
             targets = (uint32_t)count_few(wars_targets(state, state->turn));
    uint32_t pick = rng_below(rng, n * targets + 1);
    if (pick == n * targets)
        return 0;
    int card = card_at(fitting, pick / targets);
    state->hands[state->turn] &= ~CARD_BIT(card);
    state->sides[ATTACK].laid[0] = (uint8_t)card;
    return 1;
}

void wars_redeal(void *self, int32_t viewer, Rng *rng)
{
    WarsState *state = self;
    uint64_t hidden = 0, nest = 0;
    int face_down = wars_hides_attack(state, viewer);
    state->seed = rng_next(rng);
    /* drawn cards leave no trace */
    memset(state->deck + state->n_deck, 0, (size_t)(WARS_CARDS - state->n_deck));
    for (int i = 0; i < state->n_aside + state->n_nest; i++)
        nest |= CARD_BIT(state->nest[i]);
    rng_shuffle(rng, state->nest, list_cards(nest, state->nest));
    if (face_down)
        state->hands[state->turn] |= CARD_BIT(state->sides[ATTACK].laid[0]);
    for (int seat = 0; seat < state->players; seat++)
        hidden |= seat == viewer ? 0 : state->hands[seat];
    for (int i = 0; i < state->n_deck; i++)
        hidden |= CARD_BIT(state->deck[i]);
    do
        deal_hidden(state, hidden, viewer, rng);
    while (face_down && !lay_again(state, rng));
}
