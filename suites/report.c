// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts report: what can be made of a results.xml, also of one that a killed run left, or of a
 * bench.xml. */
#include <errno.h>
#include <libxml/parser.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lib/results.h"
#include "program.h"

enum { JUNIT = 256, HTML, SLOWEST, SUMMARY };

struct options {
	char *results;
	const char *junit, *html, *slowest;
	bool summary;
};

static const struct argp_option options[] = {
	{ "junit", JUNIT, "FILE", 0, "make JUnit XML", 0 },
	{ "html", HTML, "FILE", 0, "make a page for people", 0 },
	{ "slowest", SLOWEST, "N", 0,
	  "print the N checks that took longest, and the "
	  "longest step of each",
	  0 },
	{ "summary", SUMMARY, NULL, 0, "print what it comes to, in a few lines", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case JUNIT:
		o->junit = arg;
		return 0;
	case HTML:
		o->html = arg;
		return 0;
	case SLOWEST:
		number_option(state, "--slowest", arg, 1, 1000000);
		o->slowest = arg;
		return 0;
	case SUMMARY:
		o->summary = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->results)
			argp_error(state, "one results.xml at a time");
		o->results = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which results.xml?");
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "RESULTS",
	.doc = "Makes reports from a results.xml, bench.xml or mutants.xml. Where a run was "
	       "killed, its "
	       "journal still lies "
	       "beside it: "
	       "every verdict in that is put into results.xml first, which stays incomplete.",
};

static int fail(const char *path)
{
	fprintf(stderr, "verbs-cts: %s: %s\n", path,
		errno ? strerror(errno) : "not a results.xml, bench.xml or mutants.xml");
	return VCT_USAGE;
}

/* Puts what the journal has into the document and the file. */
static int merge_journal(char *results, xmlDoc *doc)
{
	struct vct_journal journal;
	struct vct_lines lines;
	char *path;
	int ret;

	if (asprintf(&path, "%s.journal", results) < 0)
		abort();
	if (access(path, F_OK))
		return 0;
	ret = vct_journal_open(&journal, path, true) || vct_journal_read(&journal, &lines);
	if (ret)
		return ret;
	vct_results_merge(doc, &lines);
	vct_lines_free(&lines);
	vct_journal_close(&journal, true);
	return vct_results_write(results, doc);
}

/* What is made of a record, by its root element. */
static const struct kind {
	const char *root, *junit, *html, *summary;
} kinds[] = {
	{ "results", VCT_EMBEDDED "junit.xsl", VCT_EMBEDDED "html.xsl",
	  VCT_EMBEDDED "summary.xsl" },
	{ "bench", VCT_EMBEDDED "bench-junit.xsl", VCT_EMBEDDED "bench.xsl",
	  VCT_EMBEDDED "bench-summary.xsl" },
	{ "comparison", VCT_EMBEDDED "compare-junit.xsl", VCT_EMBEDDED "compare.xsl",
	  VCT_EMBEDDED "compare-summary.xsl" },
	{ "mutants", NULL, VCT_EMBEDDED "mutants.xsl", VCT_EMBEDDED "mutants-summary.xsl" },
};

static const struct kind *kind_of(xmlDoc *doc)
{
	for (size_t i = 0; doc && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp((const char *)xmlDocGetRootElement(doc)->name, kinds[i].root))
			return &kinds[i];
	return NULL;
}

int report_main(int argc, char **argv)
{
	struct options o = { 0 };
	const struct kind *kind;
	xmlDoc *doc;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	errno = 0;
	doc = xmlReadFile(o.results, NULL,
			  XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NODICT |
				  XML_PARSE_NOBLANKS);
	kind = kind_of(doc);
	if (!kind || (kind == kinds && merge_journal(o.results, doc)))
		return fail(o.results);
	if (o.junit && !kind->junit) {
		fprintf(stderr, "verbs-cts: there is no JUnit of a %s.xml\n", kind->root);
		return VCT_USAGE;
	}
	if (o.junit && vct_results_transform(o.junit, doc, kind->junit))
		return fail(o.junit);
	if (o.html && vct_results_transform(o.html, doc, kind->html))
		return fail(o.html);
	if (o.slowest && vct_results_print(stdout, doc, VCT_EMBEDDED "slowest.xsl",
					   (const char *[]){ "slowest", o.slowest, NULL }))
		return fail("standard output");
	if (o.summary && vct_results_print(stdout, doc, kind->summary, NULL))
		return fail("standard output");
	xmlFreeDoc(doc);
	return 0;
}
