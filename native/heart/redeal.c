/* redeal.c: decks and hands that fit what a seat of Dragonheart knows (rules: heart, what a seat
 * knows).
 *
 * A seat knows its own hand, everything on the table, and a card that it put back on its own deck.
 * So the rest of its deck is shuffled, and so are the other's deck and hand together. */

#include "redeal.h"

/* Shuffles n hidden cards. They are sorted first, so that the result does not depend on where they
 * lay. */
static void shuffle_hidden(uint8_t *cards, int n, Rng *rng)
{
    int counts[HEART_TYPES] = {0}, at = 0;
    for (int i = 0; i < n; i++)
        counts[cards[i]]++;
    for (int card = 0; card < HEART_TYPES; card++)
        while (counts[card]-- > 0)
            cards[at++] = (uint8_t)card;
    rng_shuffle(rng, cards, n);
}

void heart_redeal(void *self, int32_t seat, Rng *rng)
{
    HeartState *state = self;
    HeartCore *core = &state->core;
    uint8_t cards[HEART_CARDS];
    int other = seat ^ 1, held = core->in_hand[other], n = core->in_deck[other];
    state->seed = rng_next(rng);
    shuffle_hidden(core->decks[seat], core->in_deck[seat] - core->returned[seat], rng);
    memcpy(cards, core->decks[other], (size_t)n);
    memcpy(cards + n, core->hands[other], (size_t)held);
    shuffle_hidden(cards, n + held, rng);
    memcpy(core->decks[other], cards, (size_t)n);
    core->in_hand[other] = 0;
    for (int i = 0; i < held; i++)
        heart_add_to_hand(core, other, cards[n + i]);
}
