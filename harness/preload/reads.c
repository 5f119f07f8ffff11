// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * For LD_PRELOAD: kills the first process that reads the kernel log with a parent which has read it
 * already, in the middle of its reading.
 */
#include "preload.h"
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>

ssize_t read(int fd, void *memory, size_t size)
{
	static pid_t first;
	char link[32] = "/proc/self/fd/", path[32] = "";
	ssize_t n = syscall(SYS_read, fd, memory, size);

	for (int digits = fd < 10 ? 1 : fd < 100 ? 2 : 3, i = digits; i; i--, fd /= 10)
		link[14 + i - 1] = (char)('0' + fd % 10);
	if (readlink(link, path, sizeof(path) - 1) < 0 || strcmp(path, "/dev/kmsg"))
		return n;
	if (!first)
		first = getpid();
	/* only the first process can make it */
	if (first != getpid() && !mkdir("/tmp/reader-killed", 0700))
		raise(SIGKILL);
	return n;
}
