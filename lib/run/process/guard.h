/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Guards a run: a check that kills the process of the run ends neither the run nor its record. */
#ifndef VCT_GUARD_H
#define VCT_GUARD_H

#include "../run.h"

/*
 * vct_run() in a process of its own. If something kills that process, the check that was running is
 * CRASH, and another process continues the run from the journal, as long as the run comes forward.
 * The children that this process has already are left alone. Returns the exit code.
 */
int vct_run_guarded(struct vct_run *run);

#endif
