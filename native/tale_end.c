/* tale_end.c: the last stage of Fairy Tale for two, solved (rules: tale, course).
 *
 * With two seats each has seen every pack; of the other's five cards only the first pick is hidden, and that only
 * until it is laid. So the stage is a zero-sum game of at most three simultaneous choices, flips in between, and one
 * hidden card a side, its "type". Prior: both types drawn at random from the cards that neither has seen in the
 * other's hands ("pool"), the asking seat's own card among them.
 *
 * Tree: public histories. An action is a known card or "my hidden card is an X and I lay it", which ends the hiding;
 * a copy of a known card counts as the known one. Four kinds of nodes:
 *   value   the end, or nothing hidden any more: what is left is a game of open cards, solved from the end by matrix
 *           games (matrix.c)
 *   last    the third choice: a table of payoffs; flips after it are open and solved by turns
 *   both    an earlier choice of both
 *   turn    a flip or unflip of one seat
 * Payoffs are the margin, and TALE_WIN for the win. What a card does to the other side
 * is one of a few things, so a table of the third choice costs about rows plus columns plays, not rows times columns,
 * where nobody has a card for the most of something.
 *
 * Method: discounted regret minimisation (Brown and Sandholm 2019: 1.5, 0.5, 2), both sides in turn, vectors over
 * types. The two types come from one pool without putting back: a sum over the other's types is that of all, less
 * the copy that the own type takes away.
 *
 * Cards drawn in this stage are not played in the tree; where that may cut something off, it is not "whole". */

#include "tale_end.h"

#include <math.h>
#include <stdlib.h>

#include "matrix.h"

#define ANY 255                 /* a seat's type: hidden */
#define NOTHING 254             /* no hidden card from the beginning */
#define NONE 0xFFFFFFFFu
#define CHOICES 12              /* known cards of a hand, or of one side of a row */
#define DEPTH 80                /* choices one after another: 3, and at most 20 turns after each */
#define PAIR_WORK 40            /* of a pair of cards that has to be played out, in outcomes */
#define ROWS 32768              /* remembered */
#define NO_POINTS INT16_MIN
#define ACTIONS (CHOICES + TALE_KINDS)

enum { NODE_VALUE, NODE_LAST, NODE_BOTH, NODE_TURN };

typedef struct Node {
    uint8_t kind, mover, turn;  /* turn: flip or unflip */
    uint8_t type[2];            /* ANY, NOTHING, or the type that was laid */
    uint8_t n[2];               /* known cards to choose from */
    uint8_t choices[2][CHOICES];
    uint64_t open[2];           /* types that are no copy of a known card, one bit each */
    uint32_t first;             /* of its children or payoffs, row by row: seat 0's actions */
    uint32_t data[2];           /* regrets, current strategy, sums of strategies */
    float payoff, margin;       /* of a value, for seat 0 */
} Node;

struct TaleEnding {
    Clock *clock;
    Node *nodes;
    uint32_t *children;
    int16_t *payoffs, *points;
    float *data;
    uint32_t n_nodes, n_children, n_payoffs, n_points, n_data, n_rows;
    uint32_t cap_nodes, cap_children, cap_payoffs, cap_points, limit;
    uint32_t outcomes, iterations, work; /* work: outcomes that cost more than others count more often */
    uint32_t visits;
    uint8_t stopped;            /* a pass was broken off */
    uint8_t failed, whole, draws; /* draws: cards may still be drawn */
    int types;
    uint8_t kinds[TALE_KINDS];  /* of the types */
    float count[TALE_KINDS];
    int numbered, classes;      /* cards that may be laid; what they may do to the other */
    uint8_t number[TALE_KINDS], class[TALE_KINDS], sample[TALE_KINDS];
    struct {
        uint64_t key;           /* 0: empty */
        uint32_t first;         /* of its points */
    } rows[ROWS];
    TaleState stack[DEPTH];
};

/* ---- what both know ---- */

static int take(uint8_t *cards, uint8_t *n, int kind)
{
    uint8_t *card = memchr(cards, kind, *n);
    if (!card)
        return 0;
    memmove(card, card + 1, (size_t)(cards + --*n - card));
    return 1;
}

/* Cards that a seat picked in a draft where the other could watch: all but the first. */
static int watched_picks(const TaleState *state, int draft, int seat, uint8_t *cards)
{
    for (int round = 1; round < TALE_PACK; round++)
        cards[round - 1] = state->deck[state->base[draft] + TALE_PACK * tale_pack(state, draft, seat, round) + round];
    return TALE_PACK - 1;
}

