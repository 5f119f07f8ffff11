/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The values of a number by which each of its bits is seen, in both of its values: a few numbers
 * all of them; more than that the ends of their range, each bit alone, and all bits but one.
 *
 *	struct levels v = levels_of(0, 0xffffff);
 *
 *	for (size_t i = 0; i < v.n; i++)
 *		must_be_kept(v.of[i]);
 */
#ifndef VCT_LEVELS_H
#define VCT_LEVELS_H

#include <stddef.h>
#include <stdint.h>

enum { FEW_LEVELS = 33, MOST_LEVELS = 2 * 64 + 2 };

struct levels {
	size_t n;
	uint64_t of[MOST_LEVELS];
};

static inline void levels_add(struct levels *v, uint64_t least, uint64_t most, uint64_t value)
{
	if (value >= least && value <= most)
		v->of[v->n++] = value;
}

static inline struct levels levels_of(uint64_t least, uint64_t most)
{
	uint64_t ones = most ? UINT64_MAX >> __builtin_clzll(most) : 0;
	struct levels v = { .n = 0 };

	if (most - least < FEW_LEVELS) {
		for (uint64_t value = least; value <= most; value++)
			levels_add(&v, least, most, value);
		return v;
	}
	levels_add(&v, least, most, least);
	levels_add(&v, least, most, most);
	for (uint64_t bit = 1; bit & ones; bit <<= 1) {
		levels_add(&v, least, most, bit);
		levels_add(&v, least, most, ones & ~bit);
	}
	return v;
}

#endif
