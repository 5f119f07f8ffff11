// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sends dump requests, and walks through the attributes of the answers. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "nldev.h"

enum { PATIENCE_S = 2 };

/* Of the last request. What the kernel still sends to an earlier one has another number. */
static uint32_t sequence;

int vct_nl_open(void)
{
	struct timeval patience = { .tv_sec = PATIENCE_S };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_RDMA);

	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	return fd;
}

static size_t padded(size_t length)
{
	return (length + NLA_ALIGNTO - 1) & ~((size_t)NLA_ALIGNTO - 1);
}

const struct nlattr *vct_nl_next(const char **at, const char *end, int type)
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

const char *vct_nl_begin(const struct nlattr *a)
{
	return (const char *)(a + 1);
}

const char *vct_nl_end(const struct nlattr *a)
{
	return (const char *)a + a->nla_len;
}

uint32_t vct_nl_number(const struct nlattr *a)
{
	uint32_t value = 0;

	if (a && a->nla_len >= sizeof(*a) + sizeof(value))
		memcpy(&value, vct_nl_begin(a), sizeof(value));
	return value;
}

const struct nlattr *vct_nl_first(const char *at, const char *end, int type)
{
	return vct_nl_next(&at, end, type);
}

int vct_nl_ask(int fd, int command, int64_t index)
{
	struct {
		struct nlmsghdr header;
		struct nlattr attr;
		uint32_t index;
	} request = {
		.header = { .nlmsg_len = sizeof(request),
			    .nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command),
			    .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_DUMP,
			    .nlmsg_seq = ++sequence },
		.attr = { sizeof(request.attr) + sizeof(uint32_t), RDMA_NLDEV_ATTR_DEV_INDEX },
		.index = (uint32_t)index,
	};

	if (index < 0)
		request.header.nlmsg_len = sizeof(request.header);
	return send(fd, &request, request.header.nlmsg_len, 0) < 0 ? -1 : 0;
}

int vct_nl_read(int fd, void *context, void (*heed)(void *, const char *, const char *))
{
	static char buffer[65536] __attribute__((aligned(8)));

	for (;;) {
		ssize_t n = recv(fd, buffer, sizeof(buffer), 0);
		const struct nlmsghdr *m = (const void *)buffer;

		if (n < 0)
			return -1;
		for (; NLMSG_OK(m, n); m = NLMSG_NEXT(m, n)) {
			const char *data = (const char *)m + NLMSG_HDRLEN;

			if (m->nlmsg_seq != sequence)
				continue;
			if (m->nlmsg_type == NLMSG_ERROR) {
				errno = -((const struct nlmsgerr *)data)->error;
				return errno ? -1 : 0;
			}
			if (m->nlmsg_type == NLMSG_DONE)
				return 0;
			heed(context, data, (const char *)m + m->nlmsg_len);
		}
	}
}
