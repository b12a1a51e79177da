/* end.c: the last stage of Fairy Tale for two and the last two picks before it, solved (rules:
 * tale, course).
 *
 * The game: with two seats each has seen every pack. Of the other's five cards only the first pick
 * is hidden, until it is laid. So the stage is a zero-sum game of at most three simultaneous
 * choices, with flips in between and one hidden card a side, its type. Prior: both types are drawn
 * at random from the pool, the cards that neither can place. The last two picks are choices among
 * known cards on top. A payoff is the margin, plus TALE_WIN for a win.
 *
 * Data: a tree of public histories. A position has a pair of rows (rows.c), so a step is a look-up.
 * An action is a known card, or "my hidden card is an X and I lay it". Kinds of nodes:
 *   last       the third choice: a table of payoffs; minimax solves the flips after it
 *   one-sided  such a node where one seat hides a card; types share what they do with known cards
 *   both       an earlier choice of both seats, or a pick
 *   turn       a flip or unflip of one seat
 * Where nothing is hidden any more there is a value instead, found by matrix games (matrix.c).
 * Dominated flips and cards (rows.c) are left out, except in the asking seat's first choice.
 *
 * Method: discounted regret minimisation (Brown and Sandholm 2019: 1.5, 0.5, 2), both seats in
 * turn, vectors over types. The types come from one pool without replacement: a sum over the
 * other's types is that of all, minus the copy that its own type takes.
 * Cards drawn in this stage are not played; where they might be, the tree is not "whole". */

#include "end.h"

#include <math.h>
#include <stdlib.h>

#include "engine/matrix.h"
#include "engine/memory.h"
#include "redeal.h"
#include "rows.h"

#define ANY 255                 /* a seat's type: hidden */
#define NOTHING 254             /* no hidden card from the beginning */
#define NONE 0xFFFFFFFFu        /* no such pair of actions */
#define VALUE 0x80000000u       /* a child that is a value */
#define MAX_CHOICES 12              /* known cards of a hand, or of one side of a row */
#define MAX_ACTIONS (MAX_CHOICES + TALE_KINDS)
#define ROWS 400000             /* at most */
#define VALUES (1u << 16)       /* values of games with open hands in the table */
#define HANDS 36                /* pairs of hands after the last two picks */

enum { NODE_LAST, NODE_ONE_SIDED, NODE_BOTH, NODE_TURN };

typedef struct Node {
    uint8_t kind, mover;        /* mover: the seat of a turn; one-sided: the seat that hides */
    uint8_t type[2];            /* ANY, NOTHING, or the type that was laid */
    uint8_t n[2];               /* known cards to choose from */
    uint64_t open[2];           /* types that are no copy of a known card, one bit each */
    /* index of its children or payoffs, a row for each action of seat 0 */
    uint32_t first;
    uint32_t data[2];           /* index of its regrets, then sums of strategies, by seat */
} Node;

typedef struct Value {
    float payoff, margin;       /* for seat 0 */
} Value;

/* Rows, cards that may still be laid, and flips that are due. */
typedef struct Position {
    uint32_t row[2];
    TaleHeld held[2];
    uint8_t steps;              /* choices still to come */
    uint8_t at, n;              /* turns done, and all turns */
    TaleTurn turns[TALE_TURNS];
} Position;

struct TaleEnding {
    Clock *clock;
    TaleRows *rows;
    Node *nodes;
    uint32_t *children;
    int16_t *payoffs;
    Value *values;
    float *data;
    uint32_t n_nodes, n_children, n_payoffs, n_values, n_data;
    uint32_t cap_nodes, cap_children, cap_payoffs, cap_values, limit;
    uint32_t outcomes, iterations, visits;
    uint8_t stopped;            /* time ran out in a pass */
    uint8_t failed, whole, draws; /* draws: cards may still be drawn */
    /* at the root: kind of moves (TALE_MOVE_...), names to choose from */
    uint8_t turn, choices[2][MAX_CHOICES];
    uint8_t seat;               /* the seat that asks */
    int types, n_hands;
    uint64_t hands[HANDS];      /* pairs of hands that the last picks may lead to, by key */
    uint8_t kinds[TALE_KINDS];  /* names of the types */
    float count[TALE_KINDS];
    struct {
        uint64_t key;           /* both rows; 0: empty */
        Value value;
    } open[VALUES];
};

/* ---- what both know ---- */

/* Takes a card of this name out of a list; 0 if there is none. */
static int take_card(uint8_t *cards, uint8_t *n, int kind)
{
    uint8_t *card = memchr(cards, kind, *n);
    if (!card)
        return 0;
    memmove(card, card + 1, (size_t)(cards + --*n - card));
    return 1;
}

/* Picks of a seat that the other can infer: all but the first, up to this round. */
static int watched_picks(const TaleState *state, int draft, int seat, int rounds, uint8_t *cards)
{
    assert(rounds > 0 && rounds <= TALE_PACK);
    for (int round = 1; round < rounds; round++)
        cards[round - 1] = state->deck[state->base[draft] +
                                       TALE_PACK * tale_pack(state, draft, seat, round) + round];
    return rounds - 1;
}

/* Takes the plays of a draft out of the known cards; `unknown` gets the others. Returns their
 * number. */
static int unknown_plays(const TaleState *state, int draft, int seat, uint8_t *cards, uint8_t *n,
                         uint8_t *unknown)
{
    int found = 0;
    for (int laid = draft * TALE_STEPS; laid < state->laid && laid < (draft + 1) * TALE_STEPS;
         laid++)
        if (!take_card(cards, n, state->played[seat][laid]))
            unknown[found++] = state->played[seat][laid];
    return found;
}

/* The pool: cards never seen, without the unknown plays, with the asking seat's own hidden card. */
static void count_pool(const TaleState *world, int seat, TaleKnown *known)
{
    int other = seat ^ 1;
    uint8_t cards[TALE_HAND], unknown[TALE_STEPS], n;
    TaleView view;
    tale_view(world, seat, &view);
    memcpy(known->pool, view.pool, sizeof known->pool);
    for (int draft = 0; draft < world->rounds; draft++) {
        n = (uint8_t)watched_picks(world, draft, other, TALE_PACK, cards);
        for (int i = unknown_plays(world, draft, other, cards, &n, unknown); i-- > 0;)
            known->pool[unknown[i]]--;
    }
    if (known->own != NO_KIND)
        known->pool[known->own]++;
}

/* Cards in each pack if one of the last two picks of the match is due, else 0. */
static uint8_t packs_left(const TaleState *world)
{
    int left = TALE_PACK - world->step;
    return (uint8_t)(world->stage == 2 * world->rounds - 1 && left <= TALE_LEFT ? left : 0);
}

static void note_pack(const TaleState *world, int draft, int seat, uint8_t pack[TALE_LEFT])
{
    int round = world->step;
    const uint8_t *from =
        world->deck + world->base[draft] + TALE_PACK * tale_pack(world, draft, seat, round) + round;
    memcpy(pack, from, (size_t)(TALE_PACK - round));
}

int32_t tale_known(const TaleState *world, int seat, TaleKnown *known)
{
    int draft = world->rounds - 1, last = 2 * world->rounds;
    memset(known, 0, sizeof *known);
    known->own = NO_KIND;
    known->left = packs_left(world);
    if (world->seats != 2 || (world->stage != last && !known->left))
        return 0;
    for (int i = 0; i < world->n_draws; i++)
        if (world->draws[i].laid > draft * TALE_STEPS)
            return 0;
    for (int s = 0; s < 2; s++) {
        uint8_t unknown[TALE_STEPS];
        known->n[s] = (uint8_t)watched_picks(world, draft, s, known->left ? world->step : TALE_PACK,
                                             known->hand[s]);
        if (known->left)
            note_pack(world, draft, s, known->packs[s]);
        int laid = unknown_plays(world, draft, s, known->hand[s], &known->n[s], unknown);
        if (laid == 0)
            known->hidden |= (uint8_t)(1 << s);
    }
    if (known->hidden >> seat & 1)
        known->own = world->deck[world->base[draft] + TALE_PACK * seat];
    count_pool(world, seat, known);
    return 1;
}

