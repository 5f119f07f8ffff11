/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A kernel that this project builds (fixtures/guest/uml). It names the files of Linux that were
 * edited so that it runs; other kernels have the host on which they were built there. A module
 * rdma_rxe that this project builds for a stock kernel (fixtures/guest/rxe-module) names them in
 * its version.
 */
#ifndef VCT_OWN_KERNEL_H
#define VCT_OWN_KERNEL_H

/* "arch/um/Kconfig,arch/um/kernel/tlb.c"; "" of any other kernel. */
const char *vct_own_kernel(void);

/*
 * The first of these files that is not of User-Mode Linux itself, the machine in place of a
 * processor, but of what a run judges; NULL: there is none.
 */
const char *vct_edit_of_what_is_judged(const char *own);

#endif
