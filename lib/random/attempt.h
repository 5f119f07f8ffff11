/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Runs one sequence in a process of its own, and compares how two of them ended. */
#ifndef VCT_ATTEMPT_H
#define VCT_ATTEMPT_H

#include "../base/process.h"
#include "../check/judge.h"
#include "settings.h"

/* What sequences run with: memory that their processes share with this one. */
struct vct_attempts {
	const struct vct_random *random;
	const struct vct_case *c;
	struct vct_evidence *evidence;
	struct vct_sequence *sequence;
	double deadline; /* seconds for one sequence, before vct_slow */
};

/* How a sequence ended, if it did not pass. */
struct vct_disagreement {
	struct vct_process process;
	enum vct_verdict verdict;
	bool over; /* its objects were released, too */
	const struct vct_promise *promise;
	char where[sizeof(((struct vct_evidence *)0)->where)];
	bool kernel; /* the kernel complained */
};

/* Runs attempts->sequence. True if it passed; false with *how. */
bool vct_attempt_passes(struct vct_attempts *attempts, struct vct_disagreement *how);
/* True if both disagree in the same thing. */
bool vct_same_disagreement(const struct vct_disagreement *a, const struct vct_disagreement *b);

#endif
