// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Counts the objects of a device by RDMA netlink; one request for a check costs little. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../base/deadline.h"
#include "kernel_objects.h"
#include "../device/nldev.h"

/* The kernel may finish some work after a process has ended. */
enum { MOST_KINDS = 16, PATIENCE_MS = 1000, PAUSE_US = 2000 };

struct count {
	const char *device;
	struct {
		char name[16]; /* "pd", "qp" */
		uint64_t n;
	} kinds[MOST_KINDS];
	size_t n;
};

static struct count before;
static bool is_known; /* `before` is what was there after the last check */

static void add(struct count *c, const struct nlattr *entry)
{
	const char *at = vct_nl_begin(entry), *end = vct_nl_end(entry);
	const struct nlattr *name = vct_nl_first(at, end, RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_NAME);
	const struct nlattr *number = vct_nl_first(at, end, RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_CURR);

	if (!name || !number || number->nla_len < sizeof(*number) + sizeof(uint64_t) ||
	    c->n == MOST_KINDS)
		return;
	snprintf(c->kinds[c->n].name, sizeof(c->kinds[c->n].name), "%.15s", vct_nl_begin(name));
	memcpy(&c->kinds[c->n++].n, vct_nl_begin(number), sizeof(uint64_t));
}

static void heed(void *the_count, const char *at, const char *end)
{
	struct count *c = the_count;
	const struct nlattr *name = vct_nl_first(at, end, RDMA_NLDEV_ATTR_DEV_NAME);
	const struct nlattr *table = vct_nl_first(at, end, RDMA_NLDEV_ATTR_RES_SUMMARY), *entry;

	if (!name || !table || strcmp(vct_nl_begin(name), c->device))
		return;
	at = vct_nl_begin(table);
	while ((entry = vct_nl_next(&at, vct_nl_end(table), RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY)))
		add(c, entry);
}

static int socket_of_run = -1;

void vct_kernel_objects_close(void)
{
	if (socket_of_run >= 0)
		close(socket_of_run);
	socket_of_run = -1;
}

/* The count has no kinds if the kernel does not tell. */
static struct count count(const char *device)
{
	struct count c = { .device = device };

	if (socket_of_run < 0)
		socket_of_run = vct_nl_open();
	if (socket_of_run < 0 || vct_nl_ask(socket_of_run, RDMA_NLDEV_CMD_RES_GET, -1) ||
	    vct_nl_read(socket_of_run, &c, heed)) {
		vct_kernel_objects_close();
		c.n = 0;
	}
	return c;
}

/* How many objects of the kind were there before. */
static uint64_t earlier(const char *name)
{
	for (size_t i = 0; i < before.n; i++)
		if (!strcmp(before.kinds[i].name, name))
			return before.kinds[i].n;
	return UINT64_MAX;
}

static bool list_more(const struct count *c, char *text, size_t size)
{
	size_t length = 0;

	text[0] = '\0';
	for (size_t i = 0; i < c->n && length < size; i++) {
		uint64_t was = earlier(c->kinds[i].name), is = c->kinds[i].n;

		if (is > was)
			length += (size_t)snprintf(
				text + length, size - length, "%s%llu %s", length ? ", " : "",
				(unsigned long long)(is - was), c->kinds[i].name);
	}
	return length;
}

void vct_kernel_objects_count(const char *device)
{
	if (!is_known)
		before = count(device);
	is_known = false;
}

bool vct_kernel_objects_left(const char *device, char *text, size_t size)
{
	double until = 0;

	for (;;) {
		struct count now = count(device);

		if (!list_more(&now, text, size)) {
			before = now;
			is_known = true;
			return false;
		}
		if (!until)
			until = vct_deadline_ms(PATIENCE_MS);
		else if (vct_now_ms() > until)
			return true;
		usleep(PAUSE_US);
	}
}
