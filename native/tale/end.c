/* end.c: the last stage of Fairy Tale for two, and the last picks before it, solved (rules: tale, course).
 *
 * With two seats each has seen every pack; of the other's five cards only the first pick is hidden, and that only
 * until it is laid. So the stage is a zero-sum game of at most three simultaneous choices, flips in between, and one
 * hidden card a side, its "type". Prior: both types drawn at random from the cards that neither has seen in the
 * other's hands ("pool"), the asking seat's own card among them.
 *
 * The last pick and the one before it are from cards that both know: choices of both above the stage, with a tree for
 * all that was picked. What is remembered of rows is told apart by the hands, since equal rows then stand for others.
 *
 * Tree: public histories. An action is a known card or "my hidden card is an X and I lay it", which ends the hiding;
 * a copy of a known card counts as the known one. Positions are pairs of rows (rows.c), so that a step costs a
 * look-up. Three kinds of nodes, and values:
 *   last    the third choice: a table of payoffs; flips after it are open and solved by turns
 *   both    an earlier choice of both, or a pick
 *   turn    a flip or unflip of one seat
 *   value   the end, or nothing hidden any more: what is left is a game of open cards, solved from the end by matrix
 *           games (matrix.c); remembered by both rows
 * Payoffs are the margin, and TALE_WIN for the win. Where each seat has one best row to come to against a pair of
 * last cards, whatever the other does, that pair's payoff is their margin.
 *
 * A flip or a card that is never better than another one of the same seat (tale_rows_better) is left out, but for the
 * first choices of the seat that asks. That loses nothing: the other could always answer as if the better one had
 * been chosen. With the basic cards trees are 13 to 110 times as small (14 matches; 1.2 to 24 million outcomes).
 * In a third choice where only one seat hides a card, all types that only lay known cards are one ("half").
 *
 * Tried and dropped: leaving conditions for the most of something out of the comparison where the counts are far
 * apart; hardly a node fewer.
 *
 * Method: discounted regret minimisation (Brown and Sandholm 2019: 1.5, 0.5, 2), both sides in turn, vectors over
 * types. The two types come from one pool without putting back: a sum over the other's types is that of all, less
 * the copy that the own type takes away.
 *
 * Cards drawn in this stage are not played in the tree; where that may cut something off, it is not "whole". */

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
#define CHOICES 12              /* known cards of a hand, or of one side of a row */
#define ACTIONS (CHOICES + TALE_KINDS)
#define ROWS 400000             /* at most */
#define VALUES (1u << 16)       /* open games remembered */
#define HANDS 36                /* ways of the last two picks */

enum { NODE_LAST, NODE_HALF, NODE_BOTH, NODE_TURN };

typedef struct Node {
    uint8_t kind, mover;        /* mover: the seat of a turn; in a half that which hides */
    uint8_t type[2];            /* ANY, NOTHING, or the type that was laid */
    uint8_t n[2];               /* known cards to choose from */
    uint64_t open[2];           /* types that are no copy of a known card, one bit each */
    uint32_t first;             /* of its children or payoffs, row by row: seat 0's actions */
    uint32_t data[2];           /* regrets, then sums of strategies */
} Node;

typedef struct Value {
    float payoff, margin;       /* for seat 0 */
} Value;

/* A position: rows, what may still be laid, and flips that are due. */
typedef struct Spot {
    uint32_t row[2];
    TaleHeld held[2];
    uint8_t steps;              /* choices still to come */
    uint8_t at, n;              /* of the turns */
    TaleTurn turns[TALE_TURNS];
} Spot;

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
    uint8_t stopped;            /* a pass was broken off */
    uint8_t failed, whole, draws; /* draws: cards may still be drawn */
    uint8_t turn, choices[2][CHOICES]; /* at the root: what moves do (TALE_MOVE_...), and names to choose from */
    uint8_t seat;               /* that asks */
    int types, n_hands;
    uint64_t hands[HANDS];      /* that the last picks may lead to, by a key of both */
    uint8_t kinds[TALE_KINDS];  /* of the types */
    float count[TALE_KINDS];
    struct {
        uint64_t key;           /* of both rows; 0: empty */
        Value value;
    } open[VALUES];
};

/* ---- what both know ---- */

/* Takes one card of this name out of a list; 0 where there is none. */
static int take_card(uint8_t *cards, uint8_t *n, int kind)
{
    uint8_t *card = memchr(cards, kind, *n);
    if (!card)
        return 0;
    memmove(card, card + 1, (size_t)(cards + --*n - card));
    return 1;
}

/* Cards that a seat picked in a draft where the other could watch: all but the first, up to this round. */
static int watched_picks(const TaleState *state, int draft, int seat, int rounds, uint8_t *cards)
{
    assert(rounds > 0 && rounds <= TALE_PACK);
    for (int round = 1; round < rounds; round++)
        cards[round - 1] = state->deck[state->base[draft] + TALE_PACK * tale_pack(state, draft, seat, round) + round];
    return rounds - 1;
}

/* Takes the plays of a draft out of what the other knew of the hand; returns the number of others, in `unknown`. */
static int unknown_plays(const TaleState *state, int draft, int seat, uint8_t *cards, uint8_t *n, uint8_t *unknown)
{
    int found = 0;
    for (int laid = draft * TALE_STEPS; laid < state->laid && laid < (draft + 1) * TALE_STEPS; laid++)
        if (!take_card(cards, n, state->played[seat][laid]))
            unknown[found++] = state->played[seat][laid];
    return found;
}

