// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Tries to register memory: the kernel refuses it with ENOMEM above RLIMIT_MEMLOCK. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>

#include "../../base/limits.h"
#include "../../check/meaning.h"
#include "memlock.h"

/* A check registers 80 KiB, and the queues that it makes are locked besides. */
enum { TRIED = 1 << 20 };

static int register_memory(struct ibv_context *context, void *memory)
{
	struct ibv_pd *pd = ibv_alloc_pd(context);
	struct ibv_mr *mr;
	int error;

	if (!pd)
		return 0;
	errno = 0;
	mr = ibv_reg_mr(pd, memory, TRIED, IBV_ACCESS_LOCAL_WRITE);
	error = mr ? 0 : errno;
	if (mr)
		ibv_dereg_mr(mr);
	ibv_dealloc_pd(pd);
	return error;
}

int vct_memlock_try(struct ibv_context *context, char *error, size_t size)
{
	void *memory =
		mmap(NULL, TRIED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned long long kib;
	int refused;

	if (memory == MAP_FAILED)
		return 0;
	refused = register_memory(context, memory);
	munmap(memory, TRIED);
	if (refused != ENOMEM || !vct_lock_limit(&kib))
		return 0;
	snprintf(error, size,
		 "this process may lock only %llu KiB of memory, and ibv_reg_mr of %d KiB returned "
		 "ENOMEM: look at: %s",
		 kib, TRIED / 1024, vct_meaning_in("ibv_reg_mr: ENOMEM")->look);
	return -1;
}
