/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The columns of a run with a peer: the device alone, and the pair in both directions. */
#ifndef VCT_WAYS_H
#define VCT_WAYS_H

#include "columns.h"

/*
 * Replaces each column of a run with a peer by up to three columns: one of the checks on the device
 * alone, one of the checks NAME@receives, and one of the checks NAME@sends, all with the plain
 * names. A check that is local by nature is in the first column only. Returns the columns; *n is
 * their number.
 */
struct column *vct_ways_split(struct column *columns, size_t *n);
#endif
