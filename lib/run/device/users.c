// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Asks the kernel by RDMA netlink whose the objects on a device are. */
#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <rdma/rdma_netlink.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../base/file.h"
#include "nldev.h"
#include "sysfs.h"
#include "users.h"

/* "class/infiniband/mlx5_0/device", or a folder in it. */
struct place {
	const char *device, *below;
};

/* The last word of where a link of a place leads to: "mlx5_ib.rdma". False: there is no such link.
 */
static bool read_link(char *name, const struct place *p, const char *link)
{
	char path[PATH_MAX];

	if (!vct_sysfs_target(path, sizeof(path), "class/infiniband/%s/device/%s/%s", p->device,
			      p->below, link))
		return false;
	strcpy(name, basename(path));
	return true;
}

/* The driver of an auxiliary device has the name of its module, a point, and a name of its own. */
static bool is_driven_by(const struct place *p, const char *module)
{
	char name[PATH_MAX];

	if (read_link(name, p, "driver/module") && !strcmp(name, module))
		return true;
	if (!read_link(name, p, "driver"))
		return false;
	name[strcspn(name, ".")] = '\0';
	return !strcmp(name, module);
}

/* Of the function and of each device below it. */
static bool is_of_function(const char *device, const char *module)
{
	char path[PATH_MAX];
	struct dirent *entry;
	bool is = is_driven_by(&(struct place){ device, "." }, module);
	DIR *folder;

	if (is || !vct_sysfs_target(path, sizeof(path), "class/infiniband/%s/device", device))
		return is;
	folder = opendir(path);
	/* cppcheck-suppress readdirCalled ; no other thread has this stream */
	while (folder && !is && (entry = readdir(folder)))
		is = entry->d_name[0] != '.' &&
		     is_driven_by(&(struct place){ device, entry->d_name }, module);
	if (folder)
		closedir(folder);
	return is;
}

/* Only what belongs to an adapter needs the module of its PCI function. */
static bool needs_function(const char *device, const char *module)
{
	char function[PATH_MAX];

	return read_link(function, &(struct place){ device, "." }, "driver/module") &&
	       vct_sysfs_has("module/%s/holders/%s", function, module);
}

static bool has_name_of(const char *provider, const char *module)
{
	size_t length = strlen(provider);

	return length && !strncmp(module, provider, length) &&
	       (!module[length] || module[length] == '_');
}

/*
 * True if the module is of the device's own driver. The driver of an RDMA device is often another
 * module than that of its PCI function: mlx5_ib makes mlx5_0 of a function of mlx5_core. Such a
 * module drives an auxiliary device below the function, or needs the function's module, or has the
 * name of the provider in rdma-core with more behind it (if it is built into the kernel, sysfs says
 * nothing of it).
 */
static bool is_own_module(const struct vct_device *dev, const char *module)
{
	return is_of_function(dev->name, module) || needs_function(dev->name, module) ||
	       has_name_of(dev->provider, module);
}

enum { MOST = 64 };

/*
 * The kinds of objects that have an owner. A protection domain is where most users begin. A process
 * that took over the domain of another one has the others only, and so has one with CQs alone.
 */
static const struct kind {
	int command, table, entry;
} kinds[] = {
	{ RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_ATTR_RES_PD, RDMA_NLDEV_ATTR_RES_PD_ENTRY },
	{ RDMA_NLDEV_CMD_RES_CQ_GET, RDMA_NLDEV_ATTR_RES_CQ, RDMA_NLDEV_ATTR_RES_CQ_ENTRY },
	{ RDMA_NLDEV_CMD_RES_MR_GET, RDMA_NLDEV_ATTR_RES_MR, RDMA_NLDEV_ATTR_RES_MR_ENTRY },
	{ RDMA_NLDEV_CMD_RES_QP_GET, RDMA_NLDEV_ATTR_RES_QP, RDMA_NLDEV_ATTR_RES_QP_ENTRY },
	{ RDMA_NLDEV_CMD_RES_SRQ_GET, RDMA_NLDEV_ATTR_RES_SRQ, RDMA_NLDEV_ATTR_RES_SRQ_ENTRY },
	{ RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_ATTR_RES_CM_ID,
	  RDMA_NLDEV_ATTR_RES_CM_ID_ENTRY },
};
enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* The kernel's RDMA_CM_LISTEN; `rdma resource show cm_id` prints LISTEN for it. */
enum { LISTENS = 8 };

