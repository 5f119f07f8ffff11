/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Makes a file of what a target is known to judge (reports/judged.rng) from runs on it. */
#ifndef VCT_RECORD_JUDGED_H
#define VCT_RECORD_JUDGED_H

#include <libxml/tree.h>
#include <stddef.h>

/*
 * Makes the document from what all runs, which are results.xml of one driver, came to a verdict
 * about. NULL: after writing to `error` why they cannot be used.
 */
xmlDoc *vct_judged_document(xmlDoc *const *results, size_t n, char *error, size_t size);

#endif
