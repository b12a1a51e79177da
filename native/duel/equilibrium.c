/* equilibrium.c: equilibrium of the last seven cards of the grid duel with hidden hands, and nearly one of eight.
 *
 * Public tree. All play is open and all cards end on the table, so a node of the tree is what everybody has seen:
 * the moves so far. At a node each seat has a vector over the hands it may hold; a hand that plays value v goes on
 * as the hand without v, so vectors shrink on the way down (35, 20, 10, 4, 1 hands of 4 .. 0 cards) and one pass
 * over the tree serves all deals at once (vector form, Johanson and others 2011).
 *
 * Chance. A deal is as likely as the product over values of n! / (a! b! r!): n unseen, a and b in the hands, r left
 * over. 1/a! and 1/b! start the seats' own vectors; n!/r! depends on what both play together and sits in the leaves.
 *
 * Boards. Histories are many, boards few (1.6 million and 20,000 at six cards), and what a board can still lead to
 * does not hang on how it came about. For each board and each pair of hands two bounds hold the outcome, from the
 * end backwards; a move that for its hand is never better than another (its upper bound nowhere above the other's
 * lower bound, whatever the other seat holds) is left out, and a board whose pairs are all pinned is a leaf with a
 * matrix of outcomes. Leaving out weakly dominated moves keeps at least one equilibrium, and every equilibrium of
 * what is left is one of the whole; where somebody leaves the tree all the same, any move that its board keeps will
 * do. This and the twins below leave 5,000 nodes of the 1.6 million (80,000 at seven cards, one to six million at
 * eight). With a card each left, both ways to lay them are compared by the lines' contents alone; such boards are
 * opened only where the tree comes to them, which halves the boards and their plays.
 *
 * Wide endings. With eight cards left, plays are left out that seem poor with all cards open: at the first two those
 * that are worth NEAR_ALL less than the best one to every hand, later those worth NEAR less to the hand itself. 65,000
 * to 970,000 nodes remain. What the mover can lose by its strategy at the first position, everything after it being
 * solved as a whole (half the sum of both gains, three positions): moves nearly best with open cards 0.39, 0.34, 0.47;
 * this tree 0.11, 0.13, 0.21; the same with NEAR_ALL everywhere and for all hands alike 0.08, 0.06, 0.13, but two to
 * five times as many nodes; for each hand alone 0.15, 0.17, 0.25, 50,000 nodes; open cards from the fourth card from
 * the end 0.27, 0.12, from the third 0.09, 0.09, of ten times the nodes. Where this tree has no room (80 MB), plays
 * are left out for each hand alone: 10 of 12 positions have a tree so, of 0.1 to 0.9 s, where 6 had one; in a deal in
 * which 0.23 was gained without it, 0.16 was with it. Only the first position is kept of such an ending, and the next
 * one is solved as a whole. Dropped: sampling one of the other's moves (after four seconds three to twenty times as
 * exploitable as whole passes); letting half of what is believed of the other come only with hands to which that
 * brings more than they could count on (resolving): 0.63 gained in a deal in which 0.36 was without it.
 *
 * Twins. Where the 4 x 4 window is fixed and every empty cell touches a card, only the contents of the lines
 * matter: two moves of one value are twins when their boards differ by the order of rows and columns. Boards are
 * compared by hashes of refined line colours, which tell all patterns of up to seven empty cells apart.
 *
 * Iterations. Discounted CFR (Brown and Sandholm 2019) with seats in turn: before a new regret is added, positive
 * sums shrink by t^1.5 / (t^1.5 + 1) and negative ones by half; the average weighs iteration t by t^2. Mean
 * exploitability of 40 endings of six cards after 10, 30, 100 iterations: 0.016, 0.0022, 0.0002. Dropped: CFR+ with
 * linear averages 0.021, 0.0036, 0.0005; with quadratic ones 0.017, 0.0023, 0.0003; predictive CFR+ 0.019, 0.0030,
 * 0.0004. Where the other's vector is zero throughout, a subtree is skipped, which changes nothing. All in 32-bit
 * floats with + - * / and sqrt in a fixed order. */

#include "equilibrium.h"

#include <math.h>
#include <stdlib.h>

#define HANDS 35                /* of four cards, the most an ending's seat holds */
#define HANDS_LEFT 20           /* of one card less */
#define NONE 0xFFFFFFFFu
#define NO_VALUE -1e9f
#define NEAR_ALL 0.3f           /* a wide ending: what a play may be worth less than the best one with open cards */
#define NEAR 0.5f
#define NARROW 7
#define FOR_TREE 45             /* hundredths of the room that boards leave to the tree */
#define FOR_NARROW_TREE 12
#define LATE 2                  /* cards left where a board's outcomes are found from its lines */
#define WON 1
#define LOST -1

static const uint8_t hands_of[5] = {1, 4, 10, 20, 35};

/* A board, for the seat to act ("mover") and the other; moves and bounds lie in arrays of their own. */
typedef struct Board {
    _Alignas(8) uint64_t occupied;
    uint64_t low, high, twin_key;
    uint32_t first_play, bounds; /* where they begin */
    uint32_t matrix;            /* of a leaf: where its matrix begins, or NONE */
    uint16_t pool;              /* unseen cards, four bits a value */
    uint8_t cards_left, n_plays;
    uint8_t left, right, top, bottom; /* as in DuelState */
} Board;

typedef struct Play {
    uint32_t board;             /* that it leads to */
    uint8_t cell, value, twin;  /* twin: the play of the board that stands for it */
    uint64_t kept;              /* hands that may play it, one bit each */
} Play;

typedef struct Node {
    uint32_t board, first;      /* its branches; of a leaf: its matrix */
    uint8_t n, cards_left, mover; /* n = 0: a leaf; mover: 0 the seat that moves at the root, 1 the other */
} Node;

typedef struct Branch {
    uint32_t node, play;
    uint32_t data;              /* three vectors over the hands after it: regrets, strategy, sum of strategies */
    uint32_t open;              /* which of those hands may come this way, one bit each */
    uint8_t value;
} Branch;

_Static_assert(sizeof(Board) == 56 && sizeof(Play) == 16 && sizeof(Node) == 12 && sizeof(Branch) == 20,
               "the room decides how an ending is made, so it is the same on all machines");

struct DuelEnding {
    int32_t left;               /* cards left at the root */
    int32_t mover_starts;       /* the mover at the root owns the columns */
    int32_t hand;               /* of the mover at the root, whose moves are all kept there; or -1 */
    int32_t certain;            /* its best play whatever the other holds, or -1 */
    uint32_t iterations, switches, visits;
    Clock *clock;               /* of the call under way */
    int32_t stopped;
    uint64_t byte_limit;
    uint16_t packed[5][HANDS];  /* the hands of so many cards, four bits a value */
    uint8_t plus[4][HANDS_LEFT][DUEL_VALUES]; /* hand with a card more */
    uint8_t minus[5][HANDS][DUEL_VALUES];     /* hand with a card less, or 255 */
    int64_t full[DUEL_POOLS];   /* badness of a full line, by the code of its cards; of no other, 0 */
    float start[2][HANDS];      /* vectors of mover and other at the root */
    double deals;               /* sum of all deals' weights */
    uint32_t n_boards, n_plays, n_bounds, n_nodes, n_branches, n_data, n_matrix, n_leaves;
    uint32_t cap_boards, cap_plays, cap_nodes, cap_branches, cap_low, cap_high, mask;
    Board *boards;
    uint32_t *index;            /* of boards, by their cards: open addressing */
    Play *plays;
    int8_t *low, *high;
    int8_t *open;               /* of a wide ending: outcomes with all cards open */
    int32_t narrow;             /* poor plays are left out: 1, by all hands at first; 2, of each hand */
    Node *nodes;
    Branch *branches;
    float *data, *matrix;
    float (*worths)[HANDS_LEFT]; /* of a settled ending: values after the root's branches */
};

/* ---- hands ---- */

/* Whether a pool holds these cards; both packed. */
static int cards_fit(uint16_t pool, uint16_t hand) { return ((pool + 0x8888 - hand) & 0x8888) == 0x8888; }

/* One card of this value, packed: four bits a value. */
static uint16_t pack_card(int value) { return (uint16_t)(1 << 4 * value); }

/* Cards of a value in a packed hand. */
static int count_held(uint16_t hand, int value) { return hand >> 4 * value & 15; }

