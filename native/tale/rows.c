/* rows.c: rows of cards in the last stage of Fairy Tale for two (rules: tale, effects, points), and
 * which of two rows is better.
 *
 * Data: a seat changes its own row only, by the cards it lays and turns over. A match has some ten
 * thousand such rows. Each is stored once with its points, whatever the order in which it came
 * about. A hash table finds it by a sum over its cards, so to lay or turn a card is an addition and
 * a look-up. Only majority cards (those that need the most of a trait) look at both rows.
 *
 * Dominance: row a is better than row b if, whatever is laid and turned over, each choice in row b
 * has an answer in row a that leads to a better row again, and at the end a has no fewer points and
 * no fewer cards of all that is compared with the other's. Rows that differ in one card each are
 * compared by bounds first. A card dominates another one likewise: the better row has laid it and
 * still holds the other one ("swapped").
 *
 * Two lossy tables keep the best last rows and the comparisons. If the list of rows is full, rows
 * have failed for good. */

#include "rows.h"

#include "score.h"

#include <stdlib.h>

#define LASTS (1u << 16)       /* best last rows in the table */
#define BETTER (1u << 16)       /* comparisons in the table */

/* ---- rows ---- */

/* Whether a card may change the other's row. */
static int touches_other(const TaleCard *card)
{
    return card->effect == TALE_HUNT || (card->everybody && card->effect != TALE_NOTHING);
}

/* Whether two cards affect the other's row alike and are affected alike. */
static int touches_alike(const TaleCard *a, const TaleCard *b)
{
    if (!touches_other(a) || !touches_other(b))
        return touches_other(a) == touches_other(b);
    return a->effect == b->effect && a->faction == b->faction && a->count == b->count &&
           a->traits == b->traits;
}

/* Sorts a seat's cards into classes of equal effect on the other's row; at most 32. */
static void set_classes(TaleRows *rows, int seat, uint64_t cards)
{
    const TaleCard *all = rows->scratch.cards;
    for (; cards; cards &= cards - 1) {
        int kind = __builtin_ctzll(cards), class = 0;
        while (class < rows->classes[seat] &&
               !touches_alike(&all[kind], &all[rows->sample[seat][class]]))
            class++;
        rows->sample[seat][class] = (uint8_t)kind;
        rows->class[seat][kind] = (uint8_t)class;
        rows->classes[seat] += class == rows->classes[seat];
        rows->failed |= class >= 32;
    }
}

/* Names by factions; majority cards among these. */
static void set_names(TaleRows *rows, uint64_t cards)
{
    for (int kind = 0; kind < rows->scratch.kinds; kind++) {
        const TaleCard *card = &rows->scratch.cards[kind];
        for (int factions = 0; factions <= TALE_FACTIONS; factions++)
            if (card->traits & factions)
                rows->of[factions] |= (uint64_t)1 << kind;
        if (card->condition == TALE_MOST && cards >> kind & 1) {
            rows->failed |=
                rows->n_majorities == TALE_MAJORITIES || card->times != NO_KIND || card->points < 0;
            rows->majorities[rows->n_majorities % TALE_MAJORITIES] = (uint8_t)kind;
            rows->n_majorities++;
        }
    }
}

/* Names that count as each name; names that count it. */
static void set_naming(TaleRows *rows)
{
    for (int kind = 0; kind < rows->scratch.kinds; kind++) {
        const TaleCard *card = &rows->scratch.cards[kind];
        uint64_t bit = (uint64_t)1 << kind;
        rows->counted[kind] |= bit;
        for (int i = 0; i < COUNT(card->as) && card->as[i] != NO_KIND; i++)
            rows->counted[card->as[i]] |= bit;
        if (card->times != NO_KIND)
            rows->naming[card->times] |= bit;
        if (card->condition == TALE_HAVE) {
            rows->naming[card->a] |= bit;
            if (card->b != NO_KIND)
                rows->naming[card->b] |= bit;
        }
        rows->almighty |= card->almighty ? bit : 0;
    }
}

/* Most cards that a step may turn down in a seat's row. */
static int most_flips(const TaleRows *rows, uint64_t own, uint64_t other)
{
    int flips[2] = {0, 0};
    for (int all = 0; all < 2; all++)
        for (uint64_t names = all ? other : own; names; names &= names - 1) {
            const TaleCard *card = &rows->scratch.cards[__builtin_ctzll(names)];
            if ((card->effect == TALE_FLIP || card->effect == TALE_FLIP_ANY) &&
                card->everybody >= all)
                flips[all] = card->count > flips[all] ? card->count : flips[all];
        }
    return flips[0] + flips[1];
}

