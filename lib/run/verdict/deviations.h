/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The deviations that the waivers of this build list. */
#ifndef VCT_DEVIATIONS_H
#define VCT_DEVIATIONS_H

#include <stdbool.h>

#include "../../check/check.h"

struct vct_known_deviation {
	const char *whose; /* "rxe, kernel 6.1 to 6.12"; "libibverbs, rdma-core 30 to 64" */
	const char *check; /* the pattern of the waiver; NULL: every check of the promise */
	const char *reason, *url;
	bool sometimes, expired;
};

/*
 * Calls `take` for each waiver that names the promise or the check; the other is NULL. A waiver
 * without a promise is one of each promise that a check cites which it names.
 */
void vct_known_deviations(const struct vct_promise *promise, const struct vct_case *check,
			  const struct vct_case *cases, size_t n_cases,
			  void (*take)(const struct vct_known_deviation *, void *argument),
			  void *argument);

#endif
