/* games.c: the list of games, the only place that names them all. */

#include "engine.h"

#include <stddef.h>

#define LIST(game) game(duel) game(tricks) game(heart) game(wars) game(tale)

#define DECLARED(id) extern const Game game_##id;
#define LISTED(id) &game_##id,

LIST(DECLARED)

static const Game *const games[] = {LIST(LISTED)};

#define GAMES ((int32_t)(sizeof games / sizeof games[0]))

/* Games in the list. */
int32_t game_count(void) { return GAMES; }

/* Game number `index` of the list, or NULL where there is none. */
const Game *game_at(int32_t index) { return index >= 0 && index < GAMES ? games[index] : NULL; }
