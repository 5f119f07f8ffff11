// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A message that only says where its data are (a rendezvous): the HCA reads them if it matches a
 * tag. */
#include "../qp/failing.h"
#include "tagged.h"

enum { HEADERS = sizeof(struct ibv_tmh) + sizeof(struct ibv_rvh), DATA = 200, FIN_SLOT = 60 };

/* The QP that receives leaves its send queue to the HCA. */
static struct tagged make(void)
{
	struct tagged t = tm_make(4);
	struct ibv_cq *cq = ibv_cq_ex_to_cq(t.cq);
	struct ibv_qp_init_attr init = {
		.send_cq = cq, .recv_cq = cq, .srq = t.srq, .qp_type = IBV_QPT_RC
	};
	struct ibv_sge sge = slot_sge(recv_slot(FIN_SLOT), SLOT_SIZE);
	struct ibv_recv_wr wr = { .wr_id = FIN_SLOT, .sg_list = &sge, .num_sge = 1 }, *bad;
	struct ibv_qp *rx = vct_create_qp(pd(), &init);

	SETUP_OF(BLOCK_TM_SRQ, rx);
	t.link = rc_link(.srq = t.srq, .rx_cq = cq, .rx = rx);
	SETUP(!vct_post_recv(t.link.tx, &wr, &bad));
	return t;
}

/* Posts a rendezvous for data of this length in a slot that is filled, by this key. */
static void post_rendezvous(struct tagged *t, uint64_t tag, uint32_t length, uint32_t rkey)
{
	struct ibv_tmh header = { .opcode = IBV_TMH_RNDV,
				  .app_ctx = htobe32(data_beside(tag)),
				  .tag = htobe64(tag) };
	char *data = send_slot(t->link.sent + 1), *message = send_slot(t->link.sent);
	struct ibv_rvh where = { .va = htobe64((uintptr_t)data),
				 .rkey = htobe32(rkey),
				 .len = htobe32(length) };

	pattern(data, length, tag);
	memcpy(message, &header, sizeof(header));
	memcpy(message + sizeof(header), &where, sizeof(where));
	link_post(&t->link, IBV_WR_SEND, .length = HEADERS);
}

/* FIN and the completion of the request come in any order. */
static struct ibv_wc fin_of(struct tagged *t)
{
	struct ibv_wc first = MUST_COMPLETE(t->link.tx_cq), second = MUST_COMPLETE(t->link.tx_cq);

	return first.wr_id == FIN_SLOT ? first : second;
}

#define NEEDS (NEED_SRQ | NEED_RC | NEED_TM | NEED_RNDV | NEED_CQ_EX | NEED_IB_STATES)

static const unsigned int told = IBV_WC_TM_MATCH | IBV_WC_TM_DATA_VALID;

CHECK(data_are_brought_and_fin_is_sent, PROMISES(SRQ_OPS_15, SRQ_OPS_16), .needs = NEEDS)
{
	struct tagged t = make();
	char data[SLOT_SIZE] = { 0 }, fin[HEADERS];
	struct ibv_wc wc;

	memset(recv_slot(UNTAGGED + 2), 0, SLOT_SIZE);
	for (uint64_t tag = 1; tag <= 2; tag++)
		add(&t, tag, UINT64_MAX);
	post_rendezvous(&t, 2, DATA, slots_mr()->rkey);
	memcpy(fin, send_slot(t.link.sent - 1), HEADERS);
	fin[0] = IBV_TMH_FIN;
	JUDGING(SRQ_OPS_16);
	wc = tm_wait(&t);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, TAGGED + 2);
	MUST_EQ(wc.opcode, IBV_WC_TM_RECV);
	MUST_EQ(NAMED("the flags of tag matching in wc_flags", wc.wc_flags & told),
		IBV_WC_TM_MATCH);
	wc = tm_wait(&t);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, TAGGED + 2);
	MUST_EQ(wc.opcode, IBV_WC_TM_RECV);
	MUST_EQ(NAMED("the flags of tag matching in wc_flags", wc.wc_flags & told),
		IBV_WC_TM_DATA_VALID);
	JUDGING(SRQ_OPS_15);
	pattern(data, DATA, 2);
	MUST_EQUAL_BYTES(recv_slot(UNTAGGED + 2), data, SLOT_SIZE);
	wc = fin_of(&t);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, FIN_SLOT);
	MUST_EQ(wc.byte_len, HEADERS);
	MUST_EQUAL_BYTES(recv_slot(FIN_SLOT), fin, HEADERS);
}

CHECK(a_short_buffer_gets_the_headers, PROMISES(SRQ_OPS_17), .needs = NEEDS)
{
	struct tagged t = make();
	struct ibv_sge sge;
	struct ibv_ops_wr wr = tag_add(1, UINT64_MAX, &sge, IBV_OPS_SIGNALED);
	struct ibv_wc wc;

	sge.length = HEADERS;
	SETUP_OF(BLOCK_TM_SRQ, !try_op(t.srq, &wr) && tm_wait(&t).status == IBV_WC_SUCCESS);
	post_rendezvous(&t, 1, DATA, slots_mr()->rkey);
	wc = tm_wait(&t);
	MUST_EQ(wc.status, IBV_WC_TM_RNDV_INCOMPLETE);
	MUST_EQ(wc.wr_id, TAGGED + 1);
	MUST_EQUAL_BYTES(recv_slot(UNTAGGED + 1), send_slot(t.link.sent - 1), HEADERS);
}

/* The HCA reads them as a request of the QP that receives, which fails. The match may be told
 * before. */
CHECK(data_that_cannot_be_read_are_an_error, PROMISES(SRQ_OPS_15, QP_ERR_09), .needs = NEEDS,
      .danger = DANGER_REFUSED)
{
	struct tagged t = make();
	char *buffer = recv_slot(UNTAGGED + 1);
	struct ibv_wc wc;

	memset(buffer, 0, SLOT_SIZE);
	add(&t, 1, UINT64_MAX);
	post_rendezvous(&t, 1, DATA, slots_mr()->rkey ^ 0x5a5a5a);
	wc = tm_wait(&t);
	if (wc.status == IBV_WC_SUCCESS && !(wc.wc_flags & IBV_WC_TM_DATA_VALID))
		wc = tm_wait(&t);
	RECORD("the receive of the tag ends with %s", ibv_wc_status_str(wc.status));
	MUST_NE(wc.status, IBV_WC_SUCCESS);
	for (int i = 0; i < SLOT_SIZE; i++)
		MUST_EQ(NAMED("a byte of the buffer of the tag", buffer[i]), 0);
	JUDGING(QP_ERR_09);
	MUST_ENTER(t.link.rx, STATE(ERR));
}
