// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds facts about the device, its machine and the program, for the record. */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <net/if.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "../check/claims.h"
#include "facts.h"
#include "identity.h"
#include "sysfs.h"

enum { MOST_GIDS = 256, MOST_PKEYS = 128 };

static unsigned long long number(const void *structure, const struct vct_claim *c)
{
	const char *at = (const char *)structure + c->at;

	switch (c->size) {
	case 1:
		return *(const uint8_t *)at;
	case 2:
		return *(const uint16_t *)at;
	case 4:
		return *(const uint32_t *)at;
	}
	return *(const uint64_t *)at;
}

/* `of`: "device" or "port.1" */
static void say_claims(FILE *f, const char *of, const struct vct_claim *c, const void *structure)
{
	for (; c->name; c++) {
		unsigned long long n = number(structure, c);

		if (strstr(c->name, "_guid")) /* in network byte order */
			fprintf(f, "%s.%s\t%016llx\n", of, c->name, (unsigned long long)be64toh(n));
		else
			fprintf(f, c->hex ? "%s.%s\t0x%llx\n" : "%s.%s\t%llu\n", of, c->name, n);
	}
}

static const char *gid_type(unsigned int type)
{
	static const char *const names[] = { [IBV_GID_TYPE_IB] = "IB",
					     [IBV_GID_TYPE_ROCE_V1] = "RoCE v1",
					     [IBV_GID_TYPE_ROCE_V2] = "RoCE v2" };

	return type < sizeof(names) / sizeof(names[0]) ? names[type] : "unknown type";
}

/* Entries that are zero are left out; most of a table is. */
static void say_gids(FILE *f, struct ibv_context *context, unsigned int port, int n)
{
	static const union ibv_gid zero;
	char text[INET6_ADDRSTRLEN], netdev[IFNAMSIZ];
	struct ibv_gid_entry entry;

	for (int i = 0; i < n && i < MOST_GIDS; i++) {
		if (ibv_query_gid_ex(context, port, (uint32_t)i, &entry, 0) ||
		    !memcmp(&entry.gid, &zero, sizeof(zero)))
			continue;
		if (!entry.ndev_ifindex || !if_indextoname(entry.ndev_ifindex, netdev))
			netdev[0] = '\0';
		fprintf(f, "port.%u.gid.%d\t%s, %s%s%s\n", port, i,
			inet_ntop(AF_INET6, &entry.gid, text, sizeof(text)),
			gid_type(entry.gid_type), netdev[0] ? ", " : "", netdev);
	}
}

static void say_pkeys(FILE *f, struct ibv_context *context, unsigned int port, int n)
{
	__be16 pkey;

	for (int i = 0; i < n && i < MOST_PKEYS; i++)
		if (!ibv_query_pkey(context, (uint8_t)port, i, &pkey) && pkey)
			fprintf(f, "port.%u.pkey.%d\t0x%04x\n", port, i, be16toh(pkey));
}

static void say(FILE *f, const char *name, const char *value)
{
	if (value[0])
		fprintf(f, "%s\t%s\n", name, value);
}

static void say_library(FILE *f, const char *name, const void *symbol)
{
	char path[PATH_MAX], digest[SHA256_DIGEST_STRING_LENGTH], fact[64];
	Dl_info info;

	if (!symbol || !dladdr(symbol, &info) || !realpath(info.dli_fname, path))
		return;
	snprintf(fact, sizeof(fact), "library.%s", name);
	say(f, fact, path);
	snprintf(fact, sizeof(fact), "library.%s.sha256", name);
	if (SHA256File(path, digest))
		say(f, fact, digest);
}

void vct_facts_of_device(FILE *f, struct ibv_context *context,
			 const struct ibv_device_attr_ex *attr)
{
	struct ibv_port_attr port;
	char of[16];

	say_library(f, "provider", (const void *)context->ops.poll_cq);
	say(f, "device.fw_ver", attr->orig_attr.fw_ver);
	say_claims(f, "device", vct_device_claims, &attr->orig_attr);
	say_claims(f, "device", vct_device_ex_claims, attr);
	for (unsigned int p = 1; p <= attr->orig_attr.phys_port_cnt; p++) {
		if (ibv_query_port(context, (uint8_t)p, &port))
			continue;
		snprintf(of, sizeof(of), "port.%u", p);
		say_claims(f, of, vct_port_claims, &port);
		say_gids(f, context, p, port.gid_tbl_len);
		say_pkeys(f, context, p, port.pkey_tbl_len);
	}
}