/* A hand's counts as one number; no count above 15. */
static uint16_t pack_hand(const uint8_t hand[DUEL_VALUES])
{
    return (uint16_t)(hand[0] | hand[1] << 4 | hand[2] << 8 | hand[3] << 12);
}

/* Number of a hand among those of so many cards; it must be one of them. */
static int hand_number(const DuelEnding *ending, int cards, uint16_t hand)
{
    int i = 0;
    assert(cards >= 0 && cards < 5);
    while (ending->packed[cards][i] != hand)
        i++;
    return i;
}

/* Numbers all hands of up to four cards, and which becomes which with a card more or less. */
static void list_hands(DuelEnding *ending)
{
    int n[5] = {0};
    for (uint32_t hand = 0; hand <= 0x4444; hand++) {
        int cards = 0;
        for (int value = 0; value < DUEL_VALUES; value++)
            cards += count_held((uint16_t)hand, value);
        if (cards < 5)
            ending->packed[cards][n[cards]++] = (uint16_t)hand;
    }
    for (int cards = 0; cards < 5; cards++)
        for (int i = 0; i < hands_of[cards]; i++)
            for (int value = 0; value < DUEL_VALUES; value++) {
                uint16_t hand = ending->packed[cards][i];
                if (cards < 4)
                    ending->plus[cards][i][value] = (uint8_t)hand_number(ending, cards + 1, hand + pack_card(value));
                ending->minus[cards][i][value] =
                    count_held(hand, value) ? (uint8_t)hand_number(ending, cards - 1, hand - pack_card(value)) : 255;
            }
}

/* Cards that the seat to act holds when so many are left. */
static int mover_cards(int left) { return (left + 1) / 2; }

/* Cards that the other seat holds then. */
static int other_cards(int left) { return left / 2; }

/* The clock, looked at now and then; 1 when the call has to end. */
static int is_stopped(DuelEnding *ending)
{
    if ((++ending->visits & 1023) == 0 && ending->clock && clock_over(ending->clock, ending->visits))
        ending->stopped = 1;
    return ending->stopped;
}

/* ---- boards ---- */

/* Value of the card on an occupied cell. */
static int card_value(const Board *board, int cell)
{
    return (int)((board->high >> cell & 1) << 1 | (board->low >> cell & 1));
}

/* Empty cells where a card may go. */
static uint64_t find_targets(const Board *board)
{
    DuelState state = {.occupied = board->occupied, .ply = (uint8_t)(DUEL_CARDS - board->cards_left),
                       .left = board->left, .right = board->right, .top = board->top, .bottom = board->bottom};
    return duel_targets(&state);
}

/* Lays a card of the seat to act; the pool must hold it. */
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

/* Adds a card to the codes of the two lines of a fixed window in which it lies; columns first. */
static void add_card(const Board *board, int codes[8], int cell, int value)
{
    codes[(cell & 7) - board->left] += duel_pool_unit[value];
    codes[(cell >> 3) - board->top + 4] += duel_pool_unit[value];
}

/* Codes of the cards in the eight lines of a fixed window. */
static void line_codes(const Board *board, int codes[8])
{
    memset(codes, 0, 8 * sizeof *codes);
    for (uint64_t cells = board->occupied; cells; cells &= cells - 1)
        add_card(board, codes, __builtin_ctzll(cells), card_value(board, __builtin_ctzll(cells)));
}

/* Badness of full lines: 5 to the power of the score's rank from above, so that sums compare like sorted lines. */
static void list_badness(DuelEnding *ending)
{
    int score_of[DUEL_POOLS];
    int64_t badness_of[104] = {0}, badness = 1;
    for (int code = 0; code < DUEL_POOLS; code++) {
        uint8_t counts[DUEL_VALUES];
        int cards = 0;
        for (int value = 0; value < DUEL_VALUES; value++)
            cards += counts[value] = (uint8_t)(code / duel_pool_unit[value] % 6);
        score_of[code] = cards == DUEL_SPAN ? duel_line_score(counts) : -1;
        if (score_of[code] >= 0)
            badness_of[score_of[code]] = 1;
    }
    for (int score = 103; score >= 0; score--)
        if (badness_of[score]) {
            badness_of[score] = badness;
            badness *= 5;
        }
    for (int code = 0; code < DUEL_POOLS; code++)
        ending->full[code] = score_of[code] >= 0 ? badness_of[score_of[code]] : 0;
}

/* The empty cells of a fixed window. */
static uint64_t empty_cells(const Board *board)
{
    assert(board->right - board->left == 3 && board->bottom - board->top == 3);
    return ((uint64_t)0x0F0F0F0F << (8 * board->top + board->left)) & ~board->occupied;
}

/* Colours of the lines refined three times by those they cross in empty cells, full lines by their badness alone. */
static uint64_t refined_key(const DuelEnding *ending, const Board *board, uint64_t empty)
{
    int codes[8];
    uint64_t colour[8], next[8], key = 0;
    int64_t full = 0;
    line_codes(board, codes);
    for (int i = 0; i < 8; i++)
        colour[i] = mix64((uint64_t)codes[i] + (i < 4 ? 0x10000u : 0x20000u));
    for (int round = 0; round < 3; round++) {
        memcpy(next, colour, sizeof next);
        for (uint64_t cells = empty; cells; cells &= cells - 1) {
            int cell = __builtin_ctzll(cells), column = (cell & 7) - board->left, row = (cell >> 3) - board->top + 4;
            next[column] += mix64(colour[row]);
            next[row] += mix64(colour[column]);
        }
        for (int i = 0; i < 8; i++)
            colour[i] = mix64(next[i] + 1);
    }
    for (int i = 0; i < 8; i++) {
        int64_t badness = ending->full[codes[i]];
        full += i < 4 ? -badness : badness;
        key += badness ? 0 : mix64(colour[i]);
    }
    return mix64(key ^ mix64((uint64_t)full));
}

/* A hash of the cards on a board. */
static uint64_t cards_key(const Board *board)
{
    return mix64(board->occupied ^ mix64(board->low ^ mix64(board->high)));
}

/* Equal for boards that differ by the order of lines only, where the order does not matter. */
static uint64_t twin_key(const DuelEnding *ending, const Board *board)
{
    if (board->right - board->left != 3 || board->bottom - board->top != 3)
        return cards_key(board);
    uint64_t empty = empty_cells(board);
    return empty & ~find_targets(board) ? cards_key(board) : refined_key(ending, board, empty);
}

/* Outcome of eight full lines for the starter. */
static int8_t compare_codes(const DuelEnding *ending, const int codes[8])
{
    int64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += ending->full[codes[i + 4]] - ending->full[codes[i]];
    return (int8_t)((sum > 0) - (sum < 0));
}

/* Outcome for the starter when these cards come to a cell and the cells after it, the last ones of a fixed window. */
static int8_t fill_cells(const DuelEnding *ending, const Board *board, const int codes[8], uint64_t cells,
                         const int *cards)
{
    int filled[8];
    memcpy(filled, codes, sizeof filled);
    for (; cells; cells &= cells - 1, cards++)
        add_card(board, filled, __builtin_ctzll(cells), *cards);
    return compare_codes(ending, filled);
}

/* Room for so many things of a list; 0 without memory. */
static int grow_list(void **memory, uint32_t *cap, uint32_t wanted, size_t size)
{
    if (wanted <= *cap)
        return 1;
    uint32_t more = *cap ? *cap + *cap / 2 : 1024;
    more = more > wanted ? more : wanted;
    void *bigger = realloc(*memory, more * size);
    if (!bigger)
        return 0;
    *memory = bigger;
    *cap = more;
    return 1;
}

/* Where a board stands in the index, or the empty slot for it. */
static uint32_t slot_of(const DuelEnding *ending, const Board *board)
{
    uint32_t slot = (uint32_t)cards_key(board) & ending->mask;
    for (; ending->index[slot] != NONE; slot = (slot + 1) & ending->mask) {
        const Board *found = &ending->boards[ending->index[slot]];
        if (found->occupied == board->occupied && found->low == board->low && found->high == board->high)
            break;
    }
    return slot;
}

/* An index of twice the size. */
static int grow_index(DuelEnding *ending)
{
    uint32_t slots = ending->index ? 2 * (ending->mask + 1) : 2048;
    free(ending->index);
    ending->index = malloc(slots * sizeof(uint32_t));
    if (!ending->index)
        return 0;
    memset(ending->index, 0xFF, slots * sizeof(uint32_t));
    ending->mask = slots - 1;
    for (uint32_t i = 0; i < ending->n_boards; i++)
        ending->index[slot_of(ending, &ending->boards[i])] = i;
    return 1;
}

