/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The waivers of a run, as they are read (waiver.h) and compared with the versions that run
 * (version.h). */
#ifndef VCT_WAIVER_LIST_H
#define VCT_WAIVER_LIST_H

#include "../../check/judge.h"

struct vct_waiver {
	/* As in the file. NULL if not given; seen, url, expires and reason always are. */
	char *check, *promise, *seen, *sometimes, *unreleased;
	char *driver, *core, *link_layer, *vendor, *part;
	char *kernel_from, *kernel_to, *fw_from, *fw_to, *rdma_core_from, *rdma_core_to;
	char *mended; /* since when it has ended, and by which commit */
	char *url, *expires, *reason;
	/* That it holds for another version only (version.h); NULL: it holds, or another device has
	 * it */
	char *unread;
	enum vct_verdict verdict;
	bool expired;
};

struct vct_waivers {
	struct vct_waiver *list;
	size_t n;
	struct vct_waiver *others; /* of other devices, as the peer may be, or of other versions */
	size_t n_others;
};

#endif
