/* inference.c: a model of how players of Dragonmaster choose, for weighing hidden hands.
 *
 * Each option scores a weighted sum of features, and a choice is a softmax over the scores. A card
 * has the features of heuristic.c, with a table of weights for each kind of hand, one for a Power
 * Player and one for the others against it. A call and a kept Dragon are judged by the hand.
 *
 * For a given deal the hand is replayed from its first card, and the score of every choice that the
 * other seats made is added to the Tell (engine/tells.c). The Dragon tells nothing.
 * What was swapped away is unknown: the hand after the swap stands for the one before.
 *
 * Weights: maximum likelihood with a ridge of 3 on scaled features, by Newton's method, on choices
 * of the level even. Data and fit: NOTES.md. */

#include "inference.h"

#include "engine/tells.h"
#include "heuristic.h"

#define SCALE 4                 /* weights are in parts of TELLS_UNIT * SCALE */
#define GRAB TRICKS_KINDS       /* weights of a Power Player; of the others against one */
#define BLOCK (TRICKS_KINDS + 1)

static const int16_t card_weights[TRICKS_KINDS + 2][TRICKS_SITUATIONS][TRICKS_FEATURES] = {
    {
        {0, -454, 11167, 0, -550, 2034, -4401, -2668, -501, -65},
        {622, 210, 2396, 4011, -4352, 4130, -9533, -1274, 475, 16},
        {-1152, 213, -4321, 5289, -5143, 4269, -11791, 1844, -232, -90},
        {-505, -504, 3308, -12534, -2061, 4032, -10488, 2615, -1072, 46},
        {0, -251, 10162, 0, -1348, 2922, -8052, -2048, -925, 23},
    },
    {
        {0, -786, 4335, 0, -585, 207, -2959, -2789, 707, -68},
        {1141, 173, 5567, 2925, -2688, 3019, -7609, -1397, 1073, 9},
        {-1190, -529, -3402, -1332, -2135, 2069, -6797, 1177, -1788, -26},
        {-1337, -141, -7696, -6249, -4922, 4996, -8396, 2514, 2218, 1},
        {0, -118, 2636, 0, -1288, 3061, -7201, -2198, 67, 8},
    },
    {
        {0, -1200, 3181, 0, -630, 1759, -4854, -2833, 999, -57},
        {789, 47, 4068, 2491, -4032, 5836, -11112, -1165, 13, -17},
        {-518, -372, -178, -713, -4169, 2591, -10677, 1627, -109, -41},
        {-2512, 1480, -5407, -4571, -3859, 5184, -11776, 1402, 352, -5},
        {0, 69, 2788, 0, -1991, 2040, -7892, -1781, 379, -8},
    },
    {
        {0, 684, 0, 0, -2478, 2225, -5980, 164, 0, -109},
        {1264, 420, 0, 3308, -6334, 5393, -10959, -781, 0, 29},
        {11, 919, 0, 1454, -5976, 7169, -8839, 1063, 0, -184},
        {-8937, 925, 0, -10869, -1107, 8539, -7698, 2829, 0, -37},
        {0, 490, 0, 0, -2744, 4432, -9571, -673, 0, -24},
    },
    {
        {0, -521, 2187, 0, -377, 1344, -4378, -2797, 393, -37},
        {-1001, -723, 4178, 1944, -4859, 7531, -6997, -45, 98, 16},
        {372, -863, -388, 139, -2788, 2360, -6000, -357, -123, -22},
        {3264, -521, -4528, -5212, -5391, 7697, -10168, 1259, 100, 19},
        {0, -235, 1437, 0, -3649, 5249, -8832, -3952, 308, 2},
    },
    {
        {0, -69, -399, 0, -1366, -484, -4916, -34, 888, 18},
        {-1018, 46, -2189, 140, 3493, 5, -8754, -4568, 0, -26},
        {-984, -1650, 485, -13623, -5656, -1029, -13922, 9325, 0, 27},
        {10366, 3300, 0, 0, -20048, 2437, -21846, -16536, 0, 239},
        {0, -283, -1226, 0, 500, -1251, -12075, -806, 502, 15},
    },
    {
        {0, -807, -3295, 0, -1609, -267, -4513, -695, -1090, 42},
        {-2905, 1199, 2543, 611, 265, 1392, -17730, -747, -192, -29},
        {9601, 617, 1248, -26, -3257, -1598, -9626, 265, 1201, -27},
        {2458, -1834, -2452, -4276, 5004, -220, -9560, 6444, -1423, 16},
        {0, 37, 1554, 0, -1337, -1220, -12119, -1112, 607, -4},
    },
};