/* Number of a board, which is added if it is new; NONE without memory. */
static uint32_t number_of(DuelEnding *ending, Board *board)
{
    if (2 * ending->n_boards >= ending->mask && !grow_index(ending))
        return NONE;
    uint32_t slot = slot_of(ending, board);
    if (ending->index[slot] != NONE)
        return ending->index[slot];
    if (!grow_list((void **)&ending->boards, &ending->cap_boards, ending->n_boards + 1, sizeof(Board)))
        return NONE;
    board->twin_key = twin_key(ending, board);
    board->bounds = ending->n_bounds;
    ending->n_bounds += (uint32_t)hands_of[mover_cards(board->cards_left)] * hands_of[other_cards(board->cards_left)];
    ending->boards[ending->n_boards] = *board;
    ending->index[slot] = ending->n_boards;
    return ending->n_boards++;
}

/* Row of the play before it that leads to a twin of the same board, or its own row. */
static uint8_t twin_of(const DuelEnding *ending, uint32_t board, const Play *play)
{
    const Board *at = &ending->boards[board];
    if (ending->switches & DUEL_KEEP_TWINS)
        return at->n_plays;
    for (int i = 0; i < at->n_plays; i++) {
        const Play *before = &ending->plays[at->first_play + i];
        if (before->value == play->value &&
            ending->boards[before->board].twin_key == ending->boards[play->board].twin_key)
            return before->twin;
    }
    return at->n_plays;
}

/* Adds a play of a board, which holds fewer than DUEL_ENDING_ROWS; 0 without memory. */
static int add_play(DuelEnding *ending, uint32_t board, int cell, int value)
{
    Board next = ending->boards[board];
    lay_card(&next, cell, value);
    next.matrix = NONE;
    next.n_plays = 0;
    Play play = {number_of(ending, &next), (uint8_t)cell, (uint8_t)value, 0, 0};
    if (play.board == NONE ||
        !grow_list((void **)&ending->plays, &ending->cap_plays, ending->n_plays + 1, sizeof(Play)))
        return 0;
    Board *at = &ending->boards[board];
    play.twin = twin_of(ending, board, &play);
    int cards = mover_cards(at->cards_left);
    for (int hand = 0; hand < hands_of[cards] && play.twin == at->n_plays; hand++)
        if (count_held(ending->packed[cards][hand], value) && cards_fit(at->pool, ending->packed[cards][hand]))
            play.kept |= (uint64_t)1 << hand;
    ending->plays[ending->n_plays++] = play;
    assert(at->n_plays < DUEL_ENDING_ROWS);
    at->n_plays++;
    return 1;
}

/* The plays of a board, in the order of rules.c; 0 without memory. */
static int list_plays(DuelEnding *ending, uint32_t board)
{
    uint16_t pool = ending->boards[board].pool;
    ending->boards[board].first_play = ending->n_plays;
    for (uint64_t cells = find_targets(&ending->boards[board]); cells; cells &= cells - 1)
        for (int value = 0; value < DUEL_VALUES; value++)
            if (count_held(pool, value) && !add_play(ending, board, __builtin_ctzll(cells), value))
                return 0;
    return 1;
}

/* Memory that the ending takes, what is still to be allocated included; room that lists have left is not touched. */
static uint64_t bytes_of(const DuelEnding *ending)
{
    uint64_t boards = (uint64_t)ending->n_boards * sizeof(Board) + (uint64_t)ending->n_plays * sizeof(Play) +
                      ((uint64_t)ending->mask + 1) * sizeof(uint32_t);
    uint64_t bounds = (uint64_t)ending->n_bounds * (ending->open ? 3 : 2);
    uint64_t tree = (uint64_t)ending->n_nodes * sizeof(Node) + (uint64_t)ending->n_branches * sizeof(Branch);
    return boards + bounds + tree + ((uint64_t)ending->n_data + ending->n_matrix) * sizeof(float);
}

/* Whether the limit, of which so many hundredths stay free, leaves no room for more. */
static int is_full(const DuelEnding *ending, int free)
{
    return ending->byte_limit && bytes_of(ending) > ending->byte_limit / 100 * (uint64_t)(100 - free);
}

/* All boards, breadth first: the list is its own queue. Those with LATE cards left have their plays listed only where
 * the tree comes to them. 0 without memory, of which the tree wants some, or time. */
static int list_boards(DuelEnding *ending, Board *root)
{
    if (number_of(ending, root) == NONE)
        return 0;
    for (uint32_t i = 0; i < ending->n_boards; i++) {
        if (is_stopped(ending) || is_full(ending, ending->narrow ? FOR_NARROW_TREE : FOR_TREE))
            return 0;
        if ((!i || ending->boards[i].cards_left > LATE) && !list_plays(ending, i))
            return 0;
    }
    return 1;
}

/* ---- bounds ---- */

/* Where the bounds of a play lie for a hand of the mover: [other hand * stride], of the other's sign. */
static const int8_t *row_after(const DuelEnding *ending, const int8_t *bounds, const Board *board, const Play *play,
                               int hand)
{
    int cards = mover_cards(board->cards_left);
    return bounds + ending->boards[play->board].bounds + ending->minus[cards][hand][play->value];
}

/* Whether play a is at least as good for a hand as play b, whatever the other holds. */
static int play_beats(const DuelEnding *ending, const Board *board, int hand, const Play *a, const Play *b)
{
    int stride = hands_of[mover_cards(board->cards_left) - 1], others = hands_of[other_cards(board->cards_left)];
    const int8_t *worst_a = row_after(ending, ending->high, board, a, hand);
    const int8_t *best_b = row_after(ending, ending->low, board, b, hand);
    uint16_t rest = (uint16_t)(board->pool - ending->packed[mover_cards(board->cards_left)][hand]);
    for (int other = 0; other < others; other++)
        if (cards_fit(rest, ending->packed[other_cards(board->cards_left)][other]) &&
            worst_a[other * stride] > best_b[other * stride])
            return 0;
    return 1;
}

/* Takes from a hand the plays that another one of its plays beats. */
static void drop_losers(DuelEnding *ending, const Board *board, int hand)
{
    Play *plays = &ending->plays[board->first_play];
    uint64_t bit = (uint64_t)1 << hand;
    for (int b = board->n_plays - 1; b >= 0; b--)
        for (int a = 0; a < board->n_plays && (plays[b].kept & bit); a++)
            if (a != b && (plays[a].kept & bit) && play_beats(ending, board, hand, &plays[a], &plays[b]))
                plays[b].kept &= ~bit;
}

/* The root keeps all plays of the hand that is asked about; here it is seen whether one of them is certain. */
static void find_certain(DuelEnding *ending)
{
    const Board *root = &ending->boards[0];
    Play *plays = &ending->plays[root->first_play];
    uint64_t bit = (uint64_t)1 << ending->hand, before[DUEL_ENDING_ROWS];
    int n = 0;
    for (int i = 0; i < root->n_plays; i++)
        before[i] = plays[i].kept;
    drop_losers(ending, root, ending->hand);
    for (int i = 0; i < root->n_plays; i++) {
        ending->certain = plays[i].kept & bit ? i : ending->certain;
        n += (plays[i].kept & bit) != 0;
        plays[i].kept = before[i];
    }
    ending->certain = n == 1 ? ending->certain : -1;
}

/* Bounds of one hand against all others: whichever kept move is chosen, the outcome lies between. */
static void bound_hand(DuelEnding *ending, const Board *board, int hand)
{
    int stride = hands_of[mover_cards(board->cards_left) - 1], others = hands_of[other_cards(board->cards_left)];
    int8_t *low = ending->low + board->bounds + hand * others, *high = ending->high + board->bounds + hand * others;
    memset(low, WON, (size_t)others);
    memset(high, LOST, (size_t)others);
    for (int i = 0; i < board->n_plays; i++) {
        const Play *play = &ending->plays[board->first_play + i];
        if (!(play->kept >> hand & 1))
            continue;
        const int8_t *best = row_after(ending, ending->low, board, play, hand);
        const int8_t *worst = row_after(ending, ending->high, board, play, hand);
        for (int other = 0; other < others; other++) {
            int8_t least = (int8_t)-worst[other * stride], most = (int8_t)-best[other * stride];
            low[other] = least < low[other] ? least : low[other];
            high[other] = most > high[other] ? most : high[other];
        }
    }
}