/* ---- payoffs ---- */

/* Payoff to seat 0 of a final margin. */
static int payoff_of(int margin)
{
    return margin + (margin > 0 ? TALE_WIN : margin < 0 ? -TALE_WIN : 0);
}

static int margin_of(int payoff)
{
    return payoff - (payoff > 0 ? TALE_WIN : payoff < 0 ? -TALE_WIN : 0);
}

/* Both lay; a card that is not known is the hidden one. */
static void lay_pair(TaleEnding *ending, const Position *position, int kind, int other,
                     Position *next)
{
    int kinds[2] = {kind, other};
    unsigned hunted;
    assert(position->steps > 0);
    *next = *position;
    next->steps--;
    next->at = 0;
    next->n = (uint8_t)tale_rows_turns(ending->rows, kinds, next->turns, &hunted);
    for (int seat = 0; seat < 2; seat++) {
        TaleHeld *held = &next->held[seat];
        if (!take_card(held->cards, &held->n, kinds[seat]))
            held->hides = 0;
        next->row[seat] =
            tale_rows_with(ending->rows, position->row[seat], kinds[seat], !(hunted >> seat & 1));
    }
}

static void turn_over(TaleEnding *ending, const Position *position, int kind, Position *next)
{
    const TaleTurn *turn = &position->turns[position->at];
    assert(position->at < position->n);
    *next = *position;
    next->row[turn->seat] =
        tale_rows_turned(ending->rows, position->row[turn->seat], kind, turn->unflip);
    next->at++;
}

static uint64_t names_lying(const TaleEnding *ending, const Position *position, int seat)
{
    const TaleRow *row = &ending->rows->list[position->row[seat]];
    return row->side[0] | row->side[1];
}

/* Names that a seat may still lay, hidden ones included. */
static uint64_t names_held(const TaleEnding *ending, const Position *position, int seat)
{
    const TaleHeld *held = &position->held[seat];
    uint64_t names = held->hides ? ending->rows->types : 0;
    if (position->steps == 0)
        return 0;
    for (int i = 0; i < held->n; i++)
        names |= (uint64_t)1 << held->cards[i];
    return names;
}

/* What may affect a seat that lays one of these cards. */
static TaleThreats threats_of(const TaleEnding *ending, const Position *position, int seat,
                              uint64_t own)
{
    uint64_t other = names_held(ending, position, seat ^ 1);
    uint64_t names =
        own | other | names_lying(ending, position, 0) | names_lying(ending, position, 1);
    return (TaleThreats){tale_rows_majorities(ending->rows, names),
                         tale_rows_classes(ending->rows, seat ^ 1, other)};
}

/* Names to turn over that no other one dominates. */
static int worth_turning(TaleEnding *ending, const Position *position, uint64_t names,
                         uint8_t *kinds)
{
    const TaleTurn *turn = &position->turns[position->at];
    uint32_t after[TALE_ROW + 1];
    int n = 0, seat = turn->seat;
    TaleThreats threats = threats_of(ending, position, seat, names_held(ending, position, seat));
    for (; names; names &= names - 1) {
        int kind = __builtin_ctzll(names), dominated = 0, kept = 0;
        uint32_t row = tale_rows_turned(ending->rows, position->row[seat], kind, turn->unflip);
        for (int i = 0; i < n && !dominated; i++)
            dominated =
                tale_rows_better(ending->rows, seat, after[i], row, position->turns, position->n,
                                 position->at + 1, &position->held[seat], position->steps, threats);
        if (dominated)
            continue;
        for (int i = 0; i < n; i++)
            if (!tale_rows_better(ending->rows, seat, row, after[i], position->turns, position->n,
                                  position->at + 1, &position->held[seat], position->steps,
                                  threats)) {
                after[kept] = after[i];
                kinds[kept++] = kinds[i];
            }
        after[kept] = row;
        kinds[kept] = (uint8_t)kind;
        n = kept + 1;
    }
    return n;
}

/* Plays turns without a choice; returns the number of choices of the next one, 0 if no turn is
 * left. */
static int next_turn(TaleEnding *ending, Position *position, uint8_t *kinds)
{
    for (; position->at < position->n && !ending->rows->failed; position->at++) {
        const TaleTurn *turn = &position->turns[position->at];
        uint64_t names = tale_rows_choices(ending->rows, position->row[turn->seat], turn);
        int n = names ? worth_turning(ending, position, names, kinds) : 0;
        if (n > 1)
            return n;
        if (n == 1)
            position->row[turn->seat] =
                tale_rows_turned(ending->rows, position->row[turn->seat], kinds[0], turn->unflip);
    }
    return 0;
}

/* Payoff once the last cards are laid: minimax over the flips. */
static int last_outcome(TaleEnding *ending, Position *position)
{
    uint8_t kinds[TALE_ROW + 1];
    int best = 0, n = next_turn(ending, position, kinds);
    if (n == 0)
        return payoff_of(tale_rows_margin(ending->rows, position->row[0], position->row[1]));
    for (int i = 0; i < n; i++) {
        Position next;
        turn_over(ending, position, kinds[i], &next);
        int value = last_outcome(ending, &next);
        if (i == 0 || (position->turns[position->at].seat ? value < best : value > best))
            best = value;
    }
    return best;
}

/* ---- the third choice ---- */

/* Cards that a seat may lay; NO_KIND: no such action. */
typedef struct Actions {
    int n, kinds[MAX_ACTIONS];
} Actions;

/* Payoff of a pair of last cards: by both best rows, if each seat has a single one; else turn by
 * turn. */
static int last_payoff(TaleEnding *ending, const Position *position, int kind, int his,
                       unsigned majorities)
{
    TaleRows *rows = ending->rows;
    uint32_t mine = tale_rows_last(rows, position->row[0], 0, kind,
                                   rows->sample[1][rows->class[1][his]], majorities);
    uint32_t other = tale_rows_last(rows, position->row[1], 1, his,
                                    rows->sample[0][rows->class[0][kind]], majorities);
    Position next;
    if (mine && other)
        return payoff_of(tale_rows_margin(rows, mine, other));
    lay_pair(ending, position, kind, his, &next);
    return last_outcome(ending, &next);
}

static void last_payoffs(TaleEnding *ending, const Position *position, const Actions laid[2],
                         int16_t *payoffs)
{
    TaleRows *rows = ending->rows;
    uint64_t names = names_lying(ending, position, 0) | names_lying(ending, position, 1);
    for (int i = 0; i < laid[0].n; i++)
        for (int j = 0; j < laid[1].n; j++, payoffs++) {
            int kind = laid[0].kinds[i], his = laid[1].kinds[j];
            *payoffs = 0;
            if (kind == NO_KIND || his == NO_KIND || rows->failed)
                continue;
            uint64_t pair = names | (uint64_t)1 << kind | (uint64_t)1 << his;
            *payoffs =
                (int16_t)last_payoff(ending, position, kind, his, tale_rows_majorities(rows, pair));
        }
}