/* Takes the plays of a draft out of what the other knew of the hand; returns the number of others, in `unknown`. */
static int unknown_plays(const TaleState *state, int draft, int seat, uint8_t *cards, uint8_t *n, uint8_t *unknown)
{
    int found = 0;
    for (int laid = draft * TALE_STEPS; laid < state->laid && laid < (draft + 1) * TALE_STEPS; laid++)
        if (!take(cards, n, state->played[seat][laid]))
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
        n = (uint8_t)watched_picks(world, draft, other, cards);
        for (int i = unknown_plays(world, draft, other, cards, &n, unknown); i-- > 0;)
            known->pool[unknown[i]]--;
    }
    if (known->own != NO_KIND)
        known->pool[known->own]++;
}

int32_t tale_known(const TaleState *world, int seat, TaleKnown *known)
{
    int draft = TALE_DRAFTS - 1;
    memset(known, 0, sizeof *known);
    known->own = NO_KIND;
    if (world->seats != 2 || world->stage != 2 * TALE_DRAFTS)
        return 0;
    for (int i = 0; i < world->n_draws; i++)
        if (world->draws[i].laid > draft * TALE_STEPS)
            return 0;
    for (int s = 0; s < 2; s++) {
        uint8_t unknown[TALE_STEPS];
        known->n[s] = (uint8_t)watched_picks(world, draft, s, known->hand[s]);
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

static int payoff_of(int margin) { return margin + (margin > 0 ? TALE_WIN : margin < 0 ? -TALE_WIN : 0); }

static int margin_of(int payoff) { return payoff - (payoff > 0 ? TALE_WIN : payoff < 0 ? -TALE_WIN : 0); }

static uint32_t turn_move(const TaleState *state, int kind)
{
    int unflip = state->group == TALE_UNFLIP || state->group == TALE_UNFLIP_ANY;
    return tale_move(unflip ? TALE_MOVE_UNFLIP : TALE_MOVE_FLIP, kind, 0, 0, 0);
}

/* Positions lie one behind the other in a stack, so that only what changes has to be copied. */
static TaleState *copy(TaleState *state)
{
    memcpy(state + 1, state, TALE_MOVING);
    return state + 1;
}

/* Payoff after the last cards lie there: flips by turns, each seat for itself. */
static int outcome(TaleState *state)
{
    int points[MAX_SEATS], best = 0, any = 0;
    if (state->stage == TALE_OVER) {
        tale_all_points(state, points, NULL);
        return payoff_of(points[0] - points[1]);
    }
    int seat = tale_to_act(state);
    for (uint64_t names = tale_choices(state); names; names &= names - 1) {
        TaleState *next = copy(state);
        tale_play(next, turn_move(state, __builtin_ctzll(names)), NULL);
        int value = outcome(next);
        if (!any++ || (seat ? value < best : value > best))
            best = value;
    }
    return best;
}

/* The most points that a seat can have where no seat's choices touch the other's points. */
static int own_points(TaleState *state, int own)
{
    int points[MAX_SEATS], best = -10000;
    if (state->stage == TALE_OVER) {
        tale_all_points(state, points, NULL);
        return points[own];
    }
    int seat = tale_to_act(state);
    for (uint64_t names = tale_choices(state); names; names &= seat == own ? names - 1 : 0) {
        TaleState *next = copy(state);
        tale_play(next, turn_move(state, __builtin_ctzll(names)), NULL);
        int found = own_points(next, own);
        best = found > best ? found : best;
    }
    return best;
}

/* Lays a card that need not be among the known ones. */
static void lay(TaleState *state, int kind)
{
    int seat = tale_to_act(state);
    if (!memchr(state->hands[seat], kind, state->n_hand[seat]))
        state->hands[seat][state->n_hand[seat]++] = (uint8_t)kind;
    tale_play(state, tale_move(TALE_MOVE_PLAY, kind, 0, 0, 0), NULL);
}

static void lay_both(TaleState *state, int kind, int other)
{
    lay(state, kind);
    lay(state, other);
}

/* ---- the third choice ---- */

static int touches(const TaleCard *card)
{
    return card->effect == TALE_HUNT || (card->everybody && card->effect != TALE_NOTHING);
}

static int alike(const TaleCard *a, const TaleCard *b)
{
    if (!touches(a) || !touches(b))
        return touches(a) == touches(b);
    return a->effect == b->effect && a->faction == b->faction && a->count == b->count && a->traits == b->traits;
}

/* Puts a card that may be laid into a class of those that do the same to the other seat. */
static void add_class(TaleEnding *ending, int kind)
{
    const TaleState *state = ending->stack;
    int class = 0;
    if (ending->number[kind] != NO_KIND)
        return;
    while (class < ending->classes && !alike(&state->cards[kind], &state->cards[ending->sample[class]]))
        class++;
    ending->number[kind] = (uint8_t)ending->numbered++;
    ending->class[kind] = (uint8_t)class;
    ending->sample[class] = (uint8_t)kind;
    ending->classes += class == ending->classes;
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
    while (more < needed)
        more *= 2;
    memcpy(&block, list, sizeof block);
    block = realloc(block, more * size);
    ending->failed |= !block;
    if (!block)
        return 0;
    memcpy(list, &block, sizeof block);
    *cap = more;
    return 1;
}

/* A number of a seat's row as it lies, whatever the order. */
static uint64_t row_key(const TaleState *state, int seat)
{
    uint64_t key = (uint64_t)seat + 1;
    for (int i = 0; i < state->laid; i++)
        key += mix64(((uint64_t)state->table[seat][i] << 1 | (state->up[seat] >> i & 1)) + 1000);
    return mix64(key);
}

/* Where the points that a seat's last cards bring with this row are remembered. */
static uint32_t row_points(TaleEnding *ending, const TaleState *state, int seat)
{
    uint64_t key = row_key(state, seat);
    uint32_t slot = (uint32_t)key & (ROWS - 1), n = (uint32_t)(ending->numbered * ending->classes);
    while (ending->rows[slot].key && ending->rows[slot].key != key)
        slot = (slot + 1) & (ROWS - 1);
    if (ending->rows[slot].key)
        return ending->rows[slot].first;
    if (ending->n_rows == ROWS / 4 * 3 || !ROOM(ending, points, n)) {
        ending->failed = 1;
        return 0;
    }
    ending->n_rows++;
    ending->rows[slot].key = key;
    ending->rows[slot].first = ending->n_points;
    for (uint32_t i = 0; i < n; i++)
        ending->points[ending->n_points + i] = NO_POINTS;
    ending->n_points += n;
    return ending->rows[slot].first;
}

/* The most points that a seat can have by laying a card against one of a class. */
static int last_points(TaleEnding *ending, TaleState *state, int seat, uint32_t first, int kind, int class)
{
    int16_t *points = &ending->points[first + (uint32_t)(ending->number[kind] * ending->classes + class)];
    if (*points == NO_POINTS) {
        TaleState *next = copy(state);
        int his = ending->sample[class];
        lay_both(next, seat ? his : kind, seat ? kind : his);
        *points = (int16_t)own_points(next, seat);
    }
    return *points;
}

static int compares(const TaleState *state)
{
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < state->laid; i++)
            if (state->cards[state->table[seat][i]].condition == TALE_MOST)
                return 1;
    return 0;
}

/* Cards that a seat may lay last; NO_KIND: no such action. */
typedef struct Laid {
    int n, kinds[ACTIONS];
    int16_t points[ACTIONS][TALE_KINDS]; /* by class of the other's card */
} Laid;

static void fill_points(TaleEnding *ending, TaleState *state, int seat, Laid *laid, const Laid *other)
{
    uint64_t met = 0;
    uint32_t first = row_points(ending, state, seat);
    for (int i = 0; i < other->n; i++)
        met |= (uint64_t)(other->kinds[i] != NO_KIND) << ending->class[other->kinds[i] % TALE_KINDS];
    for (int i = 0; i < laid->n && !ending->failed; i++)
        for (uint64_t rest = met; laid->kinds[i] != NO_KIND && rest; rest &= rest - 1) {
            int class = __builtin_ctzll(rest);
            laid->points[i][class] = (int16_t)last_points(ending, state, seat, first, laid->kinds[i], class);
        }
}

/* Payoffs of every pair of last cards. */
static void last_payoffs(TaleEnding *ending, TaleState *state, Laid laid[2], int16_t *payoffs)
{
    int compared = compares(state);
    for (int seat = 0; !compared && seat < 2; seat++)
        fill_points(ending, state, seat, &laid[seat], &laid[seat ^ 1]);
    for (int i = 0; i < laid[0].n; i++)
        for (int j = 0; j < laid[1].n; j++, payoffs++) {
            int kind = laid[0].kinds[i], his = laid[1].kinds[j];
            *payoffs = 0;
            if (kind == NO_KIND || his == NO_KIND || ending->failed)
                continue;
            if (!compared && state->cards[kind].condition != TALE_MOST &&
                state->cards[his].condition != TALE_MOST) {
                *payoffs = (int16_t)payoff_of(laid[0].points[i][ending->class[his]] -
                                              laid[1].points[j][ending->class[kind]]);
                continue;
            }
            TaleState *next = copy(state);
            lay_both(next, kind, his);
            *payoffs = (int16_t)outcome(next);
            ending->work += PAIR_WORK;
        }
}

/* ---- nothing hidden ---- */

static int different(const uint8_t *cards, int n, uint8_t *kinds)
{
    int found = 0;
    uint64_t names = 0;
    for (int i = 0; i < n; i++)
        names |= (uint64_t)1 << cards[i];
    for (; names && found < CHOICES; names &= names - 1)
        kinds[found++] = (uint8_t)__builtin_ctzll(names);
    return found;
}

static void open_value(TaleEnding *ending, TaleState *state, float *payoff, float *margin);

static int stopped(TaleEnding *ending)
{
    if (ending->outcomes + ending->work > ending->limit || clock_over(ending->clock, ending->outcomes))
        ending->failed = 1;
    return ending->failed;
}

static void mark_draws(TaleEnding *ending, const TaleState *state, int kind)
{
    if (ending->draws && state->step + 1 < TALE_STEPS && state->cards[kind].effect == TALE_DRAW)
        ending->whole = 0;
}

static void open_last(TaleEnding *ending, TaleState *state, Matrix *matrix, float margins[][CHOICES])
{
    int16_t payoffs[CHOICES * CHOICES];
    Laid laid[2];
    for (int seat = 0; seat < 2; seat++) {
        uint8_t kinds[CHOICES];
        laid[seat].n = different(state->hands[seat], state->n_hand[seat], kinds);
        for (int i = 0; i < laid[seat].n; i++)
            laid[seat].kinds[i] = kinds[i];
    }
    last_payoffs(ending, state, laid, payoffs);
    matrix->rows = laid[0].n;
    matrix->columns = laid[1].n;
    ending->outcomes += (uint32_t)(laid[0].n * laid[1].n);
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->columns; j++) {
            matrix->payoff[i][j] = payoffs[i * matrix->columns + j];
            margins[i][j] = (float)margin_of(payoffs[i * matrix->columns + j]);
        }
}

