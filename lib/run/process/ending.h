/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* From how the process of a check ended to the verdict of the check. */
#ifndef VCT_ENDING_H
#define VCT_ENDING_H

#include "starter.h"

/*
 * Between the end of a check's process and its verdict: nothing that it changed stays changed, and
 * nothing that it wrote into shared memory is believed if it cannot be true.
 */
void vct_clear_up(const struct vct_case *c, const struct vct_started *s,
		  struct vct_evidence *evidence);
/* The verdict from the way in which the process ended; its reason is written to the evidence. */
enum vct_verdict vct_verdict_of(struct vct_process p, struct vct_evidence *evidence);

#endif
