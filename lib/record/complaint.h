/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Lines of a kernel's log that say that the kernel misbehaves. */
#ifndef VCT_COMPLAINT_H
#define VCT_COMPLAINT_H

#include <stdbool.h>

/* Is there a WARN, BUG, oops, lockdep or KASAN report (or the like) among these lines? */
bool vct_kernel_complains(const char *lines);

#endif
