/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Makes a sequence that disagrees with the model as short and as simple as it can be. */
#ifndef VCT_SHRINK_H
#define VCT_SHRINK_H

#include "attempt.h"

/*
 * Replaces attempts->sequence, which disagreed as *how says, by the shortest that disagrees in the
 * same thing, for at most `seconds` (before vct_slow). Returns how many steps of the sequence had
 * done something.
 */
unsigned int vct_shrink(struct vct_attempts *attempts, const struct vct_disagreement *how,
			double seconds);

#endif
