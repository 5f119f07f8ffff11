/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The waivers that belong to this build: a run with others does not say that a device conforms. */
#ifndef VCT_RELEASED_H
#define VCT_RELEASED_H

#include <stdbool.h>
#include <stddef.h>

struct vct_released {
	const char *name; /* "waivers/rxe.xml" */
	const char *start, *end;
};
extern const struct vct_released vct_released_waivers[];
extern const size_t vct_n_released_waivers;

/* Whether a file with this SHA-256, in hexadecimal digits, is one of them. */
bool vct_is_released(const char *sha256);

/*
 * Whether a record names a commit and nothing else: not "unknown", and not "0123abc-dirty", a build
 * of sources that were changed since.
 */
bool vct_is_commit(const char *commit);

#endif
