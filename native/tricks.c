/* tricks.c: not written yet. */

#include "common.h"

const Game game_tricks = {.id = "tricks", .state_size = 8};
