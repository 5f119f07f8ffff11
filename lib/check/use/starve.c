// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Documentation/fault-injection/fault-injection.rst describes these files. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../judge.h"
#include "starve.h"

#define FAILSLAB "/sys/kernel/debug/failslab/"
#define FAIL_NTH "/proc/thread-self/fail-nth"

/* The value that a file of one line has: false if it cannot be read. */
static bool read_line(const char *path, char *line, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, line, size - 1);

	if (fd >= 0)
		close(fd);
	line[n > 0 ? n : 0] = '\0';
	return n > 0;
}

static void write_line(const char *path, unsigned int value)
{
	char line[16];
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int n = snprintf(line, sizeof(line), "%u", value);
	bool written = fd >= 0 && write(fd, line, (size_t)n) == n;

	if (fd >= 0)
		close(fd);
	SETUP(written);
}

/* A kind of failure that the kernel has not is not asked. */
static bool is_filtered(const char *require_start)
{
	char line[32];

	return !read_line(require_start, line, sizeof(line)) || strtoull(line, NULL, 0);
}

bool vct_starve_is_set_up(void)
{
	char line[32];

	return !access(FAIL_NTH, W_OK) &&
	       is_filtered("/sys/kernel/debug/fail_usercopy/require-start") &&
	       is_filtered("/sys/kernel/debug/fail_page_alloc/require-start") &&
	       read_line(FAILSLAB "ignore-gfp-wait", line, sizeof(line)) && line[0] == 'N' &&
	       read_line(FAILSLAB "require-start", line, sizeof(line)) && strtoull(line, NULL, 0);
}

void starve_nth(unsigned int nth)
{
	write_line(FAIL_NTH, nth);
}

bool starve_nth_ends(void)
{
	char line[32];
	bool read = read_line(FAIL_NTH, line, sizeof(line));

	write_line(FAIL_NTH, 0);
	SETUP(read);
	return !strtoull(line, NULL, 0);
}

void starve_one_of(unsigned int n)
{
	write_line(FAILSLAB "interval", n);
	write_line(FAILSLAB "times", 1);
	write_line(FAILSLAB "probability", 100);
}

bool starve_one_of_ends(void)
{
	char line[32];
	bool read;

	write_line(FAILSLAB "probability", 0);
	read = read_line(FAILSLAB "times", line, sizeof(line));
	SETUP(read);
	return !strtoll(line, NULL, 0);
}
