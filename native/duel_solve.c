/* duel_solve.c: not written yet. */
#include "duel.h"
void duel_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress, Result *result)
{ (void)state; (void)objective; (void)limits; (void)table; (void)progress; (void)result; }
