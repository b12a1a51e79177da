/* duel_solve.c: the exact solver of the grid duel with open hands. */

#include "duel_solve.h"

#include <stdlib.h>

#define POOLS 1296      /* 6^4: 0 .. 5 cards of each value still to be placed */
#define CONTENTS 70     /* multisets of up to four cards: what a line may hold */
#define RANKS 22        /* scores that a line can have */
#define BUCKET 4
#define WORST INT64_MIN
#define MAX_CHILDREN 96
#define STOPPED (INT64_MIN + 1)

typedef struct Bounds {
    int64_t low, high;  /* badness of a line at least and at most, the rest filled from the pool */
} Bounds;

typedef struct Look {
    uint64_t colour;    /* equal for lines that differ by a constant only, however they are filled */
    int64_t soft;       /* expected soft badness */
} Look;

typedef struct Entry {
    uint64_t key;
    int64_t data;       /* bound * 256 + cards left * 2 + (1: an upper bound) */
} Entry;

typedef struct Position {
    uint16_t cells, pool;   /* bit 4 * row + column, the box around the cards at the top left */
    uint8_t wide, high, left, side; /* cards left; 0: the starter moves */
    uint8_t line[8];        /* contents of the columns, of the rows */
    uint8_t hand[2][DUEL_VALUES];
} Position;

struct DuelSolver {
    Bounds bounds[POOLS][CONTENTS];
    Look looks[POOLS][CONTENTS];
    uint8_t ready[POOLS];
    uint8_t counts[CONTENTS][DUEL_VALUES], size[CONTENTS], add[CONTENTS][DUEL_VALUES];
    uint8_t index[625];     /* by counts, in base 5 */
    int64_t badness[RANKS], soft[RANKS];
    Entry *entries;
    uint64_t buckets, salt, nodes, next_check;
    Table *table;
    Clock *clock;
    int stopped;
};

typedef struct Child {
    int64_t high, constant, soft;
    uint64_t key;
    uint8_t value, cell, frame;
} Child;

static const int pool_unit[DUEL_VALUES] = {1, 6, 36, 216};
static const int line_scores[RANKS] = {3,  4,  5,  6,  10, 12, 13, 15,  20,  21,  23,
                                       24, 30, 31, 32, 33, 40, 50, 100, 101, 102, 103};

/* ---- tables ---- */

static int contents_code(const uint8_t counts[DUEL_VALUES])
{
    return counts[0] + 5 * counts[1] + 25 * counts[2] + 125 * counts[3];
}

static void number_contents(DuelSolver *s)
{
    int n = 0;
    for (int size = 0; size <= 4; size++)
        for (int code = 0; code < 625; code++) {
            uint8_t c[4] = {(uint8_t)(code % 5), (uint8_t)(code / 5 % 5), (uint8_t)(code / 25 % 5),
                            (uint8_t)(code / 125)};
            if (c[0] + c[1] + c[2] + c[3] != size)
                continue;
            memcpy(s->counts[n], c, sizeof c);
            s->size[n] = (uint8_t)size;
            s->index[code] = (uint8_t)n++;
        }
    assert(n == CONTENTS);
    for (int i = 0; i < CONTENTS; i++)
        for (int v = 0; v < DUEL_VALUES && s->size[i] < 4; v++) {
            uint8_t c[4];
            memcpy(c, s->counts[i], sizeof c);
            c[v]++;
            s->add[i][v] = s->index[contents_code(c)];
        }
}

static void weigh_ranks(DuelSolver *s)
{
    int64_t soft = (int64_t)1 << 24, badness = 1;
    for (int rank = 0; rank < RANKS; rank++, soft = soft * 20 / 27)
        s->soft[rank] = soft;
    for (int rank = RANKS - 1; rank >= 0; rank--, badness *= 5)
        s->badness[rank] = badness;
}

static int rank_of(const uint8_t counts[DUEL_VALUES])
{
    int score = duel_line_score(counts), rank = 0;
    while (line_scores[rank] != score)
        rank++;
    return rank;
}

static void pool_counts(int pool, uint8_t counts[DUEL_VALUES])
{
    for (int v = 0; v < DUEL_VALUES; v++, pool /= 6)
        counts[v] = (uint8_t)(pool % 6);
}