static void open_both(TaleEnding *ending, TaleState *state, Matrix *matrix, float margins[][CHOICES])
{
    uint8_t kinds[2][CHOICES];
    matrix->rows = different(state->hands[0], state->n_hand[0], kinds[0]);
    matrix->columns = different(state->hands[1], state->n_hand[1], kinds[1]);
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->columns; j++) {
            TaleState *next = copy(state);
            float payoff;
            mark_draws(ending, state, kinds[0][i]);
            mark_draws(ending, state, kinds[1][j]);
            lay_both(next, kinds[0][i], kinds[1][j]);
            open_value(ending, next, &payoff, &margins[i][j]);
            matrix->payoff[i][j] = payoff;
        }
}

static void open_turn(TaleEnding *ending, TaleState *state, float *payoff, float *margin)
{
    int seat = tale_to_act(state), any = 0;
    for (uint64_t names = tale_choices(state); names; names &= names - 1) {
        TaleState *next = copy(state);
        float found, its;
        tale_play(next, turn_move(state, __builtin_ctzll(names)), NULL);
        open_value(ending, next, &found, &its);
        if (!any++ || (seat ? found < *payoff : found > *payoff)) {
            *payoff = found;
            *margin = its;
        }
    }
}

/* Value of a position in which all cards of both hands are open. */
static void open_value(TaleEnding *ending, TaleState *state, float *payoff, float *margin)
{
    Matrix matrix;
    float margins[CHOICES][CHOICES];
    double sum = 0;
    *payoff = *margin = 0;
    if (stopped(ending))
        return;
    if (state->stage == TALE_OVER) {
        *payoff = (float)outcome(state);
        *margin = (float)margin_of((int)*payoff);
        return;
    }
    if (state->group != TALE_NOTHING) {
        open_turn(ending, state, payoff, margin);
        return;
    }
    if (state->step == TALE_STEPS - 1)
        open_last(ending, state, &matrix, margins);
    else
        open_both(ending, state, &matrix, margins);
    matrix_solve(&matrix);
    for (int i = 0; i < matrix.rows; i++)
        for (int j = 0; j < matrix.columns; j++)
            sum += matrix.row[i] * matrix.column[j] * (double)margins[i][j];
    *payoff = (float)matrix.value;
    *margin = (float)sum;
}

