/* common.c: randomness, text, JSON, chance, events, clocks; see common.h for what each promises.
 *
 * The JSON reader is one recursive descent over text that has been checked before (Python's json module wrote it
 * anew), so it only has to be safe, not helpful: anything odd is "not JSON". Depth is bounded. */

#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 199309L
#endif

#include "common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- clock ---- */

double now_seconds(void)
{
    struct timespec now;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    timespec_get(&now, TIME_UTC);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

uint64_t scaled(uint64_t count, const Limits *limits)
{
    uint64_t permille = limits && limits->permille ? limits->permille : 1000;
    uint64_t n = count / 1000 * permille + count % 1000 * permille / 1000;
    return n ? n : 1;
}

Clock clock_start(const Limits *limits, Progress *progress)
{
    Clock clock = {limits, progress, now_seconds(), STATUS_EXACT};
    return clock;
}

int32_t clock_over(Clock *clock, uint64_t nodes)
{
    if (clock->progress) {
        clock->progress->nodes = nodes;
        if (clock->progress->stop)
            clock->status = STATUS_CANCELLED;
    }
    if (clock->limits) {
        if (clock->limits->nodes && nodes >= clock->limits->nodes)
            clock->status = STATUS_NODES;
        if (clock->limits->ms && (now_seconds() - clock->start) * 1000.0 >= clock->limits->ms)
            clock->status = STATUS_TIME;
    }
    return clock->status != STATUS_EXACT;
}

/* ---- randomness ---- */

uint64_t mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

void rng_seed(Rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t x = mix64(seed + 0x9E3779B97F4A7C15u) ^ mix64(stream + 0xD1B54A32D192ED03u);
    rng->s[0] = mix64(x += 0x9E3779B97F4A7C15u);
    rng->s[1] = mix64(x += 0x9E3779B97F4A7C15u) | 1; /* never all zero */
}

static uint64_t rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t rng_next(Rng *rng)
{
    uint64_t a = rng->s[0], b = rng->s[1];
    uint64_t result = rotate_left(a + b, 17) + a;
    b ^= a;
    rng->s[0] = rotate_left(a, 49) ^ b ^ (b << 21);
    rng->s[1] = rotate_left(b, 28);
    return result;
}

uint32_t rng_below(Rng *rng, uint32_t n)
{
    assert(n > 0);
    for (;;) { /* Lemire 2019: multiply, reject the few draws that would favour small numbers */
        uint64_t product = (rng_next(rng) >> 32) * n;
        if ((uint32_t)product >= (uint32_t)(0u - n) % n)
            return (uint32_t)(product >> 32);
    }
}

void rng_shuffle(Rng *rng, uint8_t *cards, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* ---- text ---- */

Text text_start(char *out, size_t size)
{
    assert(size > 0);
    Text text = {out, out + size, 0};
    *out = 0;
    return text;
}

void text_add(Text *text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int n = vsnprintf(text->at, (size_t)(text->end - text->at), format, values);
    va_end(values);
    assert(n >= 0 && n < text->end - text->at);
    text->at += n;
    text->n += n;
}

void text_quoted(Text *text, const char *words)
{
    text_add(text, "\"");
    for (; *words; words++) {
        if (*words == '"' || *words == '\\')
            text_add(text, "\\%c", *words);
        else
            text_add(text, "%c", *words);
    }
    text_add(text, "\"");
}

int32_t fail(char *error, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(error, MAX_ERROR, format, values);
    va_end(values);
    return -1;
}

/* ---- JSON ---- */

#define JSON_DEPTH 16

static const char *json_blank(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

static const char *json_value(Json *json, const char *at, int depth);

static const char *json_text(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && *++at == 0)
            return NULL;
    return *at ? at + 1 : NULL;
}

/* Array or object: values between the brackets, in objects a key and a colon before each. */
static const char *json_group(Json *json, int32_t self, const char *at, int depth)
{
    int object = *at == '{';
    const char *close = object ? "}" : "]";
    at = json_blank(at + 1);
    if (*at == *close)
        return at + 1;
    for (;;) {
        if (object) {
            if (*at != '"' || !(at = json_value(json, at, depth)))
                return NULL;
            at = json_blank(at);
            if (*at != ':')
                return NULL;
            at = json_blank(at + 1);
        }
        if (!(at = json_value(json, at, depth)))
            return NULL;
        json->node[self].size++;
        at = json_blank(at);
        if (*at == *close)
            return at + 1;
        if (*at != ',')
            return NULL;
        at = json_blank(at + 1);
    }
}

static int json_kind_of(char first)
{
    switch (first) {
    case '{': return JSON_OBJECT;
    case '[': return JSON_ARRAY;
    case '"': return JSON_STRING;
    case 't': return JSON_TRUE;
    case 'f': return JSON_FALSE;
    case 'n': return JSON_NULL;
    default: return (first >= '0' && first <= '9') || first == '-' ? JSON_NUMBER : JSON_MISSING;
    }
}

static const char *json_value(Json *json, const char *at, int depth)
{
    int kind = json_kind_of(*at);
    if (kind == JSON_MISSING || depth >= JSON_DEPTH || json->n >= JSON_NODES)
        return NULL;
    int32_t self = json->n++;
    json->node[self] = (JsonNode){kind, (int32_t)(at - json->text), 0, 0, 0};
    if (kind >= JSON_ARRAY)
        at = json_group(json, self, at, depth + 1);
    else if (kind == JSON_STRING)
        at = json_text(at);
    else
        at += strcspn(at, ",]} \n\t\r:");
    if (!at)
        return NULL;
    JsonNode *node = &json->node[self];
    node->end = (int32_t)(at - json->text);
    if (kind == JSON_STRING) {
        node->start++;
        node->end--;
    }
    node->next = json->n;
    return at;
}

int32_t json_read(Json *json, const char *text)
{
    json->text = text;
    json->n = 1;
    json->node[0] = (JsonNode){JSON_MISSING, 0, 0, 0, 0};
    const char *end = json_value(json, json_blank(text), 0);
    return end && *json_blank(end) == 0 ? 0 : -1;
}

int32_t json_kind(const Json *json, int32_t node) { return json->node[node].kind; }

int32_t json_size(const Json *json, int32_t node) { return json->node[node].size; }

int32_t json_next(const Json *json, int32_t node) { return json->node[node].next; }

int32_t json_first(const Json *json, int32_t node) { return json->node[node].size ? node + 1 : 0; }

int32_t json_get(const Json *json, int32_t object, const char *key)
{
    if (json_kind(json, object) != JSON_OBJECT)
        return 0;
    int32_t at = object + 1;
    for (int i = 0; i < json_size(json, object); i++) {
        int32_t value = json_next(json, at);
        if (json_equals(json, at, key))
            return value;
        at = json_next(json, value);
    }
    return 0;
}

int32_t json_is_array(const Json *json, int32_t node, int32_t n)
{
    return json_kind(json, node) == JSON_ARRAY && (n < 0 || json_size(json, node) == n);
}

int32_t json_int(const Json *json, int32_t node, int32_t low, int32_t high, int32_t *value)
{
    if (json_kind(json, node) != JSON_NUMBER)
        return 0;
    const char *start = json->text + json->node[node].start, *end = json->text + json->node[node].end;
    char *stop;
    long long number = strtoll(start, &stop, 10);
    if (stop != end || number < low || number > high)
        return 0;
    *value = (int32_t)number;
    return 1;
}

int32_t json_string(const Json *json, int32_t node, char *out, size_t size)
{
    if (json_kind(json, node) != JSON_STRING)
        return 0;
    size_t n = (size_t)(json->node[node].end - json->node[node].start);
    if (n >= size)
        n = size - 1;
    memcpy(out, json->text + json->node[node].start, n);
    out[n] = 0;
    return 1;
}

int32_t json_equals(const Json *json, int32_t node, const char *words)
{
    size_t n = strlen(words);
    return json_kind(json, node) == JSON_STRING && (size_t)(json->node[node].end - json->node[node].start) == n &&
           memcmp(json->text + json->node[node].start, words, n) == 0;
}

/* ---- chance and events ---- */

const char *chance_next(Chance *chance)
{
    return chance && chance->used < chance->n ? chance->list[chance->used++] : NULL;
}

Event *event_add(Events *events, int kind, Event *spare)
{
    Event *event = events && events->n < MAX_EVENTS ? &events->list[events->n++] : spare;
    *event = (Event){(uint8_t)kind, 0, NOBODY, 0, NOBODY, 0, NOBODY, 31, NO_CARD, NO_PLACE, 0};
    return event;
}
