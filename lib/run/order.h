/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The order in which one pass runs the checks. */
#ifndef VCT_ORDER_H
#define VCT_ORDER_H

#include "../record/results.h"

/*
 * Fills `order` with the index of each case: by name or, shuffled, in the order given by the seed
 * and the pass; those that prove building blocks are the first, and those that may put the machine
 * out of order the last.
 */
void vct_make_order(const struct vct_plan *plan, unsigned int pass, size_t *order);

#endif
