/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The probe before a run: whether the device reaches itself, by a connected QP and by a datagram.
 * docs/running.md says how what the environment lacks is told apart from a fault of the device.
 */
#ifndef VCT_LOOPBACK_H
#define VCT_LOOPBACK_H

#include "probe.h"

/* With the port, the GID and the P_Key of *dev, in a process of its own, for at most `seconds`. */
void vct_loopback_try(const struct vct_device *dev, double seconds, struct vct_loopback *result);
/* Writes in three lines why no run can start: the step, the GID and its way, what to do. */
void vct_loopback_say(const struct vct_device *dev, const struct vct_loopback *result, char *text,
		      size_t size);

#endif
