/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * results.xml, the one record of a run, and what is made of it. Its form is reports/results.rng. It
 * is a pure function of the journal; every report is a pure function of it.
 */
#ifndef VCT_RESULTS_H
#define VCT_RESULTS_H

#include "../check/judge.h"
#include "../check/device.h"
#include "element.h"
#include "files.h"
#include "journal.h"

/* What a run is: which checks, on which device, in which order. */
struct vct_plan {
	const struct vct_device *dev;
	const struct vct_case *cases;
	size_t n_cases;
	const char *command;   /* the command line, for the record */
	const char *selection; /* what selected the cases; a resumed run must have the same */
	const char *part;      /* "1/2": the cases are part of a run; NULL: all of it */
	unsigned int passes;   /* how often each check runs */
	bool shuffle;
	unsigned long seed; /* of the order, if shuffled */
};

/* What one execution of a check came to. */
struct vct_outcome {
	const struct vct_case *c;
	enum vct_verdict verdict;
	double seconds;
	const struct vct_evidence *evidence;
	const char *kernel;     /* the kernel's lines of its time, '\n' after each; "" */
	const char *blocked_by; /* the check that made it BLOCKED; NULL: none */
	bool amends;            /* it replaces what the check's last execution came to */
};

/* <device>: the device, and the command line it was asked by. */
void vct_results_device(xmlNode *parent, const struct vct_device *dev, const char *command);
/* The journal's first line, and the line a check starts with. */
xmlNode *vct_results_run(const struct vct_plan *plan);
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
xmlDoc *vct_results_document(const struct vct_plan *plan, const struct vct_lines *lines,
			     double seconds, const char *why_not, struct vct_summary *summary);
/*
 * Puts what the journal has into the incomplete document that a killed run left. It stays
 * incomplete: only a run can complete it.
 */
void vct_results_merge(xmlDoc *doc, const struct vct_lines *lines);
#endif
