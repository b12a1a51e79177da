/* heuristic.c: values the moves of one seat of Fairy Tale by what it sees: its own hand and pack,
 * and the open rows.
 *
 * A row is a count of cards by name, in parts of a card: face-up cards count whole; cards in hand,
 * face down or still to come count in part. What one more card is worth follows from the deck: its
 * points, times the cards that it counts, plus what it adds to the cards that count or need it. An
 * effect counts by the least that each row hit can lose, or the best that can be turned up. A pick
 * also counts part of what it would have brought the next seat.
 *
 * Whole numbers only. The weights were tuned by self-play (NOTES.md). */

#include "heuristic.h"

#define ONE TALE_POINT

const TaleWeights tale_full_weights = {
    .hand = 200, .future = 18, .down = 80, .deny = 160, .deny_many = 50, .spare = 0,
    .harm = 170, .harm_many = 60, .draw = 100, .hunt = 300, .blunt = 0};
const TaleWeights tale_simple_weights = {
    .hand = 256, .harm = 64, .harm_many = 32, .draw = 100, .hunt = 100};

/* ---- synergy ---- */

/* Notes that the points of `kind` depend on this name; at most TALE_REFERENCES for each name. */
static void add_reference(TaleSynergy *synergy, int name, int kind)
{
    uint8_t *n = &synergy->n_refer[name];
    for (int i = 0; i < *n; i++)
        if (synergy->refer[name][i] == kind)
            return;
    if (*n < TALE_REFERENCES)
        synergy->refer[name][(*n)++] = (uint8_t)kind;
}

/* Valid for one deck, its options and these weights. */
void tale_synergy(const TaleState *state, const TaleWeights *weights, TaleSynergy *synergy)
{
    memset(synergy, 0, sizeof *synergy);
    synergy->weights = *weights;
    for (int kind = 0; kind < state->kinds; kind++) {
        const TaleCard *card = &state->cards[kind];
        int here = state->expert || !card->expert;
        if (here && card->times != NO_KIND)
            add_reference(synergy, card->times, kind);
        if (here && card->condition == TALE_HAVE) {
            add_reference(synergy, card->a, kind);
            if (card->b != NO_KIND)
                add_reference(synergy, card->b, kind);
        }
        for (int drafts = 1; here && drafts <= TALE_DRAFTS; drafts++)
            synergy->coming[drafts][kind] =
                (int16_t)(weights->future * card->copies * drafts *
                          (state->expert ? TALE_BASIC : TALE_DECK) / TALE_DECK);
    }
}

/* ---- one seat's cards ---- */

/* Cards that a seat has or may get, by name and by trait, in parts of a card. */
typedef struct Holding {
    const TaleState *state;
    const TaleSynergy *synergy;
    int seat;
    uint64_t up;                /* names that lie face up */
    int16_t n[TALE_KINDS];
    int traits[TALE_TRAITS];
} Holding;

/* Adds a share of a card (negative: takes it away) with all that it counts as. */
static void add_held(Holding *row, int kind, int share)
{
    const TaleCard *card = &row->state->cards[kind];
    assert(kind < row->state->kinds);
    row->n[kind] = (int16_t)(row->n[kind] + share);
    for (int i = 0; i < COUNT(card->as) && card->as[i] != NO_KIND; i++)
        row->n[card->as[i]] = (int16_t)(row->n[card->as[i]] + share);
    if (row->state->expert)
        for (int trait = 0; trait < TALE_TRAITS; trait++)
            row->traits[trait] += card->traits >> trait & 1 ? share : 0;
}

static int drafts_to_come(const TaleState *state)
{
    return tale_ended(state) ? 0 : state->rounds - 1 - tale_draft(state);
}

