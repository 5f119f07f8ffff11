// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Looks for what lies between a device of the kernel and libibverbs. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../check/judge.h"
#include "no_device.h"
#include "sysfs.h"

#define NODES     "/dev/infiniband"
#define PROVIDERS "/etc/libibverbs.d"

/* The first entry of a folder for which fits(entry, context) is true. */
static bool find_entry(const char *folder, bool (*fits)(const char *, const void *),
		       const void *context, char *entry, size_t size)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	bool found = false;

	/* cppcheck-suppress readdirCalled ; no other thread has this stream */
	while (d && !found && (e = readdir(d))) {
		found = e->d_name[0] != '.' && fits(e->d_name, context);
		if (found)
			snprintf(entry, size, "%s", e->d_name);
	}
	if (d)
		closedir(d);
	return found;
}

static bool find_in_sysfs(const char *folder, bool (*fits)(const char *, const void *),
			  const void *context, char *entry, size_t size)
{
	char path[PATH_MAX];

	return vct_sysfs_target(path, sizeof(path), "%s", folder) &&
	       find_entry(path, fits, context, entry, size);
}

static bool is_any(const char *entry, const void *context)
{
	(void)entry;
	(void)context;
	return true;
}

static bool is_of_device(const char *uverbs, const void *device)
{
	char ibdev[64];

	return vct_sysfs_read(ibdev, sizeof(ibdev), "class/infiniband_verbs/%s/ibdev", uverbs) &&
	       !strcmp(ibdev, device);
}

/* An adapter has a part for RDMA, whose driver is not loaded. */
static bool is_part_without_driver(const char *part, const void *context)
{
	(void)context;
	return (strstr(part, ".rdma.") || strstr(part, ".roce.") || strstr(part, ".iwarp.")) &&
	       !vct_sysfs_has("bus/auxiliary/devices/%s/driver", part);
}

static void tell_of_no_driver(char *text, size_t size)
{
	char part[NAME_MAX + 1];

	if (find_in_sysfs("bus/auxiliary/devices", is_part_without_driver, NULL, part,
			  sizeof(part)))
		snprintf(text, size,
			 "no RDMA device on this machine: nothing drives %s: load its driver "
			 "('modprobe auxiliary:%.*s')",
			 part, (int)(strrchr(part, '.') - part), part);
	else if (!vct_sysfs_has("class/infiniband"))
		snprintf(text, size,
			 "no RDMA device on this machine: the module ib_core is not loaded: load "
			 "the driver of the adapter (such as 'modprobe mlx5_ib')");
	else
		snprintf(text, size,
			 "no RDMA device on this machine: load its driver ('rdma link' lists the "
			 "devices; those of another network namespace are not among them, see "
			 "'rdma system')");
}

/* What keeps this process from seeing any device, whatever there is. */
static bool tell_of_process(int error, char *text, size_t size)
{
	int fd = open("/", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		error = errno;
	else
		close(fd);
	if (error == EMFILE || error == ENFILE)
		snprintf(text, size,
			 "no device can be looked for: there may be no more open files (%s): type "
			 "'ulimit -n 1024'",
			 vct_errno_text(error));
	else if (error && error != ENOSYS && access("/proc/self", F_OK))
		snprintf(text, size,
			 "no device can be looked for: ibv_get_device_list failed with %s, and "
			 "/proc is not mounted: mount it",
			 vct_errno_text(error));
	else if (error && error != ENOSYS)
		snprintf(text, size,
			 "no device can be looked for: ibv_get_device_list failed with %s",
			 vct_errno_text(error));
	else if (!vct_sysfs_has("class"))
		snprintf(text, size, "no device can be looked for: /sys is not mounted: mount it");
	else
		return false;
	return true;
}

bool vct_file_is_closed(const char *path, char *text, size_t size)
{
	struct stat st;

	if (stat(path, &st)) {
		snprintf(text, size,
			 "%s is missing: in a container, give it the devices of %s; else load the "
			 "module that makes it ('modprobe -a ib_uverbs rdma_ucm')",
			 path, NODES);
		return true;
	}
	if (access(path, R_OK | W_OK)) {
		snprintf(text, size,
			 "%s may not be opened by this user (it belongs to user %u and group %u, "
			 "mode %03o): run as root, or change its mode to 666 (rdma-core has a rule "
			 "of udev for that)",
			 path, st.st_uid, st.st_gid, st.st_mode & 0777);
		return true;
	}
	snprintf(text, size, "%s", path);
	return false;
}

bool vct_node_is_closed(const char *name, char *text, size_t size)
{
	char uverbs[NAME_MAX + 1], path[PATH_MAX];

	if (!find_in_sysfs("class/infiniband_verbs", is_of_device, name, uverbs, sizeof(uverbs))) {
		snprintf(text, size,
			 "the kernel has no device file for %s: load the module ib_uverbs "
			 "('modprobe ib_uverbs')",
			 name);
		return true;
	}
	snprintf(path, sizeof(path), "%s/%s", NODES, uverbs);
	return vct_file_is_closed(path, text, size);
}

/* The kernel has the device, and its file can be opened: what is missing is the library. */
static void tell_of_no_provider(const char *name, char *text, size_t size)
{
	char entry[NAME_MAX + 1];
	bool any = find_entry(PROVIDERS, is_any, NULL, entry, sizeof(entry));

	snprintf(text, size,
		 "libibverbs has no provider for %s: %s%s: install the provider of its driver "
		 "(ibverbs-providers, of rdma-core)",
		 name, PROVIDERS, any ? " does not name a library for it" : " names no library");
}

void vct_absence_tell(const char *name, int error, char *text, size_t size)
{
	char first[NAME_MAX + 1], why[512];

	if (tell_of_process(error, text, size))
		return;
	if (name && strchr(name, '/'))
		name = NULL;
	if (name && vct_sysfs_has("class/infiniband/%s", name))
		snprintf(first, sizeof(first), "%s", name);
	else if (!find_in_sysfs("class/infiniband", is_any, NULL, first, sizeof(first))) {
		tell_of_no_driver(text, size);
		return;
	}
	if (!vct_node_is_closed(first, why, sizeof(why)))
		tell_of_no_provider(first, why, sizeof(why));
	snprintf(text, size, "libibverbs does not find %s, which the kernel has: %s", first, why);
}
