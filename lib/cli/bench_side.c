// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench side: a process that measures; a benchmark or a duel starts it. */
#include <stdio.h>
#include <stdlib.h>

#include "../base/exit.h"
#include "../base/process.h"
#include "../bench/instructions.h"
#include "../bench/side.h"
#include "../check/objects/objects.h"
#include "program.h"

struct options {
	struct device_options device;
	char **patterns;
	int n_patterns;
	bool count, again;
	const char *pin;
};

static const struct argp_option options[] = {
	{ "count", SETS(struct options, count), NULL, 0,
	  "only count instructions, in this process, and print them", 1 },
	{ "again", SETS(struct options, again), NULL, 0,
	  "this process takes the place of another one", 1 },
	{ "pin", INTO_TEXT(struct options, pin), "CPULIST", 0, "keep threads on these CPUs", 1 },
	{ NULL, 0, NULL, 0, "The device:", 5 },
	{ 0 }
};

static const struct argp_child children[] = { { .argp = &device_argp, .group = 5 }, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->device;
		return 0;
	case ARGP_KEY_ARGS:
		o->patterns = state->argv + state->next;
		o->n_patterns = state->argc - state->next;
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "[PATTERN...]",
	.doc = "Measures what 'verbs-cts bench', which starts it, asks for by lines on standard "
	       "input.",
};

/* Without its fault injector, which the benchmark does not need. */
static void choose(struct vct_device *dev, const struct vct_wish *wish)
{
	char error[2048];

	if (!vct_device_choose(dev, wish, 60, error, sizeof(error)))
		return;
	fprintf(stderr, "verbs-cts: %s\n", error);
	exit(VCT_USAGE);
}

int bench_side_main(int argc, char **argv)
{
	static struct vct_device dev;
	struct options o = { .device = DEVICE_OPTIONS_DEFAULT };
	struct bench_side side = { .dev = &dev };
	const char *wrong;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	side.again = o.again;
	wrong = bench_machine_look(&side.machine, o.pin);
	if (!wrong) {
		choose(&dev, &o.device.wish);
		vct_dev = &dev;
		side.plan = bench_plan_make(&dev, &side.machine);
		wrong = bench_plan_select(&side.plan, o.patterns, o.n_patterns);
	}
	if (wrong) {
		fprintf(stderr, "verbs-cts: no point matches '%s'\n", wrong);
		return VCT_USAGE;
	}
	if (o.count)
		return bench_count_here(&side.plan, &side.machine);
	return bench_side_serve(&side);
}
