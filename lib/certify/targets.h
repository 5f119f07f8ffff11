/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a certification runs on: every port that is ACTIVE, with a GID of each of its types. */
#ifndef VCT_TARGETS_H
#define VCT_TARGETS_H

#include <stdbool.h>
#include <stddef.h>

struct vct_target {
	unsigned int port;
	int gid_index;
	char kind[32]; /* "RoCE v2, IPv4" */
};

/*
 * Finds them in the facts, lines NAME TAB VALUE. Leaves out GIDs of network interfaces that are not
 * up. Returns how many there are, at most `most`.
 */
size_t vct_targets_find(const char *facts, bool (*is_up)(const char *netdev),
			struct vct_target *targets, size_t most);

#endif
