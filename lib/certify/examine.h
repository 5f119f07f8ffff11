/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Examines one run of a bundle: its results are those of a run that certify makes, all of it. */
#ifndef VCT_EXAMINE_H
#define VCT_EXAMINE_H

#include <libxml/tree.h>

#include "../check/check.h"
#include "bundle.h"

/* A run that was examined. */
struct vct_examined {
	xmlDoc *results;
	double start, seconds; /* since 1970; how long it took */
};

/*
 * Makes results.xml and the reports of run `number` from its journal again, and compares them.
 * `cases`: all of the program. -1: `why` says what is wrong.
 */
int vct_examine(struct vct_examined *run, const struct vct_bundle *bundle, size_t number,
		const struct vct_case *cases, size_t n, char *why, size_t size);

/* The element <device> of results.xml. */
const xmlNode *vct_device_of(xmlDoc *results);

#endif
