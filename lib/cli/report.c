// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts report: makes reports from a results.xml, bench.xml or mutants.xml. */
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/memory.h"
#include "../base/exit.h"
#include "../record/groups.h"
#include "../record/parts.h"
#include "../record/results.h"
#include "program.h"
#include "uses.h"

enum { KTAP = 256, SLOWEST, MOST_PARTS = 64 };

struct options {
	char *records[MOST_PARTS];
	size_t n;
	const char *junit, *ktap, *html, *slowest, *joined;
	bool full, summary, end;
};

static const struct argp_option options[] = {
	{ "junit", INTO_TEXT(struct options, junit), "FILE", 0, "write JUnit XML", 0 },
	{ "ktap", KTAP, "FILE", 0, "write KTAP, the kernel's format; '-' is standard output", 0 },
	{ "html", INTO_TEXT(struct options, html), "FILE", 0, "write an HTML page", 0 },
	{ "full", SETS(struct options, full), NULL, 0,
	  "with --html: the page of a run has the calls of every check, and is large", 0 },
	{ "slowest", SLOWEST, "N", 0, "print the N slowest checks, and the longest step of each",
	  0 },
	{ "summary", SETS(struct options, summary), NULL, 0, "print a summary of a few lines", 0 },
	{ "end", SETS(struct options, end), NULL, 0, "print what the run printed at its end", 0 },
	{ "results", INTO_TEXT(struct options, joined), "FILE", 0,
	  "join the parts of a run ('run --part') into one results.xml", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case KTAP:
		o->ktap = strcmp(arg, "-") ? arg : "/dev/stdout";
		return 0;
	case SLOWEST:
		number_option(state, "slowest", arg, 1, 1000000);
		o->slowest = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (o->n == MOST_PARTS)
			argp_error(state, "more than %d parts", MOST_PARTS);
		o->records[o->n++] = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "no results.xml is given");
		return EINVAL;
	case ARGP_KEY_END:
		if (o->n > 1 && !o->joined)
			argp_error(state, "several files need --results FILE, which joins the "
					  "parts of a run");
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "RESULTS\nPART... --results FILE",
	.doc = "Makes reports from a results.xml, a bench.xml, or a mutants.xml. If a run was "
	       "killed, its journal is still beside results.xml: the verdicts in the journal are "
	       "first added to results.xml, which stays incomplete.",
};

/* The journal beside a record. While this program has its lock, no run ends or continues. */
struct left {
	char *path;
	int fd;        /* -1: there is none */
	bool is_alive; /* its run has the lock: the record is still the run's */
};

static int open_left(struct left *left, const char *results)
{
	*left = (struct left){ .path = vct_format("%s.journal", results) };
	left->fd = vct_open_locked(left->path, O_RDONLY, 0);
	left->is_alive = left->fd < 0 && errno == EWOULDBLOCK;
	if (left->is_alive)
		left->fd = open(left->path, O_RDONLY | O_CLOEXEC);
	if (left->fd >= 0 || errno == ENOENT || errno == ENOTDIR)
		return 0;
	file_failed(left->path);
	return -1;
}

/* Adds the verdicts of the journal to the document. -1: after printing an error */
static int merge_journal(const struct left *left, const char *results, xmlDoc *doc)
{
	struct vct_journal journal = { .path = left->path, .fd = left->fd, .read_only = true };
	struct vct_history history;
	const char *other = NULL;
	int ret = vct_history_read(&history, &journal);

	if (!ret && history.run)
		other = vct_results_merge(doc, &history);
	if (other)
		fprintf(stderr,
			"verbs-cts: %s:1: this journal is of another run than %s: its %s differs\n",
			left->path, results, other);
	vct_history_free(&history);
	return ret || other || !vct_results_is_valid(left->path, doc, VCT_EMBEDDED "results.rng")
		       ? -1
		       : 0;
}

/* The journal of a complete run is only kept as evidence. */
static int add_left(const struct left *left, const char *results, xmlDoc *doc)
{
	if (left->fd < 0 || !strcmp(vct_attribute(xmlDocGetRootElement(doc), "complete"), "true"))
		return 0;
	if (merge_journal(left, results, doc))
		return -1;
	if (left->is_alive)
		fprintf(stderr,
			"verbs-cts: the run that writes %s goes on: the reports show what it has "
			"recorded so far, and the file is left to it\n",
			results);
	else if (vct_results_write(results, doc))
		return file_failed(results);
	return 0;
}

