/* book.c: the books of the grid duel's first moves.
 *
 * assets/books/duel-hidden.txt (two plies) and duel-hidden-3.txt (the third), made by book.py, are compiled in:
 * a line for each of the 2,557 pairs of hands, in ascending order, so that a pair is found by halving. They hold
 * outcomes with all cards open, not averages: from them follow the averages over all hands that a seat thinks
 * possible, whether a move is best against every one of them, and the outcome with open hands. Mirrored positions
 * are told as one: the answer lies to the right of the first card or below it. */

#include "book.h"

#include <stdlib.h>

#define KEY 9                   /* "2222 1133": cards of each value of the starter, of the other */

/* Lines: the key, a blank, the outcomes. An empty line ends each book, so that it may be empty. */
static const char two_plies[][KEY + 1 + 32 + 1] = {
#include "../../assets/books/duel-hidden.txt"
    "",
};

static const char third_ply[][KEY + 1 + 171 + 1] = {
#include "../../assets/books/duel-hidden-3.txt"
    "",
};

/* For bsearch: a pair's key against an entry, which begins with its own. */
static int compare_keys(const void *key, const void *line) { return memcmp(key, line, KEY); }

/* The outcomes of a pair, or NULL. */
static const char *find_pair(const void *book, int lines, size_t size, const uint8_t starter[DUEL_VALUES],
                             const uint8_t other[DUEL_VALUES])
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

/* The outcome that a mark of the book stands for: 1, 0 or -1. */
static int outcome_of(char mark) { return mark == '+' ? 1 : mark == '=' ? 0 : -1; }

/* Outcome number i of those packed three to a character, each one of ".-=+". */
static int packed_outcome(const char *outcomes, int i)
{
    char c = outcomes[i / 3];
    int sign = c >= 'a' ? c - 'a' + 26 : c >= 'A' ? c - 'A' : c >= '0' ? c - '0' + 52 : c == '+' ? 62 : 63;
    return (sign >> 2 * (i % 3) & 3) - 2;
}

/* The best that the other can do after this first card, for the starter. */
static int after_first(const char *outcomes, int value)
{
    int least = 1;
    for (int i = 8 * value; i < 8 * value + 8; i++)
        if (outcomes[i] != '.' && outcome_of(outcomes[i]) < least)
            least = outcome_of(outcomes[i]);
    return least;
}

/* Where a third card goes: 0 outside the first, 1 outside the answer, 2 beside the first, 3 beside the answer. */
static int third_place(int answer, int cell)
{
    int columns = (cell & 7) - (DUEL_ORIGIN & 7), rows = (cell >> 3) - (DUEL_ORIGIN >> 3);
    int towards = answer > DUEL_ORIGIN ? 1 : -1, in_row = answer >> 3 == DUEL_ORIGIN >> 3;
    int along = (in_row ? columns : rows) * towards, across = in_row ? rows : columns;
    return across ? 2 + along : along > 0;
}

int32_t duel_book_values(const DuelState *state, const uint8_t hands[2][DUEL_VALUES], int8_t values[MAX_MOVES])
{
    uint32_t moves[MAX_MOVES];
    uint8_t starter[DUEL_VALUES], other[DUEL_VALUES];
    uint64_t beside = state->occupied & ~((uint64_t)1 << DUEL_ORIGIN);
    if (state->ply > 2)
        return 0;
    int first = duel_value(state, DUEL_ORIGIN), answer = state->ply > 1 ? __builtin_ctzll(beside) : 0;
    memcpy(starter, hands[state->starter], sizeof starter);
    memcpy(other, hands[state->starter ^ 1], sizeof other);
    starter[first] += state->ply > 0;
    other[duel_value(state, answer)] += state->ply > 1;
    const char *outcomes =
        state->ply < 2 ? find_pair(two_plies, COUNT(two_plies) - 1, sizeof two_plies[0], starter, other)
                       : find_pair(third_ply, COUNT(third_ply) - 1, sizeof third_ply[0], starter, other);
    int32_t n = outcomes ? duel_moves(state, moves) : 0;
    int answered = 8 * first + 2 * duel_value(state, answer) + ((answer & 7) == (DUEL_ORIGIN & 7));
    for (int32_t i = 0; i < n; i++) {
        int value = duel_move_value(moves[i]), cell = duel_move_cell(moves[i]);
        int in_column = (cell & 7) == (DUEL_ORIGIN & 7);
        values[i] = (int8_t)(state->ply == 0   ? after_first(outcomes, value)
                             : state->ply == 1 ? -outcome_of(outcomes[8 * first + 2 * value + in_column])
                                               : packed_outcome(outcomes, 16 * answered + 4 * value +
                                                                              third_place(answer, cell)));
    }
    return n;
}
