/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Whether the device under test is still there: it may be unplugged, or its driver removed. */
#ifndef VCT_PRESENCE_H
#define VCT_PRESENCE_H

#include "../../base/process.h"
#include "../../check/device.h"
#include "../../check/judge.h"

/* Before the first check: the device is there. */
void vct_gone_begin(const struct vct_device *dev);
/*
 * How the device was lost during the check that left this evidence, as the end of a sentence that
 * begins with its name; NULL: it was not. A device that is in sysfs again is another one. If the
 * verbs returned EIO, ENODEV or ENXIO, the device is asked, for at most `seconds`.
 *
 * A process that could not be killed is a finding, whatever became of the device; and so is one
 * that came to its deadline, if the only sign of a loss is that the device does not answer.
 */
const char *vct_gone_how(const struct vct_device *dev, const struct vct_evidence *evidence,
			 enum vct_ending ending, double seconds);

#endif
