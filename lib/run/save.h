/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Writes results.xml and the reports of a run. */
#ifndef VCT_SAVE_H
#define VCT_SAVE_H

#include "state.h"

/*
 * Writes results.xml and, at the end of the run (`over`), the reports; before, only tries their
 * paths. Fills *summary. Returns 0, or a value other than 0 with the error printed on stderr.
 */
int vct_save(struct vct_state *state, struct vct_summary *summary, bool over);

#endif
