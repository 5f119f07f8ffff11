// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Defines the promises, and the list of them that the program reads. */
#include "../../lib/check/check.h"
#include "promises.h"

#define PROMISE(name_, id_, level_, source_, statement_)                                           \
	const struct vct_promise name_[1] = { { id_, VCT_##level_, source_, statement_ } };        \
	VCT_REGISTER(vct_promises, struct vct_promise, vct_promise_##name_) = name_;
#include "all.h"
