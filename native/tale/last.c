/* last.c: the last two cards of a match of Fairy Tale, for any number of seats (rules: tale, course).
 *
 * Each choice of the last stage is made at once by all, and each hand is hidden. The best reply to what the others
 * may lay is found by counting, not by drawing worlds.
 *
 * What they lay: the cards of the hand that heuristic.c holds for best, each alone in hand; of equal ones the first
 * of the deck file. Before the second card of the stage these are the best two, best first. hands.c counts all
 * sets of such cards over all that the others may hold.
 *
 * What comes of it: a row hangs on its own cards, its own turns and the few cards of others that touch it; all that
 * it may come to is remembered. The others turn for the most points of their own: in the last step with cards for the
 * most of something measured against the rows as the last cards were turned up, in the one before with the card that
 * is still to come and against the rows as they lay. The seat itself turns, and lays its last card, as is best for
 * its lead by what is seen then. Exchanges likewise: the others' for the most points of their side, the seat's own
 * all tried. Of second cards that come out alike the one judged best is laid.
 *
 * The value is exact for these deals and these players; but others may play otherwise. So the proof is an estimate,
 * with as many worlds as there are sets of cards laid against it, all of them counted. Only where a last card is best
 * against all that others could lay at all, judged well or not, it is best in every world.
 *
 * Measured after beginners' play, 12 matches each: the 324 last cards with 3 to 5 seats, basic and expert, and teams
 * are all counted, of 3 and 4 seats within 0.17 s, of 5 in 0.04 s and 0.7 s at most, against up to 91,000 sets. Of
 * 130 more with 5 seats two are left to looking ahead, after 0.5 s. In Garfield's variant all 48 with the basic cards
 * are counted and 42 of 48 with the expert cards, within 0.25 s: where both partners may exchange and many things are
 * compared there is too much to try, which takes 0.5 s to find. Looking ahead lays another card in 21 of the 413 that
 * are counted and leave a choice; over all it loses 0.04 points of lead, measured by these values.
 *
 * Second cards: all 132 with the basic cards (0.11 s at most), 25 of 36 with the expert cards and 3 seats (not where
 * the seat itself may draw a card and play it), 3 of 96 with 4 and none of 60 with 5 (millions of sets): these lose
 * 0.25 s. Not in Garfield's variant. Looking ahead chooses otherwise in 64 of 160 and loses 0.1 points by these
 * values. By play of Drakes from there, where the two differ, the counted card led to 0.05 +- 0.09 points more with 3
 * seats, 0.11 +- 0.09 (expert), -0.09 +- 0.15 with 4 and -0.20 +- 0.18 in teams: others judge anew as they go.
 *
 * Against 200,000 redeals each, 47 positions of all kinds: no set was missed, and chi-square fits (-2.4 to 2.3
 * standard deviations).
 *
 * Tried before: where there are cards for the most of something, all turns of all seats searched, each for its own
 * lead: 36 of 48 positions with 4 seats were too much for it. */

#include "last.h"

#include <stdlib.h>

#include "engine/clock.h"
#include "engine/memory.h"
#include "engine/race.h"
#include "engine/result.h"
#include "hands.h"
#include "heuristic.h"
#include "score.h"

#define KEYS 131072             /* ends remembered; a power of two */
#define ENDS 131072             /* of all of them */
#define PAIRS 131072            /* ends of sides after exchanges; keys of them, a power of two */
/* whole rows remembered while exchanging, the latest; a power of two */
#define ROWS 131072
#define WORK 1000000000         /* numbers worked out while counting */
#define TWO_WORK 150000000      /* ... two cards */
#define LOOKS 1000000           /* leads looked at for two cards */
#define PLANS 512               /* for the last card, and turns before it */
#define TURN_WORK 2000000       /* positions of turns and exchanges */
#define ALIKE 1e-9              /* worths that differ by less are the same */
#define REPLIES 400000          /* sets of cards tried for the proof */
#define DEPTH 40

/* How a seat's row may come to lie. */
typedef struct End {
    uint64_t traits;            /* face-up cards of each trait that is compared, one byte each */
    int16_t points;             /* but for cards for the most of something: */
    int16_t awards[TALE_TRAITS];
} End;

/* Ends of a seat, by its own card and the cards of others that touch it; or of both rows of a
 * side. */
typedef struct Ends {
    uint64_t key;               /* 0: empty */
    uint64_t laid;              /* traits of the row as the last cards are turned up */
    uint32_t from, n;
} Ends;

typedef struct Last {
    const TaleState *state;
    Clock clock;
    uint64_t turns, turn_budget, looks, look_budget;
    int seat, failed;
    TaleLays lays;
    uint8_t rank[MAX_SEATS][TALE_KINDS]; /* how gladly a seat lays a card; 1 is the least */
    uint64_t base[MAX_SEATS], spread[TALE_KINDS]; /* traits of the rows as they lie, and of cards */
    uint64_t compared;          /* bytes of the traits that some card may want most of */
    uint8_t factions[MAX_SEATS]; /* of all cards in a row */
    uint32_t n_keys, n_ends;
    int n_sides;                /* that a row may show after its turns; met already: */
    uint16_t sides[1 << TALE_ROW];
    uint64_t seen[1 << TALE_ROW >> 6];
    Ends keys[KEYS];
    End ends[ENDS];
    uint16_t up[ENDS];          /* sides of the cards of each end */
    uint32_t n_pair_keys, n_pairs;
    Ends pair_keys[PAIRS];
    End pairs[PAIRS][2];
    struct {
        uint64_t key;
        End end;
    } rows[ROWS];
    TaleState stack[DEPTH];
} Last;

