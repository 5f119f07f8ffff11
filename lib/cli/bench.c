// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench: measures how fast a device accepts receives. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bench/duel.h"
#include "../bench/plan.h"
#include "../record/files.h"
#include "../check/objects/objects.h"
#include "../base/memory.h"
#include "../base/process.h"
#include "../base/exit.h"
#include "bench_files.h"
#include "program.h"

enum { REPETITIONS = 256, SEED };

/* So many repetitions of so many blocks of each point. */
enum { REPEATED = 20, BLOCKS_OF_ONE = 8, REPEATED_QUICKLY = 13, BLOCKS_QUICKLY = 1 };

struct options {
	struct device_options device;
	struct bench_duel duel;
	const char *pin;
	struct bench_files files;
	char **patterns;
	int n_patterns;
	bool list, quick;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to measure:", 1 },
	{ "list", SETS(struct options, list), NULL, 0,
	  "only list the names of the points, and what the device lacks for them", 1 },
	{ "quick", SETS(struct options, quick), NULL, 0,
	  "13 short repetitions, in some seconds: enough for a first test and for large changes",
	  1 },
	{ "repetitions", REPETITIONS, "N", 0, "measure each point N times (default 20, 7 to 1000)",
	  1 },
	{ "seed", SEED, "N", 0,
	  "seed of the random order in which points are measured (default: the current time)", 1 },
	{ "pin", INTO_TEXT(struct options, pin), "CPULIST", 0,
	  "keep threads on these CPUs, as in 0,2-3: the first CPU for the first thread that posts",
	  1 },
	{ "no-instructions", CLEARS(struct options, duel.count), NULL, 0,
	  "do not count instructions, which takes some seconds with valgrind", 1 },
	{ NULL, 0, NULL, 0, "What to write:", 2 },
	BENCH_FILE(out,
		   "bench.xml, the record of the benchmark, for 'verbs-cts bench compare' and "
		   "'verbs-cts report'",
		   2),
	BENCH_FILE(junit, "JUnit XML, for CI servers", 2),
	BENCH_FILE(html, "an HTML page with the times and their intervals", 2),
	{ NULL, 0, NULL, 0, "How long to wait:", 3 },
	{ "deadline", INTO_POSITIVE(struct options, duel.deadline), "S", 0,
	  "time limit of a block of a repetition in seconds (default 10)", 3 },
	{ "slow", SLOWS, "FACTOR", 0,
	  "multiply the deadline by this factor, for emulated or instrumented kernels", 3 },
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
	case REPETITIONS:
		o->duel.pairs = (size_t)number_option(state, "repetitions", arg, 7, 1000);
		return 0;
	case SEED:
		o->duel.seed = (unsigned long)number_option(state, "seed", arg, 0, 0x7fffffff);
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "[PATTERN...]",
	.doc = "Measures how fast a device accepts receives by ibv_post_srq_recv. It measures the "
	       "points whose names match a PATTERN as 'post.list.*', or all points. It tells the "
	       "time per WR, and the time as a multiple of the floor. The floor is the time to "
	       "write the same bytes to memory. Each repetition is a process, which measures each "
	       "point and its floor in short blocks, in turn and in random order.\v"
	       "The points post.* measure the time to fill an empty SRQ; the time to make a new "
	       "SRQ is not measured. Each figure comes with the interval that has it with a "
	       "confidence of 95 %. The command 'bench compare' finds a slowdown between two "
	       "records, and 'bench duel' between two stacks. The duel needs no quiet machine.\n"
	       "Exit codes: 0 all points were measured, 1 a verb failed at a point, 2 wrong usage "
	       "or environment, 3 incomplete.\n\n"
	       "  verbs-cts bench srq-post -d mlx5_0 --pin 2-4 --out bench.xml\n"
	       "  verbs-cts bench srq-post -d rxe0 --quick 'post.list.sge1.*'",
};

