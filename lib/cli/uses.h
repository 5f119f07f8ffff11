/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The files that a command reads and writes. A file that is written must be no other file of the
 * command, whatever its name is: the same path, a hard link or a symbolic link. Devices and pipes
 * can be named twice.
 */
#ifndef VCT_CLI_USES_H
#define VCT_CLI_USES_H

#include <stdbool.h>
#include <stddef.h>

struct file_uses {
	struct file_use {
		const char *as; /* "--waivers", "RESULTS" */
		char *path, *real;
		bool written;
	} * list;
	size_t n;
};

/*
 * Add a file; `path` may be NULL: it is not given. They end the program with exit code 2, before
 * anything is written, if the file would be destroyed, or would destroy another one, or if what is
 * written is a FIFO, whose reader may never come.
 */
void uses_reads(struct file_uses *uses, const char *as, const char *path);
void uses_writes(struct file_uses *uses, const char *as, const char *path);
/* Declares that a file with this ending beside `path` is written: the journal of results.xml. */
void uses_writes_beside(struct file_uses *uses, const char *as, const char *path,
			const char *ending);

#endif