/* Features of a hand for a call of a kind: 1, penalty cards of the kind, low and high cards, high
 * and low Dragonlords, high Warriors, voids, the longest suit. */
#define CALL_FEATURES 9
static const int16_t call_weights[TRICKS_KINDS][CALL_FEATURES] = {
    {-3252, 1658, -985, 2293, -3268, 5374, -749, -118, -1741},
    {2733, 580, -1189, -692, 2054, -2424, 641, -620, 310},
    {591, 5367, 142, -425, 1417, -2674, 561, -146, 615},
    {946, 0, 205, 2396, 282, -3469, -1150, -2411, -1414},
    {-1810, -967, 3237, -5409, -853, 4632, 1102, 5069, 3604},
};

/* Features for keeping the Dragon: 1, high cards, cards that nothing beats, the longest suit, low
 * cards, Kings. */
#define KEEP_FEATURES 6
static const int16_t keep_weights[KEEP_FEATURES] = {27201, -2014, 2406, -5451, -4408, 1443};

#define LOW_CARDS 0x07070707u   /* F B C */
#define HIGH_CARDS 0xE0E0E0E0u  /* P Q K */
#define KINGS 0x80808080u

/* The weighted sum, as a score for tell_choice. */
static int32_t sum_up(const int16_t *weights, const int *features, int n)
{
    int32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += weights[i] * features[i];
    return sum / SCALE;
}

/* The length of the longest suit; *voids: the number of suits without a card. */
static int longest_suit(uint32_t hand, int *voids)
{
    int most = 0;
    *voids = 0;
    for (int suit = 0; suit < TRICKS_SUITS; suit++) {
        int n = card_count(hand & tricks_suit_cards(suit));
        most = n > most ? n : most;
        *voids += n == 0;
    }
    return most;
}

/* How many cards of a hand no card outside it beats. */
static int count_top(uint32_t hand)
{
    int n = 0;
    for (uint32_t left = hand; left; left &= left - 1)
        n += !(cards_above(lowest_card(left)) & ~hand);
    return n;
}

/* Adds the likelihood of the call with this hand. */
static void weigh_call(const TricksState *state, uint32_t hand, struct Tell *tell)
{
    const uint32_t lords = TRICKS_DRA_CARDS, warriors = tricks_suit_cards(TRICKS_WAR);
    int32_t scores[TRICKS_KINDS];
    int n = 0, chosen = -1, voids, longest = longest_suit(hand, &voids);
    for (int kind = 0; kind < TRICKS_KINDS; kind++) {
        if (memchr(state->played, kind, state->n_played))
            continue;
        const int features[CALL_FEATURES] = {
            1, card_count(hand & tricks_kinds[kind].cards), card_count(hand & LOW_CARDS),
            card_count(hand & HIGH_CARDS), card_count(hand & lords & HIGH_CARDS),
            card_count(hand & lords & LOW_CARDS), card_count(hand & warriors & HIGH_CARDS), voids,
            longest};
        chosen = kind == state->kind ? n : chosen;
        scores[n++] = sum_up(call_weights[kind], features, CALL_FEATURES);
    }
    tell_choice(tell, state->dm, scores, n, chosen);
}

/* Adds the likelihood that a seat with this hand kept the Dragon, or swapped it. */
static void weigh_dragon(int seat, uint32_t hand, int kept, struct Tell *tell)
{
    int voids, longest = longest_suit(hand, &voids);
    const int features[KEEP_FEATURES] = {1, card_count(hand & HIGH_CARDS), count_top(hand), longest,
                                         card_count(hand & LOW_CARDS), card_count(hand & KINGS)};
    int32_t scores[2] = {0, sum_up(keep_weights, features, KEEP_FEATURES)};
    tell_choice(tell, seat, scores, 2, kept);
}

