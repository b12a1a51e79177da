/* matrix.h: zero-sum matrix games. */

#ifndef HOARD_MATRIX_H
#define HOARD_MATRIX_H

#define MATRIX_SIDE 16

/* A zero-sum matrix game: the row side receives the payoff, the column side pays it. */
typedef struct Matrix {
    int rows, columns;
    double payoff[MATRIX_SIDE][MATRIX_SIDE];
    double row[MATRIX_SIDE], column[MATRIX_SIDE]; /* mixed strategies, filled by matrix_solve */
    double value;               /* payoff of the two strategies against each other */
    double exploitability;      /* half the sum of what both sides could gain by a best response */
} Matrix;

void matrix_solve(Matrix *matrix);

#endif
