/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Requests for memory that fail in the kernel, for checks with NEED_STARVE: the kernel has fault
 * injection (CONFIG_FAULT_INJECTION, CONFIG_FAILSLAB); failslab, and fail_page_alloc and
 * fail_usercopy where the kernel has them, are set up so that only requests of its RDMA code fail,
 * and also those that may wait. fixtures/guest/starve --nth sets them up.
 */
#ifndef VCT_STARVE_H
#define VCT_STARVE_H

#include <stdbool.h>

/* For the runner: whether the kernel is set up so. */
bool vct_starve_is_set_up(void);

/*
 * The nth request from now on that this thread causes in the kernel fails, from 1 on, and no other.
 * Copies from and to the program's memory count, too, where the kernel can let them fail.
 */
void starve_nth(unsigned int nth);
/* From now on none fails; returns whether one has failed. */
bool starve_nth_ends(void);

/* One of the next n requests of any thread of the kernel or of a program fails, and no other. */
void starve_one_of(unsigned int n);
bool starve_one_of_ends(void);

#endif