/* Outcomes of a hand against all others with all cards open, the boards after it having theirs. */
static void open_hand(DuelEnding *ending, const Board *board, int hand)
{
    int cards = mover_cards(board->cards_left), others = hands_of[other_cards(board->cards_left)];
    int stride = hands_of[cards - 1];
    int8_t *open = ending->open + board->bounds + hand * others;
    memset(open, LOST, (size_t)others);
    for (int i = 0; i < board->n_plays; i++) {
        const Play *play = &ending->plays[board->first_play + i];
        if (ending->minus[cards][hand][play->value] == 255)
            continue;
        const int8_t *after = row_after(ending, ending->open, board, play, hand);
        for (int other = 0; other < others; other++)
            open[other] = -after[other * stride] > open[other] ? (int8_t)-after[other * stride] : open[other];
    }
}

/* Ways to draw these cards from those, both packed; 0 where they do not fit. */
static float count_hands(uint16_t pool, uint16_t hand)
{
    int product = 1;
    for (int value = 0; value < DUEL_VALUES; value++)
        product *= duel_ways[count_held(pool, value)][count_held(hand, value)];
    return (float)product;
}

/* Means of a hand's plays with all cards open, for those that it keeps; the best of them. */
static float open_means(const DuelEnding *ending, const Board *board, int hand, float means[DUEL_ENDING_ROWS])
{
    int cards = mover_cards(board->cards_left), held = other_cards(board->cards_left), n = 0;
    int stride = hands_of[cards - 1], other_of[HANDS];
    uint16_t rest = (uint16_t)(board->pool - ending->packed[cards][hand]);
    float ways[HANDS], all = 0, best = LOST;
    for (int other = 0; other < hands_of[held]; other++) {
        ways[n] = cards_fit(rest, ending->packed[held][other]) ? count_hands(rest, ending->packed[held][other]) : 0;
        other_of[n] = other * stride;
        all += ways[n];
        n += ways[n] > 0;
    }
    for (int i = 0; i < board->n_plays; i++) {
        const Play *play = &ending->plays[board->first_play + i];
        if (!(play->kept >> hand & 1))
            continue;
        const int8_t *after = row_after(ending, ending->open, board, play, hand);
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum -= ways[j] * after[other_of[j]];
        means[i] = sum / all;
        best = means[i] > best ? means[i] : best;
    }
    return best;
}

/* Leaves out plays of a wide ending that are worth much less than others with all cards open: with NARROW cards left or
 * more those that are so to all hands, where the tree is not too large then; else those of a hand. */
static void narrow_board(DuelEnding *ending, const Board *board)
{
    int cards = mover_cards(board->cards_left), alike = board->cards_left >= NARROW && ending->narrow < 2;
    float means[DUEL_ENDING_ROWS], near = alike ? NEAR_ALL : NEAR;
    uint8_t wanted[DUEL_ENDING_ROWS] = {0};
    Play *plays = &ending->plays[board->first_play];
    for (int hand = 0; hand < hands_of[cards]; hand++) {
        if (!cards_fit(board->pool, ending->packed[cards][hand]))
            continue;
        open_hand(ending, board, hand);
        float best = open_means(ending, board, hand, means);
        for (int i = 0; i < board->n_plays; i++) {
            int good = (plays[i].kept >> hand & 1) && means[i] >= best - near;
            wanted[i] |= (uint8_t)good;
            plays[i].kept &= good || alike ? ~(uint64_t)0 : ~((uint64_t)1 << hand);
        }
    }
    for (int i = 0; i < board->n_plays; i++)
        plays[i].kept = wanted[i] ? plays[i].kept : 0;
}

/* What the outcome for the starter counts for who moves on a board. */
static int8_t sign_of(const DuelEnding *ending, const Board *board)
{
    return ending->mover_starts ^ ((ending->left - board->cards_left) & 1) ? 1 : -1;
}

/* Bounds with one card left, or none: all is settled. */
static void bound_last(DuelEnding *ending, const Board *board)
{
    int codes[8], hands = board->cards_left ? DUEL_VALUES : 1;
    int8_t sign = sign_of(ending, board);
    uint64_t empty = board->cards_left ? empty_cells(board) : 0;
    line_codes(board, codes);
    for (int value = 0; value < hands; value++) {
        int8_t outcome = (int8_t)(sign * fill_cells(ending, board, codes, empty, &value));
        ending->low[board->bounds + (uint32_t)value] = ending->high[board->bounds + (uint32_t)value] = outcome;
    }
}

/* Bounds with a card each left, from both ways to lay them; a way that is never better than the other is left out. */
static void bound_last_two(DuelEnding *ending, const Board *board)
{
    int codes[8];
    int8_t sign = sign_of(ending, board), first[DUEL_VALUES][DUEL_VALUES];
    line_codes(board, codes);
    for (int own = 0; own < DUEL_VALUES; own++)
        for (int other = 0; other < DUEL_VALUES; other++)
            first[own][other] =
                (int8_t)(sign * fill_cells(ending, board, codes, empty_cells(board), (int[]){own, other}));
    for (int own = 0; own < DUEL_VALUES; own++) {
        int worse = 0, better = 0, at = (int)board->bounds + own * DUEL_VALUES;
        uint16_t rest = (uint16_t)(board->pool - pack_card(own));
        if (!count_held(board->pool, own))
            continue;
        for (int other = 0; other < DUEL_VALUES; other++) {
            worse |= count_held(rest, other) && first[own][other] < first[other][own];
            better |= count_held(rest, other) && first[own][other] > first[other][own];
        }
        int both = (worse && better) || (ending->switches & DUEL_KEEP_LOSERS);
        for (int other = 0; other < DUEL_VALUES; other++) {
            int8_t one = first[own][other], two = first[other][own], kept = better ? one : two;
            int8_t low = one < two ? one : two, high = one < two ? two : one;
            ending->low[at + other] = both ? low : kept;
            ending->high[at + other] = both ? high : kept;
            if (ending->open)
                ending->open[at + other] = high;
        }
    }
}

/* Bounds of all hands that fit, the boards after it having theirs. */
static void bound_board(DuelEnding *ending, const Board *board)
{
    if (!board->n_plays) {
        (board->cards_left == LATE ? bound_last_two : bound_last)(ending, board);
        return;
    }
    int cards = mover_cards(board->cards_left), root = board == ending->boards;
    for (int hand = 0; hand < hands_of[cards]; hand++) {
        if (!cards_fit(board->pool, ending->packed[cards][hand]))
            continue;
        if (root && hand == ending->hand)
            find_certain(ending);
        else if (!(ending->switches & DUEL_KEEP_LOSERS))
            drop_losers(ending, board, hand);
    }
    if (ending->open)
        narrow_board(ending, board);
    for (int hand = 0; hand < hands_of[cards]; hand++)
        if (cards_fit(board->pool, ending->packed[cards][hand]))
            bound_hand(ending, board, hand);
}

/* Room for the bounds of all boards listed; 0 without memory. */
static int make_bounds(DuelEnding *ending)
{
    return grow_list((void **)&ending->low, &ending->cap_low, ending->n_bounds, 1) &&
           grow_list((void **)&ending->high, &ending->cap_high, ending->n_bounds, 1);
}

/* Lists the plays of a board with LATE cards left or fewer, if that was not done yet; 0 without memory. */
static int open_board(DuelEnding *ending, uint32_t number)
{
    const Board *board = &ending->boards[number];
    int cards = mover_cards(board->cards_left);
    uint32_t first = ending->n_boards;
    if (board->n_plays || !board->cards_left)
        return 1;
    if (!list_plays(ending, number) || !make_bounds(ending))
        return 0;
    for (uint32_t i = first; i < ending->n_boards; i++)
        bound_last(ending, &ending->boards[i]);
    board = &ending->boards[number];
    for (int hand = 0; hand < hands_of[cards] && !(ending->switches & DUEL_KEEP_LOSERS); hand++)
        if (cards_fit(board->pool, ending->packed[cards][hand]))
            drop_losers(ending, board, hand);
    return 1;
}

