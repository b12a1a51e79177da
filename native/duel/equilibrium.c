/* equilibrium.c: the last eight cards of the grid duel with hidden hands, as an equilibrium.
 *
 * Public tree. A node is what everybody has seen: the moves so far. There each seat has a vector
 * over the hands it may hold (35, 20, 10, 4, 1 hands of 4 .. 0 cards), and one pass over the tree
 * serves all deals (vector-form CFR, Johanson and others 2011). A deal's weight is the product over
 * values of n! / (a! b! r!): n unseen, a and b held, r left over. 1/a! and 1/b! start the seats'
 * vectors; n!/r! is in the leaves, matrices of outcomes [mover's hand][other hand].
 *
 * Building. 1 Boards: every layout of cards that can follow, breadth first. Twins, which differ
 * only by the order of rows and columns, count as one (colour refinement, Weisfeiler and Leman
 * 1968).
 * 2 Bounds, from the end backwards: the least and the greatest outcome of each pair of hands, as
 * bit sets. A dominated move is left out, which keeps at least one equilibrium; a board whose
 * outcomes are all settled becomes a leaf. 3 The tree: nodes and branches over the boards. The last
 * choice, with a card each left, is one node with two matrices. With eight cards left, a tree
 * without room drops rare hands, and as a last resort poor moves (reductions).
 *
 * Solving. Discounted CFR (Brown and Sandholm 2019), seats in turn (run_once); strategies follow
 * from regrets by regret matching. Best responses give the exploitability exactly. All numbers are
 * 32-bit floats, combined with + - * / and sqrt in a fixed order: every machine finds the same.
 *
 * Memory with eight cards left: 10 to 79 MB. Each hand that can come along a branch has a regret
 * and a strategy sum there; bounds and moves are freed once the tree stands. Measurements:
 * NOTES.md. */

#include "equilibrium.h"

#include "engine/memory.h"
#include "engine/platform.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define HANDS 35      /* of four cards */
#define HANDS_LEFT 20 /* of three cards */
#define NONE 0xFFFFFFFFu
#define UNREACHED -1e9f
#define LEAF 0x80000000u    /* a branch that leads to a matrix */
#define TREE_RESERVE 8      /* percent of the memory that boards leave to the tree */
#define LAST_CHOICE 2       /* cards left */
#define CELLS 2             /* empty then */
#define EARLY_ITERATIONS 30
#define PRUNE_REACH 0.01f
/* How far below the best a coarse ending drops plays: hundredths, on the scale -1 .. 1. */
#define POOR 35
/* A sum of regrets that is no larger counts as none, so that 1 / sum is finite. */
#define NO_REGRET 1e-30f
#define CLOCK_MASK 63    /* visits between two looks at the clock, less 1 */
#define PREFETCH_AHEAD 2 /* boards ahead whose bounds are prefetched */
#define BOUNDS 4         /* bit sets in a Bounds */

static const uint8_t hands_of[5] = {1, 4, 10, 20, 35};
static const uint8_t bytes_for[5] = {1, 1, 2, 4, 8}; /* that hold a bit for each hand */

/* A board with a seat to act ("mover"). A "play" is a move on it for all hands; plays are in an
 * array of their own. */
typedef struct Board {
    _Alignas(8) uint64_t occupied;
    uint64_t low, high, twin_key;
    uint32_t first_play; /* index of the first play */
    uint32_t matrix;     /* start of its matrix as a leaf, or NONE */
    uint32_t ways;       /* start of the two matrices of its last choice, or NONE */
    uint16_t pool;       /* unseen cards, four bits a value */
    uint8_t cards_left, n_plays;
    uint8_t left, right, top, bottom; /* as in DuelState */
} Board;

typedef struct Entry {
    _Alignas(8) uint64_t key;
    uint32_t board; /* or NONE: an empty entry */
} Entry;

typedef struct Play {
    uint32_t board;            /* after the play, or a twin of it */
    uint8_t cell, value, twin; /* twin: row of the play that stands for it */
    uint64_t kept;             /* hands that may play it, one bit each */
} Play;

/* A node where the seat to act has a choice. The last choice (n = 0) is between the two empty
 * cells: hands that mix, and hands that take the second cell, one bit each; the others take the
 * first. */
typedef struct Node {
    uint32_t board;
    uint32_t first;               /* start of its branches; of a last choice, of its matrices */
    uint32_t data;                /* start of its numbers */
    uint8_t n, cards_left, mover; /* mover: 0 the seat that moves at the root, 1 the other */
    uint8_t mix : 4, second : 4;
} Node;

/* A node has one regret and one sum for each hand after each branch, in the order of `open`; a last
 * choice has two for each hand that mixes. */
typedef struct Branch {
    uint32_t to;                            /* a node, or LEAF | start of its matrix */
    uint32_t open : 20, row : 6, value : 2; /* hands after it, one bit each; the board's play */
} Branch;

_Static_assert(sizeof(Board) == 56 && sizeof(Entry) == 16 && sizeof(Play) == 16 &&
                   sizeof(Node) == 16 && sizeof(Branch) == 8,
               "the room decides how an ending is made, so it is the same on all machines");

struct DuelEnding {
    int32_t left;         /* cards left at the root */
    int32_t mover_starts; /* the mover at the root owns the columns */
    int32_t hand;         /* of the mover at the root, which keeps all its moves there; or -1 */
    int32_t certain;      /* its play that dominates all others, or -1 */
    int32_t poor;         /* POOR in a coarse ending, else 0 */
    uint32_t iterations, switches, visits;
    Clock *clock; /* of the call under way */
    int32_t stopped;
    uint64_t byte_limit;
    uint16_t packed[5][HANDS]; /* hands by size, four bits a value */
    uint8_t plus[4][DUEL_VALUES][HANDS_LEFT]; /* hand with a card more */
    uint64_t holders[5][DUEL_VALUES]; /* hands that hold a value, one bit each */
    uint8_t minus[5][HANDS][DUEL_VALUES]; /* hand with a card less, or 255 */
    int64_t full[DUEL_POOLS]; /* badness of a full line by code; 0 of others */
    float start[2][HANDS]; /* ranges of mover and other at the root: weight by hand */
    float dealt[HANDS]; /* the other's range as it was at first */
    double deals; /* sum of all deals' weights */
    uint32_t n_boards, n_plays, n_bounds, n_entries, n_nodes, n_branches, n_data, n_matrix,
        n_leaves;
    uint32_t cap_boards, cap_plays, cap_nodes, cap_branches, cap_matrix, mask, n_shared,
        shared_mask;
    Board *boards;
    Entry *index; /* of boards, by their cards and by their twin keys: open addressing */
    Play *plays;
    uint8_t *bounds; /* packed Bounds of each board for each hand of the other */
    uint32_t first_board[DUEL_ENDING_MOST + 1]; /* by cards left */
    uint32_t first_bound[DUEL_ENDING_MOST + 1];
    Node *nodes;
    Branch *branches;
    float *regrets, *sums; /* sums: weighted, of the strategies */
    /* The mover's outcomes [hand][other hand] times the pair's weight. Each matrix is preceded by
     * its size; equal ones are shared. */
    float *matrix;
    uint32_t *shared; /* hash table of the matrices: open addressing */
};

/* ---- hands ---- */

/* Whether a pool holds these cards; both packed, so a borrow shows in the top bits. */
static int cards_fit(uint16_t pool, uint16_t hand)
{
    return ((pool + 0x8888 - hand) & 0x8888) == 0x8888;
}

static uint16_t pack_card(int value) { return (uint16_t)(1 << 4 * value); }

static int count_held(uint16_t hand, int value) { return hand >> 4 * value & 15; }

static uint16_t pack_hand(const uint8_t hand[DUEL_VALUES])
{
    return (uint16_t)(hand[0] | hand[1] << 4 | hand[2] << 8 | hand[3] << 12);
}

static int code_of(uint16_t hand)
{
    int code = 0;
    for (int value = 0; value < DUEL_VALUES; value++)
        code += count_held(hand, value) * duel_pool_unit[value];
    return code;
}

/* Index of a hand among those of its size. */
static int hand_number(const DuelEnding *ending, int cards, uint16_t hand)
{
    int i = 0;
    assert(cards >= 0 && cards < 5);
    while (ending->packed[cards][i] != hand)
        i++;
    return i;
}

/* Lists all hands of up to four cards, and which becomes which with a card more or less. */
static void list_hands(DuelEnding *ending)
{
    int n[5] = {0};
    for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
        int cards = i / 125 + i / 25 % 5 + i / 5 % 5 + i % 5;
        if (cards < 5)
            ending->packed[cards][n[cards]++] =
                (uint16_t)(i / 125 << 12 | i / 25 % 5 << 8 | i / 5 % 5 << 4 | i % 5);
    }
    for (int cards = 0; cards < 5; cards++)
        for (int i = 0; i < hands_of[cards]; i++)
            for (int value = 0; value < DUEL_VALUES; value++) {
                uint16_t hand = ending->packed[cards][i];
                if (cards < 4)
                    ending->plus[cards][value][i] = (uint8_t)hand_number(ending, cards + 1,
                                                                         hand + pack_card(value));
                ending->minus[cards][i][value] = count_held(hand, value)
                                                     ? (uint8_t)hand_number(ending, cards - 1,
                                                                            hand - pack_card(value))
                                                     : 255;
                ending->holders[cards][value] |= (uint64_t)(count_held(hand, value) > 0) << i;
            }
}

static int mover_cards(int left) { return (left + 1) / 2; }

static int other_cards(int left) { return left / 2; }

/* Looks at the clock now and then; 1 when the call has to end. */
static int is_stopped(DuelEnding *ending)
{
    if ((++ending->visits & CLOCK_MASK) == 0 && ending->clock &&
        clock_over(ending->clock, ending->visits))
        ending->stopped = 1;
    return ending->stopped;
}

/* ---- boards ---- */

static int card_value(const Board *board, int cell)
{
    return (int)((board->high >> cell & 1) << 1 | (board->low >> cell & 1));
}

static Board board_of(const DuelState *state)
{
    Board board = {
        .occupied = state->occupied, .low = state->low, .high = state->high,
        .matrix = NONE, .ways = NONE, .pool = DUEL_COPIES * 0x1111,
        .cards_left = (uint8_t)(DUEL_CARDS - state->ply),
        .left = state->left, .right = state->right, .top = state->top, .bottom = state->bottom,
    };
    for (uint64_t cells = state->occupied; cells; cells &= cells - 1)
        board.pool -= pack_card(card_value(&board, __builtin_ctzll(cells)));
    return board;
}

static uint64_t find_targets(const Board *board)
{
    DuelState state = {
        .occupied = board->occupied, .ply = (uint8_t)(DUEL_CARDS - board->cards_left),
        .left = board->left, .right = board->right, .top = board->top, .bottom = board->bottom,
    };
    return duel_targets(&state);
}

static void lay_card(Board *board, int cell, int value)
{
    uint64_t bit = (uint64_t)1 << cell;
    uint8_t column = cell & 7, row = (uint8_t)(cell >> 3);
    assert(!(board->occupied & bit) && count_held(board->pool, value));
    board->occupied |= bit;
    board->low |= value & 1 ? bit : 0;
    board->high |= value & 2 ? bit : 0;
    board->left = column < board->left ? column : board->left;
    board->right = column > board->right ? column : board->right;
    board->top = row < board->top ? row : board->top;
    board->bottom = row > board->bottom ? row : board->bottom;
    board->pool -= pack_card(value);
    board->cards_left--;
}

