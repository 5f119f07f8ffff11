/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The SRQ with tag matching (tags.c), and the operations on its list of tags (tag_list.c). */
#ifndef VCT_MODEL_TAGS_H
#define VCT_MODEL_TAGS_H

#include "model.h"

enum { TM_NEEDS = NEED_SRQ | NEED_TM | NEED_CQ_EX | NEED_RC | NEED_IB_STATES, MOST_TAGS = 4 };

struct model_tm {
	struct model_srq *s;
	struct ibv_srq *srq; /* what s->srq was then */
	struct ibv_cq_ex *cq;
	struct ibv_cq *tx_cq;
	struct ibv_qp *tx, *rx; /* NULL: they are gone */
	struct model_tag {
		uint64_t tag, mask, recv_id;
		uint32_t handle;
		char *buffer; /* NULL: no entry */
		bool vague;   /* it was added without the count: whether it is there is open */
	} tag[MOST_TAGS];
	uint32_t most;       /* entries of the list */
	uint32_t unexpected; /* messages that matched no tag */
	unsigned int flags;  /* of the completion of the last of them */
	bool behind;         /* the device has not been told of the last of them */
};
extern struct model_tm the_tm;

bool tm_is_there(void);
/* The next completion of the SRQ's CQ. */
struct ibv_wc tm_wait(void);
/* tag_list.c: tells the device how many messages were unexpected. */
void tm_synchronize(void);

#endif
