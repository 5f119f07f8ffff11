/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The device under test: which one, which port and GID, and what it claims. Chosen once by the
 * runner, through the public verbs API and, for names no verb tells, sysfs.
 */
#ifndef VCT_DEVICE_H
#define VCT_DEVICE_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>

struct vct_device {
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

/*
 * Finds `name` (NULL: the only device there is), an active port (`port`, 0: the first) and a usable
 * GID (`gid_index`, -1: a RoCE v2 IPv4 one, else the first that is not zero), and asks what the
 * device claims. The asking is done by a process of its own with a deadline of `seconds`.
 * Returns 0, or -1 with one line in `error` that says what to do.
 */
int vct_device_choose(struct vct_device *dev, const char *name, int port, int gid_index,
		      double seconds, char *error, size_t size);

/* The chosen device, as each check's process opens it. */
struct ibv_device *vct_ibv_device(void);

/* Is the device still answering? For use after a TIMEOUT; same deadline, same means. */
bool vct_device_answers(const struct vct_device *dev, double seconds);

/*
 * Which of NEED_UC, NEED_RAW, NEED_NET_RAW and NEED_SEND_OPS there are: no capability tells, so QPs
 * are made. What is refused as not supported is not there; what is refused otherwise is, and its
 * checks tell.
 */
unsigned int vct_needs_tried(struct ibv_context *context, uint8_t link_layer);

/* What of `needs` the device does not claim, as a sentence; NULL: it claims all. */
const char *vct_device_lacks(const struct vct_device *dev, unsigned int needs);
/* "6.1.0-50-amd64", and whether it is asked about the device; good until the next call */
const char *vct_device_kernel(const struct vct_device *dev);
/* The name and meaning of a need ("RESIZE", "the device claims IBV_DEVICE_SRQ_RESIZE"). */
const char *vct_need_name(unsigned int need);
const char *vct_need_meaning(unsigned int need);
/* "SRQ RC" for a set of needs, in `text` */
void vct_need_list(unsigned int needs, char *text, size_t size);

#endif
