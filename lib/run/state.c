// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The journal of a run that is under way, and why it ends early. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "state.h"

struct vct_state vct_state_of(struct vct_run *run)
{
	return (struct vct_state){ .run = run, .journal.fd = -1, .began_ms = vct_now_ms() };
}

double vct_elapsed_at(const struct vct_state *state, double now_ms)
{
	return state->earlier_seconds + (now_ms - state->began_ms) / 1e3;
}

void vct_clear_evidence(struct vct_evidence *evidence)
{
	memset(evidence, 0, offsetof(struct vct_evidence, notes));
}

const char *vct_seed_file(const struct vct_run *run)
{
	static char *path;

	if (!path && run->results && !vct_file_is_special(run->results))
		path = vct_format("%s.seed", run->results);
	return path;
}

void vct_say_reason(struct vct_evidence *evidence, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(evidence->reason, sizeof(evidence->reason), format, args);
	va_end(args);
}

void vct_end_run(struct vct_state *state, const char *format, ...)
{
	va_list args;

	if (state->why_ended[0])
		return;
	va_start(args, format);
	vsnprintf(state->why_ended, sizeof(state->why_ended), format, args);
	va_end(args);
}

bool vct_is_worst(struct vct_state *state, const struct vct_case *c, const xmlNode *check)
{
	int *worst = &state->worst[c - state->run->plan.cases];
	int badness = vct_badness(check) + 1;

	if (badness <= *worst)
		return false;
	*worst = badness;
	return true;
}

static void journal_must(struct vct_state *state, int failed)
{
	if (failed)
		vct_end_run(state,
			    "the journal %s could not be written: %s; make room, and resume with "
			    "--resume",
			    state->journal.path, strerror(errno));
}

void vct_append(struct vct_state *state, xmlNode *node)
{
	journal_must(state, vct_journal_append(&state->journal, node));
}

/* Not needed for a device in user space, as it cannot crash the kernel. */
void vct_sync_journal(struct vct_state *state)
{
	if (!state->run->plan.dev->user_space)
		journal_must(state, vct_journal_sync(&state->journal));
}
