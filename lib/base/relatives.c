// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds processes by their parents, which /proc knows, and kills them. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "deadline.h"
#include "relatives.h"

struct relation {
	pid_t pid, parent;
	bool below;
};

static pid_t spared;

void vct_spare(pid_t pid)
{
	spared = pid;
}

void vct_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* "123 (its name) S 122 ...": the name may contain anything. */
static pid_t parent_of(const char *pid)
{
	char path[64], text[512];
	const char *after_name;
	ssize_t n;
	int fd, parent = 0;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	after_name = strrchr(text, ')');
	return after_name && sscanf(after_name + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

/* All processes, or NULL. */
static struct relation *read_relations(size_t *n)
{
	struct relation *all = NULL;
	DIR *proc = opendir("/proc");
	const struct dirent *entry;

	*n = 0;
	/* cppcheck-suppress readdirCalled ; no other thread has this stream */
	while (proc && (entry = readdir(proc))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		all = vct_grow(all, *n, sizeof(*all));
		all[(*n)++] =
			(struct relation){ atoi(entry->d_name), parent_of(entry->d_name), false };
	}
	if (proc)
		closedir(proc);
	return all;
}

static bool is_below(const struct relation *all, size_t n, pid_t parent, pid_t pid)
{
	if (parent == pid)
		return true;
	for (size_t i = 0; i < n; i++)
		if (all[i].below && all[i].pid == parent)
			return true;
	return false;
}

unsigned int vct_kill_below(pid_t pid)
{
	size_t n;
	struct relation *all = read_relations(&n);
	unsigned int killed = 0;
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < n; i++) {
			if (all[i].below || all[i].pid == spared ||
			    !is_below(all, n, all[i].parent, pid))
				continue;
			all[i].below = more = true;
			killed += !kill(all[i].pid, SIGKILL);
		}
	}
	free(all);
	return killed;
}

/* Takes leave of those that have ended. True if any are left. */
static bool any_left(void)
{
	pid_t pid;

	do {
		pid = waitpid(-1, NULL, WNOHANG | __WALL);
	} while (pid > 0);
	return !pid;
}

unsigned int vct_end_relatives(void)
{
	static unsigned int stay; /* cannot be killed: they were waited for before */
	unsigned int killed = 0, n;
	double until = 0;

	while (any_left()) {
		if (!until)
			until = vct_deadline_ms(2000);
		n = vct_kill_below(getpid());
		if (n > killed)
			killed = n;
		if (n <= stay || vct_now_ms() > until) {
			stay = n;
			break;
		}
		usleep(1000);
	}
	return killed > stay ? killed - stay : 0;
}