/* Cards that no other may hold: the asking seat's own, what it watched, what the other laid besides. */
static void count_pool(const TaleState *world, int seat, TaleKnown *known)
{
    int other = seat ^ 1;
    uint8_t cards[TALE_HAND], unknown[TALE_STEPS], n;
    TaleView view;
    tale_view(world, seat, &view);
    memcpy(known->pool, view.pool, sizeof known->pool);
    for (int draft = 0; draft < TALE_DRAFTS; draft++) {
        n = (uint8_t)watched_picks(world, draft, other, TALE_PACK, cards);
        for (int i = unknown_plays(world, draft, other, cards, &n, unknown); i-- > 0;)
            known->pool[unknown[i]]--;
    }
    if (known->own != NO_KIND)
        known->pool[known->own]++;
}

/* Cards in each pack at one of the last two picks of the match, else 0. */
static uint8_t packs_left(const TaleState *world)
{
    int left = TALE_PACK - world->step;
    return (uint8_t)(world->stage == 2 * TALE_DRAFTS - 1 && left <= TALE_LEFT ? left : 0);
}

/* The pack that a seat picks from. */
static void note_pack(const TaleState *world, int draft, int seat, uint8_t pack[TALE_LEFT])
{
    int round = world->step;
    const uint8_t *from = world->deck + world->base[draft] + TALE_PACK * tale_pack(world, draft, seat, round) + round;
    memcpy(pack, from, (size_t)(TALE_PACK - round));
}

