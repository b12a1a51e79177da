/* solve.c: the exact solver of the grid duel with open hands.
 *
 * Value: badness of the rows minus badness of the columns (lines.c) for the starter, the negative
 * for the other. Its sign is the outcome; it orders results like the full comparison of the lines.
 * Position, 24 bytes: the box around the cards at the top left of a 4 x 4 grid of bits, and what
 * each line holds. The box moves by one when a card goes beyond its left or upper edge.
 *   cells   bit 4 * row + column        line[0..3] contents of the columns, line[4..7] of the rows
 *
 * Search: fail-soft null windows, "1 or more?", then "0 or more?" where a draw is still open. The
 * full value comes from MTD(f). A position is settled by the first of these:
 *   1 bounds    each move's sum of line bounds
 *   2 threats   cells that would win at once if the other seat had the move: bounds only tighten,
 *               so two such cells lose, and one restricts the moves to that cell
 *   3 table     from 5 cards left; bounds relative to what the lines come to at least, so that one
 *               entry serves whatever the settled lines have brought
 *   4 probing   from 8 cards left all moves are looked up before one is searched
 *   5 moves     by the expected heuristic badness of the lines after them
 * Keys: the hands, and the empty cells with the lines' colours. Equal for the reflections of the
 * box; once it fills the grid and each empty cell touches a card, for all orders of rows and of
 * columns. Table: 64 kB at first, doubled when three quarters full, as most of the time is spent on
 * its memory.
 *
 * Sources: MTD(f) and enhanced transposition cut-offs, Plaat and others 1996; colour refinement,
 * Weisfeiler and Leman 1968. Measurements: NOTES.md. */

#include "solve.h"

#include "engine/memory.h"
#include "engine/table.h"
#include "lines.h"

#include <stdlib.h>

#define THREATS_FROM 4 /* cards left */
#define TABLE_FROM 5
#define PROBE_FROM 8
#define BUCKET 4              /* entries of 16 bytes: a cache line */
#define FIRST_BUCKETS 1024    /* at first */
#define LOAD_FACTOR 3         /* entries a bucket, on average, at which the table doubles */
#define GROWING 8192          /* entries moved between looks at the clock */
#define MAX_CHILDREN 96       /* 16 cells and 3 + 3 beyond the other edges, 4 values */
#define NO_BOUND (-INT64_MAX) /* below every value, and may be negated */
#define INFINITE ((int64_t)1 << 52)

typedef struct Entry {
    uint64_t key;
    int64_t data; /* bound * 256 + cards left * 2 + (1: an upper bound) */
} Entry;

typedef struct Position {
    uint16_t cells, pool;
    uint8_t width, height; /* the box */
    uint8_t left, side;    /* cards left; 0: the starter moves */
    uint8_t line[8];
    uint8_t hand[2][DUEL_VALUES];
} Position;

typedef struct Child {
    uint64_t key;
    int64_t constant, heuristic; /* for the seat that moves to it */
    uint8_t value, cell, frame;
} Child;

/* What a card of one value does to the bounds: sums over columns and over rows with the card gone
 * from the pool, and the change of each line that it may go to. */
typedef struct BoundChange {
    DuelBounds sum[2];
    int64_t change[16]; /* of low and of top, line by line */
} BoundChange;

typedef struct Node {
    const Position *at;
    int64_t target, best;
    int n;
    unsigned targets[3]; /* cells by frame */
    unsigned bounded;    /* values whose change is known, as bits */
    BoundChange change[DUEL_VALUES];
    Child child[MAX_CHILDREN];
} Node;

struct DuelSolver {
    DuelLines lines;
    Table *table;
    Entry *entries;
    TableNotes *notes;      /* size: buckets in use */
    uint64_t buckets, most; /* in use; at most */
    uint64_t salt, nodes;
    uint64_t last_check, next_check; /* nodes at the last look at the clock, and at the next */
    Clock *clock;
    int stopped;
    uint32_t without;
};

/* ---- positions ---- */

static unsigned cells_beside(unsigned cells)
{
    return ((cells << 1 & 0xEEEE) | (cells >> 1 & 0x7777) | cells << 4 | cells >> 4) & 0xFFFF &
           ~cells;
}

static unsigned box_cells(int width, int height)
{
    return (0xFu >> (4 - width)) * (0x1111u & ((1u << 4 * height) - 1));
}

