/* common.h: what the C files share: randomness, text, JSON, chance, events, the clock of a search.
 *
 * Rng       xoroshiro128++ (Blackman and Vigna, 2018), seeded through splitmix64 from (seed, stream). Frozen:
 *           every deal ever published hangs on it; golden values in the tests pin it.
 * Text      appends to a caller's buffer of known size; overflowing it is our own mistake, an assert.
 * Json      a flat array of nodes in reading order over text that Python has checked to be well-formed. */

#ifndef HOARD_COMMON_H
#define HOARD_COMMON_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine.h"
#include "platform.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* ---- randomness ---- */
uint64_t rng_next(Rng *rng);
void rng_shuffle(Rng *rng, uint8_t *cards, int n); /* Fisher-Yates from the end */
uint64_t mix64(uint64_t x);                         /* splitmix64's finaliser */

/* ---- text ---- */
typedef struct Text {
    char *at, *end;
    int n;
} Text;

Text text_start(char *out, size_t size);
void text_add(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_quoted(Text *text, const char *words); /* a JSON string */
/* Writes a sentence into error[MAX_ERROR]; always -1, so that a check can `return fail(error, ...)`. */
int32_t fail(char *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- JSON ---- */
#define JSON_NODES 2048
#define JSON_MISSING 0 /* no such node */
#define JSON_NULL 1
#define JSON_TRUE 2
#define JSON_FALSE 3
#define JSON_NUMBER 4
#define JSON_STRING 5
#define JSON_ARRAY 6
#define JSON_OBJECT 7

typedef struct JsonNode {
    int32_t kind;
    int32_t start, end; /* of its text; strings without the quotes, escapes as they stand */
    int32_t size;       /* elements of an array, pairs of an object */
    int32_t next;       /* index of the node after this one and all inside it */
} JsonNode;

typedef struct Json {
    const char *text;
    int32_t n;
    JsonNode node[JSON_NODES];
} Json;

/* Nodes are named by index; node 0 is a sentinel of kind JSON_MISSING, the whole document is node 1. */
int32_t json_read(Json *json, const char *text); /* 0, or -1: not JSON, or more than JSON_NODES */
int32_t json_kind(const Json *json, int32_t node);
int32_t json_get(const Json *json, int32_t object, const char *key); /* 0 where missing */
int32_t json_first(const Json *json, int32_t node);                  /* first element (arrays) or key (objects) */
int32_t json_next(const Json *json, int32_t node);
int32_t json_size(const Json *json, int32_t node);
/* 1 when the node is an array of exactly n elements (n < 0: any number). */
int32_t json_is_array(const Json *json, int32_t node, int32_t n);
/* 1 with the value when the node is a whole number low .. high (1.0 and true are none). */
int32_t json_int(const Json *json, int32_t node, int32_t low, int32_t high, int32_t *value);
/* 1 with the text, cut at size, when the node is a string. */
int32_t json_string(const Json *json, int32_t node, char *out, size_t size);
int32_t json_equals(const Json *json, int32_t node, const char *words);

/* ---- chance ---- */
/* The JSON text of the next overriding outcome, or NULL = draw from the seed. */
const char *chance_next(Chance *chance);

/* ---- events ---- */
/* Appends an event and returns it to be filled; a spare one when events is NULL or full. */
Event *event_add(Events *events, int kind, Event *spare);

/* ---- search (search.c) ---- */
/* A level's count under these limits (their permille; limits may be NULL); at least 1. */
uint64_t scaled(uint64_t count, const Limits *limits);
/* Information-set Monte Carlo search with `playouts` playouts from a redealt world; fills the result. */
void search_worlds(const Game *game, const void *world, uint32_t playouts, const Limits *limits,
                   Progress *progress, Result *result);
/* Random, greedy and plain, the levels that every game has for measuring. */
void advise_simple(const Game *game, const void *world, int32_t level, const Limits *limits, Progress *progress,
                   Result *result);
/* Clears the result and lists the legal moves in it. */
void result_start(const Game *game, const void *state, Result *result);
/* 1 when the search has to end (stop flag, nodes, time); sets the status. Cheap enough every 1,024 nodes. */
typedef struct Clock {
    const Limits *limits;
    Progress *progress;
    double start;
    int32_t status; /* STATUS_EXACT while running */
} Clock;
Clock clock_start(const Limits *limits, Progress *progress);
int32_t clock_over(Clock *clock, uint64_t nodes);

/* ---- table (table.c) ---- */
/* Memory of a table: bytes (a power of two, or 0), and a stamp that changes whenever it forgets. */
void *table_memory(Table *table, size_t *bytes);
uint32_t table_stamp(Table *table); /* 1 .. 65535; a new one after each table_forget */

extern const Game game_duel, game_tricks, game_heart, game_wars, game_tale;

#endif