/* with_hand: its own hand counts too; those of others are hidden. */
static void fill_holding(const TaleState *state, const TaleSynergy *synergy, int seat,
                         int with_hand, Holding *row)
{
    assert(seat >= 0 && seat < state->seats);
    row->state = state;
    row->synergy = synergy;
    row->seat = seat;
    row->up = 0;
    memcpy(row->n, synergy->coming[drafts_to_come(state)], sizeof row->n);
    memset(row->traits, 0, sizeof row->traits);
    for (int i = 0; i < state->laid; i++) {
        int kind = state->table[seat][i], up = state->up[seat] >> i & 1;
        row->up |= (uint64_t)up << kind;
        if (up || synergy->weights.down)
            add_held(row, kind, up ? ONE : synergy->weights.down);
    }
    for (int i = 0; with_hand && i < state->n_hand[seat]; i++)
        add_held(row, state->hands[seat][i], synergy->weights.hand);
}

/* ---- what a card is worth ---- */

/* Chance that a row gets two each of two traits, in parts of ONE. */
static int chance_two(const Holding *row, const TaleCard *card)
{
    int missing = 0, drafts = drafts_to_come(row->state);
    int a = 2 * ONE - row->traits[card->a], b = 2 * ONE - row->traits[card->b];
    missing = (a > 0 ? a : 0) + (b > 0 ? b : 0);
    missing -= drafts * ONE;
    return missing <= 0 ? ONE * 9 / 10 : missing >= 2 * ONE ? ONE / 10 : ONE - missing * 3 / 8;
}

static int traits_up(const TaleState *state, int seat, int trait)
{
    int n = 0;
    for (unsigned up = state->up[seat]; up; up &= up - 1)
        n += state->cards[state->table[seat][__builtin_ctz(up)]].traits >> trait & 1;
    return n;
}

/* Chance that a row gets the most of a trait, in parts of ONE. */
static int chance_most(const Holding *row, const TaleCard *card)
{
    int best = 0, drafts = drafts_to_come(row->state);
    for (int other = 0; other < row->state->seats; other++) {
        int n = other == row->seat ? 0 : traits_up(row->state, other, card->a);
        best = n > best ? n : best;
    }
    int ahead = row->traits[card->a] - best * ONE + ONE / 2, wide = (drafts + 1) * ONE;
    ahead = ahead > wide ? wide : ahead < -wide ? -wide : ahead;
    return ONE / 2 + ahead * (ONE * 2 / 5) / wide;
}

/* Chance that a card's condition will hold, in parts of ONE. */
static int condition_chance(const Holding *row, const TaleCard *card)
{
    assert(card->condition <= TALE_HAVE);
    int a, b;
    switch (card->condition) {
    case TALE_MOST: return chance_most(row, card);
    case TALE_TWO: return chance_two(row, card);
    case TALE_HAVE:
        a = row->n[card->a];
        b = card->b == NO_KIND ? ONE : row->n[card->b];
        return (a < ONE ? a : ONE) * (b < ONE ? b : ONE) / ONE;
    default: return ONE;
    }
}

/* What one more card of a name adds to another card whose points depend on it. */
static int added_worth(const Holding *row, int other, int kind)
{
    const TaleCard *card = &row->state->cards[other];
    int n = row->n[other], more = ONE - row->n[kind];
    if (card->times == kind)
        return card->points * n;
    if (more <= 0 || !n)
        return 0;
    int b = card->b == NO_KIND || card->b == kind ? ONE : row->n[card->b];
    int a = card->a == kind ? ONE : row->n[card->a];
    int half = card->a == kind ? b : a;
    return card->points * (n < ONE ? n : ONE) / ONE * (half < ONE ? half : ONE) * more / ONE / ONE;
}

static int card_gain(const Holding *row, int kind)
{
    const TaleSynergy *synergy = row->synergy;
    const TaleCard *card = &row->state->cards[kind];
    int value = card->points * ONE;
    if (card->times != NO_KIND)
        value = card->points * (row->n[card->times] + (card->times == kind ? ONE : 0));
    if (card->condition != TALE_ALWAYS)
        value = card->points * condition_chance(row, card);
    for (int i = 0; i < synergy->n_refer[kind]; i++)
        value += added_worth(row, synergy->refer[kind][i], kind);
    for (int i = 0; i < COUNT(card->as) && card->as[i] != NO_KIND; i++)
        for (int j = 0; j < synergy->n_refer[card->as[i]]; j++)
            value += added_worth(row, synergy->refer[card->as[i]][j], card->as[i]);
    return value;
}

