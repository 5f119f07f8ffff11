// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds facts about the device, its machine and the program, for the record. */
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "../../base/digest.h"
#include "../../check/trace/claims.h"
#include "facts.h"
#include "own_driver.h"
#include "../kernel/own_kernel.h"
#include "identity.h"
#include "release.h"
#include "sysfs.h"
#include "route.h"

enum { MOST_GIDS = 256, MOST_PKEYS = 128 };

/* `of`: "device" or "port.1" */
static void say_claims(FILE *f, const char *of, const struct vct_member *c, const void *structure)
{
	for (; c->name; c++) {
		unsigned long long n = vct_number_at((const char *)structure + c->offset, c->size);

		if (strstr(c->name, "_guid")) /* in network byte order */
			fprintf(f, "%s.%s\t%016llx\n", of, c->name, (unsigned long long)be64toh(n));
		else
			fprintf(f, c->kind == KIND_HEX ? "%s.%s\t0x%llx\n" : "%s.%s\t%llu\n", of,
				c->name, n);
	}
}

/* The rate of one lane of each speed, in Mb/s, and what it is called. */
static const struct {
	unsigned int speed, mbps;
	const char *name;
} speeds[] = {
	{ 1, 2500, "SDR" },   { 2, 5000, "DDR" },   { 4, 10000, "QDR" },  { 8, 10313, "FDR10" },
	{ 16, 14063, "FDR" }, { 32, 25781, "EDR" }, { 64, 53125, "HDR" }, { 128, 106250, "NDR" },
};

/* "PORT_ACTIVE, InfiniBand, MTU 4096 of 4096 bytes, 4X EDR (103.1 Gb/s)" */
static void say_port(FILE *f, const char *of, const struct ibv_port_attr *port)
{
	unsigned int lanes = port->active_width == 16  ? 2
			     : port->active_width == 4 ? 8
			     : port->active_width == 8 ? 12
			     : port->active_width == 2 ? 4
						       : port->active_width;
	const char *layer = port->link_layer == IBV_LINK_LAYER_ETHERNET     ? "Ethernet"
			    : port->link_layer == IBV_LINK_LAYER_INFINIBAND ? "InfiniBand"
									    : "Unspecified";

	fprintf(f, "%s.summary\t%s, %s, MTU %u of %u bytes", of, ibv_port_state_str(port->state),
		layer, 128U << port->active_mtu, 128U << port->max_mtu);
	for (size_t i = 0; i < sizeof(speeds) / sizeof(speeds[0]); i++)
		if (speeds[i].speed == port->active_speed)
			fprintf(f, ", %uX %s (%.1f Gb/s)", lanes, speeds[i].name,
				lanes * speeds[i].mbps / 1e3);
	fputc('\n', f);
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
			vct_gid_type(entry.gid_type), netdev[0] ? ", " : "", netdev);
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

/* One library may be all of these: the reference HCA is libibverbs, its provider and its injector.
 */
static const char *digest_of_library(const char *path)
{
	static char path_before[PATH_MAX], digest[VCT_DIGEST_SIZE];

	if (strcmp(path, path_before)) {
		if (!vct_digest_file(path, digest))
			return "";
		snprintf(path_before, sizeof(path_before), "%s", path);
	}
	return digest;
}

static void say_library(FILE *f, const char *name, const void *symbol)
{
	char path[PATH_MAX], fact[64];
	Dl_info info;

	if (!symbol || !dladdr(symbol, &info) || !realpath(info.dli_fname, path))
		return;
	snprintf(fact, sizeof(fact), "library.%s", name);
	say(f, fact, path);
	snprintf(fact, sizeof(fact), "library.%s.sha256", name);
	say(f, fact, digest_of_library(path));
}

void vct_facts_of_device(FILE *f, struct ibv_context *context,
			 const struct ibv_device_attr_ex *attr)
{
	const char *own = vct_own_driver(context);
	struct ibv_port_attr port;
	char of[16];

	if (own)
		say(f, "driver.own", own);
	say_library(f, "provider", (const void *)context->ops.poll_cq);
	say(f, "device.fw_ver", attr->orig_attr.fw_ver);
	say_claims(f, "device", vct_device_claims, &attr->orig_attr);
	say_claims(f, "device", vct_device_ex_claims, attr);
	for (unsigned int p = 1; p <= attr->orig_attr.phys_port_cnt; p++) {
		if (ibv_query_port(context, (uint8_t)p, &port))
			continue;
		snprintf(of, sizeof(of), "port.%u", p);
		say_port(f, of, &port);
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
		{ "pci.iommu_type", "device/iommu_group/type" },
	};
	char text[256], path[PATH_MAX];
	bool has_group;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (vct_sysfs_read(text, sizeof(text), "class/infiniband/%s/%s", device,
				   files[i].file))
			say(f, files[i].name, text);
	if (vct_sysfs_has("class/infiniband/%s/device/physfn", device))
		say(f, "pci.function", "virtual");
	else if (vct_sysfs_has("class/infiniband/%s/device/sriov_totalvfs", device))
		say(f, "pci.function", "physical");
	has_group = vct_sysfs_target(path, sizeof(path), "class/infiniband/%s/device/iommu_group",
				     device);
	if (has_group || vct_sysfs_has("class/infiniband/%s/device/vendor", device))
		say(f, "pci.iommu_group", has_group ? strrchr(path, '/') + 1 : "none");
}

