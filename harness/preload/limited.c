// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device with limits of its fabric and its machine, for LD_PRELOAD: P_KEYS="7fff 8001" are the
 * entries of its P_Key table, PORT_STATE=2 is the state of its ports, and RLIMIT_MEMLOCK limits
 * the memory regions of a process. With MLOCK=limited, it limits what mlock takes, as of a user who
 * is not root.
 */
#include "preload.h"
#include <endian.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

int ibv_query_pkey(struct ibv_context *context, uint8_t port, int index, __be16 *pkey)
{
	char *at = getenv("P_KEYS");
	unsigned long value = 0;

	if (!at)
		return NEXT_VERB(ibv_query_pkey)(context, port, index, pkey);
	for (int i = 0; *at && i <= index; i++)
		value = strtoul(at, &at, 16);
	*pkey = htobe16((uint16_t)value);
	return 0;
}

static int is_too_long(size_t length)
{
	struct rlimit limit;

	getrlimit(RLIMIT_MEMLOCK, &limit);
	errno = ENOMEM;
	return length > limit.rlim_cur;
}

static size_t locked; /* by regions */

int mlock(const void *addr, size_t length)
{
	return getenv("MLOCK") && is_too_long(length) ? -1 : (int)syscall(SYS_mlock, addr, length);
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
				unsigned int access)
{
	struct ibv_mr *mr;

	if (is_too_long(locked + length))
		return NULL;
	mr = NEXT(ibv_reg_mr_iova2)(pd, addr, length, iova, access);
	locked += mr ? length : 0;
	return mr;
}

#undef ibv_reg_mr
struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	return ibv_reg_mr_iova2(pd, addr, length, (uintptr_t)addr, (unsigned int)access);
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
	size_t length = mr->length;
	int ret = NEXT_VERB(ibv_dereg_mr)(mr);

	locked -= ret ? 0 : length;
	return ret;
}

static int (*query_port)(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr,
			 size_t size);

static int query_limited_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr,
			      size_t size)
{
	int ret = query_port(context, port, attr, size);

	if (!ret && getenv("PORT_STATE"))
		attr->state = (enum ibv_port_state)atoi(getenv("PORT_STATE"));
	return ret;
}

OPENED(context)
{
	query_port = verbs_get_ctx(context)->query_port;
	verbs_get_ctx(context)->query_port = query_limited_port;
}
