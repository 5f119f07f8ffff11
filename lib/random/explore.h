/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Random use: runs sequences of operations, each in a process of its own, until one disagrees with
 * the model; then makes that one as short as it can be.
 */
#ifndef VCT_EXPLORE_H
#define VCT_EXPLORE_H

#include "../base/process.h"
#include "../check/judge.h"
#include "settings.h"

/*
 * Returns how the last process ended. *evidence is that of the finding, with the sequence as its
 * steps; without a finding, it is that of all sequences.
 */
struct vct_process vct_explore(const struct vct_random *random, const struct vct_case *c,
			       struct vct_evidence *evidence);

#endif
