/* bridge.h: the solver for tricks of a side, without penalties. */

#ifndef HOARD_TRICKS_BRIDGE_H
#define HOARD_TRICKS_BRIDGE_H

#include "layout.h"

/* Tricks of the whole hand that a side wins, and a best move (move may be NULL). */
int bridge_value(TricksSolver *s, const TricksState *state, unsigned side, uint32_t *move);
/* The same after each of these moves. */
void bridge_values(TricksSolver *s, const TricksState *state, unsigned side, const uint32_t *moves,
                   int n, int32_t *values);

#endif
