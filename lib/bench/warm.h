/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A queue that is used for long has its memory in the page tables and caches; one that was made
 * anew may not: rxe and siw map theirs from the kernel, and under User-Mode Linux the first touch
 * of each page costs as much as a thousand WRs.
 */
#ifndef BENCH_WARM_H
#define BENCH_WARM_H

/* Touches the rings of this process' SRQs, where the device is one whose rings are known to be
 * memory. */
void bench_warm_rings(void);

#endif
