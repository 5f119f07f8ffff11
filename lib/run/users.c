// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Asks the kernel by RDMA netlink which processes have protection domains on a device. */
#include <errno.h>
#include <rdma/rdma_netlink.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "nldev.h"
#include "users.h"

enum { MOST = 64 };

struct search {
	const char *device; /* whose index is wanted */
	int64_t index;      /* -1: not found */
	struct {
		uint32_t pid; /* 0: a part of the kernel, or a process of another namespace */
		char name[32];
	} users[MOST];
	size_t n;
};

static void heed_device(void *the_search, const char *at, const char *end)
{
	const struct nlattr *name = vct_nl_first(at, end, RDMA_NLDEV_ATTR_DEV_NAME);
	const struct nlattr *index = vct_nl_first(at, end, RDMA_NLDEV_ATTR_DEV_INDEX);
	struct search *s = the_search;

	if (name && index && !strcmp(vct_nl_begin(name), s->device))
		s->index = vct_nl_number(index);
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
	uint32_t pid = vct_nl_number(
		vct_nl_first(vct_nl_begin(entry), vct_nl_end(entry), RDMA_NLDEV_ATTR_RES_PID));
	const struct nlattr *part =
		vct_nl_first(vct_nl_begin(entry), vct_nl_end(entry), RDMA_NLDEV_ATTR_RES_KERN_NAME);
	char name[32] = "a process in a container";

	if (part && is_everywhere(vct_nl_begin(part)))
		return;
	if (part)
		snprintf(name, sizeof(name), "%.31s", vct_nl_begin(part));
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

static void heed_domains(void *the_search, const char *at, const char *end)
{
	const struct nlattr *table = vct_nl_first(at, end, RDMA_NLDEV_ATTR_RES_PD), *entry;
	struct search *s = the_search;

	if (!table)
		return;
	at = vct_nl_begin(table);
	while ((entry = vct_nl_next(&at, vct_nl_end(table), RDMA_NLDEV_ATTR_RES_PD_ENTRY)))
		add_user(s, entry);
}

static int search(int fd, struct search *s)
{
	if (vct_nl_ask(fd, RDMA_NLDEV_CMD_GET, -1) || vct_nl_read(fd, s, heed_device))
		return -1;
	errno = ENODEV;
	return s->index < 0 || vct_nl_ask(fd, RDMA_NLDEV_CMD_RES_PD_GET, s->index) ||
			       vct_nl_read(fd, s, heed_domains)
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
	int fd = vct_nl_open(), failed, error;

	if (fd < 0)
		return -1;
	failed = search(fd, &s);
	error = errno;
	close(fd);
	errno = error;
	if (failed)
		return -1;
	list(&s, text, size);
	return (int)s.n;
}