TaleRows *tale_rows_new(const TaleState *state, const uint64_t cards[2], uint64_t types,
                        uint32_t most_rows)
{
    assert(most_rows > 1);
    TaleRows *rows = calloc(1, sizeof *rows);
    uint32_t slots = 1;
    if (!rows)
        return NULL;
    while (slots < 2 * most_rows)
        slots *= 2;
    rows->scratch = *state;
    rows->list = malloc(most_rows * sizeof *rows->list);
    rows->mask = slots - 1;
    rows->slots = calloc(slots, sizeof *rows->slots);
    rows->lasts = calloc(LASTS, sizeof *rows->lasts);
    rows->better = calloc(BETTER, sizeof *rows->better);
    rows->most_rows = most_rows;
    rows->n = 1;
    rows->types = types;
    rows->most_work = 20000000;
    uint64_t all = cards[0] | cards[1];
    for (int seat = 0; seat < 2; seat++) {
        set_classes(rows, seat, cards[seat]);
        rows->flips[seat] = most_flips(rows, cards[seat], cards[seat ^ 1]);
        all |= tale_side(state, seat, 0) | tale_side(state, seat, 1);
    }
    set_names(rows, all);
    set_naming(rows);
    if (rows->list)
        memset(rows->list, 0, sizeof *rows->list);
    if (rows->list && rows->slots && rows->lasts && rows->better)
        return rows;
    tale_rows_free(rows);
    return NULL;
}

void tale_rows_free(TaleRows *rows)
{
    if (!rows)
        return;
    free(rows->list);
    free(rows->slots);
    free(rows->lasts);
    free(rows->better);
    free(rows);
}

static uint64_t card_key(int kind, int up) { return mix64((uint64_t)(kind << 1 | up) + 1000); }

/* Slot of this key, or the empty slot for it. */
static uint32_t *find_slot(const TaleRows *rows, uint64_t key)
{
    uint32_t slot = (uint32_t)key & rows->mask;
    while (rows->slots[slot] && rows->list[rows->slots[slot]].key != key)
        slot = (slot + 1) & rows->mask;
    return &rows->slots[slot];
}

/* Fills in traits, points without majorities, and names. */
static void count_row(TaleRows *rows, TaleRow *row)
{
    TaleCount counts[2];
    int named;
    TaleState *scratch = &rows->scratch;
    memcpy(scratch->table[0], row->table, sizeof row->table);
    scratch->up[0] = row->up;
    tale_count(scratch, 0, &counts[0]);
    counts[1].traits = UINT64_MAX;
    row->traits = counts[0].traits;
    row->points = (int16_t)tale_points(scratch, counts, 0, &named);
    row->side[0] = row->side[1] = 0;
    for (int i = 0; i < row->n; i++)
        row->side[!(row->up >> i & 1)] |= (uint64_t)1 << row->table[i];
}

/* Adds a row at this empty slot; returns its number, or 0 if the list is full: rows have then
 * failed. */
static uint32_t keep_row(TaleRows *rows, uint32_t *slot, TaleRow *row, uint64_t key)
{
    if (rows->n == rows->most_rows) {
        rows->failed = 1;
        return 0;
    }
    row->key = key;
    count_row(rows, row);
    rows->list[rows->n] = *row;
    return *slot = rows->n++;
}

uint32_t tale_rows_root(TaleRows *rows, const TaleState *state, int seat)
{
    assert(seat >= 0 && seat < state->seats && state->laid <= TALE_ROW);
    TaleRow row = {.n = state->laid, .up = state->up[seat]};
    uint64_t key = 0;
    memcpy(row.table, state->table[seat], sizeof row.table);
    for (int i = 0; i < row.n; i++)
        key += card_key(row.table[i], row.up >> i & 1);
    uint32_t *slot = find_slot(rows, key);
    return *slot ? *slot : keep_row(rows, slot, &row, key);
}

