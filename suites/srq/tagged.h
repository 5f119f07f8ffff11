/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the checks of tag matching share: tags, messages that have one, and their completions. */
#ifndef SUITES_SRQ_TAGGED_H
#define SUITES_SRQ_TAGGED_H

#include <endian.h>
#include <infiniband/tm_types.h>

#include "../vct.h"

static inline int try_op(struct ibv_srq *srq, struct ibv_ops_wr *wr)
{
	struct ibv_ops_wr *bad = NULL;

	return vct_post_srq_ops(srq, wr, &bad);
}

/*
 * A link that ends in a tag matching SRQ. Its CQ is an extended one, because only that reports the
 * flags of tag matching. WRs posted to the SRQ have wr_ids below TAGGED; the receive of tag t has
 * TAGGED + t.
 */
enum { TAGGED = 1000, UNTAGGED = 40, HEADER = sizeof(struct ibv_tmh), LENGTH = 64 };

struct tagged {
	struct link link;
	struct ibv_srq *srq;
	struct ibv_cq_ex *cq;
	struct ibv_wc_tm_info matched; /* of the last message that matched */
};

static inline struct tagged tm_make(uint32_t max_num_tags)
{
	struct ibv_cq_init_attr_ex cq_init = {
		.cqe = CQ_ENTRIES,
		.wc_flags = vct_dev->wc_flags | IBV_WC_EX_WITH_TM_INFO,
	};
	uint32_t max_ops = vct_dev->attr.tm_caps.max_ops;
	struct ibv_srq_init_attr_ex init = {
		.attr = { .max_wr = srq_at_most(SLOTS), .max_sge = 1 },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ |
			     IBV_SRQ_INIT_ATTR_TM,
		.srq_type = IBV_SRQT_TM,
		.pd = pd(),
		.tm_cap = { .max_num_tags = max_num_tags, .max_ops = max_ops < 16 ? max_ops : 16 },
	};
	struct tagged t = { .cq = vct_create_cq_ex(ctx(), &cq_init) };

	SETUP_OF(BLOCK_CQ_EX, t.cq);
	init.cq = ibv_cq_ex_to_cq(t.cq);
	t.srq = vct_create_srq_ex(ctx(), &init);
	SETUP_OF(BLOCK_TM_SRQ, t.srq);
	t.link = rc_link(.srq = t.srq, .rx_cq = init.cq, .posted = UNTAGGED);
	return t;
}

static inline struct ibv_wc tm_wait(struct tagged *t)
{
	struct ibv_wc wc = { 0 };

	MUST(cq_ex_starts(t->cq), "a completion comes before its deadline");
	wc.wr_id = t->cq->wr_id;
	wc.status = t->cq->status;
	if (wc.status == IBV_WC_SUCCESS) {
		wc.opcode = vct_wc_read_opcode(t->cq);
		wc.wc_flags = vct_wc_read_wc_flags(t->cq);
		if (wc.wc_flags & IBV_WC_TM_MATCH)
			ibv_wc_read_tm_info(t->cq, &t->matched);
	}
	vct_end_poll(t->cq);
	return wc;
}

static inline struct ibv_ops_wr tag_add(uint64_t tag, uint64_t mask, struct ibv_sge *sge, int flags)
{
	*sge = slot_sge(recv_slot(UNTAGGED + tag % 16), SLOT_SIZE);
	return (struct ibv_ops_wr){
		.wr_id = tag,
		.opcode = IBV_WR_TAG_ADD,
		.flags = flags,
		.tm = { .handle = UINT32_MAX,
			.add = { .recv_wr_id = TAGGED + tag,
				 .sg_list = sge,
				 .num_sge = 1,
				 .tag = tag,
				 .mask = mask } },
	};
}

/* Adds a tag and returns its handle. */
static inline uint32_t add(struct tagged *t, uint64_t tag, uint64_t mask)
{
	struct ibv_sge sge;
	struct ibv_ops_wr wr = tag_add(tag, mask, &sge, IBV_OPS_SIGNALED);

	MUST_SUCCEED(try_op(t->srq, &wr));
	MUST_EQ(tm_wait(t).status, IBV_WC_SUCCESS);
	return wr.tm.handle;
}

/* The sender's data in the header of a message with this tag. */
static inline uint32_t data_beside(uint64_t tag)
{
	return 0x80f1e2d3 + (uint32_t)tag;
}

/* Posts a message with this tag. */
static inline void post_tag(struct tagged *t, uint64_t tag)
{
	struct ibv_tmh header = { .opcode = IBV_TMH_EAGER,
				  .app_ctx = htobe32(data_beside(tag)),
				  .tag = htobe64(tag) };
	char *data = send_slot(t->link.sent);

	pattern(data, LENGTH, tag);
	memcpy(data, &header, HEADER);
	link_post(&t->link, IBV_WR_SEND, .length = LENGTH);
}

/* Sends one. */
static inline void send_tag(struct tagged *t, uint64_t tag)
{
	post_tag(t, tag);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
		 cq_wait(t->link.tx_cq).status == IBV_WC_SUCCESS);
}

#endif
