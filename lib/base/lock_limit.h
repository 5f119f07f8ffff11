/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* How much memory this process may lock, which the kernel asks of each region of memory, too. */
#ifndef VCT_LOCK_LIMIT_H
#define VCT_LOCK_LIMIT_H

#include <stdbool.h>

/*
 * False: there is no limit, or this process may lock more, as root may. A capability is not asked
 * for, because in a container it need not be the kernel's: a page is locked while the limit is 0.
 */
bool vct_lock_limit(unsigned long long *kib);

#endif