static void usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void usage_error(const char *format, ...)
{
	va_list args;

	fputs("verbs-cts: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(VCT_USAGE);
}

static void list_points(const struct bench_plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		const struct bench_point *p = &plan->points[i];

		if (!p->harness)
			printf("%s%s%s%s\n", p->name, p->lacks[0] ? " (" : "", p->lacks,
			       p->lacks[0] ? ")" : "");
	}
}

static struct bench_plan choose(struct options *o, struct vct_device *dev)
{
	struct bench_duel *d = &o->duel;
	const char *wrong = bench_machine_look(&d->machine, o->pin);
	struct bench_plan plan;

	if (wrong)
		usage_error("--pin %s: %s", o->pin ? o->pin : "", wrong);
	choose_device(dev, &o->device, d->deadline * vct_slow);
	vct_dev = d->dev = dev;
	plan = bench_plan_make(dev, &d->machine);
	wrong = bench_plan_select(&plan, o->patterns, o->n_patterns);
	if (wrong)
		usage_error("no point matches '%s'; --list lists all points. A pattern needs "
			    "quotes, so that the shell does not expand it",
			    wrong);
	wrong = bench_files_wrong(&o->files);
	if (wrong)
		usage_error("%s: %s", wrong, strerror(errno));
	return plan;
}

/* The process that measures the device, and what it is started with. */
static void make_sides(struct options *o, const struct vct_device *dev)
{
	struct bench_peer *floor = &o->duel.sides[0], *device = &o->duel.sides[1];
	const char **words = vct_allocate((size_t)o->n_patterns + 8, sizeof(*words));
	size_t n = 0;

	floor->what = "the floor";
	device->what = vct_format("device:%s", dev->name);
	words[n++] = vct_format("--ib-port=%u", dev->port);
	if (dev->gid_index >= 0)
		words[n++] = vct_format("--gid-index=%d", dev->gid_index);
	if (o->pin)
		words[n++] = vct_format("--pin=%s", o->pin);
	words[n++] = "--";
	for (int i = 0; i < o->n_patterns; i++)
		words[n++] = o->patterns[i];
	device->words = words;
	device->n_words = n;
}

static int srq_post_main(int argc, char **argv)
{
	static struct vct_device dev;
	struct options o = {
		.device = DEVICE_OPTIONS_DEFAULT,
		.duel = { .deadline = 10, .count = true, .seed = (unsigned long)time(NULL) }
	};
	struct bench_duel *d = &o.duel;
	struct file_uses uses = { 0 };
	struct bench_plan plan;
	int ret;

	d->command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	bench_files_use(&o.files, &uses);
	if (!d->pairs)
		d->pairs = o.quick ? REPEATED_QUICKLY : REPEATED;
	d->blocks = o.quick ? BLOCKS_QUICKLY : BLOCKS_OF_ONE;
	vct_catch_signals();
	plan = choose(&o, &dev);
	if (o.list) {
		list_points(&plan);
		return VCT_CONFORMS;
	}
	make_sides(&o, &dev);
	ret = bench_duel_run(d);
	ret = bench_files_write(&o.files, bench_duel_document(d), ret);
	if (d->ended[0])
		fprintf(stderr, "verbs-cts: %s\n", d->ended);
	return ret;
}

static const char usage[] =
	"Usage: verbs-cts bench COMMAND [OPTION...]\n"
	"\n"
	"  srq-post -d DEV   measure how fast a device accepts receives for shared receive queues\n"
	"  compare OLD NEW   find out what became slower, from two files that srq-post wrote\n"
	"  duel A B          find out whether stack B is slower than stack A, measured in turn\n"
	"\n"
	"'verbs-cts bench COMMAND --help' describes a command.\n";

int bench_main(int argc, char **argv)
{
	static const struct command commands[] = { { "srq-post", srq_post_main },
						   { "compare", bench_compare_main },
						   { "duel", bench_duel_main },
						   { "side", bench_side_main } };

	return run_command(commands, sizeof(commands) / sizeof(commands[0]), usage, argc, argv);
}