/* ---- what the others would lay ---- */

/* A seat's cards from the one it would lay last to the first, by judgement with that card alone
 * in hand. */
static void rank_cards(Last *last, int seat, const TaleSynergy *synergy)
{
    TaleState *state = last->stack;
    assert(seat != last->seat);
    uint32_t moves[MAX_MOVES];
    int values[TALE_KINDS], all[MAX_MOVES];
    memset(state->chosen, NO_KIND, sizeof state->chosen);
    memset(state->chosen, 0, (size_t)seat);
    state->n_hand[seat] = 1;
    for (int kind = 0; kind < state->kinds; kind++) {
        state->hands[seat][0] = (uint8_t)kind;
        tale_heuristic_values(state, synergy, moves, all);
        values[kind] = all[0];
    }
    for (int kind = 0; kind < state->kinds; kind++) {
        last->rank[seat][kind] = 1;
        for (int other = 0; other < state->kinds; other++)
            last->rank[seat][kind] +=
                values[other] < values[kind] || (values[other] == values[kind] && other > kind);
    }
}

/* Ranks the cards of all other seats; sets the stack up for good. */
static void rank_all(Last *last)
{
    TaleSynergy synergy;
    tale_synergy(last->state, &tale_full_weights, &synergy);
    for (int i = 0; i < DEPTH; i++) /* the cards, for good; what moves is copied later */
        last->stack[i] = *last->state;
    for (int seat = 0; seat < last->state->seats; seat++)
        if (seat != last->seat)
            rank_cards(last, seat, &synergy);
}

/* ---- what comes of it ---- */

/* Lead of a seat, or of its team, with these points. */
static int lead_in(const TaleState *state, const int points[MAX_SEATS], int seat)
{
    int best = -10000;
    if (state->teams)
        return points[seat] + points[seat ^ 2] - points[seat ^ 1] - points[seat ^ 3];
    for (int other = 0; other < state->seats; other++)
        best = other != seat && points[other] > best ? points[other] : best;
    return points[seat] - best;
}

/* All seats lay these cards; the step's turns are still to come. */
static void lay_round(TaleState *state, const uint8_t cards[MAX_SEATS])
{
    for (int seat = 0; seat < state->seats; seat++)
        tale_play(state, tale_move(TALE_MOVE_PLAY, cards[seat], 0, 0, 0), NULL, NULL);
}

/* Lays the cards, others in hand to be laid after them; whatever is drawn is thrown away, so the deck may as well be
 * empty. */
static TaleState *lay_all(Last *last, const uint8_t cards[MAX_SEATS], const uint8_t *then)
{
    TaleState *state = last->stack;
    memcpy(state, last->state, TALE_MOVING);
    memset(state->chosen, NO_KIND, sizeof state->chosen);
    state->top = state->n_deck;
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        state->n_hand[seat] = then ? 2 : 1;
        state->hands[seat][0] = cards[seat];
        state->hands[seat][1] = then ? then[seat] : 0;
    }
    lay_round(state, cards);
    return state;
}

/* A copy of the state on top of it in the stack, of what a match changes. */
static TaleState *push_state(TaleState *state)
{
    assert(state->seats <= MAX_SEATS);
    memcpy(state + 1, state, TALE_MOVING);
    return state + 1;
}

/* A seat's row as it lies now. */
static End row_end(const Last *last, const TaleState *state, int seat)
{
    TaleCount counts[MAX_SEATS];
    End end = {0};
    int named;
    memset(counts, 127, sizeof counts); /* the others have most of everything */
    tale_count(state, seat, &counts[seat]);
    end.points = (int16_t)tale_points(state, counts, seat, &named);
    end.traits = counts[seat].traits & last->compared;
    for (unsigned up = state->up[seat]; up; up &= up - 1) {
        const TaleCard *card = &state->cards[state->table[seat][__builtin_ctz(up)]];
        if (card->condition == TALE_MOST)
            end.awards[card->a] = (int16_t)(end.awards[card->a] + card->points);
    }
    return end;
}

/* Whether two ends count alike against any other rows. */
static int same_end(const End *a, const End *b)
{
    return a->points == b->points && a->traits == b->traits &&
           !memcmp(a->awards, b->awards, sizeof a->awards);
}

/* All that a seat's own turns of a step can come to; those of others do not touch its row. */
static void turn_on(Last *last, TaleState *state, int own)
{
    uint32_t moves[MAX_MOVES];
    int seat = tale_to_act(state);
    last->failed |= ++last->turns > last->turn_budget || state - last->stack + 1 >= DEPTH;
    if (last->failed)
        return;
    if (seat < 0 || state->group == TALE_EXCHANGE || state->group == TALE_NOTHING) {
        unsigned up = state->up[own];
        if (!(last->seen[up >> 6] >> (up & 63) & 1))
            last->sides[last->n_sides++] = (uint16_t)up;
        last->seen[up >> 6] |= 1ull << (up & 63);
        return;
    }
    int n = tale_moves(state, moves);
    for (int i = 0; i < (seat == own ? n : 1); i++) {
        TaleState *next = push_state(state);
        tale_play(next, moves[i], NULL, NULL);
        turn_on(last, next, own);
    }
}

/* last->sides: how the seat's row may lie once its turns are over. The state must lie in the
 * stack. */
static void find_sides(Last *last, TaleState *state, int seat)
{
    memset(last->seen, 0, sizeof last->seen);
    last->n_sides = 0;
    turn_on(last, state, seat);
}