static void fill_line(DuelSolver *s, int pool, const uint8_t held[DUEL_VALUES], int total, int i)
{
    Bounds *bounds = &s->bounds[pool][i];
    Look *look = &s->looks[pool][i];
    if (s->size[i] == 4) {
        int rank = rank_of(s->counts[i]);
        *bounds = (Bounds){s->badness[rank], s->badness[rank]};
        *look = (Look){0, s->soft[rank]};
        return;
    }
    if (total + s->size[i] < 4)
        return;
    *bounds = (Bounds){INT64_MAX, 0};
    *look = (Look){0, 0};
    for (int v = 0; v < DUEL_VALUES; v++) {
        if (!held[v])
            continue;
        const Bounds *next = &s->bounds[pool - pool_unit[v]][s->add[i][v]];
        bounds->low = next->low < bounds->low ? next->low : bounds->low;
        bounds->high = next->high > bounds->high ? next->high : bounds->high;
        look->soft += held[v] * s->looks[pool - pool_unit[v]][s->add[i][v]].soft;
    }
    look->soft /= total;
    for (int f = 0; f < CONTENTS; f++) {
        if (s->size[f] != 4 - s->size[i])
            continue;
        uint8_t sum[4];
        int fits = 1;
        for (int v = 0; v < DUEL_VALUES; v++) {
            sum[v] = (uint8_t)(s->counts[f][v] + s->counts[i][v]);
            fits &= s->counts[f][v] <= held[v];
        }
        if (fits)
            look->colour += mix64((uint64_t)f + 1) * (uint64_t)(s->badness[rank_of(sum)] - bounds->low);
    }
    look->colour = mix64(look->colour);
}

/* Line values of a pool and of all that may be left of it. */
static void fill_pool(DuelSolver *s, int pool)
{
    uint8_t held[DUEL_VALUES];
    if (s->ready[pool])
        return;
    pool_counts(pool, held);
    for (int v = 0; v < DUEL_VALUES; v++)
        if (held[v])
            fill_pool(s, pool - pool_unit[v]);
    int total = held[0] + held[1] + held[2] + held[3];
    for (int i = CONTENTS - 1; i >= 0; i--)
        fill_line(s, pool, held, total, i);
    s->ready[pool] = 1;
}

/* ---- keys ---- */

static uint16_t mirror_columns(uint16_t cells, int wide)
{
    unsigned x = cells;
    x = (x & 0x5555) << 1 | (x >> 1 & 0x5555);
    x = (x & 0x3333) << 2 | (x >> 2 & 0x3333);
    return (uint16_t)(x >> (4 - wide));
}

static uint16_t mirror_rows(uint16_t cells, int high)
{
    unsigned x = (unsigned)(cells >> 8 | cells << 8);
    x = (x & 0x0F0F) << 4 | (x >> 4 & 0x0F0F);
    return (uint16_t)((x & 0xFFFF) >> 4 * (4 - high));
}

static unsigned beside(unsigned cells)
{
    return ((cells << 1 & 0xEEEE) | (cells >> 1 & 0x7777) | cells << 4 | cells >> 4) & 0xFFFF & ~cells;
}

static uint64_t stir(uint64_t x)
{
    x = (x ^ x >> 32) * 0xBF58476D1CE4E5B9u;
    return x ^ x >> 29;
}

static uint64_t hands_key(const DuelSolver *s, const Position *p)
{
    uint64_t packed = 0;
    for (int i = 0; i < 8; i++)
        packed = packed << 4 | p->hand[i >> 2][i & 3];
    return mix64(packed + s->salt);
}

/* The same for all four reflections of the box. */
static uint64_t box_key(unsigned cells, int wide, int high, const uint64_t colour[8])
{
    static const uint64_t weight[8] = {0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u, 0xABC98388FB8FAC03u,
                                       0x8CB92BA72F3D8DD7u, 0xF1357AEA2E62A9C5u, 0xC6BC279692B5CC83u,
                                       0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu};
    uint64_t columns[2] = {0}, rows[2] = {0};
    for (int i = 0; i < wide; i++) {
        columns[0] += colour[i] * weight[i];
        columns[1] += colour[wide - 1 - i] * weight[i];
    }
    for (int i = 0; i < high; i++) {
        rows[0] += colour[4 + i] * weight[4 + i];
        rows[1] += colour[4 + high - 1 - i] * weight[4 + i];
    }
    unsigned turned = mirror_columns((uint16_t)cells, wide);
    return stir(columns[0] + rows[0] + cells * 0x589965CC75374CC3u) +
           stir(columns[1] + rows[0] + turned * 0x589965CC75374CC3u) +
           stir(columns[0] + rows[1] + mirror_rows((uint16_t)cells, high) * 0x589965CC75374CC3u) +
           stir(columns[1] + rows[1] + mirror_rows((uint16_t)turned, high) * 0x589965CC75374CC3u);
}

