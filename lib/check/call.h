/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A verb that may block, called in a thread of its own: is it blocked, and what did it return?
 *
 *	struct call *c = call_start(destroy, srq);
 *	MUST(call_blocks(c));
 *	vct_ack_async_event(&event);
 *	MUST_EQ(call_result(c), 0);
 */
#ifndef VCT_CALL_H
#define VCT_CALL_H

#include "objects.h"

struct call;

struct call *call_start(int (*verb)(void *), void *argument);
/*
 * True when the call waits inside the verb: its thread sleeps, and still does after the same work
 * was done elsewhere (a fence: some SRQs made and destroyed since). False as soon as it has
 * returned.
 */
bool call_blocks(struct call *c);
/* Waits for its return: BROKEN when it has not by a deadline. */
int call_result(struct call *c);
/* Has it returned? */
bool call_is_over(const struct call *c);

/* For the library: waits for every call still under way, when a check was left. */
void vct_join_calls(void);

#endif
