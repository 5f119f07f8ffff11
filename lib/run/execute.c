// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Executes one check in a process of its own, and finds its verdict. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
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
#include "sysfs.h"

/* How often a check is executed while its port goes down, and how long the port may stay so. */
enum { MOST_EXECUTIONS = 3, PORT_SECONDS = 60 };
/* Of memory, in bytes. */
enum { RESERVE = 32 << 20 };

/* The process has no business with the descriptors of the run. */
static void leave_run(const struct vct_order *order)
{
	if (order->journal >= 0)
		close(order->journal);
	vct_kernel_close();
	vct_kernel_objects_close();
}

static void run_check(void *the_order)
{
	const struct vct_order *o = the_order;

	leave_run(o);
	if (o->c->column)
		vct_dev = o->c->column->dev;
	if (o->c->apart)
		vct_peer_judge(o->c, o->evidence, o->seconds);
	else
		vct_judge(o->c, o->evidence);
}

static struct vct_evidence *spare; /* that of the checks that are not part of the run */

/*
 * The processes of a check with a peer use connections that the run makes later, and those of
 * random sequences are made by vct_explore().
 */
static bool wants_starter(const struct vct_run *run)
{
	const struct vct_plan *plan = &run->plan;
	size_t i = 0;

	while (i < plan->n_cases && plan->cases[i].check->sequences)
		i++;
	return !run->peer && i < plan->n_cases;
}

void vct_execute_begin(const struct vct_run *run)
{
	spare = vct_share(sizeof(*spare));
	vct_gone_begin(run->plan.dev);
	if (wants_starter(run))
		vct_starter_begin(run_check, run->memory);
	/* Memory that is given back after each check has to be had again for the next. */
	mallopt(M_TRIM_THRESHOLD, RESERVE);
	mallopt(M_MMAP_THRESHOLD, RESERVE);
	mallopt(M_TOP_PAD, RESERVE / 64);
}

/* The deadline of each check. */
static double seconds_of(const struct vct_run *run)
{
	return run->deadline * vct_slow;
}

static struct vct_order order_of(const struct vct_state *state, const struct vct_case *c,
				 struct vct_evidence *evidence)
{
	return (struct vct_order){ c, evidence, seconds_of(state->run), state->journal.fd };
}

static struct vct_started start(const struct vct_state *state, const struct vct_case *c,
				struct vct_evidence *evidence)
{
	struct vct_order order = order_of(state, c, evidence);

	return wants_starter(state->run) ? vct_start(order) : vct_start_here(run_check, order);
}

/*
 * A device that hangs would make each check take as long as it may: a run of thousands of checks
 * would take hours. It ends when so many have come to their deadline in each pass.
 */
enum { MOST_TIMEOUTS = 100 };

static void heed_timeout(struct vct_state *state, struct vct_process p)
{
	static unsigned int timeouts;
	unsigned int most = MOST_TIMEOUTS * state->run->plan.passes;

	if ((p.ending == VCT_LATE || p.ending == VCT_UNKILLABLE) && ++timeouts == most)
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
	struct vct_started s;

	memset(spare, 0, sizeof(*spare));
	vct_patience_keep();
	s = how(state, c, spare);
	heed_timeout(state, s.process);
	vct_clear_up(c, &s, spare);
	if (s.process.ending == VCT_ENDED && spare->over && spare->verdict != VCT_NOTRUN)
		return spare->verdict;
	return VCT_CRASH;
}

static void run_there(void *the_order)
{
	const struct vct_order *o = the_order;

	leave_run(o);
	vct_peer_judge_there(o->c, o->evidence, o->seconds);
}

static struct vct_started start_there(const struct vct_state *state, const struct vct_case *c,
				      struct vct_evidence *evidence)
{
	return vct_start_here(run_there, order_of(state, c, evidence));
}

enum vct_verdict vct_execute_aside(struct vct_state *state, const struct vct_case *c)
{
	return vct_left_out(state->run, c) ? VCT_SKIP : aside(state, c, start);
}

enum vct_verdict vct_execute_there(struct vct_state *state, const struct vct_case *c)
{
	enum vct_verdict verdict;

	if (vct_peer_ready())
		return VCT_NOTRUN;
	verdict = aside(state, c, start_there);
	if (verdict == VCT_CRASH)
		vct_peer_is_lost();
	return verdict;
}

static void end_if_device_is_gone(struct vct_state *state, const struct vct_case *c,
				  struct vct_process p)
{
	const struct vct_run *run = state->run;

