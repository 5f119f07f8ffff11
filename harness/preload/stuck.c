// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* For LD_PRELOAD: a device that can be opened and queried once, and hangs when opened again. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

struct ibv_context;
struct ibv_device;

static int *opened; /* shared with the processes of the checks */

static void __attribute__((constructor)) share(void)
{
	opened = mmap(NULL, sizeof(*opened), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct ibv_context *(*real)(struct ibv_device *);

	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_open_device", "IBVERBS_1.1");
	while ((*opened)++)
		pause();
	return real(device);
}
