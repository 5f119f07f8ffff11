/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* XML files that are whole at any time, valid where they are read, and what stylesheets make of
 * them. */
#ifndef VCT_FILES_H
#define VCT_FILES_H

#include <libxml/tree.h>
#include <stdio.h>

#include "embedded.h"

/* Through a new file beside it, so that `path` holds a whole document at any time. -1: errno */
int vct_results_write(const char *path, xmlDoc *doc);
/* The same for what a stylesheet (VCT_EMBEDDED "junit.xsl") makes of the document. */
int vct_results_transform(const char *path, xmlDoc *doc, const char *xsl);
/* The same, as text for a terminal; parameters are names and XPath in pairs, NULL after, or NULL.
 */
int vct_results_print(FILE *f, xmlDoc *doc, const char *xsl, const char **parameters);
/* The file as a document that is valid by a schema (VCT_EMBEDDED "waivers.rng"). NULL: has said why
 * not, with the line. */
xmlDoc *vct_results_read(const char *path, const char *rng);

/* Could `path` be written? Asked before a run, so that it is not lost at its end. -1: errno */
int vct_results_probe(const char *path);

#endif
