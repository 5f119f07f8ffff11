// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds in sysfs which modules drive a device. */
#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>

#include "own_module.h"
#include "sysfs.h"

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

bool vct_is_own_module(const struct vct_device *dev, const char *module)
{
	return is_of_function(dev->name, module) || needs_function(dev->name, module) ||
	       has_name_of(dev->provider, module);
}
