// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs a function in a process of its own: fork(), poll() on a pidfd, kill() of the group. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deadline.h"
#include "lateness.h"
#include "process.h"
#include "relatives.h"

static volatile sig_atomic_t stop_signal, refused_signal;
static volatile sig_atomic_t watched;  /* the process, and its group */
static volatile sig_atomic_t followed; /* the process that gets the signals, too */

/* The process that is watched must not stop the program; the terminal has no process. */
static void remember_signal(int signal, siginfo_t *info, void *unused)
{
	int error = errno;

	(void)unused;
	if (watched && info->si_code <= 0 && info->si_pid > 0 && getpgid(info->si_pid) == watched)
		refused_signal = signal;
	else
		stop_signal = signal;
	if (followed)
		kill(followed, signal);
	errno = error;
}

static const int stop_signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { STOP_SIGNALS = sizeof(stop_signals) / sizeof(stop_signals[0]) };

static void handle_signals(const struct sigaction *action)
{
	for (size_t i = 0; i < STOP_SIGNALS; i++)
		sigaction(stop_signals[i], action, NULL);
}

/* While it is not known yet which process is watched. */
static void handle_later(bool later)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < STOP_SIGNALS; i++)
		sigaddset(&set, stop_signals[i]);
	sigprocmask(later ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void vct_catch_signals(void)
{
	handle_signals(
		&(struct sigaction){ .sa_sigaction = remember_signal, .sa_flags = SA_SIGINFO });
}

void vct_pass_signals_to(pid_t pid)
{
	followed = pid;
	if (pid && stop_signal)
		kill(pid, stop_signal);
}

int vct_refused_signal(void)
{
	int signal = refused_signal;

	refused_signal = 0;
	return signal;
}

int vct_stop_signal(void)
{
	return stop_signal;
}

/* If the memory of the machine is used up, the kernel shall end this process and not its parent. */
static void be_the_first_to_go(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd >= 0 && write(fd, "1000", 4) < 0)
		errno = 0;
	if (fd >= 0)
		close(fd);
}

static void run_child(void (*function)(void *), void *argument, pid_t parent)
{
	const struct sigaction by_default = { .sa_handler = SIG_DFL };

	setpgid(0, 0);
	handle_signals(&by_default);
	sigaction(SIGPIPE, &by_default, NULL);
	handle_later(false);
	be_the_first_to_go();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	function(argument);
	_exit(0);
}

static bool has_ended(pid_t pid)
{
	siginfo_t info = { 0 };

	return !waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid == pid;
}

/*
 * Waits until the process has ended. False: `ms` passed, or a signal to stop if `stoppable` came,
 * before. Old kernels and valgrind have no pidfd; then it is -1, and this asks every millisecond.
 */
static bool over_within(pid_t pid, int pidfd, double ms, bool stoppable, struct vct_lateness *late)
{
	struct pollfd poll_fd = { .fd = pidfd, .events = POLLIN };
	double until = vct_now_ms() + ms;

	for (double left = ms;; left = until - vct_now_ms()) {
		int n = vct_poll_late(&poll_fd, pidfd < 0 && left > 1 ? 1 : left, late);

		if (n > 0 || (pidfd < 0 && has_ended(pid)))
			return true;
		if (left <= 0 || (stoppable && stop_signal))
			return false;
		if (n < 0 && errno != EINTR)
			return false;
	}
}

/*
 * Kills the process, which may have left its group, and its group. What keeps it in an
 * uninterruptible call may be a process that it has started. True if it is gone.
 */
static bool end(pid_t pid, int pidfd)
{
	struct vct_lateness late = { 0 };

	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	/* A process that can be killed ends at once; one in an uninterruptible verb does not. */
	if (over_within(pid, pidfd, 200 * vct_slow, false, &late))
		return true;
	vct_kill_below(pid);
	return over_within(pid, pidfd, 1800 * vct_slow, false, &late);
}

/* How often a process has the time that it may take, and for which part of that it is not followed.
 */
enum { MOST_DEADLINES = 4 };
static const double not_followed = 0.75;

/* Whether a process that may go on while progress(argument) changes ends. Counts the seconds. */
static bool over_in_time(pid_t pid, int pidfd, struct vct_process *p, double seconds,
			 unsigned long (*progress)(const void *), const void *argument)
{
	struct vct_lateness late = { 0 };
	unsigned long before = 0;
	bool over = false;

	for (int n = 0; n < MOST_DEADLINES && !over && !stop_signal; n++) {
		over = over_within(pid, pidfd, not_followed * seconds * 1e3, true, &late);
		if (!over && progress)
			before = progress(argument);
		if (!over && !stop_signal)
			over = over_within(pid, pidfd, (1 - not_followed) * seconds * 1e3, true,
					   &late);
		p->seconds += seconds;
		if (!progress || progress(argument) == before)
			break;
	}
	p->late_ms = vct_late_ms(&late);
	return over;
}

struct vct_process vct_process_follow(void (*function)(void *), void *argument, double seconds,
				      unsigned long (*progress)(const void *))
{
	struct vct_process result = { .ending = VCT_ENDED };
	pid_t parent = getpid(), pid;
	bool over;
	int status, pidfd;

	handle_later(true);
	pid = fork();
	if (pid < 0) {
		result = (struct vct_process){ .ending = VCT_UNBORN, .code = errno };
		handle_later(false);
		return result;
	}
	if (!pid)
		run_child(function, argument, parent);
	watched = pid; /* and its group, which it makes first of all */
	handle_later(false);
	pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	over = over_in_time(pid, pidfd, &result, seconds, progress, argument);
	if (!over) {
		result.ending = stop_signal ? VCT_STOPPED : VCT_LATE;
		over = end(pid, pidfd);
	}
	close(pidfd);
	watched = 0;
	if (!over) {
		result.ending = VCT_UNKILLABLE;
		return result;
	}
	kill(-pid, SIGKILL); /* processes that it has left behind in its group */
	if (waitpid(pid, &status, 0) < 0 || result.ending != VCT_ENDED)
		return result;
	if (WIFSIGNALED(status)) {
		result.ending = VCT_SIGNALED;
		result.code = WTERMSIG(status);
	} else if (WEXITSTATUS(status)) {
		result.ending = VCT_EXITED;
		result.code = WEXITSTATUS(status);
	}
	return result;
}

struct vct_process vct_process_watch(void (*function)(void *), void *argument, double seconds)
{
	return vct_process_follow(function, argument, seconds, NULL);
}

struct vct_process vct_process_retry(void (*function)(void *), void *argument, double seconds)
{
	struct vct_process p;
	unsigned int tries = 0;

	do
		p = vct_process_watch(function, argument, seconds);
	while (p.ending == VCT_LATE && vct_try_again(++tries, p.late_ms));
	return p;
}
