// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include <limits.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "limits.h"

static bool locks_beyond_its_limit(const struct rlimit *limit)
{
	struct rlimit none = { .rlim_cur = 0, .rlim_max = limit->rlim_max };
	size_t size = (size_t)getpagesize();
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool locks;

	if (page == MAP_FAILED || setrlimit(RLIMIT_MEMLOCK, &none))
		return true;
	locks = !mlock(page, size);
	setrlimit(RLIMIT_MEMLOCK, limit);
	munmap(page, size);
	return locks;
}

bool vct_lock_limit(unsigned long long *kib)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_MEMLOCK, &limit) || limit.rlim_cur == RLIM_INFINITY ||
	    locks_beyond_its_limit(&limit))
		return false;
	*kib = limit.rlim_cur / 1024;
	return true;
}

/* The lines of /proc/self/cgroup: "0::/its/group" of version 2, "7:rdma:/its/group" of version 1.
 */
static bool find_group(char *group, size_t size, bool is_first)
{
	FILE *f = fopen("/proc/self/cgroup", "re");
	char line[PATH_MAX + 64];
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f)) {
		const char *path = strchr(line, '/');

		line[strcspn(line, "\n")] = '\0';
		found = path && (is_first ? !!memmem(line, (size_t)(path - line), "rdma", 4)
					  : !strncmp(line, "0::", 3));
		if (found)
			snprintf(group, size, "%s", path);
	}
	if (f)
		fclose(f);
	return found;
}

/* A line of rdma.max: "rxe0 hca_handle=max hca_object=2000". Lowers *objects. */
static bool limit_in(const char *path, const char *device, unsigned long long *objects)
{
	FILE *f = fopen(path, "re");
	char line[256], name[128];
	unsigned long long is;
	bool lowers = false;

	while (f && fgets(line, sizeof(line), f)) {
		const char *object = strstr(line, " hca_object=");

		if (object && sscanf(line, "%127s", name) == 1 && !strcmp(name, device) &&
		    sscanf(object, " hca_object=%llu", &is) == 1 && is < *objects) {
			*objects = is;
			lowers = true;
		}
	}
	if (f)
		fclose(f);
	return lowers;
}

/* The group's own limit counts, and that of each group above it. */
static bool limit_above(char *group, const char *mounted, const char *device,
			unsigned long long *objects)
{
	char path[2 * PATH_MAX + 16];
	bool limited = false;

	for (char *end; (end = strrchr(group, '/')); *end = '\0') {
		snprintf(path, sizeof(path), "%s%s/rdma.max", mounted, group);
		limited |= limit_in(path, device, objects);
	}
	return limited;
}

/* RDMA may be of version 2, or have a hierarchy of version 1 beside it. */
bool vct_object_limit(const char *device, unsigned long long *objects)
{
	FILE *f = setmntent("/proc/self/mounts", "re");
	char group[PATH_MAX];
	bool limited = false;

	*objects = ULLONG_MAX;
	for (struct mntent *m; f && (m = getmntent(f));) {
		bool is_first = !strcmp(m->mnt_type, "cgroup") && hasmntopt(m, "rdma");

		if ((is_first || !strcmp(m->mnt_type, "cgroup2")) &&
		    find_group(group, sizeof(group), is_first))
			limited |= limit_above(group, m->mnt_dir, device, objects);
	}
	if (f)
		endmntent(f);
	return limited;
}
