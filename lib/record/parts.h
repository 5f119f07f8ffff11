/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A run can be divided into parts that run at the same time on devices of their own, as in several
 * guests. Each part writes a results.xml that says which part it is (part="1/2"). These are joined
 * into the results.xml that an undivided run would have written.
 */
#ifndef VCT_PARTS_H
#define VCT_PARTS_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

/* Parses "1/2": which part, of how many. */
bool vct_is_part(const char *text, unsigned int *part, unsigned int *parts);

/*
 * Joins the parts of one run, given in any order, into the first document. The run is incomplete if
 * parts are `missing`. NULL: the parts are not of one run (another device, kernel or build, or one
 * is given twice), and `error` says why.
 */
xmlDoc *vct_parts_join(xmlDoc **docs, size_t n, size_t *missing, char *error, size_t size);

#endif