/* ---- the tree ---- */

static int hides(const Node *node, int seat) { return node->type[seat] == ANY; }

/* Length of a seat's vectors. */
static int supports(const TaleEnding *ending, const Node *node, int seat)
{
    return hides(node, seat) ? ending->types : 1;
}

/* Actions of a table's side: known cards, then a row for each type. */
static int actions(const TaleEnding *ending, const Node *node, int seat)
{
    return node->n[seat] + (hides(node, seat) ? ending->types : 0);
}

static int action_kind(const TaleEnding *ending, const Node *node, int seat, int action)
{
    if (action < node->n[seat])
        return node->choices[seat][action];
    int type = action - node->n[seat];
    return node->open[seat] >> type & 1 ? ending->kinds[type] : NO_KIND;
}

/* What each type may do: known cards, and its own. */
static int options(const Node *node, int seat)
{
    return node->n[seat] + (node->kind != NODE_TURN && hides(node, seat));
}


static void list_choices(const TaleEnding *ending, const TaleState *state, Node *node)
{
    for (int seat = 0; seat < 2; seat++) {
        node->n[seat] = (uint8_t)different(state->hands[seat], state->n_hand[seat], node->choices[seat]);
        for (int type = 0; type < ending->types; type++)
            if (!memchr(node->choices[seat], ending->kinds[type], node->n[seat]))
                node->open[seat] |= (uint64_t)1 << type;
    }
}

