// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Asks the kernel by RDMA netlink which processes have protection domains on a device. */
#include <errno.h>
#include <rdma/rdma_netlink.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <linux/netlink.h>

#include "users.h"

enum { MOST = 64, PATIENCE_S = 2 };

struct search {
	const char *device; /* whose index is wanted */
	int64_t index;      /* -1: not found */
	struct {
		uint32_t pid; /* 0: a part of the kernel, or a process of another namespace */
		char name[32];
	} users[MOST];
	size_t n;
};

static size_t padded(size_t length)
{
	return (length + NLA_ALIGNTO - 1) & ~((size_t)NLA_ALIGNTO - 1);
}

/* The next attribute of type `type` from *at on, which is moved behind it; NULL: there is none. */
static const struct nlattr *next(const char **at, const char *end, int type)
{
	while (end - *at >= (long)sizeof(struct nlattr)) {
		const struct nlattr *a = (const void *)*at;

		if (a->nla_len < sizeof(*a) || a->nla_len > end - *at)
			return NULL;
		*at += padded(a->nla_len) < (size_t)(end - *at) ? padded(a->nla_len)
								: (size_t)(end - *at);
		if ((a->nla_type & NLA_TYPE_MASK) == type)
			return a;
	}
	return NULL;
}

static const char *begin(const struct nlattr *a)
{
	return (const char *)(a + 1);
}

static const char *end_of(const struct nlattr *a)
{
	return (const char *)a + a->nla_len;
}

static uint32_t number(const struct nlattr *a)
{
	uint32_t value = 0;

	if (a && a->nla_len >= sizeof(*a) + sizeof(value))
		memcpy(&value, begin(a), sizeof(value));
	return value;
}

static const struct nlattr *first(const char *at, const char *end, int type)
{
	return next(&at, end, type);
}

static void heed_device(struct search *s, const char *at, const char *end)
{
	const struct nlattr *name = first(at, end, RDMA_NLDEV_ATTR_DEV_NAME);
	const struct nlattr *index = first(at, end, RDMA_NLDEV_ATTR_DEV_INDEX);

	if (name && index && !strcmp(begin(name), s->device))
		s->index = number(index);
}

static bool is_everywhere(const char *part_of_kernel)
{
	return !strcmp(part_of_kernel, "ib_core") || !strcmp(part_of_kernel, "ib_ipoib");
}

static void name_process(char *name, size_t size, uint32_t pid)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%u/comm", pid);
	f = fopen(path, "re");
	if (!f || !fgets(name, (int)size, f))
		snprintf(name, size, "unknown");
	if (f)
		fclose(f);
	name[strcspn(name, "\n")] = '\0';
}

static void add_user(struct search *s, const struct nlattr *entry)
{
	uint32_t pid = number(first(begin(entry), end_of(entry), RDMA_NLDEV_ATTR_RES_PID));
	const struct nlattr *part =
		first(begin(entry), end_of(entry), RDMA_NLDEV_ATTR_RES_KERN_NAME);
	char name[32] = "a process in a container";

	if (part && is_everywhere(begin(part)))
		return;
	if (part)
		snprintf(name, sizeof(name), "%.31s", begin(part));
	else if (pid)
		name_process(name, sizeof(name), pid);
	for (size_t i = 0; i < s->n; i++)
		if (s->users[i].pid == pid && !strcmp(s->users[i].name, name))
			return;
	if (s->n == MOST)
		return;
	s->users[s->n].pid = pid;
	memcpy(s->users[s->n++].name, name, sizeof(name));
}

static void heed_domains(struct search *s, const char *at, const char *end)
{
	const struct nlattr *table = first(at, end, RDMA_NLDEV_ATTR_RES_PD), *entry;

	if (!table)
		return;
	at = begin(table);
	while ((entry = next(&at, end_of(table), RDMA_NLDEV_ATTR_RES_PD_ENTRY)))
		add_user(s, entry);
}

/* Sends a request for all there is of one kind. */
static int ask(int fd, int command, int64_t index)
{
	struct {
		struct nlmsghdr header;
		struct nlattr attr;
		uint32_t index;
	} request = {
		.header = { .nlmsg_len = sizeof(request),
			    .nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command),
			    .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_DUMP },
		.attr = { sizeof(request.attr) + sizeof(uint32_t), RDMA_NLDEV_ATTR_DEV_INDEX },
		.index = (uint32_t)index,
	};

	if (index < 0)
		request.header.nlmsg_len = sizeof(request.header);
	return send(fd, &request, request.header.nlmsg_len, 0) < 0 ? -1 : 0;
}

static int read_answer(int fd, struct search *s,
		       void (*heed)(struct search *, const char *, const char *))
{
	static char buffer[65536] __attribute__((aligned(8)));

	for (;;) {
		ssize_t n = recv(fd, buffer, sizeof(buffer), 0);
		const struct nlmsghdr *m = (const void *)buffer;

		if (n < 0)
			return -1;
		for (; NLMSG_OK(m, n); m = NLMSG_NEXT(m, n)) {
			const char *data = (const char *)m + NLMSG_HDRLEN;

			if (m->nlmsg_type == NLMSG_ERROR) {
				errno = -((const struct nlmsgerr *)data)->error;
				return errno ? -1 : 0;
			}
			if (m->nlmsg_type == NLMSG_DONE)
				return 0;
			heed(s, data, (const char *)m + m->nlmsg_len);
		}
	}
}

static int search(int fd, struct search *s)
{
	if (ask(fd, RDMA_NLDEV_CMD_GET, -1) || read_answer(fd, s, heed_device))
		return -1;
	errno = ENODEV;
	return s->index < 0 || ask(fd, RDMA_NLDEV_CMD_RES_PD_GET, s->index) ||
			       read_answer(fd, s, heed_domains)
		       ? -1
		       : 0;
}

static void list(const struct search *s, char *text, size_t size)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < s->n && n < size; i++) {
		n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "", s->users[i].name);
		if (s->users[i].pid && n < size)
			n += (size_t)snprintf(text + n, size - n, " (process %u)", s->users[i].pid);
	}
}

int vct_device_users(const char *device, char *text, size_t size)
{
	struct search s = { .device = device, .index = -1 };
	struct timeval patience = { .tv_sec = PATIENCE_S };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_RDMA), failed, error;

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	failed = search(fd, &s);
	error = errno;
	close(fd);
	errno = error;
	if (failed)
		return -1;
	list(&s, text, size);
	return (int)s.n;
}
