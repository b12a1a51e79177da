/* json.c: a JSON reader.
 *
 * A recursive descent over text that Python's json module has written, so it has to be safe but not helpful: anything
 * odd is "not JSON". Its depth is bounded. */

#include "json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define JSON_DEPTH 16

/* The next byte that is no white space. */
static const char *json_blank(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

static const char *json_value(Json *json, const char *at, int depth);

/* The byte after the string that starts here, or NULL if it is not closed. Escapes are skipped, not checked. */
static const char *json_text(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && *++at == 0)
            return NULL;
    return *at ? at + 1 : NULL;
}

/* Reads the rest of an array or object; objects have a key and a colon before each value. Returns the byte after the
 * closing bracket, or NULL. */
static const char *json_group(Json *json, int32_t self, const char *at, int depth)
{
    int object = *at == '{';
    const char *close = object ? "}" : "]";
    assert(object || *at == '[');
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

/* The kind of a value by its first byte; JSON_MISSING if no value starts so. */
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

/* Adds the value that starts here, with its contents, to the nodes. Returns the byte after it, or NULL if it is odd,
 * too deep, or there are too many nodes. Numbers and words are not fully checked. */
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
    assert(json && text);
    json->text = text;
    json->n = 1;
    json->node[0] = (JsonNode){JSON_MISSING, 0, 0, 0, 0};
    const char *end = json_value(json, json_blank(text), 0);
    return end && *json_blank(end) == 0 ? 0 : -1;
}

/* The kind of a node: JSON_MISSING .. JSON_OBJECT. */
int32_t json_kind(const Json *json, int32_t node) { return json->node[node].kind; }

/* The elements of an array or the pairs of an object; 0 for anything else. */
int32_t json_size(const Json *json, int32_t node) { return json->node[node].size; }

/* The node after this one and its contents. In an object keys and values alternate. */
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
    assert(size);
    size_t n = (size_t)(json->node[node].end - json->node[node].start);
    if (n >= size)
        n = size - 1;
    memcpy(out, json->text + json->node[node].start, n);
    out[n] = 0;
    return 1;
}

/* 1 if the node is a string of exactly these bytes; escapes are compared as they are. */
int32_t json_equals(const Json *json, int32_t node, const char *words)
{
    size_t n = strlen(words);
    return json_kind(json, node) == JSON_STRING && (size_t)(json->node[node].end - json->node[node].start) == n &&
           memcmp(json->text + json->node[node].start, words, n) == 0;
}
