/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A promise: one documented, testable statement about a verb. Its id is for ever. The tables are
 * the suites'; this is their shape, and how the program walks over all of them.
 */
#ifndef VCT_PROMISE_H
#define VCT_PROMISE_H

enum vct_level {
	VCT_MUST,    /* the document states it */
	VCT_SHOULD,  /* the document recommends it */
	VCT_DERIVED, /* it follows from what the documents state */
	VCT_OPEN, /* documents permit, disagree or are silent: any reading passes and is recorded */
};

struct vct_promise {
	const char *id; /* "SRQ-MOD-24" */
	enum vct_level level;
	const char *source;    /* page and section */
	const char *statement; /* one sentence */
};

/* Every promise linked into the program, in no particular order. */
extern const struct vct_promise *const __start_vct_promises[];
extern const struct vct_promise *const __stop_vct_promises[];

#define vct_for_each_promise(p)                                                                    \
	for (const struct vct_promise *const *p = __start_vct_promises; p < __stop_vct_promises;   \
	     p++)

const char *vct_level_name(enum vct_level level);
const struct vct_promise *vct_promise_find(const char *id); /* NULL: there is none */

#endif
