// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads small files, locks files, and removes folders. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "deadline.h"
#include "file.h"

enum { LOOK_US = 10000 };

bool vct_first_line(const char *path, char *line, size_t size)
{
	FILE *f = fopen(path, "re");

	if (!f || !fgets(line, (int)size, f))
		line[0] = '\0';
	if (f)
		fclose(f);
	line[strcspn(line, "\n")] = '\0';
	return line[0] != '\0';
}

bool vct_names_file(const char *path, int fd)
{
	struct stat named, open;

	return !stat(path, &named) && !fstat(fd, &open) && named.st_ino == open.st_ino &&
	       named.st_dev == open.st_dev;
}

int vct_open_locked(const char *path, int flags, double ms)
{
	double until = vct_now_ms() + ms;
	bool locked; /* by another process */
	int fd;

	for (;;) {
		fd = open(path, flags | O_CLOEXEC, 0644);
		if (fd < 0)
			return -1;
		/* not every file system has locks */
		locked = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
		if (!locked && vct_names_file(path, fd))
			return fd;
		close(fd);
		if (locked && vct_now_ms() > until) {
			errno = EWOULDBLOCK;
			return -1;
		}
		usleep(LOOK_US);
	}
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

void vct_remove_folder(const char *path)
{
	nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
