// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Executes one check in a process of its own, and finds its verdict. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "../../base/lateness.h"
#include "../../base/process.h"
#include "../../check/patience.h"
#include "check_process.h"
#include "../kernel/kernel_blame.h"
#include "../device/choose.h"
#include "../doubt.h"
#include "ending.h"
#include "execute.h"
#include "../device/presence.h"
#include "../kernel/kernel_objects.h"
#include "../kernel/kernel.h"
#include "../verdict/left_out.h"
#include "../peer/peer.h"
#include "../kernel/kernel_log_shared.h"
#include "../device/sysfs.h"

/* How often a check is executed while its port goes down, and how long the port may stay so. */
enum { MOST_EXECUTIONS = 3, PORT_SECONDS = 60 };
/* Of memory, in bytes. */
enum { RESERVE = 32 << 20 };

static struct vct_evidence *spare; /* that of the checks that are not part of the run */

void vct_execute_begin(const struct vct_run *run)
{
	spare = vct_share(sizeof(*spare));
	vct_gone_begin(run->plan.dev);
	vct_check_process_begin(run);
	/* Memory that is given back after each check has to be had again for the next. */
	mallopt(M_TRIM_THRESHOLD, RESERVE);
	mallopt(M_MMAP_THRESHOLD, RESERVE);
	mallopt(M_TOP_PAD, RESERVE / 64);
}

/*
 * A device that hangs would make each check take as long as it may: a run of thousands of checks
 * would take hours. It ends when so many have come to their deadline in each pass.
 */
enum { MOST_TIMEOUTS = 100 };

static void heed_ending(struct vct_state *state, const struct vct_case *c, struct vct_process p)
{
	static unsigned int timeouts;
	unsigned int most = MOST_TIMEOUTS * state->run->plan.passes;
	bool timeout = p.ending == VCT_LATE || p.ending == VCT_UNKILLABLE;

	if (p.ending == VCT_UNBORN) {
		vct_end_run(state,
			    "no process could be made for %.120s: %s: see what limits processes "
			    "(ulimit -u, the cgroup) and memory, and resume with --resume",
			    c->name, strerror(p.code));
		state->withdrawn = VCT_WITHDRAWN_UNBORN;
	}
	if (timeout && !p.late_ms && ++timeouts == most)
		vct_end_run(state,
			    "%u checks did not end before their deadline, so the others were not "
			    "run: reset the device, and go on with --resume",
			    most);
}

static enum vct_verdict aside(struct vct_state *state, const struct vct_case *c,
			      struct vct_started (*how)(const struct vct_state *,
							const struct vct_case *,
							struct vct_evidence *))
{
	struct vct_outcome o = { .c = c, .verdict = VCT_CRASH, .evidence = spare };
	struct vct_started s;

	memset(spare, 0, sizeof(*spare));
	vct_patience_keep();
	s = how(state, c, spare);
	heed_ending(state, c, s.process);
	vct_clear_up(c, &s, spare);
	if (s.process.ending == VCT_UNBORN)
		return VCT_NOTRUN;
	o.late_ms = s.process.late_ms;
	if (s.process.ending == VCT_LATE)
		o.verdict = VCT_TIMEOUT;
	else if (s.process.ending == VCT_ENDED && spare->over && spare->verdict != VCT_NOTRUN)
		o.verdict = spare->verdict;
	return vct_is_doubtful(state, &o) ? VCT_NOTRUN : o.verdict;
}

enum vct_verdict vct_execute_aside(struct vct_state *state, const struct vct_case *c)
{
	return vct_left_out(state->run, c) ? VCT_SKIP : aside(state, c, vct_check_process_alone);
}

enum vct_verdict vct_execute_there(struct vct_state *state, const struct vct_case *c)
{
	enum vct_verdict verdict;

	if (vct_peer_ready())
		return VCT_NOTRUN;
	verdict = aside(state, c, vct_check_process_there);
	if (verdict == VCT_CRASH || verdict == VCT_TIMEOUT || verdict == VCT_NOTRUN)
		vct_peer_is_lost();
	return verdict;
}

static void end_if_device_is_gone(struct vct_state *state, const struct vct_case *c,
				  struct vct_process p)
{
	const struct vct_run *run = state->run;

	if (p.ending != VCT_LATE && p.ending != VCT_UNKILLABLE)
		return;
	if (vct_device_answers(vct_device_of_case(run, c), vct_check_seconds(run)))
		return;
	if (p.late_ms)
		vct_end_run(state,
			    "%s does not answer in time, but the machine was late by %.0f ms: let "
			    "it do less beside the run",
			    run->plan.dev->name, p.late_ms);
	else
		vct_end_run(state,
			    "%s does not answer any more: reset it, or load its driver again",
			    run->plan.dev->name);
}

/* The check is not to blame: its execution does not count. */
static void end_if_device_is_lost(struct vct_state *state, const struct vct_outcome *o,
				  struct vct_process p)
{
	const struct vct_run *run = state->run;
	const char *how = vct_gone_how(vct_device_of_case(run, o->c), o->evidence, p.ending,
				       vct_check_seconds(run));

	if (!how)
		return;
	state->withdrawn = VCT_WITHDRAWN_LOST;
	vct_end_run(state,
		    "%s %s during %.120s: reset it, or load its driver again, and resume with "
		    "--resume; this check then runs again",
		    run->plan.dev->name, how, o->c->name);
}

