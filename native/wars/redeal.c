/* redeal.c: other hands and decks that fit what a seat of Dragon Wars knows (rules: wars, what a seat knows).
 *
 * The pile is open, so the cards of every deck are known, and with them which
 * deck an unseen card was drawn from (deck_of). How many cards of each deck a hand holds is known too: draws are
 * counted and whatever leaves a hand is shown. So redeal deals the unseen cards of each deck among the places that
 * were drawn from it; in a game of two, what the other held when the pile was shuffled is known exactly. A face-down
 * attack card belongs to its hand for this; redeal weighs it as uniform play would have it: a hand with `a` attack
 * cards and t dragons to attack attacks with probability at / (at + 1), each of its cards equally likely. No other
 * choice is taken as evidence. (A card drawn uniformly from all that fit, without these weights, was tried: it deals
 * hands of five attack cards too often by a quarter.) */

#include "redeal.h"

/* The cards among `hidden` that were last shuffled together with the lowest of them. */
static uint64_t cards_of_one_deck(const WarsState *state, uint64_t hidden)
{
    uint64_t same = 0;
    uint16_t deck = state->deck_of[lowest_card(hidden)];
    for (uint64_t cards = hidden; cards; cards &= cards - 1)
        if (state->deck_of[lowest_card(cards)] == deck)
            same |= cards & (0 - cards);
    return same;
}

/* The cards of a set, ascending; their number. */
static int list_cards(uint64_t cards, uint8_t *list)
{
    int n = 0;
    for (; cards; cards &= cards - 1)
        list[n++] = (uint8_t)lowest_card(cards);
    return n;
}

/* Deals the hidden cards among hands and deck, as many of each deck to each as it holds now. */
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

/* Takes the attack card from the attacker's hand, which holds it again, as uniform play would: 1, or 0 where the
 * seat would have done something else with this hand. */
static int lay_again(WarsState *state, Rng *rng)
{
    uint64_t fitting = state->hands[state->turn] & ATTACK_CARDS;
    uint32_t n = (uint32_t)count_few(fitting), targets = (uint32_t)count_few(wars_targets(state, state->turn));
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
    memset(state->deck + state->n_deck, 0, (size_t)(WARS_CARDS - state->n_deck)); /* cards drawn leave no trace */
    for (int i = 0; i < state->n_nest; i++)
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
