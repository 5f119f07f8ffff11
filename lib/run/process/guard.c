// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The process that a person starts, its child, the guard, and the guard's child, the run. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/exit.h"
#include "../../base/process.h"
#include "../../base/relatives.h"
#include "guard.h"

/* How far the record has come; 0: there is none. */
static off_t recorded(const struct vct_run *run)
{
	struct stat st;

	return fstat(run->journal, &st) ? 0 : st.st_size;
}

/* Waits until the run has ended. A check may have stopped it, but a terminal stops both. */
static int await(pid_t pid)
{
	int status;

	vct_pass_signals_to(pid);
	for (;;) {
		pid_t ended = waitpid(pid, &status, WUNTRACED);

		if (ended < 0 && errno != EINTR) {
			fprintf(stderr, "verbs-cts: cannot wait for the process of the run: %s\n",
				strerror(errno));
			return W_EXITCODE(VCT_INCOMPLETE, 0);
		}
		if (ended == pid && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP)
			kill(pid, SIGCONT);
		else if (ended == pid && !WIFSTOPPED(status))
			return status;
	}
}

/*
 * True in a new process, which ends with this one; in this one false, and *status is how the new
 * one ended.
 */
static bool is_new_process(int *status)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0) {
		fprintf(stderr, "verbs-cts: cannot start the run: %s\n", strerror(errno));
		exit(VCT_USAGE);
	}
	if (pid) {
		*status = await(pid);
		vct_pass_signals_to(0);
		return false;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(VCT_INCOMPLETE);
	vct_adopt();
	return true;
}

static void say_how_it_ended(int status)
{
	fprintf(stderr, "verbs-cts: the process of the run was ended by signal %d (%s)\n",
		WTERMSIG(status), strsignal(WTERMSIG(status)));
}

static int incomplete(void)
{
	fputs("verbs-cts: incomplete\n", stderr);
	return VCT_INCOMPLETE;
}

/* The guard: the run is its child, and whatever else is below it a check has left behind. */
static int guard(struct vct_run *run)
{
	off_t before = 0, now;
	int status = 0;

	while (!is_new_process(&status)) {
		vct_end_relatives();
		if (WIFEXITED(status))
			return WEXITSTATUS(status);
		now = recorded(run);
		say_how_it_ended(status);
		if (vct_stop_signal() || now <= before)
			return incomplete();
		before = now;
		run->resume = true;
		run->ended_by = WTERMSIG(status);
	}
	return vct_run(run);
}

/*
 * The process that was started may have children that are none of the run's: a shell that has begun
 * other commands may have become this program. So the guard is a process of its own.
 */
int vct_run_guarded(struct vct_run *run)
{
	int status = 0;

	signal(SIGPIPE, SIG_IGN); /* that nobody reads its output does not end a run unrecorded */
	fflush(NULL);
	if (is_new_process(&status))
		return guard(run);
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	say_how_it_ended(status);
	return incomplete();
}