/* The stylesheets of each kind of record, by its root element. */
static const struct kind {
	const char *root, *schema, *junit, *ktap, *html, *summary;
} kinds[] = {
	{ "results", VCT_EMBEDDED "results.rng", VCT_EMBEDDED "junit.xsl", VCT_EMBEDDED "ktap.xsl",
	  VCT_EMBEDDED "html.xsl", VCT_EMBEDDED "summary.xsl" },
	{ "bench", VCT_EMBEDDED "bench.rng", VCT_EMBEDDED "bench-junit.xsl", NULL,
	  VCT_EMBEDDED "bench.xsl", VCT_EMBEDDED "bench-summary.xsl" },
	{ "certificate", VCT_EMBEDDED "certificate.rng", NULL, NULL, NULL,
	  VCT_EMBEDDED "certificate.xsl" },
	{ "mutants", VCT_EMBEDDED "mutants.rng", NULL, NULL, VCT_EMBEDDED "mutants.xsl",
	  VCT_EMBEDDED "mutants-summary.xsl" },
};

static const struct kind *kind_of(xmlDoc *doc)
{
	for (size_t i = 0; doc && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp((const char *)xmlDocGetRootElement(doc)->name, kinds[i].root))
			return &kinds[i];
	return NULL;
}

/* Does the jobs side by side, each in a process of its own. A job returns 0, or -1 after printing
 * an error, as this does. */
static int do_jobs(size_t n, int (*job)(size_t i, void *argument), void *argument)
{
	pid_t pids[MOST_PARTS];
	int failed = 0, status;

	if (n == 1)
		return job(0, argument);
	fflush(NULL);
	for (size_t i = 0; i < n; i++) {
		pids[i] = fork();
		if (!pids[i])
			_exit(job(i, argument) ? 1 : 0);
		if (pids[i] < 0)
			failed |= job(i, argument);
	}
	for (size_t i = 0; i < n; i++) {
		if (pids[i] < 0)
			continue;
		if (waitpid(pids[i], &status, 0) < 0) {
			perror("verbs-cts: a process of the report is lost");
			status = -1;
		} else if (WIFSIGNALED(status))
			fprintf(stderr, "verbs-cts: a process of the report was ended by %s\n",
				strsignal(WTERMSIG(status)));
		failed |= status;
	}
	return failed ? -1 : 0;
}

struct records {
	const struct options *o;
	xmlDoc *docs[MOST_PARTS];
	struct left left[MOST_PARTS];
};

static int validate(size_t i, void *the_records)
{
	const struct records *r = the_records;

	return vct_results_is_valid(r->o->records[i], r->docs[i], kind_of(r->docs[i])->schema) ? 0
											       : -1;
}

/* Reads the records, with the verdicts of the journals that killed runs left. */
static int read_records(struct records *r)
{
	const struct options *o = r->o;

	for (size_t i = 0; i < o->n; i++) {
		if (open_left(&r->left[i], o->records[i]))
			return -1;
		r->docs[i] = vct_xml_read(o->records[i]);
		if (kind_of(r->docs[i]))
			continue;
		fprintf(stderr,
			"verbs-cts: %s: this is not a results.xml, bench.xml or mutants.xml\n",
			o->records[i]);
		return -1;
	}
	if (do_jobs(o->n, validate, r))
		return -1;
	for (size_t i = 0; i < o->n; i++) {
		if (kind_of(r->docs[i]) != kinds)
			continue;
		if (add_left(&r->left[i], o->records[i], r->docs[i]))
			return -1;
		vct_group_reds(xmlDocGetRootElement(r->docs[i])); /* older records have no groups */
	}
	return 0;
}

static xmlDoc *joined(const struct options *o, xmlDoc **docs, size_t *missing)
{
	char error[256];
	xmlDoc *doc = NULL;

	for (size_t i = 0; i < o->n; i++)
		if (kind_of(docs[i]) != kinds) {
			fprintf(stderr, "verbs-cts: %s is not a results.xml\n", o->records[i]);
			return NULL;
		}
	doc = vct_parts_join(docs, o->n, missing, error, sizeof(error));
	if (!doc)
		fprintf(stderr, "verbs-cts: the parts cannot be joined: %s\n", error);
	return doc;
}

