// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Checks that are red on a machine that is late as long as the file LATE is there
 * (harness/preload/late.c). harness/test_late.py runs them.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../../suites/vct.h"

enum { WAIT_MS = 300 };

static const char *late(void)
{
	return getenv("LATE") ? getenv("LATE") : "";
}

static void wait_in_vain(void)
{
	double until = vct_deadline_ms(WAIT_MS);

	while (vct_wait_on(until))
		;
}

CHECK(never_comes, PROMISES(STR_01))
{
	wait_in_vain();
	MUST(false, "it comes before its deadline");
}

/* It ends what makes the machine late, so that it is green when it runs again. */
CHECK(comes_on_a_calm_machine, PROMISES(STR_01))
{
	bool comes = access(late(), F_OK);

	if (!comes) {
		wait_in_vain();
		SETUP(!unlink(late()));
	}
	MUST(comes, "it comes before its deadline");
}

/* A kernel on a machine that is late says so, too: once, for the calm machine is told that it is.
 */
CHECK(kernel_stalls, PROMISES(STR_01))
{
	static const char said[] =
		"<2>watchdog: BUG: soft lockup - CPU#0 stuck for 29s! [rxe0:1]\n";

	if (!access(late(), F_OK)) {
		int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

		SETUP(write(fd, said, strlen(said)) > 0);
		close(fd);
		wait_in_vain();
		SETUP(!unlink(late()));
	}
	MUST(true, "it holds");
}

CHECK(makes_the_machine_late, PROMISES(STR_01))
{
	int fd = open(late(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	SETUP(fd >= 0);
	close(fd);
	wait_in_vain();
	SETUP(!unlink(late()));
	MUST(false, "it comes before its deadline");
}

CHECK(does_not_wait, PROMISES(STR_01))
{
	usleep(WAIT_MS * 1000);
	MUST(false, "what does not rest on time is promised");
}

/* With --deadline 3: as on a machine that gives it little time. Each call returns. */
static void call_for(double seconds)
{
	double until = vct_now_ms() + seconds * 1e3;

	while (vct_now_ms() < until) {
		struct ibv_pd *pd = vct_alloc_pd(ctx());

		SETUP(pd && !vct_dealloc_pd(pd));
		usleep(20000);
	}
	MUST(true, "its calls return");
}

CHECK(goes_on_behind_its_deadline, PROMISES(STR_01))
{
	call_for(7.5);
}

CHECK(goes_on_without_end, PROMISES(STR_01))
{
	call_for(3600);
}
