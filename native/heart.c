/* heart.c: not written yet. */

#include "common.h"

const Game game_heart = {.id = "heart", .state_size = 8};
