// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts matrix: shows several results.xml side by side, and the changes since one of them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/files.h"
#include "../base/exit.h"
#include "../record/judged.h"
#include "../record/matrix.h"
#include "../record/parse.h"
#include "../record/ways.h"
#include "program.h"
#include "uses.h"

enum { MISSING = 256 };

struct options {
	struct column *columns;
	size_t n;
	const char *baseline, *xml, *html, *judged;
};

static const struct argp_option options[] = {
	{ "baseline", INTO_TEXT(struct options, baseline), "RUN", 0,
	  "the run that the others are compared with: the name or file of a given run, or another "
	  "results.xml, which becomes the first column (default: the first run)",
	  0 },
	{ "missing", MISSING, "NAME=WHY", 0,
	  "add a run that has no results, as a column without verdicts", 0 },
	{ "xml", INTO_TEXT(struct options, xml), "FILE", 0,
	  "write the matrix as XML (reports/matrix.rng)", 0 },
	{ "html", INTO_TEXT(struct options, html), "FILE", 0, "write an HTML page", 0 },
	{ "judged", INTO_TEXT(struct options, judged), "FILE", 0,
	  "write what all runs, of all checks with one driver, came to a verdict about, for 'run "
	  "--judged'",
	  0 },
	{ 0 }
};

static struct column *add_column(struct options *o)
{
	o->columns = vct_resize(o->columns, o->n + 1, sizeof(*o->columns));
	o->columns[o->n] = (struct column){ 0 };
	return &o->columns[o->n++];
}

/* FILE, or NAME=FILE if there is no file of this name. */
static void add_file(struct options *o, const char *arg)
{
	struct column *c = add_column(o);
	const char *equals = access(arg, F_OK) ? strchr(arg, '=') : NULL;

	if (equals && equals > arg)
		c->name = vct_copy_part(arg, (size_t)(equals - arg));
	c->file = c->name ? equals + 1 : arg;
}

static void add_missing(struct options *o, struct argp_state *state, const char *arg)
{
	const char *equals = strchr(arg, '=');
	struct column *c;

	if (!equals || equals == arg || !equals[1])
		argp_error(state, "--missing takes NAME=WHY, not '%s'", arg);
	c = add_column(o);
	c->name = vct_copy_part(arg, (size_t)(equals - arg));
	c->missing = vct_copy(equals + 1);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case MISSING:
		add_missing(o, state, arg);
		return 0;
	case ARGP_KEY_ARG:
		add_file(o, arg);
		return 0;
	case ARGP_KEY_END:
		if (!o->n)
			argp_error(state, "no results.xml is given");
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[NAME=]RESULTS...",
	.doc = "Compares runs of the suite on several kernels, firmwares or devices. The table "
	       "has a row for each check and a column for each run, differences first. A run "
	       "without NAME is named after the kernel, device, driver or version that differs "
	       "between the runs. A run with a peer (verbs-cts run --peer) is up to three "
	       "columns. They show what the device under test does alone, what it receives from "
	       "the peer's device, and what it sends to it.\v"
	       "Since the baseline, a check can be newly broken, broken in another way, newly "
	       "waived, newly skipped, newly passing or no longer skipped, or its waiver can be "
	       "newly stale.\n"
	       "Exit codes: 0 nothing is new. 1 a run has something new, was on a mutant, which "
	       "certifies nothing, or skips checks that the baseline, of the same driver, does "
	       "not skip. 2 wrong usage, or a file cannot be read (the others are shown). 3 a run "
	       "is incomplete.\n\n"
	       "  verbs-cts matrix 20.31=old/results.xml 20.35=new/results.xml --html page.html",
};

static void read_column(struct column *c)
{
	if (!c->file)
		return;
	c->doc = vct_record_read(c->file, NULL, 0);
	if (!c->doc)
		c->missing = vct_format("%s %s", c->file,
					access(c->file, R_OK) ? "cannot be read"
							      : "is not a results.xml");
}

static int find_column(const struct options *o, const char *called)
{
	for (size_t i = 0; i < o->n; i++)
		if ((o->columns[i].file && !strcmp(o->columns[i].file, called)) ||
		    (o->columns[i].name && !strcmp(o->columns[i].name, called)))
			return (int)i;
	return -1;
}

