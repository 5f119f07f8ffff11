// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_post_recv: the rules of ibv_post_srq_recv hold for a QP's own receive queue, and a QP with a
 * SRQ has no such queue.
 */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(QP_RCV_04))
{
	_Static_assert(HAS_PROTOTYPE(ibv_post_recv, int(struct ibv_qp *, struct ibv_recv_wr *,
							struct ibv_recv_wr **)),
		       "ibv_post_recv");
}

CHECK(srq_qp_does_not_use_its_own_queue, PROMISES(QP_RCV_01), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 2);
	struct ibv_recv_wr *wr = recv_list(50, 1), *bad = NULL;
	int ret = vct_post_recv(l.rx, wr, &bad);

	RECORD("ibv_post_recv on a QP with a SRQ %s", ret ? "fails" : "succeeds, without effect");
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
	MUST_FIND_NO_WR(&l);
	MUST_BE_EMPTY(l.rx_cq);
}

CHECK(bad_wr_is_set_on_a_srq_qp, PROMISES(QP_RCV_02), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4);
	struct ibv_recv_wr *wr = recv_list(0, 2), *bad = NULL;
	int ret = vct_post_recv(l.rx, wr, &bad);

	RECORD("ibv_post_recv returns %d, and bad_wr is %s", ret,
	       !bad        ? "NULL"
	       : bad == wr ? "the WR"
			   : "other");
	MUST(!ret || bad == wr, "bad_wr is the WR that was refused; it is another");
}

static struct ibv_qp_cap qp_caps(struct ibv_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, qp->qp_type),
		 !vct_query_qp(qp, &attr, IBV_QP_CAP, &init));
	return init.cap;
}

/* One more SGE than the QP of qp_make() has by its own query. A list of so many is in no queue. */
static void spoil(struct ibv_recv_wr *wr, struct ibv_qp *qp)
{
	enum { ABSURD = 1 << 16 };
	uint32_t sges = qp_caps(qp).max_recv_sge;

	JUDGING(QP_QRY_03);
	MUST_GE(NAMED("the number of SGEs that the QP tells", sges), 1);
	MUST_LE(NAMED("the number of SGEs that the QP tells", sges), ABSURD);
	recv_sges(wr, sges + 1);
}

static const struct place_row {
	struct vct_row vct_row;
	unsigned int bad;
} places[] = {
	{ ROW("first"), .bad = 0 },
	{ ROW("third"), .bad = 2 },
	{ ROW("last"), .bad = 3 },
};

CHECK_ROWS(bad_wr_is_the_first_with_too_many_sges, places,
	   PROMISES(QP_RCV_02, QP_RCV_04, QP_QRY_03), .needs = NEED_RC)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_recv_wr *wr = recv_list(1, 4), *bad = NULL;

	spoil(&wr[row->bad], l.rx);
	spoil(&wr[3], l.rx);
	JUDGING(QP_RCV_04);
	MUST_GE(vct_post_recv(l.rx, wr, &bad), 1);
	JUDGING(QP_RCV_02);
	MUST_END_AT(bad, &wr[row->bad]);
	JUDGING(QP_RCV_04);
	for (unsigned int i = 0; i < row->bad; i++)
		MUST_RECEIVE(&l, wr[i].wr_id);
	MUST_FIND_NO_WR(&l);
}

CHECK(refused_in_reset, PROMISES(QP_RCV_03, AFT_01), .needs = NEED_RC | NEED_IB_STATES)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp *qp = qp_make(IBV_QPT_RC, NULL, cq, cq);
	struct ibv_recv_wr *wr = recv_list(0, 2), *bad = NULL;

	MUST_REFUSE(vct_post_recv(qp, wr, &bad));
}

