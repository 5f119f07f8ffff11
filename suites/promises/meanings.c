// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The table of meanings that the program reads (lib/check/meaning.h). */
#include <errno.h>
#include <infiniband/verbs.h>

#include "../../lib/check/meaning.h"
#include "promises.h"

/* What follows are the meaning, three causes, where to look, and the promises. */
#define ROW(kind_, name_, value_, call_, also_, means_, a_, b_, c_, look_, ...)                    \
	{                                                                                          \
		.kind = kind_,                                                                     \
		.name = name_,                                                                     \
		.value = value_,                                                                   \
		.call = call_,                                                                     \
		.also = also_,                                                                     \
		.means = means_,                                                                   \
		.causes = { a_, b_, c_ },                                                          \
		.look = look_,                                                                     \
		.promises = (const struct vct_promise *const[]){ __VA_ARGS__, NULL },              \
	},
#define STATUS(name_, ...)                                                                         \
	ROW(VCT_STATUS, "IBV_WC_" #name_, IBV_WC_##name_, NULL, NULL, __VA_ARGS__)
#define EVENT(name_, ...)                                                                          \
	ROW(VCT_EVENT, "IBV_EVENT_" #name_, IBV_EVENT_##name_, NULL, NULL, __VA_ARGS__)
#define ERRNO(name_, ...)                 ROW(VCT_ERRNO, #name_, name_, NULL, NULL, __VA_ARGS__)
#define OF_CALL(call_, name_, also_, ...) ROW(VCT_ERRNO, #name_, name_, call_, also_, __VA_ARGS__)
#define QUESTION(name_, also_, ...)       ROW(VCT_QUESTION, name_, 0, NULL, also_, __VA_ARGS__)
#define MISUNDERSTOOD(promise_, plain_, mistake_, look_)                                           \
	ROW(VCT_MISUNDERSTOOD, NULL, 0, NULL, NULL, plain_, mistake_, NULL, NULL, look_, promise_)

/* clang-format off */
__attribute__((used, section("vct_meanings"))) static const struct vct_meaning meanings[] = {
#include "meanings/status.h"
#include "meanings/event.h"
#include "meanings/errno.h"
#include "meanings/question.h"
#include "meanings/misunderstood.h"
};