int32_t tale_known(const TaleState *world, int seat, TaleKnown *known)
{
    int draft = TALE_DRAFTS - 1, last = 2 * TALE_DRAFTS;
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
        known->n[s] = (uint8_t)watched_picks(world, draft, s, known->left ? world->step : TALE_PACK, known->hand[s]);
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

/* What a final margin counts for seat 0: a win counts TALE_WIN besides. */
static int payoff_of(int margin) { return margin + (margin > 0 ? TALE_WIN : margin < 0 ? -TALE_WIN : 0); }

/* The margin behind a payoff. */
static int margin_of(int payoff) { return payoff - (payoff > 0 ? TALE_WIN : payoff < 0 ? -TALE_WIN : 0); }

/* Lays a pair of cards; one that is not among the known ones is the hidden one. */
static void lay_pair(TaleEnding *ending, const Spot *spot, int kind, int other, Spot *next)
{
    int kinds[2] = {kind, other};
    unsigned hunted;
    assert(spot->steps > 0);
    *next = *spot;
    next->steps--;
    next->at = 0;
    next->n = (uint8_t)tale_rows_turns(ending->rows, kinds, next->turns, &hunted);
    for (int seat = 0; seat < 2; seat++) {
        TaleHeld *held = &next->held[seat];
        if (!take_card(held->cards, &held->n, kinds[seat]))
            held->hides = 0;
        next->row[seat] = tale_rows_with(ending->rows, spot->row[seat], kinds[seat], !(hunted >> seat & 1));
    }
}

/* The position after the turn that is due turned this name over. */
static void turn_over(TaleEnding *ending, const Spot *spot, int kind, Spot *next)
{
    const TaleTurn *turn = &spot->turns[spot->at];
    assert(spot->at < spot->n);
    *next = *spot;
    next->row[turn->seat] = tale_rows_turned(ending->rows, spot->row[turn->seat], kind, turn->unflip);
    next->at++;
}

/* Names that lie in a row, and that a seat may lay. */
static uint64_t names_lying(const TaleEnding *ending, const Spot *spot, int seat)
{
    const TaleRow *row = &ending->rows->list[spot->row[seat]];
    return row->side[0] | row->side[1];
}

/* Names that a seat may still lay, hidden ones included; none after the last step. */
static uint64_t names_held(const TaleEnding *ending, const Spot *spot, int seat)
{
    const TaleHeld *held = &spot->held[seat];
    uint64_t names = held->hides ? ending->rows->types : 0;
    if (spot->steps == 0)
        return 0;
    for (int i = 0; i < held->n; i++)
        names |= (uint64_t)1 << held->cards[i];
    return names;
}

/* What a seat has to reckon with that may lay one of these cards. */
static TaleFacing facing_of(const TaleEnding *ending, const Spot *spot, int seat, uint64_t own)
{
    uint64_t other = names_held(ending, spot, seat ^ 1);
    uint64_t names = own | other | names_lying(ending, spot, 0) | names_lying(ending, spot, 1);
    return (TaleFacing){tale_rows_mosts(ending->rows, names), tale_rows_classes(ending->rows, seat ^ 1, other)};
}

/* Cards that are worth turning over: none of them is beaten by another, whatever comes. */
static int worth_turning(TaleEnding *ending, const Spot *spot, uint64_t names, uint8_t *kinds)
{
    const TaleTurn *turn = &spot->turns[spot->at];
    uint32_t after[TALE_ROW + 1];
    int n = 0, seat = turn->seat;
    TaleFacing against = facing_of(ending, spot, seat, names_held(ending, spot, seat));
    for (; names; names &= names - 1) {
        int kind = __builtin_ctzll(names), beaten = 0, kept = 0;
        uint32_t row = tale_rows_turned(ending->rows, spot->row[seat], kind, turn->unflip);
        for (int i = 0; i < n && !beaten; i++)
            beaten = tale_rows_better(ending->rows, seat, after[i], row, spot->turns, spot->n, spot->at + 1,
                                      &spot->held[seat], spot->steps, against);
        if (beaten)
            continue;
        for (int i = 0; i < n; i++)
            if (!tale_rows_better(ending->rows, seat, row, after[i], spot->turns, spot->n, spot->at + 1,
                                  &spot->held[seat], spot->steps, against)) {
                after[kept] = after[i];
                kinds[kept++] = kinds[i];
            }
        after[kept] = row;
        kinds[kept] = (uint8_t)kind;
        n = kept + 1;
    }
    return n;
}

/* Goes on to the next turn with a choice; returns the number of its choices, 0 when no turns are left. */
static int next_turn(TaleEnding *ending, Spot *spot, uint8_t *kinds)
{
    for (; spot->at < spot->n && !ending->rows->failed; spot->at++) {
        const TaleTurn *turn = &spot->turns[spot->at];
        uint64_t names = tale_rows_choices(ending->rows, spot->row[turn->seat], turn);
        int n = names ? worth_turning(ending, spot, names, kinds) : 0;
        if (n > 1)
            return n;
        if (n == 1)
            spot->row[turn->seat] = tale_rows_turned(ending->rows, spot->row[turn->seat], kinds[0], turn->unflip);
    }
    return 0;
}

/* Payoff after the last cards lie there: flips by turns, each seat for itself. */
static int last_outcome(TaleEnding *ending, Spot *spot)
{
    uint8_t kinds[TALE_ROW + 1];
    int best = 0, n = next_turn(ending, spot, kinds);
    if (n == 0)
        return payoff_of(tale_rows_margin(ending->rows, spot->row[0], spot->row[1]));
    for (int i = 0; i < n; i++) {
        Spot next;
        turn_over(ending, spot, kinds[i], &next);
        int value = last_outcome(ending, &next);
        if (i == 0 || (spot->turns[spot->at].seat ? value < best : value > best))
            best = value;
    }
    return best;
}

/* ---- the third choice ---- */

/* Cards that a seat may lay last; NO_KIND: no such action. */
typedef struct Laid {
    int n, kinds[ACTIONS];
} Laid;

/* Payoff of a pair of last cards: best rows where each seat has one, whatever the other does; else turn by turn. */
static int last_payoff(TaleEnding *ending, const Spot *spot, int kind, int his, unsigned mosts)
{
    TaleRows *rows = ending->rows;
    uint32_t mine = tale_rows_last(rows, spot->row[0], 0, kind, rows->sample[1][rows->class[1][his]], mosts);
    uint32_t other = tale_rows_last(rows, spot->row[1], 1, his, rows->sample[0][rows->class[0][kind]], mosts);
    Spot next;
    if (mine && other)
        return payoff_of(tale_rows_margin(rows, mine, other));
    lay_pair(ending, spot, kind, his, &next);
    return last_outcome(ending, &next);
}

/* Payoffs of every pair of last cards. */
static void last_payoffs(TaleEnding *ending, const Spot *spot, const Laid laid[2], int16_t *payoffs)
{
    TaleRows *rows = ending->rows;
    uint64_t names = names_lying(ending, spot, 0) | names_lying(ending, spot, 1);
    for (int i = 0; i < laid[0].n; i++)
        for (int j = 0; j < laid[1].n; j++, payoffs++) {
            int kind = laid[0].kinds[i], his = laid[1].kinds[j];
            *payoffs = 0;
            if (kind == NO_KIND || his == NO_KIND || rows->failed)
                continue;
            uint64_t pair = names | (uint64_t)1 << kind | (uint64_t)1 << his;
            *payoffs = (int16_t)last_payoff(ending, spot, kind, his, tale_rows_mosts(rows, pair));
        }
}

/* Room for n more elements; 0 when there is none. */
#define ROOM(ending, list, n) \
    ((ending)->n_##list + (n) <= (ending)->cap_##list || \
     make_room(ending, &(ending)->cap_##list, &(ending)->list, (ending)->n_##list + (n), sizeof *(ending)->list))

/* list: where the pointer to the block lies. */
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

/* The different names among n cards, ascending, CHOICES at most; their number. */
static int list_names(const uint8_t *cards, int n, uint8_t *kinds)
{
    int found = 0;
    uint64_t names = 0;
    for (int i = 0; i < n; i++)
        names |= (uint64_t)1 << cards[i];
    for (; names && found < CHOICES; names &= names - 1)
        kinds[found++] = (uint8_t)__builtin_ctzll(names);
    return found;
}

/* Laying `by` is no worse than laying `kind`. What a card draws is not looked at. */
static int card_beaten(TaleEnding *ending, const Spot *spot, int seat, int kind, int by)
{
    const TaleHeld *held = &spot->held[seat];
    uint64_t own = (uint64_t)1 << kind | (uint64_t)1 << by, known = 0;
    for (int i = 0; i < held->n; i++)
        known |= (uint64_t)1 << held->cards[i];
    if (spot->steps > 1)
        own |= known >> kind & 1 ? names_held(ending, spot, seat) : known;
    if (ending->draws && spot->steps > 1 && ending->rows->scratch.cards[kind].effect == TALE_DRAW)
        return 0;
    return tale_rows_beaten(ending->rows, spot->row[seat], seat, kind, by, held, spot->steps,
                            facing_of(ending, spot, seat, own));
}

/* Known cards of a seat without those that are beaten by others. */
static int known_choices(TaleEnding *ending, const Spot *spot, int seat, uint8_t *kinds)
{
    int n = list_names(spot->held[seat].cards, spot->held[seat].n, kinds);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j && card_beaten(ending, spot, seat, kinds[i], kinds[j])) {
                memmove(&kinds[i], &kinds[i + 1], (size_t)(--n - i));
                i--;
                break;
            }
    return n;
}

/* ---- nothing hidden ---- */

static Value open_value(TaleEnding *ending, Spot *spot);

/* 1 once there is too much of it or the clock has run out; the ending has then failed. */
static int ending_stopped(TaleEnding *ending)
{
    uint64_t work = ending->outcomes + ending->rows->work / 4;
    if (ending->rows->failed || work > ending->limit || clock_over(ending->clock, ending->outcomes))
        ending->failed = 1;
    return ending->failed;
}

/* Notes that this card would draw where cards may still be drawn: the tree does not play it. */
static void mark_draws(TaleEnding *ending, const Spot *spot, int kind)
{
    if (ending->draws && spot->steps > 1 && ending->rows->scratch.cards[kind].effect == TALE_DRAW)
        ending->whole = 0;
}

/* The matrix of the last choice, all cards open. */
static void open_last(TaleEnding *ending, const Spot *spot, const Laid laid[2], Matrix *matrix,
                      float margins[][CHOICES])
{
    int16_t payoffs[CHOICES * CHOICES];
    last_payoffs(ending, spot, laid, payoffs);
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->columns; j++) {
            matrix->payoff[i][j] = payoffs[i * matrix->columns + j];
            margins[i][j] = (float)margin_of(payoffs[i * matrix->columns + j]);
        }
}

/* The matrix of an earlier choice, all cards open; every pair's value is looked for. */
static void open_both(TaleEnding *ending, const Spot *spot, const Laid laid[2], Matrix *matrix,
                      float margins[][CHOICES])
{
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->columns; j++) {
            Spot next;
            mark_draws(ending, spot, laid[0].kinds[i]);
            mark_draws(ending, spot, laid[1].kinds[j]);
            lay_pair(ending, spot, laid[0].kinds[i], laid[1].kinds[j], &next);
            Value value = open_value(ending, &next);
            matrix->payoff[i][j] = (double)value.payoff;
            margins[i][j] = value.margin;
        }
}