/* What is lost if a card of this name is turned down. */
static int card_loss(const Holding *row, int kind)
{
    const TaleCard *card = &row->state->cards[kind];
    return card_gain(row, kind) - (card->times == kind ? 2 * card->points * ONE : 0);
}

/* Least loss by turning down a card of these factions; `more`: a card about to be laid. */
static int least_loss(const Holding *row, int factions, int more, int more_worth)
{
    int least = more != NO_KIND && row->state->cards[more].traits & factions ? more_worth : 1 << 20;
    for (uint64_t up = row->up; up; up &= up - 1) {
        int kind = __builtin_ctzll(up);
        if (!(row->state->cards[kind].traits & factions))
            continue;
        int value = card_loss(row, kind);
        least = value < least ? value : least;
    }
    return least == 1 << 20 ? 0 : least;
}

static int best_unflip(const Holding *row, int factions)
{
    const TaleState *state = row->state;
    int best = 0;
    for (uint64_t down = tale_side(state, row->seat, 1); down; down &= down - 1) {
        int kind = __builtin_ctzll(down);
        if (!(state->cards[kind].traits & factions))
            continue;
        int value = card_gain(row, kind);
        best = value > best ? value : best;
    }
    return best;
}

static int is_foe(const TaleState *state, int seat, int other)
{
    return other != seat && !(state->teams && (seat ^ other) == 2);
}

/* What an effect on all costs the other seats, weighted by `harm`. */
static int harm_to_others(const Holding *row, int factions)
{
    const TaleState *state = row->state;
    const TaleWeights *weights = &row->synergy->weights;
    int sum = 0;
    for (int other = 0; other < state->seats; other++) {
        Holding his;
        if (other == row->seat)
            continue;
        fill_holding(state, row->synergy, other, 0, &his);
        int lost = least_loss(&his, factions, NO_KIND, 0);
        sum += is_foe(state, row->seat, other)
                   ? lost * (state->seats == 2 ? weights->harm : weights->harm_many) / ONE
                   : -lost;
    }
    return sum;
}

/* Value of a card played now, with its effect. */
static int play_worth(const Holding *row, int kind)
{
    const TaleCard *card = &row->state->cards[kind];
    const TaleWeights *weights = &row->synergy->weights;
    int value = card_gain(row, kind);
    if (weights->blunt)
        return value;
    switch (card->effect) {
    case TALE_HUNT: return value + weights->hunt;
    case TALE_UNFLIP:
    case TALE_UNFLIP_ANY: return value + best_unflip(row, card->faction);
    case TALE_FLIP:
    case TALE_FLIP_ANY:
        return value - least_loss(row, card->faction, kind, value) +
               (card->everybody ? harm_to_others(row, card->faction) : 0);
    case TALE_DRAW:
        return value + weights->draw * (drafts_to_come(row->state) > 0 || row->state->step < 2);
    default: return value;
    }
}

/* ---- moves ---- */

/* Third best card of the hand: a further card has to beat it. 0 while the hand holds fewer. */
static int to_beat(const Holding *row)
{
    const TaleState *state = row->state;
    int best[TALE_STEPS] = {0};
    for (int i = 0; i < state->n_hand[row->seat]; i++) {
        int value = play_worth(row, state->hands[row->seat][i]);
        for (int j = 0; j < TALE_STEPS; j++)
            if (value > best[j]) {
                int next = best[j];
                best[j] = value;
                value = next;
            }
    }
    return best[TALE_STEPS - 1];
}

