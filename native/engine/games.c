/* games.c: the list of games. build_ffi.py defines GAMES(game) as game(duel) game(heart) and so on, one for each
 * folder of native/ with a game.c. They are sorted by Game.place, then by name. */

#include "engine.h"

#include <stddef.h>

#ifndef GAMES
#error "GAMES is not defined: compile with native/build_ffi.py"
#endif

#define DECLARED(id) extern const Game game_##id;
#define LISTED(id) &game_##id,

GAMES(DECLARED)

static const Game *const games[] = {GAMES(LISTED)};

#define COUNT ((int32_t)(sizeof games / sizeof games[0]))

int32_t game_count(void) { return COUNT; }

/* The game at this index in the sorted list, or NULL if there is none. */
const Game *game_at(int32_t index)
{
    for (int32_t i = 0; i < COUNT; i++) {
        int32_t before = 0;
        for (int32_t other = 0; other < COUNT; other++) {
            int32_t ahead = games[i]->place - games[other]->place;
            before += ahead > 0 || (ahead == 0 && other < i);
        }
        if (before == index)
            return games[i];
    }
    return NULL;
}