/* Room for n more elements; 0 if memory is out. */
#define ROOM(ending, list, n)                                                                      \
    ((ending)->n_##list + (n) <= (ending)->cap_##list ||                                           \
     make_room(ending, &(ending)->cap_##list, &(ending)->list, (ending)->n_##list + (n),           \
               sizeof *(ending)->list))

/* list: address of the pointer to the block. */
static int make_room(TaleEnding *ending, uint32_t *cap, void *list, uint32_t needed, size_t size)
{
    uint32_t more = *cap ? *cap : 1024;
    void *block;
    assert(needed > *cap);
    while (more < needed)
        more += more / 2;
    memcpy(&block, list, sizeof block);
    block = memory_more(block, more, size, ending->clock->progress);
    ending->failed |= !block;
    if (!block)
        return 0;
    memcpy(list, &block, sizeof block);
    *cap = more;
    return 1;
}

/* Lists the different names of n cards, ascending, at most MAX_CHOICES; returns their number. */
static int list_names(const uint8_t *cards, int n, uint8_t *kinds)
{
    int found = 0;
    uint64_t names = 0;
    for (int i = 0; i < n; i++)
        names |= (uint64_t)1 << cards[i];
    for (; names && found < MAX_CHOICES; names &= names - 1)
        kinds[found++] = (uint8_t)__builtin_ctzll(names);
    return found;
}

/* Whether laying `by` is never worse than laying `kind`. Draws are not looked at. */
static int card_dominated(TaleEnding *ending, const Position *position, int seat, int kind, int by)
{
    const TaleHeld *held = &position->held[seat];
    uint64_t own = (uint64_t)1 << kind | (uint64_t)1 << by, known = 0;
    for (int i = 0; i < held->n; i++)
        known |= (uint64_t)1 << held->cards[i];
    if (position->steps > 1)
        own |= known >> kind & 1 ? names_held(ending, position, seat) : known;
    if (ending->draws && position->steps > 1 &&
        ending->rows->scratch.cards[kind].effect == TALE_DRAW)
        return 0;
    return tale_rows_dominated(ending->rows, position->row[seat], seat, kind, by, held,
                               position->steps, threats_of(ending, position, seat, own));
}

/* Known cards of a seat that no other one dominates. */
static int known_choices(TaleEnding *ending, const Position *position, int seat, uint8_t *kinds)
{
    int n = list_names(position->held[seat].cards, position->held[seat].n, kinds);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j && card_dominated(ending, position, seat, kinds[i], kinds[j])) {
                memmove(&kinds[i], &kinds[i + 1], (size_t)(--n - i));
                i--;
                break;
            }
    return n;
}

/* ---- nothing hidden ---- */

static Value open_value(TaleEnding *ending, Position *position);

/* 1 if the tree is too large or time is out; the ending has then failed. */
static int ending_stopped(TaleEnding *ending)
{
    uint64_t work = ending->outcomes + ending->rows->work / 4;
    if (ending->rows->failed || work > ending->limit || clock_over(ending->clock, ending->outcomes))
        ending->failed = 1;
    return ending->failed;
}

/* A card that would draw: the tree does not play the drawn cards, so it is not whole. */
static void mark_draws(TaleEnding *ending, const Position *position, int kind)
{
    if (ending->draws && position->steps > 1 &&
        ending->rows->scratch.cards[kind].effect == TALE_DRAW)
        ending->whole = 0;
}

static void open_last(TaleEnding *ending, const Position *position, const Actions laid[2],
                      Matrix *matrix, float margins[][MAX_CHOICES])
{
    int16_t payoffs[MAX_CHOICES * MAX_CHOICES];
    last_payoffs(ending, position, laid, payoffs);
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->columns; j++) {
            matrix->payoff[i][j] = payoffs[i * matrix->columns + j];
            margins[i][j] = (float)margin_of(payoffs[i * matrix->columns + j]);
        }
}

static void open_both(TaleEnding *ending, const Position *position, const Actions laid[2],
                      Matrix *matrix, float margins[][MAX_CHOICES])
{
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->columns; j++) {
            Position next;
            mark_draws(ending, position, laid[0].kinds[i]);
            mark_draws(ending, position, laid[1].kinds[j]);
            lay_pair(ending, position, laid[0].kinds[i], laid[1].kinds[j], &next);
            Value value = open_value(ending, &next);
            matrix->payoff[i][j] = (double)value.payoff;
            margins[i][j] = value.margin;
        }
}

/* Finds a pure equilibrium. */
static int find_saddle(const Matrix *matrix, int *row, int *column)
{
    for (int i = 0; i < matrix->rows; i++) {
        int least = 0, top = 1;
        for (int j = 1; j < matrix->columns; j++)
            least = matrix->payoff[i][j] < matrix->payoff[i][least] ? j : least;
        for (int k = 0; k < matrix->rows && top; k++)
            top = matrix->payoff[k][least] <= matrix->payoff[i][least];
        *row = i;
        *column = least;
        if (top)
            return 1;
    }
    return 0;
}

static Value open_choice(TaleEnding *ending, const Position *position)
{
    Matrix matrix;
    Actions laid[2];
    float margins[MAX_CHOICES][MAX_CHOICES];
    int row, column;
    double sum = 0;
    assert(position->steps > 0);
    for (int seat = 0; seat < 2; seat++) {
        uint8_t kinds[MAX_CHOICES];
        laid[seat].n = known_choices(ending, position, seat, kinds);
        for (int i = 0; i < laid[seat].n; i++)
            laid[seat].kinds[i] = kinds[i];
    }
    matrix.rows = laid[0].n;
    matrix.columns = laid[1].n;
    ending->outcomes += (uint32_t)(matrix.rows * matrix.columns);
    (position->steps == 1 ? open_last : open_both)(ending, position, laid, &matrix, margins);
    if (ending->failed || ending->rows->failed)
        return (Value){0, 0};
    if (find_saddle(&matrix, &row, &column))
        return (Value){(float)matrix.payoff[row][column], margins[row][column]};
    matrix_solve(&matrix);
    for (int i = 0; i < matrix.rows; i++)
        for (int j = 0; j < matrix.columns; j++)
            sum += matrix.row[i] * matrix.column[j] * (double)margins[i][j];
    return (Value){(float)matrix.value, (float)sum};
}

static Value open_turn(TaleEnding *ending, const Position *position, const uint8_t *kinds, int n)
{
    int seat = position->turns[position->at].seat;
    Value best = {0, 0};
    for (int i = 0; i < n; i++) {
        Position next;
        turn_over(ending, position, kinds[i], &next);
        Value found = open_value(ending, &next);
        if (i == 0 || (seat ? found.payoff < best.payoff : found.payoff > best.payoff))
            best = found;
    }
    return best;
}

/* Value of a position with open hands. */
static Value open_value(TaleEnding *ending, Position *position)
{
    uint8_t kinds[TALE_ROW + 1];
    if (ending_stopped(ending))
        return (Value){0, 0};
    if (position->steps == 0) {
        float payoff = (float)last_outcome(ending, position);
        return (Value){payoff, (float)margin_of((int)payoff)};
    }
    int n = next_turn(ending, position, kinds);
    if (n)
        return open_turn(ending, position, kinds, n);
    uint64_t key = (uint64_t)position->held[0].picks << 56 | (uint64_t)position->row[0] << 32 |
                   position->row[1];
    uint32_t slot = (uint32_t)(mix64(key) & (VALUES - 1));
    if (ending->open[slot].key == key)
        return ending->open[slot].value;
    Value value = open_choice(ending, position);
    ending->open[slot].key = key;
    ending->open[slot].value = value;
    return value;
}

/* ---- the tree ---- */

static int node_hides(const Node *node, int seat) { return node->type[seat] == ANY; }

