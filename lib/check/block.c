// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The building blocks that states, events and releasing verbs belong to. */
#include <string.h>

#include "block.h"

enum vct_block vct_block_of_state(enum ibv_qp_type type, enum ibv_qp_state state)
{
	static const enum vct_qp_step steps[] = {
		[IBV_QPS_RESET] = QP_TO_RESET, [IBV_QPS_INIT] = QP_TO_INIT,
		[IBV_QPS_RTR] = QP_TO_RTR,     [IBV_QPS_RTS] = QP_TO_RTS,
		[IBV_QPS_SQD] = QP_TO_SQD,     [IBV_QPS_ERR] = QP_TO_ERR,
	};

	/* No check of its own takes the receiving half of XRC out of RTS: that of its sender does.
	 */
	if (type == IBV_QPT_XRC_RECV && (state == IBV_QPS_SQD || state == IBV_QPS_ERR))
		type = IBV_QPT_XRC_SEND;
	if ((size_t)state >= sizeof(steps) / sizeof(steps[0]) || (unsigned int)type > 15)
		return BLOCK_NONE;
	return BLOCK_OF_QP(steps[state], type);
}

enum vct_block vct_block_of_event(enum ibv_event_type type)
{
	switch (type) {
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return BLOCK_LIMIT_EVENT;
	case IBV_EVENT_SQ_DRAINED:
		return BLOCK_DRAINED_EVENT;
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return BLOCK_LAST_WQE_EVENT;
	case IBV_EVENT_CQ_ERR:
		return BLOCK_CQ_EVENT;
	default:
		return BLOCK_NONE;
	}
}

enum vct_block vct_block_of_release(const char *verb)
{
	static const char *const release_verbs[] = {
		"ibv_destroy_srq", "ibv_destroy_qp", "ibv_destroy_cq", "ibv_dereg_mr",
		"ibv_dealloc_pd",  "ibv_destroy_ah", "ibv_close_xrcd",
	};
	size_t i = 0;

	while (i < sizeof(release_verbs) / sizeof(release_verbs[0]) &&
	       strcmp(verb, release_verbs[i]))
		i++;
	return (enum vct_block)(BLOCK_RELEASE_SRQ + i);
}
