/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Memory of any length that takes few pages. The first and the last part of it, and what is behind
 * it, are there once; all parts between them are the same pages, which it has again and again.
 */
#ifndef VCT_LONG_MEMORY_H
#define VCT_LONG_MEMORY_H

#include <stddef.h>
#include <stdint.h>

enum { LONG_PART = 1 << 20 };
enum { FIRST_PART, MIDDLE_PART, LAST_PART, BEHIND_PART, LONG_PARTS };

struct long_memory {
	uint64_t length;
	char *at;    /* this many bytes, to the end of their last part, and one part more */
	char *parts; /* the pages of each part, once: LONG_PARTS * LONG_PART bytes of zeros */
};
struct long_memory long_memory_make(uint64_t length);
/* The byte at this offset, in `parts`. */
char *long_memory_byte(const struct long_memory *m, uint64_t offset);

#endif