static uint32_t add_node(TaleEnding *ending, TaleState *state, const uint8_t type[2]);

static void add_last(TaleEnding *ending, TaleState *state, Node *node)
{
    Laid laid[2];
    for (int seat = 0; seat < 2; seat++) {
        laid[seat].n = actions(ending, node, seat);
        for (int i = 0; i < laid[seat].n; i++)
            laid[seat].kinds[i] = action_kind(ending, node, seat, i);
    }
    uint32_t n = (uint32_t)(laid[0].n * laid[1].n);
    ending->outcomes += n;
    if (stopped(ending) || !ROOM(ending, payoffs, n))
        return;
    node->kind = NODE_LAST;
    node->first = ending->n_payoffs;
    last_payoffs(ending, state, laid, ending->payoffs + node->first);
    ending->n_payoffs += n;
}

static void add_both(TaleEnding *ending, TaleState *state, Node *node)
{
    int rows = actions(ending, node, 0), columns = actions(ending, node, 1);
    if (!ROOM(ending, children, (uint32_t)(rows * columns)))
        return;
    node->kind = NODE_BOTH;
    node->first = ending->n_children;
    ending->n_children += (uint32_t)(rows * columns);
    for (int i = 0; i < rows * columns && !ending->failed; i++) {
        int action[2] = {i / columns, i % columns}, kind[2];
        uint8_t type[2] = {node->type[0], node->type[1]};
        for (int seat = 0; seat < 2; seat++) {
            kind[seat] = action_kind(ending, node, seat, action[seat]);
            if (action[seat] >= node->n[seat])
                type[seat] = (uint8_t)(action[seat] - node->n[seat]);
        }
        uint32_t child = NONE;
        if (kind[0] != NO_KIND && kind[1] != NO_KIND) {
            TaleState *next = copy(state);
            mark_draws(ending, state, kind[0]);
            mark_draws(ending, state, kind[1]);
            lay_both(next, kind[0], kind[1]);
            child = add_node(ending, next, type);
        }
        ending->children[node->first + (uint32_t)i] = child;
    }
}

static void add_turn(TaleEnding *ending, TaleState *state, Node *node)
{
    int seat = tale_to_act(state), n = 0;
    uint64_t names = tale_choices(state);
    node->kind = NODE_TURN;
    node->mover = (uint8_t)seat;
    node->turn = (uint8_t)tale_move_what(turn_move(state, 0));
    for (; names && n < CHOICES; names &= names - 1)
        node->choices[seat][n++] = (uint8_t)__builtin_ctzll(names);
    node->n[seat] = (uint8_t)n;
    if (!ROOM(ending, children, (uint32_t)n))
        return;
    node->first = ending->n_children;
    ending->n_children += (uint32_t)n;
    for (int i = 0; i < n && !ending->failed; i++) {
        TaleState *next = copy(state);
        tale_play(next, turn_move(state, node->choices[seat][i]), NULL);
        uint32_t child = add_node(ending, next, node->type);
        ending->children[node->first + (uint32_t)i] = child;
    }
}


static void add_data(TaleEnding *ending, Node *node)
{
    for (int seat = 0; seat < 2; seat++) {
        if (node->kind == NODE_TURN && seat != node->mover)
            continue;
        node->data[seat] = ending->n_data;
        ending->n_data += (uint32_t)(3 * options(node, seat) * supports(ending, node, seat));
    }
}

/* Number of the node for this position; garbage once the ending has failed. */
static uint32_t add_node(TaleEnding *ending, TaleState *state, const uint8_t type[2])
{
    uint32_t id = ending->n_nodes;
    Node node;
    if (stopped(ending) || !ROOM(ending, nodes, 1))
        return 0;
    ending->n_nodes++;
    memset(&node, 0, sizeof node);
    memcpy(node.type, type, sizeof node.type);
    if (state->stage == TALE_OVER || (id > 0 && !hides(&node, 0) && !hides(&node, 1)))
        open_value(ending, state, &node.payoff, &node.margin);
    else if (state->group != TALE_NOTHING)
        add_turn(ending, state, &node);
    else {
        list_choices(ending, state, &node);
        if (state->step == TALE_STEPS - 1)
            add_last(ending, state, &node);
        else
            add_both(ending, state, &node);
    }
    if (node.kind != NODE_VALUE)
        add_data(ending, &node);
    if (!ending->failed)
        ending->nodes[id] = node;
    return id;
}

