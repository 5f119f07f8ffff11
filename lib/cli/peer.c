// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts peer: the other end of the links of a run. */
#include <stdio.h>

#include "../base/deadline.h"
#include "../base/exit.h"
#include "../check/objects/event.h"
#include "../run/mutant.h"
#include "../run/peer/peer.h"
#include "care.h"
#include "settings.h"

static const struct argp_option options[] = {
	{ "slow", SLOWS, "FACTOR", 0,
	  "multiply every deadline by this factor; of the run and its peer the greater counts", 1 },
	{ "shared", SETS(struct run_settings, run.care.shared), NULL, 0,
	  "serve although others use the device", 1 },
	{ "mutant", INTO_TEXT(struct run_settings, mutant), "NAME", 0,
	  "be this mutant, which breaks a promise on purpose, to see that the run names this "
	  "device",
	  1 },
	{ 0 }
};

static const struct argp_child children[] = { { .argp = &device_argp }, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run_settings *s = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &s->device;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "peer takes no arguments; use -d for the device");
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.doc = "Makes the other end of the links of a run on this host's device. The command "
	       "'verbs-cts run --peer COMMAND' starts it, and speaks with it over its standard "
	       "input and output. No port is opened. It ends with its standard input.\v"
	       "Both sides must be the same version of verbs-cts. The exit code is 0 when the run "
	       "has ended, 2 if the two do not fit together, 3 if a check's process died here. The "
	       "run then starts the command again.\n\n"
	       "  verbs-cts run -d mlx5_0 --peer 'ssh hostB verbs-cts peer -d mlx5_1'",
};

int peer_main(int argc, char **argv)
{
	struct run_settings s = RUN_SETTINGS_DEFAULT;
	static struct vct_device dev;
	struct vct_case *cases;
	size_t n = vct_cases(&cases);

	argp_parse(&argp, argc, argv, 0, NULL, &s);
	become_mutant(&s, "peer", argc, argv);
	choose_device(&dev, &s.device, s.run.deadline * vct_slow);
	refuse_if_others_use(&dev, &s.run.care);
	vct_settle_ms = dev.settle_ms;
	return vct_peer_serve(&dev, cases, n);
}
