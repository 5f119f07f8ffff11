/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Reads records of which many are laid side by side. */
#ifndef VCT_PARSE_H
#define VCT_PARSE_H

#include <libxml/tree.h>

typedef void vct_take_fn(void *context, const xmlNode *element);
/*
 * Reads a results.xml or bench.xml from its beginning to its end: calls take() for its root, which
 * has no children then, and for each child of the root, which is forgotten afterwards. The calls of
 * the checks are left out: they are nine tenths of the file, and nobody compares them. Validates
 * nothing and prints nothing; several threads may do so. -1: `why` has the first error and its
 * line.
 */
int vct_record_parse(const char *path, vct_take_fn *take, void *context, char *why, size_t size);

/*
 * Reads and validates a results.xml, or the data of one, without the calls of its checks. NULL:
 * after printing an error with the line number.
 */
xmlDoc *vct_record_read(const char *path, const char *data, size_t size);

#endif