/* Lays a card of the side to move. The box may grow, but not to the left or upwards. */
static void place_card(const DuelSolver *s, Position *p, int cell, int value)
{
    int column = cell & 3, row = cell >> 2;
    p->cells |= (uint16_t)(1 << cell);
    p->line[column] = s->lines.add[p->line[column]][value];
    p->line[4 + row] = s->lines.add[p->line[4 + row]][value];
    p->hand[p->side][value]--;
    p->pool = (uint16_t)(p->pool - duel_pool_unit[value]);
    p->width = column >= p->width ? (uint8_t)(column + 1) : p->width;
    p->height = row >= p->height ? (uint8_t)(row + 1) : p->height;
    p->side ^= 1;
    p->left--;
}

/* Where cards may go: inside the box and beyond its right or lower edge (frame 0), beyond the left
 * one (1: the box moves to the right), beyond the upper one (2: it moves down). In frames 1 and 2
 * the cells are those beyond the opposite edge. */
static void find_targets(const Position *p, unsigned targets[3])
{
    int width = p->width < 4 ? p->width + 1 : 4, height = p->height < 4 ? p->height + 1 : 4;
    targets[0] = p->cells ? cells_beside(p->cells) & box_cells(width, height) : 1;
    targets[1] = p->cells && width > p->width ? (p->cells & 0x1111u) << p->width : 0;
    targets[2] = p->cells && height > p->height ? (p->cells & 0x000Fu) << 4 * p->height : 0;
}

static void follow_child(const DuelSolver *s, Position *p, const Child *child)
{
    int cell = child->cell;
    if (child->frame == 1) {
        p->cells = (uint16_t)(p->cells << 1);
        p->width++;
        memmove(p->line + 1, p->line, 3);
        p->line[0] = 0;
        cell &= 12;
    } else if (child->frame == 2) {
        p->cells = (uint16_t)(p->cells << 4);
        p->height++;
        memmove(p->line + 5, p->line + 4, 3);
        p->line[4] = 0;
        cell &= 3;
    }
    place_card(s, p, cell, child->value);
}

/* Converts a state. */
static void set_position(const DuelSolver *s, Position *p, const DuelState *state)
{
    memset(p, 0, sizeof *p);
    assert(state->ply <= DUEL_CARDS);
    for (uint64_t cells = state->occupied; cells; cells &= cells - 1) {
        int cell = __builtin_ctzll(cells), column = (cell & 7) - state->left,
            row = (cell >> 3) - state->top;
        int value = (int)((state->high >> cell & 1) << 1 | (state->low >> cell & 1));
        p->cells |= (uint16_t)(1 << (4 * row + column));
        p->line[column] = s->lines.add[p->line[column]][value];
        p->line[4 + row] = s->lines.add[p->line[4 + row]][value];
    }
    if (state->ply) {
        p->width = (uint8_t)(state->right - state->left + 1);
        p->height = (uint8_t)(state->bottom - state->top + 1);
    }
    p->side = state->ply & 1;
    p->left = (uint8_t)(DUEL_CARDS - state->ply);
    for (int v = 0; v < DUEL_VALUES; v++) {
        p->hand[0][v] = state->hands[state->starter][v];
        p->hand[1][v] = state->hands[state->starter ^ 1][v];
        p->pool = (uint16_t)(p->pool + (p->hand[0][v] + p->hand[1][v]) * duel_pool_unit[v]);
    }
}

/* The least badness of all lines, for the seat to move; bounds in the table are relative to it. */
static int64_t constant_of(const DuelSolver *s, const Position *p)
{
    const DuelBounds *bounds = s->lines.bounds[p->pool];
    int64_t constant = 0;
    for (int i = 0; i < 4; i++)
        constant += bounds[p->line[4 + i]].low - bounds[p->line[i]].low;
    return p->side ? -constant : constant;
}

/* ---- keys ---- */

static const uint64_t multipliers[8] = {
    0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u, 0xABC98388FB8FAC03u, 0x8CB92BA72F3D8DD7u,
    0xF1357AEA2E62A9C5u, 0xC6BC279692B5CC83u, 0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu};

static uint64_t mix_bits(uint64_t x)
{
    x = (x ^ x >> 32) * 0xBF58476D1CE4E5B9u;
    return x ^ x >> 29;
}

static unsigned mirror_columns(unsigned cells, int width)
{
    cells = (cells & 0x5555) << 1 | (cells >> 1 & 0x5555);
    cells = (cells & 0x3333) << 2 | (cells >> 2 & 0x3333);
    return cells >> (4 - width);
}

