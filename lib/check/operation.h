/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Operations: what a random sequence of verbs is made of (suites/model).
 *
 *	OPERATION(srq_arm, ARGS({ "srq", N_SRQS }, { "limit", 8 }), PROMISES(SRQ_MOD_03),
 *		  .weight = 4, .needs = NEED_SRQ)
 *	{
 *		struct model_srq *s = &srqs[arg[0]];
 *
 *		if (!s->srq || !ASK(SRQ_MOD_03))
 *			return false;
 *		MUST_SUCCEED(srq_modify(s->srq, IBV_SRQ_LIMIT, .srq_limit = arg[1]));
 *		...
 *	}
 *
 * A step of a sequence is an operation and its arguments, which are numbers. The operation looks at
 * the model of the device, which it shares with the other operations, to know what the documents
 * demand of the verbs that it calls; it judges with the MUST_ macros. It returns false if it did
 * nothing: in the state in which it was called it has no meaning, or the documents say nothing. So
 * each selection of the steps of a sequence is a sequence, too, and a sequence that fails can be
 * made shorter step by step. An argument of 0 is the simplest value.
 */
#ifndef VCT_OPERATION_H
#define VCT_OPERATION_H

#include "check.h"

enum { STEP_ARGS = 8 };

struct vct_argument {
	const char *name; /* NULL: there are no more */
	uint32_t below;   /* its values are from 0 to below - 1 */
};

struct vct_operation {
	const char *name; /* "srq_arm" */
	bool (*run)(const uint32_t *arg);
	const struct vct_promise *const *promises; /* ends with NULL */
	struct vct_argument args[STEP_ARGS + 1];
	vct_needs needs;
	unsigned int weight; /* how often it is chosen, by the sum of all weights; 0: 1 */
	bool makes; /* others need what it makes: it is one of the first steps of a sequence */
};

#define ARGS(...) .args = { __VA_ARGS__ }

#define OPERATION(name_, ...)                                                                      \
	static bool operate_##name_(const uint32_t *arg);                                          \
	static const struct vct_operation vct_operation_##name_ = { .name = #name_,                \
								    .run = operate_##name_,        \
								    __VA_ARGS__ };                 \
	VCT_REGISTER(vct_operations, struct vct_operation, vct_operation_##name_##_ptr) =          \
		&vct_operation_##name_;                                                            \
	static bool operate_##name_(const uint32_t *arg __attribute__((unused)))

/*
 * True if the promise is judged; it is then at stake. False if the device is known to break it: the
 * sequence must not use what depends on it.
 */
#define ASK(promise_) vct_ask(promise_)
bool vct_ask(const struct vct_promise *promise);

#endif
