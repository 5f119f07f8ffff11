/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Which device is tested, on which port and GID, and what it claims: asked through the public verbs
 * API and, for names that no verb tells, sysfs.
 */
#ifndef VCT_CHOOSE_H
#define VCT_CHOOSE_H

#include "../check/device.h"

/*
 * Finds `name` (NULL: the only device there is), an active port (`port`, 0: the first) and a usable
 * GID (`gid_index`, -1: a RoCE v2 IPv4 one, else the first that is not zero), and asks what the
 * device claims. The asking is done by a process of its own with a deadline of `seconds`.
 * Returns 0, or -1 with one line in `error` that says what to do.
 */
int vct_device_choose(struct vct_device *dev, const char *name, int port, int gid_index,
		      double seconds, char *error, size_t size);

/* Is the device still answering? For use after a TIMEOUT; same deadline, same means. */
bool vct_device_answers(const struct vct_device *dev, double seconds);

/* "6.1.0-50-amd64", and whether it is asked about the device; good until the next call */
const char *vct_device_kernel(const struct vct_device *dev);

#endif