/* Adds a card to the codes of its column (0 .. 3) and its row (4 .. 7) of a fixed window. */
static void add_card(const Board *board, int codes[8], int cell, int value)
{
    codes[(cell & 7) - board->left] += duel_pool_unit[value];
    codes[(cell >> 3) - board->top + 4] += duel_pool_unit[value];
}

static void line_codes(const Board *board, int codes[8])
{
    memset(codes, 0, 8 * sizeof *codes);
    for (uint64_t cells = board->occupied; cells; cells &= cells - 1)
        add_card(board, codes, __builtin_ctzll(cells), card_value(board, __builtin_ctzll(cells)));
}

/* Badness of full lines, see lines.c. */
static void list_badness(DuelEnding *ending)
{
    int score_of[HANDS];
    int64_t badness_of[104] = {0}, badness = 1;
    for (int i = 0; i < HANDS; i++) {
        uint8_t counts[DUEL_VALUES];
        for (int value = 0; value < DUEL_VALUES; value++)
            counts[value] = (uint8_t)count_held(ending->packed[DUEL_SPAN][i], value);
        score_of[i] = duel_line_score(counts);
        badness_of[score_of[i]] = 1;
    }
    for (int score = 103; score >= 0; score--)
        if (badness_of[score]) {
            badness_of[score] = badness;
            badness *= 5;
        }
    for (int i = 0; i < HANDS; i++)
        ending->full[code_of(ending->packed[DUEL_SPAN][i])] = badness_of[score_of[i]];
}

static uint64_t empty_cells(const Board *board)
{
    assert(board->right - board->left == 3 && board->bottom - board->top == 3);
    return ((uint64_t)0x0F0F0F0F << (8 * board->top + board->left)) & ~board->occupied;
}

/* Line colours refined three times by those that they cross in empty cells; full lines count by
 * their badness alone. Three rounds tell all patterns of up to seven empty cells apart. */
static uint64_t refined_key(const DuelEnding *ending, const Board *board, uint64_t empty)
{
    int codes[8], open[8], n = 0;
    uint64_t colour[8], stirred[8], key = 0;
    int64_t full = 0;
    line_codes(board, codes);
    for (int i = 0; i < 8; i++) {
        int64_t badness = ending->full[codes[i]];
        full += i < 4 ? -badness : badness;
        colour[i] = mix64((uint64_t)codes[i] + (i < 4 ? 0x10000u : 0x20000u));
        open[n] = i;
        n += !badness;
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n; i++)
            stirred[open[i]] = mix64(colour[open[i]]);
        for (uint64_t cells = empty; cells; cells &= cells - 1) {
            int cell = __builtin_ctzll(cells), column = (cell & 7) - board->left,
                row = (cell >> 3) - board->top + 4;
            colour[column] += stirred[row];
            colour[row] += stirred[column];
        }
        for (int i = 0; i < n; i++)
            colour[open[i]] = mix64(colour[open[i]] + 1);
    }
    for (int i = 0; i < n; i++)
        key += mix64(colour[open[i]]);
    return mix64(key ^ mix64((uint64_t)full));
}

static uint64_t cards_key(const Board *board)
{
    return mix64(board->occupied ^ mix64(board->low ^ mix64(board->high)));
}

/* Equal for boards that differ only by the order of lines, once the window is fixed and every empty
 * cell touches a card: then only the contents of the lines matter. */
static uint64_t twin_key(const DuelEnding *ending, const Board *board)
{
    if (board->right - board->left != 3 || board->bottom - board->top != 3)
        return cards_key(board);
    uint64_t empty = empty_cells(board);
    return empty & ~find_targets(board) ? cards_key(board) : refined_key(ending, board, empty);
}

static int8_t compare_codes(const DuelEnding *ending, const int codes[8])
{
    int64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += ending->full[codes[i + 4]] - ending->full[codes[i]];
    return (int8_t)((sum > 0) - (sum < 0));
}

/* Outcome for the starter when these cards fill the last empty cells of a fixed window. */
static int8_t fill_cells(const DuelEnding *ending, const Board *board, const int codes[8],
                         uint64_t cells, const int *cards)
{
    int filled[8];
    memcpy(filled, codes, sizeof filled);
    for (; cells; cells &= cells - 1, cards++)
        add_card(board, filled, __builtin_ctzll(cells), *cards);
    return compare_codes(ending, filled);
}

static Progress *progress_of(const Clock *clock) { return clock ? clock->progress : NULL; }

/* Makes room for `wanted` items; 0 if memory is out. */
static int grow_list(const DuelEnding *ending, void **memory, uint32_t *cap, uint32_t wanted,
                     size_t size)
{
    if (wanted <= *cap)
        return 1;
    uint32_t more = *cap ? *cap + *cap / 2 : 1024;
    more = more > wanted ? more : wanted;
    void *bigger = memory_more(*memory, more, size, progress_of(ending->clock));
    if (!bigger)
        return 0;
    *memory = bigger;
    *cap = more;
    return 1;
}

/* Frees the room beyond `wanted` items. */
static void cut_list(void **memory, uint32_t wanted, size_t size)
{
    void *smaller = realloc(*memory, (wanted + 1) * size);
    *memory = smaller ? smaller : *memory;
}

/* The entry of a key, or the empty one for it. */
static Entry *entry_of(const DuelEnding *ending, uint64_t key)
{
    uint32_t slot = (uint32_t)key & ending->mask;
    while (ending->index[slot].board != NONE && ending->index[slot].key != key)
        slot = (slot + 1) & ending->mask;
    return &ending->index[slot];
}

static int grow_index(DuelEnding *ending)
{
    Entry *before = ending->index;
    uint32_t n = before ? ending->mask + 1 : 0, slots = before ? 2 * n : 4096;
    if (!(ending->index = memory_get(slots, sizeof(Entry), progress_of(ending->clock)))) {
        ending->index = before;
        return 0;
    }
    for (uint32_t i = 0; i < slots; i++)
        ending->index[i] = (Entry){0, NONE};
    ending->mask = slots - 1;
    for (uint32_t i = 0; i < n; i++)
        if (before[i].board != NONE)
            *entry_of(ending, before[i].key) = before[i];
    free(before);
    return 1;
}

static void add_entry(DuelEnding *ending, uint64_t key, uint32_t board)
{
    *entry_of(ending, key) = (Entry){key, board};
    ending->n_entries++;
}

/* Bytes of the bounds against one hand of the other. */
static uint32_t bytes_bounding(int left) { return BOUNDS * (uint32_t)bytes_for[mover_cards(left)]; }

/* Adds a board, which has no more cards left than those before it; its number, or NONE without
 * memory. */
static uint32_t add_board(DuelEnding *ending, const Board *board)
{
    if (!grow_list(ending, (void **)&ending->boards, &ending->cap_boards, ending->n_boards + 1,
                   sizeof(Board)))
        return NONE;
    int left = board->cards_left;
    ending->boards[ending->n_boards] = *board;
    if (!ending->n_boards || ending->boards[ending->n_boards - 1].cards_left != left) {
        ending->first_board[left] = ending->n_boards;
        ending->first_bound[left] = ending->n_bounds;
    }
    ending->n_bounds += bytes_bounding(left) * hands_of[other_cards(left)];
    return ending->n_boards++;
}

static uint64_t twins_key(const Board *board)
{
    return mix64(board->twin_key ^ mix64(board->pool));
}

/* Number of a board or, unless twins are kept, of the first of its twins; added if new. Its twin
 * key may be 0: unknown. NONE if memory is out. */
static uint32_t number_of(DuelEnding *ending, Board *board)
{
    if (2 * (ending->n_entries + 2) > ending->mask && !grow_index(ending))
        return NONE;
    uint64_t cards = cards_key(board);
    uint32_t number = entry_of(ending, cards)->board;
    if (number != NONE)
        return number;
    board->twin_key = board->twin_key ? board->twin_key : twin_key(ending, board);
    int alone = ending->switches & DUEL_KEEP_TWINS;
    number = alone ? NONE : entry_of(ending, twins_key(board))->board;
    if (number == NONE) {
        number = add_board(ending, board);
        if (number == NONE)
            return NONE;
        if (!alone)
            add_entry(ending, twins_key(board), number);
    }
    add_entry(ending, cards, number);
    return number;
}

/* Row of an earlier play that leads to the same board or a twin of it; else the play's own row. */
static uint8_t twin_of(const DuelEnding *ending, uint32_t board, const Play *play)
{
    const Board *at = &ending->boards[board];
    if (ending->switches & DUEL_KEEP_TWINS)
        return at->n_plays;
    for (int i = 0; i < at->n_plays; i++)
        if (ending->plays[at->first_play + i].board == play->board)
            return ending->plays[at->first_play + i].twin;
    return at->n_plays;
}

/* Hands of the seat to act that a board's pool holds, as bits. */
static uint64_t hands_fitting(const DuelEnding *ending, const Board *board)
{
    int cards = mover_cards(board->cards_left);
    uint64_t bits = 0;
    for (int hand = 0; hand < hands_of[cards]; hand++)
        bits |= (uint64_t)cards_fit(board->pool, ending->packed[cards][hand]) << hand;
    return bits;
}

static uint64_t hands_playing(const DuelEnding *ending, const Board *board, int value,
                              uint64_t hands)
{
    return hands & ending->holders[mover_cards(board->cards_left)][value];
}

/* Adds a play to a board, kept by those of these hands (bits) that hold the card; 0 without
 * memory. */
static int add_play(DuelEnding *ending, uint32_t board, int cell, int value, uint64_t hands,
                    Board *next)
{
    Play play = {number_of(ending, next), (uint8_t)cell, (uint8_t)value, 0, 0};
    if (play.board == NONE || !grow_list(ending, (void **)&ending->plays, &ending->cap_plays,
                                         ending->n_plays + 1, sizeof(Play)))
        return 0;
    Board *at = &ending->boards[board];
    play.twin = twin_of(ending, board, &play);
    if (play.twin == at->n_plays)
        play.kept = hands_playing(ending, at, value, hands);
    ending->plays[ending->n_plays++] = play;
    assert(at->n_plays < DUEL_ENDING_ROWS);
    at->n_plays++;
    return 1;
}

/* The boards that follow, in the order of rules.c; their count. Their index entries are prefetched,
 * as they are spread all over the memory. */
static int list_next(const DuelEnding *ending, const Board *board, Board next[DUEL_ENDING_ROWS],
                     uint8_t cell[DUEL_ENDING_ROWS], uint8_t value[DUEL_ENDING_ROWS])
{
    int n = 0;
    for (uint64_t cells = find_targets(board); cells; cells &= cells - 1)
        for (int held = 0; held < DUEL_VALUES; held++) {
            if (!count_held(board->pool, held))
                continue;
            assert(n < DUEL_ENDING_ROWS);
            cell[n] = (uint8_t)__builtin_ctzll(cells);
            value[n] = (uint8_t)held;
            next[n] = *board;
            lay_card(&next[n], cell[n], held);
            next[n].matrix = next[n].ways = NONE;
            next[n].n_plays = 0;
            next[n].twin_key = 0;
            PREFETCH(&ending->index[cards_key(&next[n]) & ending->mask]);
            n++;
        }
    for (int i = 0; i < n; i++)
        if (entry_of(ending, cards_key(&next[i]))->board == NONE) {
            next[i].twin_key = twin_key(ending, &next[i]);
            PREFETCH(&ending->index[twins_key(&next[i]) & ending->mask]);
        }
    return n;
}