/* The different ends of a row as its last turns may leave it. */
static void add_ends(Last *last, TaleState *state, int seat, Ends *ends)
{
    find_sides(last, state, seat);
    ends->from = last->n_ends;
    assert(last->n_sides > 0 || last->failed);
    for (int side = 0; side < last->n_sides && !last->failed; side++) {
        int new = 1;
        state->up[seat] = last->sides[side];
        End end = row_end(last, state, seat);
        /* for exchanges it matters which cards are up */
        for (uint32_t i = 0; i < ends->n && !state->garfield; i++)
            new &= !same_end(&last->ends[ends->from + i], &end);
        if (!new)
            continue;
        if (last->n_ends == ENDS) {
            last->failed = 1;
            return;
        }
        last->up[last->n_ends] = state->up[seat];
        last->ends[last->n_ends++] = end;
        ends->n++;
    }
}

/* Seats whose cards are hunted. */
static unsigned hunted_seats(const Last *last, const uint8_t cards[MAX_SEATS])
{
    unsigned prey = 0;
    for (int seat = 0; seat < last->state->seats; seat++) {
        const TaleCard *card = &last->state->cards[cards[seat]];
        for (int other = 0; card->effect == TALE_HUNT && other < last->state->seats; other++)
            prey |=
                (unsigned)(other != seat && last->state->cards[cards[other]].traits & card->faction)
                << other;
    }
    return prey;
}

/* A seat, its card, whether that is hunted, and the cards of others that turn some of a row of
 * these factions. */
static uint64_t touch_key(const Last *last, int seat, int row, const uint8_t cards[MAX_SEATS],
                          unsigned prey)
{
    uint64_t key = (uint64_t)seat << 1 | (prey >> seat & 1);
    row |= last->state->cards[cards[seat]].traits;
    for (int other = 0; other < last->state->seats; other++) {
        const TaleCard *card = &last->state->cards[cards[other]];
        int turns = card->everybody && card->effect >= TALE_UNFLIP &&
                    card->effect <= TALE_FLIP_ANY && card->faction & row && !(prey >> other & 1);
        key = key << 6 | (turns || other == seat ? cards[other] : 63);
    }
    return key + 1;
}

/* The place of a key among those remembered; *new: it was not there. */
static Ends *ends_at(Last *last, uint64_t key, int *new)
{
    uint32_t slot = (uint32_t)mix64(key) & (KEYS - 1);
    while (last->keys[slot].key && last->keys[slot].key != key)
        slot = (slot + 1) & (KEYS - 1);
    *new = !last->keys[slot].key;
    last->failed |= *new && ++last->n_keys > KEYS / 4 * 3;
    last->keys[slot].key = key;
    return &last->keys[slot];
}

/* The ends of a seat's row when these cards are laid; worked out once. */
static const Ends *ends_of(Last *last, int seat, const uint8_t cards[MAX_SEATS], unsigned prey)
{
    int new;
    Ends *ends = ends_at(last, touch_key(last, seat, last->factions[seat], cards, prey), &new);
    if (new)
        add_ends(last, lay_all(last, cards, NULL), seat, ends);
    return ends;
}

/* Cards of one trait out of a word of them. */
static int of_trait(uint64_t traits, int trait) { return (int)(traits >> 8 * trait & 255); }

/* Points of an end, cards for the most of something measured against the rows of the others as
 * they are given. */
static int points_against(const Last *last, const End *end, int seat,
                          const uint64_t traits[MAX_SEATS])
{
    int points = end->points;
    for (int trait = 0; trait < TALE_TRAITS; trait++) {
        int most = end->awards[trait] != 0;
        for (int other = 0; most && other < last->state->seats; other++)
            most = other == seat || of_trait(traits[other], trait) <= of_trait(end->traits, trait);
        points += most ? end->awards[trait] : 0;
    }
    return points;
}

/* The end that another seat would choose, the others' rows as they are given. */
static const End *likely_end(const Last *last, const Ends *ends, int seat,
                             const uint64_t traits[MAX_SEATS])
{
    const End *end = &last->ends[ends->from];
    assert(ends->n > 0 || last->failed);
    int top = 0;
    for (uint32_t i = 0; ends->n > 1 && i < ends->n; i++) {
        int points = points_against(last, &last->ends[ends->from + i], seat, traits);
        if (i == 0 || points > top) {
            top = points;
            end = &last->ends[ends->from + i];
        }
    }
    return end;
}

/* The asking seat's lead with these rows. */
static int lead_of_ends(const Last *last, const End *const ends[MAX_SEATS])
{
    uint64_t traits[MAX_SEATS];
    int points[MAX_SEATS];
    for (int seat = 0; seat < last->state->seats; seat++)
        traits[seat] = ends[seat]->traits;
    for (int seat = 0; seat < last->state->seats; seat++)
        points[seat] = points_against(last, ends[seat], seat, traits);
    return lead_in(last->state, points, last->seat);
}

/* ---- exchanges ---- */

/* The sides of four seats and what they laid. */
typedef struct Laid {
    const uint8_t *cards;
    unsigned prey;              /* seats whose cards were hunted */
    uint64_t traits[MAX_SEATS]; /* of the rows as the cards were turned up */
    const Ends *ends[MAX_SEATS];
} Laid;

