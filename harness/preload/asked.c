// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * For LD_PRELOAD: a device that crashes, hangs, exits or ends its guest when it is opened:
 * ASKED=crash, hang, exit or power-off; or that cannot be opened: ASKED=13, the errno value. After
 * ASKED_AFTER openings.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/reboot.h>
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
	const char *how = getenv("ASKED"), *after = getenv("ASKED_AFTER");

	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_open_device", "IBVERBS_1.1");
	if (!how || (*opened)++ < (after ? atoi(after) : 0))
		return real(device);
	errno = atoi(how);
	if (errno)
		return NULL;
	if (!strcmp(how, "crash"))
		raise(SIGSEGV);
	else if (!strcmp(how, "exit"))
		_exit(0);
	else if (!strcmp(how, "power-off"))
		reboot(RB_POWER_OFF);
	for (;;)
		pause();
}
