// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs a function in a process of its own: fork(), poll() on a pidfd, kill() of the group. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deadline.h"
#include "process.h"

static volatile sig_atomic_t stop_signal;

static void remember_signal(int signal)
{
	stop_signal = signal;
}

static void handle_signals(void (*handler)(int))
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = handler };

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &action, NULL);
}

void vct_catch_signals(void)
{
	handle_signals(remember_signal);
}

int vct_stop_signal(void)
{
	return stop_signal;
}

static void run_child(void (*function)(void *), void *argument, pid_t parent)
{
	setpgid(0, 0);
	handle_signals(SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	function(argument);
	_exit(0);
}

/* Waits until the process has ended. False: the deadline, or a signal to stop if `stoppable`, came
 * before. */
static bool over_by(int pidfd, double until, bool stoppable)
{
	struct pollfd poll_fd = { .fd = pidfd, .events = POLLIN };

	for (;;) {
		double left = until - vct_now_ms();
		int n = poll(&poll_fd, 1, left > 0 ? (int)left + 1 : 0);

		if (n > 0)
			return true;
		if (left <= 0 || (stoppable && stop_signal))
			return false;
		if (n < 0 && errno != EINTR)
			return false;
	}
}

struct vct_process vct_process_watch(void (*function)(void *), void *argument, double seconds)
{
	struct vct_process result = { .ending = VCT_ENDED };
	double until = vct_now_ms() + seconds * 1e3;
	pid_t parent = getpid(), pid = fork();
	bool over;
	int status, pidfd;

	if (pid < 0)
		return (struct vct_process){ .ending = VCT_EXITED, .code = 127 };
	if (!pid)
		run_child(function, argument, parent);
	setpgid(pid, pid);
	pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	over = over_by(pidfd, until, true);
	if (!over) {
		result.ending = stop_signal ? VCT_STOPPED : VCT_LATE;
		kill(-pid, SIGKILL);
		/* A process that can be killed ends at once; one in an uninterruptible verb does
		 * not. */
		over = over_by(pidfd, vct_now_ms() + 2000 * vct_slow, false);
	}
	close(pidfd);
	if (!over) {
		result.ending = VCT_UNKILLABLE;
		return result;
	}
	kill(-pid, SIGKILL); /* processes that it has left behind in its group */
	if (waitpid(pid, &status, 0) < 0 || result.ending != VCT_ENDED)
		return result;
	if (WIFSIGNALED(status))
		result = (struct vct_process){ VCT_SIGNALED, WTERMSIG(status) };
	else if (WEXITSTATUS(status))
		result = (struct vct_process){ VCT_EXITED, WEXITSTATUS(status) };
	return result;
}

bool vct_process_run(void (*function)(void *), void *argument, double seconds)
{
	enum vct_ending ending = vct_process_watch(function, argument, seconds).ending;

	return ending != VCT_LATE && ending != VCT_UNKILLABLE;
}
