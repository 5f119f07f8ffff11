/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Chooses the device under test, its port, its GID and its P_Key, and queries what it claims: with
 * public verbs and, for what no verb returns, from sysfs.
 */
#ifndef VCT_CHOOSE_H
#define VCT_CHOOSE_H

#include "../../check/device.h"

/* What the command line says of the device. */
struct vct_wish {
	const char
		*device;  /* its name, PCI address, GUID or network interface; NULL: the only one */
	int port;         /* 0: the first that is ACTIVE */
	int gid_index;    /* -1: the best (addressing.h) */
	int pkey_index;   /* -1: the first with full membership */
	double settle_ms; /* below 0: 0 for software devices, 50 for hardware */
};
#define VCT_WISH_DEFAULT                                                                           \
	{                                                                                          \
		.gid_index = -1, .pkey_index = -1, .settle_ms = -1                                 \
	}

/* Fills what is known of the device without asking it. Returns 0, or -1 with a line in `error`. */
int vct_device_name(struct vct_device *dev, const struct vct_wish *wish, char *error, size_t size);
/*
 * Fills *dev. The device is queried in a process of its own with a deadline of `seconds`. Returns
 * 0, or -1 with one line in `error`, of `size` bytes, that says what to do. If the process crashed
 * or hung, dev->unasked says so, too, and what is known without asking is filled.
 */
int vct_device_choose(struct vct_device *dev, const struct vct_wish *wish, double seconds,
		      char *error, size_t size);

/* True if the device still answers the same queries, and its port is ACTIVE. */
bool vct_device_answers(const struct vct_device *dev, double seconds);

/* "6.1.0-50-amd64", with a note if the device is in user space; valid until the next call. */
const char *vct_device_kernel(const struct vct_device *dev);

#endif