/* Whether every pair of these hands (bits) that fits has its outcome pinned. */
static int all_pinned(const DuelEnding *ending, const Board *board, uint64_t mine, uint64_t theirs)
{
    int cards = mover_cards(board->cards_left), other_held = other_cards(board->cards_left);
    int others = hands_of[other_held];
    const int8_t *low = ending->low + board->bounds, *high = ending->high + board->bounds;
    for (int hand = 0; hand < hands_of[cards]; hand++) {
        uint16_t rest = (uint16_t)(board->pool - ending->packed[cards][hand]);
        if (!(mine >> hand & 1) || !cards_fit(board->pool, ending->packed[cards][hand]))
            continue;
        for (int other = 0; other < others; other++)
            if ((theirs >> other & 1) && low[hand * others + other] != high[hand * others + other] &&
                cards_fit(rest, ending->packed[other_held][other]))
                return 0;
    }
    return 1;
}

/* ---- the tree ---- */

/* Hands (bits) after a play of those that may make it. */
static uint64_t hands_after(const DuelEnding *ending, int cards, uint64_t hands, int value)
{
    uint64_t after = 0;
    for (; hands; hands &= hands - 1)
        after |= (uint64_t)1 << ending->minus[cards][__builtin_ctzll(hands)][value];
    return after;
}

/* Gives a board a matrix of outcomes, if it has none. */
static void make_leaf(DuelEnding *ending, Board *board)
{
    assert(board->cards_left < ending->left);
    ending->n_leaves++;
    if (board->matrix != NONE)
        return;
    board->matrix = ending->n_matrix;
    ending->n_matrix += 2u * hands_of[mover_cards(board->cards_left)] * hands_of[other_cards(board->cards_left)];
}

/* A branch for each play that some of these hands (bits) keep; 0 without memory. */
static int add_branches(DuelEnding *ending, uint32_t node, uint64_t mine)
{
    const Board *board = &ending->boards[ending->nodes[node].board];
    int cards = mover_cards(board->cards_left), after = hands_of[cards - 1];
    for (uint32_t i = board->first_play; i < board->first_play + board->n_plays; i++) {
        if (!(ending->plays[i].kept & mine))
            continue;
        if (!grow_list((void **)&ending->branches, &ending->cap_branches, ending->n_branches + 1, sizeof(Branch)))
            return 0;
        const Play *play = &ending->plays[i];
        Branch branch = {NONE, i, ending->n_data, 0, play->value};
        for (int j = 0; j < after; j++)
            branch.open |= (uint32_t)(play->kept >> ending->plus[cards - 1][j][play->value] & 1) << j;
        ending->branches[ending->n_branches++] = branch;
        ending->n_data += 3u * (uint32_t)after;
        ending->nodes[node].n++;
    }
    return 1;
}

/* The node of a board that these hands (bits) may reach, with all below it; NONE: no memory or no time. */
static uint32_t make_node(DuelEnding *ending, uint32_t number, uint64_t mine, uint64_t theirs)
{
    uint32_t self = ending->n_nodes++, first = ending->n_branches;
    if (is_stopped(ending) ||
        !grow_list((void **)&ending->nodes, &ending->cap_nodes, ending->n_nodes, sizeof(Node)) || is_full(ending, 0))
        return NONE;
    Board *board = &ending->boards[number];
    int left = board->cards_left;
    ending->nodes[self] = (Node){number, first, 0, (uint8_t)left, (uint8_t)((ending->left - left) & 1)};
    if (number && all_pinned(ending, board, mine, theirs)) {
        make_leaf(ending, board);
        ending->nodes[self].first = board->matrix;
        return self;
    }
    if (!open_board(ending, number) || !add_branches(ending, self, mine))
        return NONE;
    for (uint32_t i = first; i < first + ending->nodes[self].n; i++) {
        const Play *play = &ending->plays[ending->branches[i].play];
        uint64_t after = hands_after(ending, mover_cards(left), play->kept & mine, play->value);
        uint32_t child = make_node(ending, play->board, theirs, after);
        if (child == NONE)
            return NONE;
        ending->branches[i].node = child;
    }
    return self;
}

/* Ways to draw these cards one after the other from the cards unseen at the root: n! / r!. */
static double count_draws(const DuelEnding *ending, int total)
{
    uint16_t pool = ending->boards[0].pool;
    double ways = 1;
    for (int value = 0; value < DUEL_VALUES; value++)
        for (int n = count_held(pool, value); n > count_held((uint16_t)total, value); n--)
            ways *= n;
    return ways;
}

/* Outcomes of all pairs of hands that fit, weighted by how likely they are; then the same turned
 * round. */
static void fill_matrix(DuelEnding *ending, const Board *board)
{
    int cards = mover_cards(board->cards_left), others = other_cards(board->cards_left);
    float *matrix = ending->matrix + board->matrix, *turned = matrix + hands_of[cards] * hands_of[others];
    for (int hand = 0; hand < hands_of[cards]; hand++)
        for (int other = 0; other < hands_of[others]; other++) {
            uint16_t mine = ending->packed[cards][hand], theirs = ending->packed[others][other];
            uint32_t at = board->bounds + (uint32_t)(hand * hands_of[others] + other);
            float value = 0;
            if (cards_fit(board->pool, mine) && cards_fit((uint16_t)(board->pool - mine), theirs) &&
                ending->low[at] == ending->high[at])
                value = (float)(ending->low[at] * count_draws(ending, board->pool - mine - theirs) / ending->deals);
            matrix[hand * hands_of[others] + other] = value;
            turned[other * hands_of[cards] + hand] = -value;
        }
}

/* 1 / the orders in which the cards of a hand can lie. */
static float order_share(uint16_t hand)
{
    static const uint8_t factorial[5] = {1, 1, 2, 6, 24};
    int orders = 1;
    for (int value = 0; value < DUEL_VALUES; value++)
        orders *= factorial[count_held(hand, value)];
    return 1.0f / (float)orders;
}

/* The seats' vectors at the root, and the sum of all deals' weights. */
static void weigh_deals(DuelEnding *ending)
{
    uint16_t pool = ending->boards[0].pool;
    int cards[2] = {mover_cards(ending->left), other_cards(ending->left)};
    assert(cards[0] < 5 && cards[1] < 5);
    for (int seat = 0; seat < 2; seat++)
        for (int hand = 0; hand < hands_of[cards[seat]]; hand++) {
            uint16_t held_now = ending->packed[cards[seat]][hand];
            ending->start[seat][hand] = cards_fit(pool, held_now) ? order_share(held_now) : 0;
        }
    ending->deals = 0;
    for (int hand = 0; hand < hands_of[cards[0]]; hand++)
        for (int other = 0; other < hands_of[cards[1]]; other++) {
            uint16_t mine = ending->packed[cards[0]][hand], theirs = ending->packed[cards[1]][other];
            if (cards_fit(pool, mine) && cards_fit((uint16_t)(pool - mine), theirs))
                ending->deals += (double)ending->start[0][hand] * ending->start[1][other] *
                                 count_draws(ending, pool - mine - theirs);
        }
}

/* Hands that a seat may hold at the root, one bit each. */
static uint64_t hand_bits(const DuelEnding *ending, int seat)
{
    uint64_t bits = 0;
    for (int hand = 0; hand < HANDS; hand++)
        bits |= (uint64_t)(ending->start[seat][hand] > 0) << hand;
    return bits;
}

/* Shares of each hand's positive numbers among the branches, from one of their vectors (0 regrets, 2 sums); a hand
 * without any spreads evenly over what it may play. */
static void shares_of(const DuelEnding *ending, const Node *node, int vector, float shares[][HANDS_LEFT])
{
    int cards = mover_cards(node->cards_left), n = hands_of[cards - 1];
    float sum[HANDS] = {0}, open[HANDS] = {0};
    for (int b = 0; b < node->n; b++) {
        const Branch *branch = &ending->branches[node->first + b];
        const float *from = ending->data + branch->data + vector * n;
        for (int i = 0; i < n; i++) {
            int hand = ending->plus[cards - 1][i][branch->value];
            sum[hand] += from[i] > 0 ? from[i] : 0;
            open[hand] += branch->open >> i & 1;
        }
    }
    for (int b = 0; b < node->n; b++) {
        const Branch *branch = &ending->branches[node->first + b];
        const float *from = ending->data + branch->data + vector * n;
        for (int i = 0; i < n; i++) {
            int hand = ending->plus[cards - 1][i][branch->value];
            shares[b][i] = sum[hand] > 0 ? (from[i] > 0 ? from[i] / sum[hand] : 0)
                                         : (branch->open >> i & 1 ? 1.0f / open[hand] : 0);
        }
    }
}