static unsigned mirror_rows(unsigned cells, int height)
{
    cells = cells >> 8 | (cells & 0xFF) << 8;
    cells = (cells & 0x0F0F) << 4 | (cells >> 4 & 0x0F0F);
    return cells >> 4 * (4 - height);
}

/* For tests: without any symmetry. */
static uint64_t plain_key(unsigned cells, const uint64_t colour[8])
{
    uint64_t sum = cells * 0x589965CC75374CC3u;
    for (int i = 0; i < 8; i++)
        sum += colour[i] * multipliers[i];
    return mix_bits(sum);
}

/* Equal for all four reflections of the box. */
static uint64_t reflection_key(unsigned cells, int width, int height, const uint64_t colour[8])
{
    const uint64_t by_cells = 0x589965CC75374CC3u;
    uint64_t columns[2] = {0, 0}, rows[2] = {0, 0};
    for (int i = 0; i < width; i++) {
        columns[0] += colour[i] * multipliers[i];
        columns[1] += colour[width - 1 - i] * multipliers[i];
    }
    for (int i = 0; i < height; i++) {
        rows[0] += colour[4 + i] * multipliers[4 + i];
        rows[1] += colour[4 + height - 1 - i] * multipliers[4 + i];
    }
    unsigned turned = mirror_columns(cells, width);
    return mix_bits(columns[0] + rows[0] + cells * by_cells) +
           mix_bits(columns[1] + rows[0] + turned * by_cells) +
           mix_bits(columns[0] + rows[1] + mirror_rows(cells, height) * by_cells) +
           mix_bits(columns[1] + rows[1] + mirror_rows(turned, height) * by_cells);
}

static void sum_sets(uint64_t sum[16], const uint64_t column[4])
{
    sum[0] = 0;
    for (int c = 0; c < 4; c++)
        for (int set = 0; set < 1 << c; set++)
            sum[set | 1 << c] = sum[set] + column[c];
}

/* Equal for all permutations of rows and of columns: rows are coloured by the columns that they are
 * empty in, columns by those rows, rows again by those columns, and pairs of rows by the columns in
 * which both are empty. */
static uint64_t permutation_key(unsigned cells, const uint64_t colour[8])
{
    uint64_t sum[16], row[4], column[4], key = 0;
    unsigned empty[4];
    for (int c = 0; c < 4; c++)
        column[c] = colour[c] + multipliers[0];
    sum_sets(sum, column);
    for (int r = 0; r < 4; r++) {
        empty[r] = ~cells >> 4 * r & 15;
        row[r] = mix_bits(colour[4 + r] * multipliers[0] + sum[empty[r]]);
    }
    for (int c = 0; c < 4; c++) {
        uint64_t touched = 0;
        for (int r = 0; r < 4; r++)
            touched += row[r] & (0 - (uint64_t)(empty[r] >> c & 1));
        column[c] = mix_bits(colour[c] * multipliers[2] + touched);
    }
    sum_sets(sum, column);
    for (int r = 0; r < 4; r++) {
        row[r] = mix_bits(row[r] * multipliers[3] + sum[empty[r]]);
        for (int q = 0; q < r; q++)
            key += mix_bits((row[q] + row[r]) * multipliers[1] + sum[empty[r] & empty[q]]);
    }
    return key + sum[15];
}

static uint64_t grid_key(const DuelSolver *s, const Position *p)
{
    const DuelLineClass *classes = s->lines.classes[p->pool];
    uint64_t colour[8];
    for (int i = 0; i < 8; i++)
        colour[i] = classes[p->line[i]].colour;
    if (s->without & DUEL_SYMMETRY)
        return plain_key(p->cells, colour);
    if (p->width == 4 && p->height == 4 && (cells_beside(p->cells) | p->cells) == 0xFFFF)
        return permutation_key(p->cells, colour);
    return reflection_key(p->cells, p->width, p->height, colour);
}

static uint64_t key_of(const DuelSolver *s, const Position *p)
{
    uint64_t hands = 0;
    for (int v = 0; v < DUEL_VALUES; v++)
        hands = hands << 8 | p->hand[0][v] << 4 | p->hand[1][v];
    return grid_key(s, p) + mix64(hands + s->salt);
}

/* ---- table ---- */