/* A pair of pure choices that neither likes to leave. */
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

/* Value of a choice of both seats, all cards open. */
static Value open_choice(TaleEnding *ending, const Spot *spot)
{
    Matrix matrix;
    Laid laid[2];
    float margins[CHOICES][CHOICES];
    int row, column;
    double sum = 0;
    assert(spot->steps > 0);
    for (int seat = 0; seat < 2; seat++) {
        uint8_t kinds[CHOICES];
        laid[seat].n = known_choices(ending, spot, seat, kinds);
        for (int i = 0; i < laid[seat].n; i++)
            laid[seat].kinds[i] = kinds[i];
    }
    matrix.rows = laid[0].n;
    matrix.columns = laid[1].n;
    ending->outcomes += (uint32_t)(matrix.rows * matrix.columns);
    (spot->steps == 1 ? open_last : open_both)(ending, spot, laid, &matrix, margins);
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

/* Value of a turn with these n names to choose from, all cards open. */
static Value open_turn(TaleEnding *ending, const Spot *spot, const uint8_t *kinds, int n)
{
    int seat = spot->turns[spot->at].seat;
    Value best = {0, 0};
    for (int i = 0; i < n; i++) {
        Spot next;
        turn_over(ending, spot, kinds[i], &next);
        Value found = open_value(ending, &next);
        if (i == 0 || (seat ? found.payoff < best.payoff : found.payoff > best.payoff))
            best = found;
    }
    return best;
}

/* Value of a position in which all cards of both hands are open. */
static Value open_value(TaleEnding *ending, Spot *spot)
{
    uint8_t kinds[TALE_ROW + 1];
    if (ending_stopped(ending))
        return (Value){0, 0};
    if (spot->steps == 0) {
        float payoff = (float)last_outcome(ending, spot);
        return (Value){payoff, (float)margin_of((int)payoff)};
    }
    int n = next_turn(ending, spot, kinds);
    if (n)
        return open_turn(ending, spot, kinds, n);
    uint64_t key = (uint64_t)spot->held[0].picks << 56 | (uint64_t)spot->row[0] << 32 | spot->row[1];
    uint32_t slot = (uint32_t)(mix64(key) & (VALUES - 1));
    if (ending->open[slot].key == key)
        return ending->open[slot].value;
    Value value = open_choice(ending, spot);
    ending->open[slot].key = key;
    ending->open[slot].value = value;
    return value;
}

/* ---- the tree ---- */

/* Whether the seat's card is hidden at this node. */
static int node_hides(const Node *node, int seat) { return node->type[seat] == ANY; }

/* Length of a seat's vectors. */
static int support_size(const TaleEnding *ending, const Node *node, int seat)
{
    return node_hides(node, seat) ? ending->types : 1;
}

/* Actions of a table's side: known cards, then a row for each type. */
static int count_actions(const TaleEnding *ending, const Node *node, int seat)
{
    return node->n[seat] + (node_hides(node, seat) ? ending->types : 0);
}

/* Those of a table, which has rows for open types only. */
static int last_actions(const Node *node, int seat)
{
    return node->n[seat] + __builtin_popcountll(node->open[seat]);
}

/* What each type may do: known cards, and its own. */
static int count_options(const Node *node, int seat)
{
    return node->n[seat] + (node->kind != NODE_TURN && node_hides(node, seat));
}

/* Types that may lay their card with profit, one bit each: no copies of known cards, nor such as one beats. */
static uint64_t open_kinds(TaleEnding *ending, const Spot *spot, int seat, const uint8_t *kinds, int n)
{
    const TaleHeld *held = &spot->held[seat];
    uint64_t open = 0;
    for (int type = 0; held->hides && type < ending->types; type++) {
        int kind = ending->kinds[type], useless = memchr(held->cards, kind, held->n) != NULL;
        for (int i = 0; !useless && i < n; i++)
            useless = card_beaten(ending, spot, seat, kind, kinds[i]);
        open |= (uint64_t)!useless << type;
    }
    return open;
}

/* The cards of a seat's actions; at the root all that the asking seat has. */
static void list_actions(TaleEnding *ending, const Spot *spot, Node *node, int seat, Laid *laid, int root)
{
    uint8_t kinds[CHOICES];
    int asking = root && seat == ending->seat;
    int n = asking ? list_names(spot->held[seat].cards, spot->held[seat].n, kinds)
                : known_choices(ending, spot, seat, kinds);
    node->n[seat] = (uint8_t)n;
    node->open[seat] = open_kinds(ending, spot, seat, kinds, asking ? 0 : n);
    for (int i = 0; i < n; i++)
        laid->kinds[i] = kinds[i];
    for (int type = 0; type < ending->types; type++)
        laid->kinds[n + type] = node->open[seat] >> type & 1 ? ending->kinds[type] : NO_KIND;
    laid->n = count_actions(ending, node, seat);
}

static uint32_t add_child(TaleEnding *ending, Spot *spot, const uint8_t type[2]);

/* In a table only open types need a row of their own. */
static void only_open(const Node *node, int seat, Laid *laid)
{
    int n = node->n[seat], kept = n;
    for (int i = n; i < laid->n; i++)
        if (laid->kinds[i] != NO_KIND)
            laid->kinds[kept++] = laid->kinds[i];
    laid->n = kept;
}

/* Makes a node the last choice: a table of payoffs. */
static void add_last(TaleEnding *ending, const Spot *spot, Node *node, Laid laid[2])
{
    int half = node_hides(node, 0) != node_hides(node, 1) && ending->n_nodes > 1;
    node->mover = (uint8_t)node_hides(node, 1);
    for (int seat = 0; seat < 2; seat++)
        only_open(node, seat, &laid[seat]);
    uint32_t n = (uint32_t)(laid[0].n * laid[1].n);
    ending->outcomes += n;
    if (ending_stopped(ending) || !ROOM(ending, payoffs, n))
        return;
    node->kind = half ? NODE_HALF : NODE_LAST;
    node->first = ending->n_payoffs;
    last_payoffs(ending, spot, laid, ending->payoffs + node->first);
    ending->n_payoffs += n;
}

/* The child after a pair of actions; NONE where a type would lay a card that is no action of it. */
static uint32_t add_pair(TaleEnding *ending, const Spot *spot, const Node *node, const Laid laid[2],
                         const int action[2])
{
    uint8_t type[2] = {node->type[0], node->type[1]};
    int kinds[2];
    Spot next;
    for (int seat = 0; seat < 2; seat++) {
        kinds[seat] = laid[seat].kinds[action[seat]];
        if (kinds[seat] == NO_KIND)
            return NONE;
        if (action[seat] >= node->n[seat])
            type[seat] = (uint8_t)(action[seat] - node->n[seat]);
        mark_draws(ending, spot, kinds[seat]);
    }
    lay_pair(ending, spot, kinds[0], kinds[1], &next);
    return add_child(ending, &next, type);
}

/* Makes a node a choice of both seats, with a child for each pair. */
static void add_both(TaleEnding *ending, const Spot *spot, Node *node, Laid laid[2])
{
    int columns = laid[1].n, n = laid[0].n * columns;
    if (!ROOM(ending, children, (uint32_t)n))
        return;
    node->kind = NODE_BOTH;
    node->first = ending->n_children;
    ending->n_children += (uint32_t)n;
    for (int i = 0; i < n && !ending->failed; i++) {
        uint32_t child = add_pair(ending, spot, node, laid, (int[2]){i / columns, i % columns});
        ending->children[node->first + (uint32_t)i] = child;
    }
}

/* Makes a node a turn of one seat, with a child for each name. */
static void add_turn(TaleEnding *ending, const Spot *spot, Node *node, const uint8_t *kinds, int n)
{
    int seat = spot->turns[spot->at].seat;
    node->kind = NODE_TURN;
    node->mover = (uint8_t)seat;
    node->n[seat] = (uint8_t)n;
    if (!ROOM(ending, children, (uint32_t)n))
        return;
    node->first = ending->n_children;
    ending->n_children += (uint32_t)n;
    for (int i = 0; i < n && !ending->failed; i++) {
        Spot next;
        turn_over(ending, spot, kinds[i], &next);
        uint32_t child = add_child(ending, &next, node->type);
        ending->children[node->first + (uint32_t)i] = child;
    }
}

/* Numbers the regrets and sums of strategies of a node. */
static void add_data(TaleEnding *ending, Node *node)
{
    if (node->kind == NODE_HALF) {
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
        ending->n_data += (uint32_t)(2 * count_options(node, seat) * support_size(ending, node, seat));
    }
}

/* Number of the node for this position, n names to be turned over first; garbage once the ending has failed. */
static uint32_t add_node(TaleEnding *ending, Spot *spot, const uint8_t type[2], const uint8_t *kinds, int n)
{
    uint32_t id = ending->n_nodes;
    Node node;
    Laid laid[2];
    if (ending_stopped(ending) || !ROOM(ending, nodes, 1))
        return 0;
    ending->n_nodes++;
    memset(&node, 0, sizeof node);
    memcpy(node.type, type, sizeof node.type);
    if (n > 0)
        add_turn(ending, spot, &node, kinds, n);
    else {
        for (int seat = 0; seat < 2; seat++)
            list_actions(ending, spot, &node, seat, &laid[seat], id == 0);
        (spot->steps == 1 ? add_last : add_both)(ending, spot, &node, laid);
    }
    add_data(ending, &node);
    if (!ending->failed)
        ending->nodes[id] = node;
    return id;
}

/* A node, or a value where nothing is hidden any more. */
static uint32_t add_child(TaleEnding *ending, Spot *spot, const uint8_t type[2])
{
    uint8_t kinds[TALE_ROW + 1];
    if (spot->steps > 0 && (type[0] == ANY || type[1] == ANY)) {
        int n = next_turn(ending, spot, kinds);
        return add_node(ending, spot, type, kinds, n);
    }
    if (!ROOM(ending, values, 1))
        return 0;
    ending->values[ending->n_values] = open_value(ending, spot);
    return VALUE | ending->n_values++;
}

/* What may still be picked: as many cards in each seat's pack. */
typedef struct Packs {
    uint8_t left, cards[2][TALE_LEFT];
} Packs;

/* The number of these hands, from 1; equal hands have the same. */
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

/* Both pick; the packs are passed on, and their last cards go by themselves. */
static void pick_pair(TaleEnding *ending, const int kinds[2], Packs *packs, Spot *spot)
{
    Packs before = *packs;
    uint8_t n = packs->left;
    for (int seat = 0; seat < 2; seat++) {
        TaleHeld *held = &spot->held[seat];
        uint8_t left = n, *pack = packs->cards[seat ^ 1];
        memcpy(pack, before.cards[seat], n);
        take_card(pack, &left, kinds[seat]);
        held->cards[held->n++] = (uint8_t)kinds[seat];
        packs->left = left;
    }
    if (packs->left > 1)
        return;
    for (int seat = 0; seat < 2; seat++)
        spot->held[seat].cards[spot->held[seat].n++] = packs->cards[seat][0];
    spot->held[0].picks = spot->held[1].picks = number_hands(ending, spot->held);
}

/* Number of the node for a pick, a choice of both among cards that both know, with all that follows. */
static uint32_t add_picks(TaleEnding *ending, const Packs *packs, const Spot *spot, const uint8_t type[2])
{
    Node node = {.kind = NODE_BOTH, .type = {type[0], type[1]}};
    uint8_t names[2][CHOICES];
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
            Spot next = *spot;
            pick_pair(ending, (int[2]){names[0][i], names[1][j]}, &after, &next);
            uint32_t child = after.left > 1 ? add_picks(ending, &after, &next, type) : add_child(ending, &next, type);
            ending->children[node.first + (uint32_t)(i * columns + j)] = child;
        }
    add_data(ending, &node);
    ending->nodes[id] = node;
    return id;
}

