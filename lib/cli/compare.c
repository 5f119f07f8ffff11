// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts compare: what a new driver, firmware or kernel does worse than the old one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../certify/pairs.h"
#include "../record/element.h"
#include "../record/files.h"
#include "../record/matrix.h"
#include "program.h"
#include "uses.h"

struct options {
	const char *files[2], *map, *xml, *html;
	size_t n;
};

static const struct argp_option options[] = {
	{ "map", INTO_TEXT(struct options, map), "FILE", 0,
	  "checks that have another name in NEW: OLD-NAME NEW-NAME on each line, '#' begins a "
	  "comment",
	  0 },
	{ "xml", INTO_TEXT(struct options, xml), "FILE", 0,
	  "write both runs side by side as XML (reports/matrix.rng)", 0 },
	{ "html", INTO_TEXT(struct options, html), "FILE", 0, "write an HTML page", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (o->n == 2)
			argp_error(state, "compare takes two files; 'verbs-cts matrix' takes more");
		o->files[o->n++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (o->n != 2)
			argp_error(state, "OLD and NEW are needed");
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "OLD NEW",
	.doc = "Compares two runs of the checks, before and after a release of a driver, a "
	       "firmware or a kernel. OLD and NEW are each a results.xml, or a bundle of "
	       "'verbs-cts certify', whose runs are compared in their order.\v"
	       "A regression is a check that is newly broken, broken in a worse way, newly waived, "
	       "newly skipped, or no longer run. Regressions come first; then what is better, and "
	       "all differences, as 'verbs-cts matrix OLD NEW' shows them. Checks that only NEW "
	       "has are not compared. The bundles are compared with their manifests; 'verbs-cts "
	       "verify' of their version says more.\n"
	       "Exit codes: 0 no regression, whether the runs conform or not; 1 a regression; 2 "
	       "wrong usage, or a file cannot be read; 3 an incomplete run, without a "
	       "regression.\n\n"
	       "  verbs-cts compare 20.31.tar.zst 20.35.tar.zst\n"
	       "  verbs-cts compare old/results.xml new/results.xml --map renamed.txt --html "
	       "page.html",
};

/* Compares one run of each file. Returns the exit code. */
static int compare_pair(const struct options *o, xmlDoc *old, xmlDoc *new, const char *name)
{
	struct column columns[] = { { .name = vct_copy("old"), .file = o->files[0], .doc = old },
				    { .name = vct_copy("new"), .file = o->files[1], .doc = new } };
	const char *parameters[] = { "compare", "true()", NULL };
	const xmlNode *run;
	xmlDoc *matrix;
	int ret;

	if (vct_columns_name(columns, 2))
		abort(); /* they differ */
	matrix = vct_matrix_document(columns, 2, 0);
	fputs(name, stdout);
	ret = vct_results_print(stdout, matrix, VCT_EMBEDDED "matrix-text.xsl", parameters)
		      ? file_failed("standard output")
		      : write_matrix(matrix, o->xml, o->html);
	run = vct_first(xmlDocGetRootElement(matrix), "run")->next;
	if (!ret && vct_attribute(run, "regressions")[0])
		ret = VCT_CONFORMS_NOT;
	else if (!ret && strcmp(vct_attribute(xmlDocGetRootElement(matrix), "complete"), "true"))
		ret = VCT_INCOMPLETE;
	for (size_t i = 0; i < 2; i++)
		free(columns[i].name);
	xmlFreeDoc(matrix);
	return ret;
}

/* Of several outcomes: an error, then a regression, then what is incomplete. */
static int worse(int a, int b)
{
	static const int order[] = { VCT_CONFORMS, VCT_INCOMPLETE, VCT_CONFORMS_NOT, VCT_USAGE };
	int worst = VCT_CONFORMS;

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (a == order[i] || b == order[i])
			worst = order[i];
	return worst;
}

static int compare(const struct options *o, const struct vct_runs *old, const struct vct_runs *new)
{
	int ret = VCT_CONFORMS;

	if ((o->xml || o->html) && (old->n > 1 || new->n > 1)) {
		fputs("verbs-cts: --xml and --html are for one run of each file; these bundles "
		      "have several: give their results.xml\n",
		      stderr);
		return VCT_USAGE;
	}
	for (size_t i = 0; i < old->n; i++) {
		char name[32] = "";

		if (old->n > 1)
			snprintf(name, sizeof(name), "run-%zu: ", i + 1);
		if (i < new->n) {
			ret = worse(ret, compare_pair(o, old->results[i], new->results[i], name));
			continue;
		}
		printf("%sREGRESSION: %s has no such run\n", name, o->files[1]);
		ret = worse(ret, VCT_CONFORMS_NOT);
	}
	return ret;
}

int compare_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct vct_runs runs[2] = { 0 };
	struct file_uses uses = { 0 };
	int ret = VCT_USAGE;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	uses_reads(&uses, "OLD", o.files[0]);
	uses_reads(&uses, "NEW", o.files[1]);
	uses_reads(&uses, "--map", o.map);
	uses_writes(&uses, "--xml", o.xml);
	uses_writes(&uses, "--html", o.html);
	if (!vct_runs_read(&runs[0], o.files[0]) && !vct_runs_read(&runs[1], o.files[1]) &&
	    (!o.map || !vct_renames_apply(o.map, &runs[0], &runs[1])))
		ret = compare(&o, &runs[0], &runs[1]);
	for (size_t i = 0; i < 2; i++)
		vct_runs_free(&runs[i]);
	return ret;
}