/* The same for all permutations of rows and of columns. */
static uint64_t free_key(unsigned cells, const uint64_t colour[8])
{
    uint64_t sum[16], row[4], key = 0;
    unsigned empty[4];
    sum[0] = 0;
    for (int c = 0; c < 4; c++)
        for (int m = 0; m < 1 << c; m++)
            sum[m | 1 << c] = sum[m] + colour[c] + 0x9E3779B97F4A7C15u;
    for (int r = 0; r < 4; r++) {
        empty[r] = ~cells >> 4 * r & 15;
        row[r] = stir(colour[4 + r] * 0x9E3779B97F4A7C15u + sum[empty[r]]);
        for (int q = 0; q < r; q++)
            key += stir((row[q] + row[r]) * 0xD1B54A32D192ED03u + sum[empty[r] & empty[q]]);
    }
    for (int c = 0; c < 4; c++) {
        uint64_t touched = 0;
        for (int r = 0; r < 4; r++)
            touched += row[r] & (0 - (uint64_t)(empty[r] >> c & 1));
        key += stir(colour[c] * 0xABC98388FB8FAC03u + touched);
    }
    return key;
}

static uint64_t grid_key(unsigned cells, int wide, int high, const uint64_t colour[8])
{
    int free = wide == 4 && high == 4 && (beside(cells) | cells) == 0xFFFF;
    return free ? free_key(cells, colour) : box_key(cells, wide, high, colour);
}

/* ---- table ---- */

static Entry *find_entry(const DuelSolver *s, uint64_t hash)
{
    Entry *bucket = s->entries + (hash & (s->buckets - 1)) * BUCKET;
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == hash)
            return &bucket[i];
    return NULL;
}

static void store(DuelSolver *s, uint64_t hash, int left, int64_t bound, int upper)
{
    if (!s->buckets)
        return;
    Entry *entry = find_entry(s, hash);
    if (!entry) {
        Entry *bucket = s->entries + (hash & (s->buckets - 1)) * BUCKET;
        entry = bucket;
        for (int i = 1; i < BUCKET; i++)
            if ((bucket[i].data & 254) < (entry->data & 254))
                entry = &bucket[i];
    }
    *entry = (Entry){hash, bound * 256 + left * 2 + upper};
}

/* ---- search ---- */

static int64_t final_sum(const DuelSolver *s, const uint8_t line[8])
{
    int64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += s->bounds[0][line[4 + i]].low - s->bounds[0][line[i]].low;
    return sum;
}

static void place(const DuelSolver *s, Position *p, int cell, int value)
{
    p->cells |= (uint16_t)(1 << cell);
    p->line[cell & 3] = s->add[p->line[cell & 3]][value];
    p->line[4 + (cell >> 2)] = s->add[p->line[4 + (cell >> 2)]][value];
    p->hand[p->side][value]--;
    p->pool = (uint16_t)(p->pool - pool_unit[value]);
    p->wide = (cell & 3) >= p->wide ? (uint8_t)((cell & 3) + 1) : p->wide;
    p->high = (cell >> 2) >= p->high ? (uint8_t)((cell >> 2) + 1) : p->high;
    p->side ^= 1;
    p->left--;
}

typedef struct Node {
    int64_t target, best;
    int n, done, searched;
    Child child[MAX_CHILDREN];
} Node;

/* What placing a card does to the sums over the lines, told for the seat that places it. */
typedef struct Step {
    int64_t low, high, constant;            /* were the card in no line yet */
    int64_t d_low[8], d_high[8], d_constant[8]; /* and by the line it comes into */
} Step;

static void weigh_step(const DuelSolver *s, const Position *p, int value, Step *step)
{
    const Bounds *bounds = s->bounds[p->pool - pool_unit[value]];
    int own = p->side ? 4 : 0, other = 4 - own;
    step->low = step->high = step->constant = 0;
    for (int i = own; i < own + 4; i++) {
        const Bounds *now = &bounds[p->line[i]], *then = &bounds[s->add[p->line[i]][value]];
        step->low -= now->high;
        step->high -= now->low;
        step->d_low[i] = now->high - then->high;
        step->d_constant[i] = step->d_high[i] = now->low - then->low;
    }
    step->constant = step->high;
    for (int i = other; i < other + 4; i++) {
        const Bounds *now = &bounds[p->line[i]], *then = &bounds[s->add[p->line[i]][value]];
        step->low += now->low;
        step->high += now->high;
        step->constant += now->low;
        step->d_constant[i] = step->d_low[i] = then->low - now->low;
        step->d_high[i] = then->high - now->high;
    }
}

