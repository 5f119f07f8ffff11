/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The journal of a run: an append-only file beside results.xml with one XML element per line. Each
 * line is written at once and, if the device has a kernel that may die, synced before the next
 *check starts. So the journal survives kill -9, the death of a guest and a full disk. An incomplete
 *last line is ignored.
 *
 *	<run .../>                    the first line: suite, device, selection
 *	<start check="..." pass="1" boot="..." at="1.234"/>
 *	<check name="..." .../>       the outcome of the check, as in results.xml
 */
#ifndef VCT_JOURNAL_H
#define VCT_JOURNAL_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

struct vct_journal {
	int fd;
	const char *path; /* NULL: in memory only */
};

/* The lines of a journal as elements, in order. */
struct vct_lines {
	xmlDoc *doc; /* owns the nodes */
	xmlNode **nodes;
	size_t n;
	xmlNode **checks; /* the <check> elements by name; those of one name in order */
	size_t n_checks;
};

/*
 * Opens `path` to continue it (`resume`), or empties it. `path` NULL: the journal is the file
 * `memory`. Returns 0, or -1 after printing an error.
 */
int vct_journal_open(struct vct_journal *journal, const char *path, int memory, bool resume);
/* Appends and frees the node, which then survives a kill of this process. -1: errno */
int vct_journal_append(struct vct_journal *journal, xmlNode *node);
/* Syncs the journal, which then survives the death of the kernel, too. -1: errno */
int vct_journal_sync(struct vct_journal *journal);
/*
 * Reads all complete lines and cuts off an incomplete one. The lines are not kept in memory while
 * checks run, because the process that forks the checks must stay small. -1: errno
 */
int vct_journal_read(struct vct_journal *journal, struct vct_lines *lines);
void vct_lines_free(struct vct_lines *lines);
/* Closes the journal, and removes the file unless `keep`: results.xml then contains all of it. */
void vct_journal_close(struct vct_journal *journal, bool keep);

#endif
