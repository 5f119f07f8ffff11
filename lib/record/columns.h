/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The runs that a matrix compares, a column each, and the elements of their results. */
#ifndef VCT_COLUMNS_H
#define VCT_COLUMNS_H

#include <libxml/tree.h>
#include <stdbool.h>

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

/* for (each child element of that name) */
#define VCT_FOR_EACH(child_, parent_, name_)                                                       \
	for (xmlNode *child_ = (parent_) ? (parent_)->children : NULL; child_;                     \
	     child_ = child_->next)                                                                \
		if (vct_is(child_, name_))
bool vct_is(const xmlNode *node, const char *name);

#endif
