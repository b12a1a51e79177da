/* games.c: the games, found by build_ffi.py, which defines GAMES(game) as game(duel) game(heart) and so on: one for
 * each folder of native/ that has a game.c, by name. They are listed by Game.place, equal places by name. */

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

/* The game with `index` others before it, or NULL where there is none. */
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