static Entry *bucket_of(const DuelSolver *s, uint64_t key)
{
    return s->entries + (key & (s->buckets - 1)) * BUCKET;
}

static const Entry *find_entry(const DuelSolver *s, uint64_t key)
{
    const Entry *bucket = bucket_of(s, key);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

/* Doubles the part of the table in use; half of its entries move up. A large one takes longer than
 * a stop may take: if the clock interrupts, the size stays and the entries that have moved are
 * lost. */
static void grow_table(DuelSolver *s)
{
    uint64_t size = s->buckets;
    assert(size && 2 * size <= s->most);
    table_at_random(s->entries + size * BUCKET, size * BUCKET * sizeof(Entry));
    for (uint64_t i = 0; i < size * BUCKET; i++) {
        if (i % GROWING == GROWING - 1 && s->clock && clock_over(s->clock, s->last_check)) {
            s->stopped = 1;
            return;
        }
        Entry *low = s->entries + i, *high = low + size * BUCKET;
        int up = (low->key & size) != 0;
        *high = up ? *low : (Entry){0, 0};
        *low = up ? (Entry){0, 0} : *low;
    }
    s->buckets = s->notes->size = 2 * size;
}

/* Stores a bound; replaces the entry with the fewest cards left. */
static void store_bound(DuelSolver *s, uint64_t key, int left, int64_t bound, int upper)
{
    if (s->notes->used > LOAD_FACTOR * s->buckets && s->buckets < s->most)
        grow_table(s);
    Entry *bucket = bucket_of(s, key), *entry = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key) {
            entry = &bucket[i];
            break;
        }
        if ((bucket[i].data & 254) < (entry->data & 254))
            entry = &bucket[i];
    }
    s->notes->used += !entry->data;
    *entry = (Entry){key, bound * 256 + left * 2 + upper};
}

/* 1 when the entry tells on which side of the target the value is, with its bound. */
static int recall_bound(const Entry *entry, int64_t constant, int64_t target, int64_t *bound)
{
    if (!entry)
        return 0;
    *bound = (entry->data >> 8) + constant;
    return entry->data & 1 ? *bound < target : *bound >= target;
}

/* ---- bounds and threats ---- */

static void find_bound_change(const DuelLines *lines, const Position *p, int value,
                              BoundChange *restrict step)
{
    const DuelBounds *bounds = lines->bounds[p->pool - duel_pool_unit[value]];
    DuelBounds sum[2] = {{0, 0}, {0, 0}};
    for (int i = 0; i < 8; i++) {
        const DuelBounds *now = &bounds[p->line[i]], *then = &bounds[lines->add[p->line[i]][value]];
        sum[i >> 2].low += now->low;
        sum[i >> 2].top += now->top;
        step->change[2 * i] = then->low - now->low;
        step->change[2 * i + 1] = then->top - now->top;
    }
    step->sum[0] = sum[0];
    step->sum[1] = sum[1];
}

/* Computed once per node. */
static const BoundChange *bound_change_of(const DuelSolver *s, Node *node, int value)
{
    if (!(node->bounded >> value & 1))
        find_bound_change(&s->lines, node->at, value, &node->change[value]);
    node->bounded |= 1u << value;
    return &node->change[value];
}

/* Lists the moves with this card that bounds leave open; 1 when one surely reaches the target. */
static int bound_moves(Node *node, const BoundChange *step, int value)
{
    int side = node->at->side;
    const DuelBounds *own = &step->sum[side], *other = &step->sum[side ^ 1];
    const int64_t *low_column = step->change + (side ^ 1), *low_row = step->change + 8 + side;
    const int64_t *top_column = step->change + side, *top_row = step->change + 8 + (side ^ 1);
    int64_t least = other->low + own->top, most = -other->top - own->low;
    for (int frame = 0; frame < 3; frame++)
        for (unsigned cells = node->targets[frame]; cells; cells &= cells - 1) {
            int cell = __builtin_ctz(cells), column = 2 * (cell & 3), row = 2 * (cell >> 2);
            int64_t low = least + low_column[column] + low_row[row];
            if (low >= node->target) {
                node->best = low;
                return 1;
            }
            int64_t bound = most - top_column[column] - top_row[row];
            if (bound >= node->target) {
                Child *child = &node->child[node->n++];
                child->value = (uint8_t)value;
                child->cell = (uint8_t)cell;
                child->frame = (uint8_t)frame;
            } else if (bound > node->best)
                node->best = bound;
        }
    return 0;
}

