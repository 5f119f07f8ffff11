// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Starts this program again. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/process.h"
#include "child.h"

extern char **environ;

int vct_child_run(char *const *words, const char *out)
{
	posix_spawn_file_actions_t actions;
	int status, error;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	if (out)
		posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out,
						 O_WRONLY | O_CREAT | O_TRUNC, 0644);
	error = posix_spawn(&pid, "/proc/self/exe", &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error) {
		errno = error;
		return -1;
	}
	vct_pass_signals_to(pid);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	vct_pass_signals_to(0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
