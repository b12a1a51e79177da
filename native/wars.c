/* wars.c: not written yet. */

#include "common.h"

const Game game_wars = {.id = "wars", .state_size = 8};
