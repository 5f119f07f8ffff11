// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device with limits of its fabric and its machine, for LD_PRELOAD: P_KEYS="7fff 8001" are the
 * entries of its P_Key table, PORT_STATE=2 is the state of its ports, and RLIMIT_MEMLOCK limits
 * each memory region. With MLOCK=limited, it limits what mlock takes, as of a user who is not root.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int ibv_query_pkey(struct ibv_context *context, uint8_t port, int index, __be16 *pkey)
{
	char *at = getenv("P_KEYS");
	unsigned long value = 0;

	(void)context;
	(void)port;
	for (int i = 0; at && i <= index; i++)
		value = strtoul(at, &at, 16);
	*pkey = htobe16((uint16_t)(at ? value : 0xffff));
	return 0;
}

static int is_too_long(size_t length)
{
	struct rlimit limit;

	getrlimit(RLIMIT_MEMLOCK, &limit);
	errno = ENOMEM;
	return length > limit.rlim_cur;
}

int mlock(const void *addr, size_t length)
{
	return getenv("MLOCK") && is_too_long(length) ? -1 : (int)syscall(SYS_mlock, addr, length);
}

#undef ibv_reg_mr
struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	struct ibv_mr *(*real)(struct ibv_pd *, void *, size_t, int);

	if (is_too_long(length))
		return NULL;
	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_reg_mr", "IBVERBS_1.1");
	return real(pd, addr, length, access);
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

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct ibv_context *(*real)(struct ibv_device *), *context;

	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_open_device", "IBVERBS_1.1");
	context = real(device);
	if (context) {
		query_port = verbs_get_ctx(context)->query_port;
		verbs_get_ctx(context)->query_port = query_limited_port;
	}
	return context;
}
