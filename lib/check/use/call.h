/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Calls a verb that may block in a thread of its own, so that the check can see whether it blocks
 * and what it returns.
 *
 *	struct call *c = call_start(destroy, srq);
 *	MUST(call_blocks(c), "ibv_destroy_srq waits until the event is acknowledged");
 *	vct_ack_async_event(&event);
 *	MUST_EQ(call_result(c), 0);
 */
#ifndef VCT_CALL_H
#define VCT_CALL_H

#include "../objects/objects.h"

struct call;

/* Starts verb(argument). BROKEN if no thread can be made, or after 16 calls in one process. */
struct call *call_start(int (*verb)(void *), void *argument);
/*
 * True if the call waits inside the verb: its thread sleeps, and has not returned after a fence (20
 * SRQs that were made and destroyed meanwhile). False if it has returned. BROKEN if the thread
 * neither sleeps nor returns within 2 s.
 */
bool call_blocks(struct call *c);
/* Waits until the verb returns; its return value. BROKEN if it does not return within 2 s. */
int call_result(struct call *c);
/* True if the verb has returned. */
bool call_is_over(const struct call *c);

/* For the library, after the end of a check: waits for all calls that have not returned. */
void vct_join_calls(void);

#endif
