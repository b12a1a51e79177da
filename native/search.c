#include "common.h"
void search_worlds(const Game *game, const void *world, uint32_t playouts, const Limits *limits, Progress *progress, Result *result)
{ (void)game; (void)world; (void)playouts; (void)limits; (void)progress; (void)result; }
void advise_simple(const Game *game, const void *world, int32_t level, const Limits *limits, Progress *progress, Result *result)
{ (void)game; (void)world; (void)level; (void)limits; (void)progress; (void)result; }