uint32_t tale_rows_with(TaleRows *rows, uint32_t id, int kind, int up)
{
    uint64_t key = rows->list[id].key + card_key(kind, up);
    uint32_t *slot = find_slot(rows, key);
    if (*slot || rows->failed)
        return *slot;
    TaleRow row = rows->list[id];
    assert(row.n < TALE_ROW);
    row.table[row.n] = (uint8_t)kind;
    row.up = (uint16_t)(row.up | up << row.n++);
    return keep_row(rows, slot, &row, key);
}

uint32_t tale_rows_turned(TaleRows *rows, uint32_t id, int kind, int unflip)
{
    uint64_t key = rows->list[id].key - card_key(kind, !unflip) + card_key(kind, unflip);
    uint32_t *slot = find_slot(rows, key);
    if (*slot || rows->failed)
        return *slot;
    TaleRow row = rows->list[id];
    int i = 0;
    while (row.table[i] != kind || (row.up >> i & 1) == unflip)
        i++;
    row.up ^= (uint16_t)(1u << i);
    return keep_row(rows, slot, &row, key);
}

/* ---- turns ---- */

/* Adds `count` turns in a seat's row; returns the new number. */
static int add_turns(TaleTurn *turns, int n, const TaleCard *card, int seat, int count)
{
    int unflip = card->effect == TALE_UNFLIP || card->effect == TALE_UNFLIP_ANY;
    while (count-- > 0 && n < TALE_TURNS)
        turns[n++] = (TaleTurn){(uint8_t)seat, (uint8_t)unflip, card->faction};
    return n;
}

int tale_rows_turns(const TaleRows *rows, const int kinds[2], TaleTurn *turns, unsigned *hunted)
{
    const TaleCard *cards[2] = {&rows->scratch.cards[kinds[0]], &rows->scratch.cards[kinds[1]]};
    int n = 0;
    *hunted = 0;
    for (int seat = 0; seat < 2; seat++)
        if (cards[seat ^ 1]->effect == TALE_HUNT && cards[seat]->traits & cards[seat ^ 1]->faction)
            *hunted |= 1u << seat;
    for (int group = TALE_UNFLIP; group <= TALE_FLIP_ANY; group++)
        for (int actor = 0; actor < 2; actor++)
            if (cards[actor]->effect == group && !(*hunted >> actor & 1))
                for (int offset = 0; offset <= cards[actor]->everybody; offset++)
                    n = add_turns(turns, n, cards[actor], actor ^ offset, cards[actor]->count);
    return n;
}

int tale_rows_pending(const TaleState *state, TaleTurn *turns)
{
    int n = 0;
    for (int group = state->group; group <= TALE_FLIP_ANY; group++)
        for (int actor = 0; actor < 2; actor++) {
            const TaleCard *card = &state->cards[state->played[actor][state->laid - 1]];
            if (card->effect != group || state->hunted >> actor & 1)
                continue;
            for (int offset = 0; offset <= card->everybody; offset++) {
                int place = (group * 2 + actor) * 2 + offset;
                int now = (state->group * 2 + state->actor) * 2 + state->offset;
                int count = place < now ? 0 : place > now ? card->count : state->left;
                n = add_turns(turns, n, card, actor ^ offset, count);
            }
        }
    return n;
}

uint64_t tale_rows_choices(const TaleRows *rows, uint32_t row, const TaleTurn *turn)
{
    return rows->list[row].side[turn->unflip] & rows->of[turn->factions];
}

/* ---- points ---- */

static int row_trait(const TaleRow *row, int trait)
{
    return (int)(row->traits >> 8 * trait & 255);
}

/* Points of the majority cards of a row. */
static int majority_points(const TaleRows *rows, const TaleRow *row, const TaleRow *other)
{
    int points = 0;
    if (!rows->n_majorities)
        return 0;
    for (unsigned up = row->up; up; up &= up - 1) {
        const TaleCard *card = &rows->scratch.cards[row->table[__builtin_ctz(up)]];
        if (card->condition == TALE_MOST && row_trait(row, card->a) >= row_trait(other, card->a))
            points += card->points;
    }
    return points;
}

int tale_rows_margin(const TaleRows *rows, uint32_t row, uint32_t other)
{
    const TaleRow *a = &rows->list[row], *b = &rows->list[other];
    return a->points - b->points + majority_points(rows, a, b) - majority_points(rows, b, a);
}

