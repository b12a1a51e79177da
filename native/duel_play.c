/* duel_play.c: not written yet. */
#include "duel.h"
void duel_advise(const void *world, int32_t level, const Limits *limits, Table *table, Progress *progress, Result *result)
{ (void)world; (void)level; (void)limits; (void)table; (void)progress; (void)result; }
