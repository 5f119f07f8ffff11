/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Time for completions to reach their CQ: messages of another link that go by. No page orders the
 * completions of several CQs, so a check that has to find several with one call tries it again,
 * after ever more of these messages, until a device that has late ones would have shown them.
 */
#ifndef CQ_LULL_H
#define CQ_LULL_H

#include "../vct.h"

enum { LULL_MOST = 1024 }; /* messages of the last lull, or more if there is still time */

struct lull {
	struct link link;
	unsigned int messages;
	double until;
};

static inline struct lull lull_make(void)
{
	return (struct lull){ .link = rc_link(.srq_wr = 1),
			      .messages = 1,
			      .until = vct_deadline_ms(COMPLETION_MS) };
}

static inline void lull_pass(struct lull *lull)
{
	for (unsigned int i = 0; i < lull->messages; i++) {
		srq_post(lull->link.srq, 0, 1);
		link_send(&lull->link, 1);
	}
}

/* The next lull is twice as long; false if this one was long enough. */
static inline bool lull_grow(struct lull *lull)
{
	if (lull->messages >= LULL_MOST && vct_now_ms() > lull->until)
		return false;
	lull->messages *= 2;
	return true;
}

#endif
