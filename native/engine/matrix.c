/* matrix.c: zero-sum matrix games, solved exactly up to rounding.
 *
 * Dantzig's reduction: with all payoffs shifted to be positive, maximise the sum of y >= 0 under payoff * y <= 1. y
 * divided by its sum is the column side's optimal mixture; the dual prices divided by theirs are the row side's. The
 * simplex method on a dense tableau with Bland's rule, which cannot cycle. Value and exploitability are computed from
 * the payoffs and the resulting mixtures. */

#include "matrix.h"

#include <assert.h>
#include <string.h>

#define SIMPLEX_EPSILON 1e-11
#define MOST_PIVOTS 1000        /* never reached; a safeguard against rounding */

/* The tableau of: maximise the sum of y, payoff * y <= 1, y >= 0, with positive payoffs. One row for each constraint,
 * then the objective; the last column is the right-hand side. */
typedef struct Tableau {
    int rows, columns;
    double cell[MATRIX_SIDE + 1][2 * MATRIX_SIDE + 1];
    int basis[MATRIX_SIDE];
} Tableau;

/* A pivot: the column enters the basis, the row's variable leaves it. Their cell must not be 0. */
static void tableau_pivot(Tableau *tableau, int row, int column)
{
    double by = tableau->cell[row][column];
    for (int j = 0; j <= tableau->columns; j++)
        tableau->cell[row][j] /= by;
    for (int i = 0; i <= tableau->rows; i++) {
        double times = tableau->cell[i][column];
        if (i == row || times == 0)
            continue;
        for (int j = 0; j <= tableau->columns; j++)
            tableau->cell[i][j] -= times * tableau->cell[row][j];
    }
    tableau->basis[row] = column;
}

/* Bland's rule: the first improving column; the tightest row, ties going to the first variable. */
static int next_pivot(const Tableau *tableau, int *row, int *column)
{
    *row = -1;
    for (*column = 0; *column < tableau->columns; ++*column)
        if (tableau->cell[tableau->rows][*column] < -SIMPLEX_EPSILON)
            break;
    if (*column == tableau->columns)
        return 0;
    double tightest = 0;
    for (int i = 0; i < tableau->rows; i++) {
        double step = tableau->cell[i][*column];
        if (step <= SIMPLEX_EPSILON)
            continue;
        double ratio = tableau->cell[i][tableau->columns] / step;
        if (*row < 0 || ratio < tightest || (ratio == tightest && tableau->basis[i] < tableau->basis[*row])) {
            *row = i;
            tightest = ratio;
        }
    }
    return *row >= 0;
}

/* The tableau of this game with `shift` added to all payoffs, which must make them positive. */
static void start_tableau(Tableau *tableau, const Matrix *matrix, double shift)
{
    memset(tableau, 0, sizeof *tableau);
    tableau->rows = matrix->rows;
    tableau->columns = matrix->columns + matrix->rows;
    for (int i = 0; i < matrix->rows; i++) {
        for (int j = 0; j < matrix->columns; j++)
            tableau->cell[i][j] = matrix->payoff[i][j] + shift;
        tableau->cell[i][matrix->columns + i] = 1;
        tableau->cell[i][tableau->columns] = 1;
        tableau->basis[i] = matrix->columns + i;
    }
    for (int j = 0; j < matrix->columns; j++)
        tableau->cell[matrix->rows][j] = -1;
}

/* The mixtures that the final tableau represents; each sums to 1. */
static void read_strategies(const Tableau *tableau, Matrix *matrix)
{
    double rows = 0, columns = 0;
    for (int j = 0; j < matrix->columns; j++)
        matrix->column[j] = 0;
    for (int i = 0; i < matrix->rows; i++) {
        double dual = tableau->cell[tableau->rows][matrix->columns + i];
        matrix->row[i] = dual > 0 ? dual : 0;
        rows += matrix->row[i];
        if (tableau->basis[i] < matrix->columns)
            columns += matrix->column[tableau->basis[i]] = tableau->cell[i][tableau->columns];
    }
    for (int i = 0; i < matrix->rows; i++)
        matrix->row[i] /= rows;
    for (int j = 0; j < matrix->columns; j++)
        matrix->column[j] /= columns;
}

/* The value of the strategies, and what best responses to them would gain. */
static void matrix_measure(Matrix *matrix)
{
    double best_row = -1e300, best_column = 1e300, value = 0;
    for (int i = 0; i < matrix->rows; i++) {
        double mean = 0;
        for (int j = 0; j < matrix->columns; j++)
            mean += matrix->column[j] * matrix->payoff[i][j];
        value += matrix->row[i] * mean;
        best_row = mean > best_row ? mean : best_row;
    }
    for (int j = 0; j < matrix->columns; j++) {
        double mean = 0;
        for (int i = 0; i < matrix->rows; i++)
            mean += matrix->row[i] * matrix->payoff[i][j];
        best_column = mean < best_column ? mean : best_column;
    }
    matrix->value = value;
    matrix->exploitability = (best_row - best_column) / 2;
}

/* Fills mixtures, value and exploitability of a game with 1 to MATRIX_SIDE rows and columns and finite payoffs. */
void matrix_solve(Matrix *matrix)
{
    Tableau tableau;
    double lowest = 0;
    int row, column, pivots = 0;
    assert(matrix->rows > 0 && matrix->columns > 0);
    assert(matrix->rows <= MATRIX_SIDE && matrix->columns <= MATRIX_SIDE);
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->columns; j++)
            lowest = matrix->payoff[i][j] < lowest ? matrix->payoff[i][j] : lowest;
    start_tableau(&tableau, matrix, 1 - lowest);
    while (pivots++ < MOST_PIVOTS && next_pivot(&tableau, &row, &column))
        tableau_pivot(&tableau, row, column);
    read_strategies(&tableau, matrix);
    matrix_measure(matrix);
}
