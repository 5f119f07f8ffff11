// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The order in which one pass runs the checks. */
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "order.h"

/* Checks that prove building blocks run before those that may be built on them. */
static void provers_first(const struct vct_plan *plan, size_t *order)
{
	size_t at = 0;

	for (int block = BLOCK_NONE + 1; block < BLOCKS; block++)
		for (size_t i = at; i < plan->n_cases; i++) {
			size_t prover = order[i];

			if (plan->cases[prover].proves != (enum vct_block)block)
				continue;
			memmove(order + at + 1, order + at, (i - at) * sizeof(*order));
			order[at++] = prover;
		}
}

/* What may end the kernel ends nothing but itself if it is the last. */
static void destructive_last(const struct vct_plan *plan, size_t *order)
{
	size_t *rest = vct_allocate(plan->n_cases, sizeof(*rest)), n = 0, at = 0;

	for (size_t i = 0; i < plan->n_cases; i++)
		if (plan->cases[order[i]].danger == DANGER_DESTRUCTIVE)
			rest[n++] = order[i];
		else
			order[at++] = order[i];
	memcpy(order + at, rest, n * sizeof(*rest));
	free(rest);
}

void vct_make_order(const struct vct_plan *plan, unsigned int pass, size_t *order)
{
	unsigned short state[3] = { (unsigned short)plan->seed, (unsigned short)(plan->seed >> 16),
				    (unsigned short)pass };

	for (size_t i = 0; i < plan->n_cases; i++)
		order[i] = i;
	for (size_t i = plan->n_cases; plan->shuffle && i > 1; i--) {
		size_t j = (size_t)(erand48(state) * (double)i), swap = order[i - 1];

		order[i - 1] = order[j];
		order[j] = swap;
	}
	destructive_last(plan, order);
	provers_first(plan, order);
}
