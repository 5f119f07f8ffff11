// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A check whose objects the kernel keeps, as a driver would that loses a reference: a process that
 * is no relative of the check, and listens at VCT_KEEPER, gets its descriptor of the device.
 */
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../../suites/vct.h"

static bool give_away(int given, const char *path)
{
	struct sockaddr_un keeper = { .sun_family = AF_UNIX };
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} rights = { .header = { .cmsg_len = CMSG_LEN(sizeof(int)),
				 .cmsg_level = SOL_SOCKET,
				 .cmsg_type = SCM_RIGHTS } };
	char byte = 0;
	struct iovec data = { &byte, 1 };
	struct msghdr message = { .msg_iov = &data,
				  .msg_iovlen = 1,
				  .msg_control = &rights,
				  .msg_controllen = sizeof(rights.room) };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(keeper.sun_path, sizeof(keeper.sun_path), "%s", path);
	memcpy(CMSG_DATA(&rights.header), &given, sizeof(given));
	if (connect(fd, (const struct sockaddr *)&keeper, sizeof(keeper)) ||
	    sendmsg(fd, &message, 0) != 1)
		return false;
	return read(fd, &byte, 1) == 1; /* the keeper has it */
}

static void leave_objects(void)
{
	struct ibv_context *context = ibv_open_device(vct_dev->ibv);

	SETUP(context);
	SETUP(ibv_alloc_pd(context));
	for (int i = 0; i < 2; i++)
		SETUP(ibv_create_cq(context, 1, NULL, NULL, 0));
	if (getenv("VCT_KEEPER"))
		SETUP(give_away(context->cmd_fd, getenv("VCT_KEEPER")));
}

CHECK(leaves_objects, PROMISES(STR_01))
{
	MUST(ctx(), "the check judges something");
	leave_objects();
}

CHECK(leaves_objects_and_crashes, PROMISES(STR_01))
{
	MUST(ctx(), "the check judges something");
	leave_objects();
	abort();
}

/* What kmemleak would report of a driver that loses memory. */
CHECK(leaks_memory, PROMISES(STR_01))
{
	FILE *f = fopen(getenv("VCT_KMEMLEAK") ?: "", "ae");

	SETUP(f);
	MUST(true, "the check judges something");
	fprintf(f,
		"unreferenced object 0x6180a000 (size 64):\n"
		"  comm \"self-cts\", pid %d, jiffies 4294937310\n"
		"  backtrace (crc 0):\n"
		"    rxe_create_srq+0x10/0x20\n",
		getpid());
	fclose(f);
}

/* What the kernel uml-debug does wrong on request (fixtures/guest/uml-debug). */
CHECK(makes_the_kernel_leak, PROMISES(STR_01))
{
	FILE *f = fopen("/sys/kernel/debug/verbs-cts-wrong", "we");

	SETUP(f && fputs("leak", f) >= 0);
	MUST(!fclose(f), "the check judges something");
}

CHECK(z_leaves_none, PROMISES(STR_01))
{
	MUST(ctx(), "the check judges something");
}