/* A baseline that is not one of the runs becomes the first column. */
static void add_baseline(struct options *o)
{
	struct column given;

	if (!o->baseline || find_column(o, o->baseline) >= 0 || access(o->baseline, F_OK))
		return;
	add_file(o, o->baseline);
	given = o->columns[o->n - 1];
	memmove(o->columns + 1, o->columns, (o->n - 1) * sizeof(given));
	o->columns[0] = given;
}

int write_matrix(xmlDoc *matrix, const char *xml, const char *html)
{
	if (xml && vct_results_write(xml, matrix))
		return file_failed(xml);
	if (html && vct_results_transform(html, matrix, VCT_EMBEDDED "matrix.xsl", NULL))
		return file_failed(html);
	return 0;
}

/* Writes the files and the text. Returns the exit code. */
static int write_reports(const struct options *o, xmlDoc *doc)
{
	const xmlNode *root = xmlDocGetRootElement(doc);

	if (write_matrix(doc, o->xml, o->html))
		return VCT_USAGE;
	if (vct_results_print(stdout, doc, VCT_EMBEDDED "matrix-text.xsl", NULL))
		return file_failed("standard output");
	for (size_t i = 0; i < o->n; i++)
		if (!o->columns[i].doc)
			return VCT_USAGE;
	if (strcmp(vct_attribute(root, "complete"), "true"))
		return VCT_INCOMPLETE;
	if (vct_attribute(root, "newly-skipped")[0])
		return VCT_CONFORMS_NOT;
	return strcmp(vct_attribute(root, "conforms"), "true") ? VCT_CONFORMS_NOT : VCT_CONFORMS;
}

/* Before the columns are split into the ways of a pair. Returns the exit code, 0 or 2. */
static int write_judged(const struct options *o)
{
	xmlDoc **docs = vct_allocate(o->n, sizeof(xmlDoc *)), *doc = NULL;
	char error[256] = "a run has no results";
	size_t n = 0;
	int ret = 0;

	for (size_t i = 0; i < o->n; i++)
		if (o->columns[i].doc)
			docs[n++] = o->columns[i].doc;
	if (n == o->n)
		doc = vct_judged_document(docs, n, error, sizeof(error));
	if (!doc) {
		fprintf(stderr, "verbs-cts: --judged: %s\n", error);
		ret = VCT_USAGE;
	} else if (vct_results_write(o->judged, doc)) {
		ret = file_failed(o->judged);
	}
	xmlFreeDoc(doc);
	free(docs);
	return ret;
}

/* Reads and names the columns. Returns the index of the baseline, or -1 after printing an error. */
static int prepare(struct options *o)
{
	const char *twice;
	int baseline;

	add_baseline(o);
	for (size_t i = 0; i < o->n; i++)
		read_column(&o->columns[i]);
	if (o->judged && write_judged(o))
		return -1;
	o->columns = vct_ways_split(o->columns, &o->n);
	baseline = o->baseline ? find_column(o, o->baseline) : 0;
	twice = vct_columns_name(o->columns, o->n);
	if (twice) {
		fprintf(stderr,
			"verbs-cts: two runs have the name %s; give them names with NAME=FILE\n",
			twice);
		return -1;
	}
	if (baseline < 0)
		baseline = find_column(o, o->baseline); /* by the name it has now */
	if (baseline < 0)
		fprintf(stderr, "verbs-cts: there is no run and no file with the name %s\n",
			o->baseline);
	return baseline;
}

static void refuse_clashes(const struct options *o)
{
	struct file_uses uses = { 0 };

	for (size_t i = 0; i < o->n; i++)
		uses_reads(&uses, "RESULTS", o->columns[i].file);
	if (o->baseline && find_column(o, o->baseline) < 0)
		uses_reads(&uses, "--baseline", o->baseline);
	uses_writes(&uses, "--xml", o->xml);
	uses_writes(&uses, "--html", o->html);
	uses_writes(&uses, "--judged", o->judged);
}

int matrix_main(int argc, char **argv)
{
	struct options o = { 0 };
	int baseline, ret = VCT_USAGE;
	xmlDoc *doc;

	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &o);
	refuse_clashes(&o);
	baseline = prepare(&o);
	if (baseline >= 0) {
		doc = vct_matrix_document(o.columns, o.n, baseline);
		ret = write_reports(&o, doc);
		xmlFreeDoc(doc);
	}
	for (size_t i = 0; i < o.n; i++) {
		xmlFreeDoc(o.columns[i].doc);
		free(o.columns[i].name);
		free(o.columns[i].missing);
	}
	free(o.columns);
	return ret;
}
