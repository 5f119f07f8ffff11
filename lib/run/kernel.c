// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the kernel log (/dev/kmsg), the taint flags, the boot id and the console of a guest. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel.h"

static int kmsg = -1;
static bool listening;

bool vct_kernel_listen(void)
{
	listening = true;
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (kmsg >= 0)
		lseek(kmsg, 0, SEEK_END);
	return kmsg >= 0;
}

/* Makes "[seconds] text" of "priority,sequence,microseconds,flags;text\n key=value\n...". */
static size_t format(char *record, char *out, size_t room)
{
	char *text = strchr(record, ';'), *end;
	unsigned long long us;

	if (!text || sscanf(record, "%*u,%*u,%llu", &us) != 1)
		return 0;
	end = strchr(++text, '\n');
	if (end)
		*end = '\0';
	return (size_t)snprintf(out, room, "[%5llu.%06llu] %s\n", us / 1000000, us % 1000000, text);
}

const char *vct_kernel_lines(void)
{
	static char lines[65536];
	char record[8192];
	size_t len = 0;
	ssize_t n;

	lines[0] = '\0';
	while (kmsg >= 0) {
		n = read(kmsg, record, sizeof(record) - 1);
		if (n < 0 && errno == EPIPE) /* records were overwritten before they were read */
			continue;
		if (n <= 0)
			break;
		record[n] = '\0';
		if (len + (size_t)n + 32 < sizeof(lines))
			len += format(record, lines + len, sizeof(lines) - len);
	}
	return lines;
}

const char *vct_kernel_console(const char *path)
{
	static char tail[16384];
	FILE *f = path ? fopen(path, "re") : NULL;
	size_t n;

	tail[0] = '\0';
	if (!f)
		return tail;
	if (fseek(f, -(long)(sizeof(tail) - 2), SEEK_END))
		rewind(f);
	n = fread(tail, 1, sizeof(tail) - 2, f);
	fclose(f);
	if (n && tail[n - 1] != '\n')
		tail[n++] = '\n';
	tail[n] = '\0';
	return tail;
}

unsigned long vct_kernel_taint(void)
{
	/* bad page, machine check, oops, warning, soft lockup (admin-guide/tainted-kernels.rst) */
	const unsigned long faults = 1 << 5 | 1 << 4 | VCT_TAINT_DIE | VCT_TAINT_WARN | 1 << 14;
	static int fd = -1;
	char line[32];
	ssize_t n;

	if (!listening)
		return 0;
	if (fd < 0)
		fd = open("/proc/sys/kernel/tainted", O_RDONLY | O_CLOEXEC);
	n = pread(fd, line, sizeof(line) - 1, 0);
	line[n > 0 ? n : 0] = '\0';
	return strtoul(line, NULL, 10) & faults;
}

const char *vct_kernel_boot_id(void)
{
	static char id[64];
	FILE *f;

	if (!listening)
		return "none";
	if (id[0])
		return id;
	f = fopen("/proc/sys/kernel/random/boot_id", "re");
	if (!f || fscanf(f, "%63s", id) != 1)
		snprintf(id, sizeof(id), "unknown");
	if (f)
		fclose(f);
	return id;
}
