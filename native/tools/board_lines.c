/* board_lines.c: what the moves on a board of the grid duel are worth to each hand, by drawn deals
 * (duel/opening.c), in the order of the book (duel/book.c). */

#include "board_lines.h"

#include "duel/book.h"
#include "duel/opening.h"
#include "engine/table.h"

#define SOLVER_MB 32

int32_t duel_board_lines(const void *state, uint64_t seed, uint64_t deals, char *name,
                         double *lines)
{
    DuelOpening opening;
    uint8_t cells[DUEL_CARDS];
    Clock clock = clock_start(NULL, NULL);
    Table *table = table_new(SOLVER_MB);
    DuelSolver *solver = duel_solver_new(table);
    int32_t n = 0;
    if (table && solver && duel_sample_lines(solver, state, seed, deals, &clock, &opening))
        n = duel_book_name(state, name, cells);
    for (int32_t i = 0; i < n * DUEL_VALUES; i++, lines += DUEL_BOOK_LINE) {
        int move = cells[i / DUEL_VALUES] * DUEL_VALUES + i % DUEL_VALUES;
        lines[0] = opening.worth[move];
        memcpy(lines + 1, opening.slope[move], sizeof opening.slope[move]);
    }
    duel_solver_free(solver);
    table_free(table);
    return n;
}
