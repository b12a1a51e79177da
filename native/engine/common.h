/* common.h: includes and macros that every rules file needs. */

#ifndef HOARD_COMMON_H
#define HOARD_COMMON_H

#include <assert.h>
#include <float.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine.h"
#include "events.h"
#include "json.h"
#include "platform.h"
#include "random.h"
#include "text.h"

_Static_assert(FLT_EVAL_METHOD == 0, "floats are counted as floats, so that all machines decide alike");

/* The number of elements of an array (not of a pointer). */
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
