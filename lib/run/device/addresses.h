/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The addresses of a device that a run takes in turn (run --each): each type of GID, each path MTU,
 * each port and each P_Key that can be used now. An address is a column (check.h), whose name says
 * what it is, whatever its index: "gid-v2-ipv4", "mtu-1024", "port-2", "pkey-8001".
 */
#ifndef VCT_ADDRESSES_H
#define VCT_ADDRESSES_H

#include <stdio.h>

#include "../../check/device.h"

/* "gid,mtu", "gid*mtu": the columns of each, or those of each combination. NULL: it is right. */
const char *vct_each_wrong(const char *each);
/*
 * Finds the columns of the device, in a process of its own with a deadline of `seconds`. Returns
 * their number, or -1 with one line in `error`. They are there until the program ends.
 */
int vct_each_find(const struct vct_device *dev, const char *each, double seconds,
		  const struct vct_column **columns, char *error, size_t size);
/* A line NAME TAB VALUE for the facts of the run, for each column that was found. */
void vct_each_facts(FILE *f);

#endif
