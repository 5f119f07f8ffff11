// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A SRQ with tag matching, one at a time, and the RC QPs that use it. What is promised of every SRQ
 * is judged on it too (srq.c). Its completions come on an extended CQ of its own, because only that
 * tells the flags of tag matching.
 */
#include <endian.h>
#include <infiniband/tm_types.h>

#include "tags.h"

/* The header and 24 bytes; the shortest buffer of a receive WR has room for it. */
enum { HEADER = sizeof(struct ibv_tmh), LENGTH = HEADER + 24 };

struct model_tm the_tm;

bool tm_is_there(void)
{
	return the_tm.s && the_tm.s->tm && the_tm.s->srq == the_tm.srq && !the_tm.s->failed;
}

struct ibv_wc tm_wait(void)
{
	struct ibv_wc wc = { 0 };

	MUST(cq_ex_starts(the_tm.cq), "a completion comes before its deadline");
	wc.wr_id = the_tm.cq->wr_id;
	wc.status = the_tm.cq->status;
	if (wc.status == IBV_WC_SUCCESS) {
		wc.opcode = vct_wc_read_opcode(the_tm.cq);
		wc.wc_flags = vct_wc_read_wc_flags(the_tm.cq);
	}
	vct_end_poll(the_tm.cq);
	return wc;
}

static struct ibv_qp *make_qp(struct ibv_srq *srq, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr init = { .send_cq = cq,
					 .recv_cq = cq,
					 .srq = srq,
					 .cap = { .max_send_wr = 4,
						  .max_send_sge = 1,
						  .max_recv_wr = srq ? 0 : 1,
						  .max_recv_sge = srq ? 0 : 1 },
					 .qp_type = IBV_QPT_RC };
	struct ibv_qp *qp = vct_create_qp(the_tm.s->pd->pd, &init);

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), qp);
	return qp;
}

/* What the last one has left: the SRQ is destroyed as any other. */
static void clear(void)
{
	if (the_tm.cq)
		MUST_SUCCEED(vct_destroy_cq(ibv_cq_ex_to_cq(the_tm.cq)));
	for (unsigned int i = 0; i < MOST_TAGS; i++)
		if (the_tm.tag[i].buffer)
			free_buffer(the_tm.tag[i].buffer);
	the_tm = (struct model_tm){ 0 };
}

static struct ibv_srq *create(struct model_pd *pd, struct ibv_srq_attr *attr, uint32_t tags)
{
	uint32_t max_ops = vct_dev->attr.tm_caps.max_ops;
	struct ibv_cq_init_attr_ex cq = { .cqe = cqe_at_most(512),
					  .wc_flags = vct_dev->wc_flags | IBV_WC_EX_WITH_TM_INFO };
	struct ibv_srq_init_attr_ex init = {
		.srq_context = new_context(),
		.attr = *attr,
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ |
			     IBV_SRQ_INIT_ATTR_TM,
		.srq_type = IBV_SRQT_TM,
		.pd = pd->pd,
		.tm_cap = { .max_num_tags = tags, .max_ops = max_ops < 16 ? max_ops : 16 },
	};
	struct ibv_srq *srq;

	the_tm.cq = vct_create_cq_ex(ctx(), &cq);
	SETUP(the_tm.cq);
	init.cq = ibv_cq_ex_to_cq(the_tm.cq);
	srq = vct_create_srq_ex(ctx(), &init);
	*attr = init.attr;
	return srq;
}

/* A list of no tags is refused. */
OPERATION(tm_create, ARGS({ "srq", N_SRQS }, { "pd", N_PDS }, { "size", SRQ_SIZES }, { "tags", 8 }),
	  PROMISES(SRQ_CEX_08, SRQ_CRX_07, SRQ_CRX_09, SRQ_CRX_10, SRQ_CRX_11, SRQ_CRX_12),
	  .weight = 4, .makes = true, .needs = TM_NEEDS)
{
	struct model_srq *s = &srqs[arg[0]];
	struct model_pd *pd = the_pd(arg[1]);
	struct ibv_srq_attr asked = { .max_wr = srq_size(arg[2]), .max_sge = 1 }, told = asked;
	uint32_t tags = arg[3] < MOST_TAGS ? MOST_TAGS - arg[3] : arg[3] == 7 ? 0 : MOST_TAGS;
	struct ibv_srq *srq;

	if (s->srq || tm_is_there() || the_tm.rx ||
	    vct_dev->attr.tm_caps.max_num_tags < MOST_TAGS || !ASK(SRQ_CEX_08))
		return false;
	clear();
	srq = create(pd, &told, tags);
	if (!tags) {
		MUST_MAKE_NONE(srq);
		return true;
	}
	srq_is_made(s, pd, srq, &asked, &told, 0);
	s->tm = true;
	the_tm.s = s;
	the_tm.most = tags;
	the_tm.srq = srq;
	the_tm.tx_cq = vct_create_cq(ctx(), 4, NULL, NULL, 0);
	SETUP(the_tm.tx_cq);
	the_tm.rx = make_qp(srq, ibv_cq_ex_to_cq(the_tm.cq));
	the_tm.tx = make_qp(NULL, the_tm.tx_cq);
	s->users++;
	qp_to_init(the_tm.rx);
	qp_to_init(the_tm.tx);
	connect_qp(the_tm.rx, the_tm.tx->qp_num, &(struct link_attr){ 0 });
	connect_qp(the_tm.tx, the_tm.rx->qp_num, &(struct link_attr){ 0 });
	return true;
}