/* Length of a seat's vectors. */
static int support_size(const TaleEnding *ending, const Node *node, int seat)
{
    return node_hides(node, seat) ? ending->types : 1;
}

/* Actions of a seat: known cards, then laying its hidden card, one for each type. */
static int count_actions(const TaleEnding *ending, const Node *node, int seat)
{
    return node->n[seat] + (node_hides(node, seat) ? ending->types : 0);
}

/* The same at a last choice, with open types only. */
static int last_actions(const Node *node, int seat)
{
    return node->n[seat] + __builtin_popcountll(node->open[seat]);
}

/* Options of each type: known cards, and its own. */
static int count_options(const Node *node, int seat)
{
    return node->n[seat] + (node->kind != NODE_TURN && node_hides(node, seat));
}

/* Types whose hidden card is neither a copy of a known card nor dominated by one. */
static uint64_t open_kinds(TaleEnding *ending, const Position *position, int seat,
                           const uint8_t *kinds, int n)
{
    const TaleHeld *held = &position->held[seat];
    uint64_t open = 0;
    for (int type = 0; held->hides && type < ending->types; type++) {
        int kind = ending->kinds[type], useless = memchr(held->cards, kind, held->n) != NULL;
        for (int i = 0; !useless && i < n; i++)
            useless = card_dominated(ending, position, seat, kind, kinds[i]);
        open |= (uint64_t)!useless << type;
    }
    return open;
}

/* Lists a seat's actions. At the root no card of the asking seat is left out: all moves get a
 * value. */
static void list_actions(TaleEnding *ending, const Position *position, Node *node, int seat,
                         Actions *laid, int root)
{
    uint8_t kinds[MAX_CHOICES];
    int asking = root && seat == ending->seat;
    int n = asking ? list_names(position->held[seat].cards, position->held[seat].n, kinds)
                : known_choices(ending, position, seat, kinds);
    node->n[seat] = (uint8_t)n;
    node->open[seat] = open_kinds(ending, position, seat, kinds, asking ? 0 : n);
    for (int i = 0; i < n; i++)
        laid->kinds[i] = kinds[i];
    for (int type = 0; type < ending->types; type++)
        laid->kinds[n + type] = node->open[seat] >> type & 1 ? ending->kinds[type] : NO_KIND;
    laid->n = count_actions(ending, node, seat);
}

static uint32_t add_child(TaleEnding *ending, Position *position, const uint8_t type[2]);

/* A table has rows for open types only. */
static void only_open(const Node *node, int seat, Actions *laid)
{
    int n = node->n[seat], kept = n;
    for (int i = n; i < laid->n; i++)
        if (laid->kinds[i] != NO_KIND)
            laid->kinds[kept++] = laid->kinds[i];
    laid->n = kept;
}

static void add_last(TaleEnding *ending, const Position *position, Node *node, Actions laid[2])
{
    int one_sided = node_hides(node, 0) != node_hides(node, 1) && ending->n_nodes > 1;
    node->mover = (uint8_t)node_hides(node, 1);
    for (int seat = 0; seat < 2; seat++)
        only_open(node, seat, &laid[seat]);
    uint32_t n = (uint32_t)(laid[0].n * laid[1].n);
    ending->outcomes += n;
    if (ending_stopped(ending) || !ROOM(ending, payoffs, n))
        return;
    node->kind = one_sided ? NODE_ONE_SIDED : NODE_LAST;
    node->first = ending->n_payoffs;
    last_payoffs(ending, position, laid, ending->payoffs + node->first);
    ending->n_payoffs += n;
}

/* The child after a pair of actions; NONE if one of them does not exist. */
static uint32_t add_pair(TaleEnding *ending, const Position *position, const Node *node,
                         const Actions laid[2], const int action[2])
{
    uint8_t type[2] = {node->type[0], node->type[1]};
    int kinds[2];
    Position next;
    for (int seat = 0; seat < 2; seat++) {
        kinds[seat] = laid[seat].kinds[action[seat]];
        if (kinds[seat] == NO_KIND)
            return NONE;
        if (action[seat] >= node->n[seat])
            type[seat] = (uint8_t)(action[seat] - node->n[seat]);
        mark_draws(ending, position, kinds[seat]);
    }
    lay_pair(ending, position, kinds[0], kinds[1], &next);
    return add_child(ending, &next, type);
}

static void add_both(TaleEnding *ending, const Position *position, Node *node, Actions laid[2])
{
    int columns = laid[1].n, n = laid[0].n * columns;
    if (!ROOM(ending, children, (uint32_t)n))
        return;
    node->kind = NODE_BOTH;
    node->first = ending->n_children;
    ending->n_children += (uint32_t)n;
    for (int i = 0; i < n && !ending->failed; i++) {
        uint32_t child = add_pair(ending, position, node, laid, (int[2]){i / columns, i % columns});
        ending->children[node->first + (uint32_t)i] = child;
    }
}

static void add_turn(TaleEnding *ending, const Position *position, Node *node, const uint8_t *kinds,
                     int n)
{
    int seat = position->turns[position->at].seat;
    node->kind = NODE_TURN;
    node->mover = (uint8_t)seat;
    node->n[seat] = (uint8_t)n;
    if (!ROOM(ending, children, (uint32_t)n))
        return;
    node->first = ending->n_children;
    ending->n_children += (uint32_t)n;
    for (int i = 0; i < n && !ending->failed; i++) {
        Position next;
        turn_over(ending, position, kinds[i], &next);
        uint32_t child = add_child(ending, &next, node->type);
        ending->children[node->first + (uint32_t)i] = child;
    }
}

/* Reserves space for the regrets and sums of strategies of a node. */
static void add_data(TaleEnding *ending, Node *node)
{
    if (node->kind == NODE_ONE_SIDED) {
        int known = node->n[node->mover], typed = last_actions(node, node->mover) - known;
        node->data[0] = ending->n_data;
        node->data[1] = node->data[0] + (uint32_t)(2 * (known + typed * (known + 1)));
        ending->n_data = node->data[1] + (uint32_t)(2 * node->n[node->mover ^ 1]);
        return;
    }
    for (int seat = 0; seat < 2; seat++) {
        if (node->kind == NODE_TURN && seat != node->mover)
            continue;
        node->data[seat] = ending->n_data;
        ending->n_data +=
            (uint32_t)(2 * count_options(node, seat) * support_size(ending, node, seat));
    }
}

/* Adds the node of this position; n: names for the turn that is due. Returns its index,
 * meaningless once the ending has failed. */
static uint32_t add_node(TaleEnding *ending, Position *position, const uint8_t type[2],
                         const uint8_t *kinds, int n)
{
    uint32_t id = ending->n_nodes;
    Node node;
    Actions laid[2];
    if (ending_stopped(ending) || !ROOM(ending, nodes, 1))
        return 0;
    ending->n_nodes++;
    memset(&node, 0, sizeof node);
    memcpy(node.type, type, sizeof node.type);
    if (n > 0)
        add_turn(ending, position, &node, kinds, n);
    else {
        for (int seat = 0; seat < 2; seat++)
            list_actions(ending, position, &node, seat, &laid[seat], id == 0);
        (position->steps == 1 ? add_last : add_both)(ending, position, &node, laid);
    }
    add_data(ending, &node);
    if (!ending->failed)
        ending->nodes[id] = node;
    return id;
}

