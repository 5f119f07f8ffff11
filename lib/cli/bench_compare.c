// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench compare: finds out whether a device became slower. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bench/compare.h"
#include "../record/element.h"
#include "../record/files.h"
#include "../base/exit.h"
#include "bench_files.h"
#include "program.h"

enum { THRESHOLD = 't' };

struct options {
	struct bench_file old, new;
	struct bench_duel duel;
	struct bench_files files;
};

static const struct argp_option options[] = {
	{ "threshold", THRESHOLD, "PERCENT", 0, "a smaller change counts as no change (default 3)",
	  0 },
	BENCH_FILE(html, "write an HTML page with the changes and their intervals", 0),
	BENCH_FILE(junit, "write JUnit XML, in which a failure is a certain slowdown", 0),
	BENCH_FILE(out, "write the comparison as XML (reports/bench.rng)", 0),
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case THRESHOLD:
		o->duel.threshold = positive_option(state, "threshold", arg) / 100;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 1)
			argp_error(state, "more than two files; only OLD and NEW are compared");
		*(state->arg_num ? &o->new.path : &o->old.path) = arg;
		return 0;
	case ARGP_KEY_END:
		if (state->arg_num < 2)
			argp_error(state, "two files are needed, OLD and NEW, both from 'bench "
					  "srq-post --out'");
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "OLD NEW",
	.doc = "Compares two files of 'verbs-cts bench srq-post --out' that were measured on one "
	       "device and one machine, before and after a change. It pairs their repetitions, "
	       "and judges the pairs as 'bench duel' does. For each point it shows the new time "
	       "per WR divided by the old one, and the interval of this ratio. All intervals "
	       "together have a confidence of 95 %.\v"
	       "A slowdown is certain if the whole interval is beyond the threshold. A point is "
	       "unclear if neither a slowdown nor its absence is certain. Where the floor has "
	       "changed between the two files, the machine has. The interval then includes all "
	       "that is true if the device has felt nothing of it, as much, or twice as much. "
	       "Measure again while nothing else runs, with more --repetitions, or run a duel.\n"
	       "Exit codes: 0 no slowdown is certain, 1 a slowdown is certain, or a point of OLD "
	       "fails in NEW, 2 wrong usage, or the files cannot be compared.\n\n"
	       "  verbs-cts bench compare last.xml bench.xml --html compare.html",
};

static void read_file(struct bench_file *file)
{
	file->doc = vct_results_read(file->path, VCT_EMBEDDED "bench.rng");
	if (file->doc && !strcmp(vct_attribute(xmlDocGetRootElement(file->doc), "kind"), "device"))
		return;
	fprintf(stderr,
		"verbs-cts: %s is not a bench.xml of 'bench srq-post' of this version of "
		"verbs-cts\n",
		file->path);
	exit(VCT_USAGE);
}

int bench_compare_main(int argc, char **argv)
{
	struct options o = { .duel = { .threshold = 0.03, .start = time(NULL) } };
	struct file_uses uses = { 0 };
	char why[512] = "";
	bool slower;
	int ret;

	o.duel.command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	uses_reads(&uses, "OLD", o.old.path);
	uses_reads(&uses, "NEW", o.new.path);
	bench_files_use(&o.files, &uses);
	read_file(&o.old);
	read_file(&o.new);
	if (!bench_compare(&o.duel, &o.old, &o.new, why, sizeof(why))) {
		fprintf(stderr, "verbs-cts: %s and %s cannot be compared: %s\n", o.old.path,
			o.new.path, why);
		return VCT_USAGE;
	}
	slower = !strcmp(bench_duel_verdict(&o.duel), "slower");
	ret = bench_files_write(&o.files, bench_duel_document(&o.duel),
				slower ? VCT_CONFORMS_NOT : VCT_CONFORMS);
	xmlFreeDoc(o.old.doc);
	xmlFreeDoc(o.new.doc);
	return ret;
}
