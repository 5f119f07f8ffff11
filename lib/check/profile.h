/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A profile: the promises of level must that a device has to keep to be certified for a capability.
 * Its file (reports/profiles.rng) is linked into the program; suites/profiles/ has them all.
 */
#ifndef VCT_PROFILE_H
#define VCT_PROFILE_H

/* The text of a file. */
struct vct_profile_file {
	const char *start, *end;
};

/* Weak: a program may have no profile. */
extern const struct vct_profile_file *const __start_vct_profiles[] __attribute__((weak));
extern const struct vct_profile_file *const __stop_vct_profiles[] __attribute__((weak));

#define vct_for_each_profile_file(f)                                                               \
	for (const struct vct_profile_file *const *f = __start_vct_profiles;                       \
	     f < __stop_vct_profiles; f++)

#endif
