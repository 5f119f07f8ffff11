// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Checks that power their guest off. harness/test_guest.py runs them, in guests only. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/reboot.h>
#include <unistd.h>

#include "../../../suites/vct.h"
#include "../guest.h"

/* The kernel writes the line to its log and to the console. */
static void log_line(const char *line)
{
	int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	SETUP(fd >= 0);
	SETUP(write(fd, line, strlen(line)) == (ssize_t)strlen(line));
	close(fd);
}

CHECK(a_before, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
}

CHECK(b_powers_off, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	reboot(RB_POWER_OFF);
}

CHECK(c_between, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	log_line("<1>c_between was here\n");
	MUST(true, "the check judges something");
}

CHECK(d_powers_off_too, PROMISES(STR_01))
{
	ONLY_IN_A_GUEST();
	log_line("<1>d_powers_off_too was here\n");
	MUST(true, "the check judges something");
	reboot(RB_POWER_OFF);
}

CHECK(e_after, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
}
