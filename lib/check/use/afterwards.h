/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * After a check: the objects of its refused calls are used, as goes_on.h does.
 *
 * This is a rule, not a step of checks: a check that has passed, and in which the device refused a
 * call, ends as FAIL of AFT-01 if an object that the call was given cannot be used as before
 * (RETURN VALUE of each page: a verb that fails has not done what it was asked for). Left alone are
 * objects that a message between plain QPs cannot use, WRs that wait, and what was used already.
 */
#ifndef VCT_AFTERWARDS_H
#define VCT_AFTERWARDS_H

#include "../check.h"
#include "../judge.h"

/*
 * The check ends as FAIL of RET-01 or RET-02 if a call of it has answered as no page lets it: a
 * rule of all calls. A check that proves a building block shows that alone.
 */
void vct_judge_answers(struct vct_evidence *evidence);

/* The body of the case has returned, and judged something. Sets the verdict only if it is FAIL. */
void vct_use_refused(struct vct_evidence *evidence, const struct vct_case *c);

#endif
