// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Starts a program and waits for it. */
#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "process.h"

extern char **environ;

int vct_child_run(const char *program, char *const *words, int in, int out, int error)
{
	const int streams[] = { in, out, error };
	posix_spawn_file_actions_t actions;
	int status = 0, failed;
	pid_t pid, ended;

	posix_spawn_file_actions_init(&actions);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (streams[fd] >= 0)
			posix_spawn_file_actions_adddup2(&actions, streams[fd], fd);
	failed = posix_spawnp(&pid, program, &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (failed) {
		errno = failed;
		return -1;
	}
	vct_pass_signals_to(pid);
	do {
		ended = waitpid(pid, &status, 0);
	} while (ended < 0 && errno == EINTR);
	vct_pass_signals_to(0);
	errno = 0;
	return ended == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
