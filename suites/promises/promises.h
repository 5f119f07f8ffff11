/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The promises as C identifiers: SRQ_MOD_24 is SRQ-MOD-24. A check that cites a promise that does
 * not exist does not compile. Each is an array of one element, so that its name alone is a pointer.
 */
#ifndef VCT_PROMISES_H
#define VCT_PROMISES_H

#include "../../lib/check/promise.h"

#define PROMISE(name_, ...) extern const struct vct_promise name_[1];
#define PROFILED(...)
#include "all.h"
#undef PROMISE
#undef PROFILED

#endif
