/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The meaning of what programs print and people search: statuses of completions, asynchronous
 * events, values of errno, questions, and what a promise is often taken for. The tables are in
 * suites/promises/meanings/; explain, doctor and the records take their words from them.
 */
#ifndef VCT_MEANING_H
#define VCT_MEANING_H

#include <stddef.h>

#include "promise.h"

enum vct_meaning_kind { VCT_STATUS, VCT_EVENT, VCT_ERRNO, VCT_QUESTION, VCT_MISUNDERSTOOD };
enum { VCT_CAUSES = 3 };

struct vct_meaning {
	enum vct_meaning_kind kind;
	const char *name; /* "IBV_WC_RETRY_EXC_ERR", "EINVAL", a question; NULL: misunderstood */
	long value;       /* its number, unless it is a question or misunderstood */
	const char *call; /* "ibv_modify_qp to RTR", if the row is of this call alone; or NULL */
	const char *also; /* other words that people type; or NULL */
	const char *means;
	const char *causes[VCT_CAUSES]; /* a row that is misunderstood has one: the mistake */
	const char *look;               /* commands, counters, members, pages */
	const struct vct_promise *const *promises; /* that speak of it; the first most of all */
};

extern const struct vct_meaning __start_vct_meanings[] __attribute__((weak));
extern const struct vct_meaning __stop_vct_meanings[] __attribute__((weak));

/* Those of one call come before that of the value alone. */
#define vct_for_each_meaning(m)                                                                    \
	for (const struct vct_meaning *m = __start_vct_meanings; m < __stop_vct_meanings; m++)

/* "status", "event", "errno"; NULL: it has no number. */
const char *vct_meaning_kind_name(const struct vct_meaning *m);
/* The text that libibverbs or libc has for it, "transport retry counter exceeded"; or NULL. */
const char *vct_meaning_text(const struct vct_meaning *m);
/*
 * Of the first status, event or errno in the text, and of the call if the text names that, too:
 * "ibv_modify_qp to RTR of an RC QP returned 110 ETIMEDOUT". NULL: it names none.
 */
const struct vct_meaning *vct_meaning_in(const char *text);

#endif