CHECK(bad_wr_is_set_in_reset, PROMISES(QP_RCV_03), .needs = NEED_RC | NEED_IB_STATES)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp *qp = qp_make(IBV_QPT_RC, NULL, cq, cq);
	struct ibv_recv_wr *wr = recv_list(0, 2), *bad = NULL;

	MUST_REFUSE(vct_post_recv(qp, wr, &bad));
	RECORD("bad_wr is %s", !bad ? "NULL" : bad == wr ? "the WR" : "another address");
	MUST_END_AT(bad, wr);
}

CHECK(list_is_posted_in_its_order, PROMISES(QP_RCV_04), .needs = NEED_RC)
{
	const uint64_t ids[] = { 30, 4, 17, 8, 2 };
	struct link l = rc_link(.no_srq = true);
	struct ibv_recv_wr *wr = recv_list(0, 5), *bad;

	for (int i = 0; i < 5; i++)
		wr[i].wr_id = ids[i];
	MUST_EQ(vct_post_recv(l.rx, wr, &bad), 0);
	for (int i = 0; i < 5; i++)
		MUST_RECEIVE(&l, ids[i]);
	MUST_FIND_NO_WR(&l);
}

/* The queue may hold more than it is said to hold, and what it has taken is there. */
CHECK(full_queue_refuses_the_rest_of_a_list, PROMISES(QP_RCV_04, QP_RCV_02), .needs = NEED_RC,
      .asks = true)
{
	enum { MOST = 400 };
	struct link l = rc_link(.no_srq = true);
	uint32_t capacity = qp_caps(l.rx).max_recv_wr, n;
	struct ibv_recv_wr *wr, *bad = NULL;
	int ret;

	if (capacity >= MOST)
		vct_skip("a QP that was asked for 16 receive WRs has %u", capacity);
	wr = recv_list(0, MOST);
	ret = vct_post_recv(l.rx, wr, &bad);
	if (!ret)
		vct_skip("a QP of %u receive WRs takes %d", capacity, MOST);
	MUST_GE(ret, 1);
	JUDGING(QP_RCV_02);
	MUST(bad >= &wr[capacity] && bad < &wr[MOST],
	     "bad_wr is one of those that did not fit; it is %s",
	     bad >= wr && bad < &wr[MOST] ? "one that fits" : "no WR of the list");
	n = (uint32_t)(bad - wr);
	JUDGING(QP_RCV_04);
	for (uint64_t id = 0; id < n; id++)
		MUST_RECEIVE(&l, id);
	MUST_FIND_NO_WR(&l);
}

CHECK(data_is_there_once_completed, PROMISES(QP_RCV_04), .needs = NEED_RC)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_recv_wr *wr = recv_list(0, 2), *bad;
	char mine[SLOT_SIZE];

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), !vct_post_recv(l.rx, wr, &bad));
	pattern(send_slot(0), 64, 1);
	link_send(&l, 1);
	MUST_EQUAL_BYTES(recv_slot(0), send_slot(0), 64);
	memset(mine, 0xa5, sizeof(mine));
	memcpy(recv_slot(0), mine, sizeof(mine));
	link_send(&l, 1);
	MUST_EQUAL_BYTES(recv_slot(0), mine, sizeof(mine));
}

CHECK(ud_payload_starts_at_40, PROMISES(QP_RCV_04), .needs = NEED_UD)
{
	struct link l = ud_link(.no_srq = true);
	struct ibv_recv_wr *wr = recv_list(0, 1), *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD), !vct_post_recv(l.rx, wr, &bad));
	pattern(send_slot(0), 64, 1);
	link_send(&l, 1);
	MUST_EQUAL_BYTES(recv_slot(0) + 40, send_slot(0), 64);
	MUST_EQ(l.wc.byte_len, 40 + 64);
	/* The last bytes of the address, in a GRH and in a header of IPv4. */
	if (link_has_grh() && l.wc.wc_flags & IBV_WC_GRH)
		MUST_EQUAL_BYTES(recv_slot(0) + 36, vct_dev->gid.raw + 12, 4);
}