/* Adds a node, or a value if nothing is hidden any more. */
static uint32_t add_child(TaleEnding *ending, Position *position, const uint8_t type[2])
{
    uint8_t kinds[TALE_ROW + 1];
    if (position->steps > 0 && (type[0] == ANY || type[1] == ANY)) {
        int n = next_turn(ending, position, kinds);
        return add_node(ending, position, type, kinds, n);
    }
    if (!ROOM(ending, values, 1))
        return 0;
    ending->values[ending->n_values] = open_value(ending, position);
    return VALUE | ending->n_values++;
}

/* The packs, with equally many cards. */
typedef struct Packs {
    uint8_t left, cards[2][TALE_LEFT];
} Packs;

/* Number of this pair of hands, from 1. */
static uint8_t number_hands(TaleEnding *ending, const TaleHeld held[2])
{
    uint64_t key = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < held[seat].n; i++)
            key += mix64((uint64_t)(held[seat].cards[i] << 1 | seat) + 1000);
    for (int i = 0; i < ending->n_hands; i++)
        if (ending->hands[i] == key)
            return (uint8_t)(i + 1);
    assert(ending->n_hands < HANDS);
    ending->hands[ending->n_hands++] = key;
    return (uint8_t)ending->n_hands;
}

/* Both pick and pass; a last card goes into the hand by itself. */
static void pick_pair(TaleEnding *ending, const int kinds[2], Packs *packs, Position *position)
{
    Packs before = *packs;
    uint8_t n = packs->left;
    for (int seat = 0; seat < 2; seat++) {
        TaleHeld *held = &position->held[seat];
        uint8_t left = n, *pack = packs->cards[seat ^ 1];
        memcpy(pack, before.cards[seat], n);
        take_card(pack, &left, kinds[seat]);
        held->cards[held->n++] = (uint8_t)kinds[seat];
        packs->left = left;
    }
    if (packs->left > 1)
        return;
    for (int seat = 0; seat < 2; seat++)
        position->held[seat].cards[position->held[seat].n++] = packs->cards[seat][0];
    position->held[0].picks = position->held[1].picks = number_hands(ending, position->held);
}

/* Adds the node of a pick, a choice of both among known cards, with all that follows; returns
 * its index. */
static uint32_t add_picks(TaleEnding *ending, const Packs *packs, const Position *position,
                          const uint8_t type[2])
{
    Node node = {.kind = NODE_BOTH, .type = {type[0], type[1]}};
    uint8_t names[2][MAX_CHOICES];
    uint32_t id = ending->n_nodes;
    for (int seat = 0; seat < 2; seat++)
        node.n[seat] = (uint8_t)list_names(packs->cards[seat], packs->left, names[seat]);
    if (id == 0)
        memcpy(ending->choices, names, sizeof names);
    int columns = count_actions(ending, &node, 1), n = count_actions(ending, &node, 0) * columns;
    if (!ROOM(ending, nodes, 1) || !ROOM(ending, children, (uint32_t)n))
        return 0;
    node.first = ending->n_children;
    ending->n_nodes++;
    ending->n_children += (uint32_t)n;
    for (int i = 0; i < n; i++)
        ending->children[node.first + (uint32_t)i] = NONE;
    for (int i = 0; i < node.n[0]; i++)
        for (int j = 0; j < node.n[1] && !ending->failed; j++) {
            Packs after = *packs;
            Position next = *position;
            pick_pair(ending, (int[2]){names[0][i], names[1][j]}, &after, &next);
            uint32_t child = after.left > 1 ? add_picks(ending, &after, &next, type)
                                            : add_child(ending, &next, type);
            ending->children[node.first + (uint32_t)(i * columns + j)] = child;
        }
    add_data(ending, &node);
    ending->nodes[id] = node;
    return id;
}

/* Adds the root; ending->choices keeps the moves. */
static void add_root(TaleEnding *ending, const TaleKnown *known, Position *position,
                     const uint8_t type[2])
{
    const TaleTurn *turn = &position->turns[0];
    int n = 0;
    ending->turn = TALE_MOVE_PLAY;
    if (known->left) {
        Packs packs = {.left = known->left};
        memcpy(packs.cards, known->packs, sizeof packs.cards);
        ending->turn = TALE_MOVE_PICK;
        add_picks(ending, &packs, position, type);
        return;
    }
    if (position->n > 0) {
        for (uint64_t names = tale_rows_choices(ending->rows, position->row[turn->seat], turn);
             names; names &= names - 1)
            ending->choices[turn->seat][n++] = (uint8_t)__builtin_ctzll(names);
        ending->turn = turn->unflip ? TALE_MOVE_UNFLIP : TALE_MOVE_FLIP;
        add_node(ending, position, type, ending->choices[turn->seat], n);
        return;
    }
    for (int seat = 0; seat < 2; seat++)
        list_names(position->held[seat].cards, position->held[seat].n, ending->choices[seat]);
    add_node(ending, position, type, NULL, 0);
}

/* Sets the types and their numbers of copies; returns their names. */
static uint64_t set_types(TaleEnding *ending, const TaleKnown *known)
{
    uint64_t names = 0;
    assert(ending->types == 0);
    for (int kind = 0; kind < TALE_KINDS; kind++)
        if (known->pool[kind]) {
            ending->count[ending->types] = known->pool[kind];
            ending->kinds[ending->types++] = (uint8_t)kind;
            names |= (uint64_t)1 << kind;
        }
    return names;
}

static void set_root(TaleEnding *ending, const TaleState *state, const TaleKnown *known,
                     Position *root)
{
    memset(root, 0, sizeof *root);
    root->steps = (uint8_t)(known->left ? TALE_STEPS : TALE_STEPS - state->step);
    if (state->group != TALE_NOTHING) {
        root->steps--;
        root->n = (uint8_t)tale_rows_pending(state, root->turns);
    }
    for (int seat = 0; seat < 2; seat++) {
        root->row[seat] = tale_rows_root(ending->rows, state, seat);
        root->held[seat].n = known->n[seat];
        root->held[seat].hides = known->hidden >> seat & 1;
        memcpy(root->held[seat].cards, known->hand[seat], known->n[seat]);
    }
}

/* 0 if memory is out. */
static int set_rows(TaleEnding *ending, const TaleState *state, const TaleKnown *known)
{
    uint64_t cards[2], types = set_types(ending, known), packs = 0;
    for (int i = 0; i < 2 * known->left; i++)
        packs |= (uint64_t)1 << known->packs[i / known->left][i % known->left];
    for (int seat = 0; seat < 2; seat++) {
        cards[seat] = packs | (known->hidden >> seat & 1 ? types : 0);
        for (int i = 0; i < known->n[seat]; i++)
            cards[seat] |= (uint64_t)1 << known->hand[seat][i];
    }
    ending->rows = tale_rows_new(state, cards, types, ROWS);
    if (!ending->rows)
        memory_out(ending->clock->progress);
    return ending->rows != NULL;
}

TaleEnding *tale_ending_new(const TaleState *state, const TaleKnown *known, uint32_t nodes,
                            Clock *clock)
{
    TaleEnding *ending = memory_zeroed(1, sizeof *ending, clock->progress);
    uint8_t type[2];
    Position root;
    if (!ending)
        return NULL;
    ending->clock = clock;
    ending->limit = nodes;
    ending->whole = 1;
    ending->seat = (uint8_t)tale_to_act(state);
    ending->draws = state->top < state->n_deck;
    if (set_rows(ending, state, known)) {
        set_root(ending, state, known, &root);
        for (int seat = 0; seat < 2; seat++)
            type[seat] = known->hidden >> seat & 1 ? ANY : NOTHING;
        add_root(ending, known, &root, type);
        if (!ending->failed && !ending->rows->failed)
            ending->data = memory_zeroed(ending->n_data + 1, sizeof *ending->data, clock->progress);
    }
    if (ending->data)
        return ending;
    tale_ending_free(ending);
    return NULL;
}

