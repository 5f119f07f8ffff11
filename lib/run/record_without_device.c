// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes the reports of a run that has no verdict of its own. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "verdict/building_blocks.h"
#include "verdict/conclude.h"
#include "process/execute.h"
#include "resume.h"
#include "save.h"
#include "record_without_device.h"

/* Elsewhere, the results of an earlier run may be there, and a wrong option must not remove them.
 */
static bool leaves_record(const struct vct_run *run)
{
	return run->care.in_guest && !run->resume && run->results &&
	       !vct_file_is_special(run->results);
}

int vct_before_asking(struct vct_run *run, struct vct_device *dev)
{
	struct vct_state state = vct_state_of(run);
	struct vct_summary summary;
	int failed;

	if (!leaves_record(run))
		return 0;
	dev->unasked = "the guest ended while its device was asked what it is";
	/* what is left beside that results.xml is no journal that could be continued */
	if (vct_journal_open(&state.journal, NULL, memfd_create("journal", MFD_CLOEXEC), false))
		return -1;
	vct_append(&state, vct_run_head(run));
	vct_end_run(&state, "%s", dev->unasked);
	failed = vct_save(&state, &summary, false);
	vct_journal_close(&state.journal, true);
	dev->unasked = NULL;
	return failed;
}

void vct_after_asking(const struct vct_run *run)
{
	if (leaves_record(run))
		unlink(run->results);
}

int vct_run_unasked(struct vct_run *run)
{
	struct vct_state state = vct_state_of(run);
	struct vct_earlier earlier = { 0 };
	struct vct_summary summary;

	vct_blocked_begin(run->all, run->n_all, vct_execute_aside, &state);
	if (vct_open_journal(&state, &earlier))
		return VCT_USAGE;
	vct_conclude_in_flight(&state, &earlier, vct_allocate(1, sizeof(struct vct_evidence)));
	vct_end_run(&state, "%s", run->plan.dev->unasked);
	if (!vct_save(&state, &summary, true) && run->results)
		printf("results: %s\n", run->results);
	vct_journal_close(&state.journal, run->resume);
	return VCT_INCOMPLETE;
}