	if (p.ending != VCT_LATE && p.ending != VCT_UNKILLABLE)
		return;
	if (!vct_device_answers(vct_device_of_case(run, c), seconds_of(run)))
		vct_end_run(state,
			    "%s does not answer any more: reset it, or load its driver again",
			    run->plan.dev->name);
}

/* The check is not to blame: its execution does not count. */
static void end_if_device_is_lost(struct vct_state *state, const struct vct_outcome *o,
				  struct vct_process p)
{
	const struct vct_run *run = state->run;
	const char *how =
		vct_gone_how(vct_device_of_case(run, o->c), o->evidence, p.ending, seconds_of(run));

	if (!how)
		return;
	state->device_lost = true;
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

static struct vct_process explore(const struct vct_run *run, const struct vct_case *c,
				  struct vct_evidence *e)
{
	struct vct_random random = run->random;
	struct vct_process p;

	random.deadline = run->deadline;
	if (!run->plan.dev->user_space) {
		random.complained = vct_shared_log_complaint;
		random.seed_file = vct_seed_file(run);
	}
	vct_shared_log_begin(run, e);
	vct_kernel_objects_close(); /* it makes the processes of the sequences itself */
	p = vct_explore(&random, c, e);
	if (random.seed_file)
		unlink(random.seed_file);
	return p;
}

/* The verdict of a check without a process. */
static struct vct_started end_at_once(struct vct_evidence *e, enum vct_verdict verdict,
				      const char *reason)
{
	e->verdict = verdict;
	e->over = true;
	vct_say_reason(e, "%s", reason);
	return (struct vct_started){ .process.ending = VCT_ENDED };
}

/* After a check that did not come to its own end, no one knows what is under way to the peer. */
static struct vct_started run_apart(const struct vct_state *state, const struct vct_case *c,
				    struct vct_evidence *e)
{
	struct vct_started s;
	char reason[sizeof(e->reason)];
	const char *why;

	if (vct_apart_is_linkless(&state->run->plan, c))
		return end_at_once(e, VCT_SKIP,
				   "local by nature: the check makes no link that can be apart");
	why = vct_peer_ready();
	if (why) {
		snprintf(reason, sizeof(reason), "there is no peer: %s", why);
		return end_at_once(e, VCT_BROKEN, reason);
	}
	s = start(state, c, e);
	if (s.process.ending != VCT_ENDED || !e->over || e->far_lost)
		vct_peer_is_lost();
	return s;
}

/* Whether a check depends on an address is seen in which members of it the check uses. */
static struct vct_started run_column(const struct vct_state *state, const struct vct_case *c,
				     struct vct_evidence *e)
{
	static const char why[] = "the check does not depend on it (--each)";
	struct vct_started s;

	if (vct_apart_is_independent(&state->run->plan, c))
		return end_at_once(e, VCT_SKIP, why);
	s = start(state, c, e);
	if (s.process.ending == VCT_ENDED && e->over && e->verdict == VCT_PASS &&
	    !(e->uses & c->column->uses))
		end_at_once(e, VCT_SKIP, why);
	return s;
}

static struct vct_started run_process(const struct vct_state *state, const struct vct_case *c,
				      struct vct_evidence *e)
{
	if (c->apart)
		return run_apart(state, c, e);
	if (c->column)
		return run_column(state, c, e);
	if (c->check->sequences)
		return vct_started_here(explore(state->run, c, e));
	return start(state, c, e);
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
	s = run_process(state, o->c, o->evidence);
	heed_timeout(state, s.process);
	o->seconds = (vct_now_ms() - began) / 1e3;
	vct_clear_up(o->c, &s, o->evidence);
	o->verdict = vct_verdict_of(s.process, seconds_of(run), o->evidence);
	o->kernel = lines_of(o->c);
	note_lost_records(o->evidence, vct_kernel_lost() - lost);
	gained = vct_kernel_taint() & ~taint;
	if (vct_kernel_is_to_blame(run, o->kernel, gained, o->evidence))
		blame_kernel(o);
	else if (s.process.ending != VCT_UNKILLABLE && kernel_kept_objects(run, o->evidence))
		blame_kernel(o);
	end_if_device_is_lost(state, o, s.process);
	/* What the kernel reported is a finding, and is kept. */
	state->device_lost &= !gained;
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
		if (!wait_for_port(dev, seconds_of(state->run))) {
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