static int list_plays(DuelEnding *ending, uint32_t board)
{
    Board next[DUEL_ENDING_ROWS];
    uint8_t cell[DUEL_ENDING_ROWS], value[DUEL_ENDING_ROWS];
    uint64_t hands = hands_fitting(ending, &ending->boards[board]);
    int n = list_next(ending, &ending->boards[board], next, cell, value);
    ending->boards[board].first_play = ending->n_plays;
    for (int i = 0; i < n; i++)
        if (!add_play(ending, board, cell[i], value[i], hands, &next[i]))
            return 0;
    return 1;
}

/* Peak memory: first plays and bounds, then regrets and sums. Spare room of lists is not counted,
 * as it is never touched. */
static uint64_t bytes_of(const DuelEnding *ending)
{
    uint64_t scaffold = ending->n_bounds + (uint64_t)ending->n_plays * sizeof(Play) +
                        (uint64_t)ending->mask * sizeof(Entry) +
                        (uint64_t)ending->shared_mask * sizeof(uint32_t);
    uint64_t numbers = 2 * (uint64_t)ending->n_data * sizeof(float);
    uint64_t kept = (uint64_t)ending->n_boards * sizeof(Board) +
                    (uint64_t)ending->n_nodes * sizeof(Node) +
                    (uint64_t)ending->n_branches * sizeof(Branch) +
                    (uint64_t)ending->n_matrix * sizeof(float);
    return kept + (scaffold > numbers ? scaffold : numbers);
}

/* Whether the memory limit is reached, less `free` percent of it. */
static int is_full(const DuelEnding *ending, int free)
{
    return ending->byte_limit &&
           bytes_of(ending) > ending->byte_limit / 100 * (uint64_t)(100 - free);
}

/* All boards, breadth first: the list is its own queue. Plays are listed down to the last choice. 0
 * if time is out, or memory, of which the tree needs some. */
static int list_boards(DuelEnding *ending, Board *root)
{
    if (number_of(ending, root) == NONE)
        return 0;
    for (uint32_t i = 0; i < ending->n_boards; i++) {
        if (is_stopped(ending) || is_full(ending, TREE_RESERVE))
            return 0;
        if ((!i || ending->boards[i].cards_left > LAST_CHOICE) && !list_plays(ending, i))
            return 0;
    }
    return 1;
}

/* ---- bounds ---- */

/* Bounds of an outcome for many hands at once, one bit each: surely no loss, surely a win, possibly
 * no loss, possibly a win. Bits of impossible hands mean nothing. */
typedef struct Bounds {
    uint64_t safe, won, may_draw, may_win;
} Bounds;

/* Where a board keeps the bounds of its mover's hands against one of the other. */
static uint8_t *bounds_at(const DuelEnding *ending, uint32_t board, int left, int other)
{
    uint32_t row = (board - ending->first_board[left]) * hands_of[other_cards(left)] +
                   (uint32_t)other;
    return ending->bounds + ending->first_bound[left] + row * bytes_bounding(left);
}

/* The bounds of a board's mover, a bit for each of its hands, against one hand of the other. */
static Bounds load_bounds(const DuelEnding *ending, uint32_t board, int left, int other)
{
    const uint8_t *at = bounds_at(ending, board, left, other);
    uint16_t few[BOUNDS];
    uint32_t some[BOUNDS];
    Bounds bounds;
    switch (bytes_for[mover_cards(left)]) {
    case 1: return (Bounds){at[0], at[1], at[2], at[3]};
    case 2: memcpy(few, at, sizeof few); return (Bounds){few[0], few[1], few[2], few[3]};
    case 4: memcpy(some, at, sizeof some); return (Bounds){some[0], some[1], some[2], some[3]};
    default: memcpy(&bounds, at, sizeof bounds); return bounds;
    }
}

/* Packs the bounds against each hand of the other. */
static void save_bounds(const DuelEnding *ending, const Board *board, const Bounds *found)
{
    int left = board->cards_left, bytes = bytes_for[mover_cards(left)];
    uint8_t *at = bounds_at(ending, (uint32_t)(board - ending->boards), left, 0);
    for (int other = 0; other < hands_of[other_cards(left)]; other++, found++) {
        const uint64_t wide[BOUNDS] = {found->safe, found->won, found->may_draw, found->may_win};
        for (int i = 0; i < BOUNDS; i++, at += bytes) {
            uint16_t few = (uint16_t)wide[i];
            uint32_t some = (uint32_t)wide[i];
            switch (bytes) {
            case 1: *at = (uint8_t)few; break;
            case 2: memcpy(at, &few, sizeof few); break;
            case 4: memcpy(at, &some, sizeof some); break;
            default: memcpy(at, &wide[i], sizeof wide[i]); break;
            }
        }
    }
}

/* Adds a hand (its bit) whose outcome is between low and high. */
static void add_outcome(Bounds *bounds, uint64_t hand, int low, int high)
{
    bounds->safe |= low >= 0 ? hand : 0;
    bounds->won |= low > 0 ? hand : 0;
    bounds->may_draw |= high >= 0 ? hand : 0;
    bounds->may_win |= high > 0 ? hand : 0;
}

/* Hands of the other that are possible beside one of the mover, as bits. */
static uint64_t hands_beside(const DuelEnding *ending, const Board *board, int hand)
{
    int held = other_cards(board->cards_left);
    uint16_t rest = (uint16_t)(board->pool - ending->packed[mover_cards(board->cards_left)][hand]);
    uint64_t bits = 0;
    for (int other = 0; other < hands_of[held]; other++)
        bits |= (uint64_t)cards_fit(rest, ending->packed[held][other]) << other;
    return bits;
}

/* Bounds after each play that a hand keeps, for the hands of the other, which acts next. */
static void load_plays(const DuelEnding *ending, const Board *board, int hand,
                       Bounds after[DUEL_ENDING_ROWS])
{
    const Play *plays = &ending->plays[board->first_play];
    const uint8_t *minus = ending->minus[mover_cards(board->cards_left)][hand];
    for (int i = 0; i < board->n_plays; i++)
        if (plays[i].kept >> hand & 1)
            after[i] = load_bounds(ending, plays[i].board, board->cards_left - 1,
                                   minus[plays[i].value]);
}

/* Whether a play is at least as good as another one, whatever the other seat holds. */
static int play_dominates(const Bounds *after, const Bounds *after_other)
{
    return !((after->may_draw & ~after_other->safe) | (after->may_win & ~after_other->won));
}

/* Drops the plays of a hand that another one of its plays dominates. */
static void drop_dominated(DuelEnding *ending, const Board *board, int hand,
                           const Bounds after[DUEL_ENDING_ROWS])
{
    Play *plays = &ending->plays[board->first_play];
    uint64_t bit = (uint64_t)1 << hand;
    for (int b = board->n_plays - 1; b >= 0; b--)
        for (int a = 0; a < board->n_plays && (plays[b].kept & bit); a++)
            if (a != b && (plays[a].kept & bit) && play_dominates(&after[a], &after[b]))
                plays[b].kept &= ~bit;
}

/* Notes whether one play of the hand asked about dominates all others; the root keeps them all. */
static void find_certain(DuelEnding *ending, const Bounds after[DUEL_ENDING_ROWS])
{
    const Board *root = &ending->boards[0];
    Play *plays = &ending->plays[root->first_play];
    uint64_t bit = (uint64_t)1 << ending->hand, before[DUEL_ENDING_ROWS];
    int n = 0;
    for (int i = 0; i < root->n_plays; i++)
        before[i] = plays[i].kept;
    drop_dominated(ending, root, ending->hand, after);
    for (int i = 0; i < root->n_plays; i++) {
        ending->certain = plays[i].kept & bit ? i : ending->certain;
        n += (plays[i].kept & bit) != 0;
        plays[i].kept = before[i];
    }
    ending->certain = n == 1 ? ending->certain : -1;
}

/* Adds the bounds of one hand against all possible ones of the other (bits), over all plays that it
 * keeps. */
static void bound_hand(const DuelEnding *ending, const Board *board, int hand, uint64_t others,
                       const Bounds after[DUEL_ENDING_ROWS], Bounds found[HANDS])
{
    const Play *plays = &ending->plays[board->first_play];
    Bounds own = {others, others, 0, 0};
    for (int i = 0; i < board->n_plays; i++)
        if (plays[i].kept >> hand & 1) {
            own.safe &= ~after[i].may_win;
            own.won &= ~after[i].may_draw;
            own.may_draw |= ~after[i].won;
            own.may_win |= ~after[i].safe;
        }
    for (; others; others &= others - 1) {
        int other = __builtin_ctzll(others);
        found[other].safe |= (own.safe >> other & 1) << hand;
        found[other].won |= (own.won >> other & 1) << hand;
        found[other].may_draw |= (own.may_draw >> other & 1) << hand;
        found[other].may_win |= (own.may_win >> other & 1) << hand;
    }
}

/* 1 if the mover of a board is the starter, else -1. */
static int8_t sign_of(const DuelEnding *ending, const Board *board)
{
    return ending->mover_starts ^ ((ending->left - board->cards_left) & 1) ? 1 : -1;
}

/* Bounds with one card left, or none: the outcome itself. */
static void bound_last(DuelEnding *ending, const Board *board)
{
    int codes[8], hands = board->cards_left ? DUEL_VALUES : 1;
    int8_t sign = sign_of(ending, board);
    uint64_t empty = board->cards_left ? empty_cells(board) : 0;
    Bounds found = {0};
    line_codes(board, codes);
    for (int value = 0; value < hands; value++) {
        int outcome = sign * fill_cells(ending, board, codes, empty, &value);
        if (!board->cards_left || count_held(board->pool, value))
            add_outcome(&found, (uint64_t)1 << value, outcome, outcome);
    }
    save_bounds(ending, board, &found);
}

/* The last choice: outcomes for the mover [own card][other's card] when its card goes to the first
 * empty cell. For the second cell, exchange the cards. */
static void end_first_way(const DuelEnding *ending, const Board *board,
                          int8_t first[DUEL_VALUES][DUEL_VALUES])
{
    int codes[8];
    int8_t sign = sign_of(ending, board);
    assert(board->cards_left == LAST_CHOICE);
    line_codes(board, codes);
    for (int own = 0; own < DUEL_VALUES; own++)
        for (int other = 0; other < DUEL_VALUES; other++)
            first[own][other] = (int8_t)(sign * fill_cells(ending, board, codes, empty_cells(board),
                                                           (int[]){own, other}));
}

/* Which cell is better for this card against some card of the other (bits): 1 the first, 2 the
 * second, 3 either. If neither is, all cards that the other could hold are tried, because it may
 * hold one that its strategy never keeps. */
static int ways_to_lay(const DuelEnding *ending, const Board *board,
                       int8_t first[DUEL_VALUES][DUEL_VALUES], int own, uint64_t others)
{
    uint16_t rest = (uint16_t)(board->pool - pack_card(own));
    int ways = ending->switches & DUEL_KEEP_DOMINATED ? 3 : 0, any = 0;
    for (int other = 0; other < DUEL_VALUES; other++) {
        int better = first[own][other] - first[other][own], way = better > 0   ? 1
                                                                  : better < 0 ? 2
                                                                               : 0;
        any |= count_held(rest, other) ? way : 0;
        ways |= count_held(rest, other) && (others >> other & 1) ? way : 0;
    }
    return ways ? ways : any == 1 ? 1 : 2;
}

