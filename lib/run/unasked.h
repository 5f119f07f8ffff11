/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The record of a run whose device cannot be asked what it is. */
#ifndef VCT_UNASKED_H
#define VCT_UNASKED_H

#include "settings.h"

/*
 * In a guest, before run->plan.dev is asked: leaves a results.xml without a verdict, which stays if
 * the guest does not survive that. A run that is resumed has one. Returns 0, or -1 with the error
 * on stderr.
 */
int vct_before_asking(struct vct_run *run, struct vct_device *dev);
/* Removes it. */
void vct_after_asking(const struct vct_run *run);
/*
 * The device crashed or hung when it was asked, as run->plan.dev->unasked says: records that, and
 * what a resumed run has recorded before. Returns the exit code.
 */
int vct_run_unasked(struct vct_run *run);

#endif
