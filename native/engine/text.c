/* text.c: see text.h. */

#include "text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "engine.h"

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
