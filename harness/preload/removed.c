// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device that is removed while a program uses it, for LD_PRELOAD: from the opening of number
 * REMOVED_AT on, all verbs that open, make, change or query something return EIO, and the next
 * opening finds no device. With REMOVED_FILE it is there again once that file exists.
 */
#include "preload.h"
#include <sys/mman.h>

static int *openings; /* shared with the processes of the checks */

static void __attribute__((constructor)) share(void)
{
	openings = mmap(NULL, sizeof(*openings), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
}

static int is_removed(void)
{
	const char *at = getenv("REMOVED_AT"), *file = getenv("REMOVED_FILE");

	return at && *openings >= atoi(at) && !(file && !access(file, F_OK));
}

#define FAIL_IF_REMOVED(failure_)                                                                  \
	do {                                                                                       \
		if (is_removed()) {                                                                \
			errno = EIO;                                                               \
			return failure_;                                                           \
		}                                                                                  \
	} while (0)

struct ibv_device **ibv_get_device_list(int *n)
{
	if (!is_removed())
		return NEXT_VERB(ibv_get_device_list)(n);
	if (n)
		*n = 0;
	return calloc(1, sizeof(struct ibv_device *));
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	if (is_removed()) {
		errno = ENODEV;
		return NULL;
	}
	++*openings;
	return NEXT_VERB(ibv_open_device)(device);
}

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
	FAIL_IF_REMOVED(NULL);
	return NEXT_VERB(ibv_alloc_pd)(context);
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe, void *cq_context,
			     struct ibv_comp_channel *channel, int comp_vector)
{
	FAIL_IF_REMOVED(NULL);
	return NEXT_VERB(ibv_create_cq)(context, cqe, cq_context, channel, comp_vector);
}

struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *init)
{
	FAIL_IF_REMOVED(NULL);
	return NEXT_VERB(ibv_create_srq)(pd, init);
}

int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	FAIL_IF_REMOVED(EIO);
	return NEXT_VERB(ibv_query_device)(context, attr);
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	FAIL_IF_REMOVED(EIO);
	return NEXT_VERB(ibv_modify_qp)(qp, attr, mask);
}
