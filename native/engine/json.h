/* json.h: JSON as a flat array of nodes in reading order. Python has checked that the text is well-formed. */

#ifndef HOARD_JSON_H
#define HOARD_JSON_H

#include <stddef.h>
#include <stdint.h>

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
    int32_t start, end; /* of its text; strings without quotes, escapes unchanged */
    int32_t size;       /* elements of an array, pairs of an object */
    int32_t next;       /* index of the node after this one and its contents */
} JsonNode;

typedef struct Json {
    const char *text;
    int32_t n;
    JsonNode node[JSON_NODES];
} Json;

/* Nodes are named by index. Node 0 is a sentinel of kind JSON_MISSING; node 1 is the whole document. */
int32_t json_read(Json *json, const char *text); /* 0, or -1: not JSON, or more than JSON_NODES */
int32_t json_kind(const Json *json, int32_t node);
int32_t json_get(const Json *json, int32_t object, const char *key); /* 0 if missing */
int32_t json_first(const Json *json, int32_t node);                  /* first element (arrays) or key (objects) */
int32_t json_next(const Json *json, int32_t node);
int32_t json_size(const Json *json, int32_t node);
/* 1 if the node is an array of exactly n elements (n < 0: any number). */
int32_t json_is_array(const Json *json, int32_t node, int32_t n);
/* 1, with the value, if the node is an integer low .. high (1.0 and true are not). */
int32_t json_int(const Json *json, int32_t node, int32_t low, int32_t high, int32_t *value);
/* 1, with the text, cut at size, if the node is a string. */
int32_t json_string(const Json *json, int32_t node, char *out, size_t size);
int32_t json_equals(const Json *json, int32_t node, const char *words);

#endif
