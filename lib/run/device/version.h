/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The versions for which a waiver holds: of the kernel, the firmware and rdma-core. A version that
 * nobody has read yet has most of the deviations of the one before it: these are told apart from
 * what is new.
 */
#ifndef VCT_VERSION_H
#define VCT_VERSION_H

#include <stdbool.h>

#include "../../check/device.h"
#include "../verdict/waiver_list.h"

/*
 * True if `version` is within the bounds, which belong to the range; NULL: no bound. Only as many
 * numbers are compared as the bound has: 6.1.20 is within the upper bound 6.1. A version that does
 * not begin with a number ("unknown", "") is within no bound. "36..58" is one of these, and within
 * the bounds if all of them are; of "65.." the last is not known.
 */
bool vct_version_within(const char *version, const char *from, const char *to);
/* Below, equal to or above 0: the version is below the bound, within its numbers, or above it. */
int vct_version_compare(const char *version, const char *bound);

/* The versions that run are within the ranges of the waiver. */
bool vct_is_of_versions(const struct vct_waiver *w, const struct vct_device *dev);
/*
 * True if the versions that run are outside the ranges of the waiver, and nobody has read the
 * sources of these versions: no bound of another waiver of the same driver, or of the same part
 * that all drivers share, lies between the range and the version. If there is such a bound, or the
 * deviation is said to be mended, it has come back, and that is news. Writes "known on Linux 6.12,
 * not yet read on 7.3.4".
 */
bool vct_is_unread(const struct vct_waivers *waivers, const struct vct_waiver *w,
		   const struct vct_device *dev, char *words, size_t size);

#endif
