/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A run in parts, each on a device of its own and all at the same time, as in several guests: each
 * leaves a results.xml that says which part it is (part="1/2"), and those are joined into the one
 * that a run of everything would have left.
 */
#ifndef VCT_PARTS_H
#define VCT_PARTS_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

/* "1/2": which part, of how many */
bool vct_is_part(const char *text, unsigned int *part, unsigned int *parts);

/*
 * The parts of one run, in any order, as one document, which the first becomes. Where some are
 * `missing` it is incomplete. NULL: they are not of one run (another device, kernel or build, or
 * one is given twice), and `error` says why.
 */
xmlDoc *vct_parts_join(xmlDoc **docs, size_t n, size_t *missing, char *error, size_t size);

#endif
