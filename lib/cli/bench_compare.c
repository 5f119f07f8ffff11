// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts bench compare: is this release slower than the last? */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench/compare.h"
#include "../record/element.h"
#include "../record/files.h"
#include "../base/exit.h"
#include "program.h"

enum { THRESHOLD = 't', HTML = 256, JUNIT, OUT };

struct options {
	struct bench_file old, new;
	double threshold;
	const char *html, *junit, *out;
};

static const struct argp_option options[] = {
	{ "threshold", THRESHOLD, "PERCENT", 0, "a smaller change is none (default 3)", 0 },
	{ "html", HTML, "FILE", 0, "make a page for people, with old against new in plots", 0 },
	{ "junit", JUNIT, "FILE", 0, "make JUnit XML: a failure is a slowdown that is sure", 0 },
	{ "out", OUT, "FILE", 0, "write what all of it is made from (reports/comparison.rng)", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case THRESHOLD:
		o->threshold = positive_option(state, "--threshold", arg) / 100;
		return 0;
	case HTML:
		o->html = arg;
		return 0;
	case JUNIT:
		o->junit = arg;
		return 0;
	case OUT:
		o->out = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 1)
			argp_error(state, "two files, not more: OLD and NEW");
		*(state->arg_num ? &o->new.path : &o->old.path) = arg;
		return 0;
	case ARGP_KEY_END:
		if (state->arg_num < 2)
			argp_error(state,
				   "which files? OLD and NEW, both by 'bench srq-post --out'");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "OLD NEW",
	.doc = "Compares what 'verbs-cts bench srq-post --out' measured of one device on one "
	       "machine, before and after something changed. Of each point it tells how many times "
	       "as long a WR takes now, and the bootstrap interval of that over the repetitions; "
	       "all intervals together hold with 95 %.\v"
	       "A slowdown is sure where the whole interval is beyond the threshold, of the times "
	       "as "
	       "they are and of the times by the floor. Where that cannot be told, it says so. "
	       "Where "
	       "a machine was noisy, or took longer for the floor itself, only what takes more "
	       "than "
	       "twice as long is sure: measure again while nothing else runs.\n"
	       "Exit codes: 0 no slowdown is sure, 1 one is, or what OLD measured fails in NEW, "
	       "2 usage, or the files cannot be compared.\n\n"
	       "  verbs-cts bench compare last.xml bench.xml --html compare.html",
};

static void read_file(struct bench_file *file)
{
	file->doc = vct_results_read(file->path, VCT_EMBEDDED "bench.rng");
	if (file->doc)
		return;
	fprintf(stderr, "verbs-cts: %s is no bench.xml of this version of verbs-cts\n", file->path);
	exit(VCT_USAGE);
}

static int write_reports(const struct options *o, xmlDoc *doc)
{
	const struct {
		const char *path;
		int failed;
	} files[] = {
		{ o->out, o->out && vct_results_write(o->out, doc) },
		{ o->junit, o->junit && vct_results_transform(o->junit, doc,
							      VCT_EMBEDDED "compare-junit.xsl") },
		{ o->html,
		  o->html && vct_results_transform(o->html, doc, VCT_EMBEDDED "compare.xsl") },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		if (!files[i].failed)
			continue;
		fprintf(stderr, "verbs-cts: cannot write %s: %s\n", files[i].path, strerror(errno));
		return -1;
	}
	return vct_results_print(stdout, doc, VCT_EMBEDDED "compare-summary.xsl", NULL);
}

int bench_compare_main(int argc, char **argv)
{
	struct options o = { .threshold = 0.03 };
	char why[512] = "";
	bool slower;
	xmlDoc *doc;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	read_file(&o.old);
	read_file(&o.new);
	doc = bench_compare(&o.old, &o.new, o.threshold, why, sizeof(why));
	if (!doc) {
		fprintf(stderr, "verbs-cts: %s and %s cannot be compared: %s\n", o.old.path,
			o.new.path, why);
		return VCT_USAGE;
	}
	if (write_reports(&o, doc))
		return VCT_USAGE;
	slower = !strcmp(vct_attribute(xmlDocGetRootElement(doc), "verdict"), "slower");
	xmlFreeDoc(doc);
	xmlFreeDoc(o.old.doc);
	xmlFreeDoc(o.new.doc);
	return slower ? VCT_CONFORMS_NOT : VCT_CONFORMS;
}
