/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Memory that the kernel has lost: kmemleak, which kernels that watch themselves have, names the
 * process that had it allocated, and so the check.
 */
#ifndef VCT_LEAKED_H
#define VCT_LEAKED_H

#include "../../check/check.h"

/* Before the first check: forgets what was lost before. Without kmemleak, nothing will be found. */
void vct_leaks_begin(void);
/* The processes that are made from now on are of this check. */
void vct_leaks_check(const struct vct_case *c);
/*
 * After the last check: calls tell(c, lines) for each check that leaked, with the report of the
 * kernel. Memory that no check's process had allocated is told of the last check, with `lines` that
 * say so. Takes some seconds, because kmemleak reports only what is not new.
 */
void vct_leaks_find(void (*tell)(const struct vct_case *c, const char *lines));

#endif