/* At first every move that a hand may make is as likely as any other. */
static void first_strategies(DuelEnding *ending, const Node *node)
{
    int n = hands_of[mover_cards(node->cards_left) - 1];
    float shares[DUEL_ENDING_ROWS][HANDS_LEFT];
    shares_of(ending, node, 0, shares);
    for (int b = 0; b < node->n; b++)
        memcpy(ending->data + ending->branches[node->first + (uint32_t)b].data + n, shares[b],
               (size_t)n * sizeof(float));
}

/* The tree; 0 without memory or time. */
static int build_tree(DuelEnding *ending)
{
    return make_node(ending, 0, hand_bits(ending, 0), hand_bits(ending, 1)) != NONE;
}

/* The tree of a wide ending with fewer plays; 0 without memory or time. */
static int build_narrower(DuelEnding *ending)
{
    uint32_t last = 0;
    ending->narrow = 2;
    ending->n_nodes = ending->n_branches = ending->n_leaves = ending->n_data = ending->n_matrix = 0;
    for (uint32_t i = 0; i < ending->n_boards; i++) {
        ending->boards[i].matrix = NONE;
        last = ending->boards[i].cards_left >= NARROW ? i : last;
    }
    for (uint32_t i = last + 1; i-- > 0;)
        bound_board(ending, &ending->boards[i]);
    free(ending->open);
    ending->open = NULL;
    return build_tree(ending);
}

/* Boards, bounds, tree and first strategies; 0 without memory or time. */
static int build_ending(DuelEnding *ending, const DuelState *state)
{
    Board root = {state->occupied, state->low, state->high, 0, 0, 0, NONE, DUEL_COPIES * 0x1111,
                  (uint8_t)ending->left, 0, state->left, state->right, state->top, state->bottom};
    for (uint64_t cells = state->occupied; cells; cells &= cells - 1)
        root.pool -= pack_card(card_value(&root, __builtin_ctzll(cells)));
    if (!list_boards(ending, &root))
        return 0;
    if (!make_bounds(ending))
        return 0;
    if (ending->narrow && !(ending->open = malloc(ending->n_bounds)))
        return 0;
    for (uint32_t i = ending->n_boards; i-- > 0;) {
        ending->visits |= 127; /* a board here takes as long as many nodes: look at the clock more often */
        if (is_stopped(ending))
            return 0;
        bound_board(ending, &ending->boards[i]);
    }
    weigh_deals(ending);
    int room = !ending->narrow || !is_full(ending, FOR_TREE);
    if (!(room && build_tree(ending)) && (ending->stopped || !ending->narrow || !build_narrower(ending)))
        return 0;
    free(ending->open);
    ending->open = NULL;
    ending->data = calloc(ending->n_data + 1, sizeof(float));
    ending->matrix = malloc((ending->n_matrix + 1) * sizeof(float));
    if (!ending->data || !ending->matrix)
        return 0;
    for (uint32_t i = 0; i < ending->n_boards && !is_stopped(ending); i++)
        if (ending->boards[i].matrix != NONE)
            fill_matrix(ending, &ending->boards[i]);
    for (uint32_t i = 0; i < ending->n_nodes && !is_stopped(ending); i++)
        if (ending->nodes[i].n)
            first_strategies(ending, &ending->nodes[i]);
    return !ending->stopped;
}

DuelEnding *duel_ending_new(const DuelState *state, const uint8_t *hand, uint32_t switches, uint32_t mb, Clock *clock)
{
    DuelEnding *ending = calloc(1, sizeof *ending);
    if (!ending)
        return NULL;
    ending->left = DUEL_CARDS - state->ply;
    assert(ending->left > 0 && ending->left <= DUEL_WIDE && !state->over);
    ending->mover_starts = duel_turn(state) == state->starter;
    ending->switches = switches;
    ending->narrow = ending->left > DUEL_ENDING && !(switches & DUEL_KEEP_POOR);
    ending->byte_limit = (uint64_t)mb << 20;
    ending->clock = clock;
    ending->certain = -1;
    list_hands(ending);
    list_badness(ending);
    ending->hand = hand ? hand_number(ending, mover_cards(ending->left), pack_hand(hand)) : -1;
    if (build_ending(ending, state))
        return ending;
    duel_ending_free(ending);
    return NULL;
}

/* Takes NULL too. */
void duel_ending_free(DuelEnding *ending)
{
    if (!ending)
        return;
    void *parts[] = {ending->boards, ending->index, ending->plays, ending->low, ending->high, ending->nodes,
                     ending->branches, ending->data, ending->matrix, ending->open, ending->worths};
    for (int i = 0; i < COUNT(parts); i++)
        free(parts[i]);
    free(ending);
}

void duel_ending_size(const DuelEnding *ending, uint64_t size[4])
{
    size[0] = ending->n_nodes;
    size[1] = ending->n_leaves;
    size[2] = ending->n_boards;
    size[3] = bytes_of(ending);
}

/* How well a hand fits what its seat has chosen. */
static float fit_of(const float *fits, uint16_t hand)
{
    int code = 0;
    for (int value = 0; value < DUEL_VALUES; value++)
        code += count_held(hand, value) * duel_pool_unit[value];
    return fits[code];
}

void duel_ending_believe(DuelEnding *ending, const float mover[DUEL_POOLS], const float other[DUEL_POOLS])
{
    int cards[2] = {mover_cards(ending->left), other_cards(ending->left)};
    uint16_t pool = ending->boards[0].pool;
    double deals = 0;
    for (int hand = 0; hand < hands_of[cards[0]]; hand++)
        ending->start[0][hand] *= fit_of(mover, ending->packed[cards[0]][hand]);
    for (int hand = 0; hand < hands_of[cards[1]]; hand++)
        ending->start[1][hand] *= fit_of(other, ending->packed[cards[1]][hand]);
    for (int hand = 0; hand < hands_of[cards[0]]; hand++)
        for (int held = 0; held < hands_of[cards[1]]; held++) {
            uint16_t mine = ending->packed[cards[0]][hand], theirs = ending->packed[cards[1]][held];
            if (cards_fit(pool, mine) && cards_fit((uint16_t)(pool - mine), theirs))
                deals += (double)ending->start[0][hand] * ending->start[1][held] *
                         count_draws(ending, pool - mine - theirs);
        }
    assert(deals > 0);
    for (int hand = 0; hand < hands_of[cards[0]]; hand++)
        ending->start[0][hand] *= (float)(ending->deals / deals);
}

/* ---- passes over the tree ---- */

/* A pass finds the values of one seat's hands ("mine") at every node against the other's vector. It either answers
 * the other's average strategy as well as can be, or plays by the strategies as they are, improves its own and adds
 * the other's to the other's average. */
typedef struct Pass {
    DuelEnding *ending;
    int seat, best;
    float weight;               /* of the other's strategy in its average */
    float keep_above, keep_below; /* how much of positive and negative regrets stays */
    float (*root)[HANDS_LEFT];  /* receives the values after each of the root's branches, or NULL */
} Pass;

/* Whether none of the numbers is above 0. */
static int is_nothing(const float *vector, int n)
{
    for (int i = 0; i < n; i++)
        if (vector[i] > 0)
            return 0;
    return 1;
}

/* Values of a leaf. */
static void visit_leaf(const Pass *pass, const Node *node, const float *reach, float *values)
{
    int movers = hands_of[mover_cards(node->cards_left)], others = hands_of[other_cards(node->cards_left)];
    const float *matrix = pass->ending->matrix + node->first;
    int moving = node->mover == pass->seat, mine = moving ? movers : others, theirs = moving ? others : movers;
    if (moving)
        matrix += movers * others; /* turned, and of the other sign */
    for (int i = 0; i < mine; i++)
        values[i] = 0;
    for (int j = 0; j < theirs; j++, matrix += mine)
        for (int i = 0; i < mine; i++)
            values[i] -= matrix[i] * reach[j];
}

static void visit_node(const Pass *pass, uint32_t id, const float *reach, float *values);

