// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Executes one check in a process of its own, and finds its verdict. */
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "../base/process.h"
#include "../check/body.h"
#include "../check/patience.h"
#include "apart.h"
#include "kernel_blame.h"
#include "choose.h"
#include "ended.h"
#include "execute.h"
#include "gone.h"
#include "kernel_objects.h"
#include "kernel.h"
#include "left_out.h"
#include "peer.h"
#include "kernel_log_shared.h"
#include "starter.h"
#include "state.h"
#include "sysfs.h"

/* How often a check is executed while its port goes down, and how long the port may stay so. */
enum { MOST_EXECUTIONS = 3, PORT_SECONDS = 60 };
/* Of memory, in bytes. */
enum { RESERVE = 32 << 20 };

/* The process has no business with the descriptors of the run. */
static void leave_run(void)
{
	if (vct_state.journal.fd >= 0)
		close(vct_state.journal.fd);
	vct_kernel_close();
	vct_kernel_objects_close();
}

static void run_check(void *c)
{
	leave_run();
	vct_dev = vct_device_of_case(c);
	if (((const struct vct_case *)c)->apart)
		vct_peer_judge(c, vct_state.evidence, vct_state.run->deadline * vct_slow);
	else
		vct_judge(c, vct_state.evidence);
}

static struct vct_evidence *spare; /* that of the checks that are not part of the run */

/*
 * The processes of a check with a peer use connections that the run makes later, and those of
 * random sequences are made by vct_explore().
 */
static bool wants_starter(void)
{
	const struct vct_plan *plan = &vct_state.run->plan;
	size_t i = 0;

	while (i < plan->n_cases && plan->cases[i].check->sequences)
		i++;
	return !vct_state.run->peer && i < plan->n_cases;
}

void vct_execute_begin(void)
{
	spare = vct_share_evidence();
	vct_gone_begin(vct_state.run->plan.dev);
	if (wants_starter())
		vct_starter_begin(run_check);
	/* Memory that is given back after each check has to be had again for the next. */
	mallopt(M_TRIM_THRESHOLD, RESERVE);
	mallopt(M_MMAP_THRESHOLD, RESERVE);
	mallopt(M_TOP_PAD, RESERVE / 64);
}

static struct vct_started start(const struct vct_case *c)
{
	double seconds = vct_state.run->deadline * vct_slow;

	return wants_starter() ? vct_start(c, vct_state.evidence, seconds)
			       : vct_start_here(run_check, c, seconds);
}

/*
 * A device that hangs would make each check take as long as it may: a run of thousands of checks
 * would take hours. It ends when so many have come to their deadline in each pass.
 */
enum { MOST_TIMEOUTS = 100 };

static void heed_timeout(struct vct_process p)
{
	static unsigned int timeouts;
	unsigned int most = MOST_TIMEOUTS * vct_state.run->plan.passes;

	if ((p.ending == VCT_LATE || p.ending == VCT_UNKILLABLE) && ++timeouts == most)
		vct_end_run("%u checks did not end before their deadline, so the others were not "
			    "run: reset the device, and go on with --resume",
			    most);
}

static enum vct_verdict aside(const struct vct_case *c,
			      struct vct_started (*how)(const struct vct_case *))
{
	struct vct_evidence *kept = vct_state.evidence;
	enum vct_verdict verdict = VCT_NOTRUN;
	struct vct_started s;

	vct_state.evidence = spare;
	memset(spare, 0, sizeof(*spare));
	vct_patience_keep();
	s = how(c);
	heed_timeout(s.process);
	vct_clear_up(c, &s);
	if (s.process.ending == VCT_ENDED && spare->over)
		verdict = spare->verdict;
	vct_state.evidence = kept;
	return verdict == VCT_NOTRUN ? VCT_CRASH : verdict;
}

static void run_there(void *c)
{
	leave_run();
	vct_peer_judge_there(c, vct_state.evidence, vct_state.run->deadline * vct_slow);
}

static struct vct_started start_there(const struct vct_case *c)
{
	return vct_start_here(run_there, c, vct_state.run->deadline * vct_slow);
}

enum vct_verdict vct_execute_aside(const struct vct_case *c)
{
	return vct_left_out(c) ? VCT_SKIP : aside(c, start);
}