/* Lists the moves that bounds leave open; 1 when they settle the node. */
static int settled_by_bounds(const DuelSolver *s, Node *node)
{
    for (int value = 0; value < DUEL_VALUES; value++)
        if (node->at->hand[node->at->side][value] &&
            bound_moves(node, bound_change_of(s, node, value), value))
            return 1;
    return node->n == 0;
}

/* Cells inside the box where the other seat, if it were to move, would surely reach 1 - target; the
 * least that it gets. */
static unsigned find_threats(const DuelSolver *s, Node *node, int64_t *least)
{
    const Position *p = node->at;
    int side = p->side ^ 1;
    unsigned inside = node->targets[0] & box_cells(p->width, p->height), threats = 0;
    *least = INFINITE;
    for (int value = 0; value < DUEL_VALUES; value++) {
        if (!p->hand[side][value])
            continue;
        const BoundChange *step = bound_change_of(s, node, value);
        const int64_t *low_column = step->change + (side ^ 1), *low_row = step->change + 8 + side;
        int64_t base = step->sum[p->side].low + step->sum[side].top;
        for (unsigned cells = inside; cells; cells &= cells - 1) {
            int cell = __builtin_ctz(cells);
            int64_t low = base + low_column[2 * (cell & 3)] + low_row[2 * (cell >> 2)];
            if (low > -node->target) {
                threats |= 1u << cell;
                *least = low < *least ? low : *least;
            }
        }
        if (threats & (threats - 1))
            break;
    }
    return threats;
}

/* Keeps the moves that answer the other's only threat; 1 when threats settle the node. */
static int settled_by_threats(const DuelSolver *s, Node *node)
{
    int64_t least;
    unsigned threats = find_threats(s, node, &least);
    if (!threats)
        return 0;
    node->best = -least > node->best ? -least : node->best;
    int kept = 0;
    for (int i = 0; i < node->n && !(threats & (threats - 1)); i++)
        if (node->child[i].frame == 0 && threats >> node->child[i].cell & 1)
            node->child[kept++] = node->child[i];
    node->n = kept;
    return kept == 0;
}

/* ---- moves ---- */

/* Rates the listed moves by heuristic badness. */
static void weigh_moves(const DuelSolver *s, Node *node)
{
    const Position *p = node->at;
    int64_t all = 0, change[8];
    for (int i = 0, value = -1; i < node->n; i++) {
        Child *child = &node->child[i];
        if (child->value != value) {
            value = child->value;
            const DuelLineClass *classes = s->lines.classes[p->pool - duel_pool_unit[value]];
            all = 0;
            for (int j = 0; j < 8; j++) {
                int64_t now = classes[p->line[j]].heuristic,
                        then = classes[s->lines.add[p->line[j]][value]].heuristic;
                all += now * ((j < 4) == p->side ? 1 : -1);
                change[j] = (then - now) * ((j < 4) == p->side ? 1 : -1);
            }
        }
        child->heuristic = all + change[child->cell & 3] + change[4 + (child->cell >> 2)];
    }
}

/* Looks all moves up in the table and drops those that cannot reach the target; 1 when one does, or
 * none is left. */
static int settled_by_probing(const DuelSolver *s, Node *node)
{
    int kept = 0;
    for (int i = 0; i < node->n; i++) {
        Child *child = &node->child[i];
        Position next = *node->at;
        follow_child(s, &next, child);
        child->key = key_of(s, &next);
        child->constant = -constant_of(s, &next);
        PREFETCH(bucket_of(s, child->key));
    }
    for (int i = 0; i < node->n; i++) {
        Child *child = &node->child[i];
        int64_t bound;
        if (!recall_bound(find_entry(s, child->key), -child->constant, 1 - node->target, &bound)) {
            node->child[kept++] = *child;
            continue;
        }
        node->best = -bound > node->best ? -bound : node->best;
        if (node->best >= node->target)
            return 1;
    }
    node->n = kept;
    return kept == 0;
}

/* Selection sort, one step: the best rated child from this one on. */
static const Child *pick_child(Node *node, int from)
{
    int64_t best = node->child[from].heuristic;
    int top = from;
    for (int i = from + 1; i < node->n; i++)
        if (node->child[i].heuristic > best) {
            best = node->child[i].heuristic;
            top = i;
        }
    if (top != from) {
        Child child = node->child[top];
        node->child[top] = node->child[from];
        node->child[from] = child;
    }
    return &node->child[from];
}

