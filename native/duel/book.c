/* book.c: the opening books of the grid duel, compiled in.
 *
 * assets/duel/books/hidden.txt (first two plies) and hidden-3.txt (the third), made by
 * book.py: a line for each of the 2,557 pairs of hands in ascending order, found by binary search.
 * They hold outcomes with all cards open, not averages. From them follow the average over all hands
 * that a seat thinks possible, whether a move is best against every one of them, and the outcome
 * with open hands. Mirrored positions are stored once: the answer lies right of the first card or
 * below it.
 *
 * assets/duel/books/boards.txt, made by boards.py: for all boards of three and of four cards a
 * linear function for each move, which tells from the cards of a hand what the move is worth to
 * it. A board is stored in the reflection whose name is the first in ascending order. */

#include "book.h"

#include <stdlib.h>

#define KEY 9 /* "2222 1133": the starter's cards of each value, the other's */

/* Lines: the key, a blank, the outcomes. An empty line ends each book, so that it may be empty. */
static const char two_plies[][KEY + 1 + 32 + 1] = {
#include "../../assets/duel/books/hidden.txt"
    "",
};

static const char third_ply[][KEY + 1 + 171 + 1] = {
#include "../../assets/duel/books/hidden-3.txt"
    "",
};

#define NAME 8   /* columns, rows, then what lies in them row by row, and blanks: "3201.2.3" */
#define DIGITS 2 /* of a number */
#define ZERO 2048
#define STEP (1.0 / 512)
#define CELLS 9 /* beside a board of the book, at most */
#define BOOK_CARDS_LEAST 3
#define BOOK_CARDS_MOST 4

static const char boards[][NAME + 1 + CELLS * DUEL_VALUES * DUEL_BOOK_LINE * DIGITS + 1] = {
#include "../../assets/duel/books/boards.txt"
    "",
};

static int compare_keys(const void *key, const void *line) { return memcmp(key, line, KEY); }

static const char *find_pair(const void *book, int lines, size_t size,
                             const uint8_t starter[DUEL_VALUES], const uint8_t other[DUEL_VALUES])
{
    char key[KEY];
    for (int value = 0; value < DUEL_VALUES; value++) {
        key[value] = (char)('0' + starter[value]);
        key[DUEL_VALUES + 1 + value] = (char)('0' + other[value]);
    }
    key[DUEL_VALUES] = ' ';
    const char *line = bsearch(key, book, (size_t)lines, size, compare_keys);
    return line ? line + KEY + 1 : NULL;
}

static int outcome_of(char mark) { return mark == '+' ? 1 : mark == '=' ? 0 : -1; }

/* The value of a character as a digit in base 64. */
static int digit_of(char c)
{
    return c >= 'a'   ? c - 'a' + 26
           : c >= 'A' ? c - 'A'
           : c >= '0' ? c - '0' + 52
           : c == '+' ? 62
                      : 63;
}

/* Outcome i of those packed three to a character, each one of ".-=+". */
static int packed_outcome(const char *outcomes, int i)
{
    return (digit_of(outcomes[i / 3]) >> 2 * (i % 3) & 3) - 2;
}

/* The starter's outcome after this first card and the best answer. */
static int after_first(const char *outcomes, int value)
{
    int least = 1;
    for (int i = 8 * value; i < 8 * value + 8; i++)
        if (outcomes[i] != '.' && outcome_of(outcomes[i]) < least)
            least = outcome_of(outcomes[i]);
    return least;
}

/* Where a third card goes: 0 outside the first, 1 outside the answer, 2 beside the first, 3 beside
 * the answer. */
static int third_place(int answer, int cell)
{
    int columns = (cell & 7) - (DUEL_ORIGIN & 7), rows = (cell >> 3) - (DUEL_ORIGIN >> 3);
    int towards = answer > DUEL_ORIGIN ? 1 : -1, in_row = answer >> 3 == DUEL_ORIGIN >> 3;
    int along = (in_row ? columns : rows) * towards, across = in_row ? rows : columns;
    return across ? 2 + along : along > 0;
}