/* Bounds of the last choice; a cell that is never better than the other is left out. */
static void bound_last_two(DuelEnding *ending, const Board *board)
{
    int8_t first[DUEL_VALUES][DUEL_VALUES];
    Bounds found[DUEL_VALUES] = {{0}};
    end_first_way(ending, board, first);
    for (int own = 0; own < DUEL_VALUES; own++) {
        if (!count_held(board->pool, own))
            continue;
        uint16_t rest = (uint16_t)(board->pool - pack_card(own));
        int ways = ways_to_lay(ending, board, first, own, ~(uint64_t)0);
        for (int other = 0; other < DUEL_VALUES; other++) {
            int one = first[own][other], two = first[other][own];
            one = ways & 1 ? one : two;
            two = ways & 2 ? two : one;
            if (count_held(rest, other))
                add_outcome(&found[other], (uint64_t)1 << own, one < two ? one : two,
                            one < two ? two : one);
        }
    }
    save_bounds(ending, board, found);
}

/* How far a play's bounds are below a sure win, low and high together, summed over the other's
 * hands. */
static int sum_losses(const Bounds *after)
{
    return __builtin_popcountll(after->safe) + __builtin_popcountll(after->won) +
           __builtin_popcountll(after->may_draw) + __builtin_popcountll(after->may_win);
}

/* Drops the plays of a hand that open cards find much worse than its best, on average over `others`
 * hands of the other. */
static void drop_poor(DuelEnding *ending, const Board *board, int hand, int others,
                      const Bounds after[DUEL_ENDING_ROWS])
{
    int losses[DUEL_ENDING_ROWS], least = INT_MAX;
    Play *plays = &ending->plays[board->first_play];
    uint64_t bit = (uint64_t)1 << hand;
    for (int i = 0; i < board->n_plays; i++)
        if (plays[i].kept & bit) {
            losses[i] = sum_losses(&after[i]);
            least = losses[i] < least ? losses[i] : least;
        }
    for (int i = 0; i < board->n_plays; i++)
        if ((plays[i].kept & bit) && (losses[i] - least) * 100 > ending->poor * 2 * others)
            plays[i].kept &= ~bit;
}

/* Drops what a hand need not play, given the bounds after each play. */
static void drop_plays(DuelEnding *ending, const Board *board, int hand, uint64_t others,
                       const Bounds after[DUEL_ENDING_ROWS])
{
    if (ending->poor)
        drop_poor(ending, board, hand, __builtin_popcountll(others), after);
    if (board == ending->boards && hand == ending->hand)
        find_certain(ending, after);
    else if (!(ending->switches & DUEL_KEEP_DOMINATED))
        drop_dominated(ending, board, hand, after);
}

/* Bounds of all hands on a board; the boards after it must have theirs. */
static void bound_board(DuelEnding *ending, const Board *board)
{
    Bounds after[DUEL_ENDING_ROWS], found[HANDS] = {{0}};
    if (!board->n_plays) {
        (board->cards_left == LAST_CHOICE ? bound_last_two : bound_last)(ending, board);
        return;
    }
    for (uint64_t hands = hands_fitting(ending, board); hands; hands &= hands - 1) {
        int hand = __builtin_ctzll(hands);
        uint64_t others = hands_beside(ending, board, hand);
        load_plays(ending, board, hand, after);
        drop_plays(ending, board, hand, others, after);
        bound_hand(ending, board, hand, others, after, found);
    }
    save_bounds(ending, board, found);
}

/* Hands of a board's mover whose outcome against one of the other is still open, as bits. */
static uint64_t hands_open(const DuelEnding *ending, const Board *board, int other)
{
    Bounds bounds = load_bounds(ending, (uint32_t)(board - ending->boards), board->cards_left,
                                other);
    return (bounds.safe ^ bounds.may_draw) | (bounds.won ^ bounds.may_win);
}

/* Whether the outcome of every possible pair of these hands (bits) is settled. */
static int all_pinned(const DuelEnding *ending, const Board *board, uint64_t mine, uint64_t theirs)
{
    for (; theirs; theirs &= theirs - 1)
        if (hands_open(ending, board, __builtin_ctzll(theirs)) & mine)
            return 0;
    return 1;
}

/* ---- the tree ---- */

/* What the hands that make a play (bits) become by it. */
static uint64_t hands_after(const DuelEnding *ending, int cards, uint64_t hands, int value)
{
    uint64_t after = 0;
    for (; hands; hands &= hands - 1)
        after |= (uint64_t)1 << ending->minus[cards][__builtin_ctzll(hands)][value];
    return after;
}

/* The factor n! / r! of the chance of a deal: n unseen at the root, r of them (total, packed) left over. */
static double count_draws(const DuelEnding *ending, int total)
{
    uint16_t pool = ending->boards[0].pool;
    double ways = 1;
    for (int value = 0; value < DUEL_VALUES; value++)
        for (int n = count_held(pool, value); n > count_held((uint16_t)total, value); n--)
            ways *= n;
    return ways;
}

/* Weight of a pair of hands in a leaf, besides the seats' ranges; 0 of an impossible one. */
static double weight_pair(const DuelEnding *ending, const Board *board, uint16_t mine,
                          uint16_t theirs)
{
    if (!cards_fit(board->pool, mine) || !cards_fit((uint16_t)(board->pool - mine), theirs))
        return 0;
    return count_draws(ending, board->pool - mine - theirs) / ending->deals;
}

/* The slot of an equal matrix, or the empty one for it. */
static uint32_t slot_of_matrix(const DuelEnding *ending, const float *matrix, uint32_t n)
{
    uint64_t key = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &matrix[i], sizeof bits);
        key = mix64(key ^ bits);
    }
    uint32_t slot = (uint32_t)key & ending->shared_mask;
    for (; ending->shared[slot] != NONE; slot = (slot + 1) & ending->shared_mask) {
        const float *found = ending->matrix + ending->shared[slot];
        if (found[-1] == (float)n && !memcmp(found, matrix, n * sizeof *matrix))
            break;
    }
    return slot;
}

static int grow_shared(DuelEnding *ending)
{
    uint32_t *before = ending->shared, slots = before ? 2 * (ending->shared_mask + 1) : 1024,
             n = slots / 2;
    if (!(ending->shared = memory_get(slots, sizeof(uint32_t), progress_of(ending->clock)))) {
        ending->shared = before;
        return 0;
    }
    memset(ending->shared, 0xFF, slots * sizeof(uint32_t));
    ending->shared_mask = slots - 1;
    for (uint32_t i = 0; before && i < n; i++)
        if (before[i] != NONE) {
            const float *matrix = ending->matrix + before[i];
            ending->shared[slot_of_matrix(ending, matrix, (uint32_t)matrix[-1])] = before[i];
        }
    free(before);
    return 1;
}

/* Start of this matrix or of an equal one; NONE if memory is out. */
static uint32_t share_matrix(DuelEnding *ending, const float *matrix, uint32_t n)
{
    if (2 * ending->n_shared >= ending->shared_mask && !grow_shared(ending))
        return NONE;
    uint32_t slot = slot_of_matrix(ending, matrix, n), begin = ending->n_matrix + 1;
    if (ending->shared[slot] != NONE)
        return ending->shared[slot];
    if (!grow_list(ending, (void **)&ending->matrix, &ending->cap_matrix, begin + n, sizeof(float)))
        return NONE;
    ending->matrix[begin - 1] = (float)n;
    memcpy(ending->matrix + begin, matrix, n * sizeof *matrix);
    ending->n_matrix += n + 1;
    ending->n_shared++;
    return ending->shared[slot] = begin;
}

/* The matrix of a leaf: weighted outcomes of all possible pairs of hands. */
static uint32_t share_outcomes(DuelEnding *ending, const Board *board)
{
    int cards = mover_cards(board->cards_left), others = other_cards(board->cards_left),
        n = hands_of[others];
    float matrix[HANDS * HANDS_LEFT];
    memset(matrix, 0, (size_t)(hands_of[cards] * n) * sizeof *matrix);
    for (int other = 0; other < n; other++) {
        Bounds bounds = load_bounds(ending, (uint32_t)(board - ending->boards), board->cards_left,
                                    other);
        uint64_t settled = (bounds.won | ~bounds.may_draw) & hands_fitting(ending, board);
        for (; settled; settled &= settled - 1) {
            int hand = __builtin_ctzll(settled);
            double weight = weight_pair(ending, board, ending->packed[cards][hand],
                                        ending->packed[others][other]);
            if (weight > 0)
                matrix[hand * n + other] = (float)(bounds.won >> hand & 1 ? weight : -weight);
        }
    }
    return share_matrix(ending, matrix, (uint32_t)(hands_of[cards] * n));
}

/* The matrices of a last choice: weighted outcomes by the first cell, then by the second. */
static uint32_t share_ways(DuelEnding *ending, const Board *board,
                           int8_t first[DUEL_VALUES][DUEL_VALUES])
{
    float matrix[CELLS][DUEL_VALUES][DUEL_VALUES];
    for (int own = 0; own < DUEL_VALUES; own++)
        for (int other = 0; other < DUEL_VALUES; other++) {
            double weight = weight_pair(ending, board, pack_card(own), pack_card(other));
            matrix[0][own][other] = (float)(first[own][other] * weight);
            matrix[1][own][other] = (float)(first[other][own] * weight);
        }
    return share_matrix(ending, matrix[0][0], CELLS * DUEL_VALUES * DUEL_VALUES);
}

static uint32_t make_leaf(DuelEnding *ending, Board *board)
{
    assert(board->cards_left < ending->left);
    ending->n_leaves++;
    if (board->matrix == NONE)
        board->matrix = share_outcomes(ending, board);
    return board->matrix == NONE ? NONE : LEAF | board->matrix;
}

/* Fills a new node of a last choice for these hands (bits); 0 if memory is out. */
static int make_last(DuelEnding *ending, uint32_t self, uint64_t mine, uint64_t theirs)
{
    Node *node = &ending->nodes[self];
    Board *board = &ending->boards[node->board];
    int8_t first[DUEL_VALUES][DUEL_VALUES];
    end_first_way(ending, board, first);
    if (board->ways == NONE)
        board->ways = share_ways(ending, board, first);
    node->first = board->ways;
    for (int own = 0; own < DUEL_VALUES; own++) {
        if (!(mine >> own & 1) || !count_held(board->pool, own))
            continue;
        int ways = ways_to_lay(ending, board, first, own, theirs);
        node->mix |= ways == 3 ? 1u << own : 0;
        node->second |= ways == 2 ? 1u << own : 0;
        ending->n_data += ways == 3 ? CELLS : 0;
        ending->n_leaves += ways == 3 ? CELLS : 1;
    }
    return board->ways != NONE;
}

/* Adds a branch for each play that some of these hands (bits) keep; 0 if memory is out. */
static int add_branches(DuelEnding *ending, uint32_t self, uint64_t mine)
{
    const Board *board = &ending->boards[ending->nodes[self].board];
    int cards = mover_cards(board->cards_left), after = hands_of[cards - 1];
    for (uint32_t row = 0; row < board->n_plays; row++) {
        const Play *play = &ending->plays[board->first_play + row];
        uint64_t may = play->kept & mine;
        if (!may)
            continue;
        if (!grow_list(ending, (void **)&ending->branches, &ending->cap_branches,
                       ending->n_branches + 1, sizeof(Branch)))
            return 0;
        uint32_t open = 0;
        for (int i = 0; i < after; i++)
            open |= (uint32_t)(may >> ending->plus[cards - 1][play->value][i] & 1) << i;
        ending->branches[ending->n_branches++] =
            (Branch){.to = NONE, .open = open & 0xFFFFF, .row = row & 63, .value = play->value & 3};
        ending->n_data += (uint32_t)__builtin_popcount(open);
        ending->nodes[self].n++;
    }
    return 1;
}

