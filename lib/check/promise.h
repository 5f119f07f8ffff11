/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A promise: one documented, testable statement about a verb. Its id never changes. The tables of
 * promises are in suites/promises/; this header has their type and the loop over all of them.
 */
#ifndef VCT_PROMISE_H
#define VCT_PROMISE_H

#include <stdbool.h>

enum vct_level {
	VCT_MUST,    /* the document states it */
	VCT_SHOULD,  /* the document recommends it */
	VCT_DERIVED, /* it follows from what the documents state */
	VCT_OPEN,    /* documents permit several readings, disagree or say nothing: each passes */
	VCT_LEVELS,
};

struct vct_promise {
	const char *id; /* "SRQ-MOD-24" */
	enum vct_level level;
	const char *source; /* pages and sections: "ibv_modify_srq(3) ERRORS; ibv_query_srq(3)" */
	const char *statement; /* one sentence */
	unsigned int since;    /* the release of rdma-core since which its page has it; 0: all */
	const char *no_check;  /* why no check cites it; NULL: checks may */
	bool of_all;           /* a rule judges it in each check */
	/* A device that breaks one of these may break this one by the same mistake. NULL: none */
	const struct vct_promise *const *broken_with;
};

/* "ibv_modify_srq(3) ERRORS (rdma-core 65 and later)". Valid until the next call. */
const char *vct_promise_source(const struct vct_promise *p);
/* The statement, with the reason if no check can cite it. Valid until the next call. */
const char *vct_promise_text(const struct vct_promise *p);
/* True if its source names the page: "ibv_modify_srq" or "ibv_modify_srq(3)". */
bool vct_promise_is_of_page(const struct vct_promise *p, const char *page);

/* Every promise linked into the program, in no particular order. */
extern const struct vct_promise *const __start_vct_promises[];
extern const struct vct_promise *const __stop_vct_promises[];

#define vct_for_each_promise(p)                                                                    \
	for (const struct vct_promise *const *p = __start_vct_promises; p < __stop_vct_promises;   \
	     p++)

/* Those of suites/promises/hca.h */
extern const struct vct_promise *const __start_vct_promises_of_hca[];
extern const struct vct_promise *const __stop_vct_promises_of_hca[];

/* The HCA itself keeps or breaks it, without its driver and provider (suites/promises/hca.h). */
bool vct_promise_is_of_hca(const struct vct_promise *p);

const char *vct_level_name(enum vct_level level);
/*
 * The device is of this release, "44.0", whose pages count. Of a library that does not tell its
 * release, those count that all have. Before the first call all pages count.
 */
void vct_pages_are_of(const char *rdma_core);
/* The level of a promise by these pages: a sentence that is not there yet is derived, and no must.
 */
enum vct_level vct_level_of(const struct vct_promise *p);
const struct vct_promise *vct_promise_find(const char *id); /* NULL: no such promise */

#endif