/* The first node; what the asking seat may do stays in ending->choices. */
static void add_root(TaleEnding *ending, const TaleKnown *known, Spot *spot, const uint8_t type[2])
{
    const TaleTurn *turn = &spot->turns[0];
    int n = 0;
    ending->turn = TALE_MOVE_PLAY;
    if (known->left) {
        Packs packs = {.left = known->left};
        memcpy(packs.cards, known->packs, sizeof packs.cards);
        ending->turn = TALE_MOVE_PICK;
        add_picks(ending, &packs, spot, type);
        return;
    }
    if (spot->n > 0) {
        for (uint64_t names = tale_rows_choices(ending->rows, spot->row[turn->seat], turn); names; names &= names - 1)
            ending->choices[turn->seat][n++] = (uint8_t)__builtin_ctzll(names);
        ending->turn = turn->unflip ? TALE_MOVE_UNFLIP : TALE_MOVE_FLIP;
        add_node(ending, spot, type, ending->choices[turn->seat], n);
        return;
    }
    for (int seat = 0; seat < 2; seat++)
        list_names(spot->held[seat].cards, spot->held[seat].n, ending->choices[seat]);
    add_node(ending, spot, type, NULL, 0);
}

/* The kinds that a hidden card may be, and how many copies of each; as a set of names. */
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

