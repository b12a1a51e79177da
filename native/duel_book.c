/* duel_book.c: the book of the grid duel's first two moves.
 *
 * assets/books/duel-hidden.txt, made by duel_book.py, is compiled in: a line for each of the 2,557 pairs of hands,
 * in ascending order, so that a pair is found by halving. It holds outcomes with all cards open, not averages:
 * from them follow the averages over all hands that a seat thinks possible, whether a move is best against every
 * one of them, and the outcome with open hands. An average over 28 hands costs 5 microseconds instead of ten
 * seconds. A book of three moves would need 16 times the outcomes. */

#include "duel_book.h"

#include <stdlib.h>

#define KEY 9                   /* "2222 1133": cards of each value of the starter, of the other */
#define LINE (KEY + 1 + 32)

static const char book[][LINE + 1] = {
#include "../assets/books/duel-hidden.txt"
    "",
};

static int compare_keys(const void *key, const void *line) { return memcmp(key, line, KEY); }

/* The 32 outcomes of a pair, or NULL. */
static const char *find_pair(const uint8_t starter[DUEL_VALUES], const uint8_t other[DUEL_VALUES])
{
    char key[KEY];
    for (int value = 0; value < DUEL_VALUES; value++) {
        key[value] = (char)('0' + starter[value]);
        key[DUEL_VALUES + 1 + value] = (char)('0' + other[value]);
    }
    key[DUEL_VALUES] = ' ';
    const char *line = bsearch(key, book, COUNT(book) - 1, sizeof book[0], compare_keys);
    return line ? line + KEY + 1 : NULL;
}

static int outcome_of(char mark) { return mark == '+' ? 1 : mark == '=' ? 0 : -1; }

/* The best that the other can do after this first card, for the starter. */
static int after_first(const char *outcomes, int value)
{
    int least = 1;
    for (int i = 8 * value; i < 8 * value + 8; i++)
        if (outcomes[i] != '.' && outcome_of(outcomes[i]) < least)
            least = outcome_of(outcomes[i]);
    return least;
}

int32_t duel_book_values(const DuelState *state, const uint8_t hands[2][DUEL_VALUES], int8_t values[MAX_MOVES])
{
    uint32_t moves[MAX_MOVES];
    uint8_t starter[DUEL_VALUES];
    if (state->ply > 1)
        return 0;
    int first = (int)((state->high >> DUEL_ORIGIN & 1) << 1 | (state->low >> DUEL_ORIGIN & 1));
    memcpy(starter, hands[state->starter], sizeof starter);
    starter[first] += state->ply;
    const char *outcomes = find_pair(starter, hands[state->starter ^ 1]);
    int32_t n = outcomes ? game_duel.moves(state, moves) : 0;
    for (int32_t i = 0; i < n; i++) {
        int value = duel_move_value(moves[i]), in_column = (duel_move_cell(moves[i]) & 7) == (DUEL_ORIGIN & 7);
        values[i] = (int8_t)(state->ply ? -outcome_of(outcomes[8 * first + 2 * value + in_column])
                                        : after_first(outcomes, value));
    }
    return n;
}