unsigned tale_rows_majorities(const TaleRows *rows, uint64_t names)
{
    unsigned majorities = 0;
    for (int i = 0; i < rows->n_majorities; i++)
        majorities |= (unsigned)(names >> rows->majorities[i] & 1) << i;
    return majorities;
}

uint32_t tale_rows_classes(const TaleRows *rows, int seat, uint64_t names)
{
    uint32_t classes = 0;
    for (; names; names &= names - 1)
        classes |= 1u << rows->class[seat][__builtin_ctzll(names)];
    return classes;
}

static int times_up(const TaleRow *row, int kind)
{
    int n = 0;
    for (int i = 0; i < row->n; i++)
        n += row->table[i] == kind && row->up >> i & 1;
    return n;
}

/* Whether row a is at least as good at the end: in points and in all that these majority cards
 * compare. */
static int ends_better(const TaleRows *rows, const TaleRow *a, const TaleRow *b,
                       unsigned majorities)
{
    if (a->points < b->points)
        return 0;
    for (; majorities; majorities &= majorities - 1) {
        int kind = rows->majorities[__builtin_ctz(majorities)], trait = rows->scratch.cards[kind].a;
        if (row_trait(a, trait) < row_trait(b, trait))
            return 0;
        if (b->side[0] >> kind & 1 && times_up(a, kind) < times_up(b, kind))
            return 0;
    }
    return 1;
}

/* ---- the last card ---- */

/* Final rows that a seat's turns may reach. */
typedef struct Ends {
    TaleRows *rows;
    int seat;
    unsigned majorities;
    uint32_t best;
    uint8_t any, several;
} Ends;

static void add_end(Ends *ends, uint32_t row)
{
    const TaleRow *new = &ends->rows->list[row], *old = &ends->rows->list[ends->best];
    if (!ends->any++ || ends_better(ends->rows, new, old, ends->majorities))
        ends->best = row;
    else
        ends->several |= !ends_better(ends->rows, old, new, ends->majorities);
}

/* Adds all rows that the seat's turns may reach. */
static void add_ends(Ends *ends, uint32_t row, const TaleTurn *turns, int n)
{
    uint64_t names = 0;
    while (n > 0 &&
           (turns->seat != ends->seat || !(names = tale_rows_choices(ends->rows, row, turns)))) {
        turns++;
        n--;
    }
    if (n == 0)
        add_end(ends, row);
    for (; n > 0 && names; names &= names - 1)
        add_ends(ends, tale_rows_turned(ends->rows, row, __builtin_ctzll(names), turns->unflip),
                 turns + 1, n - 1);
}

uint32_t tale_rows_last(TaleRows *rows, uint32_t row, int seat, int kind, int other,
                        unsigned majorities)
{
    TaleTurn turns[TALE_TURNS];
    unsigned hunted;
    int kinds[2];
    assert(kind < TALE_KINDS && other < TALE_KINDS && majorities < 1u << TALE_MAJORITIES);
    uint64_t key =
        ((uint64_t)row << 21 | (uint64_t)(kind << 15 | other << 9 | seat << 8) | majorities) << 20;
    uint64_t *entry = &rows->lasts[mix64(key) >> 48];
    if (*entry >> 20 == key >> 20)
        return (uint32_t)(*entry & 0xFFFFF);
    kinds[seat] = kind;
    kinds[seat ^ 1] = other;
    Ends ends = {.rows = rows, .seat = seat, .majorities = majorities};
    int n = tale_rows_turns(rows, kinds, turns, &hunted);
    add_ends(&ends, tale_rows_with(rows, row, kind, !(hunted >> seat & 1)), turns, n);
    *entry = key | (ends.several ? 0 : ends.best);
    return (uint32_t)(*entry & 0xFFFFF);
}

/* Whether the last card `mine` on row a is never worse than `kind` on row b. */
static int last_better(TaleRows *rows, int seat, uint32_t a, int mine, uint32_t b, int kind,
                       TaleThreats threats)
{
    if (rows->class[seat][kind] != rows->class[seat][mine])
        return 0;
    for (uint32_t classes = threats.classes; classes; classes &= classes - 1) {
        int other = rows->sample[seat ^ 1][__builtin_ctz(classes)];
        uint32_t worse = tale_rows_last(rows, b, seat, kind, other, threats.majorities);
        uint32_t better = tale_rows_last(rows, a, seat, mine, other, threats.majorities);
        if (!worse || !better ||
            !ends_better(rows, &rows->list[better], &rows->list[worse], threats.majorities))
            return 0;
    }
    return 1;
}

