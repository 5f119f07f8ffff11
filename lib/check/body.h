/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Runs the body of a check inside the check's process: until the body returns or a judgement ends
 * it; then releases all objects that the check made. Used by lib/run, lib/bench and
 * second_process.c, not by checks.
 */
#ifndef VCT_BODY_H
#define VCT_BODY_H

#include "judge.h"

/*
 * Runs the check, writes its verdict to *evidence and releases all objects that it made. To be
 * called once, in the process of the check.
 */
void vct_judge(const struct vct_case *c, struct vct_evidence *evidence);

/*
 * Runs function(argument), which is not a whole check, and releases nothing. *result is set to its
 * return value if it returned. If a judgement ended it, *evidence has the verdict.
 */
void vct_attempt(int (*function)(void *), void *argument, int *result,
		 struct vct_evidence *evidence);

/*
 * Releases all objects that this process made, the newest first. Returns the number of releases
 * that failed; describes the first failure in `what`, of `size` bytes, and gives its building block
 * in *block, which may be NULL.
 */
unsigned int vct_let_go(char *what, size_t size, enum vct_block *block);

/* Adds the calls, notes, records and judgements of another process of the check, named `whose`. */
void vct_take_over(const struct vct_evidence *evidence, const char *whose);

#endif