/* Builds the tree below a board that these hands (bits) may come to: a node or a leaf; NONE: no
 * memory or no time. */
static uint32_t make_node(DuelEnding *ending, uint32_t number, uint64_t mine, uint64_t theirs)
{
    Board *board = &ending->boards[number];
    uint32_t self = ending->n_nodes, first = ending->n_branches;
    int left = board->cards_left;
    if (number && all_pinned(ending, board, mine, theirs))
        return make_leaf(ending, board);
    ending->n_nodes++;
    if (is_stopped(ending) ||
        !grow_list(ending, (void **)&ending->nodes, &ending->cap_nodes, ending->n_nodes,
                   sizeof(Node)) ||
        is_full(ending, 0))
        return NONE;
    ending->nodes[self] = (Node){.board = number,
                                 .first = first,
                                 .data = ending->n_data,
                                 .cards_left = (uint8_t)left,
                                 .mover = (uint8_t)((ending->left - left) & 1)};
    if (number && left == LAST_CHOICE)
        return make_last(ending, self, mine, theirs) ? self : NONE;
    if (!add_branches(ending, self, mine))
        return NONE;
    for (uint32_t i = first; i < first + ending->nodes[self].n; i++) {
        const Play *play = &ending->plays[board->first_play + ending->branches[i].row];
        uint64_t after = hands_after(ending, mover_cards(left), play->kept & mine, play->value);
        uint32_t to = make_node(ending, play->board, theirs, after);
        if (to == NONE)
            return NONE;
        ending->branches[i].to = to;
    }
    return self;
}

/* The factor 1 / a! of the chance of a deal. */
static float order_share(uint16_t hand)
{
    static const uint8_t factorial[5] = {1, 1, 2, 6, 24};
    int orders = 1;
    for (int value = 0; value < DUEL_VALUES; value++)
        orders *= factorial[count_held(hand, value)];
    return 1.0f / (float)orders;
}

static float likelihood_of(const float likelihood[DUEL_POOLS], uint16_t hand)
{
    return likelihood[code_of(hand)];
}

/* The sum of all deals' weights by the seats' ranges, and each hand's part of it. */
static double weigh_deals(const DuelEnding *ending, double parts[2][HANDS])
{
    uint16_t pool = ending->boards[0].pool;
    int cards[2] = {mover_cards(ending->left), other_cards(ending->left)};
    double all = 0;
    memset(parts, 0, 2 * sizeof *parts);
    for (int hand = 0; hand < hands_of[cards[0]]; hand++)
        for (int other = 0; other < hands_of[cards[1]]; other++) {
            uint16_t mine = ending->packed[cards[0]][hand],
                     theirs = ending->packed[cards[1]][other];
            if (!cards_fit(pool, mine) || !cards_fit((uint16_t)(pool - mine), theirs))
                continue;
            double weight = (double)ending->start[0][hand] * ending->start[1][other] *
                            count_draws(ending, pool - mine - theirs);
            parts[0][hand] += weight;
            parts[1][other] += weight;
            all += weight;
        }
    return all;
}

/* Sets the seats' ranges at the root by shuffling and these likelihoods (NULL: none). */
static void prior_ranges(DuelEnding *ending, const float (*likelihood)[DUEL_POOLS])
{
    int cards[2] = {mover_cards(ending->left), other_cards(ending->left)};
    assert(cards[0] < 5 && cards[1] < 5);
    for (int seat = 0; seat < 2; seat++)
        for (int hand = 0; hand < hands_of[cards[seat]]; hand++) {
            uint16_t held = ending->packed[cards[seat]][hand];
            float share = cards_fit(ending->boards[0].pool, held) ? order_share(held) : 0;
            ending->start[seat][hand] = likelihood ? share * likelihood_of(likelihood[seat], held)
                                                   : share;
        }
}

/* Drops a seat's rarest hands from its range, up to this weight of deals. */
static void drop_rare(DuelEnding *ending, int seat, const double parts[HANDS], double most)
{
    for (;;) {
        int rarest = -1;
        for (int hand = 0; hand < HANDS; hand++)
            if (ending->start[seat][hand] > 0 && (rarest < 0 || parts[hand] < parts[rarest]))
                rarest = hand;
        if (parts[rarest] > most)
            return;
        most -= parts[rarest];
        ending->start[seat][rarest] = 0;
    }
}

/* Sets the ranges by belief, without this share of each seat's rarest hands, scaled to the weight
 * of all deals. */
static void believed_ranges(DuelEnding *ending, const float (*likelihood)[DUEL_POOLS], double rare)
{
    double parts[2][HANDS];
    prior_ranges(ending, likelihood);
    double all = weigh_deals(ending, parts);
    assert(all > 0 && rare < 0.5);
    for (int seat = 0; seat < 2; seat++)
        drop_rare(ending, seat, parts[seat], rare * all);
    all = weigh_deals(ending, parts);
    for (int hand = 0; hand < HANDS; hand++)
        ending->start[0][hand] *= (float)(ending->deals / all);
}

static uint64_t hand_bits(const DuelEnding *ending, int seat)
{
    uint64_t bits = 0;
    for (int hand = 0; hand < HANDS; hand++)
        bits |= (uint64_t)(ending->start[seat][hand] > 0) << hand;
    return bits;
}

/* Nodes of a tree in which every hand could come to every board, to estimate its size; -1 without
 * memory. */
static float count_nodes(const DuelEnding *ending)
{
    float *counts = memory_get(ending->n_boards, sizeof *counts, progress_of(ending->clock));
    float all = -1;
    for (uint32_t i = ending->n_boards; counts && i-- > 0; all = counts[i]) {
        const Board *board = &ending->boards[i];
        counts[i] = 1;
        for (uint32_t row = 0; row < board->n_plays; row++) {
            const Play *play = &ending->plays[board->first_play + row];
            counts[i] += play->kept ? counts[play->board] : 0;
        }
    }
    free(counts);
    return all;
}

/* Reductions of the tree, tried in turn. nodes: skipped if the tree is estimated to be larger (0:
 * never); rare: the weight of each seat's rarest hands that is left out; coarse: poor plays go,
 * too. */
static const struct {
    float nodes;
    double rare;
    int32_t coarse;
} reductions[] = {{3.2e6f, 0, 0},  {5.2e6f, 0.03, 0}, {6.5e6f, 0.06, 0},
                  {8e6f, 0.09, 0}, {1.2e7f, 0.12, 0}, {0, 0.2, 0},
                  {0, 0.3, 0},     {0, 0.2, 1},       {0, 0.45, 1}};

static void fetch_bounds(const DuelEnding *ending, const Board *board)
{
    for (int i = 0; i < board->n_plays; i++)
        PREFETCH(bounds_at(ending, ending->plays[board->first_play + (uint32_t)i].board,
                           board->cards_left - 1, 0));
}

/* Finds the bounds of all boards, from the end backwards; 0: no time. */
static int bound_boards(DuelEnding *ending)
{
    for (uint32_t i = ending->n_boards; i-- > 0;) {
        /* A board takes as long as many nodes: look at the clock more often. */
        ending->visits |= 127;
        if (is_stopped(ending))
            return 0;
        if (i >= PREFETCH_AHEAD)
            fetch_bounds(ending, &ending->boards[i - PREFETCH_AHEAD]);
        bound_board(ending, &ending->boards[i]);
    }
    return 1;
}

/* Finds plays and bounds again without poor plays; 0: no time. */
static int leave_out_poor(DuelEnding *ending)
{
    ending->poor = POOR;
    ending->n_matrix = ending->n_shared = 0;
    if (ending->shared)
        memset(ending->shared, 0xFF, (ending->shared_mask + 1) * sizeof *ending->shared);
    for (uint32_t i = 0; i < ending->n_boards; i++) {
        Board *board = &ending->boards[i];
        Play *plays = &ending->plays[board->first_play];
        uint64_t hands = hands_fitting(ending, board);
        board->matrix = board->ways = NONE;
        for (int row = 0; row < board->n_plays; row++)
            plays[row].kept = plays[row].twin == row
                                  ? hands_playing(ending, board, plays[row].value, hands)
                                  : 0;
    }
    return bound_boards(ending);
}

/* Builds the tree, from the start if one was begun before; 0: no memory or no time. */
static int build_tree(DuelEnding *ending)
{
    ending->n_nodes = ending->n_branches = ending->n_leaves = ending->n_data = 0;
    return make_node(ending, 0, hand_bits(ending, 0), hand_bits(ending, 1)) != NONE;
}

/* Builds the tree. With most cards left and beliefs given, one that would be too large is reduced.
 * 0: no memory or no time. */
static int fit_tree(DuelEnding *ending, const float (*likelihood)[DUEL_POOLS])
{
    double parts[2][HANDS];
    prior_ranges(ending, NULL);
    ending->deals = weigh_deals(ending, parts);
    if (likelihood)
        believed_ranges(ending, likelihood, 0);
    if (!likelihood || ending->left < DUEL_ENDING_MOST)
        return build_tree(ending);
    float nodes = count_nodes(ending);
    for (int step = 0; step < COUNT(reductions) && !ending->stopped; step++) {
        if (reductions[step].nodes > 0 && nodes > reductions[step].nodes)
            continue;
        if (reductions[step].coarse && !ending->poor && !leave_out_poor(ending))
            return 0;
        believed_ranges(ending, likelihood, reductions[step].rare);
        if (build_tree(ending))
            return 1;
    }
    return 0;
}

/* Keeps only the boards of nodes and the root's; all of them if memory is out. */
static void drop_boards(DuelEnding *ending)
{
    uint32_t *place = calloc(ending->n_boards, sizeof *place), n = 0;
    if (!place)
        return;
    for (uint32_t i = 0; i < ending->n_nodes; i++)
        place[ending->nodes[i].board] = 1;
    for (uint32_t i = 0; i < ending->n_boards; i++)
        if (place[i] || !i) {
            ending->boards[n] = ending->boards[i];
            place[i] = n++;
        }
    for (uint32_t i = 0; i < ending->n_nodes; i++)
        ending->nodes[i].board = place[ending->nodes[i].board];
    free(place);
    ending->n_boards = n;
    cut_list((void **)&ending->boards, n, sizeof(Board));
}

/* Frees what only building needs. Where twins are kept, any line may be asked about, so boards and
 * plays stay. */
static void drop_scaffold(DuelEnding *ending)
{
    free(ending->bounds);
    free(ending->shared);
    ending->bounds = NULL;
    ending->shared = NULL;
    ending->n_bounds = ending->shared_mask = 0;
    if (!(ending->switches & DUEL_KEEP_TWINS)) {
        drop_boards(ending);
        cut_list((void **)&ending->plays, ending->n_plays = ending->boards[0].n_plays,
                 sizeof(Play));
    }
    cut_list((void **)&ending->nodes, ending->n_nodes, sizeof(Node));
    cut_list((void **)&ending->branches, ending->n_branches, sizeof(Branch));
}

static int build_ending(DuelEnding *ending, const DuelState *state,
                        const float (*likelihood)[DUEL_POOLS])
{
    Board root = board_of(state);
    int listed = list_boards(ending, &root);
    free(ending->index);
    ending->index = NULL;
    ending->mask = ending->n_entries = 0;
    if (!listed ||
        !(ending->bounds = memory_zeroed(ending->n_bounds, 1, progress_of(ending->clock))))
        return 0;
    if (!bound_boards(ending))
        return 0;
    if (!fit_tree(ending, likelihood))
        return 0;
    drop_scaffold(ending);
    ending->regrets = memory_zeroed(ending->n_data + 1, sizeof(float), progress_of(ending->clock));
    ending->sums = memory_zeroed(ending->n_data + 1, sizeof(float), progress_of(ending->clock));
    memcpy(ending->dealt, ending->start[1], sizeof ending->dealt);
    return ending->regrets && ending->sums && !ending->stopped;
}