static void set_types(TaleEnding *ending, const TaleKnown *known)
{
    for (int kind = 0; kind < TALE_KINDS; kind++)
        if (known->pool[kind]) {
            ending->count[ending->types] = known->pool[kind];
            ending->kinds[ending->types++] = (uint8_t)kind;
        }
}

static void set_classes(TaleEnding *ending, const TaleKnown *known)
{
    memset(ending->number, NO_KIND, sizeof ending->number);
    for (int type = 0; type < ending->types; type++)
        add_class(ending, ending->kinds[type]);
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < known->n[seat]; i++)
            add_class(ending, known->hand[seat][i]);
}

TaleEnding *tale_ending_new(const TaleState *state, const TaleKnown *known, uint32_t nodes, Clock *clock)
{
    TaleEnding *ending = calloc(1, sizeof *ending);
    uint8_t type[2];
    if (!ending)
        return NULL;
    for (int i = 0; i < DEPTH; i++)
        ending->stack[i] = *state;
    TaleState *root = ending->stack;
    ending->clock = clock;
    ending->limit = nodes;
    ending->whole = 1;
    ending->draws = root->top < root->n_deck;
    root->top = root->n_deck;
    memset(root->chosen, NO_KIND, sizeof root->chosen);
    for (int seat = 0; seat < 2; seat++) {
        root->n_hand[seat] = known->n[seat];
        memcpy(root->hands[seat], known->hand[seat], known->n[seat]);
        type[seat] = known->hidden >> seat & 1 ? ANY : NOTHING;
    }
    set_types(ending, known);
    set_classes(ending, known);
    add_node(ending, root, type);
    if (!ending->failed)
        ending->data = calloc(ending->n_data + 1, sizeof *ending->data);
    if (ending->data)
        return ending;
    tale_ending_free(ending);
    return NULL;
}

