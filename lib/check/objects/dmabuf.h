/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Dma-bufs of memory, for ibv_reg_dmabuf_mr. */
#ifndef VCT_DMABUF_H
#define VCT_DMABUF_H

#include <stddef.h>

/*
 * A function that libibverbs may have, because its device is in user space: returns a file
 * descriptor that the device takes for a dma-buf and that can be mapped, or -1.
 */
int verbs_cts_make_dma_buf(size_t length);

struct vct_dmabuf {
	int fd;
	char *memory; /* where the process has it */
	size_t length;
};
/* `length` bytes, whole pages, of zeros. Ends the check as SKIP if the machine cannot make one. */
struct vct_dmabuf vct_dmabuf_make(size_t length);

#endif