/* ---- search ---- */

/* Counts a node; 1 once the clock has run out. */
static int out_of_time(DuelSolver *s)
{
    s->nodes++;
    if (s->clock && s->nodes >= s->next_check) {
        s->last_check = s->nodes;
        s->next_check = s->nodes + 1024;
        s->stopped |= clock_over(s->clock, s->nodes);
    }
    return s->stopped;
}

static int64_t search_position(DuelSolver *s, const Position *p, int64_t target,
                               const Child *known);

/* Searches the listed moves until one reaches the target. probed: their keys are known. */
static void search_moves(DuelSolver *s, Node *node, int probed)
{
    for (int i = 0; i < node->n && node->best < node->target; i++) {
        const Child *child = pick_child(node, i);
        Position next = *node->at;
        follow_child(s, &next, child);
        int64_t value = -search_position(s, &next, 1 - node->target, probed ? child : NULL);
        if (s->stopped)
            return;
        node->best = value > node->best ? value : node->best;
    }
}

/* Fail-soft null window: the result is a lower bound if it reaches the target, else an upper bound.
 * known: the child with p's key, already looked up, or NULL. Meaningless once the clock has run
 * out. */
static int64_t search_position(DuelSolver *s, const Position *p, int64_t target, const Child *known)
{
    Node node;
    if (out_of_time(s))
        return 0;
    node.at = p;
    node.target = target;
    node.best = NO_BOUND;
    node.n = 0;
    node.bounded = 0;
    find_targets(p, node.targets);
    if (settled_by_bounds(s, &node))
        return node.best;
    int tabled = s->buckets && p->left >= TABLE_FROM;
    int probed = tabled && p->left >= PROBE_FROM && !(s->without & DUEL_PROBING);
    uint64_t key = known ? known->key : tabled ? key_of(s, p) : 0;
    if (tabled && !known)
        PREFETCH(bucket_of(s, key));
    if (p->left >= THREATS_FROM && !(s->without & DUEL_THREATS) && settled_by_threats(s, &node))
        return node.best;
    weigh_moves(s, &node);
    int64_t constant = known ? -known->constant : tabled ? constant_of(s, p) : 0, bound;
    if (tabled && !known && recall_bound(find_entry(s, key), constant, target, &bound))
        return bound;
    if (!probed || !settled_by_probing(s, &node))
        search_moves(s, &node, probed);
    if (tabled && !s->stopped)
        store_bound(s, key, p->left, node.best - constant, node.best < target);
    return node.best;
}

/* 1 when the position's bounds or the table tell on which side of the target its value is. */
static int known_side(const DuelSolver *s, const Position *p, int64_t target, int64_t *bound)
{
    const DuelBounds *bounds = s->lines.bounds[p->pool];
    int own = p->side ? 4 : 0, other = 4 - own;
    int64_t low = 0, high = 0;
    for (int i = 0; i < 4; i++) {
        low += bounds[p->line[other + i]].low + bounds[p->line[own + i]].top;
        high -= bounds[p->line[other + i]].top + bounds[p->line[own + i]].low;
    }
    *bound = low >= target ? low : high;
    if (low >= target || high < target)
        return 1;
    return s->buckets &&
           recall_bound(find_entry(s, key_of(s, p)), constant_of(s, p), target, bound);
}

static int64_t search_root(DuelSolver *s, const Position *p, int64_t target)
{
    int64_t bound;
    return known_side(s, p, target, &bound) ? bound : search_position(s, p, target, NULL);
}

static int32_t sign_of(int64_t value) { return (value > 0) - (value < 0); }

/* ---- entry points ---- */

DuelSolver *duel_solver_new(Table *table)
{
    DuelSolver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->table = table;
    duel_lines_start(&s->lines);
    return s;
}

/* s may be NULL. */
void duel_solver_free(DuelSolver *s) { free(s); }

uint64_t duel_solver_nodes(const DuelSolver *s) { return s->nodes; }

/* Line classes depend on the switches, so they are computed again. */
void duel_solver_without(DuelSolver *s, uint32_t parts)
{
    s->without = parts;
    s->lines.unmerged = (parts & DUEL_MERGING) != 0;
    memset(s->lines.ready, 0, sizeof s->lines.ready);
}

