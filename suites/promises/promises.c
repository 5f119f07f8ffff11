// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Defines the promises, and the list of them that the program reads. */
#include "../../lib/check/check.h"
#include "../../lib/check/profile.h"
#include "promises.h"

#define BROKEN_WITH(...)                                                                           \
	.broken_with = (const struct vct_promise *const[])                                         \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}
#define PROMISE(name_, id_, level_, source_, statement_, ...)                                      \
	const struct vct_promise name_[1] = { { .id = id_,                                         \
						.level = VCT_##level_,                             \
						.source = source_,                                 \
						.statement = statement_,                           \
						##__VA_ARGS__ } };                                 \
	VCT_REGISTER(vct_promises, struct vct_promise, vct_promise_##name_) = name_;
#define PROFILED(...)
#include "all.h"

#define PROFILE(name_, ...)                                                                        \
	static const struct vct_profile name_[1] = { { __VA_ARGS__ } };                            \
	VCT_REGISTER(vct_profiles, struct vct_profile, vct_profile_##name_) = name_;
#include "profiles.h"

#undef PROMISE
#undef PROFILED
#define PROMISE(name_, ...) { .promise = name_ },
#define PROFILED(...)       { .profiles = (const struct vct_profile *const[]){ __VA_ARGS__, NULL } },
const struct vct_profiled vct_profiled[] = {
#include "all.h"
};
const size_t vct_n_profiled = sizeof(vct_profiled) / sizeof(vct_profiled[0]);

#define OF_HCA(promise_)                                                                           \
	VCT_REGISTER(vct_promises_of_hca, struct vct_promise, vct_of_hca_##promise_) = promise_;
#include "hca.h"
