// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_modify_qp_rate_limit, and ibv_query_qp_data_in_order. */
#include "carrier.h"

static struct ibv_qp_rate_limit_attr rate(uint32_t kbps)
{
	return (struct ibv_qp_rate_limit_attr){ .rate_limit = kbps };
}

static struct ibv_qp *qp_of(const struct subject *s)
{
	return (struct ibv_qp *)(uintptr_t)s->object;
}

/* Or with EINVAL: a provider may have the call for devices that have rate limits. */
CHECK(not_claimed_is_refused, PROMISES(RLM_01), .needs = NEED_RC, .lacks = NEED_PACING)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_qp_rate_limit_attr attr = rate(1000);
	int ret = vct_modify_qp_rate_limit(l.tx, &attr);

	RECORD("it returns %s", vct_errno_text(ret));
	MUST(ret == EOPNOTSUPP || ret == ENOSYS || ret == EINVAL,
	     "a device without packet pacing refuses it with EOPNOTSUPP, ENOSYS or EINVAL; it "
	     "returned %s",
	     vct_errno_text(ret));
}

/* The largest, the smallest, with the other members and without. */
CHECK(claimed_rates_are_taken, PROMISES(RLM_02), .needs = NEED_RAW | NEED_NET_RAW | NEED_PACING)
{
	const struct ibv_packet_pacing_caps *caps = &vct_dev->attr.packet_pacing_caps;
	struct subject s = subject_at(IBV_QPT_RAW_PACKET, IBV_QPS_RTS);
	struct ibv_qp_rate_limit_attr attr = rate(caps->qp_rate_limit_max);

	MUST_SUCCEED(vct_modify_qp_rate_limit(qp_of(&s), &attr));
	attr.rate_limit = caps->qp_rate_limit_min ? caps->qp_rate_limit_min : 1;
	MUST_SUCCEED(vct_modify_qp_rate_limit(qp_of(&s), &attr));
	MUST_SUCCEED(vct_modify_qp_rate_limit(qp_of(&s), &attr));
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_RTS);
}

CHECK(more_than_claimed_is_refused, PROMISES(RLM_03),
      .needs = NEED_RAW | NEED_NET_RAW | NEED_PACING, .asks = true)
{
	const struct ibv_packet_pacing_caps *caps = &vct_dev->attr.packet_pacing_caps;
	struct subject s = subject_at(IBV_QPT_RAW_PACKET, IBV_QPS_RTS);
	struct ibv_qp_rate_limit_attr attr = rate(caps->qp_rate_limit_max + 1);

	if (caps->qp_rate_limit_max == UINT32_MAX)
		vct_skip("the device claims every rate");
	MUST_REFUSE_WITH_ERRNO(vct_modify_qp_rate_limit(qp_of(&s), &attr));
}

/* A RC QP, where raw packet QPs alone are claimed. */
CHECK(other_types_are_refused, PROMISES(RLM_04), .needs = NEED_RC)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_qp_rate_limit_attr attr = rate(1000);
	int ret = vct_modify_qp_rate_limit(l.tx, &attr);

	if (vct_dev->attr.packet_pacing_caps.supported_qpts & 1 << IBV_QPT_RC)
		MUST_SUCCEED(ret);
	else
		MUST_REFUSE_WITH_ERRNO(ret);
}

static const struct order_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
} orders[] = {
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE },
	{ ROW("read"), .opcode = IBV_WR_RDMA_READ },
	{ ROW("send"), .opcode = IBV_WR_SEND },
};

CHECK_ROWS(order_is_0_or_1, orders, PROMISES(DIO_01), .needs = NEED_RC)
{
	struct link l = rc_link(.no_srq = true);
	int of_rx = vct_query_qp_data_in_order(l.rx, row->opcode, 0);
	int of_tx = vct_query_qp_data_in_order(l.tx, row->opcode, 0);

	RECORD("it returns %d", of_rx);
	MUST(of_rx == 0 || of_rx == 1, "ibv_query_qp_data_in_order returns 0 or 1; it returned %d",
	     of_rx);
	MUST(of_tx == 0 || of_tx == 1, "ibv_query_qp_data_in_order returns 0 or 1; it returned %d",
	     of_tx);
}