int32_t duel_book_values(const DuelState *state, const uint8_t hands[2][DUEL_VALUES],
                         int8_t values[MAX_MOVES])
{
    uint32_t moves[MAX_MOVES];
    uint8_t starter[DUEL_VALUES], other[DUEL_VALUES];
    uint64_t beside = state->occupied & ~((uint64_t)1 << DUEL_ORIGIN);
    if (state->ply > 2)
        return 0;
    int first = duel_value(state, DUEL_ORIGIN),
        answer = state->ply > 1 ? __builtin_ctzll(beside) : 0;
    memcpy(starter, hands[state->starter], sizeof starter);
    memcpy(other, hands[state->starter ^ 1], sizeof other);
    starter[first] += state->ply > 0;
    other[duel_value(state, answer)] += state->ply > 1;
    const char *outcomes =
        state->ply < 2
            ? find_pair(two_plies, COUNT(two_plies) - 1, sizeof two_plies[0], starter, other)
            : find_pair(third_ply, COUNT(third_ply) - 1, sizeof third_ply[0], starter, other);
    int32_t n = outcomes ? duel_moves(state, moves) : 0;
    int answered = 8 * first + 2 * duel_value(state, answer) + ((answer & 7) == (DUEL_ORIGIN & 7));
    for (int32_t i = 0; i < n; i++) {
        int value = duel_move_value(moves[i]), cell = duel_move_cell(moves[i]);
        int in_column = (cell & 7) == (DUEL_ORIGIN & 7);
        values[i] = (int8_t)(state->ply == 0 ? after_first(outcomes, value)
                             : state->ply == 1
                                 ? -outcome_of(outcomes[8 * first + 2 * value + in_column])
                                 : packed_outcome(outcomes, 16 * answered + 4 * value +
                                                                third_place(answer, cell)));
    }
    return n;
}

/* ---- boards of three and of four cards ---- */

/* A board as the book names it, and how it is reflected. */
typedef struct Board {
    char name[NAME + 1];
    int columns, rows, mirrored, upturned;
} Board;

static int compare_names(const void *name, const void *line) { return memcmp(name, line, NAME); }

/* The cell at a place of the board as the book has it; places beside the board are -1 and up to the
 * number of columns or rows. */
static int cell_of(const DuelState *state, const Board *board, int column, int row)
{
    int across = board->mirrored ? board->columns - 1 - column : column;
    int down = board->upturned ? board->rows - 1 - row : row;
    return (state->top + down) * 8 + state->left + across;
}

static Board reflected(const DuelState *state, int mirrored, int upturned)
{
    Board board = {.columns = state->right - state->left + 1,
                   .rows = state->bottom - state->top + 1,
                   .mirrored = mirrored,
                   .upturned = upturned};
    int n = 0;
    memset(board.name, ' ', NAME);
    board.name[n++] = (char)('0' + board.columns);
    board.name[n++] = (char)('0' + board.rows);
    for (int row = 0; row < board.rows; row++)
        for (int column = 0; column < board.columns; column++) {
            int cell = cell_of(state, &board, column, row);
            assert(n < NAME);
            board.name[n++] = state->occupied >> cell & 1 ? (char)('0' + duel_value(state, cell))
                                                          : '.';
        }
    return board;
}

static Board board_of(const DuelState *state)
{
    Board first = reflected(state, 0, 0);
    for (int i = 1; i < 4; i++) {
        Board board = reflected(state, i & 1, i >> 1);
        first = memcmp(board.name, first.name, NAME) < 0 ? board : first;
    }
    return first;
}

static const char *read_line(const char *at, double line[DUEL_BOOK_LINE])
{
    for (int i = 0; i < DUEL_BOOK_LINE; i++, at += DIGITS)
        line[i] = (digit_of(at[0]) + 64 * digit_of(at[1]) - ZERO) * STEP;
    return at;
}

int32_t duel_book_name(const DuelState *state, char name[DUEL_BOOK_NAME],
                       uint8_t cells[DUEL_CARDS])
{
    int32_t n = 0;
    Board board = board_of(state);
    memcpy(name, board.name, NAME + 1);
    for (int row = -1; row <= board.rows; row++)
        for (int column = -1; column <= board.columns; column++) {
            int cell = cell_of(state, &board, column, row);
            if (cell >= 0 && duel_targets(state) >> cell & 1)
                cells[n++] = (uint8_t)cell;
        }
    assert(n <= CELLS);
    return n;
}

int32_t duel_book_lines(const DuelState *state, uint32_t moves[MAX_MOVES],
                        double lines[MAX_MOVES][DUEL_BOOK_LINE])
{
    int32_t n = 0;
    uint8_t cells[DUEL_CARDS];
    char name[DUEL_BOOK_NAME];
    if (state->ply < BOOK_CARDS_LEAST || state->ply > BOOK_CARDS_MOST)
        return 0;
    int32_t places = duel_book_name(state, name, cells);
    const char *at = bsearch(name, boards, COUNT(boards) - 1, sizeof boards[0], compare_names);
    if (!at)
        return 0;
    at += NAME + 1;
    for (int32_t i = 0; i < places; i++)
        for (int value = 0; value < DUEL_VALUES; value++) {
            moves[n] = (uint32_t)(cells[i] * 4 + value);
            at = read_line(at, lines[n++]);
        }
    assert(*at == '\0');
    return n;
}