/* ---- comparing ---- */

/* Bounds on a number of face-up cards at the end. */
typedef struct Range {
    int least, most;
} Range;

/* Bounds on the face-up cards of `names` at the end, without one card `aside`. */
static Range range_of(const TaleRows *rows, const TaleRow *row, uint64_t names, int aside,
                      const TaleHeld *held, int steps, int flips)
{
    int up = 0, down = 0, laid = 0;
    for (int i = 0; i < row->n; i++)
        if (names >> row->table[i] & 1)
            *(row->up >> i & 1 ? &up : &down) += 1;
    for (int i = 0; i < held->n; i++)
        laid += (int)(names >> held->cards[i] & 1);
    laid += held->hides && names & rows->types;
    laid = laid < steps ? laid : steps;
    up -= (int)(names >> aside & 1);
    return (Range){up > flips ? up - flips : 0, up + down + laid};
}

/* Lower bound on the points of a face-up card. */
static int least_worth(const TaleRows *rows, const TaleRow *row, int kind, const TaleHeld *held,
                       int steps, int flips)
{
    const TaleCard *card = &rows->scratch.cards[kind];
    if (card->condition != TALE_ALWAYS || card->times == NO_KIND)
        return card->condition != TALE_ALWAYS ? 0 : card->points;
    int itself = (int)(rows->counted[card->times] >> kind & 1);
    Range range = range_of(rows, row, rows->counted[card->times], kind, held, steps, flips);
    int least = card->points * (range.least + itself);
    if (itself)
        least += card->points * range.least;
    return least;
}

/* Upper bound on the points of a face-up card and on what it adds to others. any: the almighty
 * card may come. */
static int most_worth(const TaleRows *rows, const TaleRow *row, int kind, const TaleHeld *held,
                      int steps, int any)
{
    const TaleCard *card = &rows->scratch.cards[kind];
    int worth = card->points;
    if (card->times != NO_KIND) {
        int itself = (int)(rows->counted[card->times] >> kind & 1);
        worth *= range_of(rows, row, rows->counted[card->times], kind, held, steps, 0).most +
                 itself + any;
    }
    for (uint64_t names = rows->naming[kind]; names; names &= names - 1) {
        int other = __builtin_ctzll(names);
        worth += rows->scratch.cards[other].points *
                 range_of(rows, row, (uint64_t)1 << other, kind, held, steps, 0).most;
    }
    return worth;
}

/* The only name that lies face up more often in row a than in row b; NO_KIND if there is no
 * single one. */
static int row_difference(const TaleRow *a, const TaleRow *b)
{
    int8_t more[TALE_KINDS] = {0};
    int found = NO_KIND;
    for (int i = 0; i < a->n; i++)
        more[a->table[i]] += (int8_t)(a->up >> i & 1);
    for (int i = 0; i < b->n; i++)
        more[b->table[i]] -= (int8_t)(b->up >> i & 1);
    for (int i = 0; i < a->n; i++) {
        int kind = a->table[i];
        if (more[kind] <= 0)
            continue;
        if (more[kind] > 1 || found != NO_KIND)
            return NO_KIND;
        found = kind;
        more[kind] = 0;
    }
    return found;
}

/* A quick test of rows that differ in one card each: a's card is never worth less than b's, and
 * no effect tells them apart. So each choice in row b has its like in row a. */
static int clearly_better(const TaleRows *rows, int seat, uint32_t a, uint32_t b, int turns,
                          const TaleHeld *held, int steps, TaleThreats threats)
{
    const TaleRow *mine = &rows->list[a], *other = &rows->list[b];
    int more = row_difference(mine, other), less = row_difference(other, mine);
    int flips = turns + steps * rows->flips[seat];
    if (more == NO_KIND || less == NO_KIND)
        return 0;
    const TaleCard *better = &rows->scratch.cards[more], *worse = &rows->scratch.cards[less];
    uint64_t special = (uint64_t)1 << more | (uint64_t)1 << less;
    int any = ((mine->side[0] | mine->side[1]) & rows->almighty) ||
              (held->hides && rows->types & rows->almighty);
    for (int i = 0; i < held->n; i++)
        any |= (int)(rows->almighty >> held->cards[i] & 1);
    if (special & rows->almighty || better->as[0] != NO_KIND || worse->as[0] != NO_KIND)
        return 0;
    if ((better->traits ^ worse->traits) & TALE_FACTIONS)
        return 0;
    for (unsigned rest = threats.majorities; rest; rest &= rest - 1) {
        int trait = rows->scratch.cards[rows->majorities[__builtin_ctz(rest)]].a;
        if (worse->traits >> trait & ~(better->traits >> trait) & 1)
            return 0;
    }
    return least_worth(rows, mine, more, held, steps, flips) >=
           most_worth(rows, other, less, held, steps, any);
}

