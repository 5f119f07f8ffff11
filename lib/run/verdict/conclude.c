// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* From what a check left to the verdict that is recorded. */
#include <stdio.h>
#include <string.h>

#include "../../base/lateness.h"
#include "../../check/sequence.h"
#include "../../record/complaint.h"
#include "../peer/linkless.h"
#include "../process/execute.h"
#include "building_blocks.h"
#include "conclude.h"
#include "../doubt.h"
#include "../kernel/kernel.h"
#include "../peer/peer.h"
#include "../progress.h"

static bool is_good(enum vct_verdict v)
{
	return v == VCT_PASS;
}

/* NULL: one of them came to no verdict alone. */
static const char *culprit(enum vct_verdict own, enum vct_verdict peers)
{
	if (own == VCT_NOTRUN || peers == VCT_NOTRUN || own == VCT_SKIP || peers == VCT_SKIP)
		return NULL;
	if (is_good(own))
		return is_good(peers) ? "pair" : "peer";
	return is_good(peers) ? "device" : "both";
}

static void describe(char *text, size_t size, const char *near, const char *blames,
		     enum vct_verdict own, enum vct_verdict peers)
{
	const char *far = vct_peer_device()->name;

	if (blames && !strcmp(blames, "peer"))
		snprintf(text, size, "%s, the peer's, fails alone, too (%s)", far,
			 vct_verdict_name(peers));
	else if (blames && !strcmp(blames, "device"))
		snprintf(text, size, "%s, the device under test, fails alone, too (%s)", near,
			 vct_verdict_name(own));
	else if (blames && !strcmp(blames, "pair"))
		snprintf(text, size,
			 "neither %s nor %s, the peer's, fails alone: the two do not work together",
			 near, far);
	else
		snprintf(text, size, "alone, %s is %s and %s, the peer's, is %s", near,
			 vct_verdict_name(own), far, vct_verdict_name(peers));
}

/*
 * If the outcome is of a check whose links were apart, and it failed or was broken: performs the
 * check on each device alone, and adds to the reason which device fails it alone, too.
 */
static void blame(struct vct_state *state, struct vct_outcome *o)
{
	const struct vct_run *run = state->run;
	struct vct_evidence *e = o->evidence;
	const struct vct_case *alone;
	char text[256], was[sizeof(e->reason)];
	enum vct_verdict own, peers;

	if (!o->c->apart || (o->verdict != VCT_FAIL && o->verdict != VCT_BROKEN) || e->far_lost)
		return;
	alone = vct_case_alone(run->all, run->n_all, o->c->name);
	own = vct_execute_aside(state, alone);
	peers = vct_execute_there(state, alone);
	o->blames = culprit(own, peers);
	describe(text, sizeof(text), run->plan.dev->name, o->blames, own, peers);
	memcpy(was, e->reason, sizeof(was));
	snprintf(e->reason, sizeof(e->reason), "%.250s; %s", was, text);
}

static bool is_variant(const struct vct_case *c)
{
	return c->apart || c->column;
}

static bool cites(const struct vct_run *run, const char *check, const struct vct_promise *promise)
{
	const struct vct_case *c = vct_case_alone(run->all, run->n_all, check);

	return c && vct_case_cites(c, promise->id);
}

/*
 * A check may fail at a building block: in a setup step, in a judgement that relies on the block,
 * or in the release of an object. If the check that proves the block has failed, too, that failure
 * is the finding, and this check is BLOCKED by it.
 */
static void find_cause(const struct vct_run *run, struct vct_outcome *o, bool doubtful)
{
	struct vct_evidence *e = o->evidence;
	bool only_release = o->verdict == VCT_FAIL && !e->promise;
	bool judged = o->verdict == VCT_FAIL && !only_release;
	enum vct_block block = only_release                         ? e->unreleased
			       : judged || o->verdict == VCT_BROKEN ? e->block
								    : BLOCK_NONE;
	char reason[sizeof(e->reason)];

	if (!block || (judged && o->c->proves == block))
		return;
	o->blocked_by = vct_blocked_by(block, o->c, !judged && !is_variant(o->c) && !doubtful);
	/* Not where both judge the same promise, or all that prove the block passed. */
	if (judged && o->blocked_by &&
	    (cites(run, o->blocked_by, e->promise) || !vct_blocked_is_proved(block)))
		o->blocked_by = NULL;
	if (!o->blocked_by)
		return;
	o->verdict = VCT_BLOCKED;
	memcpy(reason, e->reason, sizeof(reason));
	snprintf(e->reason, sizeof(e->reason), "%.200s failed; here: %.290s", o->blocked_by,
		 reason);
}

/* What blocks the check, or is a known deviation, is a verdict whether the machine is late or not.
 */
static bool stays_doubtful(const struct vct_run *run, const struct vct_outcome *o)
{
	const struct vct_waiver *waiver;

	return o->verdict != VCT_BLOCKED &&
	       vct_waivers_apply(run->waivers, o, vct_peer_device(), &waiver) != VCT_WAIVED;
}