/* The network interface of the GID in use. Old kernels tell it only in sysfs. */
static void say_netdev(FILE *f, const struct vct_device *dev)
{
	static const char *const files[] = { "address", "mtu", "operstate", "speed" };
	char netdev[64], name[64], text[256];

	snprintf(netdev, sizeof(netdev), "%s", dev->netdev);
	if (!netdev[0] && !vct_sysfs_read(netdev, sizeof(netdev),
					  "class/infiniband/%s/ports/%u/gid_attrs/ndevs/%d",
					  dev->name, dev->port, dev->gid_index))
		return;
	say(f, "device.netdev", netdev);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(name, sizeof(name), "netdev.%s", files[i]);
		if (vct_sysfs_read(text, sizeof(text), "class/net/%s/%s", netdev, files[i]))
			say(f, name, text);
	}
}

/* That of the module that is loaded, and not of a file of its name: "e50248c29f0b..." */
static void say_build_id(FILE *f, const char *module)
{
	enum { NAME = 16, SIZE = 20 }; /* a note: three sizes, "GNU", a SHA-1 */
	unsigned char note[NAME + SIZE];
	char path[PATH_MAX];
	FILE *notes;

	if (!vct_sysfs_target(path, sizeof(path), "module/%s/notes/.note.gnu.build-id", module))
		return;
	notes = fopen(path, "re");
	if (!notes)
		return;
	if (fread(note, 1, sizeof(note), notes) == sizeof(note)) {
		fprintf(f, "module.%s.build_id\t", module);
		for (unsigned int i = NAME; i < sizeof(note); i++)
			fprintf(f, "%02x", note[i]);
		fputc('\n', f);
	}
	fclose(notes);
}

static void say_module(FILE *f, const char *module)
{
	static const char *const files[] = { "version", "srcversion", "taint" };
	char text[256];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (vct_sysfs_read(text, sizeof(text), "module/%s/%s", module, files[i]))
			fprintf(f, "module.%s.%s\t%s\n", module, files[i], text);
	say_build_id(f, module);
}

/*
 * The kernel's modules of the core and of the PCI function, and those that use ib_uverbs, as all
 * drivers of RDMA devices do: mlx5_ib of mlx5_core. One that is built in has no such files.
 */
static void say_modules(FILE *f, const struct vct_device *dev)
{
	char holders[PATH_MAX];
	struct dirent *holder;
	DIR *folder = NULL;

	say_module(f, "ib_core");
	say_module(f, "ib_uverbs");
	if (vct_sysfs_target(holders, sizeof(holders), "module/ib_uverbs/holders"))
		folder = opendir(holders);
	/* cppcheck-suppress readdirCalled ; no other thread has this stream */
	while (folder && (holder = readdir(folder)))
		if (holder->d_name[0] != '.' && strcmp(holder->d_name, dev->driver))
			say_module(f, holder->d_name);
	if (folder)
		closedir(folder);
	say_module(f, dev->driver);
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
	vct_need_list(dev->faults, 0, needs, sizeof(needs));
	say(f, "fault.serves", needs);
}

/* Whether the device meets each need of a check, and if not, why: that is the reason of a SKIP. */
static void say_needs(FILE *f, const struct vct_device *dev)
{
	const struct vct_need_row *rows;
	size_t n = vct_need_rows(&rows);

	for (size_t i = 0; i < n; i++) {
		const char *lacks = vct_device_misses(dev, rows[i].absence ? 0 : rows[i].bit,
						      rows[i].absence ? rows[i].bit : 0);

		fprintf(f, "need.%s\t%s%s\n", rows[i].name, lacks ? "no: " : "yes",
			lacks ? lacks : "");
	}
}

void vct_facts_of_system(FILE *f, const struct vct_device *dev)
{
	struct utsname uts;

	say_needs(f, dev);
	say_sysfs(f, dev->name);
	say(f, "pci.address", dev->pci);
	if (dev->synthetic)
		say(f, "device.synthetic", dev->model ? "model" : "yes");
	say_netdev(f, dev);
	if (!dev->user_space) {
		say_modules(f, dev);
		say(f, "kernel.own", vct_own_kernel());
		say(f, "rdma_core.own", vct_release_edits());
	}
	say_library(f, "ibverbs", (const void *)(uintptr_t)ibv_get_device_list);
	say_injector(f, dev);
	if (!uname(&uts)) {
		say(f, "system.kernel", uts.release);
		say(f, "system.kernel_build", uts.version);
		say(f, "system.machine", uts.machine);
	}
	say_distribution(f);
}
