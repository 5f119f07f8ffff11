/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Writes the C program that makes the calls of a check again (reports/repro/ is its fixed part).
 */
#ifndef VCT_REPRO_H
#define VCT_REPRO_H

#include <libxml/tree.h>
#include <stdio.h>

/*
 * Writes the program for the check of this name in a results.xml. Returns 0, or -1 with one line in
 * `why`, of `size` bytes, if a program cannot show what the check saw; then nothing was written.
 */
int vct_repro_write(FILE *f, xmlDoc *results, const char *check, char *why, size_t size);

#endif