static unsigned box_cells(int wide, int high)
{
    return (0xFu >> (4 - wide)) * (0x1111u & ((1u << 4 * high) - 1));
}

/* Where cards may go: inside the box, beyond its right or lower edge (frame 0), beyond the left one (the box moves
 * to the right: frame 1), beyond the upper one (frame 2). Cells are told as if the box stayed. */
static void find_targets(const Position *p, unsigned targets[3])
{
    int wide = p->wide < 4 ? p->wide + 1 : 4, high = p->high < 4 ? p->high + 1 : 4;
    targets[0] = p->cells ? beside(p->cells) & box_cells(wide, high) : 1;
    targets[1] = p->cells && wide > p->wide ? (p->cells & 0x1111u) << p->wide : 0;
    targets[2] = p->cells && high > p->high ? (p->cells & 0x000Fu) << 4 * p->high : 0;
}

/* Lists the moves that their bounds leave open; finds a move that is good enough at once. */
static void add_children(const DuelSolver *s, Node *node, const Position *p, const unsigned targets[3], int value)
{
    Step step;
    weigh_step(s, p, value, &step);
    for (unsigned frame = 0; frame < 3; frame++)
        for (unsigned cells = targets[frame]; cells; cells &= cells - 1) {
            int cell = __builtin_ctz(cells), c = cell & 3, r = 4 + (cell >> 2);
            int64_t low = step.low + step.d_low[c] + step.d_low[r];
            int64_t high = step.high + step.d_high[c] + step.d_high[r];
            if (low >= node->target) {
                node->best = low;
                node->done = 1;
                return;
            }
            if (high < node->target) {
                node->best = high > node->best ? high : node->best;
                continue;
            }
            Child *child = &node->child[node->n++];
            child->high = high;
            child->constant = step.constant + step.d_constant[c] + step.d_constant[r];
            child->value = (uint8_t)value;
            child->cell = (uint8_t)cell;
            child->frame = (uint8_t)frame;
        }
}

static void shift_columns(Position *p)
{
    p->cells = (uint16_t)(p->cells << 1);
    p->wide++;
    memmove(p->line + 1, p->line, 3);
    p->line[0] = 0;
}

static void shift_rows(Position *p)
{
    p->cells = (uint16_t)(p->cells << 4);
    p->high++;
    memmove(p->line + 5, p->line + 4, 3);
    p->line[4] = 0;
}

static void follow(const DuelSolver *s, Position *p, const Child *child)
{
    int cell = child->cell;
    if (child->frame == 1) {
        shift_columns(p);
        cell &= 12;
    } else if (child->frame == 2) {
        shift_rows(p);
        cell &= 3;
    }
    place(s, p, cell, child->value);
}

static uint64_t position_key(const DuelSolver *s, const Position *p)
{
    uint64_t colour[8];
    for (int i = 0; i < 8; i++)
        colour[i] = s->looks[p->pool][p->line[i]].colour;
    return grid_key(p->cells, p->wide, p->high, colour) + hands_key(s, p);
}

static void key_children(const DuelSolver *s, Node *node, const Position *p)
{
    for (int i = 0; i < node->n; i++) {
        Child *child = &node->child[i];
        Position next = *p;
        follow(s, &next, child);
        child->key = position_key(s, &next);
        if (s->buckets)
            PREFETCH(s->entries + (child->key & (s->buckets - 1)) * BUCKET);
        const Look *look = s->looks[next.pool];
        int64_t soft = 0;
        for (int j = 0; j < 4; j++)
            soft += look[next.line[4 + j]].soft - look[next.line[j]].soft;
        child->soft = p->side ? -soft : soft;
    }
}

/* Looks the children up; those that cannot reach the target are dropped. */
static void probe_children(const DuelSolver *s, Node *node)
{
    int kept = 0;
    for (int i = 0; i < node->n; i++) {
        Child *child = &node->child[i];
        Entry *entry = s->buckets ? find_entry(s, child->key) : NULL;
        if (entry) {
            int64_t value = child->constant - (entry->data >> 8);
            if (entry->data & 1 && value >= node->target) {
                node->best = value;
                node->done = 1;
                return;
            }
            if (!(entry->data & 1) && value < node->target) {
                node->best = value > node->best ? value : node->best;
                continue;
            }
        }
        if (kept < i)
            node->child[kept] = *child;
        kept++;
    }
    node->n = kept;
}

