// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Checks that write into the kernel log, or change the device or its port. harness/test_host.py
 * runs them, in guests only. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../suites/vct.h"
#include "../guest.h"

CHECK(may_wedge_it, PROMISES(STR_01), .danger = DANGER_DESTRUCTIVE)
{
	MUST(true, "the check judges something");
}

CHECK(is_to_be_refused, PROMISES(STR_01), .danger = DANGER_REFUSED)
{
	MUST(true, "the check judges something");
}

static const struct report {
	struct vct_row vct_row;
	const char *lines[6];
} reports[] = {
	{ ROW("of-the-device"),
	  { "------------[ cut here ]------------\n",
	    "WARNING: CPU: 0 PID: 7 at drivers/base/core.c:1 device_del+0x1/0x2\n",
	    "Modules linked in: siw\n", "RIP: 0010:rxe_post_recv+0x1/0x2 [rdma_rxe]\n",
	    "---[ end trace 0000000000000000 ]---\n" } },
	{ ROW("of-another"),
	  { "------------[ cut here ]------------\n",
	    "WARNING: CPU: 0 PID: 7 at fs/btrfs/inode.c:1 btrfs_put+0x1/0x2\n",
	    "Modules linked in: rdma_rxe ib_uverbs\n", "RIP: 0010:btrfs_put+0x1/0x2 [btrfs]\n",
	    "---[ end trace 0000000000000000 ]---\n", "rxe0: nothing to worry about\n" } },
	{ ROW("in-this-program"), { "BUG: soft lockup - CPU#3 stuck for 22s! [self-cts:1234]\n" } },
	{ ROW("fault-of-the-adapter"), { "mlx9_core rxe0: rcfw timedout: cookie = 0x1\n" } },
	{ ROW("fault-of-another-adapter"), { "mlx9_core rxe01: rcfw timedout: cookie = 0x1\n" } },
	{ ROW("corrected"), { "rxe0: PCIe Bus Error: severity=Corrected, type=Physical Layer\n" } },
	{ ROW("refused-command"),
	  { "mlx9_core rxe0: cmd_out_err: CREATE_QP failed, status bad parameter(0x3)\n" } },
};

CHECK_ROWS(is_logged, reports, PROMISES(STR_01))
{
	int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	for (const char *const *line = row->lines; line < row->lines + 6 && *line; line++)
		SETUP(write(fd, *line, strlen(*line)) > 0);
	close(fd);
}

CHECK(floods_the_log, PROMISES(STR_01))
{
	static char line[900];
	int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	memset(line, 'x', sizeof(line) - 1);
	for (int i = 0; i < 1000; i++)
		SETUP(write(fd, line, sizeof(line)) > 0);
	close(fd);
}

static bool port_is_active(void)
{
	struct ibv_port_attr attr;

	SETUP(!ibv_query_port(ctx(), vct_dev->port, &attr));
	return attr.state == IBV_PORT_ACTIVE;
}

/* The first execution sets the port down; the test sets it up again. */
CHECK(the_port_flaps, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	if (access("/tmp/flapped", F_OK))
		SETUP(!system("ip link set vct0 down; touch /tmp/flapped"));
	MUST(port_is_active(), "the check judges something");
}

/* Sets the port down and up, and fails. */
CHECK(the_port_flaps_unseen, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(port_is_active(), "the check judges something");
	if (!access("/tmp/flapped-unseen", F_OK))
		return;
	SETUP(!system("touch /tmp/flapped-unseen; ip link set vct0 down; ip link set vct0 up"));
	MUST(false, "the check judges something");
}

CHECK(the_port_goes_down, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	SETUP(!system("ip link set vct0 down"));
	MUST(port_is_active(), "the check judges something");
}

/* Its first execution removes the device; the test makes it again. */
CHECK(the_device_is_removed, PROMISES(STR_01))
{
	struct ibv_pd *own;

	ONLY_IN_A_GUEST();
	own = pd();
	if (access("/tmp/removed", F_OK))
		SETUP(!system("touch /tmp/removed; rdma link delete rxe0"));
	MUST_MAKE(vct_reg_mr(own, pages(), PAGE, 0));
}

CHECK(the_run_goes_on, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
}
