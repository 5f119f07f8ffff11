// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Checks that attack the machine that they run on, which must be a guest. harness/test_attack.py
 * has the verdict of each.
 */
#include <fcntl.h>
#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../suites/vct.h"
#include "../guest.h"

static void wait_for_ever(void)
{
	for (;;)
		pause();
}

CHECK(a_is_before_them, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
}

static bool write_to(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, text, strlen(text)) > 0;

	close(fd);
	return done;
}

/* Has the first process go on at an address where it has no program. */
static bool crash_first_process(void)
{
	struct user_regs_struct registers;
	int status;

	if (ptrace(PTRACE_ATTACH, 1, NULL, NULL) || waitpid(1, &status, __WALL) != 1 ||
	    ptrace(PTRACE_GETREGS, 1, NULL, &registers))
		return false;
	registers.rip = 0;
	registers.rsp = 0;
	registers.orig_rax = -1ull;
	return !ptrace(PTRACE_SETREGS, 1, NULL, &registers) &&
	       !ptrace(PTRACE_DETACH, 1, NULL, NULL);
}

/* Where the kernel has no such file, its first process crashes, which it does not survive either.
 */
CHECK(panics_the_kernel, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	write_to("/proc/sysrq-trigger", "c");
	SETUP(crash_first_process());
	wait_for_ever();
}

CHECK(powers_off, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	reboot(RB_POWER_OFF);
}

CHECK(kills_every_process, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	kill(-1, SIGKILL);
	wait_for_ever();
}

static void fill(const char *path)
{
	static char text[1 << 20];
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	memset(text, 1, sizeof(text));
	while (write(fd, text, sizeof(text)) > 0)
		;
	close(fd);
}

CHECK(fills_the_shared_memory, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	fill("/dev/shm/full");
}

CHECK(fills_the_temporary_files, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	fill("/tmp/full");
}

/* The disk with the results, of which VCT_FULL is a file. */
CHECK(fills_the_disk, PROMISES(STR_01))
{
	const char *path = getenv("VCT_FULL");

	ONLY_IN_A_GUEST();
	SETUP(path);
	MUST(true, "the check judges something");
	fill(path);
}

CHECK(takes_all_memory, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	for (;;) {
		char *memory = malloc(1 << 20);

		if (memory)
			memset(memory, 1, 1 << 20);
	}
}

/*
 * A child reads the kernel's log, in which nothing comes, and holds the lock of the file's position
 * meanwhile. Who wants that lock sleeps, and no signal wakes him.
 */
CHECK(waits_in_the_kernel_for_a_relative, PROMISES(STR_01))
{
	char text[1024];
	int fd;

	ONLY_IN_A_GUEST();
	fd = open("/proc/kmsg", O_RDONLY | O_CLOEXEC);
	SETUP(fd >= 0);
	MUST(true, "the check judges something");
	if (!fork()) {
		setsid();
		while (read(fd, text, sizeof(text)))
			;
	}
	usleep(200000);
	lseek(fd, 0, SEEK_SET);
	wait_for_ever();
}

static bool delete_device(uint32_t index)
{
	struct {
		struct nlmsghdr header;
		struct nlattr attr;
		uint32_t index;
	} request = {
		.header = { .nlmsg_len = sizeof(request),
			    .nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_DELLINK),
			    .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK },
		.attr = { sizeof(request.attr) + sizeof(uint32_t), RDMA_NLDEV_ATTR_DEV_INDEX },
		.index = index,
	};
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_RDMA);

	return send(fd, &request, sizeof(request), 0) > 0;
}

/*
 * Deletes the device, which has the index 0, while it has it open: the kernel waits until it is
 * closed, in the process that would close it. Since Linux 7.3 it waits for no one who has rxe open,
 * but still for one who has siw open, of which the check makes a device, the second.
 */
CHECK(waits_in_the_kernel_for_itself, PROMISES(STR_01))
{
	static int second;

	ONLY_IN_A_GUEST();
	MUST(ctx(), "the check judges something");
	SETUP(!system("rdma link add second type siw netdev lo"));
	second = open("/dev/infiniband/uverbs1", O_RDWR | O_CLOEXEC);
	SETUP(second >= 0);
	SETUP(delete_device(0));
	SETUP(delete_device(1));
	wait_for_ever();
}

CHECK(z_is_after_them, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
}
