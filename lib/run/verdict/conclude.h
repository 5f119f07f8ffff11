/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* From what a check left to the verdict that is recorded. */
#ifndef VCT_CONCLUDE_H
#define VCT_CONCLUDE_H

#include "../resume.h"

/*
 * Finds which building block or which of two devices the verdict is due to, applies the waivers,
 * writes the verdict to the journal, and prints it.
 */
void vct_conclude(struct vct_state *state, struct vct_outcome *outcome);
/*
 * Of a resumed run: gives the check that ended the run or its kernel its verdict. It does not run
 * again.
 */
void vct_conclude_in_flight(struct vct_state *state, struct vct_earlier *earlier,
			    struct vct_evidence *evidence);

#endif
