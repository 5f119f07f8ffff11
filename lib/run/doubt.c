// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs again what came to a red while the machine was late. */
#include <stdio.h>

#include "../base/deadline.h"
#include "../base/lateness.h"
#include "../base/process.h"
#include "../record/complaint.h"
#include "doubt.h"
#include "progress.h"

/* The least time for all checks that run again; else they have as long as the run has taken. */
enum { LEAST_SECONDS = 60 };
/* How often the run looks whether the machine is still late, before a check runs again. */
enum { LOOKS = 5 };
enum { OWN = 2 };

static struct vct_doubt *doubt_of(struct vct_state *state, const struct vct_case *c)
{
	return &state->doubts[c - state->run->plan.cases];
}

bool vct_is_doubtful(const struct vct_state *state, struct vct_outcome *o)
{
	bool red = o->verdict == VCT_FAIL || o->verdict == VCT_BROKEN;
	/* A kernel that has died is judged, whatever it said before. */
	bool stalls = o->verdict == VCT_KERNEL && !o->console && vct_kernel_only_stalls(o->kernel);
	bool is_long = o->verdict == VCT_TIMEOUT || stalls;

	if (is_long && !o->late_ms)
		o->late_ms = vct_look_how_late();

	if (!is_long && !(red && o->evidence->rests_on_time))
		return false;
	return o->late_ms && (!state->trusts_late || vct_look_how_late());
}

void vct_doubt(struct vct_state *state, struct vct_outcome *o)
{
	struct vct_doubt *doubt = doubt_of(state, o->c);
	struct vct_evidence *e = o->evidence;

	vct_note_to(e, "seen while the machine was late: %s, %s%s%s", vct_verdict_name(o->verdict),
		    e->reason, e->seen[0] ? "; seen: " : "", e->seen);
	vct_say_reason(e, "not judged: the machine was late by %.0f ms", o->late_ms);
	e->expected[0] = e->seen[0] = '\0';
	o->verdict = VCT_NOTRUN;
	doubt->open = true;
	doubt->late_ms = o->late_ms;
}

void vct_doubt_no_more(struct vct_state *state, const struct vct_case *c)
{
	doubt_of(state, c)->open = false;
}

void vct_tell_doubt(const struct vct_state *state, const struct vct_case *c,
		    struct vct_evidence *evidence)
{
	vct_note_to(evidence,
		    "the check ran before and was red while the machine was late by %.0f ms: that "
		    "does not count",
		    state->doubts[c - state->run->plan.cases].late_ms);
}

static unsigned int count(const struct vct_state *state, double *late_ms)
{
	unsigned int n = 0;

	*late_ms = 0;
	for (size_t i = 0; i < state->run->plan.n_cases; i++) {
		const struct vct_doubt *doubt = &state->doubts[i];

		n += doubt->open;
		if (doubt->open && doubt->late_ms > *late_ms)
			*late_ms = doubt->late_ms;
	}
	return n;
}

/* False: the machine is late all the time. */
static bool wait_until_calm(void)
{
	for (unsigned int i = 0; i < LOOKS && !vct_stop_signal(); i++)
		if (!vct_look_how_late())
			return true;
	return false;
}

static void resolve(struct vct_state *state, const struct vct_case *c,
		    void (*execute)(const struct vct_case *c))
{
	struct vct_doubt *doubt = doubt_of(state, c);
	bool calm = wait_until_calm();

	state->trusts_late = calm && doubt->own + 1 >= OWN;
	execute(c);
	state->trusts_late = false;
	doubt->own += calm && doubt->open && !vct_look_how_late();
}

void vct_resolve_doubts(struct vct_state *state, const size_t *order,
			void (*execute)(const struct vct_case *c))
{
	double late_ms, seconds = vct_elapsed_at(state, vct_now_ms()), until;

	until = vct_now_ms() + 1e3 * (seconds > LEAST_SECONDS ? seconds : LEAST_SECONDS);
	for (unsigned int tries = 0; count(state, &late_ms) && vct_try_again(tries, late_ms);
	     tries++) {
		vct_progress_again(count(state, &late_ms), late_ms);
		for (size_t i = 0; i < state->run->plan.n_cases; i++) {
			if (state->why_ended[0] || vct_now_ms() > until)
				return;
			if (state->doubts[order[i]].open)
				resolve(state, &state->run->plan.cases[order[i]], execute);
		}
	}
}

void vct_tell_doubts(struct vct_state *state)
{
	double late_ms;
	unsigned int n = count(state, &late_ms);

	if (n)
		vct_end_run(state,
			    "%u check%s not judged, because the machine was late by up to %.0f ms; "
			    "let it do less beside the run",
			    n, n == 1 ? " was" : "s were", late_ms);
}
