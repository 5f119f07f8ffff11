// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts info: shows what a device claims. */
#include <arpa/inet.h>
#include <stdio.h>

#include "../check/check.h"
#include "../check/trace/verbs_legacy.h"
#include "../run/device/choose.h"
#include "../run/device/facts.h"
#include "program.h"

static const struct argp_option options[] = {
	{ "all", 'a', NULL, 0,
	  "also print all that results.xml records of the device and the machine, NAME TAB VALUE",
	  1 },
	{ 0 }
};

struct wanted {
	struct device_options device;
	bool all;
};

static const struct argp_child children[] = { { .argp = &device_argp }, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct wanted *wanted = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &wanted->device;
		return 0;
	case 'a':
		wanted->all = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "info takes no arguments; use -d for the device");
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.doc = "Shows a device and the capabilities that it claims, which decide which checks "
	       "apply to it.",
};

static void say_needs(const struct vct_device *dev)
{
	const struct vct_need_row *rows;
	size_t n = vct_need_rows(&rows);

	for (size_t i = 0; i < n; i++)
		printf("%-12s %-3s  %s\n", rows[i].name,
		       vct_device_meets(dev, rows[i].absence) & rows[i].bit ? "yes" : "no",
		       rows[i].meaning);
}

int info_main(int argc, char **argv)
{
	struct wanted wanted = { .device = DEVICE_OPTIONS_DEFAULT };
	char gid[INET6_ADDRSTRLEN], own[512];
	struct vct_device dev;
	const struct ibv_device_attr *a = &dev.attr.orig_attr;

	argp_parse(&argp, argc, argv, 0, NULL, &wanted);
	choose_device(&dev, &wanted.device, 10);
	printf("device     %s, driver %s, provider %s, firmware '%s', vendor 0x%06x, part %u\n",
	       dev.name, dev.driver, dev.provider[0] ? dev.provider : "none", a->fw_ver,
	       a->vendor_id, a->vendor_part_id);
	printf("location   %s%s%s\n", dev.pci[0] ? dev.pci : "no PCI function",
	       dev.netdev[0] ? ", network interface " : "", dev.netdev);
	printf("software   kernel %s, rdma-core %s\n", vct_device_kernel(&dev), dev.rdma_core);
	vct_legacy_own(own, sizeof(own));
	printf("legacy     %s\n",
	       own[0] ? own : "XRC calls are emulated over today's verbs: libibverbs has none");
	printf("port       %u of %u, GID index %d (%s)\n", dev.port, a->phys_port_cnt,
	       dev.gid_index, inet_ntop(AF_INET6, &dev.gid, gid, sizeof(gid)));
	printf("P_Key      index %u\n", dev.pkey_index);
	printf("settle     %g ms: how long events may be late (--settle)\n", dev.settle_ms);
	printf("SRQ        max_srq %d, max_srq_wr %d, max_srq_sge %d\n", a->max_srq, a->max_srq_wr,
	       a->max_srq_sge);
	printf("\nCapabilities that checks may need, and whether the device claims them:\n");
	say_needs(&dev);
	if (wanted.all) {
		printf("\n%s", dev.facts);
		vct_facts_of_system(stdout, &dev);
	}
	return 0;
}
