/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What the kernel keeps of a check: its objects of the device (PDs, CQs, QPs, ...), which must be
 * gone once the check's processes have ended, whatever the check released before.
 */
#ifndef VCT_KERNEL_OBJECTS_H
#define VCT_KERNEL_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

/* Before a check: counts the objects of the device, as `rdma resource show` does. */
void vct_kernel_objects_count(const char *device);
/*
 * After it: true if the kernel still has more objects, after waiting for them; `text`, of `size`
 * bytes, lists how many more: "1 qp, 2 cq". False, too, if they cannot be counted.
 */
bool vct_kernel_objects_left(const char *device, char *text, size_t size);
/* For the process of a check, which must not read what the kernel answers the run. */
void vct_kernel_objects_close(void);

#endif
