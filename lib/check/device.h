/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The device under test: its name, the port and GID in use, and what it claims. vct_device_choose()
 * (lib/run/device/choose.h) fills it once, before the first check.
 */
#ifndef VCT_DEVICE_H
#define VCT_DEVICE_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "check.h"

/*
 * Something that was tried on the device, because no capability says whether the device can do it;
 * and the errno value with which it was refused, or 0.
 */
struct vct_try {
	vct_needs need;
	int error;
};
enum { VCT_TRIES = 14 };

struct vct_device {
	struct ibv_device *ibv; /* for ibv_open_device(); each process of a check opens its own */
	char name[64];
	char driver[32]; /* "rxe", "mlx5_core", ...; "unknown". Of the PCI function: "ice" of irdma
			  */
	char provider[32]; /* "rxe", "mlx5", "irdma": rdma-core's; "" if libibverbs has none for it
			    */
	char kernel[128];  /* uname -r */
	const char *unasked; /* why it could not be asked for what follows; NULL: it was */
	bool user_space;     /* no kernel driver: the kernel log says nothing about it */
	bool synthetic;      /* the HCA is a program; its driver is real */
	bool model;          /* and it is none of this project, but a model of its vendor */
	char rdma_core[64];  /* "44.0", or "36..58" (lib/run/device/release.h) */
	char pci[32];        /* "0000:3b:00.0"; "" if it has none */
	uint8_t port;        /* from 1 */
	uint16_t pkey_index, last_pkey; /* last_pkey: the last that holds one of a full member */
	int gid_index;
	union ibv_gid gid;
	char netdev[16];  /* the network interface of the GID; "" if it has none */
	double settle_ms; /* how long events may be late: for vct_settle_ms (event.h) */
	struct ibv_port_attr port_attr;
	struct ibv_device_attr_ex attr;
	bool iwarp;
	/* iWARP: the address at which librdmacm connects QPs, or why it cannot (else empty) */
	struct sockaddr_storage address;
	char unconnected[256];
	vct_needs tried; /* needs that vct_needs_try() found */
	struct vct_try tries[VCT_TRIES];
	uint64_t wc_flags; /* of IBV_WC_STANDARD_FLAGS, those that ibv_create_cq_ex takes */
	bool one_level;    /* the port takes no service level but 0 */
	char *facts; /* what verbs tell of it, for the record (lib/run/device/facts.h); malloc'ed */
	vct_needs faults; /* NEED_SRQ_FAULT, ...: what vct_fault_choose() found */
	/* the fault injector, one of them or none: the function of the plug-in, the command */
	const void *fault_plugin;
	const char *fault_command;
};

/* The device that this process tests. */
extern const struct vct_device *vct_dev;

/*
 * The first of `needs` that the device does not claim, or of `lacks` that it claims, as a sentence
 * for the reason of a SKIP; NULL if it fits all.
 */
const char *vct_device_misses(const struct vct_device *dev, vct_needs needs, vct_needs lacks);
#define vct_device_lacks(dev_, needs_) vct_device_misses(dev_, needs_, 0)
/* Those that the device claims; or those of which it meets the absence. */
vct_needs vct_device_meets(const struct vct_device *dev, bool absence);
/* A row of needs.h: "RESIZE", "SRQs that resize (...)", and why a check is SKIP without it. */
struct vct_need_row {
	vct_needs bit;
	bool absence; /* that the device does not claim it is needed */
	const char *name, *meaning, *lacking;
};
size_t vct_need_rows(const struct vct_need_row **rows); /* how many there are */
vct_needs vct_need_find(const char *name);              /* 0: there is none */
/* Writes the names of these needs to `text`, of `size` bytes: "SRQ RC NO-XRC". */
void vct_need_list(vct_needs needs, vct_needs lacks, char *text, size_t size);

#endif