/*
 * True if the port went down during the check, which is red for that: it raised IBV_EVENT_PORT_ERR,
 * or is down now.
 */
static bool port_was_down(const struct vct_device *dev, const struct vct_outcome *o)
{
	char state[32];

	if (o->verdict == VCT_PASS || o->verdict == VCT_KERNEL || o->verdict == VCT_NOTRUN)
		return false;
	if (o->evidence->port_down)
		return true;
	return vct_sysfs_read(state, sizeof(state), "class/infiniband/%s/ports/%u/state", dev->name,
			      dev->port) &&
	       strtol(state, NULL, 10) != IBV_PORT_ACTIVE;
}

/* True once the port is ACTIVE and has its GID. */
static bool wait_for_port(const struct vct_device *dev, double seconds)
{
	double until = vct_deadline_ms(PORT_SECONDS * 1e3);

	while (!vct_device_answers(dev, seconds)) {
		if (vct_now_ms() > until || vct_stop_signal())
			return false;
		usleep(100000);
	}
	return true;
}

static void blame_kernel(struct vct_outcome *o)
{
	if (!o->evidence->reason[0])
		vct_say_reason(o->evidence, "the kernel complained during the check");
	if (o->verdict != VCT_PASS && o->verdict != VCT_NOTRUN)
		vct_note_to(o->evidence,
			    "without the complaint of the kernel the verdict would be %s",
			    vct_verdict_name(o->verdict));
	o->verdict = VCT_KERNEL;
}

/* In a guest, nobody else uses the device. */
static bool counts_objects(const struct vct_run *run)
{
	return run->care.in_guest && !run->plan.dev->user_space;
}

static bool kernel_kept_objects(const struct vct_run *run, struct vct_evidence *e)
{
	char objects[128];

	if (!counts_objects(run) ||
	    !vct_kernel_objects_left(run->plan.dev->name, objects, sizeof(objects)))
		return false;
	vct_note_to(e, "the kernel kept objects of the check after its processes had ended: %s",
		    objects);
	if (!e->reason[0])
		vct_say_reason(
			e, "the kernel kept objects of the check after its processes had ended: %s",
			objects);
	return true;
}

static void note_lost_records(struct vct_evidence *e, unsigned long long n)
{
	if (n)
		vct_note_to(e,
			    "%llu records of the kernel log were lost: they were overwritten "
			    "before they were read, or were too many",
			    n);
}

/* What the kernel said during the check. */
static const char *lines_of(const struct vct_case *c)
{
	return c->check->sequences ? vct_shared_log_lines() : vct_kernel_lines();
}

static void execute_once(struct vct_state *state, struct vct_outcome *o)
{
	const struct vct_run *run = state->run;
	unsigned long long lost = vct_kernel_lost();
	unsigned long taint = vct_kernel_taint(), gained;
	double began = vct_now_ms();
	struct vct_started s;

	vct_patience_keep();
	if (counts_objects(run))
		vct_kernel_objects_count(run->plan.dev->name);
	s = vct_check_process(state, o->c, o->evidence);
	heed_ending(state, o->c, s.process);
	o->seconds = (vct_now_ms() - began) / 1e3;
	o->late_ms = s.process.late_ms;
	vct_clear_up(o->c, &s, o->evidence);
	if (o->late_ms)
		vct_patience_restore(); /* what did not come then may come */
	o->verdict = vct_verdict_of(s.process, o->evidence);
	o->kernel = lines_of(o->c);
	note_lost_records(o->evidence, vct_kernel_lost() - lost);
	gained = vct_kernel_taint() & ~taint;
	if (vct_kernel_is_to_blame(run, o->kernel, gained, o->evidence))
		blame_kernel(o);
	else if (s.process.ending != VCT_UNKILLABLE && kernel_kept_objects(run, o->evidence))
		blame_kernel(o);
	end_if_device_is_lost(state, o, s.process);
	/* What the kernel reported is a finding, and is kept. */
	if (gained)
		state->withdrawn = NULL;
	if (!state->why_ended[0] && !port_was_down(vct_device_of_case(run, o->c), o))
		end_if_device_is_gone(state, o->c, s.process);
	if ((gained & VCT_TAINT_DIE) && !run->care.go_on_after_oops)
		vct_end_run(state, "the kernel has oopsed, so later verdicts would not be "
				   "reliable: boot it again and resume with --resume");
}

void vct_execute(struct vct_state *state, struct vct_outcome *o)
{
	const struct vct_device *dev = vct_device_of_case(state->run, o->c);

	for (int n = 1;; n++) {
		execute_once(state, o);
		if (state->why_ended[0] || !port_was_down(dev, o))
			return;
		if (!wait_for_port(dev, vct_check_seconds(state->run))) {
			vct_end_run(state,
				    "port %u of %s went down and was not ACTIVE again after %g s",
				    dev->port, dev->name, PORT_SECONDS * vct_slow);
			return;
		}
		if (n == MOST_EXECUTIONS || vct_stop_signal())
			return;
		vct_clear_evidence(o->evidence);
		vct_note_to(o->evidence,
			    "the port went down during execution %d of the check, which was "
			    "executed again when the port was ACTIVE",
			    n);
	}
}
