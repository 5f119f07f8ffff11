// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* fork(), and ibv_fork_init. A check runs in a process that has registered no memory before. */
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../vct.h"

enum { ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };

CHECK(init_succeeds_or_tells_why, PROMISES(FRK_01))
{
	int ret = vct_fork_init();

	if (ret)
		MUST_REFUSE_WITH_ERRNO(ret);
	else
		MUST_SUCCEED(vct_fork_init());
}

CHECK(init_after_a_registration, PROMISES(FRK_03, FRK_01))
{
	int status = (int)vct_is_fork_initialized(), ret;

	region_make(0, PAGE, 0);
	ret = vct_fork_init();
	RECORD("it returns %s", vct_errno_text(ret));
	JUDGING(FRK_01);
	if (ret)
		MUST_REFUSE_WITH_ERRNO(ret);
	JUDGING(FRK_03);
	if (status == IBV_FORK_DISABLED)
		MUST_EQ(ret, EINVAL);
	else
		MUST(!ret || ret == EINVAL, "ibv_fork_init returns 0 or EINVAL; it returned %s",
		     vct_errno_text(ret));
}

CHECK(status_before_and_after, PROMISES(FRK_04, FRK_05, FRK_06))
{
	int before = (int)vct_is_fork_initialized(), ret = vct_fork_init();
	int after = (int)vct_is_fork_initialized();

	JUDGING(FRK_04);
	MUST(before == IBV_FORK_DISABLED || before == IBV_FORK_ENABLED ||
		     before == IBV_FORK_UNNEEDED,
	     "ibv_is_fork_initialized returns one of its three values; it returned %d",
	     (int)before);
	RECORD("it is %s", before == IBV_FORK_UNNEEDED ? "not needed" : "needed");
	JUDGING(FRK_06);
	MUST_EQ(NAMED("1 if ibv_is_fork_initialized returned IBV_FORK_UNNEEDED after "
		      "ibv_fork_init",
		      after == IBV_FORK_UNNEEDED),
		before == IBV_FORK_UNNEEDED);
	JUDGING(FRK_05);
	MUST(ret || after == IBV_FORK_ENABLED || after == IBV_FORK_UNNEEDED,
	     "after ibv_fork_init forks are enabled or need nothing; ibv_is_fork_initialized "
	     "returned %d",
	     (int)after);
}

/* A child that lives until it is told to end: its copy of the memory exists meanwhile. */
static pid_t child_that_waits(int *told)
{
	int ends[2];
	pid_t pid;
	char byte;

	SETUP(!pipe(ends));
	pid = fork();
	SETUP(pid >= 0);
	if (!pid) {
		close(ends[1]);
		_exit(read(ends[0], &byte, 1) == 1 ? 1 : 0);
	}
	close(ends[0]);
	*told = ends[1];
	return pid;
}

/* Who writes first to a page that both processes have gets a copy, unless something prevents it. */
CHECK(what_is_registered_stays_the_parents, PROMISES(FRK_02), .needs = NEED_RC)
{
	struct link l;
	struct ibv_mr *mr;
	pid_t child;
	int told;

	SETUP(!vct_fork_init());
	l = remote_link();
	mr = region_make(0, PAGES * PAGE, ALL);
	slots_mr();
	child = child_that_waits(&told);
	for (int round = 0; round < 3; round++)
		for (unsigned int page = 0; page < PAGES; page++) {
			uint64_t at = (uintptr_t)pages() + page * PAGE;

			pattern(pages() + page * PAGE, PAGE, (unsigned int)round * PAGES + page);
			MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, at + 64);
			MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, at + PAGE - 64);
			MUST_BE_PATTERN(pages() + page * PAGE, 64,
					(unsigned int)round * PAGES + page);
		}
	close(told);
	SETUP(waitpid(child, NULL, 0) == child);
}

CHECK(what_is_deregistered_is_inherited, PROMISES(FRK_07))
{
	struct ibv_mr *mr;
	int status;
	pid_t child;

	SETUP(!vct_fork_init());
	mr = region_make(0, PAGES * PAGE, ALL);
	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	child = fork();
	SETUP(child >= 0);
	if (!child) /* it fails with ENOMEM where nothing is mapped */
		_exit(msync(pages(), PAGES * PAGE, MS_ASYNC) ? errno : 0);
	SETUP(waitpid(child, &status, 0) == child && WIFEXITED(status));
	MUST_EQ(NAMED("errno of msync in a child, 0 if it has the memory", WEXITSTATUS(status)), 0);
}