/* Root position of the tree. */
static void set_root(TaleEnding *ending, const TaleState *state, const TaleKnown *known, Spot *root)
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

/* Rows for all that may be laid; 0 without memory. */
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

TaleEnding *tale_ending_new(const TaleState *state, const TaleKnown *known, uint32_t nodes, Clock *clock)
{
    TaleEnding *ending = memory_zeroed(1, sizeof *ending, clock->progress);
    uint8_t type[2];
    Spot root;
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

/* Takes NULL too. */
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

/* A pass finds what each type of one seat gets at every node, against how likely the other's types come there. It
 * improves the seat's strategy, or answers the other's average as well as can be, or follows both averages and tells
 * payoffs or margins. */
typedef struct Pass {
    TaleEnding *ending;
    int seat, what;
    float weight, keep_above, keep_below;
    float (*root)[TALE_KINDS];  /* receives what each action at the root brings, or NULL */
} Pass;

/* Copies that a hidden card of this type may be; 1 where nothing is hidden. */
static float count_copies(const TaleEnding *ending, int type) { return type == NOTHING ? 1 : ending->count[type]; }

/* Type number `at` of a seat's vector. */
static int type_at(const Node *node, int seat, int at) { return node_hides(node, seat) ? at : node->type[seat]; }

/* 1 for types that may do the last option of a node, laying the hidden card; 0 for others. */
static void open_types(const TaleEnding *ending, const Node *node, int seat, float *open)
{
    int types = support_size(ending, node, seat), laying = node->kind != NODE_TURN && node_hides(node, seat);
    for (int t = 0; t < types; t++)
        open[t] = laying ? (float)(node->open[seat] >> t & 1) : 1;
}

/* Strategy of a seat at a node, by option and type: as it is, or the average. */
static void strategy_of(const Pass *pass, const Node *node, int seat, float shares[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int types = support_size(ending, node, seat), n = count_options(node, seat);
    const float *data = ending->data + node->data[seat] + (pass->what == PASS_IMPROVE ? 0 : n * types);
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

/* New regrets of a node's options, discounted as the pass says. */
static void improve_node(const Pass *pass, const Node *node, float gains[][TALE_KINDS], const float *values)
{
    const TaleEnding *ending = pass->ending;
    int types = support_size(ending, node, pass->seat), n = count_options(node, pass->seat);
    float *regrets = ending->data + node->data[pass->seat], open[TALE_KINDS];
    open_types(ending, node, pass->seat, open);
    for (int a = 0; a < n; a++)
        for (int t = 0; t < types; t++) {
            float *regret = &regrets[a * types + t];
            *regret = *regret * (*regret > 0 ? pass->keep_above : pass->keep_below) + gains[a][t] - values[t];
        }
    for (int t = 0; t < types; t++)
        regrets[(n - 1) * types + t] *= open[t];
}

/* What a node brings out of what its options bring. */
static void settle_node(const Pass *pass, const Node *node, float gains[][TALE_KINDS], float *values)
{
    const TaleEnding *ending = pass->ending;
    int types = support_size(ending, node, pass->seat), n = count_options(node, pass->seat);
    assert(n > 0 && n <= CHOICES + 1);
    float shares[CHOICES + 1][TALE_KINDS], open[TALE_KINDS];
    for (int t = 0; t < types; t++)
        values[t] = pass->what == PASS_BEST ? gains[0][t] : 0;
    if (pass->what == PASS_BEST) {
        open_types(ending, node, pass->seat, open);
        for (int a = 1; a < n; a++)
            for (int t = 0; t < types; t++)
                values[t] = gains[a][t] > values[t] && (a < n - 1 || open[t] > 0) ? gains[a][t] : values[t];
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

/* Adds the other's strategy to its average and splits its reach among its options. */
static void split_reach(const Pass *pass, const Node *node, const float *reach, float after[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat ^ 1, types = support_size(ending, node, seat), n = count_options(node, seat);
    float *sums = ending->data + node->data[seat] + n * types;
    strategy_of(pass, node, seat, after);
    for (int a = 0; a < n; a++)
        for (int t = 0; t < types; t++)
            after[a][t] *= reach[t];
    for (int a = 0; pass->what == PASS_IMPROVE && a < n; a++)
        for (int t = 0; t < types; t++)
            sums[a * types + t] += pass->weight * after[a][t];
}

/* How likely the other comes here at all, without and with what an own type takes out of the pool. */
static float reach_mass(const TaleEnding *ending, const Node *node, int other, const float *reach)
{
    float sum = 0;
    for (int t = 0; t < support_size(ending, node, other); t++)
        sum += reach[t] * count_copies(ending, type_at(node, other, t));
    return sum;
}

/* What an own card of this type takes away from the other's reach. */
static float reach_taken(const TaleEnding *ending, const Node *node, int other, int type, const float *reach)
{
    (void)ending;
    if (node_hides(node, other))
        return type == NOTHING ? 0 : reach[type];
    return type != NOTHING && type == node->type[other] ? reach[0] : 0;
}

/* Payoffs of a table as they are for seat 0, or the margins behind them. */
static const int16_t *table_of(const Pass *pass, const Node *node, int n, int16_t *margins)
{
    const int16_t *payoffs = pass->ending->payoffs + node->first;
    if (pass->what != PASS_MARGIN)
        return payoffs;
    for (int i = 0; i < n; i++)
        margins[i] = (int16_t)margin_of(payoffs[i]);
    return margins;
}

/* What each action of the seat brings, all of the other's actions as likely as `sums` says. */
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

/* The row of a type in a seat's side of a table. */
static int row_of(const Node *node, int seat, int type)
{
    assert(type >= 0 && type < TALE_KINDS);
    return node->n[seat] + __builtin_popcountll(node->open[seat] & (((uint64_t)1 << type) - 1));
}

/* A visit of a last choice; see visit_node. */
static void visit_last(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, own = last_actions(node, seat), his = last_actions(node, other);
    int known = node->n[seat], his_known = node->n[other], hidden = node_hides(node, other);
    int types = support_size(ending, node, seat), row = known;
    float after[CHOICES + 1][TALE_KINDS], gains[CHOICES + 1][TALE_KINDS], sums[ACTIONS], all[ACTIONS];
    int16_t margins[ACTIONS * ACTIONS];
    const int16_t *table = table_of(pass, node, own * his, margins);
    float sign = seat ? -1 : 1;
    int step = seat ? own : 1, stride = seat ? 1 : his; /* of the table: to his next action, to the own next one */
    split_reach(pass, node, reach, after);
    for (int b = 0; b < his_known; b++)
        sums[b] = reach_mass(ending, node, other, after[b]);
    for (uint64_t rest = hidden ? node->open[other] : 0, b = 0; rest; rest &= rest - 1, b++) {
        int t = __builtin_ctzll(rest);
        sums[his_known + (int)b] = after[his_known][t] * ending->count[t];
    }
    add_up(seat, table, own, his, sums, all);
    for (int t = 0; t < types; t++) {
        int type = type_at(node, seat, t), open = node_hides(node, seat) && node->open[seat] >> t & 1;
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

/* One information set of n options: regrets, then sums of strategies. */
static void shares_of(const Pass *pass, const float *data, int n, float *shares)
{
    float sum = 0;
    data += pass->what == PASS_IMPROVE ? 0 : n;
    for (int a = 0; a < n; a++)
        sum += shares[a] = data[a] > 0 ? data[a] : 0;
    for (int a = 0; a < n; a++)
        shares[a] = sum > 0 ? shares[a] / sum : 1 / (float)n;
}

/* What an information set brings out of what its options bring; new regrets. */
static float settle_set(const Pass *pass, float *data, int n, const float *gains)
{
    float shares[CHOICES + 1], value = 0, best = gains[0];
    shares_of(pass, data, n, shares);
    for (int a = 0; a < n; a++) {
        value += shares[a] * gains[a];
        best = gains[a] > best ? gains[a] : best;
    }
    for (int a = 0; pass->what == PASS_IMPROVE && !pass->ending->stopped && a < n; a++)
        data[a] = data[a] * (data[a] > 0 ? pass->keep_above : pass->keep_below) + gains[a] - value;
    return pass->what == PASS_BEST ? best : value;
}

/* Adds a strategy to the average of an information set, as far as the pass improves. */
static void add_sums(const Pass *pass, float *data, int n, const float *shares, float reach)
{
    for (int a = 0; pass->what == PASS_IMPROVE && a < n; a++)
        data[n + a] += pass->weight * reach * shares[a];
}

/* The third choice where one seat hides a card, seen by it. All types that only lay known cards do alike. */
static void half_hiding(const Pass *pass, const Node *node, const int16_t *table, const float *reach, float *values)
{
    TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, known = node->n[seat], his = node->n[other], laid = node->type[other];
    int rows = last_actions(node, seat);
    float shares[CHOICES + 1], all[ACTIONS], gains[CHOICES + 1], *data = ending->data + node->data[0];
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

/* The same seen by the other. */
static void half_facing(const Pass *pass, const Node *node, const int16_t *table, const float *reach, float *values)
{
    TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, known = node->n[other], own = node->n[seat], laid = node->type[seat];
    int rows = known, plain = known;
    float shares[CHOICES + 1], sums[ACTIONS] = {0}, gains[CHOICES] = {0}, rest = 0, ways = 0;
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

/* A visit of a last choice where one seat hides its card. */
static void visit_half(const Pass *pass, const Node *node, const float *reach, float *values)
{
    int16_t margins[ACTIONS * CHOICES];
    int n = last_actions(node, 0) * last_actions(node, 1);
    const int16_t *table = table_of(pass, node, n, margins);
    (pass->seat == node->mover ? half_hiding : half_facing)(pass, node, table, reach, values);
}

static void visit_node(const Pass *pass, uint32_t id, const float *reach, float *values);

/* What a value is worth to a seat, its type and the other's laid. */
static float child_worth(const Pass *pass, uint32_t child, int type, int other, float reach)
{
    const Value *value = &pass->ending->values[child & ~VALUE];
    float payoff = pass->what == PASS_MARGIN ? value->margin : value->payoff;
    float ways = count_copies(pass->ending, other) - (float)(type == other && type != NOTHING);
    return (pass->seat ? -payoff : payoff) * ways * reach;
}

/* Adds what a pair of actions brings to the gains of the own one. */
static void visit_pair(const Pass *pass, const Node *node, int own, int his, float after[][TALE_KINDS],
                       float gains[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, columns = count_actions(ending, node, 1);
    uint32_t child = ending->children[node->first + (uint32_t)(seat ? his * columns + own : own * columns + his)];
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

/* Whether the other may take this action at all, by how likely it is. */
static int action_comes(const TaleEnding *ending, const Node *node, int other, int his, float after[][TALE_KINDS])
{
    if (his >= node->n[other])
        return after[node->n[other]][his - node->n[other]] > 0;
    for (int t = 0; t < support_size(ending, node, other); t++)
        if (after[his][t] > 0)
            return 1;
    return 0;
}

/* A visit of a choice of both seats. */
static void visit_both(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1;
    float after[CHOICES + 1][TALE_KINDS], gains[CHOICES + 1][TALE_KINDS];
    memset(gains, 0, sizeof gains);
    split_reach(pass, node, reach, after);
    for (int his = 0; his < count_actions(ending, node, other); his++)
        if (action_comes(ending, node, other, his, after))
            for (int own = 0; own < count_actions(ending, node, seat); own++)
                visit_pair(pass, node, own, his, after, gains);
    settle_node(pass, node, gains, values);
}

/* What comes after name number `a` of a turn. */
static void visit_turned(const Pass *pass, const Node *node, int a, const float *reach, float *values)
{
    uint32_t child = pass->ending->children[node->first + (uint32_t)a];
    if (child & VALUE)
        *values = child_worth(pass, child, node->type[pass->seat], node->type[pass->seat ^ 1], *reach);
    else
        visit_node(pass, child, reach, values);
}

/* A visit of a turn. */
static void visit_turn(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int n = node->n[node->mover], types = support_size(ending, node, pass->seat);
    float after[CHOICES + 1][TALE_KINDS], gains[CHOICES + 1][TALE_KINDS], below[TALE_KINDS];
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

/* What each type of the pass's seat gets from this node on, the other's types coming there as
 * likely as `reach` says. All 0 once the clock has run out. */
static void visit_node(const Pass *pass, uint32_t id, const float *reach, float *values)
{
    static void (*const visits[])(const Pass *, const Node *, const float *, float *) = {
        [NODE_LAST] = visit_last, [NODE_HALF] = visit_half, [NODE_BOTH] = visit_both, [NODE_TURN] = visit_turn};
    TaleEnding *ending = pass->ending;
    const Node *node = &ending->nodes[id];
    if ((++ending->visits & 255) == 0 && clock_over(ending->clock, ending->outcomes))
        ending->stopped = 1;
    if (ending->stopped)
        memset(values, 0, (size_t)support_size(ending, node, pass->seat) * sizeof *values);
    else
        visits[node->kind](pass, node, reach, values);
}

/* What a seat gets in all, its types as likely as they are. */
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
        ways += here * (reach_mass(ending, root, other, reach) - reach_taken(ending, root, other, type, reach));
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

/* The move of an action at the root; own: the card that the seat hides. */
static uint32_t move_of(const TaleEnding *ending, int seat, int action, int own)
{
    const Node *root = ending->nodes;
    assert(action >= 0);
    return tale_move(ending->turn, action < root->n[seat] ? ending->choices[seat][action] : own, 0, 0, 0);
}

int32_t tale_ending_moves(TaleEnding *ending, int seat, int own, TaleEndMove moves[TALE_END_MOVES])
{
    const Node *root = ending->nodes;
    float payoffs[CHOICES + 1][TALE_KINDS], margins[CHOICES + 1][TALE_KINDS], shares[CHOICES + 1][TALE_KINDS];
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