enum vct_verdict vct_execute_there(const struct vct_case *c)
{
	enum vct_verdict verdict;

	if (vct_peer_ready())
		return VCT_NOTRUN;
	verdict = aside(c, start_there);
	if (verdict == VCT_CRASH)
		vct_peer_is_lost();
	return verdict;
}

static void end_if_device_is_gone(const struct vct_case *c, struct vct_process p)
{
	if (p.ending != VCT_LATE && p.ending != VCT_UNKILLABLE)
		return;
	if (!vct_device_answers(vct_device_of_case(c), vct_state.run->deadline * vct_slow))
		vct_end_run("%s does not answer any more: reset it, or load its driver again",
			    vct_state.run->plan.dev->name);
}

/* The check is not to blame: its execution does not count. */
static void end_if_device_is_lost(const struct vct_case *c, struct vct_process p)
{
	const char *how = vct_gone_how(vct_device_of_case(c), vct_state.evidence, p.ending,
				       vct_state.run->deadline * vct_slow);

	if (!how)
		return;
	vct_state.lost = true;
	vct_end_run("%s %s during %.120s: reset it, or load its driver again, and resume with "
		    "--resume; this check then runs again",
		    vct_state.run->plan.dev->name, how, c->name);
}

/*
 * True if the port went down during the check, which is red for that: it raised IBV_EVENT_PORT_ERR,
 * or is down now.
 */
static bool port_was_down(const struct vct_outcome *o)
{
	const struct vct_device *dev = vct_device_of_case(o->c);
	char state[32];

	if (o->verdict == VCT_PASS || o->verdict == VCT_KERNEL || o->verdict == VCT_NOTRUN)
		return false;
	if (vct_state.evidence->port_down)
		return true;
	return vct_sysfs_read(state, sizeof(state), "class/infiniband/%s/ports/%u/state", dev->name,
			      dev->port) &&
	       strtol(state, NULL, 10) != IBV_PORT_ACTIVE;
}

/* True once the port is ACTIVE and has its GID. */
static bool wait_for_port(const struct vct_device *dev)
{
	double until = vct_deadline_ms(PORT_SECONDS * 1e3);

	while (!vct_device_answers(dev, vct_state.run->deadline * vct_slow)) {
		if (vct_now_ms() > until || vct_stop_signal())
			return false;
		usleep(100000);
	}
	return true;
}

/* What an execution of the check that does not count has left. */
static void forget(void)
{
	memset(vct_state.evidence, 0, offsetof(struct vct_evidence, notes));
}

static void blame_kernel(struct vct_outcome *o)
{
	if (!vct_state.evidence->reason[0])
		vct_say_reason("the kernel complained during the check");
	if (o->verdict != VCT_PASS && o->verdict != VCT_NOTRUN)
		vct_note_to(vct_state.evidence,
			    "without the complaint of the kernel the verdict would be %s",
			    vct_verdict_name(o->verdict));
	o->verdict = VCT_KERNEL;
}

/* In a guest, nobody else uses the device. */
static bool counts_objects(void)
{
	return vct_state.run->care.in_guest && !vct_state.run->plan.dev->user_space;
}

static bool kernel_kept_objects(void)
{
	char kept[128];

	if (!counts_objects() ||
	    !vct_kernel_objects_left(vct_state.run->plan.dev->name, kept, sizeof(kept)))
		return false;
	vct_note_to(vct_state.evidence,
		    "the kernel kept objects of the check after its processes had ended: %s", kept);
	if (!vct_state.evidence->reason[0])
		vct_say_reason("the kernel kept objects of the check after its processes had "
			       "ended: %s",
			       kept);
	return true;
}

static void note_lost_records(unsigned long long n)
{
	if (n)
		vct_note_to(vct_state.evidence,
			    "%llu records of the kernel log were lost: they were overwritten "
			    "before they were read, or were too many",
			    n);
}

static struct vct_process explore(const struct vct_case *c)
{
	struct vct_random random = vct_state.run->random;
	struct vct_process p;

	random.deadline = vct_state.run->deadline;
	if (!vct_state.run->plan.dev->user_space) {
		random.complained = vct_shared_log_complaint;
		random.seed_file = vct_seed_file();
	}
	vct_shared_log_forget();
	vct_kernel_objects_close(); /* it makes the processes of the sequences itself */
	p = vct_explore(&random, c, vct_state.evidence);
	if (random.seed_file)
		unlink(random.seed_file);
	return p;
}

