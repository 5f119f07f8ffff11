/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The runs of two files that are compared. */
#ifndef VCT_PAIRS_H
#define VCT_PAIRS_H

#include <libxml/tree.h>

#include "plan.h"

struct vct_runs {
	xmlDoc *results[MOST_RUNS];
	size_t n;
};

/* Reads a results.xml, or all of a bundle. -1: after printing an error */
int vct_runs_read(struct vct_runs *runs, const char *path);
void vct_runs_free(struct vct_runs *runs);

/* Gives checks of the old runs the names that they have in the new runs. -1: after printing an
 * error */
int vct_renames_apply(const char *path, struct vct_runs *old, const struct vct_runs *new);

#endif