/* True if the check is in doubt; else its verdict is known, unless a waiver changes it. */
static bool find_verdict(struct vct_state *state, struct vct_outcome *o)
{
	const struct vct_run *run = state->run;
	bool doubtful = vct_is_doubtful(state, o);

	find_cause(run, o, doubtful);
	if (o->verdict == VCT_BROKEN && vct_blocked_is_doubted(o->evidence->block)) {
		doubtful = true;
		o->late_ms = o->late_ms ?: vct_look_how_late();
	}
	if (doubtful && stays_doubtful(run, o)) {
		vct_doubt(state, o);
		return true;
	}
	vct_doubt_no_more(state, o->c);
	blame(state, o);
	if (!is_variant(o->c))
		vct_apart_heed(&run->plan, o);
	vct_blocked_heed(o->c, o->verdict, o->blocked_by);
	return false;
}

/* An execution that is no verdict counts only if the check does not run again. */
static void record(struct vct_state *state, const struct vct_outcome *o,
		   const struct vct_waiver *waiver, bool doubtful)
{
	xmlNode *node = vct_results_check(o);
	bool news;

	if (waiver)
		vct_waiver_add(waiver, node);
	if (waiver && waiver->unread)
		vct_set(node, "known", waiver->unread);
	if (doubtful)
		vct_setf(node, "late-ms", "%.0f", o->late_ms);
	news = !doubtful && vct_is_worst(state, o->c, node);
	if (!news && !doubtful)
		vct_shorten(node);
	vct_append(state, node);
	if (!doubtful)
		vct_progress_outcome(o, waiver, news);
}

void vct_conclude(struct vct_state *state, struct vct_outcome *o)
{
	const struct vct_run *run = state->run;
	const struct vct_waiver *waiver;

	if (find_verdict(state, o)) {
		record(state, o, NULL, true);
		return;
	}
	if (vct_judged_lost(run->judged, run->plan.dev, o, run->care.gentle)) {
		o->verdict = VCT_FAIL;
		vct_judged_tell(o->evidence);
	}
	if (o->verdict == VCT_FAIL)
		o->failed = o->evidence->promise;
	o->verdict = vct_waivers_apply(run->waivers, o, vct_peer_device(), &waiver);
	if (o->verdict == VCT_XPASS && waiver->promise)
		o->failed = vct_promise_find(waiver->promise);
	if (run->brief && o->verdict == VCT_PASS)
		o->evidence = NULL;
	record(state, o, waiver, false);
	if (ferror(stdout))
		vct_end_run(state, "standard output cannot be written");
}

/* Which random sequence ran when the kernel died. */
static void tell_sequence(const struct vct_run *run, struct vct_evidence *e)
{
	const struct vct_random *random = &run->random;
	FILE *f = vct_seed_file(run) ? fopen(vct_seed_file(run), "r") : NULL;
	unsigned long long seed;

	if (random->replay)
		vct_tell_steps(e, random->replay);
	else if (f && fscanf(f, "%llu", &seed) == 1)
		vct_note_to(e, "found by seed %llu with --steps %u", seed, random->steps);
	if (f)
		fclose(f);
}

/* Why the run ended while the check ran, and so the verdict of the check. */
static enum vct_verdict find_end(const struct vct_run *run, bool ended_twice, const char *kernel,
				 struct vct_evidence *e)
{
	if (run->ended_by)
		vct_say_reason(e, "signal %d (%s) ended the process of the run while the check ran",
			       run->ended_by, strsignal(run->ended_by));
	else if (ended_twice)
		vct_say_reason(e, "the run was ended twice while the check ran");
	else if (run->stood_still > 0)
		vct_say_reason(e,
			       "the guest recorded nothing for %.0f s while the check ran, and was "
			       "ended",
			       run->stood_still);
	else
		vct_say_reason(e, "the kernel died, hung or was ended while the check ran");
	if (run->ended_by || ended_twice)
		return VCT_CRASH;
	return run->stood_still > 0 && !vct_kernel_complains(kernel) ? VCT_TIMEOUT : VCT_KERNEL;
}

void vct_conclude_in_flight(struct vct_state *state, struct vct_earlier *earlier,
			    struct vct_evidence *e)
{
	const struct vct_run *run = state->run;
	struct vct_outcome o = { .c = earlier->in_flight, .evidence = e, .amends = earlier->again };

	if (!o.c)
		return;
	o.kernel = vct_kernel_console(run->console, earlier->log_before);
	o.verdict = find_end(run, earlier->ended_twice, o.kernel, e);
	if (o.verdict == VCT_KERNEL)
		o.console = run->console;
	else
		o.kernel = "";
	if (o.c->check->sequences)
		tell_sequence(run, e);
	vct_conclude(state, &o);
	earlier->executed[o.c - run->plan.cases] += !o.amends;
}