/* Values of a node where the other moves; its average is added to where strategies are improved. */
static void visit_theirs(const Pass *pass, const Node *node, const float *reach, float *values)
{
    DuelEnding *ending = pass->ending;
    int cards = mover_cards(node->cards_left), n = hands_of[cards - 1];
    int mine = hands_of[other_cards(node->cards_left)];
    float shares[DUEL_ENDING_ROWS][HANDS_LEFT], after[HANDS_LEFT], below[HANDS];
    if (pass->best)
        shares_of(ending, node, 2, shares);
    for (int i = 0; i < mine; i++)
        values[i] = 0;
    for (int b = 0; b < node->n; b++) {
        const Branch *branch = &ending->branches[node->first + b];
        float *strategy = ending->data + branch->data + n, *sums = strategy + n;
        const float *share = pass->best ? shares[b] : strategy;
        for (int i = 0; i < n; i++)
            after[i] = reach[ending->plus[cards - 1][i][branch->value]] * share[i];
        if (is_nothing(after, n))
            continue;
        for (int i = 0; i < n && !pass->best; i++)
            sums[i] += pass->weight * after[i];
        visit_node(pass, branch->node, after, below);
        for (int i = 0; i < mine; i++)
            values[i] += below[i];
    }
}

/* New regrets, and the strategy that follows them. */
static void improve_node(const Pass *pass, const Node *node, float gains[][HANDS_LEFT], const float *values)
{
    DuelEnding *ending = pass->ending;
    int cards = mover_cards(node->cards_left), n = hands_of[cards - 1];
    float shares[DUEL_ENDING_ROWS][HANDS_LEFT];
    for (int b = 0; b < node->n; b++) {
        const Branch *branch = &ending->branches[node->first + b];
        float *regret = ending->data + branch->data;
        for (int i = 0; i < n; i++) {
            int hand = ending->plus[cards - 1][i][branch->value];
            float stays = regret[i] * (regret[i] > 0 ? pass->keep_above : pass->keep_below);
            regret[i] = branch->open >> i & 1 ? stays + gains[b][i] - values[hand] : 0;
        }
    }
    shares_of(ending, node, 0, shares);
    for (int b = 0; b < node->n; b++)
        memcpy(ending->data + ending->branches[node->first + b].data + n, shares[b], (size_t)n * sizeof(float));
}

/* Values of a node where the pass's seat moves. */
static void visit_mine(const Pass *pass, const Node *node, const float *reach, float *values)
{
    DuelEnding *ending = pass->ending;
    int cards = mover_cards(node->cards_left), n = hands_of[cards - 1], all = hands_of[cards];
    float gains[DUEL_ENDING_ROWS][HANDS_LEFT];
    for (int i = 0; i < all; i++)
        values[i] = pass->best ? NO_VALUE : 0;
    for (int b = 0; b < node->n; b++) {
        const Branch *branch = &ending->branches[node->first + b];
        const float *strategy = ending->data + branch->data + n;
        visit_node(pass, branch->node, reach, gains[b]);
        for (int i = 0; i < n; i++) {
            int hand = ending->plus[cards - 1][i][branch->value];
            if (!pass->best)
                values[hand] += strategy[i] * gains[b][i];
            else if ((branch->open >> i & 1) && gains[b][i] > values[hand])
                values[hand] = gains[b][i];
        }
    }
    for (int i = 0; i < all; i++)
        if (values[i] == NO_VALUE) /* no such hand is left */
            values[i] = 0;
    if (!pass->best && !ending->stopped)
        improve_node(pass, node, gains, values);
    if (pass->root && node == ending->nodes)
        memcpy(pass->root, gains, (size_t)node->n * sizeof gains[0]);
}

/* Values of the pass's hands at a node, by how likely the other's come there; all 0 once the clock
 * has run out. */
static void visit_node(const Pass *pass, uint32_t id, const float *reach, float *values)
{
    const Node *node = &pass->ending->nodes[id];
    if (!node->n)
        visit_leaf(pass, node, reach, values);
    else if (is_stopped(pass->ending))
        memset(values, 0, HANDS * sizeof *values);
    else if (node->mover == pass->seat)
        visit_mine(pass, node, reach, values);
    else
        visit_theirs(pass, node, reach, values);
}

/* Sum over the seat's hands of how likely each is times its value. */
static double visit_all(const Pass *pass)
{
    DuelEnding *ending = pass->ending;
    int cards = pass->seat ? other_cards(ending->left) : mover_cards(ending->left);
    float values[HANDS];
    double sum = 0;
    visit_node(pass, 0, ending->start[pass->seat ^ 1], values);
    for (int hand = 0; hand < hands_of[cards]; hand++)
        if (ending->start[pass->seat][hand] > 0)
            sum += (double)ending->start[pass->seat][hand] * values[hand];
    return sum;
}