/* Exchanges two cards of a seat and its partner. Done twice it is undone. */
static void swap_cards(TaleState *state, int seat, int mine, int his)
{
    assert(seat < 4 && mine < TALE_ROW && his < TALE_ROW);
    int partner = seat ^ 2, up = state->up[seat] >> mine & 1,
        his_up = state->up[partner] >> his & 1;
    uint8_t kind = state->table[seat][mine];
    state->table[seat][mine] = state->table[partner][his];
    state->table[partner][his] = kind;
    state->up[seat] = (uint16_t)((state->up[seat] & ~(1u << mine)) | (unsigned)his_up << mine);
    state->up[partner] = (uint16_t)((state->up[partner] & ~(1u << his)) | (unsigned)up << his);
}

/* A number of a card and its side. */
static uint64_t card_key(const TaleState *state, int seat, int place)
{
    return mix64((uint64_t)state->table[seat][place] << 1 | (state->up[seat] >> place & 1));
}

/* The sum of a row's cards, whatever their order. */
static uint64_t row_key(const TaleState *state, int seat)
{
    uint64_t key = 0;
    for (int place = 0; place < TALE_ROW; place++)
        key += card_key(state, seat, place);
    return key;
}

/* The end of a seat's row as it is after an exchange (or as it is, with his < 0), which is what
 * the key says. */
static const End *row_after(Last *last, TaleState *state, uint64_t key, int seat, int trader,
                            int mine, int his)
{
    uint32_t slot = (uint32_t)(key >> 40) & (ROWS - 1);
    if (last->rows[slot].key != key || !key) {
        if (his >= 0)
            swap_cards(state, trader, mine, his);
        last->rows[slot].end = row_end(last, state, seat);
        last->rows[slot].key = key;
        last->turns++;
        if (his >= 0)
            swap_cards(state, trader, mine, his);
    }
    return &last->rows[slot].end;
}

/* Points of two rows of a side, the other side's taken as its cards were turned up. */
static int side_points(const Last *last, int seat, const End *mine, const End *his,
                       const Laid *laid)
{
    uint64_t traits[MAX_SEATS];
    if (!last->compared)
        return mine->points + his->points;
    for (int other = 0; other < last->state->seats; other++)
        traits[other] = laid->traits[other] & last->compared;
    traits[seat] = mine->traits;
    traits[seat ^ 2] = his->traits;
    return points_against(last, mine, seat, traits) + points_against(last, his, seat ^ 2, traits);
}

/* Keys of a row's cards; 0: one of this name and side lies before it. Returns the sum of all. */
static uint64_t card_keys(const TaleState *state, int seat, uint64_t keys[TALE_ROW])
{
    uint64_t sum = 0;
    for (int place = 0; place < TALE_ROW; place++) {
        sum += keys[place] = card_key(state, seat, place);
        for (int i = 0; i < place && keys[place]; i++)
            keys[place] = keys[i] == keys[place] ? 0 : keys[place];
    }
    return sum;
}

/* Points of both rows, comparisons left out. */
static int pair_points(const End rows[2]) { return rows[0].points + rows[1].points; }

/* Of rows that compare alike only the best is kept. */
static void add_pair(Last *last, TaleState *state, int side, Ends *pairs)
{
    End rows[2];
    for (int i = 0; i < 2; i++)
        rows[i] = *row_after(last, state, row_key(state, side + 2 * i), side + 2 * i, 0, 0, -1);
    for (uint32_t i = 0; i < pairs->n; i++) {
        End *known = last->pairs[pairs->from + i];
        if (known[0].traits != rows[0].traits || known[1].traits != rows[1].traits ||
            memcmp(known[0].awards, rows[0].awards, sizeof rows->awards) ||
            memcmp(known[1].awards, rows[1].awards, sizeof rows->awards))
            continue;
        if (pair_points(rows) > pair_points(known))
            memcpy(known, rows, sizeof rows);
        return;
    }
    if (last->n_pairs == PAIRS) {
        last->failed = 1;
        return;
    }
    memcpy(last->pairs[last->n_pairs++], rows, sizeof rows);
    pairs->n++;
}

static void exchange_on(Last *last, TaleState *state, int side, unsigned seats, const Laid *laid,
                        Ends *pairs);

/* The asking seat's exchanges: any. */
static void exchange_any(Last *last, TaleState *state, int side, unsigned rest, const Laid *laid,
                         Ends *pairs)
{
    int seat = last->seat;
    uint64_t keys[TALE_ROW], his_keys[TALE_ROW];
    card_keys(state, seat, keys);
    card_keys(state, seat ^ 2, his_keys);
    for (int mine = 0; mine < TALE_ROW; mine++)
        for (int his = 0; his < TALE_ROW && !last->failed; his++) {
            if (!keys[mine] || !his_keys[his])
                continue;
            swap_cards(state, seat, mine, his);
            exchange_on(last, state, side, rest, laid, pairs);
            swap_cards(state, seat, mine, his);
        }
}

/* Another seat's exchange: the one for the most points of the side. */
static void find_exchange(Last *last, TaleState *state, int seat, const Laid *laid, int best[2])
{
    uint64_t keys[TALE_ROW], his_keys[TALE_ROW];
    uint64_t key = card_keys(state, seat, keys), his_key = card_keys(state, seat ^ 2, his_keys);
    int top = -100000;
    for (int mine = 0; mine < TALE_ROW; mine++)
        for (int his = 0; his < TALE_ROW; his++) {
            if (!keys[mine] || !his_keys[his])
                continue;
            uint64_t change = his_keys[his] - keys[mine];
            End end = *row_after(last, state, key + change, seat, seat, mine, his);
            const End *other = row_after(last, state, his_key - change, seat ^ 2, seat, mine, his);
            int points = side_points(last, seat, &end, other, laid);
            if (points > top) {
                top = points;
                best[0] = mine;
                best[1] = his;
            }
        }
    last->turns += TALE_ROW;
}