/* Files of sysfs with a line each, below the folder of the device. */
static void say_sysfs(FILE *f, const char *device)
{
	static const struct {
		const char *name, *file;
	} files[] = {
		{ "device.board_id", "board_id" },
		{ "device.hca_type", "hca_type" },
		{ "device.node_desc", "node_desc" },
		{ "device.node_type", "node_type" },
		{ "pci.vendor", "device/vendor" },
		{ "pci.device", "device/device" },
		{ "pci.subsystem_vendor", "device/subsystem_vendor" },
		{ "pci.subsystem_device", "device/subsystem_device" },
		{ "pci.revision", "device/revision" },
		{ "pci.numa_node", "device/numa_node" },
		{ "pci.link_speed", "device/current_link_speed" },
		{ "pci.link_width", "device/current_link_width" },
		{ "pci.virtual_functions", "device/sriov_numvfs" },
	};
	char text[256], path[PATH_MAX];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (vct_sysfs_read(text, sizeof(text), "class/infiniband/%s/%s", device,
				   files[i].file))
			say(f, files[i].name, text);
	if (vct_sysfs_has("class/infiniband/%s/device/physfn", device))
		say(f, "pci.function", "virtual");
	else if (vct_sysfs_has("class/infiniband/%s/device/sriov_totalvfs", device))
		say(f, "pci.function", "physical");
	if (vct_sysfs_target(path, sizeof(path), "class/infiniband/%s/device/iommu_group", device))
		say(f, "pci.iommu_group", strrchr(path, '/') + 1);
}

/* The kernel's modules of the device and of the core. One that is built in has neither file. */
static void say_modules(FILE *f, const struct vct_device *dev)
{
	static const char *const files[] = { "version", "srcversion", "taint" };
	char driver[64], text[256];
	const char *modules[] = { driver, dev->driver, "ib_core", "ib_uverbs" };

	snprintf(driver, sizeof(driver), "rdma_%s", dev->driver);
	for (size_t m = 0; m < sizeof(modules) / sizeof(modules[0]); m++)
		for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
			if (vct_sysfs_read(text, sizeof(text), "module/%s/%s", modules[m],
					   files[i]))
				fprintf(f, "module.%s.%s\t%s\n", modules[m], files[i], text);
}

/* PRETTY_NAME="Debian GNU/Linux 12 (bookworm)" */
static void say_distribution(FILE *f)
{
	FILE *release = fopen("/etc/os-release", "re");
	char line[256];

	while (release && fgets(line, sizeof(line), release))
		if (!strncmp(line, "PRETTY_NAME=", 12)) {
			char *value = line + 12 + (line[12] == '"');

			value[strcspn(value, "\"\n")] = '\0';
			say(f, "system.distribution", value);
		}
	if (release)
		fclose(release);
}

static void say_injector(FILE *f, const struct vct_device *dev)
{
	char needs[64];

	if (dev->fault_plugin)
		say_library(f, "fault_injector", dev->fault_plugin);
	if (dev->fault_command)
		say(f, "fault.command", dev->fault_command);
	vct_need_list(dev->faults, needs, sizeof(needs));
	say(f, "fault.serves", needs);
}

void vct_facts_of_system(FILE *f, const struct vct_device *dev)
{
	struct utsname uts;

	say_sysfs(f, dev->name);
	say(f, "pci.address", dev->pci);
	say(f, "device.netdev", dev->netdev);
	if (!dev->user_space)
		say_modules(f, dev);
	say_library(f, "ibverbs", (const void *)(uintptr_t)ibv_get_device_list);
	say_injector(f, dev);
	if (!uname(&uts)) {
		say(f, "system.kernel", uts.release);
		say(f, "system.kernel_build", uts.version);
		say(f, "system.machine", uts.machine);
	}
	say_distribution(f);
}

/* Of all promises that this build has, whichever of them a run judges. */
static void say_promises(FILE *f)
{
	char digest[SHA256_DIGEST_STRING_LENGTH];
	SHA2_CTX sum;

	SHA256Init(&sum);
	vct_for_each_promise (p) {
		const char *const parts[] = { (*p)->id, vct_level_name((*p)->level), (*p)->source,
					      (*p)->statement };

		for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
			SHA256Update(&sum, (const uint8_t *)parts[i], strlen(parts[i]) + 1);
	}
	say(f, "promises.sha256", SHA256End(&sum, digest));
}

void vct_facts_of_run(FILE *f, const char *const *waivers, size_t n)
{
	char digest[SHA256_DIGEST_STRING_LENGTH];

	if (SHA256File("/proc/self/exe", digest))
		say(f, "program.sha256", digest);
	say_promises(f);
	for (size_t i = 0; i < n; i++)
		if (SHA256File(waivers[i], digest))
			fprintf(f, "waivers.%zu\t%s, sha256 %s\n", i + 1, waivers[i], digest);
}