DuelEnding *duel_ending_new(const DuelState *state, const uint8_t *hand,
                            const float (*likelihood)[DUEL_POOLS], uint32_t switches, uint32_t mb,
                            Clock *clock)
{
    DuelEnding *ending = memory_zeroed(1, sizeof *ending, progress_of(clock));
    if (!ending)
        return NULL;
    ending->left = DUEL_CARDS - state->ply;
    assert(ending->left > 0 && ending->left <= DUEL_ENDING_MOST && !state->over);
    ending->mover_starts = duel_turn(state) == state->starter;
    ending->switches = switches;
    ending->byte_limit = (uint64_t)mb << 20;
    ending->clock = clock;
    ending->certain = -1;
    ending->poor = switches & DUEL_DROP_POOR ? POOR : 0;
    list_hands(ending);
    list_badness(ending);
    ending->hand = hand ? hand_number(ending, mover_cards(ending->left), pack_hand(hand)) : -1;
    if (build_ending(ending, state, likelihood))
        return ending;
    duel_ending_free(ending);
    return NULL;
}

/* ending may be NULL. */
void duel_ending_free(DuelEnding *ending)
{
    if (!ending)
        return;
    void *parts[] = {ending->boards, ending->index,    ending->plays,   ending->bounds,
                     ending->nodes,  ending->branches, ending->regrets, ending->sums,
                     ending->matrix, ending->shared};
    for (int i = 0; i < COUNT(parts); i++)
        free(parts[i]);
    free(ending);
}

int32_t duel_ending_knows(const DuelEnding *ending, int32_t other, const uint8_t hand[DUEL_VALUES])
{
    int cards = other ? other_cards(ending->left) : mover_cards(ending->left);
    return ending->start[other][hand_number(ending, cards, pack_hand(hand))] > 0;
}

int32_t duel_ending_knew(const DuelEnding *ending, const DuelState *state,
                         const uint8_t hand[DUEL_VALUES])
{
    int root = DUEL_CARDS - ending->left;
    uint8_t held[DUEL_VALUES];
    assert(state->ply >= root);
    memcpy(held, hand, sizeof held);
    for (int i = state->ply - 1; i >= root; i -= 2)
        held[duel_value(state, state->order[i])]++;
    return duel_ending_knows(ending, !((state->ply - root) & 1), held);
}

int32_t duel_ending_coarse(const DuelEnding *ending) { return ending->poor > 0; }

void duel_ending_size(const DuelEnding *ending, uint64_t size[4])
{
    size[0] = (uint64_t)ending->n_nodes + ending->n_leaves;
    size[1] = ending->n_leaves;
    size[2] = ending->n_boards;
    size[3] = bytes_of(ending);
}

/* ---- passes over the tree ---- */

/* A pass finds the values of one seat's hands ("mine") at every node against the other's reach.
 * best: a best response to the other's average strategy. Otherwise both play their current
 * strategies: the pass updates its own regrets and adds the other's strategy to the other's
 * average. */
typedef struct Pass {
    DuelEnding *ending;
    int seat, best;
    float weight; /* of the other's strategy in its average */
    float keep_above, keep_below; /* discounts of positive and of negative regrets */
    float prune; /* a branch that no hand of the other reaches more often is skipped */
} Pass;

/* A hand takes a branch with probability positive_part(its number there) * scale + base. */
typedef struct Strategy {
    float scale[HANDS], base[HANDS];
} Strategy;

/* max(number, 0) without a branch, which the processor would often predict wrongly. */
static inline float positive_part(float number) { return 0.5f * (number + fabsf(number)); }

/* Regret matching for all hands of a node; a hand without positive numbers plays uniformly. */
static inline void match_regrets_of(const uint8_t (*plus)[HANDS_LEFT], int all,
                                    const Branch *branch, const Branch *end, const float *numbers,
                                    Strategy *mix)
{
    float open[HANDS];
    for (int hand = 0; hand < all; hand++)
        mix->scale[hand] = open[hand] = 0;
    for (; branch < end; branch++)
        for (uint32_t bits = branch->open; bits; bits &= bits - 1, numbers++) {
            int hand = plus[branch->value][__builtin_ctz(bits)];
            mix->scale[hand] += positive_part(*numbers);
            open[hand]++;
        }
    for (int hand = 0; hand < all; hand++) {
        float sum = mix->scale[hand], none = sum > NO_REGRET ? 0.0f : 1.0f,
              least = open[hand] > 0 ? 0.0f : 1.0f;
        float share = 1.0f / (sum + none * (open[hand] + least));
        mix->scale[hand] = share * (1 - none);
        mix->base[hand] = share * none;
    }
}

/* The numbers of hands are constants here, so that the compiler can unroll the loops. */
static void match_regrets(const DuelEnding *ending, const Node *node, const float *numbers,
                          Strategy *mix)
{
    const Branch *branch = &ending->branches[node->first], *end = branch + node->n;
    int cards = mover_cards(node->cards_left);
    const uint8_t (*plus)[HANDS_LEFT] = ending->plus[cards - 1];
    switch (cards) {
    case 1: match_regrets_of(plus, 4, branch, end, numbers, mix); break;
    case 2: match_regrets_of(plus, 10, branch, end, numbers, mix); break;
    case 3: match_regrets_of(plus, 20, branch, end, numbers, mix); break;
    default: match_regrets_of(plus, 35, branch, end, numbers, mix); break;
    }
}

/* Regret matching of a last choice: how often a hand takes the first cell. */
static float share_first(const float numbers[CELLS])
{
    float first = positive_part(numbers[0]), sum = first + positive_part(numbers[1]);
    return sum > 0 ? first / sum : 0.5f;
}

/* Values of a leaf, of the mover's hands or of the other's. */
static inline void sum_leaf(const float *matrix, int movers, int others, int moving,
                            const float *reach, float *values)
{
    if (moving) {
        for (int hand = 0; hand < movers; hand++, matrix += others) {
            float sum = 0;
            for (int other = 0; other < others; other++)
                sum += matrix[other] * reach[other];
            values[hand] = sum;
        }
        return;
    }
    for (int other = 0; other < others; other++)
        values[other] = 0;
    for (int hand = 0; hand < movers; hand++, matrix += others)
        for (int other = 0; other < others; other++)
            values[other] -= matrix[other] * reach[hand];
}

/* The numbers of hands are constants here, so that the compiler can unroll the loops. */
static void visit_leaf(const Pass *pass, const float *matrix, int left, const float *reach,
                       float *values)
{
    int moving = ((pass->ending->left - left) & 1) == pass->seat;
    switch (left) {
    case 0: sum_leaf(matrix, 1, 1, moving, reach, values); break;
    case 1: sum_leaf(matrix, 4, 1, moving, reach, values); break;
    case 2: sum_leaf(matrix, 4, 4, moving, reach, values); break;
    case 3: sum_leaf(matrix, 10, 4, moving, reach, values); break;
    case 4: sum_leaf(matrix, 10, 10, moving, reach, values); break;
    case 5: sum_leaf(matrix, 20, 10, moving, reach, values); break;
    case 6: sum_leaf(matrix, 20, 20, moving, reach, values); break;
    default: sum_leaf(matrix, 35, 20, moving, reach, values); break;
    }
}

static void visit_node(const Pass *pass, uint32_t to, int left, const float *reach, float *values);

static void visit_their_last(const Pass *pass, const Node *node, const float *reach, float *values)
{
    DuelEnding *ending = pass->ending;
    const float *one = ending->matrix + node->first, *two = one + DUEL_VALUES * DUEL_VALUES;
    const float *numbers = (pass->best ? ending->sums : ending->regrets) + node->data;
    float *sums = ending->sums + node->data;
    float first[DUEL_VALUES], second[DUEL_VALUES];
    for (int hand = 0; hand < DUEL_VALUES; hand++) {
        int mixes = node->mix >> hand & 1;
        float share = mixes ? share_first(numbers) : !(node->second >> hand & 1);
        first[hand] = share * reach[hand];
        second[hand] = reach[hand] - first[hand];
        if (mixes && !pass->best) {
            sums[0] += pass->weight * first[hand];
            sums[1] += pass->weight * second[hand];
        }
        numbers += mixes ? CELLS : 0;
        sums += mixes ? CELLS : 0;
    }
    for (int other = 0; other < DUEL_VALUES; other++)
        values[other] = 0;
    for (int hand = 0; hand < DUEL_VALUES; hand++, one += DUEL_VALUES, two += DUEL_VALUES)
        for (int other = 0; other < DUEL_VALUES; other++)
            values[other] -= first[hand] * one[other] + second[hand] * two[other];
}

static void visit_my_last(const Pass *pass, const Node *node, const float *reach, float *values)
{
    DuelEnding *ending = pass->ending;
    float *numbers = ending->regrets + node->data;
    float gains[CELLS][DUEL_VALUES];
    for (int way = 0; way < CELLS; way++)
        sum_leaf(ending->matrix + node->first + way * DUEL_VALUES * DUEL_VALUES, DUEL_VALUES,
                 DUEL_VALUES, 1, reach, gains[way]);
    for (int hand = 0; hand < DUEL_VALUES; hand++) {
        float one = gains[0][hand], two = gains[1][hand];
        if (!(node->mix >> hand & 1)) {
            values[hand] = node->second >> hand & 1 ? two : one;
            continue;
        }
        if (pass->best) {
            values[hand] = one > two ? one : two;
            continue;
        }
        float share = share_first(numbers), worth = values[hand] = share * one + (1 - share) * two;
        for (int way = 0; way < CELLS; way++, numbers++)
            *numbers = *numbers * (*numbers > 0 ? pass->keep_above : pass->keep_below) +
                       gains[way][hand] - worth;
    }
}

static void visit_theirs(const Pass *pass, const Node *node, const float *reach, float *values)
{
    DuelEnding *ending = pass->ending;
    int left = node->cards_left, cards = mover_cards(left), n = hands_of[cards - 1],
        mine = hands_of[other_cards(left)];
    const float *numbers = (pass->best ? ending->sums : ending->regrets) + node->data;
    float *sums = ending->sums + node->data;
    float after[HANDS_LEFT], below[HANDS];
    Strategy mix;
    match_regrets(ending, node, numbers, &mix);
    for (int hand = 0; hand < hands_of[cards]; hand++) {
        mix.scale[hand] *= reach[hand];
        mix.base[hand] *= reach[hand];
    }
    for (int i = 0; i < mine; i++)
        values[i] = 0;
    const Branch *branch = &ending->branches[node->first], *end = branch + node->n;
    for (; branch < end; branch++) {
        const uint8_t *hand_of = ending->plus[cards - 1][branch->value];
        int some = 0;
        for (int i = 0; i < n; i++)
            after[i] = 0;
        for (uint32_t bits = branch->open; bits; bits &= bits - 1, numbers++, sums++) {
            int i = __builtin_ctz(bits), hand = hand_of[i];
            after[i] = positive_part(*numbers) * mix.scale[hand] + mix.base[hand];
            some |= after[i] > pass->prune;
            if (!pass->best)
                *sums += pass->weight * after[i];
        }
        if (!some)
            continue;
        visit_node(pass, branch->to, left - 1, after, below);
        for (int i = 0; i < mine; i++)
            values[i] += below[i];
    }
}

