/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The columns of a run with a peer: the device alone, and the pair in both directions. */
#ifndef VCT_WAYS_H
#define VCT_WAYS_H

#include "columns.h"

/*
 * Replaces each column whose checks have names with @receives and @sends by up to three: one of the
 * checks without, and one for each of both ways, whose checks have the names of those without. A
 * check that is local by nature is in the first one only. Returns the columns, whose number is `n`.
 */
struct column *vct_ways_split(struct column *columns, size_t *n);
#endif
