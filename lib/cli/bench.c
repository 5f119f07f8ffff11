// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench: measures how fast a device accepts receives. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bench/bench.h"
#include "../record/files.h"
#include "../check/objects.h"
#include "../base/process.h"
#include "../base/exit.h"
#include "bench_files.h"
#include "program.h"

enum { REPETITIONS = 256, SEED };

enum { USUAL_REPETITIONS = 11, QUICK_REPETITIONS = 5 };

struct options {
	struct device_options device;
	struct bench bench;
	const char *pin;
	struct bench_files files;
	char **patterns;
	int n_patterns;
	bool list;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to measure:", 1 },
	{ "list", SETS(struct options, list), NULL, 0,
	  "only list the names of the points, and what the device lacks for them", 1 },
	{ "quick", SETS(struct options, bench.quick), NULL, 0,
	  "5 short repetitions, in a few seconds: enough for a first test and for large changes",
	  1 },
	{ "repetitions", REPETITIONS, "N", 0, "measure each point N times (default 11, 3 to 1000)",
	  1 },
	{ "seed", SEED, "N", 0,
	  "seed of the random order in which points are measured (default: the current time)", 1 },
	{ "pin", INTO_TEXT(struct options, pin), "CPULIST", 0,
	  "keep threads on these CPUs, as in 0,2-3: the first CPU for the thread that posts (with "
	  "traffic: that receives), the second for the sender, the third for the thread that reads "
	  "events",
	  1 },
	{ "no-instructions", CLEARS(struct options, bench.count), NULL, 0,
	  "do not count instructions, which takes some seconds with valgrind", 1 },
	{ NULL, 0, NULL, 0, "What to write:", 2 },
	BENCH_FILE(out,
		   "bench.xml, the record of the benchmark, for 'verbs-cts bench compare' and "
		   "'verbs-cts report'",
		   2),
	BENCH_FILE(junit, "JUnit XML, for CI servers", 2),
	BENCH_FILE(html, "an HTML page with plots", 2),
	{ NULL, 0, NULL, 0, "How long to wait:", 3 },
	{ "deadline", INTO_POSITIVE(struct options, bench.deadline), "S", 0,
	  "time limit of one repetition of a point in seconds (default 10)", 3 },
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
		o->bench.repetitions =
			(unsigned int)number_option(state, "repetitions", arg, 3, 1000);
		return 0;
	case SEED:
		o->bench.seed = (unsigned long)number_option(state, "seed", arg, 0, 0x7fffffff);
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "[PATTERN...]",
	.doc = "Measures how fast a device accepts receives by ibv_post_srq_recv, for the points "
	       "whose names match a PATTERN as 'post.list.*', or for all points: the rate, the "
	       "latency of a call, and the time as a multiple of the floor, which is the time to "
	       "write the same bytes to memory.\v"
	       "The points post.* measure the time to fill an empty SRQ; the time to make a new "
	       "SRQ is not measured. The points traffic.* keep an SRQ filled while messages "
	       "consume its WRs. A point is noisy if its interval is too wide to detect a change "
	       "of 5 %.\n"
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
	for (size_t i = 0; i < plan->n; i++)
		printf("%s%s%s%s\n", plan->points[i].name, plan->points[i].lacks[0] ? " (" : "",
		       plan->points[i].lacks, plan->points[i].lacks[0] ? ")" : "");
}

static void choose(struct options *o, struct vct_device *dev)
{
	struct bench *b = &o->bench;
	const char *wrong = bench_machine_look(&b->machine, o->pin);

	if (wrong)
		usage_error("--pin %s: %s", o->pin ? o->pin : "", wrong);
	choose_device(dev, &o->device, b->deadline * vct_slow);
	vct_dev = b->dev = dev;
	b->plan = bench_plan_make(dev, &b->machine);
	wrong = bench_plan_select(&b->plan, o->patterns, o->n_patterns);
	if (wrong)
		usage_error("no point matches '%s'; --list lists all points. A pattern needs "
			    "quotes, so that the shell does not expand it",
			    wrong);
	wrong = bench_files_wrong(&o->files);
	if (wrong)
		usage_error("%s: %s", wrong, strerror(errno));
}

/* Writes the record and the reports. Returns the exit code: `ret`, unless a file was not written.
 */
static int report(const struct options *o, int ret)
{
	xmlDoc *doc = bench_document((struct bench *)&o->bench);

	ret = bench_files_write(&o->files, doc, "bench", ret);
	xmlFreeDoc(doc);
	return ret;
}

static int srq_post_main(int argc, char **argv)
{
	static struct vct_device dev;
	struct options o = {
		.device = DEVICE_OPTIONS_DEFAULT,
		.bench = { .deadline = 10, .count = true, .seed = (unsigned long)time(NULL) }
	};
	struct bench *b = &o.bench;
	struct file_uses uses = { 0 };
	int ret;

	b->command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	bench_files_use(&o.files, &uses);
	if (!b->repetitions)
		b->repetitions = b->quick ? QUICK_REPETITIONS : USUAL_REPETITIONS;
	vct_catch_signals();
	choose(&o, &dev);
	if (o.list) {
		list_points(&b->plan);
		return VCT_CONFORMS;
	}
	ret = bench_run(b);
	ret = report(&o, ret);
	if (b->ended[0])
		fprintf(stderr, "verbs-cts: %s\n", b->ended);
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
