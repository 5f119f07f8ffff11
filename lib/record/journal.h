/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The journal of a run: an append-only file beside results.xml with one XML element per line, and
 * behind it a comment with its checksum, the first digits of its SHA-256. Each line is written at
 * once and, if the device has a kernel that may die, synced before the next check starts. So the
 * journal survives kill -9, the death of a guest and a full disk. A last line that is incomplete or
 * damaged is ignored.
 *
 *	<run .../>                    the first line: suite, device, selection
 *	<start check="..." pass="1" boot="..." at="1.234" log="22.345678"/>
 *	                              log: the time of the last line of the kernel's log before it
 *	<start ... again="true"/>     the check runs again: its last outcome has late-ms
 *	<start ... withdrawn="true"/> the check started, and its execution does not count: the
 *	                              device was lost; "unborn": it got no process
 *	<check name="..." .../>       the outcome of the check, as in results.xml; of an execution
 *	                              that is no worse than an earlier one only what counts
 *	<check ... late-ms="95"/>     the machine was late, so that it is no verdict: NOTRUN
 *	<check ... amends="true"/>    it replaces the last outcome of the check
 */
#ifndef VCT_JOURNAL_H
#define VCT_JOURNAL_H

#include <libxml/tree.h>
#include <stdbool.h>

struct vct_journal {
	int fd;
	const char *path; /* NULL: in memory only */
	bool read_only;
	bool of_host;   /* the file is one of the host of this guest */
	off_t length;   /* of the file; to ask for it at each line takes time */
	off_t reserved; /* how long the file can become although the disk is full, if it can be
			   reserved */
};

/*
 * Opens the file of a journal, and makes it if `flags` have O_CREAT. Until it is closed, no other
 * run writes it. Waits `ms` for another run to end. Returns the descriptor, or -1 after printing an
 * error.
 */
int vct_journal_lock(const char *path, int flags, double ms);
/* Whether the file has more than the first line of a journal, which any run makes again. */
bool vct_journal_has_checks(int fd);
/*
 * Begins to write to `fd`: to continue it (`resume`), or after emptying it. Its name is `path`, or
 * NULL. Returns 0, or -1 after printing an error.
 */
int vct_journal_open(struct vct_journal *journal, const char *path, int fd, bool resume);
/* Appends and frees the node, which then survives a kill of this process. -1: errno */
int vct_journal_append(struct vct_journal *journal, xmlNode *node);
/* Gives the reserve of room back, for results.xml. -1: errno */
int vct_journal_give_back(struct vct_journal *journal);
/* Syncs the journal, which then survives the death of the kernel, too. -1: errno */
int vct_journal_sync(struct vct_journal *journal);
/*
 * Calls `take` for each line in order; the node is freed when it returns. So the memory that is
 * needed does not grow with the journal. Cuts off a last line that is incomplete or damaged, unless
 * the journal is only read. -1: another line is damaged, or the journal cannot be read; after
 * printing an error with the number of the line.
 */
int vct_journal_read(struct vct_journal *journal, void (*take)(const xmlNode *line, void *context),
		     void *context);
/* Removes the file unless `keep`, because results.xml contains all of it, and closes the journal.
 */
void vct_journal_close(struct vct_journal *journal, bool keep);

#endif
