// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Executes one check in a process of its own, and judges how the process ended. */
#include <string.h>
#include <sys/mman.h>

#include "../base/deadline.h"
#include "../base/process.h"
#include "../check/body.h"
#include "../record/complaint.h"
#include "choose.h"
#include "execute.h"
#include "kernel.h"
#include "state.h"

static void run_check(void *c)
{
	vct_judge(c, vct_state.evidence);
}

enum vct_verdict vct_execute_aside(const struct vct_case *c)
{
	struct vct_evidence *kept = vct_state.evidence;
	enum vct_verdict verdict = VCT_NOTRUN;

	if (vct_device_lacks(vct_state.run->plan.dev, c->needs))
		return VCT_SKIP;
	vct_state.evidence = vct_share_evidence();
	if (vct_process_watch(run_check, (void *)c, vct_state.run->deadline * vct_slow).ending ==
	    VCT_ENDED)
		verdict = vct_state.evidence->verdict;
	munmap(vct_state.evidence, sizeof(*vct_state.evidence));
	vct_state.evidence = kept;
	return verdict == VCT_NOTRUN ? VCT_CRASH : verdict;
}

/* The verdict from the way in which the process ended. */
static enum vct_verdict verdict_of(struct vct_process p)
{
	switch (p.ending) {
	case VCT_ENDED:
		if (vct_state.evidence->verdict != VCT_NOTRUN)
			return vct_state.evidence->verdict;
		vct_say_reason("the check's process exited before it came to a verdict");
		return VCT_CRASH;
	case VCT_SIGNALED:
		vct_say_reason("the check's process was ended by signal %d (%s)", p.code,
			       strsignal(p.code));
		return VCT_CRASH;
	case VCT_EXITED:
		vct_say_reason("the check's process ended with exit status %d", p.code);
		return VCT_CRASH;
	case VCT_LATE:
		vct_say_reason("the check did not end within %.1f s: its process was killed",
			       vct_state.run->deadline * vct_slow);
		return VCT_TIMEOUT;
	case VCT_UNKILLABLE:
		vct_say_reason(
			"the check did not end within %.1f s, and its process cannot be killed: "
			"it was "
			"left behind",
			vct_state.run->deadline * vct_slow);
		return VCT_TIMEOUT;
	case VCT_STOPPED:
		break;
	}
	return VCT_NOTRUN;
}

static void end_if_device_is_gone(struct vct_process p)
{
	if (p.ending != VCT_LATE && p.ending != VCT_UNKILLABLE)
		return;
	if (!vct_device_answers(vct_state.run->plan.dev, vct_state.run->deadline * vct_slow))
		vct_end_run("%s does not answer any more: reset it, or load its driver again",
			    vct_state.run->plan.dev->name);
}

void vct_execute(struct vct_outcome *o)
{
	unsigned long taint = vct_kernel_taint(), gained;
	double began = vct_now_ms();
	struct vct_process p =
		vct_process_watch(run_check, (void *)o->c, vct_state.run->deadline * vct_slow);

	o->seconds = (vct_now_ms() - began) / 1e3;
	o->verdict = verdict_of(p);
	o->kernel = vct_kernel_lines();
	gained = vct_kernel_taint() & ~taint;
	if (gained || vct_kernel_complains(o->kernel)) {
		if (!vct_state.evidence->reason[0])
			vct_say_reason("the kernel complained during the check");
		if (o->verdict != VCT_PASS && o->verdict != VCT_NOTRUN)
			vct_note_to(vct_state.evidence,
				    "without the complaint of the kernel the verdict would be %s",
				    vct_verdict_name(o->verdict));
		o->verdict = VCT_KERNEL;
	}
	end_if_device_is_gone(p);
	if ((gained & VCT_TAINT_DIE) && vct_state.run->stop_after_oops)
		vct_end_run(
			"the kernel has oopsed, so later verdicts would not be reliable: boot it "
			"again "
			"and resume with --resume");
}