/* The exchanges of these seats, one after another. */
static void exchange_on(Last *last, TaleState *state, int side, unsigned seats, const Laid *laid,
                        Ends *pairs)
{
    int seat = __builtin_ctz(seats | 1u << MAX_SEATS), best[2];
    last->failed |= ++last->turns > last->turn_budget;
    if (last->failed)
        return;
    if (!seats)
        add_pair(last, state, side, pairs);
    else if (seat == last->seat)
        exchange_any(last, state, side, seats & (seats - 1), laid, pairs);
    else {
        find_exchange(last, state, seat, laid, best);
        swap_cards(state, seat, best[0], best[1]);
        exchange_on(last, state, side, seats & (seats - 1), laid, pairs);
        swap_cards(state, seat, best[0], best[1]);
    }
}

/* Seats of a side that exchange. */
static unsigned exchanging_seats(const Last *last, int side, const Laid *laid)
{
    unsigned seats = 0;
    for (int seat = side; last->state->garfield && seat < last->state->seats; seat += 2)
        if (last->state->cards[laid->cards[seat]].traits & TALE_SHADOW && !(laid->prey >> seat & 1))
            seats |= 1u << seat;
    return seats;
}

/* Both rows of a side once its seats have turned and exchanged. */
static void fill_pairs(Last *last, int side, const Laid *laid, Ends *pairs)
{
    TaleState *state = lay_all(last, laid->cards, NULL);
    unsigned seats = exchanging_seats(last, side, laid);
    const End *likely[2];
    for (int i = 0; i < 2; i++)
        likely[i] = likely_end(last, laid->ends[side + 2 * i], side + 2 * i, laid->traits);
    for (int i = 0; i < 2; i++)
        state->up[side + 2 * i] = last->up[likely[i] - last->ends];
    if ((last->seat & 1) != side) {
        exchange_on(last, state, side, seats, laid, pairs);
        return;
    }
    for (uint32_t i = 0; i < laid->ends[last->seat]->n; i++) {
        state->up[last->seat] = last->up[laid->ends[last->seat]->from + i];
        exchange_on(last, state, side, seats, laid, pairs);
    }
}

/* As touch_key, for both seats of a side, and the rows that it compares its own with. */
static uint64_t pairs_key(const Last *last, int side, const Laid *laid)
{
    uint64_t key = 1;
    for (int seat = side; seat < 4; seat += 2) /* what touches either */
        key = key * 0x9E3779B97F4A7C15u +
              touch_key(last, seat, last->factions[seat], laid->cards, laid->prey);
    for (int seat = side ^ 1; seat < 4; seat += 2)
        key = key * 0x9E3779B97F4A7C15u + (laid->traits[seat] & last->compared);
    return mix64(key) | 1;
}

/* The ends of both rows of a side when these cards are laid; worked out once. */
static const Ends *pairs_of(Last *last, int side, const Laid *laid)
{
    uint64_t key = pairs_key(last, side, laid);
    uint32_t slot = (uint32_t)(key >> 32) & (PAIRS - 1);
    while (last->pair_keys[slot].key && last->pair_keys[slot].key != key)
        slot = (slot + 1) & (PAIRS - 1);
    Ends *pairs = &last->pair_keys[slot];
    if (!pairs->key) {
        last->failed |= ++last->n_pair_keys > PAIRS / 4 * 3;
        pairs->key = key;
        pairs->from = last->n_pairs;
        fill_pairs(last, side, laid, pairs);
    }
    return pairs;
}

/* ---- the lead ---- */

/* Over all that the seat's own turns may come to; the others' ends are set but for a side that
 * exchanges. */
static int best_lead(Last *last, const Laid *laid, const End *ends[MAX_SEATS])
{
    const Ends *own = laid->ends[last->seat], *pairs = NULL;
    int best = -100000, side = last->seat & 1;
    if (exchanging_seats(last, side ^ 1, laid)) {
        pairs = pairs_of(last, side ^ 1, laid);
        for (int i = 0; i < 2; i++)
            ends[(side ^ 1) + 2 * i] = &last->pairs[pairs->from][i];
    }
    int trades = exchanging_seats(last, side, laid) > 0;
    if (trades)
        own = pairs_of(last, side, laid);
    for (uint32_t i = 0; i < own->n && !last->failed; i++) {
        for (int j = 0; trades && j < 2; j++)
            ends[side + 2 * j] = &last->pairs[own->from + i][j];
        if (!trades)
            ends[last->seat] = &last->ends[own->from + i];
        int lead = lead_of_ends(last, ends);
        best = lead > best ? lead : best;
    }
    return best;
}

/* The seat's lead once these cards are laid and all have turned. */
static int lead_after(Last *last, const uint8_t cards[MAX_SEATS])
{
    const End *ends[MAX_SEATS] = {NULL};
    Laid laid = {.cards = cards, .prey = hunted_seats(last, cards)};
    for (int seat = 0; seat < last->state->seats; seat++)
        laid.traits[seat] =
            last->base[seat] + (laid.prey >> seat & 1 ? 0 : last->spread[cards[seat]]);
    for (int seat = 0; seat < last->state->seats; seat++) {
        laid.ends[seat] = ends_of(last, seat, cards, laid.prey);
        if (last->failed)
            return 0;
        ends[seat] =
            seat == last->seat ? NULL : likely_end(last, laid.ends[seat], seat, laid.traits);
    }
    return best_lead(last, &laid, ends);
}

