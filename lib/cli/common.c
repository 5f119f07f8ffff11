// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What commands have in common: the options of the device, numbers, and commands by name. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/use/fault.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../run/device/release.h"
#include "program.h"

enum { PKEY_INDEX = 512, SETTLE, RDMA_CORE };

static const struct argp_option device_options[] = {
	{ "ib-dev", 'd', "DEV", 0,
	  "the device under test: its name (mlx5_0), PCI address (0000:3b:00.0 or pci:3b:00.0), "
	  "node GUID (0002:c903:00a1:b2c3 or 0x0002c90300a1b2c3) or network interface (default: "
	  "the only device)",
	  0 },
	{ "ib-port", 'i', "PORT", 0, "port of the device (default: the first active port)", 0 },
	{ "gid-index", 'x', "GID", 0,
	  "index of the GID to use, 0 to 255 (default: one whose network interface is up, if "
	  "possible a RoCE v2 GID of IPv4)",
	  0 },
	{ "pkey-index", PKEY_INDEX, "P_KEY", 0,
	  "index of the P_Key to use (default: the first with full membership)", 0 },
	{ "settle", SETTLE, "MS", 0,
	  "time in milliseconds that the device may take to raise an event after a later one "
	  "(default: 50 for hardware, 0 for software devices)",
	  0 },
	{ "rdma-core-version", RDMA_CORE, "VERSION", 0,
	  "the release of rdma-core that libibverbs is of (56.1), where neither its symbols nor "
	  "its file name tell it",
	  0 },
	{ "fault", INTO_TEXT(struct device_options, fault), "COMMAND", 0,
	  "inject errors with this command, for the checks that need it. A shell runs 'COMMAND "
	  "DEVICE srq|qp|cq NUMBER PID' to put an object into error. NUMBER is the qp_num of a "
	  "QP, or the handle of an SRQ or CQ in process PID; exit status 0 means success. Without "
	  "NUMBER and PID the command only answers with exit status 0 that it supports objects of "
	  "this type",
	  0 },
	{ "fault-plugin", INTO_TEXT(struct device_options, fault_plugin), "FILE", 0,
	  "inject errors with the function verbs_cts_inject_error of this library "
	  "(lib/check/use/fault.h); a library that is preloaded needs no option",
	  0 },
	{ 0 }
};

int file_failed(const char *path)
{
	fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	return VCT_USAGE;
}

char *join_words(char **words, int n, const char *first)
{
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	fputs(first, f);
	for (int i = 0; i < n; i++)
		fprintf(f, "%s%s", i || first[0] ? " " : "", words[i]);
	fclose(f);
	return text;
}

static const char *release_option(struct argp_state *state, const char *arg)
{
	char why[128];

	if (arg[strspn(arg, "0123456789.")] || !strtoul(arg, NULL, 10) || strlen(arg) > 15)
		argp_error(state, "--rdma-core-version takes a version such as 56.1, not '%s'",
			   arg);
	if (!vct_release_possible(arg, why, sizeof(why)))
		argp_error(state, "--rdma-core-version %s: %s", arg, why);
	return arg;
}

static error_t parse_device(int key, char *arg, struct argp_state *state)
{
	struct device_options *o = state->input;

	switch (key) {
	case 'd':
		o->wish.device = arg;
		return 0;
	case 'i':
		o->wish.port = (int)number_option(state, "ib-port", arg, 1, 255);
		return 0;
	case 'x':
		o->wish.gid_index = (int)number_option(state, "gid-index", arg, 0, 255);
		return 0;
	case PKEY_INDEX:
		o->wish.pkey_index = (int)number_option(state, "pkey-index", arg, 0, 65535);
		return 0;
	case SETTLE:
		o->wish.settle_ms = (double)number_option(state, "settle", arg, 0, 60000);
		return 0;
	case RDMA_CORE:
		vct_release_told = release_option(state, arg);
		return 0;
	case ARGP_KEY_END:
		if (o->fault && o->fault_plugin)
			argp_error(state, "--fault and --fault-plugin cannot be used together");
		return 0;
	}
	return set_option(device_options, key, arg, state);
}

const struct argp device_argp = { .options = device_options, .parser = parse_device };

int try_device(struct vct_device *dev, const struct device_options *options, double seconds)
{
	char error[2048] = "";

	if (!vct_device_choose(dev, &options->wish, seconds, error, sizeof(error)) &&
	    !vct_fault_choose(dev, options->fault, options->fault_plugin, seconds, error,
			      sizeof(error)))
		return 0;
	fprintf(stderr, "verbs-cts: %s\n", error);
	return dev->unasked || vct_stop_signal() ? VCT_INCOMPLETE : VCT_USAGE;
}

void choose_device(struct vct_device *dev, const struct device_options *options, double seconds)
{
	if (try_device(dev, options, seconds))
		exit(VCT_USAGE);
}

int run_command(const struct command *commands, size_t n, const char *usage_text, int argc,
		char **argv)
{
	const char *command = argc > 1 ? argv[1] : "";
	char *name;

	if (!strcmp(command, "--help") || !strcmp(command, "-h") || !strcmp(command, "help")) {
		fputs(usage_text, stdout);
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		if (strcmp(command, commands[i].name))
			continue;
		/* argp takes the program's name from argv[0] */
		name = vct_format("%s %s", argv[0], command);
		argv[1] = name;
		return commands[i].main(argc - 1, argv + 1);
	}
	fputs(usage_text, stderr);
	if (command[0])
		fprintf(stderr, "verbs-cts: there is no command '%s'\n", command);
	return VCT_USAGE;
}
