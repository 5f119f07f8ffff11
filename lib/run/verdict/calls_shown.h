/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The calls of a check as a person reads them. */
#ifndef VCT_CALLS_SHOWN_H
#define VCT_CALLS_SHOWN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copies lines of a trace to `shown`, which has room for them, without their marks. The calls that
 * the library makes for itself become one line: "fence: 23 calls". With `to_the_end`, those that
 * are the last are copied: the check has ended in them. Returns the length.
 */
size_t vct_shown_calls(const char *lines, size_t len, bool to_the_end, char *shown);

#endif
