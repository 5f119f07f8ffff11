/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Short measurements of one point after the other, in one process. */
#ifndef BENCH_BLOCK_H
#define BENCH_BLOCK_H

#include "plan.h"

struct bench_block;

/* It ends as a check does if a verb fails, as the measurement does. */
struct bench_block *bench_block_make(const struct bench_point *point,
				     const struct bench_machine *machine, unsigned int seed);
/* Measures for about `ns`; returns the time per WR in ns. */
double bench_block_measure(struct bench_block *block, double ns);
/* The same, of the floor of the point; of the harness: of the minimal loop. */
double bench_block_floor(struct bench_block *block, double ns);

#endif
