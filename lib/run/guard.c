// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The process that a person starts; the run is its child. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/exit.h"
#include "../base/process.h"
#include "../base/relatives.h"
#include "guard.h"
#include "resume.h"

/* How far the record has come; 0: there is none. */
static off_t recorded(const struct vct_run *run)
{
	char *path = vct_journal_path(run);
	struct stat st = { 0 };
	int failed = path ? stat(path, &st) : fstat(run->memory, &st);

	free(path);
	return failed ? 0 : st.st_size;
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

/* True in the process that is to run; elsewhere *status is how that process ended. */
static bool is_run(int *status)
{
	pid_t guard = getpid(), pid = fork();

	if (pid < 0) {
		fprintf(stderr, "verbs-cts: cannot start the run: %s\n", strerror(errno));
		exit(VCT_USAGE);
	}
	if (pid) {
		*status = await(pid);
		vct_pass_signals_to(0);
		vct_end_relatives();
		return false;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != guard)
		_exit(VCT_INCOMPLETE);
	vct_adopt();
	return true;
}

int vct_run_guarded(struct vct_run *run)
{
	off_t before = 0, now;
	int status = 0;

	run->memory = memfd_create("journal", MFD_CLOEXEC);
	signal(SIGPIPE, SIG_IGN); /* that nobody reads its output does not end a run unrecorded */
	vct_adopt();
	fflush(NULL);
	while (!is_run(&status)) {
		if (WIFEXITED(status))
			return WEXITSTATUS(status);
		now = recorded(run);
		fprintf(stderr, "verbs-cts: the process of the run was ended by signal %d (%s)\n",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
		if (vct_stop_signal() || now <= before) {
			fputs("verbs-cts: incomplete\n", stderr);
			return VCT_INCOMPLETE;
		}
		before = now;
		run->resume = true;
		run->ended_by = WTERMSIG(status);
	}
	return vct_run(run);
}