/* A pick counts by what it brings and what it would bring the next seat. */
static int value_picks(const TaleState *state, const TaleSynergy *synergy, uint32_t *moves,
                       int *values)
{
    const TaleWeights *weights = &synergy->weights;
    Holding row, next;
    int seat = tale_to_act(state), n = 0, beat = 0;
    int to = (seat + tale_pass(state, tale_draft(state))) % state->seats;
    int deny = state->seats == 2 ? weights->deny : weights->deny_many;
    fill_holding(state, synergy, seat, 1, &row);
    if (state->step >= TALE_STEPS)
        beat = to_beat(&row);
    if (deny)
        fill_holding(state, synergy, to, 0, &next);
    for (uint64_t names = tale_choices(state); names; names &= names - 1, n++) {
        int kind = __builtin_ctzll(names), value = play_worth(&row, kind) - beat;
        value = value > 0 ? value : value * weights->spare / ONE;
        moves[n] = tale_move(TALE_MOVE_PICK, kind, 0, 0, 0);
        values[n] = value + (deny ? play_worth(&next, kind) * deny / ONE : 0);
    }
    return n;
}

static int value_plays(const TaleState *state, const TaleSynergy *synergy, uint32_t *moves,
                       int *values)
{
    Holding row;
    int seat = tale_to_act(state), n = 0;
    fill_holding(state, synergy, seat, 1, &row);
    for (uint64_t names = tale_choices(state); names; names &= names - 1, n++) {
        int kind = __builtin_ctzll(names);
        add_held(&row, kind, -synergy->weights.hand);
        moves[n] = tale_move(TALE_MOVE_PLAY, kind, 0, 0, 0);
        values[n] = play_worth(&row, kind);
        add_held(&row, kind, synergy->weights.hand);
    }
    return n;
}

static int value_turns(const TaleState *state, const TaleSynergy *synergy, uint32_t *moves,
                       int *values)
{
    Holding row;
    int seat = tale_to_act(state), n = 0;
    int unflip = state->group == TALE_UNFLIP || state->group == TALE_UNFLIP_ANY;
    fill_holding(state, synergy, seat, 1, &row);
    for (uint64_t names = tale_choices(state); names; names &= names - 1, n++) {
        int kind = __builtin_ctzll(names);
        moves[n] = tale_move(unflip ? TALE_MOVE_UNFLIP : TALE_MOVE_FLIP, kind, 0, 0, 0);
        values[n] = unflip ? card_gain(&row, kind) : -card_loss(&row, kind);
    }
    return n;
}

/* What the two exchanged cards add to each other is left out. */
static int value_exchanges(const TaleState *state, const TaleSynergy *synergy, uint32_t *moves,
                           int *values)
{
    Holding rows[2];
    int seat = tale_to_act(state), n = tale_moves(state, moves);
    fill_holding(state, synergy, seat, 1, &rows[0]);
    fill_holding(state, synergy, (seat + 2) % 4, 0, &rows[1]);
    for (int i = 0; i < n; i++) {
        int own = tale_move_kind(moves[i]), his = tale_move_other(moves[i]), value = 0;
        if (own != his && !tale_move_down(moves[i]))
            value += card_gain(&rows[1], own) - card_loss(&rows[0], own);
        if (own != his && !tale_move_other_down(moves[i]))
            value += card_gain(&rows[0], his) - card_loss(&rows[1], his);
        if (own == his && tale_move_down(moves[i]) != tale_move_other_down(moves[i]))
            value = tale_move_down(moves[i]) ? card_gain(&rows[0], own) - card_loss(&rows[1], own)
                                             : card_gain(&rows[1], own) - card_loss(&rows[0], own);
        values[i] = value;
    }
    return n;
}

int tale_heuristic_values(const TaleState *state, const TaleSynergy *synergy,
                          uint32_t moves[MAX_MOVES], int values[MAX_MOVES])
{
    if (state->group == TALE_EXCHANGE)
        return value_exchanges(state, synergy, moves, values);
    if (state->group != TALE_NOTHING)
        return value_turns(state, synergy, moves, values);
    return tale_drafting(state) ? value_picks(state, synergy, moves, values)
                                : value_plays(state, synergy, moves, values);
}

uint32_t tale_heuristic_move(const TaleState *state, const TaleSynergy *synergy)
{
    uint32_t moves[MAX_MOVES];
    int values[MAX_MOVES], best = 0;
    int n = tale_heuristic_values(state, synergy, moves, values);
    assert(n > 0);
    for (int i = 1; i < n; i++)
        best = values[i] > values[best] ? i : best;
    return moves[best];
}
