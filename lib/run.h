/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A run: the selected checks, one process each, in order, on one device. CUnit holds the registry and
 * calls each.
 */
#ifndef VCT_RUN_H
#define VCT_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "check.h"
#include "device.h"
#include "judge.h"

/* Exit codes of `verbs-cts run`. */
enum { VCT_CONFORMS = 0, VCT_CONFORMS_NOT = 1, VCT_USAGE = 2, VCT_INCOMPLETE = 3 };

/* What one execution of a check came to. */
struct vct_outcome {
	const struct vct_case *c;
	enum vct_verdict verdict;
	double seconds;
	struct vct_evidence *evidence; /* valid until the next check starts */
	const char *kernel;	       /* the kernel's lines of its time, '\n' after each; or "" */
	const struct vct_waiver *waiver; /* the one that made it WAIVED or XPASS; or NULL */
};

struct vct_run {
	const struct vct_device *dev;
	const struct vct_case *cases; /* in the order they are to run */
	size_t n_cases;
	double deadline; /* seconds a check, before vct_slow */
};

#endif
