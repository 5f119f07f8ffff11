// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * For LD_PRELOAD: a device that crashes, hangs, exits or ends its guest when it is opened:
 * ASKED=crash, hang, exit or power-off; or that cannot be opened: ASKED=13, the errno value. After
 * ASKED_AFTER openings.
 */
#include "preload.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/reboot.h>

static int *opened; /* shared with the processes of the checks */

static void __attribute__((constructor)) share(void)
{
	opened = mmap(NULL, sizeof(*opened), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	const char *how = getenv("ASKED"), *after = getenv("ASKED_AFTER");

	if (!how || (*opened)++ < (after ? atoi(after) : 0))
		return NEXT_VERB(ibv_open_device)(device);
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
