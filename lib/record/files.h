/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* XML files: validated when they are read, and complete at any time when they are written. */
#ifndef VCT_FILES_H
#define VCT_FILES_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stdio.h>

#include "embedded.h"

/*
 * Writes through a new file, so that `path` holds a complete document at any time; a special file
 * is written in place. -1: errno
 */
int vct_results_write(const char *path, xmlDoc *doc);
/* The text of a document in memory; malloc'ed. NULL: there is no memory */
char *vct_results_dump(xmlDoc *doc);
/*
 * Writes the result of a stylesheet (VCT_EMBEDDED "junit.xsl") in the same way. Parameters: pairs
 * of name and XPath, NULL at the end; or NULL.
 */
int vct_results_transform(const char *path, xmlDoc *doc, const char *xsl, const char **parameters);
/* Prints the result of a stylesheet. */
int vct_results_print(FILE *f, xmlDoc *doc, const char *xsl, const char **parameters);
/* Prints what a run ends with: its outcome (reports/end.xsl), and the files that it wrote, or NULL.
 */
int vct_results_end(xmlDoc *doc, const char *results, const char *html);
/* The result of a stylesheet as text, malloc'ed; NULL: it cannot be made. */
char *vct_results_text(xmlDoc *doc, const char *xsl);
/* Reads and validates a file by a schema (VCT_EMBEDDED "waivers.rng"). NULL: after printing an
 * error with the line number. */
xmlDoc *vct_results_read(const char *path, const char *rng);

/* Reads a file of any kind. NULL: after printing an error with the line number. */
xmlDoc *vct_xml_read(const char *path);
/* Validates a document that was read from `path`; prints errors with their lines. */
bool vct_results_is_valid(const char *path, xmlDoc *doc, const char *rng);

/* Whether `path` has the results of a run that came to its end. */
bool vct_results_is_complete(const char *path);

/* True for what a rename must not replace: devices, FIFOs, folders, links such as /dev/stdout. */
bool vct_file_is_special(const char *path);
/* Checks before a run whether `path` can be written at its end. -1: errno */
int vct_results_probe(const char *path);

#endif
