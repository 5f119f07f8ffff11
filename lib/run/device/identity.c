// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What no verb returns of a device. */
#include <dlfcn.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "identity.h"
#include "release.h"
#include "sysfs.h"

/* Software devices have vendor ids of their own; sysfs has the driver of the others. */
static const struct soft {
	unsigned int vendor;
	const char *driver;
} soft[] = { { 0xffffff, "rxe" }, { 0x626d74, "siw" }, { 0x5ef0ca, "refhca" } };

static const struct soft *find_soft(const struct vct_device *dev)
{
	for (size_t i = 0; i < sizeof(soft) / sizeof(soft[0]); i++)
		if (dev->attr.orig_attr.vendor_id == soft[i].vendor)
			return &soft[i];
	return NULL;
}

static void find_driver(struct vct_device *dev)
{
	char path[PATH_MAX];
	const char *driver = "unknown";

	if (vct_sysfs_target(path, sizeof(path), "class/infiniband/%s/device/driver", dev->name))
		driver = basename(path);
	else if (find_soft(dev))
		driver = find_soft(dev)->driver;
	snprintf(dev->driver, sizeof(dev->driver), "%.31s", driver);
}

/* libmlx5-rdmav34.so and libmlx5.so.1 are mlx5; a device of libibverbs itself has no provider. */
void vct_find_provider(struct vct_device *dev, struct ibv_context *context)
{
	char path[PATH_MAX], *name;
	Dl_info info;

	dev->provider[0] = '\0';
	if (!dladdr((void *)context->ops.poll_cq, &info))
		return;
	snprintf(path, sizeof(path), "%s", info.dli_fname);
	name = basename(path);
	if (strncmp(name, "lib", 3))
		return;
	name += 3;
	name[strcspn(name, "-.")] = '\0';
	if (strcmp(name, "ibverbs"))
		snprintf(dev->provider, sizeof(dev->provider), "%.31s", name);
}

/* fixtures/synthetic/pci/config.c puts this behind the config space that all devices have. */
static bool is_synthetic(const struct vct_device *dev)
{
	enum { CAPABILITY = 0x100, HEADERS = 8 };
	static const char mark[] = "verbs-cts: HCA is a program";
	char path[PATH_MAX], found[sizeof(mark)] = "";
	int fd;

	if (!vct_sysfs_target(path, sizeof(path), "class/infiniband/%s/device/config", dev->name))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (pread(fd, found, sizeof(found), CAPABILITY + HEADERS) != sizeof(found))
		found[0] = '\0';
	close(fd);
	return !memcmp(found, mark, sizeof(mark));
}

/* True if sysfs does not have the device. Without sysfs it is taken for a kernel's device. */
static bool is_in_user_space(const struct vct_device *dev)
{
	return vct_sysfs_has("class") && !vct_sysfs_has("class/infiniband/%s", dev->name);
}

/* What replaces libibverbs is of no release of rdma-core, unless the user names one. */
static void find_versions(struct vct_device *dev)
{
	struct utsname uts;

	if (!uname(&uts))
		snprintf(dev->kernel, sizeof(dev->kernel), "%.127s", uts.release);
	if (dev->user_space && !vct_release_told)
		snprintf(dev->rdma_core, sizeof(dev->rdma_core), "none");
	else
		vct_release_find(dev->rdma_core, sizeof(dev->rdma_core));
}

bool vct_is_pci_address(const char *text, char *address, size_t size)
{
	unsigned int domain = 0, bus, slot, function;
	int end = 0;

	if (!strncmp(text, "pci:", 4))
		text += 4;
	if (sscanf(text, "%8x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &end) < 4) {
		domain = 0;
		end = 0;
		if (sscanf(text, "%2x:%2x.%1x%n", &bus, &slot, &function, &end) < 3)
			return false;
	}
	snprintf(address, size, "%04x:%02x:%02x.%x", domain, bus, slot, function);
	return end && !text[end];
}

bool vct_device_pci(const char *device, char *text, size_t size)
{
	char path[PATH_MAX], *rest = path;
	bool found = false;

	if (!vct_sysfs_target(path, sizeof(path), "class/infiniband/%s/device", device))
		return false;
	for (char *part = strsep(&rest, "/"); part; part = strsep(&rest, "/")) {
		char address[32];

		if (!vct_is_pci_address(part, address, sizeof(address)))
			continue;
		snprintf(text, size, "%s", address);
		found = true;
	}
	return found;
}

bool vct_device_is_soft(const struct vct_device *dev)
{
	return dev->user_space || (!dev->pci[0] && find_soft(dev));
}

void vct_device_identify(struct vct_device *dev)
{
	find_driver(dev);
	dev->user_space = is_in_user_space(dev);
	dev->synthetic = is_synthetic(dev);
	/* what fixtures/guest/run has joined, with a kernel's driver above it */
	dev->model = !dev->synthetic && getenv("VCT_MODEL");
	dev->synthetic |= dev->model;
	if (!vct_device_pci(dev->name, dev->pci, sizeof(dev->pci)))
		dev->pci[0] = '\0';
	find_versions(dev);
}
