// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the processes of the checks in a process that the run tells what to do. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/relatives.h"
#include "../../check/crash.h"
#include "../../check/trace/track.h"
#include "starter.h"

/* How often the run looks whether a check has stopped the starter. */
enum { LOOK_MS = 200 };
/* Of memory, in bytes. */
enum { TOUCHED = 32768 };

struct answer {
	struct vct_started started;
	int stop; /* the signal that told the starter to stop; 0: none */
};

static void (*call)(void *);
static pid_t starter;
static int channel = -1;

/*
 * In User-Mode Linux a process has the pages of shared memory that its parent had; each other one
 * costs as much as several system calls. A check writes its calls here.
 */
static void touch(const struct vct_evidence *evidence)
{
	size_t page = (size_t)getpagesize();

	for (size_t at = 0; at < offsetof(struct vct_evidence, verbs) + TOUCHED; at += page)
		(void)((const volatile char *)evidence)[at];
}

/* The process of a check has no business with the channel of the run. */
static void run_alone(void *order)
{
	close(channel);
	call(order);
}

static _Noreturn void serve(void)
{
	struct answer answer;
	struct vct_order order;
	ssize_t n;

	while ((n = recv(channel, &order, sizeof(order), 0)) > 0 || (n < 0 && errno == EINTR)) {
		if (n != sizeof(order))
			continue;
		touch(order.evidence);
		vct_trace_learn_rate();
		answer.started = vct_start_here(run_alone, order);
		answer.stop = vct_stop_signal();
		if (send(channel, &answer, sizeof(answer), 0) != sizeof(answer))
			break;
	}
	_exit(0);
}

static void be_the_starter(pid_t run, int end, int other_end, int journal)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != run)
		_exit(0);
	vct_adopt();
	close(other_end);
	close(journal);
	channel = end;
	vct_crash_watch();
	serve();
}

void vct_starter_begin(void (*function)(void *), int journal)
{
	pid_t run = getpid();
	int ends[2];

	call = function;
	fflush(NULL);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return;
	starter = fork();
	if (!starter)
		be_the_starter(run, ends[1], ends[0], journal);
	close(ends[1]);
	channel = ends[0];
	if (starter < 0) {
		starter = 0;
		close(channel);
		return;
	}
	vct_spare(starter);
	vct_pass_signals_to(starter);
}

void vct_starter_end(void)
{
	if (!starter)
		return;
	vct_pass_signals_to(0);
	close(channel);
	waitpid(starter, NULL, 0);
	vct_spare(0);
	starter = 0;
}

/* As the starter ended. The guard of the run finds the verdict of the check from that. */
static _Noreturn void end_alike(int status)
{
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL;
	sigset_t only;

	signal(number, SIG_DFL);
	sigemptyset(&only);
	sigaddset(&only, number);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
	raise(number);
	kill(getpid(), SIGKILL);
	abort();
}

/* A check may have stopped the starter, or ended it. */
static void look_after(void)
{
	int status;

	if (waitpid(starter, &status, WNOHANG | WUNTRACED) != starter)
		return;
	if (!WIFSTOPPED(status))
		end_alike(status);
	if (WSTOPSIG(status) == SIGSTOP)
		kill(starter, SIGCONT);
}

static struct answer await(void)
{
	struct pollfd fd = { .fd = channel, .events = POLLIN };
	struct answer answer;

	for (;;) {
		if (poll(&fd, 1, LOOK_MS) > 0 &&
		    recv(channel, &answer, sizeof(answer), MSG_DONTWAIT) == sizeof(answer))
			return answer;
		look_after();
	}
}

struct vct_started vct_started_here(struct vct_process process)
{
	struct vct_started s = { .process = process };

	s.left = vct_end_relatives();
	s.refused = vct_refused_signal();
	return s;
}

/* Another number after each call that the check has made. */
static unsigned long calls(const void *the_order)
{
	const struct vct_evidence *e = ((const struct vct_order *)the_order)->evidence;

	return e->verbs_lost * sizeof(e->verbs) + e->verbs_len;
}

struct vct_started vct_start_here(void (*function)(void *), struct vct_order order)
{
	return vct_started_here(vct_process_follow(function, &order, order.seconds, calls));
}

struct vct_started vct_start(struct vct_order order)
{
	struct answer answer;

	if (!starter)
		return vct_start_here(call, order);
	order.journal = -1; /* the starter has closed it */
	while (send(channel, &order, sizeof(order), MSG_NOSIGNAL) != sizeof(order))
		look_after();
	answer = await();
	if (answer.stop && !vct_stop_signal())
		raise(answer.stop);
	return answer.started;
}
