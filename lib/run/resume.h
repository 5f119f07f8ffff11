/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Begins the journal of a run, or continues the run of an earlier journal. */
#ifndef VCT_RESUME_H
#define VCT_RESUME_H

#include "settings.h"

/* The path of the journal, to be freed; NULL: it is in memory, as no file can lie beside results.
 */
char *vct_journal_path(const struct vct_run *run);
/* The first line of the journal. */
xmlNode *vct_run_head(const struct vct_run *run);
/*
 * Opens the journal beside the results. For a resumed run, reads which checks have run and which
 * ended the run or its kernel. Returns 0, or -1 with the error printed on stderr.
 */
int vct_open_journal(void);

#endif
