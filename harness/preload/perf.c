// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A CPU that counts instructions, for LD_PRELOAD: perf_event_open(2) gives a counter that knows how
 * many were executed. A call of ibv_post_srq_recv takes 200, and 50 for each WR; to read the
 * counter takes 30. PERF="EACCES" is a kernel that refuses, PERF="broken" a counter that cannot be
 * read.
 */
#include "preload.h"
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <sys/syscall.h>

enum { CALL = 200, WR = 50, READ = 30 };

static int counter = -1;
static uint64_t count;
static int (*post)(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);

static int counted(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	count += CALL;
	for (struct ibv_recv_wr *w = wr; w; w = w->next)
		count += WR;
	return post(srq, wr, bad);
}

OPENED(context)
{
	post = context->ops.post_srq_recv;
	context->ops.post_srq_recv = counted;
}

/* Only instructions of user space, of the calling thread on any CPU. */
static long open_counter(const struct perf_event_attr *attr, pid_t pid, int cpu)
{
	const char *what = getenv("PERF");

	if (attr->type != PERF_TYPE_HARDWARE || attr->config != PERF_COUNT_HW_INSTRUCTIONS ||
	    !attr->exclude_kernel || pid || cpu != -1) {
		errno = ENOENT;
		return -1;
	}
	if (what && !strcmp(what, "EACCES")) {
		errno = EACCES;
		return -1;
	}
	counter = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return counter;
}

long syscall(long number, ...)
{
	long a[6];
	va_list args;

	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	if (number == SYS_perf_event_open)
		return open_counter((const void *)a[0], (pid_t)a[1], (int)a[2]);
	return NEXT(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

ssize_t read(int fd, void *buffer, size_t size)
{
	const char *what = getenv("PERF");

	if (fd != counter || fd < 0 || size != sizeof(count))
		return NEXT(read)(fd, buffer, size);
	if (what && !strcmp(what, "broken"))
		return 0;
	memcpy(buffer, &count, sizeof(count));
	count += READ;
	return sizeof(count);
}