uint32_t duel_ending_run(DuelEnding *ending, uint32_t iterations, Clock *clock)
{
    assert(ending->data);
    ending->clock = clock;
    ending->stopped = 0;
    for (uint32_t i = 0; i < iterations; i++) {
        float t = (float)++ending->iterations, power = t * sqrtf(t);
        for (int seat = 0; seat < 2; seat++)
            visit_all(&(Pass){ending, seat, 0, t * t, power / (power + 1), 0.5f, NULL});
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
    return (mover + other) / 2;
}

/* Gives back what a list does not need beyond so many things. */
static void cut_list(void **memory, uint32_t *cap, uint32_t wanted, size_t size)
{
    void *smaller = realloc(*memory, wanted * size);
    *memory = smaller ? smaller : *memory;
    *cap = wanted;
}

int32_t duel_ending_settle(DuelEnding *ending, Clock *clock)
{
    const Board *root = ending->boards;
    uint32_t cut = root->n_plays + 1;
    float (*worths)[HANDS_LEFT] = calloc(DUEL_ENDING_ROWS, sizeof *worths);
    if (!worths)
        return 0;
    ending->clock = clock;
    ending->stopped = 0;
    visit_all(&(Pass){.ending = ending, .seat = 0, .best = 1, .root = worths});
    if (ending->stopped) {
        free(worths);
        return 0;
    }
    ending->worths = worths;
    ending->n_nodes = 1;
    ending->n_branches = ending->nodes[0].n;
    cut_list((void **)&ending->boards, &ending->cap_boards, ending->n_boards = cut, sizeof(Board));
    cut_list((void **)&ending->plays, &ending->cap_plays, ending->n_plays = cut, sizeof(Play));
    cut_list((void **)&ending->nodes, &ending->cap_nodes, 1, sizeof(Node));
    cut_list((void **)&ending->branches, &ending->cap_branches, ending->n_branches, sizeof(Branch));
    ending->n_data = 3u * ending->n_branches * (uint32_t)hands_of[mover_cards(ending->left) - 1];
    cut_list((void **)&ending->data, &(uint32_t){0}, ending->n_data, sizeof(float));
    free(ending->index);
    free(ending->low);
    free(ending->high);
    free(ending->matrix);
    ending->index = NULL;
    ending->low = ending->high = NULL;
    ending->matrix = NULL;
    ending->cap_low = ending->cap_high = ending->n_bounds = ending->n_matrix = ending->mask = 0;
    return 1;
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

/* How likely the hand asked about is, summed over what the other may hold: what its values are multiples of. */
static double hand_share(const DuelEnding *ending)
{
    int others = other_cards(ending->left);
    uint16_t pool = ending->boards[0].pool, mine = ending->packed[mover_cards(ending->left)][ending->hand];
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
    const Node *root = ending->nodes;
    const Board *board = ending->boards;
    float gains[DUEL_ENDING_ROWS][HANDS_LEFT], shares[DUEL_ENDING_ROWS][HANDS_LEFT];
    int cards = mover_cards(ending->left), row_of[DUEL_ENDING_ROWS], n = 0;
    double whole = hand_share(ending);
    ending->clock = clock;
    ending->stopped = 0;
    memset(gains, 0, sizeof gains);
    visit_all(&(Pass){.ending = ending, .seat = 0, .best = 1, .root = gains});
    shares_of(ending, root, 2, shares);
    for (int i = 0, b = 0; i < board->n_plays; i++) {
        const Play *play = &ending->plays[board->first_play + (uint32_t)i];
        int after = ending->minus[cards][ending->hand][play->value];
        int own = b < root->n && ending->branches[root->first + (uint32_t)b].play == board->first_play + (uint32_t)i;
        if (after != 255) {
            row_of[i] = n;
            moves[n] = play->twin == i ? (DuelEndingMove){0, n, shares[b][after], gains[b][after] / whole}
                                       : moves[row_of[play->twin]];
            moves[n].weight = play->twin == i ? moves[n].weight : 0;
            moves[n++].move = play->cell * 4u + play->value;
        }
        b += own;
    }
    return n;
}

/* The node after these moves, or NONE where the tree has been left; *board: the board. */
static uint32_t follow_line(DuelEnding *ending, const uint32_t *line, int32_t n, uint32_t *board)
{
    uint32_t node = 0;
    *board = 0;
    for (int32_t i = 0; i < n; i++) {
        if (!open_board(ending, *board))
            return NONE;
        uint32_t play = ending->boards[*board].first_play, end = play + ending->boards[*board].n_plays;
        while (play < end && ending->plays[play].cell * 4u + ending->plays[play].value != line[i])
            play++;
        assert(play < end);
        uint32_t next = NONE;
        for (int b = 0; node != NONE && b < ending->nodes[node].n; b++) {
            const Branch *branch = &ending->branches[ending->nodes[node].first + (uint32_t)b];
            next = branch->play == play ? branch->node : next;
        }
        node = next;
        *board = ending->plays[play].board;
    }
    return node;
}

int32_t duel_ending_strategy(DuelEnding *ending, const uint32_t *line, int32_t n, const uint8_t hand[DUEL_VALUES],
                             uint32_t moves[DUEL_ENDING_ROWS], double weights[DUEL_ENDING_ROWS])
{
    float shares[DUEL_ENDING_ROWS][HANDS_LEFT];
    uint32_t number, node = follow_line(ending, line, n, &number);
    if (!open_board(ending, number))
        return 0;
    const Board *board = &ending->boards[number];
    int cards = mover_cards(board->cards_left), own = hand_number(ending, cards, pack_hand(hand));
    int open = 0, count = 0;
    int inside = node != NONE && ending->nodes[node].n;
    if (inside)
        shares_of(ending, &ending->nodes[node], 2, shares);
    for (uint32_t i = board->first_play; i < board->first_play + board->n_plays; i++)
        open += ending->plays[i].kept >> own & 1;
    for (uint32_t i = board->first_play, b = 0; i < board->first_play + board->n_plays; i++) {
        const Play *play = &ending->plays[i];
        int after = ending->minus[cards][own][play->value];
        int here = inside && b < ending->nodes[node].n && ending->branches[ending->nodes[node].first + b].play == i;
        if (after != 255) {
            moves[count] = play->cell * 4u + play->value;
            weights[count++] = inside ? (here ? shares[b][after] : 0) : (play->kept >> own & 1) / (double)open;
        }
        b += (uint32_t)here;
    }
    return count;
}

/* ---- along a line ---- */

/* The board of a position. */
static Board board_of(const DuelState *state)
{
    Board board = {state->occupied, state->low, state->high, 0, 0, 0, NONE, DUEL_COPIES * 0x1111,
                   (uint8_t)(DUEL_CARDS - state->ply), 0, state->left, state->right, state->top, state->bottom};
    for (uint64_t cells = state->occupied; cells; cells &= cells - 1)
        board.pool -= pack_card(card_value(&board, __builtin_ctzll(cells)));
    return board;
}

/* The branch of a node that stands for a move from a position, which need not be the node's own: its board may be a
 * twin. -1: no hand keeps such a move there. */
static int branch_of(const DuelEnding *ending, const Node *node, const Board *board, uint32_t move)
{
    Board next = *board;
    lay_card(&next, duel_move_cell(move), duel_move_value(move));
    uint64_t key = twin_key(ending, &next);
    for (int b = 0; b < node->n; b++) {
        const Branch *branch = &ending->branches[node->first + (uint32_t)b];
        if (branch->value == duel_move_value(move) &&
            ending->boards[ending->plays[branch->play].board].twin_key == key)
            return b;
    }
    return -1;
}

void duel_ending_start(const DuelEnding *ending, DuelSpot *spot)
{
    assert(ending->nodes[0].n);
    spot->node = 0;
    memcpy(spot->reach, ending->start, sizeof spot->reach);
    for (int i = 0; i < HANDS; i++)
        spot->share[0][i] = spot->share[1][i] = 1;
}

int32_t duel_ending_step(const DuelEnding *ending, DuelSpot *spot, const DuelState *state, uint32_t move,
                         float fits[DUEL_POOLS])
{
    const Node *node = &ending->nodes[spot->node];
    Board board = board_of(state);
    float shares[DUEL_ENDING_ROWS][HANDS_LEFT], reach[HANDS] = {0}, share[HANDS] = {0}, after[DUEL_POOLS] = {0};
    int cards = mover_cards(node->cards_left), value = duel_move_value(move);
    int b = branch_of(ending, node, &board, move);
    if (b < 0)
        return -1;
    shares_of(ending, node, 2, shares);
    for (int i = 0; i < hands_of[cards - 1]; i++) {
        int before = ending->plus[cards - 1][i][value], code = 0;
        for (int v = 0; v < DUEL_VALUES; v++)
            code += count_held(ending->packed[cards - 1][i], v) * duel_pool_unit[v];
        reach[i] = spot->reach[node->mover][before] * shares[b][i];
        share[i] = spot->share[node->mover][before] * shares[b][i];
        after[code] = fits[code + duel_pool_unit[value]] * (shares[b][i] + DUEL_DOUBT) /
                      (float)(count_held(ending->packed[cards - 1][i], value) + 1);
    }
    memcpy(spot->reach[node->mover], reach, sizeof reach);
    memcpy(spot->share[node->mover], share, sizeof share);
    memcpy(fits, after, sizeof after);
    spot->node = ending->branches[node->first + (uint32_t)b].node;
    return !ending->worths && ending->nodes[spot->node].n > 0;
}

/* Sum over the other's hands of how likely each is beside this one. */
static double share_beside(const DuelEnding *ending, const DuelSpot *spot, const Board *board, int hand)
{
    const Node *node = &ending->nodes[spot->node];
    int others = other_cards(node->cards_left);
    uint16_t rest = (uint16_t)(board->pool - ending->packed[mover_cards(node->cards_left)][hand]);
    double sum = 0;
    for (int other = 0; other < hands_of[others]; other++) {
        uint16_t theirs = ending->packed[others][other];
        if (cards_fit(rest, theirs))
            sum += (double)spot->reach[node->mover ^ 1][other] * count_draws(ending, rest - theirs);
    }
    return sum / ending->deals;
}

int32_t duel_ending_policy(DuelEnding *ending, const DuelSpot *spot, const DuelState *state,
                           const uint8_t hand[DUEL_VALUES], int32_t brief, DuelEndingMove moves[DUEL_ENDING_ROWS])
{
    const Node *node = &ending->nodes[spot->node];
    Board board = board_of(state);
    float gains[DUEL_ENDING_ROWS][HANDS] = {{0}}, shares[DUEL_ENDING_ROWS][HANDS_LEFT];
    int first[DUEL_ENDING_ROWS], cards = mover_cards(node->cards_left), n = 0;
    int own = hand_number(ending, cards, pack_hand(hand));
    double whole = share_beside(ending, spot, &board, own);
    if (spot->share[node->mover][own] < DUEL_RARE || whole <= 0)
        return 0;
    ending->clock = NULL;
    ending->stopped = 0;
    shares_of(ending, node, 2, shares);
    Pass pass = {.ending = ending, .seat = node->mover, .best = 1};
    for (int b = 0; b < node->n; b++) {
        if (ending->worths)
            memcpy(gains[b], ending->worths[b], sizeof ending->worths[b]);
        else if (!brief)
            visit_node(&pass, ending->branches[node->first + (uint32_t)b].node, spot->reach[node->mover ^ 1],
                       gains[b]);
        first[b] = -1;
    }
    for (uint64_t cells = duel_targets(state); cells; cells &= cells - 1)
        for (int value = 0; value < DUEL_VALUES; value++) {
            if (!hand[value])
                continue;
            uint32_t move = (uint32_t)__builtin_ctzll(cells) * 4u + (uint32_t)value;
            int b = branch_of(ending, node, &board, move), after = ending->minus[cards][own][value];
            int open = b >= 0 && (ending->branches[node->first + (uint32_t)b].open >> after & 1);
            moves[n] = (DuelEndingMove){move, n, 0, 0};
            if (open) {
                moves[n].twin = first[b] < 0 ? n : first[b];
                moves[n].weight = first[b] < 0 ? shares[b][after] : 0;
                moves[n].value = gains[b][after] / whole;
                first[b] = moves[n].twin;
            } else
                moves[n].twin = -1;
            n++;
        }
    return n;
}
