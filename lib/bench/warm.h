/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The memory of a queue in use is in the page tables and caches; that of a new queue may not be.
 * rxe and siw map it from the kernel, and in User-Mode Linux the first access to each page takes as
 * long as a thousand WRs.
 */
#ifndef BENCH_WARM_H
#define BENCH_WARM_H

/* Touches the rings of this process' SRQs, if the rings of the device are known to be memory. */
void bench_warm_rings(void);

#endif
