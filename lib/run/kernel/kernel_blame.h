/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* For which complaints of the kernel the check that runs is to blame. */
#ifndef VCT_KERNEL_BLAME_H
#define VCT_KERNEL_BLAME_H

#include "../settings.h"

/*
 * True if the kernel complained: in a guest of whatever it may be; on a host of the device, its
 * driver or the RDMA core. `gained` are the taint flags that the kernel has gained; they count on a
 * host only if the log cannot be read. Complaints that do not count are noted in the evidence.
 */
bool vct_kernel_is_to_blame(const struct vct_run *run, const char *lines, unsigned long gained,
			    struct vct_evidence *evidence);

#endif