CHECK(order_with_flags_is_open, PROMISES(DIO_03), .needs = NEED_RC)
{
	struct link l = rc_link(.no_srq = true);
	int ret = vct_query_qp_data_in_order(l.rx, IBV_WR_RDMA_WRITE, 1);

	RECORD("with flags 1 it returns %d", ret);
	MUST_GE(ret, 0);
}

/*
 * verbs.h of rdma-core 44 does not have the names. A library that does not know the flag returns 0.
 */
CHECK_ROWS(capabilities_agree_with_the_order, orders, PROMISES(DIO_04), .needs = NEED_RC)
{
	enum { RETURN_CAPS = 1, WHOLE_MSG = 1 };
	struct link l = rc_link(.no_srq = true);
	int order = vct_query_qp_data_in_order(l.rx, row->opcode, 0);
	int caps = vct_query_qp_data_in_order(l.rx, row->opcode, RETURN_CAPS);

	RECORD("the capabilities are %#x", (unsigned int)caps);
	MUST_GE(NAMED("what ibv_query_qp_data_in_order returned", caps), 0);
	if (caps)
		MUST_EQ(NAMED("the bit of a whole message", caps & WHOLE_MSG), order);
}

/* Nor does a library before 60 know DEVICE_ONLY. */
CHECK_ROWS(all_capabilities_are_known, orders, PROMISES(DIO_05, DIO_06), .needs = NEED_RC)
{
	enum { RETURN_CAPS = 1, DEVICE_ONLY = 2, WHOLE_MSG = 1, ALIGNED_128_BYTES = 2 };
	struct link l = rc_link(.no_srq = true);
	int caps = vct_query_qp_data_in_order(l.rx, row->opcode, RETURN_CAPS);
	int alone = vct_query_qp_data_in_order(l.rx, row->opcode, RETURN_CAPS | DEVICE_ONLY);

	RECORD("the capabilities of the device alone are %#x", (unsigned int)alone);
	JUDGING(DIO_05);
	MUST(alone >= 0 && (!alone || !(caps & ~alone)),
	     "what the device alone has holds for the whole; alone %#x, together %#x",
	     (unsigned int)alone, (unsigned int)caps);
	JUDGING(DIO_06);
	MUST(!(caps & ~(WHOLE_MSG | ALIGNED_128_BYTES)),
	     "only capabilities of the page are returned; %#x was returned", (unsigned int)caps);
	MUST(!(caps & WHOLE_MSG) || caps & ALIGNED_128_BYTES,
	     "who keeps the order of a message keeps that of 128 bytes; %#x was returned",
	     (unsigned int)caps);
}

/* Waits for the last byte, and not for the completion. */
static void must_be_in_order(const volatile char *memory, size_t length)
{
	double until = vct_deadline_ms(COMPLETION_MS);

	while (memory[length - 1] == 0 && vct_is_in_time(until))
		;
	for (size_t i = 0; i < length; i++)
		MUST_NE(NAMED("a byte before the last one", memory[i]), 0);
}

/* Of writes and reads, whose bytes are none of them 0. */
CHECK_ROWS(last_byte_comes_last, orders, PROMISES(DIO_02), .needs = NEED_RC)
{
	enum { LENGTH = 20000, ROUNDS = 8 };
	struct carrier c = carrier_make(&carriers[0]);
	bool reads = row->opcode == IBV_WR_RDMA_READ, sends = row->opcode == IBV_WR_SEND;
	struct ibv_qp *qp = reads ? c.l.tx : c.l.rx;

	if (vct_query_qp_data_in_order(qp, row->opcode, 0) != 1) {
		RECORD("the device does not say that data is written in order");
		MUST_GE(vct_query_qp_data_in_order(qp, row->opcode, 0), 0);
		return;
	}
	for (int i = 0; i < ROUNDS; i++) {
		size_t length = sends ? SLOT_SIZE : LENGTH;
		char *to = reads ? c.local : sends ? recv_slot(0) : c.remote;

		carrier_refill(&c);
		memset(to, 0, length);
		if (sends)
			link_post_receives(&c.l, recv_list(0, 1));
		carrier_post(&c, row->opcode, 0, (uint32_t)length);
		must_be_in_order(to, length);
		MUST_COMPLETE_ALL(&c, 1);
		if (sends)
			MUST_EQ(MUST_COMPLETE(c.l.rx_cq).status, IBV_WC_SUCCESS);
	}
}
