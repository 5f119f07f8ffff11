/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is worse in the second of two runs. */
#ifndef VCT_REGRESS_H
#define VCT_REGRESS_H

#include <libxml/tree.h>
#include <stdio.h>

/*
 * Prints the regressions in a sentence that begins with `name`, and each of them in a line; the
 * worst kind first. Returns how many there are.
 */
unsigned int vct_regressions_say(FILE *f, const char *name, const xmlDoc *old, const xmlDoc *new);

#endif
