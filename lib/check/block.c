// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The building blocks that states, events and releasing verbs belong to. */
#include <stdio.h>
#include <string.h>

#include "block.h"

enum vct_block vct_block_of_state(enum ibv_qp_type type, enum ibv_qp_state state)
{
	static const enum vct_qp_step steps[] = {
		[IBV_QPS_RESET] = QP_TO_RESET, [IBV_QPS_INIT] = QP_TO_INIT,
		[IBV_QPS_RTR] = QP_TO_RTR,     [IBV_QPS_RTS] = QP_TO_RTS,
		[IBV_QPS_SQD] = QP_TO_SQD,     [IBV_QPS_ERR] = QP_TO_ERR,
	};

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

	if (!strcmp(verb, "ibv_close_xrc_domain"))
		return BLOCK_RELEASE_XRCD;
	while (i < sizeof(release_verbs) / sizeof(release_verbs[0]) &&
	       strcmp(verb, release_verbs[i]))
		i++;
	return (enum vct_block)(BLOCK_RELEASE_SRQ + i);
}

static const char *type_name(unsigned int type)
{
	static const char *const names[16] = {
		[IBV_QPT_RC] = "RC",
		[IBV_QPT_UC] = "UC",
		[IBV_QPT_UD] = "UD",
		[IBV_QPT_RAW_PACKET] = "raw packet",
		[IBV_QPT_XRC_SEND] = "XRC send",
		[IBV_QPT_XRC_RECV] = "XRC receive",
	};

	return names[type] ? names[type] : "other";
}

static const char *qp_words(unsigned int step, unsigned int type)
{
	static const char *const steps[] = {
		[QP_IS_MADE] = "%s QPs are made",
		[QP_IS_MADE_ON_SRQ] = "%s QPs are made on a SRQ",
		[QP_TO_INIT] = "%s QPs enter INIT",
		[QP_TO_RTR] = "%s QPs enter RTR",
		[QP_TO_RTS] = "%s QPs enter RTS",
		[QP_TO_SQD] = "%s QPs enter SQD, and drain",
		[QP_TO_ERR] = "%s QPs enter ERR",
		[QP_TO_RESET] = "%s QPs enter RESET",
		[QP_IS_QUERIED] = "%s QPs are queried",
		[QP_PASSES_MESSAGES] = "%s QPs pass messages",
		[QP_IS_AS_NEW] = "%s QPs that were reset are as new ones",
	};
	static char words[80];

	snprintf(words, sizeof(words), steps[step], type_name(type));
	return words;
}

const char *vct_block_words(enum vct_block block)
{
	static const char *const words[BLOCK_QP] = { [BLOCK_NONE] = "",
#define WORDS(name_, words_) [BLOCK_##name_] = (words_),
						     VCT_BLOCKS(WORDS)
#undef WORDS
	};

	if (block < BLOCK_QP)
		return words[block];
	return qp_words((block - BLOCK_QP) / 16, (block - BLOCK_QP) % 16);
}
