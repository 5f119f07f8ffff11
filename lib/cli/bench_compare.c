// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench compare: finds out whether a device became slower. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench/compare.h"
#include "../record/element.h"
#include "../record/files.h"
#include "../base/exit.h"
#include "bench_files.h"
#include "program.h"

enum { THRESHOLD = 't' };

struct options {
	struct bench_file old, new;
	double threshold;
	struct bench_files files;
};

static const struct argp_option options[] = {
	{ "threshold", THRESHOLD, "PERCENT", 0, "a smaller change counts as no change (default 3)",
	  0 },
	BENCH_FILE(html, "write an HTML page with plots of old and new", 0),
	BENCH_FILE(junit, "write JUnit XML, in which a failure is a certain slowdown", 0),
	BENCH_FILE(out, "write the comparison as XML (reports/comparison.rng)", 0),
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case THRESHOLD:
		o->threshold = positive_option(state, "threshold", arg) / 100;
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
	       "device and one machine, before and after a change. For each point it shows the new "
	       "time per WR divided by the old one, and the bootstrap interval of this ratio over "
	       "the repetitions. All intervals together have a confidence of 95 %.\v"
	       "A slowdown is certain if the whole interval is beyond the threshold, both for the "
	       "times and for the times relative to the floor. A point is unclear if neither a "
	       "slowdown nor its absence is certain. If a machine was noisy, or its floor changed, "
	       "a slowdown is certain only if the new run takes more than twice as long: then "
	       "measure again while nothing else runs.\n"
	       "Exit codes: 0 no slowdown is certain, 1 a slowdown is certain, or a point of OLD "
	       "fails in NEW, 2 wrong usage, or the files cannot be compared.\n\n"
	       "  verbs-cts bench compare last.xml bench.xml --html compare.html",
};

static void read_file(struct bench_file *file)
{
	file->doc = vct_results_read(file->path, VCT_EMBEDDED "bench.rng");
	if (file->doc)
		return;
	fprintf(stderr, "verbs-cts: %s is not a bench.xml of this version of verbs-cts\n",
		file->path);
	exit(VCT_USAGE);
}

int bench_compare_main(int argc, char **argv)
{
	struct options o = { .threshold = 0.03 };
	struct file_uses uses = { 0 };
	char why[512] = "";
	bool slower;
	xmlDoc *doc;
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	uses_reads(&uses, "OLD", o.old.path);
	uses_reads(&uses, "NEW", o.new.path);
	bench_files_use(&o.files, &uses);
	read_file(&o.old);
	read_file(&o.new);
	doc = bench_compare(&o.old, &o.new, o.threshold, why, sizeof(why));
	if (!doc) {
		fprintf(stderr, "verbs-cts: %s and %s cannot be compared: %s\n", o.old.path,
			o.new.path, why);
		return VCT_USAGE;
	}
	slower = !strcmp(vct_attribute(xmlDocGetRootElement(doc), "verdict"), "slower");
	ret = bench_files_write(&o.files, doc, "compare", slower ? VCT_CONFORMS_NOT : VCT_CONFORMS);
	xmlFreeDoc(doc);
	xmlFreeDoc(o.old.doc);
	xmlFreeDoc(o.new.doc);
	return ret;
}
