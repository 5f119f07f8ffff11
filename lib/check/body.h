/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What the process of a check does around the check's body: it runs the body until a judgement ends
 * it, and releases everything that the check made. For the runner, the benchmark and other.c.
 */
#ifndef VCT_BODY_H
#define VCT_BODY_H

#include "judge.h"

/* Runs the check into *evidence, releases all it made, and returns. Only in the check's process. */
void vct_judge(const struct vct_case *c, struct vct_evidence *evidence);

/*
 * The same for a function that is not a check, without the release: *result is what it returned, if
 * it did.
 */
void vct_attempt(int (*function)(void *), void *argument, int *result,
		 struct vct_evidence *evidence);
/*
 * Releases everything that this process made, latest first. Returns how many releases failed, and
 * describes the first of them in `what`.
 */
unsigned int vct_let_go(char *what, size_t size);

/* Adds what another process of the check, called `whose`, has called, noted and recorded. */
void vct_take_over(const struct vct_evidence *evidence, const char *whose);

#endif