/* Bytes of the traits that a card on the table, or one that may be laid, wants most of. */
static void look_at_comparisons(Last *last, const Result *result)
{
    const TaleState *state = last->state;
    uint64_t kinds = 0;
    for (int seat = 0; seat < state->seats; seat++) {
        kinds |= last->lays.may[seat];
        for (int i = 0; i < state->laid; i++)
            kinds |= 1ull << state->table[seat][i];
    }
    for (int i = 0; i < result->n; i++)
        kinds |= 1ull << tale_move_kind(result->list[i].move);
    for (; kinds; kinds &= kinds - 1) {
        const TaleCard *card = &state->cards[__builtin_ctzll(kinds)];
        if (card->condition == TALE_MOST)
            last->compared |= 255ull << 8 * card->a;
    }
}

/* Traits of rows and cards, and the factions in each row. */
static void look_at_rows(Last *last)
{
    const TaleState *state = last->state;
    for (int kind = 0; kind < state->kinds; kind++)
        for (int trait = 0; trait < TALE_TRAITS; trait++)
            last->spread[kind] |= (uint64_t)(state->cards[kind].traits >> trait & 1) << 8 * trait;
    for (int seat = 0; seat < state->seats; seat++) {
        TaleCount count;
        tale_count(state, seat, &count);
        last->base[seat] = count.traits;
        for (int i = 0; i < state->laid; i++)
            last->factions[seat] |= state->cards[state->table[seat][i]].traits & TALE_FACTIONS;
    }
}

/* Whether a card for the most of something lies there or comes to it, or one that exchanges. */
static int may_compare(const Last *last, const uint8_t cards[MAX_SEATS])
{
    const TaleState *state = last->state;
    for (int seat = 0; seat < state->seats; seat++) {
        int most = state->cards[cards[seat]].condition == TALE_MOST ||
                   (state->garfield && state->cards[cards[seat]].traits & TALE_SHADOW);
        for (int i = 0; i < state->laid; i++)
            most |= state->cards[state->table[seat][i]].condition == TALE_MOST;
        if (most)
            return 1;
    }
    return 0;
}

/* ---- answers ---- */

/* Sums up the leads of all moves over all that the others would lay; returns the weight of it
 * all. */
static double sum_leads(Last *last, const Result *result, double *leads, double *worths)
{
    double all = 0;
    for (uint32_t at = 0; at < last->lays.n && !last->failed; at++) {
        TaleLay *lay = &last->lays.list[at];
        for (int i = 0; i < result->n; i++) {
            lay->cards[last->seat] = (uint8_t)tale_move_kind(result->list[i].move);
            int lead = lead_after(last, lay->cards);
            leads[i] += lay->weight * lead;
            worths[i] += lay->weight * lead_worth(lead);
        }
        all += lay->weight;
        last->failed |= (at & 1) == 0 && clock_over(&last->clock, last->lays.work);
    }
    return all;
}

/* Whether a move is best whatever the others lay, and how their cards fit together; *tried: sets
 * of their cards. */
static int always_best(Last *last, const Result *result, int best, int seat,
                       uint8_t cards[MAX_SEATS], int64_t *tried)
{
    if (seat == last->seat)
        seat++;
    if (seat < last->state->seats) {
        for (uint64_t kinds = last->lays.may[seat]; kinds; kinds &= kinds - 1) {
            cards[seat] = (uint8_t)__builtin_ctzll(kinds);
            if (!always_best(last, result, best, seat + 1, cards, tried))
                return 0;
        }
        return 1;
    }
    cards[last->seat] = (uint8_t)tale_move_kind(result->list[best].move);
    int lead = ++*tried > REPLIES || may_compare(last, cards) ? -100000 : lead_after(last, cards);
    for (int i = 0; i < result->n && lead > -100000; i++) {
        cards[last->seat] = (uint8_t)tale_move_kind(result->list[i].move);
        if (may_compare(last, cards) || lead_after(last, cards) > lead)
            return 0;
    }
    return lead > -100000 && !last->failed;
}

/* Fills the result for the last card: 1; 0 where it was too much. last->lays must be counted. */
static int report_one(Last *last, Result *result)
{
    double leads[MAX_MOVES] = {0}, worths[MAX_MOVES] = {0}, all;
    uint8_t cards[MAX_SEATS] = {0};
    int64_t tried = 0;
    int best = 0;
    assert(result->n > 0 && last->lays.n > 0);
    look_at_comparisons(last, result);
    all = sum_leads(last, result, leads, worths);
    if (last->failed || all <= 0)
        return 0;
    for (int i = 0; i < result->n; i++) {
        result->list[i].value[0] = leads[i] / all;
        best = worths[i] > worths[best] ? i : best;
    }
    result->list[best].weight = 1;
    result_choose(result, best);
    result->nodes = last->lays.work + last->turns;
    result->proof =
        always_best(last, result, best, 0, cards, &tried) ? PROOF_EVERY_WORLD : PROOF_ESTIMATE;
    result->worlds = result->of = result->proof == PROOF_EVERY_WORLD ? tried : last->lays.n;
    result->status = STATUS_DONE;
    return 1;
}

/* ---- the last two cards ---- */

/* The rest of the turns of a step, anyhow: one seat's row is put right after it. */
static void turn_anyhow(TaleState *state)
{
    uint32_t moves[MAX_MOVES];
    while (state->stage < TALE_OVER && state->group != TALE_NOTHING) {
        tale_moves(state, moves);
        tale_play(state, moves[0], NULL, NULL);
    }
}

