// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts doctor: says whether a run can start, and what is missing. */
#include <stdio.h>

#include "../base/deadline.h"
#include "../base/exit.h"
#include "../run/device/doctor.h"
#include "program.h"

enum { SECONDS = 10 };

static const struct argp_option options[] = {
	{ "slow", SLOWS, "FACTOR", 0,
	  "multiply every deadline by this factor, for emulated or instrumented kernels", 1 },
	{ 0 }
};

static const struct argp_child children[] = { { .argp = &device_argp }, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "doctor takes no arguments; use -d for the device");
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.doc = "Looks at all that a run needs: the device and its files, limits, the kernel log, "
	       "ports, GIDs with their routes, P_Keys and the subnet manager. Sends messages of "
	       "the port to itself with each GID. Looks for other users of the device, versions "
	       "and waivers. Each line says ok, note, or no with what to do. Nothing is changed.\v"
	       "Exit codes: 0 a run can start, 2 it cannot.\n\n"
	       "  verbs-cts doctor -d mlx5_0 -x 3",
};

int doctor_main(int argc, char **argv)
{
	struct device_options device = DEVICE_OPTIONS_DEFAULT;

	argp_parse(&argp, argc, argv, 0, NULL, &device);
	return vct_doctor(&device.wish, SECONDS * vct_slow) ? 0 : VCT_USAGE;
}
