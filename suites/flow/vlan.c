// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Raw packet QPs that strip the VLAN tags of packets. */
#include "raw.h"

/* The completion of the next packet, in which the CQ stays until ibv_end_poll. */
static void must_start(struct ibv_cq_ex *cq)
{
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };
	double until = vct_deadline_ms(COMPLETION_MS);

	while (vct_start_poll(cq, &attr))
		MUST(vct_now_ms() < until);
	MUST_EQ(cq->status, IBV_WC_SUCCESS);
}

/* The packet without its tag, which the CQ tells; one without a tag comes as it is. */
CHECK(a_tag_is_stripped_and_told, PROMISES(CQ_XTD_17), .needs = STEERS | NEED_CVLAN | NEED_CQ_EX,
      .asks = true)
{
	static const uint16_t vids[] = { 5, 0xabc, 1, 0xffe };
	struct ibv_cq_init_attr_ex init = {
		.cqe = 16, .wc_flags = IBV_WC_EX_WITH_CVLAN | IBV_WC_EX_WITH_BYTE_LEN
	};
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);
	struct raw r = raw_make();
	struct ibv_qp *qp;

	MUST(cq);
	qp = raw_qp_ex(
		ibv_cq_ex_to_cq(cq),
		(struct ibv_qp_init_attr_ex){ .comp_mask = IBV_QP_INIT_ATTR_CREATE_FLAGS,
					      .create_flags = IBV_QP_CREATE_CVLAN_STRIPPING });
	MUST(qp);
	raw_replace(&r, 0, qp, ibv_cq_ex_to_cq(cq));
	rule_set(&r, 0, rule_to(0));
	for (int i = 0; i < 12; i++) {
		struct packet p = { .tagged = i % 3 < 2, .vid = vids[i % 4] };
		uint64_t number = raw_send(&r, p);
		struct ibv_wc wc = { .wr_id = 0 };
		uint8_t sent[PACKET];
		const char *got;

		raw_fill(sent, &p, number);
		must_start(cq);
		wc.wr_id = cq->wr_id;
		got = recv_slot(wc.wr_id);
		if (p.tagged) {
			MUST_EQ(ibv_wc_read_cvlan(cq) & 0xfff, p.vid);
			MUST_EQ(vct_wc_read_byte_len(cq), PACKET - TAG);
			MUST(!memcmp(got, sent, ETHER - 2));
			MUST(!memcmp(got + ETHER - 2, sent + ETHER - 2 + TAG, PACKET - TAG - 12));
		} else {
			MUST_EQ(vct_wc_read_byte_len(cq), PACKET);
			MUST(!memcmp(got, sent, PACKET));
		}
		vct_end_poll(cq);
		raw_again(&r, 0, &wc);
	}
}
