/* score.c: the points of Fairy Tale (rules: tale, points).
 *
 * All that scores is a count: the face-up cards of a row by name, in bytes, and by faction and
 * category, in the lanes of one word (seven traits, a byte each). A multiplication spreads a card's
 * traits over the lanes. A card's points are then two look-ups. The almighty card tries every name
 * that the row's own cards refer to. */

#include "score.h"

#include <assert.h>

#define LANES 0x01010101010101u
#define SPREAD 0x0000040810204081u /* bit i of seven goes to bit 8 * i */

static uint64_t spread_traits(uint8_t traits) { return ((uint64_t)traits * SPREAD) & LANES; }

static int count_trait(const TaleCount *count, int trait)
{
    return (int)(count->traits >> 8 * trait & 255);
}

void tale_count(const TaleState *state, int seat, TaleCount *count)
{
    assert(seat >= 0 && seat < state->seats);
    memset(count, 0, sizeof *count);
    for (unsigned up = state->up[seat]; up; up &= up - 1) {
        int kind = state->table[seat][__builtin_ctz(up)];
        const TaleCard *card = &state->cards[kind];
        count->traits += spread_traits(card->traits);
        count->names[kind]++;
        for (int i = 0; i < COUNT(card->as) && card->as[i] != NO_KIND; i++)
            count->names[card->as[i]]++;
    }
}

/* Whether no seat has more of a trait; a tie counts. */
static int has_most(const TaleState *state, const TaleCount counts[], int seat, int trait)
{
    int own = count_trait(&counts[seat], trait);
    for (int other = 0; other < state->seats; other++)
        if (count_trait(&counts[other], trait) > own)
            return 0;
    return 1;
}

static int condition_holds(const TaleState *state, const TaleCount counts[], int seat,
                           const TaleCard *card)
{
    const TaleCount *own = &counts[seat];
    switch (card->condition) {
    case TALE_MOST: return has_most(state, counts, seat, card->a);
    case TALE_TWO: return count_trait(own, card->a) >= 2 && count_trait(own, card->b) >= 2;
    case TALE_HAVE: return own->names[card->a] && (card->b == NO_KIND || own->names[card->b]);
    default: return 1;
    }
}

int tale_worth(const TaleState *state, const TaleCount counts[], int seat, int kind)
{
    const TaleCard *card = &state->cards[kind];
    if (!condition_holds(state, counts, seat, card))
        return 0;
    return card->points * (card->times == NO_KIND ? 1 : counts[seat].names[card->times]);
}

static int row_points(const TaleState *state, const TaleCount counts[], int seat)
{
    int points = 0;
    for (unsigned up = state->up[seat]; up; up &= up - 1)
        points += tale_worth(state, counts, seat, state->table[seat][__builtin_ctz(up)]);
    return points;
}

/* Names that the row's face-up cards refer to, one bit each. *almighty: the almighty card of the
 * row. */
static uint64_t names_wanted(const TaleState *state, int seat, int *almighty)
{
    uint64_t wanted = 0;
    *almighty = NO_KIND;
    for (unsigned up = state->up[seat]; up; up &= up - 1) {
        int kind = state->table[seat][__builtin_ctz(up)];
        const TaleCard *card = &state->cards[kind];
        if (card->almighty)
            *almighty = kind;
        if (card->times != NO_KIND)
            wanted |= (uint64_t)1 << card->times;
        if (card->condition == TALE_HAVE)
            wanted |= (uint64_t)1 << card->a | (uint64_t)(card->b != NO_KIND) << (card->b & 63);
    }
    return wanted;
}

int tale_points(const TaleState *state, const TaleCount counts[], int seat, int *named)
{
    TaleCount with[MAX_SEATS];
    int best = row_points(state, counts, seat), almighty;
    uint64_t wanted = names_wanted(state, seat, &almighty);
    *named = NO_KIND;
    if (almighty == NO_KIND)
        return best;
    assert(counts[seat].names[almighty]);
    memcpy(with, counts, (size_t)state->seats * sizeof *with);
    for (wanted &= ~((uint64_t)1 << almighty); wanted; wanted &= wanted - 1) {
        int kind = __builtin_ctzll(wanted);
        with[seat].names[kind]++;
        int points = row_points(state, with, seat);
        with[seat].names[kind]--;
        if (points > best) {
            best = points;
            *named = kind;
        }
    }
    return best;
}

void tale_all_points(const TaleState *state, int points[MAX_SEATS], int named[MAX_SEATS])
{
    TaleCount counts[MAX_SEATS];
    int unused;
    for (int seat = 0; seat < state->seats; seat++)
        tale_count(state, seat, &counts[seat]);
    for (int seat = 0; seat < state->seats; seat++)
        points[seat] = tale_points(state, counts, seat, named ? &named[seat] : &unused);
}

/* ---- what scores what ---- */

static Row card_row(const TaleState *state, const TaleCount counts[], int seat, int kind)
{
    const TaleCard *card = &state->cards[kind];
    int worth = tale_worth(state, counts, seat, kind),
        holds = condition_holds(state, counts, seat, card);
    int label = card->condition != TALE_ALWAYS ? (holds ? TALE_ROW_MET : TALE_ROW_UNMET)
                : card->times != NO_KIND       ? TALE_ROW_TIMES
                                               : TALE_ROW_POINTS;
    int count = card->times != NO_KIND ? counts[seat].names[card->times] : 1;
    return (Row){(uint8_t)label, (uint8_t)seat, (int16_t)kind, count, worth};
}

/* Game.breakdown: a line for each card of the row; one for the name that the almighty card
 * takes, worth 0, as the other lines count it already; in teams one for the partner. The values
 * add up to the score. */
int32_t tale_breakdown(const void *self, int32_t seat, Row *rows)
{
    const TaleState *state = self;
    TaleCount counts[MAX_SEATS];
    int points[MAX_SEATS], named[MAX_SEATS], n = 0;
    tale_all_points(state, points, named);
    for (int i = 0; i < state->seats; i++)
        tale_count(state, i, &counts[i]);
    if (named[seat] != NO_KIND)
        counts[seat].names[named[seat]]++;
    for (int i = 0; i < state->laid; i++) {
        int kind = state->table[seat][i];
        rows[n++] = state->up[seat] >> i & 1
                        ? card_row(state, counts, seat, kind)
                        : (Row){TALE_ROW_DOWN, (uint8_t)seat, (int16_t)kind, 0, 0};
    }
    if (named[seat] != NO_KIND)
        rows[n++] = (Row){TALE_ROW_NAMED, (uint8_t)seat, (int16_t)named[seat], 1, 0};
    if (state->teams)
        rows[n++] =
            (Row){TALE_ROW_PARTNER, (uint8_t)((seat + 2) % 4), NO_CARD, 1, points[(seat + 2) % 4]};
    assert(n <= MAX_ROWS);
    return n;
}
