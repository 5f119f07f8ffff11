/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The journal of a run: an append-only file beside results.xml, one XML element a line, written as
 * it comes and, where the device has a kernel that may die, synced before the next check starts: it
 * survives kill -9, a dead guest and a full disk. A line without its end was torn and does not
 * count.
 *
 *	<run .../>                    who, on what, with which selection: the first line
 *	<start check="..." pass="1" boot="..." at="1.234"/>
 *	<check name="..." .../>       what it came to: as it will stand in results.xml
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

/* What a journal holds: its lines as elements, in order. */
struct vct_lines {
	xmlDoc *doc; /* owns the nodes */
	xmlNode **nodes;
	size_t n;
	xmlNode **checks; /* the <check> ones by name, those of one name in order */
	size_t n_checks;
};

/*
 * Opens `path` to go on with it, or empties it (`resume` false). `path` NULL: a journal in memory.
 * Returns 0, or -1 after saying on stderr what is wrong.
 */
int vct_journal_open(struct vct_journal *journal, const char *path, bool resume);
/* Appends and frees the node: a kill loses nothing of it. -1: it could not be written (errno). */
int vct_journal_append(struct vct_journal *journal, xmlNode *node);
/* From here on the death of the kernel loses nothing of it either. -1: errno */
int vct_journal_sync(struct vct_journal *journal);
/*
 * Reads all whole lines; a torn one is cut off. They are not kept while checks run, for the process
 * that forks the checks is to stay small. -1: errno.
 */
int vct_journal_read(struct vct_journal *journal, struct vct_lines *lines);
void vct_lines_free(struct vct_lines *lines);
/* Removes the file unless it is to be kept: once results.xml holds all of it. */
void vct_journal_close(struct vct_journal *journal, bool keep);

#endif
