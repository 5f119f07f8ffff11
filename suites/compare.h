/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Several results.xml as one matrix, check by run: what matrix.xml holds. Its form is
 * reports/matrix.rng. */
#ifndef VCT_COMPARE_H
#define VCT_COMPARE_H

#include <libxml/tree.h>
#include <stdbool.h>

#include "../lib/judge.h"

struct column {
	char *name;       /* NULL: it is to be found */
	const char *file; /* its results.xml; NULL: there never was one */
	char *missing;    /* why there are no results; then doc is NULL */
	xmlDoc *doc;
};

/* Names the columns that have none after what tells the runs apart. NULL, or a name that two have.
 */
const char *vct_columns_name(struct column *columns, size_t n);
/* The run, as an element of its own without what was compared. */
xmlNode *vct_columns_run(const struct column *column, xmlNode *parent);
xmlNode *vct_columns_root(const struct column *column); /* NULL: it has no results */
/* What the run's device was made to break, and then the run certifies nothing; or NULL. */
const xmlNode *vct_columns_mutant(const struct column *column);

/* The document; where the baseline has no results, nothing is told to be new or mended. */
xmlDoc *vct_compare(const struct column *columns, size_t n, int baseline);

/* What became of a check since the baseline, the worst first. */
enum vct_change {
	VCT_BROKEN_NOW,  /* it deviates, and did not */
	VCT_OTHERWISE,   /* it deviates in another way */
	VCT_WAIVED_NOW,  /* it deviates, and did not, and a waiver excuses that */
	VCT_SKIPPED_NOW, /* the device claims it no more */
	VCT_STALE_NOW,   /* it passes as it did, but has a waiver */
	VCT_MENDED,      /* it passes, and did not */
	VCT_CLAIMED_NOW, /* the device claims it now, and it passes */
	VCT_CHANGES,     /* nothing, or it cannot be told */
};
enum vct_change vct_change(enum vct_verdict before, enum vct_verdict after);
const char *vct_change_name(enum vct_change change);
/* Is it neither PASS, SKIP, WAIVED nor XPASS? */
bool vct_deviates(enum vct_verdict verdict);

/* for (each child element of that name) */
#define VCT_FOR_EACH(child_, parent_, name_)                                                       \
	for (xmlNode *child_ = (parent_) ? (parent_)->children : NULL; child_;                     \
	     child_ = child_->next)                                                                \
		if (vct_is(child_, name_))
bool vct_is(const xmlNode *node, const char *name);

#endif
