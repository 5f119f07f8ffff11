// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device that refuses QPs of one type: REFUSED="3 22" those of type 3 (UC) with errno 22. For
 * LD_PRELOAD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *init)
{
	struct ibv_qp *(*real)(struct ibv_pd *, struct ibv_qp_init_attr *);
	int type = -1, error = 0;

	sscanf(getenv("REFUSED"), "%d %d", &type, &error);
	if ((int)init->qp_type == type) {
		errno = error;
		return NULL;
	}
	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_create_qp", "IBVERBS_1.1");
	return real(pd, init);
}
