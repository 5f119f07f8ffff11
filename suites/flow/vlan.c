// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Raw packet QPs, and WQs, that strip the VLAN tags of packets. */
#include "../wq/rss.h"

static const uint16_t vids[] = { 5, 0xabc, 1, 0xffe };

/* The completion of the next packet, in which the CQ stays until ibv_end_poll. */
static void must_start(struct ibv_cq_ex *cq)
{
	MUST(cq_ex_starts(cq), "the packet arrives before its deadline");
	MUST_EQ(cq->status, IBV_WC_SUCCESS);
}

static struct ibv_cq_ex *cq_that_tells(void)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = 32, .wc_flags = IBV_WC_EX_WITH_CVLAN | IBV_WC_EX_WITH_BYTE_LEN
	};

	return vct_create_cq_ex(ctx(), &init);
}

/* A packet comes to the sink: without its tag, which the CQ tells, or as it was sent. */
static void must_come(struct raw *r, unsigned int sink, struct ibv_cq_ex *cq, struct packet p,
		      bool stripped)
{
	const struct vct_promise *stake = vct_stake();
	uint64_t number = raw_send(r, p);
	struct ibv_wc wc = { .wr_id = 0 };
	uint8_t sent[PACKET];
	const char *got;

	raw_fill(sent, &p, number);
	must_start(cq);
	wc.wr_id = cq->wr_id;
	got = recv_slot(wc.wr_id);
	if (stripped) {
		MUST_EQ(vct_wc_read_byte_len(cq), PACKET - TAG);
		MUST_EQUAL_BYTES(NAMED("the packet before its VLAN tag", got), sent, ETHER - 2);
		MUST_EQUAL_BYTES(NAMED("the packet behind its VLAN tag", got + ETHER - 2),
				 sent + ETHER - 2 + TAG, PACKET - TAG - 12);
		JUDGING(CQ_XTD_17);
		MUST_EQ(NAMED("the VLAN ID of what ibv_wc_read_cvlan returned",
			      ibv_wc_read_cvlan(cq) & 0xfff),
			p.vid);
		vct_stake_is(stake);
	} else {
		MUST_EQ(vct_wc_read_byte_len(cq), PACKET);
		MUST_EQUAL_BYTES(NAMED("the packet with its VLAN tag", got), sent, PACKET);
	}
	vct_end_poll(cq);
	raw_again(r, sink, &wc);
}

CHECK(a_tag_is_stripped_and_told, PROMISES(CQ_XTD_17), .needs = STEERS | NEED_CVLAN | NEED_CQ_EX,
      .asks = true)
{
	struct ibv_cq_ex *cq = cq_that_tells();
	struct raw r = raw_make();
	struct ibv_qp *qp;

	MUST_MAKE(cq);
	qp = raw_qp_ex(
		ibv_cq_ex_to_cq(cq),
		(struct ibv_qp_init_attr_ex){ .comp_mask = IBV_QP_INIT_ATTR_CREATE_FLAGS,
					      .create_flags = IBV_QP_CREATE_CVLAN_STRIPPING });
	MUST_MAKE(qp);
	raw_replace(&r, 0, qp, ibv_cq_ex_to_cq(cq));
	rule_set(&r, 0, rule_to(0));
	for (int i = 0; i < 12; i++) {
		struct packet p = { .tagged = i % 3 < 2, .vid = vids[i % 4] };

		must_come(&r, 0, cq, p, p.tagged);
	}
}

/* Set and cleared again, and left as it is by what does not name it. */
CHECK(a_wq_strips_from_when_it_is_told_to, PROMISES(WQ_MOD_09, CQ_XTD_17, WQ_MOD_03),
      .needs = SPREADS | NEED_CVLAN | NEED_CQ_EX, .asks = true)
{
	enum { STRIPS = IBV_WQ_FLAGS_CVLAN_STRIPPING };
	static const struct {
		uint32_t flags, mask;
		bool strips;
	} steps[] = {
		{ STRIPS, STRIPS, true }, { 0, 0, true }, { 0, STRIPS, false }, { STRIPS, 0, false }
	};
	struct ibv_cq_ex *cq = cq_that_tells();
	struct packet p = { .tagged = true, .vid = vids[1] };
	struct raw r = raw_make();
	struct ibv_wq *wqs[SINKS];

	SETUP(cq);
	rss_alone(&r, 0, ibv_cq_ex_to_cq(cq), 0, wqs);
	must_come(&r, 0, cq, p, false);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		MUST_SUCCEED(wq_modify(wqs[0], IBV_WQ_ATTR_FLAGS, .flags = steps[i].flags,
				       .flags_mask = steps[i].mask));
		must_come(&r, 0, cq, p, steps[i].strips);
	}
	JUDGING(WQ_MOD_03);
	MUST_REFUSE(wq_modify(wqs[0],
			      IBV_WQ_ATTR_STATE | IBV_WQ_ATTR_CURR_STATE | IBV_WQ_ATTR_FLAGS,
			      .wq_state = IBV_WQS_RDY, .curr_wq_state = IBV_WQS_ERR,
			      .flags = STRIPS, .flags_mask = STRIPS));
	must_come(&r, 0, cq, p, false);
}

/* Sink 0 is a WQ without the flag, sink 1 one with it. Each is alone in its table. */
CHECK(a_wq_strips_if_its_flag_says_so, PROMISES(WQ_CRE_08, CQ_XTD_17),
      .needs = SPREADS | NEED_CVLAN | NEED_CQ_EX, .asks = true)
{
	struct ibv_cq_ex *cq = cq_that_tells();
	struct raw r = raw_make();
	struct ibv_wq *wqs[SINKS];

	SETUP(cq);
	for (uint8_t i = 0; i < SINKS; i++)
		rss_alone(&r, i, ibv_cq_ex_to_cq(cq), i ? IBV_WQ_FLAGS_CVLAN_STRIPPING : 0, wqs);
	for (uint8_t i = 0; i < 24; i++) {
		struct packet p = { .to = i % 2, .tagged = i % 3 < 2, .vid = vids[i % 4] };

		must_come(&r, i % 2, cq, p, p.tagged && i % 2);
	}
}
