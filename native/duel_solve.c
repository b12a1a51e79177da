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

typedef struct LineInfo {
    int64_t low, high;  /* badness at least and at most, the rest filled from the pool */
    uint64_t colour;    /* equal for lines that differ by a constant only, however they are filled */
    int64_t soft;       /* expected soft badness */
} LineInfo;

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
    LineInfo lines[POOLS][CONTENTS];
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
    uint64_t hash;
    Position position;
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
    LineInfo *info = &s->lines[pool][i];
    if (s->size[i] == 4) {
        int rank = rank_of(s->counts[i]);
        *info = (LineInfo){s->badness[rank], s->badness[rank], 0, s->soft[rank]};
        return;
    }
    if (total + s->size[i] < 4)
        return;
    *info = (LineInfo){INT64_MAX, 0, 0, 0};
    for (int v = 0; v < DUEL_VALUES; v++) {
        if (!held[v])
            continue;
        const LineInfo *next = &s->lines[pool - pool_unit[v]][s->add[i][v]];
        info->low = next->low < info->low ? next->low : info->low;
        info->high = next->high > info->high ? next->high : info->high;
        info->soft += held[v] * next->soft;
    }
    info->soft /= total;
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
            info->colour += mix64((uint64_t)f + 1) * (uint64_t)(s->badness[rank_of(sum)] - info->low);
    }
    info->colour = mix64(info->colour);
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

static uint64_t hands_key(const DuelSolver *s, const Position *p)
{
    uint64_t key = 0;
    memcpy(&key, p->hand, sizeof key);
    uint64_t packed = 0;
    for (int i = 0; i < 8; i++)
        packed = packed << 4 | p->hand[i >> 2][i & 3];
    return mix64(packed + s->salt);
}

/* The same for all four reflections of the box. */
static uint64_t box_key(const Position *p, const uint64_t colour[8])
{
    static const uint64_t weight[8] = {0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u, 0xABC98388FB8FAC03u,
                                       0x8CB92BA72F3D8DD7u, 0xF1357AEA2E62A9C5u, 0xC6BC279692B5CC83u,
                                       0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu};
    uint64_t columns[2] = {0}, rows[2] = {0}, key = 0;
    for (int i = 0; i < p->wide; i++) {
        columns[0] += colour[i] * weight[i];
        columns[1] += colour[p->wide - 1 - i] * weight[i];
    }
    for (int i = 0; i < p->high; i++) {
        rows[0] += colour[4 + i] * weight[4 + i];
        rows[1] += colour[4 + p->high - 1 - i] * weight[4 + i];
    }
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            uint16_t cells = a ? mirror_columns(p->cells, p->wide) : p->cells;
            cells = b ? mirror_rows(cells, p->high) : cells;
            key += mix64(columns[a] + rows[b] + cells * 0x589965CC75374CC3u);
        }
    return key;
}

/* The same for all permutations of rows and of columns. */
static uint64_t free_key(const Position *p, const uint64_t colour[8])
{
    uint64_t sum[16] = {0}, row[4], key = 0;
    unsigned empty[4];
    for (int c = 0; c < 4; c++)
        for (int m = 0; m < 1 << c; m++)
            sum[m | 1 << c] = sum[m] + mix64(colour[c] + 1);
    for (int r = 0; r < 4; r++) {
        empty[r] = ~(unsigned)p->cells >> 4 * r & 15;
        row[r] = mix64(colour[4 + r] * 0x9E3779B97F4A7C15u + sum[empty[r]]);
        for (int q = 0; q < r; q++)
            key += mix64((row[q] + row[r]) * 0xD1B54A32D192ED03u + sum[empty[r] & empty[q]]);
    }
    for (int c = 0; c < 4; c++) {
        uint64_t touched = 0;
        for (int r = 0; r < 4; r++)
            touched += empty[r] >> c & 1 ? row[r] : 0;
        key += mix64(colour[c] * 0xABC98388FB8FAC03u + touched);
    }
    return key;
}

