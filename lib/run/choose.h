/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Chooses the device under test, its port and its GID, and queries what it claims: with public
 * verbs and, for names that no verb returns, from sysfs.
 */
#ifndef VCT_CHOOSE_H
#define VCT_CHOOSE_H

#include "../check/device.h"

/*
 * Fills *dev. `name`: the device; NULL: the only one. `port`: 0 for the first active port.
 * `gid_index`: -1 for the best GID: RoCE v2 with IPv4, else RoCE v2, else the first that is not
 * zero. The device is queried in a process of its own with a deadline of `seconds`. Returns 0, or
 * -1 with one line in `error`, of `size` bytes, that says what to do.
 */
int vct_device_choose(struct vct_device *dev, const char *name, int port, int gid_index,
		      double seconds, char *error, size_t size);

/* True if the device still answers the same queries. For use after a TIMEOUT. */
bool vct_device_answers(const struct vct_device *dev, double seconds);

/* "6.1.0-50-amd64", with a note if the device is in user space; valid until the next call. */
const char *vct_device_kernel(const struct vct_device *dev);

#endif
