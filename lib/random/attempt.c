// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs one sequence in a process of its own. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/deadline.h"
#include "../check/body.h"
#include "attempt.h"

struct vct_sequence *vct_share_sequence(void)
{
	void *memory = mmap(NULL, sizeof(struct vct_sequence), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		abort();
	return memory;
}

static void run(void *the_attempts)
{
	struct vct_attempts *a = the_attempts;

	vct_sequence = a->sequence;
	vct_judge(a->c, a->evidence);
}

static bool passed(const struct vct_disagreement *how)
{
	return how->process.ending == VCT_ENDED && how->verdict == VCT_PASS && !how->kernel;
}

bool vct_attempt_passes(struct vct_attempts *a, struct vct_disagreement *how)
{
	struct vct_evidence *e = a->evidence;

	memset(e, 0, offsetof(struct vct_evidence, notes));
	memset(a->sequence->did, 0, sizeof(a->sequence->did));
	a->sequence->reached = a->sequence->judged_steps = 0;
	how->process = vct_process_watch(run, a, a->deadline * vct_slow);
	how->verdict = e->verdict;
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
	       (a->verdict == b->verdict && a->promise == b->promise &&
		!strcmp(a->where, b->where));
}
