/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds complaints of the kernel in its log. */
#ifndef VCT_COMPLAINT_H
#define VCT_COMPLAINT_H

#include <stdbool.h>

/* Whether the lines contain a WARN, BUG, oops, lockdep or KASAN report or a similar message. */
bool vct_kernel_complains(const char *lines);

#endif