void tale_ending_free(TaleEnding *ending)
{
    if (!ending)
        return;
    tale_rows_free(ending->rows);
    free(ending->nodes);
    free(ending->children);
    free(ending->payoffs);
    free(ending->values);
    free(ending->data);
    free(ending);
}

uint64_t tale_ending_size(const TaleEnding *ending) { return ending->outcomes; }

int32_t tale_ending_whole(const TaleEnding *ending) { return ending->whole; }

/* ---- passes over the tree ---- */

enum { PASS_IMPROVE, PASS_BEST, PASS_MEAN, PASS_MARGIN };

/* A pass finds the counterfactual value of each type of one seat at every node. It improves the
 * seat's strategy, or plays best responses to the other's average, or follows both averages for
 * payoffs or margins. */
typedef struct Pass {
    TaleEnding *ending;
    int seat, what;
    float weight, keep_above, keep_below;
    float (*root)[TALE_KINDS];  /* gets the value of each action at the root, or NULL */
} Pass;

/* Copies of a type; 1 if nothing is hidden. */
static float count_copies(const TaleEnding *ending, int type)
{
    return type == NOTHING ? 1 : ending->count[type];
}

static int type_at(const Node *node, int seat, int at)
{
    return node_hides(node, seat) ? at : node->type[seat];
}

/* 1 for types that have the last option of a node, laying the hidden card; 0 for others. */
static void open_types(const TaleEnding *ending, const Node *node, int seat, float *open)
{
    int types = support_size(ending, node, seat),
        laying = node->kind != NODE_TURN && node_hides(node, seat);
    for (int t = 0; t < types; t++)
        open[t] = laying ? (float)(node->open[seat] >> t & 1) : 1;
}

/* Strategy of a seat at a node, by option and type: the current one in PASS_IMPROVE, else the
 * average. */
