/* text.h: builds text in a caller's buffer of known size. An overflow is a bug, hence an assert. */

#ifndef HOARD_TEXT_H
#define HOARD_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "platform.h"

typedef struct Text {
    char *at, *end;
    int n;
} Text;

/* An empty text in out, which holds size > 0 bytes. It is always terminated by 0. */
Text text_start(char *out, size_t size);
/* Appends as printf does; all of it must fit. */
void text_add(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
/* Appends a JSON string; quotes and backslashes are escaped, control characters must not occur. */
void text_quoted(Text *text, const char *words);
/* Writes a refusal into error[MAX_ERROR], cut if too long: its id (in strings: refusal.GAME.ID or refusal.ID), then a
 * line name=value for each value. Always -1, so that a check can `return fail(error, ...)`. */
int32_t fail(char *error, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
