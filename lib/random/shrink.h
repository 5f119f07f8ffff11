/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Makes a sequence that disagrees with the model as short and as simple as it can be. */
#ifndef VCT_SHRINK_H
#define VCT_SHRINK_H

#include "attempt.h"

/*
 * Makes attempts->sequence, which disagreed with the model as *how says, as short as it can be
 * while it disagrees in the same thing. Takes at most `seconds` (before vct_slow). Returns how many
 * steps of the sequence had done something before.
 */
unsigned int vct_shrink(struct vct_attempts *attempts, const struct vct_disagreement *how,
			double seconds);

#endif