/* Updates the regrets of a node from the values of its branches. */
static void improve_node(const Pass *pass, const Node *node, const float *gains,
                         const float *values)
{
    DuelEnding *ending = pass->ending;
    int cards = mover_cards(node->cards_left);
    float *regrets = ending->regrets + node->data;
    const Branch *branch = &ending->branches[node->first], *end = branch + node->n;
    for (; branch < end; branch++) {
        const uint8_t *hand_of = ending->plus[cards - 1][branch->value];
        for (uint32_t bits = branch->open; bits; bits &= bits - 1, regrets++, gains++)
            *regrets = *regrets * (*regrets > 0 ? pass->keep_above : pass->keep_below) + *gains -
                       values[hand_of[__builtin_ctz(bits)]];
    }
}

static void visit_mine(const Pass *pass, const Node *node, const float *reach, float *values)
{
    DuelEnding *ending = pass->ending;
    int left = node->cards_left, cards = mover_cards(left), all = hands_of[cards];
    const float *regrets = ending->regrets + node->data;
    float gains[DUEL_ENDING_ROWS * HANDS_LEFT], *gain = gains, below[HANDS];
    Strategy mix;
    if (!pass->best)
        match_regrets(ending, node, regrets, &mix);
    for (int i = 0; i < all; i++)
        values[i] = pass->best ? UNREACHED : 0;
    const Branch *branch = &ending->branches[node->first], *end = branch + node->n;
    for (; branch < end; branch++) {
        const uint8_t *hand_of = ending->plus[cards - 1][branch->value];
        visit_node(pass, branch->to, left - 1, reach, below);
        for (uint32_t bits = branch->open; bits; bits &= bits - 1, gain++, regrets++) {
            int i = __builtin_ctz(bits), hand = hand_of[i];
            *gain = below[i];
            if (!pass->best)
                values[hand] += (positive_part(*regrets) * mix.scale[hand] + mix.base[hand]) *
                                below[i];
            else if (below[i] > values[hand])
                values[hand] = below[i];
        }
    }
    for (int i = 0; i < all; i++)
        if (values[i] == UNREACHED) /* no such hand */
            values[i] = 0;
    if (!pass->best && !ending->stopped)
        improve_node(pass, node, gains, values);
}

/* Values of the pass's hands behind a branch, given the other's reach; all 0 once the clock has run
 * out. */
static void visit_node(const Pass *pass, uint32_t to, int left, const float *reach, float *values)
{
    DuelEnding *ending = pass->ending;
    if (to & LEAF) {
        visit_leaf(pass, ending->matrix + (to & ~LEAF), left, reach, values);
        return;
    }
    const Node *node = &ending->nodes[to];
    int mine = node->mover == pass->seat;
    if (is_stopped(ending))
        memset(values, 0, HANDS * sizeof *values);
    else if (!node->n)
        (mine ? visit_my_last : visit_their_last)(pass, node, reach, values);
    else
        (mine ? visit_mine : visit_theirs)(pass, node, reach, values);
}

/* The value of the root for the pass's seat. */
static double visit_all(const Pass *pass)
{
    DuelEnding *ending = pass->ending;
    int cards = pass->seat ? other_cards(ending->left) : mover_cards(ending->left);
    float values[HANDS];
    double sum = 0;
    visit_node(pass, 0, ending->left, ending->start[pass->seat ^ 1], values);
    for (int hand = 0; hand < hands_of[cards]; hand++)
        if (ending->start[pass->seat][hand] > 0)
            sum += (double)ending->start[pass->seat][hand] * values[hand];
    return sum;
}

/* One iteration; the values of the hands of the seat that is not to act at the root, as both play
 * now. Positive regrets shrink by t^1.5 / (t^1.5 + 1) and negative ones by half, the average weighs
 * by t^2; in the early iterations t^3 and an eighth do better. */
static void run_once(DuelEnding *ending, float gains[HANDS])
{
    float t = (float)++ending->iterations, root = t * sqrtf(t),
          power = t <= EARLY_ITERATIONS ? root * root : root;
    float keep_below = t <= EARLY_ITERATIONS ? DUEL_NEGATIVE_KEPT : 0.5f,
          prune = t <= EARLY_ITERATIONS ? PRUNE_REACH / t : 0;
    for (int seat = 0; seat < 2; seat++) {
        Pass pass = {ending, seat, 0, t * t, power / (power + 1), keep_below, prune};
        visit_node(&pass, 0, ending->left, ending->start[seat ^ 1], gains);
    }
}

uint32_t duel_ending_run(DuelEnding *ending, uint32_t iterations, Clock *clock)
{
    float gains[HANDS];
    assert(ending->regrets);
    ending->clock = clock;
    ending->stopped = 0;
    for (uint32_t i = 0; i < iterations; i++) {
        run_once(ending, gains);
        if (ending->stopped)
            return i;
    }
    return iterations;
}

double duel_ending_exploitability(DuelEnding *ending, double *value, Clock *clock)
{
    ending->clock = clock;
    ending->stopped = 0;
    double mover = visit_all(&(Pass){.ending = ending, .seat = 0, .best = 1});
    double other = visit_all(&(Pass){.ending = ending, .seat = 1, .best = 1});
    if (value)
        *value = (mover - other) / 2;
    return mover + other > 0 ? (mover + other) / 2 : 0; /* negative by rounding only */
}

/* Weight of the root mover's hands that are possible beside one of the other. */
static double share_against(const DuelEnding *ending, uint16_t theirs)
{
    int cards = mover_cards(ending->left);
    uint16_t rest = (uint16_t)(ending->boards[0].pool - theirs);
    double sum = 0;
    for (int hand = 0; hand < hands_of[cards]; hand++)
        if (cards_fit(rest, ending->packed[cards][hand]))
            sum += (double)ending->start[0][hand] *
                   count_draws(ending, rest - ending->packed[cards][hand]);
    return sum / ending->deals;
}

/* Divides values of the other's hands by the weight of the mover's hands: values given that the
 * hand is held, by code. */
static void list_values(const DuelEnding *ending, const float gains[HANDS],
                        float values[DUEL_POOLS])
{
    int others = other_cards(ending->left);
    for (int code = 0; code < DUEL_POOLS; code++)
        values[code] = DUEL_NO_WORTH;
    for (int other = 0; other < hands_of[others]; other++) {
        uint16_t theirs = ending->packed[others][other];
        double total = ending->dealt[other] > 0 ? share_against(ending, theirs) : 0;
        if (total > 0)
            values[code_of(theirs)] = (float)(gains[other] / total);
    }
}

void duel_ending_values(DuelEnding *ending, float values[DUEL_POOLS], Clock *clock)
{
    float gains[HANDS];
    ending->clock = clock;
    ending->stopped = 0;
    visit_node(&(Pass){.ending = ending, .seat = 1, .best = 1}, 0, ending->left, ending->start[0],
               gains);
    list_values(ending, gains, values);
}

void duel_ending_follow(DuelEnding *ending, const float shares[DUEL_POOLS],
                        float values[DUEL_POOLS], Clock *clock)
{
    int others = other_cards(ending->left);
    float gains[HANDS];
    ending->clock = clock;
    ending->stopped = 0;
    for (int other = 0; other < hands_of[others]; other++)
        ending->start[1][other] = ending->dealt[other] *
                                  shares[code_of(ending->packed[others][other])];
    run_once(ending, gains);
    list_values(ending, gains, values);
}

/* ---- what may be done at a node ---- */

/* An action at a node: a card laid so that a board of this twin key results, and how often each
 * hand (by its number after it) does so in the average strategy. */
typedef struct Action {
    uint64_t key;
    uint32_t to, open; /* as in Branch; to: NONE where the game is settled */
    int value, row;    /* row: of the board's play */
    float share[HANDS_LEFT];
} Action;

static int list_last_actions(const DuelEnding *ending, const Node *node,
                             Action actions[DUEL_ENDING_ROWS])
{
    const Board *board = &ending->boards[node->board];
    const float *sums = ending->sums + node->data;
    int n = 0;
    for (int value = 0; value < DUEL_VALUES; value++) {
        int mixes = node->mix >> value & 1, way = 0;
        float share = mixes ? share_first(sums) : !(node->second >> value & 1);
        sums += mixes ? CELLS : 0;
        if (!count_held(board->pool, value))
            continue;
        for (uint64_t cells = empty_cells(board); cells;
             cells &= cells - 1, share = 1 - share, way++) {
            Board next = *board;
            lay_card(&next, __builtin_ctzll(cells), value);
            actions[n++] = (Action){.key = twin_key(ending, &next),
                                    .to = NONE,
                                    .open = mixes || share > 0,
                                    .value = value,
                                    .row = way,
                                    .share = {share}};
        }
    }
    return n;
}

/* Lists the actions of a node; their count. */
static int list_actions(const DuelEnding *ending, const Node *node,
                        Action actions[DUEL_ENDING_ROWS])
{
    if (!node->n)
        return list_last_actions(ending, node, actions);
    const Board *board = &ending->boards[node->board];
    const uint8_t (*plus)[HANDS_LEFT] = ending->plus[mover_cards(node->cards_left) - 1];
    const float *sums = ending->sums + node->data;
    int n = 0, row = 0;
    Strategy mix;
    match_regrets(ending, node, sums, &mix);
    for (uint64_t cells = find_targets(board); cells && n < node->n; cells &= cells - 1)
        for (int value = 0; value < DUEL_VALUES; value++) {
            const Branch *branch = &ending->branches[node->first + (uint32_t)n];
            if (!count_held(board->pool, value) || n == node->n || branch->row != row++)
                continue;
            Board next = *board;
            lay_card(&next, __builtin_ctzll(cells), value);
            actions[n] = (Action){.key = twin_key(ending, &next),
                                  .to = branch->to,
                                  .open = branch->open,
                                  .value = value,
                                  .row = branch->row};
            for (uint32_t bits = branch->open; bits; bits &= bits - 1, sums++) {
                int i = __builtin_ctz(bits), hand = plus[value][i];
                actions[n].share[i] = positive_part(*sums) * mix.scale[hand] + mix.base[hand];
            }
            n++;
        }
    assert(n == node->n);
    return n;
}

/* The values of each action for the seat to act: best responses after it to the other's average
 * strategy. */
static void value_actions(DuelEnding *ending, const Node *node, const Action *actions, int n,
                          const float *reach, float gains[][HANDS])
{
    Pass pass = {.ending = ending, .seat = node->mover, .best = 1};
    for (int b = 0; b < n; b++) {
        if (actions[b].to != NONE) {
            visit_node(&pass, actions[b].to, node->cards_left - 1, reach, gains[b]);
            continue;
        }
        const float *matrix = ending->matrix + node->first +
                              (actions[b].row * DUEL_VALUES + actions[b].value) * DUEL_VALUES;
        gains[b][0] = 0;
        for (int other = 0; other < DUEL_VALUES; other++)
            gains[b][0] += matrix[other] * reach[other];
    }
}

/* ---- answers ---- */

int32_t duel_ending_certain(const DuelEnding *ending, uint32_t *move)
{
    if (ending->certain < 0)
        return 0;
    const Play *play = &ending->plays[ending->boards[0].first_play + (uint32_t)ending->certain];
    *move = play->cell * 4u + play->value;
    return 1;
}

/* Weight of the other's hands that are possible beside the hand asked about. */
static double hand_share(const DuelEnding *ending)
{
    int others = other_cards(ending->left);
    uint16_t pool = ending->boards[0].pool,
             mine = ending->packed[mover_cards(ending->left)][ending->hand];
    double sum = 0;
    for (int other = 0; other < hands_of[others]; other++) {
        uint16_t theirs = ending->packed[others][other];
        if (cards_fit((uint16_t)(pool - mine), theirs))
            sum += (double)ending->start[1][other] * count_draws(ending, pool - mine - theirs);
    }
    return sum / ending->deals;
}