/* Adds the likelihood of this card. */
static void weigh_card(const TricksState *state, int seat, int played, struct Tell *tell)
{
    uint32_t cards = tricks_playable(state), unseen = tricks_unseen(state, seat);
    int32_t scores[TRICKS_HAND];
    int n = 0, chosen = 0, top = tricks_top(state), features[TRICKS_FEATURES];
    int table = state->power == NOBODY ? state->kind : state->power == seat ? GRAB : BLOCK;
    if (!(cards & (cards - 1)))
        return;
    for (; cards; cards &= cards - 1, n++) {
        int card = lowest_card(cards);
        assert(n < TRICKS_HAND);
        tricks_features(state, unseen, state->hands[seat], card, features);
        scores[n] = sum_up(card_weights[table][tricks_situation(state, top, card)], features,
                           TRICKS_FEATURES);
        chosen = card == played ? n : chosen;
    }
    tell_choice(tell, seat, scores, n, chosen);
}

/* ---- replaying the hand ---- */

/* A trick of the hand; the one under way may be incomplete. */
typedef struct Past {
    const uint8_t *cards;
    int n, leader, suit;
} Past;

/* Trick number t, perhaps still without a card. */
static Past past_trick(const TricksState *world, int t)
{
    assert(t <= tricks_done(world));
    if (t < tricks_done(world))
        return (Past){world->past[t], world->players, world->leads[t], world->suits[t]};
    return (Past){world->trick, world->n_trick, world->leader, world->suit};
}

/* The hand before its first card, in this world. */
static TricksState rewind_hand(const TricksState *world)
{
    TricksState start = *world;
    memset(start.taken, 0, sizeof start.taken);
    memset(start.tricks, 0, sizeof start.tricks);
    start.n_trick = 0;
    start.first_taker = NOBODY;
    for (int t = 0; t <= tricks_done(world); t++) {
        Past past = past_trick(world, t);
        for (int i = 0; i < past.n; i++)
            if (past.cards[i] < TRICKS_DRAGON)
                start.hands[tricks_seat_after(world, past.leader, i)] |= 1u << past.cards[i];
    }
    return start;
}

/* Replays a trick and adds the likelihood of what the others chose. */
static void replay_trick(TricksState *state, Past past, int viewer, struct Tell *tell)
{
    state->leader = (uint8_t)past.leader;
    state->suit = (uint8_t)past.suit;
    for (int i = 0; i < past.n; i++) {
        int seat = tricks_seat_after(state, past.leader, i), card = past.cards[i];
        if (seat != viewer && card < TRICKS_DRAGON)
            weigh_card(state, seat, card, tell);
        state->trick[state->n_trick++] = (uint8_t)card;
        if (card < TRICKS_DRAGON)
            state->hands[seat] &= ~(1u << card);
    }
    if (past.n < state->players)
        return;
    int winner = tricks_winner(state);
    state->taken[winner] |= on_table(state);
    state->tricks[winner]++;
    state->n_trick = 0;
    if (state->first_taker == NOBODY)
        state->first_taker = (uint8_t)winner;
}

void tricks_tells(const void *self, int32_t viewer, struct Tell *tell)
{
    const TricksState *world = self;
    if (world->kind == TRICKS_NO_KIND)
        return;
    TricksState state = rewind_hand(world);
    if (state.power != NOBODY && state.power != viewer)
        weigh_dragon(state.power, state.hands[state.power], 1, tell);
    if (state.swapped_by != NOBODY && state.swapped_by != viewer && state.swapped_by != state.dm)
        weigh_dragon(state.swapped_by, state.hands[state.swapped_by], 0, tell);
    if (state.power == NOBODY && state.dm != viewer)
        weigh_call(&state, state.hands[state.dm], tell);
    for (int t = 0; t <= tricks_done(world); t++)
        replay_trick(&state, past_trick(world, t), viewer, tell);
}