/* Takes the table as it was left, or clears its first part. */
static void open_table(DuelSolver *s)
{
    size_t bytes;
    s->entries = table_memory(s->table, &bytes);
    s->notes = table_notes(s->table);
    s->most = bytes / sizeof(Entry) / BUCKET;
    s->buckets = s->notes ? s->notes->size : 0;
    s->salt = mix64(table_stamp(s->table));
    if (!s->notes || s->buckets)
        return;
    s->buckets = s->notes->size = s->most < FIRST_BUCKETS ? s->most : FIRST_BUCKETS;
    memset(s->entries, 0, s->buckets * BUCKET * sizeof(Entry));
}

static void start_solver(DuelSolver *s, Clock *clock)
{
    open_table(s);
    s->clock = clock;
    s->last_check = s->next_check = s->nodes;
    s->stopped = 0;
}

static void load_state(DuelSolver *s, Position *p, const DuelState *state)
{
    set_position(s, p, state);
    duel_lines_fill(&s->lines, p->pool);
}

/* A value with the sign of the outcome. */
static int64_t find_outcome(DuelSolver *s, const Position *p)
{
    int64_t value = search_root(s, p, 1);
    return value == 0 && !s->stopped ? search_root(s, p, 0) : value;
}

/* The exact value by MTD(f): null windows at the last bound. */
static int64_t find_value(DuelSolver *s, const Position *p)
{
    int64_t low = -INFINITE, high = INFINITE, value = 0;
    while (low < high && !s->stopped) {
        int64_t target = value == low ? value + 1 : value;
        value = search_root(s, p, target);
        low = value >= target ? value : low;
        high = value < target ? value : high;
    }
    return value;
}

static void load_move(DuelSolver *s, Position *p, const DuelState *state, uint32_t move)
{
    DuelState next = *state;
    assert(state->hands[duel_turn(state)][duel_move_value(move)]);
    duel_put(&next, duel_move_cell(move), duel_move_value(move));
    load_state(s, p, &next);
}

int32_t duel_outcomes(DuelSolver *s, const DuelState *state, const uint8_t hands[2][DUEL_VALUES],
                      uint32_t moves[MAX_MOVES], int8_t values[MAX_MOVES], Clock *clock)
{
    DuelState root = *state;
    if (hands)
        memcpy(root.hands, hands, sizeof root.hands);
    int32_t n = duel_moves(&root, moves);
    assert(n <= MAX_MOVES);
    start_solver(s, clock);
    for (int32_t i = 0; i < n; i++) {
        Position p;
        load_move(s, &p, &root, moves[i]);
        values[i] = (int8_t)-sign_of(find_outcome(s, &p));
        if (s->stopped)
            return 0;
    }
    return n;
}

int duel_outcome(DuelSolver *s, const DuelState *state, const uint8_t hands[2][DUEL_VALUES],
                 uint32_t move, Clock *clock)
{
    DuelState root = *state;
    Position p;
    memcpy(root.hands, hands, sizeof root.hands);
    start_solver(s, clock);
    load_move(s, &p, &root, move);
    int value = -sign_of(find_outcome(s, &p));
    return s->stopped ? 2 : value;
}

/* The other may lay any unseen card at any time, as whatever it has laid may have been its hand; the
 * seat's answers depend on what it has seen only. So this is an and-or search over information
 * states. */
int duel_surely_wins(DuelSolver *s, const DuelState *state, const uint8_t unseen[DUEL_VALUES],
                     uint32_t move, Clock *clock)
{
    DuelState root = *state;
    Position p;
    memcpy(root.hands[duel_turn(state) ^ 1], unseen, DUEL_VALUES);
    start_solver(s, clock);
    load_move(s, &p, &root, move);
    int wins = search_root(s, &p, 0) < 0;
    return s->stopped ? 2 : wins;
}

/* ---- Game.solve ---- */

static const char *const part_names[] = {" -symmetry", " -merging", " -threats", " -probing"};

typedef struct Objective {
    int lines;      /* the full comparison of lines, not only the outcome */
    int only_value; /* one best move instead of all moves */
    uint32_t without;
} Objective;

static int skip_words(const char **text, const char *words)
{
    size_t n = strlen(words);
    int found = strncmp(*text, words, n) == 0;
    *text += found ? n : 0;
    return found;
}

/* "outcome", "lines" or nothing, then perhaps " value", then parts to switch off; 0 for any other
 * text. */
