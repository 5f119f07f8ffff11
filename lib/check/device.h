/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The device under test: which one, which port and GID, and what it claims. The runner fills it
 * once, before the first check (lib/run/choose.h).
 */
#ifndef VCT_DEVICE_H
#define VCT_DEVICE_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>

struct vct_device {
	struct ibv_device *ibv; /* for ibv_open_device(); each process of a check opens its own */
	char name[64];
	char driver[32];    /* "rxe", "mlx5_core"; "unknown" where nothing tells */
	char kernel[128];   /* uname -r */
	bool user_space;    /* no kernel drives it: what the kernel says is not about it */
	char rdma_core[64]; /* "44.0", from the name of the libibverbs in use */
	uint8_t port;       /* 1.. */
	int gid_index;
	union ibv_gid gid;
	struct ibv_port_attr port_attr;
	struct ibv_device_attr_ex attr;
	bool iwarp;
	unsigned int tried;  /* what vct_needs_tried found */
	unsigned int faults; /* NEED_SRQ_FAULT and so on: what vct_fault_choose found */
};

extern const struct vct_device *vct_dev; /* the one that this process tests */

/* What of `needs` the device does not claim, as a sentence; NULL: it claims all. */
const char *vct_device_lacks(const struct vct_device *dev, unsigned int needs);
/* The name and meaning of a need ("RESIZE", "the device claims IBV_DEVICE_SRQ_RESIZE"). */
const char *vct_need_name(unsigned int need);
const char *vct_need_meaning(unsigned int need);
/* "SRQ RC" for a set of needs, in `text` */
void vct_need_list(unsigned int needs, char *text, size_t size);

#endif