/* After a check that did not come to its own end, no one knows what is under way to the peer. */
static struct vct_started run_apart(const struct vct_case *c)
{
	struct vct_started s = { .process.ending = VCT_ENDED };
	struct vct_evidence *e = vct_state.evidence;
	const char *why;

	if (vct_apart_is_linkless(c)) {
		e->verdict = VCT_SKIP;
		e->over = true;
		vct_say_reason("local by nature: the check makes no link that can be apart");
		return s;
	}
	why = vct_peer_ready();
	if (why) {
		e->verdict = VCT_BROKEN;
		e->over = true;
		vct_say_reason("there is no peer: %s", why);
		return s;
	}
	s = start(c);
	if (s.process.ending != VCT_ENDED || !e->over || e->far_lost)
		vct_peer_is_lost();
	return s;
}

static void skip_as_independent(void)
{
	vct_state.evidence->verdict = VCT_SKIP;
	vct_state.evidence->over = true;
	vct_say_reason("the check does not depend on it (--each)");
}

/* Whether a check depends on an address is seen in which members of it the check uses. */
static struct vct_started run_column(const struct vct_case *c)
{
	struct vct_started s = { .process.ending = VCT_ENDED };

	if (vct_apart_is_independent(c)) {
		skip_as_independent();
		return s;
	}
	s = start(c);
	if (s.process.ending == VCT_ENDED && vct_state.evidence->over &&
	    vct_state.evidence->verdict == VCT_PASS &&
	    !(vct_state.evidence->uses & c->column->uses))
		skip_as_independent();
	return s;
}

static struct vct_started run_process(const struct vct_case *c)
{
	if (c->apart)
		return run_apart(c);
	if (c->column)
		return run_column(c);
	if (c->check->sequences)
		return vct_started_here(explore(c));
	return start(c);
}

/* What the kernel said during the check. */
static const char *lines_of(const struct vct_case *c)
{
	return c->check->sequences ? vct_shared_log_lines() : vct_kernel_lines();
}

static void execute_once(struct vct_outcome *o)
{
	unsigned long long lost = vct_kernel_lost();
	unsigned long taint = vct_kernel_taint(), gained;
	double began = vct_now_ms();
	struct vct_started s;

	vct_patience_keep();
	if (counts_objects())
		vct_kernel_objects_count(vct_state.run->plan.dev->name);
	s = run_process(o->c);
	heed_timeout(s.process);
	o->seconds = (vct_now_ms() - began) / 1e3;
	vct_clear_up(o->c, &s);
	o->verdict = vct_verdict_of(s.process);
	o->kernel = lines_of(o->c);
	note_lost_records(vct_kernel_lost() - lost);
	gained = vct_kernel_taint() & ~taint;
	if (vct_kernel_is_to_blame(o->kernel, gained))
		blame_kernel(o);
	else if (s.process.ending != VCT_UNKILLABLE && kernel_kept_objects())
		blame_kernel(o);
	end_if_device_is_lost(o->c, s.process);
	/* What the kernel reported is a finding, and is kept. */
	vct_state.lost &= !gained;
	if (!vct_state.why_ended[0] && !port_was_down(o))
		end_if_device_is_gone(o->c, s.process);
	if ((gained & VCT_TAINT_DIE) && !vct_state.run->care.go_on_after_oops)
		vct_end_run("the kernel has oopsed, so later verdicts would not be reliable: boot "
			    "it again and resume with --resume");
}

void vct_execute(struct vct_outcome *o)
{
	const struct vct_device *dev = vct_device_of_case(o->c);

	for (int n = 1;; n++) {
		execute_once(o);
		if (vct_state.why_ended[0] || !port_was_down(o))
			return;
		if (!wait_for_port(dev)) {
			vct_end_run("port %u of %s went down and was not ACTIVE again after %g s",
				    dev->port, dev->name, PORT_SECONDS * vct_slow);
			return;
		}
		if (n == MOST_EXECUTIONS || vct_stop_signal())
			return;
		forget();
		vct_note_to(vct_state.evidence,
			    "the port went down during execution %d of the check, which was "
			    "executed again when the port was ACTIVE",
			    n);
	}
}