static int read_objective(const char *text, Objective *objective)
{
    *objective = (Objective){skip_words(&text, "lines"), 0, 0};
    if (!objective->lines)
        skip_words(&text, "outcome");
    objective->only_value = skip_words(&text, " value");
    for (int i = 0; i < COUNT(part_names); i++)
        objective->without |= skip_words(&text, part_names[i]) ? 1u << i : 0;
    return *text == 0;
}

static int64_t value_of(DuelSolver *s, const Position *p, int lines)
{
    return lines ? find_value(s, p) : sign_of(find_outcome(s, p));
}

/* Marks the best moves, chooses the first of them and returns its value. */
static double mark_best(Result *result)
{
    assert(result->n > 0);
    double best = result->list[0].value[0];
    for (int i = 1; i < result->n; i++)
        best = result->list[i].value[0] > best ? result->list[i].value[0] : best;
    for (int i = result->n - 1; i >= 0; i--) {
        result->list[i].best = result->list[i].value[0] == best;
        if (result->list[i].best)
            result->move = result->list[i].move;
    }
    return best;
}

/* A move that reaches the target; one that is known to is preferred to one that has to be
 * searched. */
static uint32_t move_reaching(DuelSolver *s, const DuelState *state, int64_t target)
{
    uint32_t moves[MAX_MOVES];
    int32_t n = duel_moves(state, moves);
    for (int searching = 0; searching < 2; searching++)
        for (int32_t i = 0; i < n; i++) {
            Position p;
            int64_t bound;
            load_move(s, &p, state, moves[i]);
            if (!known_side(s, &p, 1 - target, &bound)) {
                if (!searching)
                    continue;
                bound = search_position(s, &p, 1 - target, NULL);
            }
            if (s->stopped)
                return NO_MOVE;
            if (-bound >= target)
                return moves[i];
        }
    assert(!"a position reaches its value");
    return NO_MOVE;
}

/* The principal line; ends early when the clock runs out. Where all moves lose, any will do. */
static void find_line(DuelSolver *s, DuelState state, int64_t value, int lines, Result *result)
{
    for (uint32_t move = result->move; move != NO_MOVE; value = -value) {
        duel_put(&state, duel_move_cell(move), duel_move_value(move));
        result->line[result->n_line++] = move;
        if (state.ply == DUEL_CARDS)
            return;
        move = move_reaching(s, &state, lines || value <= 0 ? -value : -INFINITE);
    }
}

static void solve_moves(DuelSolver *s, const DuelState *state, int lines, Progress *progress,
                        Result *result)
{
    for (int i = 0; i < result->n && !s->stopped; i++) {
        Position p;
        load_move(s, &p, state, result->list[i].move);
        result->list[i].value[0] = (double)-value_of(s, &p, lines);
        if (progress)
            progress->done = i + 1;
    }
}

/* The value and one best move; an empty result when the clock has run out. */
static void solve_position(DuelSolver *s, const DuelState *state, int lines, Result *result)
{
    Position p;
    load_state(s, &p, state);
    int64_t value = value_of(s, &p, lines);
    result->list[0].value[0] = (double)value;
    result->list[0].move = s->stopped
                               ? NO_MOVE
                               : move_reaching(s, state, lines || value >= 0 ? value : -INFINITE);
    result->n = !s->stopped;
}

void duel_solve(const void *self, const char *objective, const Limits *limits, Table *table,
                Progress *progress, Result *result)
{
    const DuelState *state = self;
    Clock clock = clock_start(limits, progress);
    Objective wanted;
    if (!read_objective(objective, &wanted)) {
        result->status = STATUS_UNFIT;
        fail(result->why, "objective\nasked=%.40s", objective);
        return;
    }
    strcpy(result->objective, wanted.lines ? "lines" : "outcome");
    DuelSolver *s = duel_solver_new(table);
    if (!s) {
        memory_out(progress);
        return;
    }
    duel_solver_without(s, wanted.without);
    start_solver(s, &clock);
    if (progress)
        progress->of = result->n;
    if (wanted.only_value)
        solve_position(s, state, wanted.lines, result);
    else
        solve_moves(s, state, wanted.lines, progress, result);
    result->status = clock.status;
    result->integral = 1;
    result->proof = PROOF_EXACT;
    for (int i = 0; i < result->n; i++)
        result->list[i].sure = 1;
    if (!s->stopped) {
        int64_t best = (int64_t)mark_best(result);
        find_line(s, *state, best, wanted.lines, result);
    }
    result->nodes = s->nodes;
    duel_solver_free(s);
}