static uint64_t position_key(const DuelSolver *s, const Position *p)
{
    uint64_t colour[8];
    for (int i = 0; i < 8; i++)
        colour[i] = s->lines[p->pool][p->line[i]].colour;
    int free = p->wide == 4 && p->high == 4 && (beside(p->cells) | p->cells) == 0xFFFF;
    return (free ? free_key(p, colour) : box_key(p, colour)) + hands_key(s, p);
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
        sum += s->lines[0][line[4 + i]].low - s->lines[0][line[i]].low;
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

/* Bounds of the value for the seat that moved to p, and the constant part of it. */
static void bound_child(const DuelSolver *s, Child *child, int64_t *low)
{
    const Position *p = &child->position;
    const LineInfo *info = s->lines[p->pool];
    int own = p->side ? 0 : 4, other = 4 - own;
    int64_t lo = 0, hi = 0, constant = 0, soft = 0;
    for (int i = 0; i < 4; i++) {
        const LineInfo *a = &info[p->line[own + i]], *b = &info[p->line[other + i]];
        lo += b->low - a->high;
        hi += b->high - a->low;
        constant += b->low - a->low;
        soft += b->soft - a->soft;
    }
    *low = lo;
    child->high = hi;
    child->constant = constant;
    child->soft = soft;
}

typedef struct Node {
    int64_t target, best;
    int n, done;
    Child child[MAX_CHILDREN];
} Node;

static void add_children(const DuelSolver *s, Node *node, const Position *frame, unsigned targets)
{
    for (; targets; targets &= targets - 1) {
        int cell = __builtin_ctz(targets);
        for (int v = 0; v < DUEL_VALUES; v++) {
            if (!frame->hand[frame->side][v])
                continue;
            Child *child = &node->child[node->n];
            int64_t low;
            child->position = *frame;
            place(s, &child->position, cell, v);
            bound_child(s, child, &low);
            if (low >= node->target) {
                node->best = low;
                node->done = 1;
                return;
            }
            if (child->high >= node->target)
                node->n++;
            else if (child->high > node->best)
                node->best = child->high;
        }
    }
}

static unsigned box_cells(int wide, int high)
{
    return (0xFu >> (4 - wide)) * (0x1111u & ((1u << 4 * high) - 1));
}

static void generate(const DuelSolver *s, Node *node, const Position *p)
{
    int wide = p->wide < 4 ? p->wide + 1 : 4, high = p->high < 4 ? p->high + 1 : 4;
    add_children(s, node, p, p->cells ? beside(p->cells) & box_cells(wide, high) : 1);
    if (p->cells && wide > p->wide && !node->done) {
        Position moved = *p;
        moved.cells = (uint16_t)(p->cells << 1);
        moved.wide++;
        memmove(moved.line + 1, moved.line, 3);
        moved.line[0] = 0;
        add_children(s, node, &moved, beside(moved.cells) & 0x1111);
    }
    if (p->cells && high > p->high && !node->done) {
        Position moved = *p;
        moved.cells = (uint16_t)(p->cells << 4);
        moved.high++;
        memmove(moved.line + 5, moved.line + 4, 3);
        moved.line[4] = 0;
        add_children(s, node, &moved, beside(moved.cells) & 0x000F);
    }
}

/* Looks the children up; those that cannot reach the target are dropped. */
static void probe_children(const DuelSolver *s, Node *node)
{
    int kept = 0;
    for (int i = 0; i < node->n; i++) {
        Child *child = &node->child[i];
        child->hash = position_key(s, &child->position);
        Entry *entry = s->buckets ? find_entry(s, child->hash) : NULL;
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

static int64_t search(DuelSolver *s, const Position *p, int64_t target);

static int64_t visit(DuelSolver *s, const Child *child, int64_t target)
{
    int64_t value = search(s, &child->position, 1 - target);
    if (s->stopped)
        return 0;
    store(s, child->hash, child->position.left, value + child->constant, value < 1 - target);
    return -value;
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
static int64_t search(DuelSolver *s, const Position *p, int64_t target)
{
    if (p->left == 0)
        return p->side ? -final_sum(s, p->line) : final_sum(s, p->line);
    if (out_of_time(s))
        return 0;
    Node node;
    node.target = target;
    node.best = WORST;
    node.n = node.done = 0;
    generate(s, &node, p);
    if (!node.done)
        probe_children(s, &node);
    for (int i = 0; i < node.n && !node.done; i++) {
        int64_t value = visit(s, pick(&node, i), target);
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
    Child child;
    int64_t low;
    child.position = *p;
    bound_child(s, &child, &low);
    if (-low < target)
        return -low;
    if (-child.high >= target)
        return -child.high;
    child.hash = position_key(s, p);
    Entry *entry = s->buckets ? find_entry(s, child.hash) : NULL;
    if (entry) {
        int64_t value = (entry->data >> 8) - child.constant;
        if (entry->data & 1 ? value < target : value >= target)
            return value;
    }
    return -visit(s, &child, 1 - target);
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
