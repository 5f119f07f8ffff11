/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Whether what a check's process left in the memory that it shares with the runner can be true. */
#ifndef VCT_EVIDENCE_VALID_H
#define VCT_EVIDENCE_VALID_H

#include "judge.h"

/*
 * A process that went astray may have written anything into its evidence. Returns what cannot be
 * true of it ("its verdict"), or NULL if nothing is wrong: then the runner can read all of it.
 */
const char *vct_evidence_error(const struct vct_evidence *e);

#endif