/* The side that another seat turns its cards to now: most points with the card that it means to lay last, others'
 * rows as they lay before. */
static unsigned likely_sides(Last *last, TaleState *state, int seat, int then)
{
    TaleCount counts[MAX_SEATS];
    unsigned best = 0;
    int top = -100000, named;
    find_sides(last, state, seat);
    for (int other = 0; other < state->seats; other++)
        counts[other].traits = last->base[other];
    state->table[seat][TALE_ROW - 1] = (uint8_t)then;
    for (int side = 0; side < last->n_sides; side++) {
        state->up[seat] = (uint16_t)(last->sides[side] | 1u << (TALE_ROW - 1));
        tale_count(state, seat, &counts[seat]);
        int points = tale_points(state, counts, seat, &named);
        if (points > top) {
            top = points;
            best = last->sides[side];
        }
    }
    return best;
}

/* The ends of a row that shows these sides after the first of two steps. */
static void add_ends_after(Last *last, int seat, unsigned up, const uint8_t cards[MAX_SEATS],
                           const uint8_t then[MAX_SEATS], unsigned prey, Ends *ends)
{
    TaleState *state = lay_all(last, cards, then);
    TaleCount count;
    turn_anyhow(state);
    state->up[seat] = (uint16_t)up;
    tale_count(state, seat, &count);
    ends->laid = count.traits + (prey >> seat & 1 ? 0 : last->spread[then[seat]]);
    lay_round(state, then);
    add_ends(last, state, seat, ends);
}

/* What two steps touch of a row. */
typedef struct Steps {
    const uint8_t *cards, *then;
    unsigned prey, then_prey;
} Steps;

/* As touch_key, for the second of two steps, after a first one with this key. */
static uint64_t then_key(const Last *last, int seat, const Steps *steps, uint64_t before)
{
    int row = last->factions[seat] | last->state->cards[steps->cards[seat]].traits;
    return mix64(before * 0x9E3779B97F4A7C15u +
                 touch_key(last, seat, row, steps->then, steps->then_prey)) |
           1;
}

/* The ends of another seat's row after both steps; worked out once. */
static const Ends *other_ends(Last *last, int seat, const Steps *steps)
{
    int new;
    uint64_t key = touch_key(last, seat, last->factions[seat], steps->cards, steps->prey);
    Ends *ends = ends_at(last, then_key(last, seat, steps, key), &new);
    if (new) {
        unsigned up =
            likely_sides(last, lay_all(last, steps->cards, steps->then), seat, steps->then[seat]);
        add_ends_after(last, seat, up, steps->cards, steps->then, steps->then_prey, ends);
    }
    return ends;
}

/* The ends of the own row, which shows these sides after the first step; worked out once. */
static const Ends *own_ends(Last *last, const Steps *steps, unsigned up)
{
    int new;
    uint64_t key = (uint64_t)up << 6 | steps->cards[last->seat];
    Ends *ends = ends_at(last, then_key(last, last->seat, steps, ~key), &new);
    if (new)
        add_ends_after(last, last->seat, up, steps->cards, steps->then, steps->then_prey, ends);
    return ends;
}

/* The seat's lead when its own row shows these sides after the first step. */
static int lead_after_two(Last *last, const Steps *steps, const Ends *const others[MAX_SEATS],
                          unsigned up)
{
    const End *ends[MAX_SEATS] = {NULL};
    const Ends *own = own_ends(last, steps, up);
    uint64_t laid[MAX_SEATS];
    int best = -100000;
    for (int seat = 0; seat < last->state->seats; seat++)
        laid[seat] = seat == last->seat ? own->laid : others[seat]->laid;
    for (int seat = 0; seat < last->state->seats; seat++)
        if (seat != last->seat)
            ends[seat] = likely_end(last, others[seat], seat, laid);
    for (uint32_t i = 0; i < own->n && !last->failed; i++) {
        ends[last->seat] = &last->ends[own->from + i];
        int lead = lead_of_ends(last, ends);
        best = lead > best ? lead : best;
    }
    return best;
}

/* What the last card may be, and how the own cards may be turned before it: sums of leads over
 * what others hold. */
typedef struct Plan {
    uint8_t then;
    uint16_t up;
    double lead, worth;
} Plan;

/* All plans with this card. Returns their number. */
static int list_plans(Last *last, const uint8_t cards[MAX_SEATS], Plan plans[PLANS])
{
    const TaleState *state = last->state;
    uint64_t kinds = 0;
    int n = 0, skip = 1;
    assert(state->laid == TALE_ROW - 2);
    for (int i = 0; i < state->n_hand[last->seat]; i++)
        if (!skip || state->hands[last->seat][i] != cards[last->seat])
            kinds |= 1ull << state->hands[last->seat][i];
        else
            skip = 0;
    find_sides(last, lay_all(last, cards, cards), last->seat);
    for (; kinds; kinds &= kinds - 1)
        for (int side = 0; side < last->n_sides; side++) {
            if (n == PLANS) {
                last->failed = 1;
                return 0;
            }
            plans[n++] = (Plan){(uint8_t)__builtin_ctzll(kinds), last->sides[side], 0, 0};
        }
    return n;
}

/* The best plan with a card against some sets that begin alike: what follows may hang on what is
 * seen now. */