/*
 * The reports of a document. Those that go to files of their own are made beside each other. After
 * them come those that may share standard output or a pipe, one after the other.
 */
struct reports {
	const struct options *o;
	xmlDoc *doc;
	struct report {
		const char *path, *xsl; /* NULL: what is printed */
	} of[4];
	size_t n_beside, n;
};

static int print_reports(const struct options *o, xmlDoc *doc)
{
	if (o->slowest && vct_results_print(stdout, doc, VCT_EMBEDDED "slowest.xsl",
					    (const char *[]){ "slowest", o->slowest, NULL }))
		return -1;
	if (o->summary && vct_results_print(stdout, doc, kind_of(doc)->summary, NULL))
		return -1;
	return fflush(stdout);
}

static int make_report(const struct reports *all, const struct report *r)
{
	static const char *full[] = { "full", "true()", NULL };

	if (!(r->path ? vct_results_transform(r->path, all->doc, r->xsl, all->o->full ? full : NULL)
		      : print_reports(all->o, all->doc)))
		return 0;
	file_failed(r->path ? r->path : "standard output");
	return -1;
}

/* The job behind those of the files of their own makes all the others. */
static int report_job(size_t i, void *the_reports)
{
	const struct reports *all = the_reports;
	size_t end = i < all->n_beside ? i + 1 : all->n;

	for (; i < end; i++)
		if (make_report(all, &all->of[i]))
			return -1;
	return 0;
}

static void add(struct reports *all, const char *path, const char *xsl, bool beside)
{
	if ((path && !vct_file_is_special(path)) != beside)
		return;
	all->of[all->n++] = (struct report){ path, xsl };
	all->n_beside += beside;
}

/* Makes all reports that the options ask for. */
static int make_reports(const struct options *o, xmlDoc *doc)
{
	const struct kind *kind = kind_of(doc);
	const struct {
		const char *name, *path, *xsl;
	} files[] = { { "JUnit XML", o->junit, kind->junit },
		      { "KTAP", o->ktap, kind->ktap },
		      { "HTML page", o->html, kind->html } };
	enum { FILES = sizeof(files) / sizeof(files[0]) };
	struct reports all = { .o = o, .doc = doc };

	if (o->joined && vct_results_write(o->joined, doc))
		return file_failed(o->joined);
	for (size_t i = 0; i < FILES; i++) {
		if (!files[i].path || files[i].xsl)
			continue;
		fprintf(stderr, "verbs-cts: there is no %s for a %s.xml\n", files[i].name,
			kind->root);
		return VCT_USAGE;
	}
	for (int beside = 1; beside >= 0; beside--)
		for (size_t i = 0; i < FILES; i++)
			if (files[i].path)
				add(&all, files[i].path, files[i].xsl, beside);
	if (o->slowest || o->summary)
		add(&all, NULL, NULL, false);
	return do_jobs(all.n_beside + (all.n > all.n_beside), report_job, &all) ? VCT_USAGE : 0;
}

static int tell_end(const struct options *o, xmlDoc *doc)
{
	if (kind_of(doc) != kinds) {
		fprintf(stderr, "verbs-cts: --end is for a results.xml\n");
		return VCT_USAGE;
	}
	if (vct_results_end(doc, o->joined ? o->joined : o->records[0], NULL) || fflush(stdout))
		return file_failed("standard output");
	return 0;
}

static void refuse_clashes(const struct options *o)
{
	struct file_uses uses = { 0 };

	for (size_t i = 0; i < o->n; i++)
		uses_reads(&uses, "RESULTS", o->records[i]);
	uses_writes(&uses, "--results", o->joined);
	uses_writes(&uses, "--junit", o->junit);
	uses_writes(&uses, "--ktap", o->ktap);
	uses_writes(&uses, "--html", o->html);
}

int report_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct records records = { .o = &o };
	size_t missing = 0;
	xmlDoc *doc;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	refuse_clashes(&o);
	if (read_records(&records))
		return VCT_USAGE;
	doc = o.joined ? joined(&o, records.docs, &missing) : records.docs[0];
	if (!doc || make_reports(&o, doc) || (o.end && tell_end(&o, doc)))
		return VCT_USAGE;
	if (!missing)
		return 0;
	fprintf(stderr, "verbs-cts: incomplete: %zu of %zu parts are missing\n", missing,
		missing + o.n);
	return VCT_INCOMPLETE;
}
