// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs one sequence in a process of its own. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "../check/body.h"
#include "../check/patience.h"
#include "../check/evidence_valid.h"
#include "attempt.h"

static void run(void *the_attempts)
{
	struct vct_attempts *a = the_attempts;

	vct_sequence = a->sequence;
	vct_judge(a->c, a->evidence);
}

static bool passed(const struct vct_disagreement *how)
{
	return how->process.ending == VCT_ENDED && how->verdict == VCT_PASS && how->over &&
	       !how->kernel;
}

/* The part of a sequence that its process only reads. */
static size_t read_only_size(const struct vct_sequence *s)
{
	return offsetof(struct vct_sequence, steps) + s->n * sizeof(s->steps[0]);
}

/* What the process that ran the sequence cannot have left there; NULL: nothing. */
static const char *sequence_error(const struct vct_sequence *s, const struct vct_sequence *before)
{
	if (s->seed != before->seed || s->n != before->n ||
	    memcmp(s->steps, before->steps, before->n * sizeof(s->steps[0])))
		return "its sequence";
	if (s->reached > s->n || s->judged_steps > s->n)
		return "how far its sequence has come";
	for (unsigned int i = 0; i < s->n; i++)
		if (*(const unsigned char *)&s->did[i] > 1)
			return "which steps did something";
	return NULL;
}

/* Which steps did something is not known: all may have. */
static void put_right(struct vct_sequence *s, const struct vct_sequence *before)
{
	memcpy(s, before, read_only_size(before));
	memset(s->did, true, sizeof(s->did));
	s->reached = s->n;
}

/* Nothing that the process wrote into shared memory is believed if it cannot be true. */
static void examine(struct vct_attempts *a, const struct vct_sequence *before)
{
	struct vct_evidence *e = a->evidence;
	const char *wrong = sequence_error(a->sequence, before);

	if (wrong)
		put_right(a->sequence, before);
	else
		wrong = vct_evidence_error(e);
	if (!wrong)
		return;
	memset(e, 0, sizeof(*e));
	vct_note_to(e,
		    "the process of the sequence wrote over the memory in which it reports: %s "
		    "cannot be true",
		    wrong);
	vct_patience_restore();
}

bool vct_attempt_passes(struct vct_attempts *a, struct vct_disagreement *how)
{
	static struct vct_sequence before;
	struct vct_evidence *e = a->evidence;

	memset(e, 0, offsetof(struct vct_evidence, notes));
	memset(a->sequence->did, 0, sizeof(a->sequence->did));
	a->sequence->reached = a->sequence->judged_steps = 0;
	memcpy(&before, a->sequence, read_only_size(a->sequence));
	how->process = vct_process_watch(run, a, a->deadline * vct_slow);
	examine(a, &before);
	how->verdict = e->verdict;
	how->over = e->over;
	how->promise = e->promise;
	snprintf(how->where, sizeof(how->where), "%s", e->where);
	how->kernel = a->random->complained && a->random->complained();
	return passed(how);
}

bool vct_same_disagreement(const struct vct_disagreement *a, const struct vct_disagreement *b)
{
	if (a->kernel != b->kernel)
		return false;
	if (a->kernel)
		return true;
	if (a->process.ending != b->process.ending || a->process.code != b->process.code)
		return false;
	return a->process.ending != VCT_ENDED ||
	       (a->verdict == b->verdict && a->over == b->over && a->promise == b->promise &&
		!strcmp(a->where, b->where));
}
