/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A profile: the promises of level must that a device has to keep to be certified for a capability.
 * suites/promises/profiles.h has them all.
 */
#ifndef VCT_PROFILE_H
#define VCT_PROFILE_H

#include <stddef.h>

#include "promise.h"

struct vct_profile {
	const char *name; /* "srq-core" */
	unsigned int version;
	const char *needs; /* the capabilities that it is for: "SRQ RC" */
	const char *title;
};

/* Weak: a program may have no profile. */
extern const struct vct_profile *const __start_vct_profiles[] __attribute__((weak));
extern const struct vct_profile *const __stop_vct_profiles[] __attribute__((weak));

#define vct_for_each_profile(p)                                                                    \
	for (const struct vct_profile *const *p = __start_vct_profiles; p < __stop_vct_profiles;   \
	     p++)

/*
 * The tables of promises in order: the profiles of all promises that follow, or a promise. Each of
 * level must that a check can cite is of the profiles before it.
 */
struct vct_profiled {
	const struct vct_profile *const *profiles; /* NULL: this is a promise */
	const struct vct_promise *promise;
};
extern const struct vct_profiled vct_profiled[] __attribute__((weak));
extern const size_t vct_n_profiled __attribute__((weak));

/* Calls `take` for each promise of the profile, in the order of the tables. */
void vct_each_of_profile(const struct vct_profile *profile,
			 void (*take)(const struct vct_promise *promise, void *context),
			 void *context);
const struct vct_profile *vct_profile_find(const char *name); /* NULL: there is none */

#endif
