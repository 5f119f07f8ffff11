// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A provider that crashes in ibv_query_srq, for LD_PRELOAD: CRASH says in which way. */
#include "preload.h"
#include <signal.h>

int provider_crashes(struct ibv_srq *srq, int depth);
static char bytes[64];
static void (*volatile ends)(void) = abort;
static int *volatile nowhere;
static void *volatile no_memory = &bytes[32];
static int (*volatile no_function)(struct ibv_srq *srq);

__attribute__((noinline)) int provider_crashes(struct ibv_srq *srq, int depth)
{
	const char *how = getenv("CRASH");
	volatile char page[4096];

	page[0] = (char)depth;
	if (!strcmp(how, "segv"))
		return *nowhere + page[0];
	if (!strcmp(how, "call"))
		return no_function(srq) + page[0];
	if (!strcmp(how, "overflow"))
		return provider_crashes(srq, depth + 1) + page[0];
	if (!strcmp(how, "free"))
		free(no_memory);
	ends();
	return page[0];
}

int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr)
{
	(void)attr;
	return provider_crashes(srq, 0) + 1;
}
