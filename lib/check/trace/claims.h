/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a device and its ports say of themselves: the members of their structures, as tables. */
#ifndef VCT_CLAIMS_H
#define VCT_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>

struct vct_claim {
	const char *name;
	size_t at, size; /* in bytes */
	bool hex;        /* a set of flags, an id or a GUID: for a reader in hexadecimal digits */
	bool free;       /* a number of objects: some drivers tell how many are free now */
};

/*
 * The numbers in struct ibv_device_attr, struct ibv_device_attr_ex without its first member
 * orig_attr, and struct ibv_port_attr. Each table ends with one of which the name is NULL.
 */
extern const struct vct_claim vct_device_claims[], vct_device_ex_claims[], vct_port_claims[];

/*
 * Whether two answers agree in it. A number of objects may change from one answer to the next, but
 * both have one: the memory of the second was filled with bytes `fill` before.
 */
bool vct_claim_agrees(const struct vct_claim *claim, const void *first, const void *second,
		      int fill);

#endif
