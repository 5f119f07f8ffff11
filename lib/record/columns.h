/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The runs that a matrix compares; each is a column. */
#ifndef VCT_COLUMNS_H
#define VCT_COLUMNS_H

#include <libxml/tree.h>
#include <stdbool.h>

#include "element.h"

struct column {
	char *name;       /* NULL: vct_columns_name() finds one */
	const char *file; /* its results.xml; NULL: there is none */
	char *missing;    /* why there are no results; then doc is NULL */
	const char *way;  /* what the device does in a pair (ways.h); NULL: it is alone */
	xmlDoc *doc;
};

/* Gives names to columns without a name, by what distinguishes the runs. Returns NULL, or a name
 * that two columns have. */
const char *vct_columns_name(struct column *columns, size_t n);
/* Adds the <run> element of matrix.xml: attributes, device, mutant and the number of each verdict,
 * and of the deviations of each level. */
xmlNode *vct_columns_run(const struct column *column, xmlNode *parent);
/* Both are of devices of one driver, alone or in a pair in the same way. */
bool vct_columns_of_one_kind(const struct column *a, const struct column *b);
xmlNode *vct_columns_root(const struct column *column); /* NULL: it has no results */
/* The mutant of the run, which then certifies nothing; or NULL. */
const xmlNode *vct_columns_mutant(const struct column *column);

bool vct_columns_complete(const struct column *column);
/* The device conforms strictly, whether the run was to be strict or not, and it is no mutant. */
bool vct_columns_conform(const struct column *column);
/* A check of a results.xml cites this promise. */
bool vct_cites(const xmlNode *check, const char *id);
/* The strictest level of the promises that it cites. */
const char *vct_strictest_level(const xmlNode *check);

#endif
