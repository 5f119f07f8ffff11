// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench: how fast a device takes receives. */
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
#include "program.h"

enum { QUICK = 256, REPETITIONS, SEED, PIN, OUT, JUNIT, HTML, DEADLINE, SLOW, LIST };

enum { USUAL_REPETITIONS = 11, QUICK_REPETITIONS = 5 };

struct options {
	struct device_options device;
	struct bench bench;
	const char *pin, *out, *junit, *html;
	char **patterns;
	int n_patterns;
	bool list;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to measure:", 1 },
	{ "list", LIST, NULL, 0, "only tell the names of the points, and what the device lacks",
	  1 },
	{ "quick", QUICK, NULL, 0,
	  "5 short repetitions, in a few seconds: to see that it works, and large changes", 1 },
	{ "repetitions", REPETITIONS, "N", 0, "measure each point N times (default 11, 3 to 1000)",
	  1 },
	{ "seed", SEED, "N", 0,
	  "of the random order in which points are measured (default: of the time)", 1 },
	{ "pin", PIN, "CPULIST", 0,
	  "keep threads on these CPUs, as in 0,2-3: the first is the poster's (with traffic the "
	  "receiver's), the next the sender's, the third the event reader's",
	  1 },
	{ NULL, 0, NULL, 0, "What to write:", 2 },
	{ "out", OUT, "FILE", 0,
	  "bench.xml, the one record of it, for 'verbs-cts bench compare' and 'verbs-cts report'",
	  2 },
	{ "junit", JUNIT, "FILE", 0, "JUnit XML, for CI servers", 2 },
	{ "html", HTML, "FILE", 0, "a page for people, with plots", 2 },
	{ NULL, 0, NULL, 0, "How long to wait:", 3 },
	{ "deadline", DEADLINE, "S", 0, "seconds one repetition of a point may take (default 10)",
	  3 },
	{ "slow", SLOW, "FACTOR", 0, "multiply the deadline: for emulated or instrumented kernels",
	  3 },
	{ NULL, 0, NULL, 0, "The device:", 5 },
	{ 0 }
};

static const struct argp_child children[] = { { .argp = &device_argp, .group = 5 }, { 0 } };

static error_t parse_rest(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OUT:
		o->out = arg;
		return 0;
	case JUNIT:
		o->junit = arg;
		return 0;
	case HTML:
		o->html = arg;
		return 0;
	case DEADLINE:
		o->bench.deadline = positive_option(state, "--deadline", arg);
		return 0;
	case SLOW:
		vct_slow = positive_option(state, "--slow", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

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
	case LIST:
		o->list = true;
		return 0;
	case QUICK:
		o->bench.quick = true;
		return 0;
	case REPETITIONS:
		o->bench.repetitions =
			(unsigned int)number_option(state, "--repetitions", arg, 3, 1000);
		return 0;
	case SEED:
		o->bench.seed = (unsigned long)number_option(state, "--seed", arg, 0, 0x7fffffff);
		return 0;
	case PIN:
		o->pin = arg;
		return 0;
	}
	return parse_rest(key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "[PATTERN...]",
	.doc = "Measures how fast a device takes receives by ibv_post_srq_recv: of the points "
	       "whose "
	       "names match a PATTERN ('post.list.*'; all of them without one) the rate, the "
	       "latency of a call, and how many times it takes what writing the same bytes to "
	       "memory does (the floor).\v"
	       "post.* fill an empty SRQ, which is timed; it is emptied by making it again, which "
	       "is not. traffic.* keep a SRQ filled while messages take its WRs. A point whose "
	       "interval is too wide to tell a change of 5 % is noisy.\n"
	       "Exit codes: 0 all was measured, 1 a verb failed at some point, 2 usage or "
	       "environment, 3 incomplete.\n\n"
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

static void say_points(const struct bench_plan *plan)
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
		usage_error("no point is named '%s'; --list shows all, and quotes keep the shell "
			    "from a pattern",
			    wrong);
	for (size_t i = 0; i < 3; i++) {
		const char *path = (const char *[]){ o->out, o->junit, o->html }[i];

		if (path && vct_results_probe(path))
			usage_error("%s: %s", path, strerror(errno));
	}
}

/* The record and what is made of it. Returns the exit code that is left of `ret`. */
static int report(const struct options *o, int ret)
{
	xmlDoc *doc = bench_document((struct bench *)&o->bench);
	const char *bad = NULL;

	if (o->out && vct_results_write(o->out, doc))
		bad = o->out;
	else if (o->junit && vct_results_transform(o->junit, doc, VCT_EMBEDDED "bench-junit.xsl"))
		bad = o->junit;
	else if (o->html && vct_results_transform(o->html, doc, VCT_EMBEDDED "bench.xsl"))
		bad = o->html;
	vct_results_print(stdout, doc, VCT_EMBEDDED "bench-summary.xsl", NULL);
	if (bad)
		fprintf(stderr, "verbs-cts: %s: %s\n", bad, strerror(errno));
	xmlFreeDoc(doc);
	return bad ? VCT_USAGE : ret;
}

static int srq_post_main(int argc, char **argv)
{
	static struct vct_device dev;
	struct options o = { .device = DEVICE_OPTIONS_DEFAULT,
			     .bench = { .deadline = 10, .seed = (unsigned long)time(NULL) } };
	struct bench *b = &o.bench;
	int ret;

	b->command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (!b->repetitions)
		b->repetitions = b->quick ? QUICK_REPETITIONS : USUAL_REPETITIONS;
	vct_catch_signals();
	choose(&o, &dev);
	if (o.list) {
		say_points(&b->plan);
		return VCT_CONFORMS;
	}
	ret = bench_run(b);
	ret = report(&o, ret);
	if (b->ended[0])
		fprintf(stderr, "verbs-cts: %s\n", b->ended);
	return ret;
}

static const char usage[] =
	"Usage: verbs-cts bench WHAT [OPTION...]\n"
	"\n"
	"  srq-post -d DEV   how fast a device takes receives of shared receive queues\n"
	"  compare OLD NEW   what became slower, of two files that srq-post wrote\n"
	"\n"
	"'verbs-cts bench WHAT --help' tells more.\n";

int bench_main(int argc, char **argv)
{
	static const struct command whats[] = { { "srq-post", srq_post_main },
						{ "compare", bench_compare_main } };

	return run_command(whats, sizeof(whats) / sizeof(whats[0]), usage, argc, argv);
}
