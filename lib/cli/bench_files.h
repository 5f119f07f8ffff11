/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The record and the reports that each command of the benchmark can write. */
#ifndef VCT_BENCH_FILES_H
#define VCT_BENCH_FILES_H

#include <libxml/tree.h>

#include "option.h"
#include "uses.h"

struct bench_files {
	const char *out, *junit, *html; /* NULL: not wanted */
};

/* The row of an option that names a file; the command's input is struct options with `files`. */
#define BENCH_FILE(name_, help_, group_)                                                           \
	{                                                                                          \
#name_, INTO_TEXT(struct options, files.name_), "FILE", 0, help_, group_           \
	}

/* Adds the files that are written; ends the program if one is another file of the command. */
void bench_files_use(const struct bench_files *files, struct file_uses *uses);
/* Before anything is measured: the first file that cannot be written, and why in errno; or NULL. */
const char *bench_files_wrong(const struct bench_files *files);
/*
 * Writes the record, the reports, and the text to standard output. Returns the exit code: `ret`, or
 * 2 after it has printed which file was not written. Frees the record.
 */
int bench_files_write(const struct bench_files *files, xmlDoc *doc, int ret);

#endif