static int64_t search(DuelSolver *s, const Position *p, int64_t target, int *searched);

static int64_t visit(DuelSolver *s, const Position *p, uint64_t key, int64_t constant, int64_t target)
{
    int searched = 0;
    int64_t value = search(s, p, target, &searched);
    if (s->stopped)
        return 0;
    if (searched)
        store(s, key, p->left, value - constant, value < target);
    return value;
}

static Child *pick(Node *node, int from)
{
    int top = from;
    for (int i = from + 1; i < node->n; i++)
        if (node->child[i].soft > node->child[top].soft)
            top = i;
    if (top != from) {
        Child child = node->child[top];
        node->child[top] = node->child[from];
        node->child[from] = child;
    }
    return &node->child[from];
}

static int out_of_time(DuelSolver *s)
{
    s->nodes++;
    if (s->clock && s->nodes >= s->next_check) {
        s->next_check = s->nodes + 1024;
        s->stopped |= clock_over(s->clock, s->nodes);
    }
    return s->stopped;
}

/* Fail-soft null window: the result is a lower bound when it reaches the target, else an upper bound. */
static int64_t search(DuelSolver *s, const Position *p, int64_t target, int *searched)
{
    unsigned targets[3];
    Node node;
    if (p->left == 0)
        return p->side ? -final_sum(s, p->line) : final_sum(s, p->line);
    if (out_of_time(s))
        return 0;
    node.target = target;
    node.best = WORST;
    node.n = node.done = 0;
    find_targets(p, targets);
    for (int v = 0; v < DUEL_VALUES && !node.done; v++)
        if (p->hand[p->side][v])
            add_children(s, &node, p, targets, v);
    if (node.done || !node.n)
        return node.best;
    key_children(s, &node, p);
    probe_children(s, &node);
    if (node.done || !node.n)
        return node.best;
    *searched = 1;
    for (int i = 0; i < node.n && !node.done; i++) {
        Child *child = pick(&node, i);
        Position next = *p;
        follow(s, &next, child);
        int64_t value = -visit(s, &next, child->key, -child->constant, 1 - target);
        if (s->stopped)
            return 0;
        node.best = value > node.best ? value : node.best;
        node.done = value >= target;
    }
    return node.best;
}

/* ---- from the rules' state ---- */

static void from_state(const DuelSolver *s, Position *p, const DuelState *state, const uint8_t hands[2][DUEL_VALUES])
{
    memset(p, 0, sizeof *p);
    for (uint64_t cells = state->occupied; cells; cells &= cells - 1) {
        int cell = __builtin_ctzll(cells), column = (cell & 7) - state->left, row = (cell >> 3) - state->top;
        int value = (int)((state->high >> cell & 1) << 1 | (state->low >> cell & 1));
        p->cells |= (uint16_t)(1 << (4 * row + column));
        p->line[column] = s->add[p->line[column]][value];
        p->line[4 + row] = s->add[p->line[4 + row]][value];
    }
    if (state->ply) {
        p->wide = (uint8_t)(state->right - state->left + 1);
        p->high = (uint8_t)(state->bottom - state->top + 1);
    }
    p->side = state->ply & 1;
    p->left = (uint8_t)(DUEL_CARDS - state->ply);
    for (int v = 0; v < DUEL_VALUES; v++) {
        p->hand[0][v] = hands[state->starter][v];
        p->hand[1][v] = hands[state->starter ^ 1][v];
        p->pool = (uint16_t)(p->pool + (p->hand[0][v] + p->hand[1][v]) * pool_unit[v]);
    }
}

static void put(DuelState *state, uint32_t move)
{
    int cell = duel_move_cell(move), value = duel_move_value(move), seat = duel_turn(state);
    uint64_t bit = (uint64_t)1 << cell;
    uint8_t column = cell & 7, row = (uint8_t)(cell >> 3);
    state->hands[seat][value]--;
    state->occupied |= bit;
    state->low |= value & 1 ? bit : 0;
    state->high |= value & 2 ? bit : 0;
    state->left = column < state->left ? column : state->left;
    state->right = column > state->right ? column : state->right;
    state->top = row < state->top ? row : state->top;
    state->bottom = row > state->bottom ? row : state->bottom;
    state->ply++;
}