/* Its QPs go; then the SRQ can be destroyed. */
OPERATION(tm_end, PROMISES(QP_DES_01), .needs = TM_NEEDS)
{
	if (!the_tm.rx || !ASK(QP_DES_01))
		return false;
	settle_events();
	JUDGING(QP_DES_01);
	MUST_SUCCEED(vct_destroy_qp(the_tm.rx));
	MUST_SUCCEED(vct_destroy_qp(the_tm.tx));
	MUST_SUCCEED(vct_destroy_cq(the_tm.tx_cq));
	the_tm.rx = the_tm.tx = NULL;
	the_tm.tx_cq = NULL;
	the_tm.s->users--;
	return true;
}

static struct ibv_wc send_completes(void)
{
	double until = vct_deadline_ms(COMPLETION_MS);
	struct ibv_wc wc;

	while (vct_poll_cq(the_tm.tx_cq, 1, &wc) < 1)
		MUST(vct_wait_on(until), "a completion comes before its deadline");
	return wc;
}

/* An eager message; its bytes after the header are 0x40 and those that follow. */
static void send_tag(uint64_t tag)
{
	struct ibv_tmh header = { .opcode = IBV_TMH_EAGER, .tag = htobe64(tag) };
	struct model_wr wr = new_wr(LENGTH);
	struct ibv_sge sge = { (uintptr_t)wr.buffer, LENGTH, the_tm.s->pd->mr->lkey };
	struct ibv_send_wr send = { .wr_id = wr.id,
				    .sg_list = &sge,
				    .num_sge = 1,
				    .opcode = IBV_WR_SEND,
				    .send_flags = IBV_SEND_SIGNALED },
			   *bad;

	for (int i = HEADER; i < LENGTH; i++)
		wr.buffer[i] = (char)(0x40 + i - HEADER);
	memcpy(wr.buffer, &header, HEADER);
	SETUP(!vct_post_send(the_tm.tx, &send, &bad));
	MUST_EQ(send_completes().status, IBV_WC_SUCCESS);
	free_buffer(wr.buffer);
}

static void must_match(struct model_tag *t)
{
	struct ibv_wc wc = tm_wait();

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ((long long)wc.wr_id, (long long)t->recv_id);
	MUST_EQ(wc.opcode, IBV_WC_TM_RECV);
	MUST(wc.wc_flags & IBV_WC_TM_MATCH,
	     "the completion has IBV_WC_TM_MATCH; its wc_flags are %#x", wc.wc_flags);
	if (ASK(SRQ_OPS_04))
		for (int i = 0; i < LENGTH - HEADER; i++)
			MUST_EQ(NAMED("a byte of the buffer of the tag", t->buffer[i]), 0x40 + i);
	free_buffer(t->buffer);
	*t = (struct model_tag){ 0 };
}

static void must_be_unexpected(void)
{
	struct model_wr wr = queue_take(&the_tm.s->queue);
	struct ibv_wc wc = tm_wait();

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	if (ASK(SRQ_PST_03))
		MUST_EQ((long long)wc.wr_id, (long long)wr.id);
	free_buffer(wr.buffer);
	the_tm.flags = wc.wc_flags;
	the_tm.unexpected++;
	the_tm.behind = true;
	srq_was_used(the_tm.s, SRQ_LIM_01);
	see_events();
}

/* It matches one entry, or none; which of several is taken, no page says. */
OPERATION(tm_send, ARGS({ "tag", 12 }),
	  PROMISES(SRQ_OPS_04, SRQ_OPS_05, SRQ_PST_03, SRQ_PST_11, SRQ_LIM_01, SRQ_OPS_08,
		   SRQ_OPS_10),
	  .weight = 12, .needs = TM_NEEDS)
{
	uint64_t tag = arg[0] < 6 ? arg[0] : (uint64_t)arg[0] << 40 | (arg[0] - 6);
	struct model_tag *t = NULL;

	if (!tm_is_there() || !the_tm.rx || the_tm.behind || !buffers_left(1))
		return false;
	for (unsigned int i = 0; i < MOST_TAGS; i++)
		if (the_tm.tag[i].buffer && (tag & the_tm.tag[i].mask) == the_tm.tag[i].tag) {
			if (t || the_tm.tag[i].vague)
				return false;
			t = &the_tm.tag[i];
		}
	if ((!t && !the_tm.s->queue.n) || !ASK(SRQ_OPS_05))
		return false;
	send_tag(tag);
	JUDGING(SRQ_OPS_05);
	if (t)
		must_match(t);
	else
		must_be_unexpected();
	return true;
}
