// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the kernel log (/dev/kmsg), the taint flags, the boot id and the console of a guest. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "../../record/complaint.h"
#include "kernel.h"
#include "kmsg.h"

/* How long the rest of a report is waited for whose beginning is there. */
enum { REPORT_MS = 300 };

static int kmsg = -1;
static bool listening;

/* A process that is forked reads on where the others have stopped, so all count together. */
static struct vct_kmsg *records;

/* Appends the lines that are there, and returns the new length. */
static size_t drain(char *lines, size_t len, size_t size)
{
	char record[8192];
	ssize_t n;

	while (kmsg >= 0) {
		n = read(kmsg, record, sizeof(record) - 1);
		if (n < 0 && errno == EPIPE) /* records were overwritten before they were read */
			continue;
		if (n <= 0)
			break;
		record[n] = '\0';
		len += vct_kmsg_line(records, record, lines + len, size - len);
	}
	return len;
}

/* Reads what is there already: only the number of the last record says whether any are lost. */
bool vct_kernel_listen(void)
{
	listening = true;
	records = vct_share(sizeof(*records));
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	drain(NULL, 0, 0);
	records->lost = 0;
	return kmsg >= 0;
}

void vct_kernel_close(void)
{
	if (kmsg >= 0)
		close(kmsg);
	kmsg = -1;
}

const char *vct_kernel_lines(void)
{
	static char lines[65536];
	struct pollfd fd = { .fd = kmsg, .events = POLLIN };
	size_t len = drain(lines, 0, sizeof(lines));
	double until;

	if (!len) {
		lines[0] = '\0';
		return lines;
	}
	until = vct_deadline_ms(REPORT_MS);
	while (vct_kernel_report_is_open(lines) && vct_now_ms() < until) {
		poll(&fd, 1, (int)(until - vct_now_ms()) + 1);
		len = drain(lines, len, sizeof(lines));
	}
	return lines;
}

unsigned long long vct_kernel_lost(void)
{
	return records ? records->lost : 0;
}

bool vct_kernel_is_heard(void)
{
	return kmsg >= 0;
}

double vct_kernel_read_until(void)
{
	return records ? (double)records->us / 1e6 : 0;
}

/* Behind the last line whose time is not after `seconds`. */
static const char *lines_after(const char *lines, double seconds)
{
	const char *line, *next, *first = lines;
	double time;

	for (line = lines; (next = strchr(line, '\n')); line = next + 1)
		if (sscanf(line, "[%lf]", &time) == 1 && time <= seconds)
			first = next + 1;
	return first;
}

const char *vct_kernel_console(const char *path, double seconds)
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
	return lines_after(tail, seconds);
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
