/* heuristic.c: rules of thumb for Dragonmaster: a player who sees its own hand and the table, and
 * thinks one trick ahead.
 *
 * Where every seat wants to take little, a card scores a weighted sum of features, with weights for
 * each situation (lead, duck, take, throw) and one set more for First or Last. The weights come
 * from self-play, one or two changed at a time. In a Power Play the Power Player grabs and all
 * others block. Measurements: NOTES.md. */

#include "heuristic.h"

int tricks_price(const TricksKind *kind, uint32_t cards)
{
    cards &= kind->cards;
    return kind->dragonlord * card_count(cards & TRICKS_DRA_CARDS) +
           kind->wizard * card_count(cards & TRICKS_WIZARD_CARDS) +
           kind->prince * !!(cards & TRICKS_PRINCE_CARD);
}

/* What the trick under way costs apart from its cards. */
static int trick_price(const TricksState *state)
{
    int ends = (state->first_taker == NOBODY) + (tricks_done(state) == TRICKS_HAND - 1);
    return kind_of(state)->trick * ends;
}

uint32_t tricks_unseen(const TricksState *state, int seat)
{
    return tricks_deck(state->players) & ~(state->hands[seat] | all_taken(state) | on_table(state));
}

static uint32_t cards_below(int card) { return tricks_suit_cards(card >> 3) & ((1u << card) - 1); }

/* The card with the highest score, the lowest card on ties. */
static int best_card(uint32_t cards, const int *scores)
{
    assert(cards);
    int best = lowest_card(cards);
    for (; cards; cards &= cards - 1)
        if (scores[lowest_card(cards)] > scores[best])
            best = lowest_card(cards);
    return best;
}

static const int16_t weights[2][TRICKS_SITUATIONS][TRICKS_FEATURES] = {
    {
        {-3, 14, 3, 0, 1, 0, 0, -5, 0, -13},
        {1039, 7, 100, 0, 0, 1, 1, 0, 0, 2},
        {422, -15, -100, 0, 0, 0, 0, 0, 0, -1},
        {1089, 10, -100, -500, -3, 4, -3, -4, 0, 0},
        {-5, 4, 80, 0, 0, 0, 0, -5, 0, 5},
    },
    {
        {-21, 15, -1, 0, -3, 5, 3, -7, 0, -1},
        {921, 3, 103, 0, -1, -4, 6, 1, 0, 3},
        {640, -10, -115, -1, 2, 2, -2, 3, 8, 0},
        {864, 10, -123, -488, 4, 0, 6, -3, 0, 2},
        {-19, 0, 136, 0, -5, 17, -13, 0, 2, 0},
    },
};

int tricks_top(const TricksState *state)
{
    if (!state->n_trick)
        return -1;
    return state->trick[(tricks_winner(state) + state->players - state->leader) % state->players];
}

int tricks_situation(const TricksState *state, int top, int card)
{
    if (!state->n_trick)
        return LEAD;
    if (card >> 3 != state->suit)
        return THROW;
    if (top == TRICKS_DRAGON || card < top)
        return DUCK;
    return state->n_trick == state->players - 1 ? TAKE_LAST : TAKE;
}

void tricks_features(const TricksState *state, uint32_t unseen, uint32_t hand, int card,
                     int *features)
{
    const TricksKind *kind = kind_of(state);
    uint32_t suit = tricks_suit_cards(card >> 3), mates = unseen & suit;
    int high = card_count(mates & cards_above(card)), low = card_count(mates) - high;
    int price = tricks_price(kind, 1u << card);
    int held = tricks_price(kind, mates),
        pot = tricks_price(kind, on_table(state)) + trick_price(state);
    features[F_ONE] = 1;
    features[F_RANK] = card & 7;
    features[F_PRICE] = price;
    features[F_POT] = pot;
    features[F_ABOVE] = high;
    features[F_BELOW] = low;
    features[F_OWN] = card_count(hand & suit & cards_below(card));
    features[F_LENGTH] = card_count(hand & suit);
    features[F_SUIT] = held;
    int wins = mates ? 100 * low / (high + low) : 100;
    int more = mates ? 100 * held / (high + low) : 100 * tricks_price(kind, unseen) / 8;
    features[F_RISK] = wins * (100 * (price + pot) + 60 + more) / 100;
}

/* The card with the highest weighted sum, in an ordinary hand. */
static int duck_card(const TricksState *state, int seat, uint32_t cards)
{
    int top = tricks_top(state), best = lowest_card(cards), most = INT32_MIN,
        features[TRICKS_FEATURES];
    uint32_t unseen = tricks_unseen(state, seat);
    for (uint32_t left = cards; left; left &= left - 1) {
        int card = lowest_card(left), score = 0;
        const int16_t *weight =
            weights[state->kind == TRICKS_FIRST][tricks_situation(state, top, card)];
        tricks_features(state, unseen, state->hands[seat], card, features);
        for (int i = 0; i < TRICKS_FEATURES; i++)
            score += weight[i] * features[i];
        if (score > most)
            best = card;
        most = score > most ? score : most;
    }
    return best;
}

