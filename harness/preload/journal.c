// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* For LD_PRELOAD: a file system that never takes back the room of a journal. */
#include "preload.h"
#include <sys/stat.h>
#include <sys/syscall.h>

int ftruncate(int fd, off_t length)
{
	char link[32], path[4096] = "";
	struct stat file;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (readlink(link, path, sizeof(path) - 1) < 0 || !strstr(path, ".journal") ||
	    fstat(fd, &file) || !file.st_blocks)
		return (int)syscall(SYS_ftruncate, fd, length);
	errno = EIO;
	return -1;
}
