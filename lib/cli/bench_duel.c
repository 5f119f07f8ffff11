// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench duel: which of two stacks is slower, measured in turn. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/deadline.h"
#include "../base/memory.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../bench/duel.h"
#include "../record/files.h"
#include "bench_files.h"
#include "program.h"

enum { THRESHOLD = 't', SEED = 256 };

struct options {
	struct bench_duel duel;
	const char *pin, *device;
	struct bench_files files;
	int n, n_patterns;
	char **patterns;
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
	BENCH_FILE(out, "the record as XML (reports/bench.rng)", 2),
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
		o->device = arg;
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
		o->patterns = state->argv + state->next - 1;
		o->n_patterns = state->argc - state->next + 1;
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
	       "comes from the differences within the pairs. It ends as soon as the answer is "
	       "sure for all points whose names match a PATTERN (default: post.list.sge1.1, .32 "
	       "and .256), or when its time is over. The command 'bench srq-post --list' lists "
	       "the points. Points of several threads cannot be measured on one CPU.\v"
	       "A and B are each one of these:\n"
	       "  a directory with a libibverbs.so.1, or with one in its lib or refhca: it "
	       "becomes LD_LIBRARY_PATH. A build tree of rdma-core works if it was built by its "
	       "build.sh, because then it uses the providers in the tree. One that is installed "
	       "works from the directory that it was configured for.\n"
	       "  device:NAME, a device of this machine.\n"
	       "  a command in which the side runs, such as 'fixtures/guest/run --input --kernel "
	       "6.12 --'. A shell runs it, so settings NAME=VALUE may precede it. Both guests run "
	       "side by side, and work in turn.\n\n"
	       "The probability that it says 'slower' of any point that is not, or 'not slower' "
	       "of any that is, is at most 5 % for the whole duel. Beside the time, it counts "
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

/* What both sides are started with. */
static const char **words_of(const struct options *o, size_t *n)
{
	static const char *const usual[] = { "post.list.sge1.1", "post.list.sge1.32",
					     "post.list.sge1.256" };
	const char **words = vct_allocate((size_t)o->n_patterns + 8, sizeof(*words));

	*n = 0;
	if (o->device) {
		words[(*n)++] = "-d";
		words[(*n)++] = o->device;
	}
	words[(*n)++] = "--";
	for (int i = 0; i < o->n_patterns; i++)
		words[(*n)++] = o->patterns[i];
	for (size_t i = 0; !o->n_patterns && i < sizeof(usual) / sizeof(usual[0]); i++)
		words[(*n)++] = usual[i];
	return words;
}

static void prepare(struct options *o)
{
	struct bench_duel *d = &o->duel;
	struct bench_machine *m = &d->machine;
	const char *wrong = bench_machine_look(m, o->pin);

	if (wrong)
		usage_error("--pin", o->pin, wrong);
	if (!o->pin)
		m->cpus[0] = m->cpus[m->n_cpus - 1];
	m->n_cpus = 1;
	m->pinned = true;
	for (int s = 0; s < 2; s++) {
		struct bench_peer *p = &d->sides[s];

		p->name = s ? "B" : "A";
		p->words = words_of(o, &p->n_words);
		wrong = bench_peer_wrong(p->what);
		if (wrong)
			usage_error(p->name, p->what, wrong);
	}
	wrong = bench_files_wrong(&o->files);
	if (wrong)
		usage_error(wrong, NULL, strerror(errno));
}

int bench_duel_main(int argc, char **argv)
{
	struct options o = { .duel = { .kind = BENCH_OF_STACKS,
				       .threshold = 0.01,
				       .seconds = 60,
				       .blocks = 8,
				       .deadline = BENCH_PATIENCE,
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
	ret = bench_files_write(&o.files, bench_duel_document(&o.duel), ret);
	if (o.duel.ended[0])
		fprintf(stderr, "verbs-cts: %s\n", o.duel.ended);
	return ret;
}
