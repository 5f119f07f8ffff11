/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The evidence of a check that another process performed, as it is sent. Private to the library. */
#ifndef VCT_FAR_EVIDENCE_H
#define VCT_FAR_EVIDENCE_H

#include <stddef.h>

struct vct_evidence;

/* Fills the evidence from a payload. NULL, or why that is none, as a clause about who sent it. */
const char *vct_far_take_evidence(struct vct_evidence *evidence, const char *payload, size_t size);

#endif