/* As search, with the look into the table and the line bounds that a parent would have made. */
static int64_t search_root(DuelSolver *s, const Position *p, int64_t target)
{
    const Bounds *bounds = s->bounds[p->pool];
    int own = p->side ? 4 : 0, other = 4 - own;
    int64_t low = 0, high = 0, constant = 0;
    for (int i = 0; i < 4; i++) {
        const Bounds *a = &bounds[p->line[own + i]], *b = &bounds[p->line[other + i]];
        low += b->low - a->high;
        high += b->high - a->low;
        constant += b->low - a->low;
    }
    if (low >= target)
        return low;
    if (high < target)
        return high;
    uint64_t key = position_key(s, p);
    Entry *entry = s->buckets ? find_entry(s, key) : NULL;
    if (entry) {
        int64_t value = (entry->data >> 8) + constant;
        if (entry->data & 1 ? value < target : value >= target)
            return value;
    }
    return visit(s, p, key, constant, target);
}

static int32_t outcome(DuelSolver *s, const Position *p)
{
    int64_t value = search_root(s, p, 1);
    if (!s->stopped && value == 0)
        value = search_root(s, p, 0);
    return s->stopped ? DUEL_UNKNOWN : (value > 0) - (value < 0);
}

static void start(DuelSolver *s, Clock *clock)
{
    size_t bytes;
    s->entries = table_memory(s->table, &bytes);
    s->buckets = bytes / sizeof(Entry) / BUCKET;
    s->salt = mix64(table_stamp(s->table));
    s->clock = clock;
    s->next_check = s->nodes;
    s->stopped = 0;
}

DuelSolver *duel_solver_new(Table *table)
{
    DuelSolver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->table = table;
    number_contents(s);
    weigh_ranks(s);
    return s;
}

void duel_solver_free(DuelSolver *s) { free(s); }

uint64_t duel_solver_nodes(const DuelSolver *s) { return s->nodes; }

int32_t duel_outcome(DuelSolver *s, const DuelState *state, const uint8_t hands[2][DUEL_VALUES], Clock *clock)
{
    Position p;
    from_state(s, &p, state, hands ? hands : state->hands);
    fill_pool(s, p.pool);
    start(s, clock);
    return outcome(s, &p);
}

int32_t duel_reaches(DuelSolver *s, const DuelState *state, const uint8_t hands[2][DUEL_VALUES], int32_t value,
                     Clock *clock)
{
    Position p;
    from_state(s, &p, state, hands ? hands : state->hands);
    fill_pool(s, p.pool);
    start(s, clock);
    int64_t got = value > -1 ? search_root(s, &p, value) : 0;
    return s->stopped ? DUEL_UNKNOWN : value <= -1 || got >= value;
}

int32_t duel_outcomes(DuelSolver *s, const DuelState *state, const uint8_t hands[2][DUEL_VALUES],
                      uint32_t moves[MAX_MOVES], int8_t values[MAX_MOVES], Clock *clock)
{
    DuelState root = *state;
    if (hands)
        memcpy(root.hands, hands, sizeof root.hands);
    int32_t n = game_duel.moves(&root, moves);
    start(s, clock);
    for (int32_t i = 0; i < n; i++) {
        DuelState child = root;
        Position p;
        put(&child, moves[i]);
        from_state(s, &p, &child, child.hands);
        fill_pool(s, p.pool);
        int32_t value = outcome(s, &p);
        if (value == DUEL_UNKNOWN)
            return 0;
        values[i] = (int8_t)-value;
    }
    return n;
}

void duel_solve(const void *self, const char *objective, const Limits *limits, Table *table, Progress *progress,
                Result *result)
{
    const DuelState *state = self;
    Clock clock = clock_start(limits, progress);
    int8_t values[MAX_MOVES];
    uint32_t moves[MAX_MOVES];
    if (*objective && strcmp(objective, "outcome")) {
        result->status = STATUS_UNFIT;
        fail(result->why, "duel cannot be solved for \"%s\", only for \"outcome\"", objective);
        return;
    }
    DuelSolver *solver = duel_solver_new(table);
    if (!solver) {
        result->status = STATUS_MEMORY;
        return;
    }
    int32_t n = duel_outcomes(solver, state, NULL, moves, values, &clock);
    result->status = clock.status;
    result->nodes = duel_solver_nodes(solver);
    int best = -1;
    for (int i = 0; i < n; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < n; i++) {
        result->list[i].value[0] = values[i];
        result->list[i].best = values[i] == best;
        if (result->list[i].best && result->move == NO_MOVE)
            result->move = moves[i];
    }
    result->integral = 1;
    result->proof = PROOF_EXACT;
    duel_solver_free(solver);
}