static int steps_better(TaleRows *rows, int seat, uint32_t a, uint32_t b, const TaleHeld *held,
                        int steps, TaleThreats threats);

/* Whether some choice in row a is as good as row b after this turn. Tried first: choices that
 * make both rows equal, then the names in `first`. */
static int choice_matched(TaleRows *rows, int seat, uint32_t a, uint64_t names, uint32_t b,
                          uint64_t first, const TaleTurn *turns, int n, int at,
                          const TaleHeld *held, int steps, TaleThreats threats)
{
    if (!names)
        return tale_rows_better(rows, seat, a, b, turns, n, at + 1, held, steps, threats);
    for (uint64_t rest = names; rest; rest &= rest - 1)
        if (tale_rows_turned(rows, a, __builtin_ctzll(rest), turns[at].unflip) == b)
            return 1;
    for (uint64_t rest = names & first; rest; rest &= rest - 1) {
        uint32_t next = tale_rows_turned(rows, a, __builtin_ctzll(rest), turns[at].unflip);
        if (tale_rows_better(rows, seat, next, b, turns, n, at + 1, held, steps, threats))
            return 1;
    }
    for (uint64_t rest = names & ~first; rest; rest &= rest - 1) {
        uint32_t next = tale_rows_turned(rows, a, __builtin_ctzll(rest), turns[at].unflip);
        if (tale_rows_better(rows, seat, next, b, turns, n, at + 1, held, steps, threats))
            return 1;
    }
    return 0;
}

int tale_rows_better(TaleRows *rows, int seat, uint32_t a, uint32_t b, const TaleTurn *turns, int n,
                     int at, const TaleHeld *held, int steps, TaleThreats threats)
{
    if (a == b)
        return 1;
    if (rows->failed || ++rows->work > rows->most_work)
        return 0;
    while (at < n && turns[at].seat != seat)
        at++;
    if (at == n)
        return steps_better(rows, seat, a, b, held, steps, threats);
    if (!held->swapped && clearly_better(rows, seat, a, b, n - at, held, steps, threats))
        return 1;
    uint64_t mine = tale_rows_choices(rows, a, &turns[at]),
             names = tale_rows_choices(rows, b, &turns[at]);
    if (!names)
        return choice_matched(rows, seat, a, mine, b, 0, turns, n, at, held, steps, threats);
    for (; names; names &= names - 1) {
        uint32_t next = tale_rows_turned(rows, b, __builtin_ctzll(names), turns[at].unflip);
        if (!choice_matched(rows, seat, a, mine, next, names & (0 - names), turns, n, at, held,
                            steps, threats))
            return 0;
    }
    return 1;
}

/* Whether `mine` causes the same turns. */
static int same_turns(const TaleRows *rows, const int kinds[2], int seat, int mine, TaleTurn *turns,
                      int n)
{
    TaleTurn others[TALE_TURNS];
    unsigned hunted;
    int laid[2];
    laid[seat] = mine;
    laid[seat ^ 1] = kinds[seat ^ 1];
    return tale_rows_turns(rows, laid, others, &hunted) == n &&
           !memcmp(turns, others, (size_t)n * sizeof *turns);
}

/* Whether `mine` on row a is never worse than `kind` on row b. held: the hand after that, for
 * `steps` steps. */
