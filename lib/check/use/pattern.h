/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The data of messages. No byte is 0. Each differs from the byte that the pattern has at a nearby
 * offset, a power of two away, or at the same offset for another number. So data that comes to a
 * wrong place, or from one, is not the data that is expected there.
 */
#ifndef VCT_PATTERN_H
#define VCT_PATTERN_H

#include <stdlib.h>

#include "../../base/memory.h"
#include "../judge.h"

static inline char pattern_at(size_t offset, uint64_t number)
{
	return (char)(1 + (number * 31 + offset + offset / 251 * 7) % 251);
}

/* Fills the memory, and returns it. */
static inline char *pattern(void *to, size_t n, uint64_t number)
{
	for (size_t i = 0; i < n; i++)
		((char *)to)[i] = pattern_at(i, number);
	return to;
}

/* MUST_BE_PATTERN(at, n, number): these bytes are there. */
#define MUST_BE_PATTERN(at_, n_, number_)                                                          \
	must_be_pattern(at_, n_, number_, VCT_COMPARED(#at_, "the data of the message"))
static inline void must_be_pattern(const void *at, size_t n, uint64_t number,
				   const struct vct_place *place)
{
	char *expected = pattern(vct_allocate(n + 1, 1), n, number);

	vct_must_equal_bytes(at, expected, n, place);
	free(expected);
}

#endif
