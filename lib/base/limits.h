/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the machine permits this process, beside what the device has. */
#ifndef VCT_LIMITS_H
#define VCT_LIMITS_H

#include <stdbool.h>

/*
 * How much memory it may lock, which the kernel asks of each region of memory, too. False: there is
 * no limit, or this process may lock more, as root may. A capability is not asked for, because in a
 * container it need not be the kernel's: a page is locked while the limit is 0.
 */
bool vct_lock_limit(unsigned long long *kib);

/*
 * How many objects of this device the control groups of this process permit for all of their
 * processes (rdma.max; cgroup-v2.rst, RDMA). The kernel refuses one more with EAGAIN. False: there
 * is no limit.
 */
bool vct_object_limit(const char *device, unsigned long long *objects);

#endif
