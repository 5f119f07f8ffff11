/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * results.xml, the one record of a run, and what is made of it. Its form is reports/results.rng. It
 * is a pure function of the journal; every report is a pure function of it.
 */
#ifndef VCT_RESULTS_H
#define VCT_RESULTS_H

#include "journal.h"
#include "run.h"

/* The journal's first line, and the line a check starts with. */
xmlNode *vct_results_run(const struct vct_run *run);
/* One execution of a check, as an element of its own. */
xmlNode *vct_results_check(const struct vct_outcome *outcome);

struct vct_summary {
	unsigned int count[VCT_VERDICTS];
	bool complete, conforms;
};

/*
 * The document: every selected check once, merged from its executions (the worst counts), NOTRUN
 * with `why_not` where there is none. Fills *summary.
 */
xmlDoc *vct_results_document(const struct vct_run *run, const struct vct_lines *lines,
			     double seconds, const char *why_not, struct vct_summary *summary);
/*
 * Puts what the journal has into the incomplete document that a killed run left. It stays
 * incomplete: only a run can complete it.
 */
void vct_results_merge(xmlDoc *doc, const struct vct_lines *lines);
/* Through a new file beside it, so that `path` holds a whole document at any time. -1: errno */
int vct_results_write(const char *path, xmlDoc *doc);
/* The same for what the stylesheet (XSLT in memory) makes of the document. */
int vct_results_transform(const char *path, xmlDoc *doc, const char *xsl, const char *xsl_end);

/* Could `path` be written? Asked before a run, so that it is not lost at its end. -1: errno */
int vct_results_probe(const char *path);

const char *vct_attribute(const xmlNode *node, const char *name); /* "" where there is none */

#endif