static void strategy_of(const Pass *pass, const Node *node, int seat, float shares[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int types = support_size(ending, node, seat), n = count_options(node, seat);
    const float *data =
        ending->data + node->data[seat] + (pass->what == PASS_IMPROVE ? 0 : n * types);
    float open[TALE_KINDS], sums[TALE_KINDS] = {0}, times[TALE_KINDS], plus[TALE_KINDS];
    open_types(ending, node, seat, open);
    for (int a = 0; a < n; a++)
        for (int t = 0; t < types; t++)
            sums[t] += data[a * types + t] > 0 ? data[a * types + t] : 0;
    for (int t = 0; t < types; t++) {
        times[t] = sums[t] > 0 ? 1 / sums[t] : 0;
        plus[t] = sums[t] > 0 ? 0 : 1 / ((float)(n - 1) + open[t]);
    }
    for (int a = 0; a < n; a++)
        for (int t = 0; t < types; t++) {
            float share = data[a * types + t] > 0 ? data[a * types + t] : 0;
            shares[a][t] = share * times[t] + plus[t];
        }
    for (int t = 0; t < types; t++)
        shares[n - 1][t] *= open[t];
}

/* Updates the regrets of a node's options. */
static void improve_node(const Pass *pass, const Node *node, float gains[][TALE_KINDS],
                         const float *values)
{
    const TaleEnding *ending = pass->ending;
    int types = support_size(ending, node, pass->seat), n = count_options(node, pass->seat);
    float *regrets = ending->data + node->data[pass->seat], open[TALE_KINDS];
    open_types(ending, node, pass->seat, open);
    for (int a = 0; a < n; a++)
        for (int t = 0; t < types; t++) {
            float *regret = &regrets[a * types + t];
            *regret = *regret * (*regret > 0 ? pass->keep_above : pass->keep_below) + gains[a][t] -
                      values[t];
        }
    for (int t = 0; t < types; t++)
        regrets[(n - 1) * types + t] *= open[t];
}

/* Values of a node from the values of its options. */
static void settle_node(const Pass *pass, const Node *node, float gains[][TALE_KINDS],
                        float *values)
{
    const TaleEnding *ending = pass->ending;
    int types = support_size(ending, node, pass->seat), n = count_options(node, pass->seat);
    assert(n > 0 && n <= MAX_CHOICES + 1);
    float shares[MAX_CHOICES + 1][TALE_KINDS], open[TALE_KINDS];
    for (int t = 0; t < types; t++)
        values[t] = pass->what == PASS_BEST ? gains[0][t] : 0;
    if (pass->what == PASS_BEST) {
        open_types(ending, node, pass->seat, open);
        for (int a = 1; a < n; a++)
            for (int t = 0; t < types; t++)
                values[t] =
                    gains[a][t] > values[t] && (a < n - 1 || open[t] > 0) ? gains[a][t] : values[t];
    } else {
        strategy_of(pass, node, pass->seat, shares);
        for (int a = 0; a < n; a++)
            for (int t = 0; t < types; t++)
                values[t] += shares[a][t] * gains[a][t];
    }
    if (pass->what == PASS_IMPROVE && !ending->stopped)
        improve_node(pass, node, gains, values);
    if (pass->root && node == ending->nodes)
        memcpy(pass->root, gains, (size_t)n * sizeof gains[0]);
}

/* Adds the other's strategy to its average; splits the other's reach among its options. */
static void split_reach(const Pass *pass, const Node *node, const float *reach,
                        float after[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat ^ 1, types = support_size(ending, node, seat),
        n = count_options(node, seat);
    float *sums = ending->data + node->data[seat] + n * types;
    strategy_of(pass, node, seat, after);
    for (int a = 0; a < n; a++)
        for (int t = 0; t < types; t++)
            after[a][t] *= reach[t];
    for (int a = 0; pass->what == PASS_IMPROVE && a < n; a++)
        for (int t = 0; t < types; t++)
            sums[a * types + t] += pass->weight * after[a][t];
}

/* The other's reach, summed over all copies of all types. */
static float reach_mass(const TaleEnding *ending, const Node *node, int other, const float *reach)
{
    float sum = 0;
    for (int t = 0; t < support_size(ending, node, other); t++)
        sum += reach[t] * count_copies(ending, type_at(node, other, t));
    return sum;
}

/* The part of it that one's own card of this type takes away: the other cannot hold the same copy. */
static float reach_taken(const TaleEnding *ending, const Node *node, int other, int type,
                         const float *reach)
{
    (void)ending;
    if (node_hides(node, other))
        return type == NOTHING ? 0 : reach[type];
    return type != NOTHING && type == node->type[other] ? reach[0] : 0;
}

/* Payoffs of a table for seat 0, or margins in PASS_MARGIN. */
static const int16_t *table_of(const Pass *pass, const Node *node, int n, int16_t *margins)
{
    const int16_t *payoffs = pass->ending->payoffs + node->first;
    if (pass->what != PASS_MARGIN)
        return payoffs;
    for (int i = 0; i < n; i++)
        margins[i] = (int16_t)margin_of(payoffs[i]);
    return margins;
}

/* Values of the seat's actions if the other's actions have these weights. */
static void add_up(int seat, const int16_t *table, int own, int his, const float *sums, float *all)
{
    memset(all, 0, (size_t)own * sizeof *all);
    for (int i = 0; seat == 0 && i < own; i++)
        for (int j = 0; j < his; j++)
            all[i] += (float)table[i * his + j] * sums[j];
    for (int j = 0; seat == 1 && j < his; j++)
        for (int i = 0; i < own; i++)
            all[i] -= (float)table[j * own + i] * sums[j];
}

/* Row (or column) of a type in a table. */
static int row_of(const Node *node, int seat, int type)
{
    assert(type >= 0 && type < TALE_KINDS);
    return node->n[seat] + __builtin_popcountll(node->open[seat] & (((uint64_t)1 << type) - 1));
}

static void visit_last(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, own = last_actions(node, seat),
        his = last_actions(node, other);
    int known = node->n[seat], his_known = node->n[other], hidden = node_hides(node, other);
    int types = support_size(ending, node, seat), row = known;
    float after[MAX_CHOICES + 1][TALE_KINDS], gains[MAX_CHOICES + 1][TALE_KINDS], sums[MAX_ACTIONS],
        all[MAX_ACTIONS];
    int16_t margins[MAX_ACTIONS * MAX_ACTIONS];
    const int16_t *table = table_of(pass, node, own * his, margins);
    float sign = seat ? -1 : 1;
    /* in the table: to the other's next action, to its own next one */
    int step = seat ? own : 1, stride = seat ? 1 : his;
    split_reach(pass, node, reach, after);
    for (int b = 0; b < his_known; b++)
        sums[b] = reach_mass(ending, node, other, after[b]);
    for (uint64_t rest = hidden ? node->open[other] : 0, b = 0; rest; rest &= rest - 1, b++) {
        int t = __builtin_ctzll(rest);
        sums[his_known + (int)b] = after[his_known][t] * ending->count[t];
    }
    add_up(seat, table, own, his, sums, all);
    for (int t = 0; t < types; t++) {
        int type = type_at(node, seat, t),
            open = node_hides(node, seat) && node->open[seat] >> t & 1;
        int alone = type == NOTHING || (!hidden && type != node->type[other]);
        int at = !alone && hidden && node->open[other] >> type & 1 ? row_of(node, other, type) : -1;
        gains[known][t] = 0;
        for (int a = 0; a < known + open; a++) {
            int action = a < known ? a : row;
            const int16_t *payoffs = table + action * stride;
            float less = 0;
            for (int b = 0; !alone && b < his_known; b++)
                less += (float)payoffs[b * step] * after[b][hidden ? type : 0];
            if (at >= 0)
                less += (float)payoffs[at * step] * after[his_known][type];
            gains[a][t] = all[action] - sign * less;
        }
        row += open;
    }
    settle_node(pass, node, gains, values);
}

/* Strategy of one information set with n options; data: its regrets, then sums of strategies. */
static void shares_of(const Pass *pass, const float *data, int n, float *shares)
{
    float sum = 0;
    data += pass->what == PASS_IMPROVE ? 0 : n;
    for (int a = 0; a < n; a++)
        sum += shares[a] = data[a] > 0 ? data[a] : 0;
    for (int a = 0; a < n; a++)
        shares[a] = sum > 0 ? shares[a] / sum : 1 / (float)n;
}

/* Value of an information set from the values of its options; updates the regrets. */
static float settle_set(const Pass *pass, float *data, int n, const float *gains)
{
    float shares[MAX_CHOICES + 1], value = 0, best = gains[0];
    shares_of(pass, data, n, shares);
    for (int a = 0; a < n; a++) {
        value += shares[a] * gains[a];
        best = gains[a] > best ? gains[a] : best;
    }
    for (int a = 0; pass->what == PASS_IMPROVE && !pass->ending->stopped && a < n; a++)
        data[a] = data[a] * (data[a] > 0 ? pass->keep_above : pass->keep_below) + gains[a] - value;
    return pass->what == PASS_BEST ? best : value;
}

/* Adds a strategy to the average of an information set, in PASS_IMPROVE. */
static void add_sums(const Pass *pass, float *data, int n, const float *shares, float reach)
{
    for (int a = 0; pass->what == PASS_IMPROVE && a < n; a++)
        data[n + a] += pass->weight * reach * shares[a];
}

/* The last choice if only one seat hides a card, for that seat. All types that lay known cards
 * only share an information set. */
static void one_sided_hider(const Pass *pass, const Node *node, const int16_t *table,
                            const float *reach, float *values)
{
    TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, known = node->n[seat], his = node->n[other],
        laid = node->type[other];
    int rows = last_actions(node, seat);
    float shares[MAX_CHOICES + 1], all[MAX_ACTIONS], gains[MAX_CHOICES + 1],
        *data = ending->data + node->data[0];
    shares_of(pass, ending->data + node->data[1], his, shares);
    add_sums(pass, ending->data + node->data[1], his, shares, *reach);
    for (int b = 0; b < his; b++)
        shares[b] *= *reach * count_copies(ending, laid);
    for (int a = 0; a < rows; a++) {
        all[a] = 0;
        for (int b = 0; b < his; b++)
            all[a] += (float)(seat ? -table[b * rows + a] : table[a * his + b]) * shares[b];
    }
    memcpy(gains, all, (size_t)known * sizeof *gains);
    float value = settle_set(pass, data, known, gains);
    data += 2 * known;
    for (int t = 0, row = known; t < ending->types; t++) {
        values[t] = value;
        if (node->open[seat] >> t & 1) {
            gains[known] = all[row++];
            values[t] = settle_set(pass, data, known + 1, gains);
            data += 2 * (known + 1);
        }
        if (t == laid)
            values[t] *= 1 - 1 / count_copies(ending, laid);
    }
}

/* The same for the other seat. */
static void one_sided_other(const Pass *pass, const Node *node, const int16_t *table,
                            const float *reach, float *values)
{
    TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, known = node->n[other], own = node->n[seat],
        laid = node->type[seat];
    int rows = known, plain = known;
    float shares[MAX_CHOICES + 1], sums[MAX_ACTIONS] = {0}, gains[MAX_CHOICES] = {0}, rest = 0,
                                   ways = 0;
    float *data = ending->data + node->data[0] + 2 * known;
    for (int t = 0; t < ending->types; t++) {
        float mass = reach[t] * (ending->count[t] - (float)(t == laid));
        if (!(node->open[other] >> t & 1)) {
            rest += mass;
            ways += reach[t] * ending->count[t];
            continue;
        }
        shares_of(pass, data, known + 1, shares);
        add_sums(pass, data, known + 1, shares, reach[t]);
        for (int a = 0; a < known; a++)
            sums[a] += mass * shares[a];
        sums[rows++] = mass * shares[known];
        data += 2 * (known + 1);
    }
    shares_of(pass, ending->data + node->data[0], plain, shares);
    add_sums(pass, ending->data + node->data[0], plain, shares, ways);
    for (int a = 0; a < known; a++)
        sums[a] += rest * shares[a];
    for (int a = 0; a < rows; a++)
        for (int b = 0; b < own; b++)
            gains[b] += (float)(seat ? -table[a * own + b] : table[b * rows + a]) * sums[a];
    *values = settle_set(pass, ending->data + node->data[1], own, gains);
}

static void visit_one_sided(const Pass *pass, const Node *node, const float *reach, float *values)
{
    int16_t margins[MAX_ACTIONS * MAX_CHOICES];
    int n = last_actions(node, 0) * last_actions(node, 1);
    const int16_t *table = table_of(pass, node, n, margins);
    (pass->seat == node->mover ? one_sided_hider : one_sided_other)(pass, node, table, reach,
                                                                    values);
}

static void visit_node(const Pass *pass, uint32_t id, const float *reach, float *values);

/* Counterfactual value of a child that is a value, for these types. */
static float child_worth(const Pass *pass, uint32_t child, int type, int other, float reach)
{
    const Value *value = &pass->ending->values[child & ~VALUE];
    float payoff = pass->what == PASS_MARGIN ? value->margin : value->payoff;
    float ways = count_copies(pass->ending, other) - (float)(type == other && type != NOTHING);
    return (pass->seat ? -payoff : payoff) * ways * reach;
}

/* Adds the value of a pair of actions to the gains of the seat's action. */
static void visit_pair(const Pass *pass, const Node *node, int own, int his,
                       float after[][TALE_KINDS], float gains[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, columns = count_actions(ending, node, 1);
    uint32_t child =
        ending
            ->children[node->first + (uint32_t)(seat ? his * columns + own : own * columns + his)];
    int known = node->n[seat], his_known = node->n[other];
    float below[TALE_KINDS], *gain = own < known ? gains[own] : &gains[known][own - known];
    const float *reach = his < his_known ? after[his] : &after[his_known][his - his_known];
    if (child == NONE)
        return;
    if (child & VALUE) {
        *gain += child_worth(pass, child, own < known ? node->type[seat] : own - known,
                             his < his_known ? node->type[other] : his - his_known, *reach);
        return;
    }
    visit_node(pass, child, reach, below);
    for (int t = 0; t < (own < known ? support_size(ending, node, seat) : 1); t++)
        gain[t] += below[t];
}

/* Whether the other ever takes this action. */
static int action_comes(const TaleEnding *ending, const Node *node, int other, int his,
                        float after[][TALE_KINDS])
{
    if (his >= node->n[other])
        return after[node->n[other]][his - node->n[other]] > 0;
    for (int t = 0; t < support_size(ending, node, other); t++)
        if (after[his][t] > 0)
            return 1;
    return 0;
}

static void visit_both(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1;
    float after[MAX_CHOICES + 1][TALE_KINDS], gains[MAX_CHOICES + 1][TALE_KINDS];
    memset(gains, 0, sizeof gains);
    split_reach(pass, node, reach, after);
    for (int his = 0; his < count_actions(ending, node, other); his++)
        if (action_comes(ending, node, other, his, after))
            for (int own = 0; own < count_actions(ending, node, seat); own++)
                visit_pair(pass, node, own, his, after, gains);
    settle_node(pass, node, gains, values);
}

static void visit_turned(const Pass *pass, const Node *node, int a, const float *reach,
                         float *values)
{
    uint32_t child = pass->ending->children[node->first + (uint32_t)a];
    if (child & VALUE)
        *values =
            child_worth(pass, child, node->type[pass->seat], node->type[pass->seat ^ 1], *reach);
    else
        visit_node(pass, child, reach, values);
}

static void visit_turn(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int n = node->n[node->mover], types = support_size(ending, node, pass->seat);
    float after[MAX_CHOICES + 1][TALE_KINDS], gains[MAX_CHOICES + 1][TALE_KINDS], below[TALE_KINDS];
    if (node->mover == pass->seat) {
        for (int a = 0; a < n; a++)
            visit_turned(pass, node, a, reach, gains[a]);
        settle_node(pass, node, gains, values);
        return;
    }
    split_reach(pass, node, reach, after);
    memset(values, 0, (size_t)types * sizeof *values);
    for (int a = 0; a < n; a++) {
        visit_turned(pass, node, a, after[a], below);
        for (int t = 0; t < types; t++)
            values[t] += below[t];
    }
}

/* Counterfactual values of all types of the pass's seat; reach: probability that each type of
 * the other plays to this node. All 0 once time is out. */
static void visit_node(const Pass *pass, uint32_t id, const float *reach, float *values)
{
    static void (*const visits[])(const Pass *, const Node *, const float *,
                                  float *) = {[NODE_LAST] = visit_last,
                                              [NODE_ONE_SIDED] = visit_one_sided,
                                              [NODE_BOTH] = visit_both,
                                              [NODE_TURN] = visit_turn};
    TaleEnding *ending = pass->ending;
    const Node *node = &ending->nodes[id];
    if ((++ending->visits & 255) == 0 && clock_over(ending->clock, ending->outcomes))
        ending->stopped = 1;
    if (ending->stopped)
        memset(values, 0, (size_t)support_size(ending, node, pass->seat) * sizeof *values);
    else
        visits[node->kind](pass, node, reach, values);
}

/* Expected payoff of the pass's seat. */
static double visit_all(const Pass *pass)
{
    const TaleEnding *ending = pass->ending;
    const Node *root = ending->nodes;
    float reach[TALE_KINDS], values[TALE_KINDS];
    double sum = 0, ways = 0;
    for (int t = 0; t < TALE_KINDS; t++)
        reach[t] = 1;
    visit_node(pass, 0, reach, values);
    for (int t = 0; t < support_size(ending, root, pass->seat); t++) {
        int type = type_at(root, pass->seat, t), other = pass->seat ^ 1;
        double here = count_copies(ending, type);
        sum += here * values[t];
        ways += here * (reach_mass(ending, root, other, reach) -
                        reach_taken(ending, root, other, type, reach));
    }
    return sum / ways;
}

uint32_t tale_ending_run(TaleEnding *ending, uint32_t iterations)
{
    assert(ending->data);
    for (uint32_t i = 0; i < iterations; i++) {
        float t = (float)++ending->iterations, power = t * sqrtf(t);
        for (int seat = 0; seat < 2; seat++)
            visit_all(&(Pass){ending, seat, PASS_IMPROVE, t * t, power / (power + 1), 0.5f, NULL});
        if (ending->stopped)
            return i;
    }
    return iterations;
}

double tale_ending_exploitability(TaleEnding *ending, double *value)
{
    double first = visit_all(&(Pass){.ending = ending, .seat = 0, .what = PASS_BEST});
    double second = visit_all(&(Pass){.ending = ending, .seat = 1, .what = PASS_BEST});
    if (value)
        *value = visit_all(&(Pass){.ending = ending, .seat = 0, .what = PASS_MEAN});
    return first + second > 0 ? (first + second) / 2 : 0; /* rounding */
}

/* ---- answers ---- */

/* own: the card that the seat hides. */
static uint32_t move_of(const TaleEnding *ending, int seat, int action, int own)
{
    const Node *root = ending->nodes;
    assert(action >= 0);
    return tale_move(ending->turn, action < root->n[seat] ? ending->choices[seat][action] : own, 0,
                     0, 0);
}

int32_t tale_ending_moves(TaleEnding *ending, int seat, int own, TaleEndMove moves[TALE_END_MOVES])
{
    const Node *root = ending->nodes;
    float payoffs[MAX_CHOICES + 1][TALE_KINDS], margins[MAX_CHOICES + 1][TALE_KINDS],
        shares[MAX_CHOICES + 1][TALE_KINDS];
    float reach[TALE_KINDS];
    int t = 0, closed = 0;
    Pass mean = {.ending = ending, .seat = seat, .what = PASS_MEAN, .root = payoffs};
    Pass margin = {.ending = ending, .seat = seat, .what = PASS_MARGIN, .root = margins};
    visit_all(&mean);
    visit_all(&margin);
    strategy_of(&mean, root, seat, shares);
    for (int i = 0; i < TALE_KINDS; i++)
        reach[i] = 1;
    assert(own == NO_KIND || own < TALE_KINDS);
    if (node_hides(root, seat)) {
        while (ending->kinds[t] != own)
            t++;
        closed = root->kind != NODE_TURN && !(root->open[seat] >> t & 1);
    }
    float ways = reach_mass(ending, root, seat ^ 1, reach) -
                 reach_taken(ending, root, seat ^ 1, type_at(root, seat, t), reach);
    int n = count_options(root, seat) - closed;
    for (int a = 0; a < n; a++)
        moves[a] = (TaleEndMove){move_of(ending, seat, a, own), shares[a][t], payoffs[a][t] / ways,
                                 margins[a][t] / ways};
    return n;
}
