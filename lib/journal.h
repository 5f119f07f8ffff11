/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The journal of a run: an append-only file beside results.xml, one XML element a line, synced
 *before the next check starts, so that it survives kill -9, a dead guest and a full disk. A line
 *without its end was torn and does not count.
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
	const char *path;
	xmlDoc *doc;     /* owns the nodes */
	xmlNode **nodes; /* the lines so far, one element each, in order */
	size_t n;
};

/*
 * Opens `path` and reads what is there, or empties it (`resume` false). `path` NULL: a journal in
 * memory. Returns 0, or -1 after saying on stderr what is wrong.
 */
int vct_journal_open(struct vct_journal *journal, const char *path, bool resume);
/* Appends and syncs; the journal owns the node from then on. -1: it could not be written (errno).
 */
int vct_journal_append(struct vct_journal *journal, xmlNode *node);
/* Removes the file, once results.xml holds all of it. */
void vct_journal_close(struct vct_journal *journal, bool keep);

#endif
