// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_destroy_qp: it succeeds in every state, is refused in a multicast group, and waits until the
 * events of the QP are acknowledged.
 */
#include "../vct.h"

static const struct state_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state state;
} states[] = {
#define IN(type_, state_)                                                                          \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #state_, type_, QP_DES_01),                                    \
			.vct_row.proves = BLOCK_RELEASE_QP, .state = IBV_QPS_##state_              \
	}
	IN(RC, RESET), IN(RC, INIT), IN(RC, RTR), IN(RC, RTS),  IN(RC, SQD),
	IN(RC, ERR),   IN(UC, RTS),  IN(UD, RTS), IN(RAW, RTS), IN(XRC_SEND, RTS),
};

CHECK_ROWS(succeeds_in_any_state, states, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->state);

	MUST_EQ(vct_destroy_qp((struct ibv_qp *)s.object), 0);
}

/* WRs are posted, and the SRQ could not be destroyed before the QP. */
CHECK(frees_what_it_used, PROMISES(QP_DES_01), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 4);

	link_send(&l, 2);
	MUST_REFUSE(vct_destroy_srq(l.srq));
	MUST_REFUSE(vct_destroy_cq(l.rx_cq));
	MUST_SUCCEED(vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_srq(l.srq));
	MUST_SUCCEED(vct_destroy_cq(l.rx_cq));
}

/* A multicast group that nobody else uses: ff0e::5643:54. */
static union ibv_gid group(void)
{
	union ibv_gid gid = { .raw = { 0xff, 0x0e } };

	gid.raw[13] = 'V';
	gid.raw[14] = 'C';
	gid.raw[15] = 'T';
	return gid;
}

enum { MULTICAST_LID = 0xc001 };

CHECK(fails_while_in_a_multicast_group, PROMISES(QP_DES_02), .needs = NEED_UD | NEED_MCAST)
{
	struct subject s = subject_at(IBV_QPT_UD, IBV_QPS_RTS);
	struct ibv_qp *qp = (struct ibv_qp *)s.object;
	union ibv_gid gid = group();
	bool ethernet = vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET;
	uint16_t lid = ethernet ? 0 : MULTICAST_LID;
	int ret;

	SETUP(!vct_attach_mcast(qp, &gid, lid));
	ret = vct_destroy_qp(qp);
	if (ret)
		SETUP(!vct_detach_mcast(qp, &gid, lid));
	MUST_GE(ret, 1);
	MUST_SUCCEED(vct_destroy_qp(qp));
}

/*
 * Completions of two QPs wait in turn when one QP is destroyed, in each round further on in the CQ:
 * those of the other are still there, in their order. Those of the one that is gone may be.
 */
CHECK(another_keeps_its_completions, PROMISES(QP_DES_01, CQ_POL_01), .needs = NEED_SRQ | NEED_RC)
{
	enum { EACH = 3, ROUNDS = 16, LEFT = 20 };
	struct link other = rc_link(.srq_wr = EACH + 1, .rx_cq = cq_make(ROUNDS - 1));

	for (int round = 0; round < ROUNDS; round++) {
		struct link l = rc_link(.srq_wr = EACH, .rx_cq = other.rx_cq);

		srq_post(l.srq, LEFT, EACH);
		srq_post(other.srq, 0, EACH + 1);
		for (int i = 0; i < EACH; i++) {
			link_post(&l, IBV_WR_SEND);
			SETUP(cq_wait(l.tx_cq).status == IBV_WC_SUCCESS);
			link_post(&other, IBV_WR_SEND);
			SETUP(cq_wait(other.tx_cq).status == IBV_WC_SUCCESS);
		}
		JUDGING(QP_DES_01);
		MUST_SUCCEED(vct_destroy_qp(l.rx));
		JUDGING(CQ_POL_01);
		link_post(&other, IBV_WR_SEND);
		SETUP(cq_wait(other.tx_cq).status == IBV_WC_SUCCESS);
		for (uint64_t seen = 0; seen < EACH + 1;) {
			struct ibv_wc wc = MUST_COMPLETE(other.rx_cq);

			if (wc.wr_id >= LEFT)
				continue;
			MUST_EQ(wc.wr_id, seen);
			seen++;
		}
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.tx));
		SETUP_OF(BLOCK_RELEASE_SRQ, !vct_destroy_srq(l.srq));
		SETUP_OF(BLOCK_RELEASE_CQ, !vct_destroy_cq(l.tx_cq));
	}
}

static int destroy(void *qp)
{
	return vct_destroy_qp(qp);
}

CHECK(waits_for_the_acknowledgement, PROMISES(QP_DES_03),
      .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 4);
	struct ibv_async_event event;
	enum ibv_event_type type;
	struct ibv_qp *qp;
	struct call *c;

	type = cause_qp_event(&l, &qp);
	RECORD("the event of the QP: %s", ibv_event_type_str(type));
	event = SETUP_GET_EVENT(qp, type);
	c = call_start(destroy, qp);
	MUST(call_blocks(c),
	     "ibv_destroy_qp waits until the event is acknowledged; it has returned");
	vct_ack_async_event(&event);
	MUST_EQ(NAMED("what ibv_destroy_qp returned", call_result(c)), 0);
}
