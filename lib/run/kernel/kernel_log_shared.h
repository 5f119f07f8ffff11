/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The kernel's log during a check that runs many processes, in memory that all of them share: each
 * line of the log is read by only one process. After a complaint the lines with the complaint are
 * kept; otherwise the lines of the last process.
 */
#ifndef VCT_KERNEL_LOG_SHARED_H
#define VCT_KERNEL_LOG_SHARED_H

#include "../settings.h"

/* Before the processes are forked. Complaints that do not count are noted in the evidence. */
void vct_shared_log_begin(const struct vct_run *run, struct vct_evidence *evidence);
/* In any of them: true if the kernel has complained since the last call in any of them. */
bool vct_shared_log_complaint(void);
/* When they have ended. */
const char *vct_shared_log_lines(void);

#endif
