/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The record of a run whose device cannot be asked what it is. */
#ifndef VCT_RECORD_WITHOUT_DEVICE_H
#define VCT_RECORD_WITHOUT_DEVICE_H

#include "settings.h"

/*
 * To be called in a guest before the device is asked what it is: writes a results.xml without a
 * verdict, which is what is left if the guest dies of the question. A run that is resumed has a
 * results.xml already. Returns 0, or -1 with the error on stderr.
 */
int vct_before_asking(struct vct_run *run, struct vct_device *dev);
/* To be called after the device has answered: removes that results.xml. */
void vct_after_asking(const struct vct_run *run);
/*
 * To be called if the device crashed or hung when it was asked, as run->plan.dev->unasked says.
 * Records that, with what a resumed run has recorded before. Returns the exit code.
 */
int vct_run_unasked(struct vct_run *run);

#endif
