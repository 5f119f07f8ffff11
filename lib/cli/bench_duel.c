// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench duel: which of two stacks is slower, measured in turn. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/deadline.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../bench/duel.h"
#include "../record/files.h"
#include "bench_files.h"
#include "program.h"

enum { THRESHOLD = 't', SEED = 256 };

struct options {
	struct bench_duel duel;
	const char *pin;
	struct bench_files files;
	int n;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to measure:", 1 },
	{ "ib-dev", 'd', "DEV", 0, "the name of the device on both sides (default: the only one)",
	  1 },
	{ "threshold", THRESHOLD, "PERCENT", 0, "a smaller change counts as no change (default 1)",
	  1 },
	{ "for", INTO_POSITIVE(struct options, duel.seconds), "SECONDS", 0,
	  "the time that is given (default 60)", 1 },
	{ "pin", INTO_TEXT(struct options, pin), "CPU", 0,
	  "the CPU on which both sides run (default: the last one that this process may use)", 1 },
	{ "seed", SEED, "N", 0, "seed of the random order (default: the current time)", 1 },
	{ "no-instructions", CLEARS(struct options, duel.count), NULL, 0,
	  "do not count instructions", 1 },
	{ NULL, 0, NULL, 0, "What to write:", 2 },
	BENCH_FILE(out, "the record as XML (reports/duel.rng)", 2),
	BENCH_FILE(junit, "JUnit XML, in which a failure is a sure slowdown", 2),
	BENCH_FILE(html, "an HTML page with the changes and their intervals", 2),
	{ NULL, 0, NULL, 0, "How long to wait:", 3 },
	{ "slow", SLOWS, "FACTOR", 0,
	  "multiply the time that a side may take to start or to answer (120 s) by this factor",
	  3 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	struct bench_peer *sides = o->duel.sides;

	switch (key) {
	case 'd':
		sides[0].device = sides[1].device = arg;
		return 0;
	case THRESHOLD:
		o->duel.threshold = positive_option(state, "threshold", arg) / 100;
		return 0;
	case SEED:
		o->duel.seed = (unsigned long)number_option(state, "seed", arg, 0, 0x7fffffff);
		return 0;
	case ARGP_KEY_ARG:
		if (o->n < 2) {
			sides[o->n++].what = arg;
			return 0;
		}
		sides[0].patterns = sides[1].patterns = state->argv + state->next - 1;
		sides[0].n_patterns = sides[1].n_patterns = state->argc - state->next + 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		if (o->n < 2)
			argp_error(state, "two sides are needed, A and B; A is the old one");
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "A B [PATTERN...]",
	.doc = "Finds out whether stack B is slower than stack A. Both are measured in turn, pair "
	       "by pair, on one CPU, so that what else the machine does affects both; the answer "
	       "comes from the differences within the pairs. It ends as soon as the answer is sure "
	       "for all points whose names match a PATTERN (default: post.list.sge1.1, .32 and "
	       ".256), or when its time is over. Only points that post alone, with one thread, can "
	       "be measured; 'bench srq-post --list' lists them.\v"
	       "A and B are each one of these:\n"
	       "  a directory with a libibverbs.so.1, or with one in its lib or refhca: it becomes "
	       "LD_LIBRARY_PATH. A build tree of rdma-core works if it was built by its build.sh, "
	       "because then it uses the providers in the tree; an installed rdma-core works from "
	       "the directory that it was configured for.\n"
	       "  device:NAME, a device of this machine.\n"
	       "  a command in which the side runs, such as 'fixtures/guest/run --input --kernel "
	       "6.12 --'. A shell runs it, so settings NAME=VALUE may precede it. Both guests run "
	       "side by side, and work in turn.\n\n"
	       "The probability that it says 'slower' of any point that is not, or 'not slower' of "
	       "any that is, is at most 5 % for the whole duel. Beside the time, it counts "
	       "instructions per WR, if the CPU or valgrind can; these are exact, but the exit "
	       "code does not depend on them.\n"
	       "Exit codes: 0 no slowdown beyond the threshold, 1 a slowdown beyond it, both for "
	       "sure, 2 neither is sure, or wrong usage or environment, 3 a side failed.\n\n"
	       "  verbs-cts bench duel old/build new/build -d mlx5_0 --pin 3 --html duel.html\n"
	       "  verbs-cts bench duel device:mlx5_0 device:mlx5_1",
};

static void usage_error(const char *which, const char *what, const char *wrong)
{
	fprintf(stderr, "verbs-cts: %s %s: %s\n", which, what ? what : "", wrong);
	exit(VCT_USAGE);
}

static void prepare(struct options *o)
{
	static char *usual[] = { "post.list.sge1.1", "post.list.sge1.32", "post.list.sge1.256" };
	struct bench_duel *d = &o->duel;
	const char *wrong = bench_machine_look(&d->machine, o->pin);

	if (wrong)
		usage_error("--pin", o->pin, wrong);
	d->cpu = d->machine.cpus[o->pin ? 0 : d->machine.n_cpus - 1];
	for (int s = 0; s < 2; s++) {
		struct bench_peer *p = &d->sides[s];

		p->name = s ? "B" : "A";
		p->seconds = 120;
		if (!p->n_patterns) {
			p->patterns = usual;
			p->n_patterns = sizeof(usual) / sizeof(usual[0]);
		}
		wrong = bench_peer_wrong(p->what);
		if (wrong)
			usage_error(p->name, p->what, wrong);
	}
	wrong = bench_files_wrong(&o->files);
	if (wrong)
		usage_error(wrong, NULL, strerror(errno));
}

/* Writes the record and the reports. Returns the exit code: `ret`, unless a file was not written.
 */
static int report(const struct options *o, int ret)
{
	xmlDoc *doc = bench_duel_document(&o->duel);

	ret = bench_files_write(&o->files, doc, "duel", ret);
	xmlFreeDoc(doc);
	return ret;
}

int bench_duel_main(int argc, char **argv)
{
	struct options o = { .duel = { .threshold = 0.01,
				       .seconds = 60,
				       .count = true,
				       .seed = (unsigned long)time(NULL) } };
	struct file_uses uses = { 0 };
	int ret;

	o.duel.command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	bench_files_use(&o.files, &uses);
	prepare(&o);
	vct_catch_signals();
	ret = bench_duel_run(&o.duel);
	ret = report(&o, ret);
	if (o.duel.ended[0])
		fprintf(stderr, "verbs-cts: %s\n", o.duel.ended);
	return ret;
}