void tale_ending_free(TaleEnding *ending)
{
    if (!ending)
        return;
    free(ending->nodes);
    free(ending->children);
    free(ending->payoffs);
    free(ending->points);
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

static float copies(const TaleEnding *ending, int type) { return type == NOTHING ? 1 : ending->count[type]; }

/* Type number `at` of a seat's vector. */
static int type_at(const Node *node, int seat, int at) { return hides(node, seat) ? at : node->type[seat]; }

/* Strategy of a seat at a node, by action and type: as it is, or the average. */
static void strategy_of(const Pass *pass, const Node *node, int seat, float shares[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int types = supports(ending, node, seat), n = options(node, seat);
    const float *data = ending->data + node->data[seat] + (pass->what == PASS_IMPROVE ? 1 : 2) * n * types;
    int with_type = node->kind != NODE_TURN && hides(node, seat);
    for (int t = 0; t < types; t++) {
        int closed = with_type && !(node->open[seat] >> t & 1), all = n - closed;
        float sum = 0;
        for (int a = 0; a < all; a++)
            sum += data[a * types + t];
        for (int a = 0; a < n; a++)
            shares[a][t] = a >= all ? 0 : sum > 0 ? data[a * types + t] / sum : 1.0f / (float)all;
    }
}

/* New regrets, and the strategy that follows them. */
static void improve(const Pass *pass, const Node *node, float gains[][TALE_KINDS], const float *values)
{
    const TaleEnding *ending = pass->ending;
    int types = supports(ending, node, pass->seat), n = options(node, pass->seat);
    int with_type = node->kind != NODE_TURN && hides(node, pass->seat);
    float *regrets = ending->data + node->data[pass->seat], *now = regrets + n * types;
    for (int t = 0; t < types; t++) {
        int all = n - (with_type && !(node->open[pass->seat] >> t & 1));
        float sum = 0;
        for (int a = 0; a < all; a++) {
            float *regret = &regrets[a * types + t];
            *regret = *regret * (*regret > 0 ? pass->keep_above : pass->keep_below) + gains[a][t] - values[t];
            sum += *regret > 0 ? *regret : 0;
        }
        for (int a = 0; a < all; a++)
            now[a * types + t] = sum > 0 ? (regrets[a * types + t] > 0 ? regrets[a * types + t] / sum : 0)
                                         : 1.0f / (float)all;
    }
}

/* What a node brings out of what its actions bring. */
static void settle_node(const Pass *pass, const Node *node, float gains[][TALE_KINDS], float *values)
{
    const TaleEnding *ending = pass->ending;
    int types = supports(ending, node, pass->seat), n = options(node, pass->seat);
    int with_type = node->kind != NODE_TURN && hides(node, pass->seat);
    float shares[CHOICES + 1][TALE_KINDS];
    if (pass->what != PASS_BEST)
        strategy_of(pass, node, pass->seat, shares);
    for (int t = 0; t < types; t++) {
        int all = n - (with_type && !(node->open[pass->seat] >> t & 1));
        values[t] = pass->what == PASS_BEST ? -1e30f : 0;
        for (int a = 0; a < all; a++)
            if (pass->what != PASS_BEST)
                values[t] += shares[a][t] * gains[a][t];
            else
                values[t] = gains[a][t] > values[t] ? gains[a][t] : values[t];
    }
    if (pass->what == PASS_IMPROVE && !ending->stopped)
        improve(pass, node, gains, values);
    if (pass->root && node == ending->nodes)
        memcpy(pass->root, gains, (size_t)n * sizeof gains[0]);
}

/* Adds the other's strategy to its average and splits its reach among its actions. */
static void split(const Pass *pass, const Node *node, const float *reach, float after[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat ^ 1, types = supports(ending, node, seat), n = options(node, seat);
    float *sums = ending->data + node->data[seat] + 2 * n * types;
    strategy_of(pass, node, seat, after);
    for (int a = 0; a < n; a++)
        for (int t = 0; t < types; t++) {
            after[a][t] *= reach[t];
            if (pass->what == PASS_IMPROVE)
                sums[a * types + t] += pass->weight * after[a][t];
        }
}

/* How likely the other comes here at all, without and with what an own type takes out of the pool. */
static float mass(const TaleEnding *ending, const Node *node, int other, const float *reach)
{
    float sum = 0;
    for (int t = 0; t < supports(ending, node, other); t++)
        sum += reach[t] * copies(ending, type_at(node, other, t));
    return sum;
}

static float taken(const TaleEnding *ending, const Node *node, int other, int type, const float *reach)
{
    (void)ending;
    if (hides(node, other))
        return type == NOTHING ? 0 : reach[type];
    return type != NOTHING && type == node->type[other] ? reach[0] : 0;
}

static void visit_value(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    float payoff = pass->what == PASS_MARGIN ? node->margin : node->payoff;
    float all = mass(ending, node, pass->seat ^ 1, reach);
    payoff = pass->seat ? -payoff : payoff;
    for (int t = 0; t < supports(ending, node, pass->seat); t++)
        values[t] = payoff * (all - taken(ending, node, pass->seat ^ 1, type_at(node, pass->seat, t), reach));
}

/* Payoffs of one action of the seat against all of the other's. */
static void table_row(const Pass *pass, const Node *node, int action, float row[ACTIONS])
{
    const TaleEnding *ending = pass->ending;
    int columns = actions(ending, node, 1), n = actions(ending, node, pass->seat ^ 1);
    const int16_t *payoffs = ending->payoffs + node->first + (pass->seat ? action : action * columns);
    int step = pass->seat ? columns : 1;
    for (int i = 0; i < n; i++) {
        int payoff = payoffs[i * step];
        payoff = pass->what == PASS_MARGIN ? margin_of(payoff) : payoff;
        row[i] = (float)(pass->seat ? -payoff : payoff);
    }
}

static void visit_last(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1, known = node->n[other], hidden = hides(node, other);
    int types = supports(ending, node, seat), theirs = supports(ending, node, other);
    float after[CHOICES + 1][TALE_KINDS], gains[CHOICES + 1][TALE_KINDS], sums[ACTIONS], row[ACTIONS];
    split(pass, node, reach, after);
    for (int b = 0; b < known; b++)
        sums[b] = mass(ending, node, other, after[b]);
    for (int t = 0; hidden && t < theirs; t++)
        sums[known + t] = after[known][t] * ending->count[t];
    for (int action = 0; action < actions(ending, node, seat); action++) {
        float all = 0;
        table_row(pass, node, action, row);
        for (int b = 0; b < known + (hidden ? theirs : 0); b++)
            all += row[b] * sums[b];
        int own = action < node->n[seat] ? action : node->n[seat];
        for (int t = own < node->n[seat] ? 0 : action - own; t < types; t++) {
            int type = type_at(node, seat, t);
            float less = 0;
            for (int b = 0; b < known; b++)
                less += row[b] * taken(ending, node, other, type, after[b]);
            if (hidden && type != NOTHING)
                less += row[known + type] * after[known][type];
            gains[own][t] = all - less;
            if (own == node->n[seat])
                break;
        }
    }
    settle_node(pass, node, gains, values);
}

static void visit(const Pass *pass, uint32_t id, const float *reach, float *values);

/* Adds what a pair of actions brings to the gains of the own one. */
static void visit_pair(const Pass *pass, const Node *node, int own, int his, float after[][TALE_KINDS],
                       float gains[][TALE_KINDS])
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, columns = actions(ending, node, 1);
    uint32_t child = ending->children[node->first + (uint32_t)(seat ? his * columns + own : own * columns + his)];
    int known = node->n[seat], his_known = node->n[seat ^ 1];
    float below[TALE_KINDS];
    if (child == NONE)
        return;
    visit(pass, child, his < his_known ? after[his] : &after[his_known][his - his_known], below);
    if (own >= known)
        gains[known][own - known] += below[0];
    else
        for (int t = 0; t < supports(ending, node, seat); t++)
            gains[own][t] += below[t];
}

static int comes(const TaleEnding *ending, const Node *node, int other, int his, float after[][TALE_KINDS])
{
    if (his >= node->n[other])
        return after[node->n[other]][his - node->n[other]] > 0;
    for (int t = 0; t < supports(ending, node, other); t++)
        if (after[his][t] > 0)
            return 1;
    return 0;
}

static void visit_both(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int seat = pass->seat, other = seat ^ 1;
    float after[CHOICES + 1][TALE_KINDS], gains[CHOICES + 1][TALE_KINDS];
    memset(gains, 0, sizeof gains);
    split(pass, node, reach, after);
    for (int his = 0; his < actions(ending, node, other); his++)
        if (comes(ending, node, other, his, after))
            for (int own = 0; own < actions(ending, node, seat); own++)
                visit_pair(pass, node, own, his, after, gains);
    settle_node(pass, node, gains, values);
}

static void visit_turn(const Pass *pass, const Node *node, const float *reach, float *values)
{
    const TaleEnding *ending = pass->ending;
    int n = node->n[node->mover], types = supports(ending, node, pass->seat);
    float after[CHOICES + 1][TALE_KINDS], gains[CHOICES + 1][TALE_KINDS], below[TALE_KINDS];
    if (node->mover == pass->seat) {
        for (int a = 0; a < n; a++)
            visit(pass, ending->children[node->first + (uint32_t)a], reach, gains[a]);
        settle_node(pass, node, gains, values);
        return;
    }
    split(pass, node, reach, after);
    memset(values, 0, (size_t)types * sizeof *values);
    for (int a = 0; a < n; a++) {
        visit(pass, ending->children[node->first + (uint32_t)a], after[a], below);
        for (int t = 0; t < types; t++)
            values[t] += below[t];
    }
}

static void visit(const Pass *pass, uint32_t id, const float *reach, float *values)
{
    static void (*const visits[])(const Pass *, const Node *, const float *, float *) = {
        [NODE_VALUE] = visit_value, [NODE_LAST] = visit_last, [NODE_BOTH] = visit_both, [NODE_TURN] = visit_turn};
    TaleEnding *ending = pass->ending;
    const Node *node = &ending->nodes[id];
    if ((++ending->visits & 255) == 0 && clock_over(ending->clock, ending->outcomes))
        ending->stopped = 1;
    if (ending->stopped)
        memset(values, 0, (size_t)supports(ending, node, pass->seat) * sizeof *values);
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
    visit(pass, 0, reach, values);
    for (int t = 0; t < supports(ending, root, pass->seat); t++) {
        int type = type_at(root, pass->seat, t), other = pass->seat ^ 1;
        double here = copies(ending, type);
        sum += here * values[t];
        ways += here * (mass(ending, root, other, reach) - taken(ending, root, other, type, reach));
    }
    return sum / ways;
}

uint32_t tale_ending_run(TaleEnding *ending, uint32_t iterations)
{
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
    return (first + second) / 2;
}

/* ---- answers ---- */

static uint32_t move_of(const TaleEnding *ending, int seat, int action, int own)
{
    const Node *root = ending->nodes;
    if (root->kind == NODE_TURN)
        return tale_move(root->turn, root->choices[seat][action], 0, 0, 0);
    return tale_move(TALE_MOVE_PLAY, action < root->n[seat] ? root->choices[seat][action] : own, 0, 0, 0);
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
    if (hides(root, seat)) {
        while (ending->kinds[t] != own)
            t++;
        closed = root->kind != NODE_TURN && !(root->open[seat] >> t & 1);
    }
    float ways = mass(ending, root, seat ^ 1, reach) -
                 taken(ending, root, seat ^ 1, type_at(root, seat, t), reach);
    int n = options(root, seat) - closed;
    for (int a = 0; a < n; a++)
        moves[a] = (TaleEndMove){move_of(ending, seat, a, own), shares[a][t], payoffs[a][t] / ways,
                                 margins[a][t] / ways};
    return n;
}
