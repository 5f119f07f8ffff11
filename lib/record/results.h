/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * results.xml (reports/results.rng), the record of a run. It is a pure function of the journal;
 * every report is a pure function of it.
 */
#ifndef VCT_RESULTS_H
#define VCT_RESULTS_H

#include "../check/judge.h"
#include "../check/device.h"
#include "element.h"
#include "files.h"
#include "history.h"

/* The plan of a run: which checks, on which device, in which order. */
struct vct_plan {
	const struct vct_device *dev;
	const struct vct_case *cases;
	size_t n_cases;
	const char *command;   /* the command line, for the record */
	const char *selection; /* the arguments that selected the cases; "": all were selected */
	const char *facts; /* of the device, the machine and the program (lib/run/device/facts.h) */
	const char *part;  /* "1/2": the cases are part of a run; NULL: all of it */
	bool log_unreadable; /* the kernel log cannot be read, so that KERNEL may not be seen */
	unsigned int passes; /* how often each check runs */
	bool strict;         /* every promise counts, not only those of level must */
	bool shuffle;
	unsigned long seed; /* of the order, if `shuffle` */
};

/* The outcome of one execution of a check. */
struct vct_outcome {
	const struct vct_case *c;
	enum vct_verdict verdict;
	double seconds;
	double late_ms; /* how late the machine was meanwhile (lateness.h) */
	struct vct_evidence *evidence;
	const char *kernel;     /* the kernel log during the check, '\n' after each line; "" */
	const char *blocked_by; /* the check that made it BLOCKED; NULL: none */
	const char *blames; /* of two devices: "device", "peer", "both", "pair"; NULL: unknown */
	/* The promise that failed, or that a stale waiver is for; NULL: the verdict concerns all.
	 */
	const struct vct_promise *failed;
	bool amends;         /* it replaces the outcome of the check's last execution */
	const char *console; /* of the kernel that died while the check ran; NULL: it lives */
};

/* Adds <device>: the device under test and the command line. */
void vct_results_device(xmlNode *parent, const struct vct_device *dev, const char *command);
/* "Ethernet", "InfiniBand" or "Unspecified". */
const char *vct_results_link_layer(const struct vct_device *dev);
/* <run>, the first line of the journal. */
xmlNode *vct_results_run(const struct vct_plan *plan);
/* Adds <facts>; `lines` are lines NAME TAB VALUE. */
void vct_results_facts(xmlNode *parent, const char *lines);
/* <check>, one execution of a check. */
xmlNode *vct_results_check(const struct vct_outcome *outcome);

struct vct_summary {
	unsigned int count[VCT_VERDICTS];
	unsigned int deviations[VCT_LEVELS]; /* FAIL, by the level of the promise that failed */
	bool complete, conforms, conforms_strictly;
	bool strict;   /* the run was to conform strictly */
	bool recorded; /* results.xml is written */
	xmlDoc *doc;   /* at the end of a run: the record */
};

/*
 * Makes results.xml with every selected check once: merged from its executions, of which the worst
 * counts, or NOTRUN with the reason `why_not`. Fills *summary.
 */
xmlDoc *vct_results_document(const struct vct_plan *plan, struct vct_history *history,
			     double seconds, const char *why_not, struct vct_summary *summary);
/*
 * Adds the verdicts of the journal to the incomplete document that a killed run left. It stays
 * incomplete: only a run can complete it. Returns NULL, or the attribute that shows that the
 * journal is of another run.
 */
const char *vct_results_merge(xmlDoc *doc, struct vct_history *history);
#endif