static Plan best_plan(Last *last, TaleLay *lays, uint32_t n, uint8_t card)
{
    Plan plans[PLANS];
    uint8_t *cards = lays->cards;
    int best = 0;
    cards[last->seat] = card;
    int n_plans = list_plans(last, cards, plans);
    Steps steps = {.cards = cards, .prey = hunted_seats(last, cards)};
    for (uint32_t at = 0; at < n && !last->failed; at++) {
        const Ends *others[MAX_SEATS] = {NULL};
        steps.then = lays[at].then;
        last->failed |= (last->looks += (uint64_t)n_plans) > last->look_budget;
        last->failed |= (at & 7) == 7 && clock_over(&last->clock, last->lays.work);
        for (int i = 0; i < n_plans && !last->failed; i++) {
            lays[at].then[last->seat] = plans[i].then;
            steps.then_prey = hunted_seats(last, steps.then);
            for (int seat = 0;
                 seat < last->state->seats && (i == 0 || plans[i].then != plans[i - 1].then);
                 seat++)
                others[seat] = seat == last->seat ? NULL : other_ends(last, seat, &steps);
            int lead = lead_after_two(last, &steps, others, plans[i].up);
            plans[i].lead += lays[at].weight * lead;
            plans[i].worth += lays[at].weight * lead_worth(lead);
        }
    }
    for (int i = 1; i < n_plans; i++)
        best = plans[i].worth > plans[best].worth ? i : best;
    return plans[best];
}

/* Orders sets of cards, by the first cards and then the next. */
static int by_cards(const void *a, const void *b) { return memcmp(a, b, 2 * MAX_SEATS); }

/* Fills the result for the last two cards: 1; 0 where it was too much. last->lays must be
 * counted. */
static int report_two(Last *last, Result *result)
{
    double leads[MAX_MOVES] = {0}, worths[MAX_MOVES] = {0}, all = 0;
    TaleLay *lays = last->lays.list;
    TaleSynergy synergy;
    uint32_t moves[MAX_MOVES];
    int judged[MAX_MOVES], best = 0;
    if ((uint64_t)last->lays.n * result->n * (last->state->n_hand[last->seat] - 1u) >
        last->look_budget)
        return 0;
    look_at_comparisons(last, result);
    for (uint32_t at = 0; at < last->lays.n; at++) {
        lays[at].cards[last->seat] = lays[at].then[last->seat] = 0;
        all += lays[at].weight;
    }
    qsort(lays, last->lays.n, sizeof *lays, by_cards);
    for (uint32_t from = 0, to; from < last->lays.n && !last->failed; from = to) {
        for (to = from; to < last->lays.n && !memcmp(lays[from].cards, lays[to].cards, MAX_SEATS);)
            to++;
        for (int i = 0; i < result->n && !last->failed; i++) {
            Plan plan = best_plan(last, lays + from, to - from,
                                  (uint8_t)tale_move_kind(result->list[i].move));
            leads[i] += plan.lead;
            worths[i] += plan.worth;
            lays[from].cards[last->seat] = 0;
        }
        last->failed |= clock_over(&last->clock, last->lays.work);
    }
    if (last->failed || all <= 0)
        return 0;
    tale_synergy(last->state, &tale_full_weights, &synergy);
    tale_heuristic_values(last->state, &synergy, moves, judged);
    for (int i = 0; i < result->n; i++) {
        double more = worths[i] - worths[best];
        result->list[i].value[0] = leads[i] / all;
        best = more > ALIKE * all || (more > -ALIKE * all && judged[i] > judged[best]) ? i : best;
    }
    result->list[best].weight = 1;
    result_choose(result, best);
    result->nodes = last->lays.work + last->turns;
    result->proof = PROOF_ESTIMATE;
    result->worlds = result->of = last->lays.n;
    result->status = STATUS_DONE;
    return 1;
}

/* A card for the most of something that is worth so much for each of a name: the Trickster's name would hang on the
 * others' rows. No deck of ours has one. */
static int too_strange(const TaleState *state)
{
    for (int kind = 0; kind < state->kinds; kind++)
        if (state->cards[kind].condition == TALE_MOST && state->cards[kind].times != NO_KIND)
            return 1;
    return 0;
}

/* A card drawn after the second card might be the third one: that is not counted. */
static int may_draw(const TaleState *state, int seat)
{
    for (int i = 0; i < state->n_hand[seat]; i++)
        if (state->cards[state->hands[seat][i]].effect == TALE_DRAW)
            return 1;
    return 0;
}

int tale_last(const TaleState *state, const Limits *limits, Progress *progress, Result *result)
{
    TaleView view;
    int two = state->laid == TALE_ROW - 2;
    if (state->laid < TALE_ROW - 2 || state->laid == TALE_ROW || state->group != TALE_NOTHING ||
        tale_drafting(state) || too_strange(state))
        return 0;
    if (two && (state->garfield || may_draw(state, tale_to_act(state))))
        return 0;
    Last *last = memory_zeroed(1, sizeof *last, progress);
    if (!last)
        return 0;
    last->state = state;
    last->clock = clock_start(limits, progress);
    last->look_budget = limits_scale(LOOKS, limits) + 1000;
    last->turn_budget = limits_scale(TURN_WORK, limits) + 1000;
    last->seat = tale_to_act(state);
    tale_view(state, last->seat, &view);
    rank_all(last);
    look_at_rows(last);
    int done = tale_lays(&view, state->seats, two, last->rank,
                         limits_scale(two ? TWO_WORK : WORK, limits), &last->clock, &last->lays) &&
               (two ? report_two(last, result) : report_one(last, result));
    tale_lays_free(&last->lays);
    free(last);
    return done;
}
