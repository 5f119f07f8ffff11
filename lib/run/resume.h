/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Begins the journal of a run, or continues the run of an earlier journal. */
#ifndef VCT_RESUME_H
#define VCT_RESUME_H

/*
 * Opens the journal beside the results. For a resumed run, reads which checks have run and which
 * was running when the kernel died. Returns 0, or -1 with the error printed on stderr.
 */
int vct_open_journal(void);

#endif