struct search {
	const struct vct_device *dev;
	int64_t index; /* of the device; -1: not found */
	const struct kind *kind;
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

	if (name && index && !strcmp(vct_nl_begin(name), s->dev->name))
		s->index = vct_nl_number(index);
}

/* rdma_cm makes QPs for those who have the protection domain, and has nothing of its own. */
static bool is_everywhere(const char *part_of_kernel)
{
	return !strcmp(part_of_kernel, "ib_core") || !strcmp(part_of_kernel, "ib_ipoib") ||
	       !strcmp(part_of_kernel, "rdma_cm");
}

/* Of a CM_ID: a server for all devices of the machine has one on each, whether it is used or not.
 */
static bool only_listens(const struct search *s, const char *at, const char *end)
{
	const struct nlattr *state = vct_nl_first(at, end, RDMA_NLDEV_ATTR_RES_STATE);

	return s->kind->command == RDMA_NLDEV_CMD_RES_CM_ID_GET && state &&
	       state->nla_len > sizeof(*state) && *vct_nl_begin(state) == LISTENS;
}

static void name_process(char *name, size_t size, uint32_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%u/comm", pid);
	if (!vct_first_line(path, name, size))
		snprintf(name, size, "unknown");
}

static void add_user(struct search *s, const struct nlattr *entry)
{
	const char *at = vct_nl_begin(entry), *end = vct_nl_end(entry);
	uint32_t pid = vct_nl_number(vct_nl_first(at, end, RDMA_NLDEV_ATTR_RES_PID));
	const struct nlattr *part = vct_nl_first(at, end, RDMA_NLDEV_ATTR_RES_KERN_NAME);
	char name[32] = "a process in a container";

	if (only_listens(s, at, end))
		return;
	if (part)
		snprintf(name, sizeof(name), "%.31s", vct_nl_begin(part));
	else if (pid)
		name_process(name, sizeof(name), pid);
	if (part && (is_everywhere(name) || is_own_module(s->dev, name)))
		return;
	for (size_t i = 0; i < s->n; i++)
		if (s->users[i].pid == pid && !strcmp(s->users[i].name, name))
			return;
	if (s->n == MOST)
		return;
	s->users[s->n].pid = pid;
	memcpy(s->users[s->n++].name, name, sizeof(name));
}

static void heed_objects(void *the_search, const char *at, const char *end)
{
	struct search *s = the_search;
	const struct nlattr *table = vct_nl_first(at, end, s->kind->table), *entry;

	if (!table)
		return;
	at = vct_nl_begin(table);
	while ((entry = vct_nl_next(&at, vct_nl_end(table), s->kind->entry)))
		add_user(s, entry);
}

/* Kernels before 5.13 do not tell of each kind; all tell of protection domains, the first one. */
static int search(int fd, struct search *s)
{
	if (vct_nl_ask(fd, RDMA_NLDEV_CMD_GET, -1) || vct_nl_read(fd, s, heed_device))
		return -1;
	errno = ENODEV;
	if (s->index < 0)
		return -1;
	for (s->kind = kinds; s->kind < kinds + N_KINDS; s->kind++)
		if ((vct_nl_ask(fd, s->kind->command, s->index) ||
		     vct_nl_read(fd, s, heed_objects)) &&
		    s->kind == kinds)
			return -1;
	return 0;
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

int vct_device_users(const struct vct_device *dev, char *text, size_t size)
{
	struct search s = { .dev = dev, .index = -1 };
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
