/* tale.c: not written yet. */

#include "common.h"

const Game game_tale = {.id = "tale", .state_size = 8};
