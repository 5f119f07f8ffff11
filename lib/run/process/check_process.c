// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The process of a check: made by the starter or here, or processes of random sequences, or none.
 */
#include <stdio.h>
#include <unistd.h>

#include "../../base/deadline.h"
#include "../../check/body.h"
#include "../peer/linkless.h"
#include "check_process.h"
#include "../kernel/kernel.h"
#include "../kernel/kernel_log_shared.h"
#include "../kernel/kernel_objects.h"
#include "../peer/peer.h"

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

void vct_check_process_begin(const struct vct_run *run)
{
	if (wants_starter(run))
		vct_starter_begin(run_check, run->journal);
}

double vct_check_seconds(const struct vct_run *run)
{
	return run->deadline * vct_slow;
}

static struct vct_order order_of(const struct vct_state *state, const struct vct_case *c,
				 struct vct_evidence *evidence)
{
	return (struct vct_order){ c, evidence, vct_check_seconds(state->run), state->journal.fd };
}

struct vct_started vct_check_process_alone(const struct vct_state *state, const struct vct_case *c,
					   struct vct_evidence *evidence)
{
	struct vct_order order = order_of(state, c, evidence);

	return wants_starter(state->run) ? vct_start(order) : vct_start_here(run_check, order);
}

static void run_there(void *the_order)
{
	const struct vct_order *o = the_order;

	leave_run(o);
	vct_peer_judge_there(o->c, o->evidence, o->seconds);
}

struct vct_started vct_check_process_there(const struct vct_state *state, const struct vct_case *c,
					   struct vct_evidence *evidence)
{
	return vct_start_here(run_there, order_of(state, c, evidence));
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
	s = vct_check_process_alone(state, c, e);
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
	s = vct_check_process_alone(state, c, e);
	if (s.process.ending == VCT_ENDED && e->over && e->verdict == VCT_PASS &&
	    !(e->uses & c->column->uses))
		end_at_once(e, VCT_SKIP, why);
	return s;
}

struct vct_started vct_check_process(const struct vct_state *state, const struct vct_case *c,
				     struct vct_evidence *e)
{
	if (c->apart)
		return run_apart(state, c, e);
	if (c->column)
		return run_column(state, c, e);
	if (c->check->sequences)
		return vct_started_here(explore(state->run, c, e));
	return vct_check_process_alone(state, c, e);
}