static int card_better(TaleRows *rows, int seat, uint32_t a, int mine, uint32_t b, int kind,
                       const TaleHeld *held, int steps, TaleThreats threats)
{
    const TaleCard *cards = rows->scratch.cards;
    if (rows->class[seat][kind] != rows->class[seat][mine])
        return 0;
    for (uint32_t classes = threats.classes; classes; classes &= classes - 1) {
        TaleTurn turns[TALE_TURNS];
        unsigned hunted;
        int kinds[2];
        kinds[seat] = kind;
        kinds[seat ^ 1] = rows->sample[seat ^ 1][__builtin_ctz(classes)];
        int n = tale_rows_turns(rows, kinds, turns, &hunted);
        const TaleCard *other = &cards[kinds[seat ^ 1]];
        int prey = other->effect == TALE_HUNT ? other->faction : 0;
        if (mine != kind && !same_turns(rows, kinds, seat, mine, turns, n))
            return 0;
        uint32_t better = tale_rows_with(rows, a, mine, !(cards[mine].traits & prey));
        uint32_t worse = tale_rows_with(rows, b, kind, !(cards[kind].traits & prey));
        if (!tale_rows_better(rows, seat, better, worse, turns, n, 0, held, steps, threats))
            return 0;
    }
    return 1;
}

/* The last step of a swapped comparison: the spare card, or one that both hold. */
static int swapped_last(TaleRows *rows, int seat, uint32_t a, uint32_t b, int kind,
                        const TaleHeld *held, TaleThreats threats)
{
    return last_better(rows, seat, a, held->spare, b, kind, threats) ||
           (kind != held->lent && last_better(rows, seat, a, kind, b, kind, threats));
}

/* The hand without this card, the hidden one if it is not known. */
static TaleHeld held_without(const TaleHeld *held, int kind)
{
    TaleHeld left = *held;
    int at = 0;
    while (at < left.n && left.cards[at] != kind)
        at++;
    if (at < left.n)
        left.cards[at] = left.cards[--left.n];
    else
        left.hides = 0;
    return left;
}

/* Whether row a has an answer to `kind` on row b: the same card, or its spare card. */
static int kind_better(TaleRows *rows, int seat, uint32_t a, uint32_t b, int kind,
                       const TaleHeld *held, int steps, TaleThreats threats)
{
    TaleHeld left = held_without(held, kind);
    int mine = kind;
    if (held->swapped && steps == 1)
        return swapped_last(rows, seat, a, b, kind, held, threats);
    if (held->swapped && kind == held->lent) {
        mine = held->spare;
        left.swapped = 0;
    }
    return card_better(rows, seat, a, mine, b, kind, &left, steps - 1, threats);
}

static int compare_steps(TaleRows *rows, int seat, uint32_t a, uint32_t b, const TaleHeld *held,
                         int steps, TaleThreats threats)
{
    assert(steps > 0);
    uint64_t names = held->hides ? rows->types : 0;
    for (int i = 0; i < held->n; i++)
        names |= (uint64_t)1 << held->cards[i];
    for (; names; names &= names - 1)
        if (!kind_better(rows, seat, a, b, __builtin_ctzll(names), held, steps, threats))
            return 0;
    return 1;
}

int tale_rows_dominated(TaleRows *rows, uint32_t row, int seat, int kind, int by,
                        const TaleHeld *held, int steps, TaleThreats threats)
{
    if (steps == 1)
        return last_better(rows, seat, row, by, row, kind, threats);
    TaleHeld left = held_without(held, kind);
    left.swapped = 1;
    left.spare = (uint8_t)kind;
    left.lent = (uint8_t)by;
    return card_better(rows, seat, row, by, row, kind, &left, steps - 1, threats);
}

/* tale_rows_better after all turns, with the table. */
static int steps_better(TaleRows *rows, int seat, uint32_t a, uint32_t b, const TaleHeld *held,
                        int steps, TaleThreats threats)
{
    if (a == b)
        return 1;
    if (steps == 0)
        return ends_better(rows, &rows->list[a], &rows->list[b], threats.majorities);
    assert(a < 1u << 24);
    uint64_t key = mix64(
        mix64((uint64_t)held->picks << 56 | (uint64_t)a << 32 | (uint64_t)held->swapped << 31 | b) ^
        ((uint64_t)threats.classes << 9 | threats.majorities << 1 | (unsigned)seat));
    uint64_t *entry = &rows->better[key >> 48];
    if (*entry >> 1 == key >> 1)
        return (int)(*entry & 1);
    int better = (!held->swapped && clearly_better(rows, seat, a, b, 0, held, steps, threats)) ||
                 compare_steps(rows, seat, a, b, held, steps, threats);
    *entry = (key & ~(uint64_t)1) | (uint64_t)better;
    return better;
}
