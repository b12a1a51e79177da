/* decide.c: what the engine decides, as text that must be the same on every machine.
 *
 * Plays matches of all games with a player's advice at chosen moments and random moves between them, and prints a line
 * for each decision: game, seed, ply, level, move, proof, and a number made of the bits of all values and weights.
 * After it come what the open solver says there within so many nodes, and the leaves of the tree two moves deep.
 * Argument: a folder with GAME.json, the decks. elsewhere.py compiles, runs and compares. */

#include "engine/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEEDS 4
#define MOMENTS 7
#define APART 3          /* plies between two moments */
#define PERMILLE 10
#define SOLVE_NODES 3000
#define PATIENCE_MS (24u * 3600 * 1000) /* an emulator is slow, and a busy one slower: no clock may end a search */
#define FIRST_LEVEL LEVEL_HATCHLING

static char state[MAX_STATE], deck[1 << 20];
static Result result;

/* The deck of a game as JSON, or NULL where it has none. */
static const char *deck_of(const char *folder, const char *game)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.json", folder, game);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = fread(deck, 1, sizeof deck - 1, file);
    fclose(file);
    deck[size] = 0;
    return deck;
}

/* FNV-1a over the bits of a number, the lowest byte first on every machine. */
static uint64_t mixed(uint64_t sum, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int32_t i = 0; i < 8; i++, bits >>= 8)
        sum = (sum ^ (bits & 255)) * 1099511628211u;
    return sum;
}

/* A number made of all that the result says of the moves. */
static uint64_t digest(void)
{
    uint64_t sum = 14695981039346656037u;
    for (int32_t i = 0; i < result.n; i++) {
        for (int32_t k = 0; k < result.values; k++)
            sum = mixed(sum, result.list[i].value[k]);
        sum = mixed(sum, result.list[i].weight);
    }
    return sum;
}

/* Leaves of the tree of legal moves. */
static uint64_t leaves(const Game *game, const char *from, int32_t depth)
{
    uint32_t moves[MAX_MOVES];
    int32_t n = game->moves(from, moves);
    if (depth == 1 || !n)
        return (uint64_t)n;
    uint64_t total = 0;
    char after[MAX_STATE];
    for (int32_t i = 0; i < n; i++) {
        memcpy(after, from, game->state_size);
        game->play(after, moves[i], NULL, NULL);
        total += leaves(game, after, depth - 1);
    }
    return total;
}

/* Prints what is decided here. */
static void tell(const Game *game, uint64_t seed, int32_t ply, Table *table)
{
    char text[MAX_TEXT];
    for (int32_t level = FIRST_LEVEL; level < LEVELS; level++) {
        Limits limits = { .seed = seed, .permille = PERMILLE, .mb = 4, .ms = PATIENCE_MS };
        Progress progress = { 0 };
        table_forget(table);
        advise(game, state, level, &limits, table, &progress, &result);
        game->move_text(state, result.move, text);
        printf("%s %" PRIu64 " %d %s %s %d %016" PRIx64 "\n", game->id, seed, (int)ply, level_name(level), text,
               (int)result.proof, digest());
    }
    Limits limits = { .nodes = SOLVE_NODES, .mb = 4 };
    Progress progress = { 0 };
    table_forget(table);
    solve(game, state, "", &limits, table, &progress, &result);
    printf("%s %" PRIu64 " %d solve %d %016" PRIx64 "\n", game->id, seed, (int)ply, (int)result.status,
           result.status == STATUS_EXACT ? digest() : 0);
    printf("%s %" PRIu64 " %d leaves %" PRIu64 "\n", game->id, seed, (int)ply, leaves(game, state, 2));
}

/* Plays a match and tells its moments. 1 where it cannot be dealt. */
static int play(const Game *game, const char *json, uint64_t seed, Table *table)
{
    int32_t options[MAX_OPTIONS], told = 0;
    char error[MAX_ERROR] = "";
    Chance chance = { 0 };
    uint32_t moves[MAX_MOVES];
    Rng rng;
    for (int32_t i = 0; i < game->n_options; i++)
        options[i] = game->options[i].standard;
    if (game->seats(options, error) < 0 || game->deal(state, options, seed, NULL, json, &chance, error)) {
        fprintf(stderr, "decide: %s cannot be dealt: %s\n", game->id, error);
        return 1;
    }
    rng_seed(&rng, seed, 1);
    for (int32_t ply = 0; !game->over(state) && told < MOMENTS; ply++) {
        if (ply % APART == 0) {
            tell(game, seed, ply, table);
            told++;
        }
        int32_t n = game->moves(state, moves);
        game->play(state, moves[rng_below(&rng, (uint32_t)n)], NULL, &chance);
    }
    return 0;
}

int main(int argc, char **argv)
{
    Table *table = table_new(4);
    if (argc != 2 || !table)
        return 2;
    for (int32_t i = 0; i < game_count(); i++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            if (play(game_at(i), deck_of(argv[1], game_at(i)->id), seed, table))
                return 1;
    table_free(table);
    return 0;
}