int32_t duel_ending_moves(DuelEnding *ending, DuelEndingMove moves[DUEL_ENDING_ROWS], Clock *clock)
{
    assert(ending->hand >= 0);
    const Board *board = ending->boards;
    Action actions[DUEL_ENDING_ROWS];
    float gains[DUEL_ENDING_ROWS][HANDS];
    int cards = mover_cards(ending->left), row_of[DUEL_ENDING_ROWS], n = 0;
    int own = list_actions(ending, ending->nodes, actions);
    double total = hand_share(ending);
    ending->clock = clock;
    ending->stopped = 0;
    value_actions(ending, ending->nodes, actions, own, ending->start[1], gains);
    for (int i = 0, b = 0; i < board->n_plays; i++) {
        const Play *play = &ending->plays[board->first_play + (uint32_t)i];
        int after = ending->minus[cards][ending->hand][play->value],
            here = b < own && actions[b].row == i;
        if (after != 255) {
            row_of[i] = n;
            moves[n] = play->twin == i ? (DuelEndingMove){0, n, here ? actions[b].share[after] : 0,
                                                          gains[b][after] / total}
                                       : moves[row_of[play->twin]];
            moves[n].weight = play->twin == i ? moves[n].weight : 0;
            moves[n++].move = play->cell * 4u + play->value;
        }
        b += here;
    }
    return n;
}

/* Where a line of moves from the root leads: a node, or NONE where the tree has been left; the
 * board's number, or NONE where its plays are not listed; the board itself. */
typedef struct Line {
    uint32_t node, number;
    Board board;
} Line;

static void follow_move(const DuelEnding *ending, Line *line, uint32_t move)
{
    uint32_t next = NONE, number = NONE;
    if (line->number != NONE) {
        const Board *board = &ending->boards[line->number];
        for (uint32_t row = 0; row < board->n_plays; row++) {
            const Play *play = &ending->plays[board->first_play + row];
            if (play->cell * 4u + play->value != move)
                continue;
            number = play->board;
            const Node *node = &ending->nodes[line->node != NONE ? line->node : 0];
            for (uint32_t b = 0; line->node != NONE && b < node->n; b++)
                if (ending->branches[node->first + b].row == row)
                    next = ending->branches[node->first + b].to;
        }
    }
    lay_card(&line->board, duel_move_cell(move), duel_move_value(move));
    line->number = number;
    line->node = next != NONE && (next & LEAF) ? NONE : next;
}

/* ways_to_lay for all cards of the other. */
static int kept_ways(const DuelEnding *ending, const Board *board, int value)
{
    int8_t first[DUEL_VALUES][DUEL_VALUES];
    end_first_way(ending, board, first);
    return ways_to_lay(ending, board, first, value, ~(uint64_t)0);
}

/* Whether a hand keeps the play of this row. */
static int is_kept(const DuelEnding *ending, const Line *line, int hand, int row, int cell,
                   int value)
{
    const Board *board = &line->board;
    if (board->cards_left > LAST_CHOICE)
        return ending->plays[ending->boards[line->number].first_play + (uint32_t)row].kept >> hand &
               1;
    if (board->cards_left < LAST_CHOICE)
        return 1;
    int second = (empty_cells(board) & (((uint64_t)1 << cell) - 1)) != 0;
    return kept_ways(ending, board, value) >> second & 1;
}

int32_t duel_ending_strategy(DuelEnding *ending, const uint32_t *line, int32_t n,
                             const uint8_t hand[DUEL_VALUES], uint32_t moves[DUEL_ENDING_ROWS],
                             double weights[DUEL_ENDING_ROWS])
{
    Action actions[DUEL_ENDING_ROWS];
    Line at = {0, 0, ending->boards[0]};
    for (int32_t i = 0; i < n; i++)
        follow_move(ending, &at, line[i]);
    const Board *board = &at.board;
    int cards = mover_cards(board->cards_left), own = hand_number(ending, cards, pack_hand(hand)),
        row = 0, way = 0;
    int count = 0,
        n_actions = at.node == NONE ? 0 : list_actions(ending, &ending->nodes[at.node], actions);
    int last = n_actions && !ending->nodes[at.node].n;
    double open = 0;
    for (uint64_t cells = find_targets(board); cells; cells &= cells - 1, way++)
        for (int value = 0; value < DUEL_VALUES; value++) {
            int here = row;
            row += count_held(board->pool, value) > 0;
            if (!hand[value])
                continue;
            moves[count] = (uint32_t)(__builtin_ctzll(cells) * 4 + value);
            weights[count] = n_actions
                                 ? 0
                                 : is_kept(ending, &at, own, here, __builtin_ctzll(cells), value);
            for (int b = 0; b < n_actions; b++)
                if (actions[b].value == value && actions[b].row == (last ? way : here))
                    weights[count] = actions[b].share[ending->minus[cards][own][value]];
            open += weights[count++];
        }
    for (int i = 0; i < count && !n_actions; i++)
        weights[i] /= open;
    return count;
}

/* ---- along a line ---- */

/* The action that stands for a move from a position, whose board may be a twin of the node's. -1:
 * no hand keeps such a move. */
static int action_of(const DuelEnding *ending, const Action *actions, int n, const Board *board,
                     uint32_t move)
{
    Board next = *board;
    lay_card(&next, duel_move_cell(move), duel_move_value(move));
    uint64_t key = twin_key(ending, &next);
    for (int b = 0; b < n; b++)
        if (actions[b].value == duel_move_value(move) && actions[b].key == key)
            return b;
    return -1;
}

void duel_ending_start(const DuelEnding *ending, DuelCursor *cursor)
{
    cursor->node = 0;
    memcpy(cursor->reach, ending->start, sizeof cursor->reach);
    for (int i = 0; i < HANDS; i++)
        for (int seat = 0; seat < 2; seat++)
            cursor->share[seat][i] = ending->start[seat][i] > 0;
}

/* How often the hands take an action on average, by their reach. A hand that the tree does not have
 * is taken to do the same. */
static float mean_share(const DuelEnding *ending, const DuelCursor *cursor, const Action *action)
{
    const Node *node = &ending->nodes[cursor->node];
    int cards = mover_cards(node->cards_left);
    float taken = 0, all = 0;
    for (int i = 0; i < hands_of[cards - 1]; i++) {
        float reach = cursor->reach[node->mover][ending->plus[cards - 1][action->value][i]];
        taken += reach * action->share[i];
        all += reach;
    }
    return all > 0 ? taken / all : 0;
}

void duel_ending_means(const DuelEnding *ending, const DuelCursor *cursor, const DuelState *state,
                       int32_t n, const uint32_t *moves, double *means)
{
    Board board = board_of(state);
    Action actions[DUEL_ENDING_ROWS];
    uint64_t seen = 0;
    int n_actions = list_actions(ending, &ending->nodes[cursor->node], actions);
    for (int i = 0; i < n; i++) {
        int b = action_of(ending, actions, n_actions, &board, moves[i]);
        means[i] = b < 0 || (seen >> b & 1) ? 0 : (double)mean_share(ending, cursor, &actions[b]);
        seen |= b < 0 ? 0 : (uint64_t)1 << b;
    }
}

int32_t duel_ending_step(const DuelEnding *ending, DuelCursor *cursor, const DuelState *state,
                         uint32_t move, float likelihood[DUEL_POOLS])
{
    const Node *node = &ending->nodes[cursor->node];
    Board board = board_of(state);
    Action actions[DUEL_ENDING_ROWS];
    float reach[HANDS] = {0}, share[HANDS] = {0}, after[DUEL_POOLS] = {0};
    int cards = mover_cards(node->cards_left), value = duel_move_value(move);
    int b = action_of(ending, actions, list_actions(ending, node, actions), &board, move);
    if (b < 0)
        return -1;
    const float *chosen = actions[b].share;
    float mean = mean_share(ending, cursor, &actions[b]);
    for (int i = 0; i < hands_of[cards - 1]; i++) {
        int before = ending->plus[cards - 1][value][i],
            code = code_of(ending->packed[cards - 1][i]);
        int known = cursor->share[node->mover][before] > 0;
        reach[i] = cursor->reach[node->mover][before] * chosen[i];
        share[i] = cursor->share[node->mover][before] * chosen[i];
        after[code] = likelihood[code + duel_pool_unit[value]] *
                      ((known ? chosen[i] : mean) + DUEL_TREMBLE) /
                      (float)(count_held(ending->packed[cards - 1][i], value) + 1);
    }
    memcpy(cursor->reach[node->mover], reach, sizeof reach);
    memcpy(cursor->share[node->mover], share, sizeof share);
    memcpy(likelihood, after, sizeof after);
    cursor->node = actions[b].to;
    return !(actions[b].to & LEAF);
}

/* Weight of the other's hands that are possible beside this one, by their reach. */
static double share_beside(const DuelEnding *ending, const DuelCursor *cursor, const Board *board,
                           int hand)
{
    const Node *node = &ending->nodes[cursor->node];
    int others = other_cards(node->cards_left);
    uint16_t rest = (uint16_t)(board->pool - ending->packed[mover_cards(node->cards_left)][hand]);
    double sum = 0;
    for (int other = 0; other < hands_of[others]; other++) {
        uint16_t theirs = ending->packed[others][other];
        if (cards_fit(rest, theirs))
            sum += (double)cursor->reach[node->mover ^ 1][other] *
                   count_draws(ending, rest - theirs);
    }
    return sum / ending->deals;
}

int32_t duel_ending_policy(DuelEnding *ending, const DuelCursor *cursor, const DuelState *state,
                           const uint8_t hand[DUEL_VALUES], int32_t brief,
                           DuelEndingMove moves[DUEL_ENDING_ROWS])
{
    const Node *node = &ending->nodes[cursor->node];
    Board board = board_of(state);
    Action actions[DUEL_ENDING_ROWS];
    float gains[DUEL_ENDING_ROWS][HANDS] = {{0}};
    int first[DUEL_ENDING_ROWS], cards = mover_cards(node->cards_left), n = 0;
    int own = hand_number(ending, cards, pack_hand(hand)),
        n_actions = list_actions(ending, node, actions);
    double total = share_beside(ending, cursor, &board, own);
    if (cursor->share[node->mover][own] < DUEL_RARE || total <= 0)
        return 0;
    ending->clock = NULL;
    ending->stopped = 0;
    if (!brief)
        value_actions(ending, node, actions, n_actions, cursor->reach[node->mover ^ 1], gains);
    for (int b = 0; b < n_actions; b++)
        first[b] = -1;
    for (uint64_t cells = duel_targets(state); cells; cells &= cells - 1)
        for (int value = 0; value < DUEL_VALUES; value++) {
            if (!hand[value])
                continue;
            uint32_t move = (uint32_t)__builtin_ctzll(cells) * 4u + (uint32_t)value;
            int b = action_of(ending, actions, n_actions, &board, move),
                after = ending->minus[cards][own][value];
            int open = b >= 0 && (actions[b].open >> after & 1);
            moves[n] = (DuelEndingMove){move, n, 0, 0};
            if (open) {
                moves[n].twin = first[b] < 0 ? n : first[b];
                moves[n].weight = first[b] < 0 ? actions[b].share[after] : 0;
                moves[n].value = gains[b][after] / total;
                first[b] = moves[n].twin;
            } else
                moves[n].twin = -1;
            n++;
        }
    return n;
}
