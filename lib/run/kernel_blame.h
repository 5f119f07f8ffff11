/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Which kernel complaints are charged to the check that runs. */
#ifndef VCT_KERNEL_BLAME_H
#define VCT_KERNEL_BLAME_H

#include "../record/results.h"

/*
 * True if the kernel complained: in a guest of whatever it may be; on a host of the device, its
 * driver or the RDMA core. `gained` are the taint flags that the kernel has gained; they count on a
 * host only if the log cannot be read. Notes complaints that do not count.
 */
bool vct_kernel_is_to_blame(const char *lines, unsigned long gained);

#endif