/* The suit for a led Dragon: the one with most to take. */
static uint32_t dragon_lead(const TricksState *state, int seat)
{
    uint32_t moves[TRICKS_MOVES], unseen = tricks_unseen(state, seat), best = NO_MOVE;
    int most = -1, n = tricks_moves(state, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] >= TRICKS_LED) {
            uint32_t mates = unseen & tricks_suit_cards((int)(moves[i] - TRICKS_LED));
            int score = 10 * card_count(mates & kind_of(state)->cards) + card_count(mates);
            if (score > most)
                best = moves[i];
            most = score > most ? score : most;
        }
    return best;
}

/* The Power Player's lead: sure tricks first, then the Dragon, then the card that is hardest to
 * beat. */
static uint32_t grab_lead(const TricksState *state, int seat, uint32_t cards)
{
    uint32_t unseen = tricks_unseen(state, seat);
    int scores[32], sure = 0;
    for (uint32_t left = cards; left; left &= left - 1) {
        int card = lowest_card(left), high = card_count(unseen & cards_above(card));
        scores[card] = -100 * high + 10 * !!(kind_of(state)->cards >> card & 1) +
                       card_count(unseen & cards_below(card));
        sure |= !high;
    }
    if (!sure && state->dragon == seat)
        return dragon_lead(state, seat);
    return (uint32_t)best_card(cards, scores);
}

/* The Power Player takes the trick as cheaply as possible, else discards little. */
static uint32_t grab_follow(const TricksState *state, int seat, uint32_t cards)
{
    const TricksKind *kind = kind_of(state);
    int top = tricks_top(state);
    int last = state->n_trick == state->players - 1,
        counts = trick_price(state) || kind->cards & on_table(state);
    int scores[32], can = 0;
    for (uint32_t left = cards; left; left &= left - 1) {
        int card = lowest_card(left), rank = card & 7;
        int wins = card >> 3 == state->suit && top < TRICKS_DRAGON && card > top;
        can |= wins;
        scores[card] =
            wins ? 1000 + (last ? -rank : rank) : -100 * !!(kind->cards >> card & 1) - rank;
    }
    if (!can && counts && state->dragon == seat && (top & 7) != TRICKS_KING)
        return TRICKS_DRAGON;
    if (!cards)
        return TRICKS_DRAGON;
    return (uint32_t)best_card(cards, scores);
}

/* Against a Power Player: beats the trick while he may win it, else gives penalty cards to whoever
 * takes it. */
static int block_card(const TricksState *state, uint32_t cards)
{
    const TricksKind *kind = kind_of(state);
    int taker = tricks_winner(state), top = tricks_top(state);
    int power_played =
        (state->power + state->players - state->leader) % state->players < state->n_trick;
    int safe = power_played && taker != state->power, scores[32];
    for (uint32_t left = cards; left; left &= left - 1) {
        int card = lowest_card(left), rank = card & 7, counts = kind->cards >> card & 1;
        int wins = card >> 3 == state->suit && top < TRICKS_DRAGON && card > top;
        if (safe)
            scores[card] = wins ? 100 - rank : 100 * counts - rank;
        else
            scores[card] = wins ? 1000 + rank : -100 * counts - rank;
    }
    return best_card(cards, scores);
}

/* A lead against a Power Player: a sure trick, else a card that costs nothing. */
static int block_lead(const TricksState *state, int seat, uint32_t cards)
{
    uint32_t unseen = tricks_unseen(state, seat);
    int scores[32];
    for (uint32_t left = cards; left; left &= left - 1) {
        int card = lowest_card(left), high = card_count(unseen & cards_above(card));
        scores[card] = high ? -100 * (kind_of(state)->cards >> card & 1) - (card & 7)
                            : 100 + 100 * (kind_of(state)->cards >> card & 1);
    }
    return best_card(cards, scores);
}

uint32_t tricks_heuristic_move(const TricksState *state)
{
    int seat = tricks_turn(state), leads = !state->n_trick;
    assert(state->kind != TRICKS_NO_KIND);
    uint32_t cards = tricks_playable(state);
    if (state->power == NOBODY && cards)
        return (uint32_t)duck_card(state, seat, cards);
    if (state->power == seat && cards)
        return leads ? grab_lead(state, seat, cards) : grab_follow(state, seat, cards);
    if (cards)
        return (uint32_t)(leads ? block_lead(state, seat, cards) : block_card(state, cards));
    return leads ? dragon_lead(state, seat) : TRICKS_DRAGON;
}
