/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Which device is to blame for what a check found whose links were apart. */
#ifndef VCT_WHICH_DEVICE_H
#define VCT_WHICH_DEVICE_H

#include "../state.h"

/*
 * If the outcome is of such a check, and it failed or was broken: performs the check on each device
 * alone, and adds to the reason which device fails it alone, too.
 */
void vct_blame(struct vct_state *state, struct vct_outcome *o);

#endif
