/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Which checks do not run on a device. */
#ifndef VCT_LEFT_OUT_H
#define VCT_LEFT_OUT_H

#include "../settings.h"

/* The device under test, with the address that the case has. */
const struct vct_device *vct_device_of_case(const struct vct_run *run, const struct vct_case *c);
/*
 * Why the check does not run: what the device lacks, the library that answers in its place, or its
 * danger. NULL: it runs.
 */
const char *vct_left_out(const struct vct_run *run, const struct vct_case *c);

#endif
