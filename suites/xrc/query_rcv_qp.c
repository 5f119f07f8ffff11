// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_query_xrc_rcv_qp, and ibv_query_qp of an XRC receive QP. */
#include "../vct.h"

/* A QP in RTR whose peer never sends: none of its attributes changes. */
static struct rcv_qp idle_qp(enum xrc_api api)
{
	struct rcv_qp q = rcv_qp_make(api, domain_make(api));

	rcv_qp_to_init(&q);
	rcv_qp_to_rtr(&q, xrc_qp_make(IBV_QPT_XRC_SEND, NULL, cq_make(1))->qp_num);
	return q;
}

/* A query returns the "mask of enabled remote access operations". */
enum { REMOTE = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC };

static struct ibv_qp_attr query(const struct rcv_qp *q, int mask)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr = { 0 };

	MUST_SUCCEED(rcv_qp_query(q, &attr, mask, &init));
	return attr;
}

CHECK_ROWS(tells_each_state, xrc_apis, PROMISES(XRV_QRY_01), .needs = NEED_XRC)
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api));

	MUST_EQ(query(&q, IBV_QP_STATE).qp_state, IBV_QPS_RESET);
	rcv_qp_to_init(&q);
	MUST_EQ(query(&q, IBV_QP_STATE).qp_state, IBV_QPS_INIT);
	rcv_qp_to_rtr(&q, q.number);
	MUST_EQ(query(&q, IBV_QP_STATE).qp_state, IBV_QPS_RTR);
}

CHECK_ROWS(tells_what_init_was_given, xrc_apis, PROMISES(XRV_QRY_01, XRV_QRY_03), .needs = NEED_XRC)
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api));
	struct ibv_qp_attr given = rcv_init_attr(), told;

	SETUP_OF(BLOCK_OF_QP(QP_TO_INIT, IBV_QPT_XRC_RECV),
		 !rcv_qp_modify(&q, &given, RCV_INIT_MASK));
	told = query(&q, RCV_INIT_MASK);
	MUST_EQ(told.port_num, given.port_num);
	MUST_EQ(told.pkey_index, given.pkey_index);
	MUST_EQ(NAMED("the remote rights in qp_access_flags", told.qp_access_flags & REMOTE),
		given.qp_access_flags);
}

/* In RTR, the attributes set in the transition to INIT remain. */
CHECK_ROWS(tells_what_rtr_was_given, xrc_apis, PROMISES(XRV_QRY_01, XRV_QRY_03), .needs = NEED_XRC)
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api));
	struct ibv_qp_attr init = rcv_init_attr(), given = rcv_rtr_attr(0x1234), told;

	given.rq_psn = 0x4321;
	given.min_rnr_timer = 5;
	SETUP_OF(BLOCK_OF_QP(QP_TO_INIT, IBV_QPT_XRC_RECV),
		 !rcv_qp_modify(&q, &init, RCV_INIT_MASK));
	SETUP_OF(BLOCK_OF_QP(QP_TO_RTR, IBV_QPT_XRC_RECV),
		 !rcv_qp_modify(&q, &given, RCV_RTR_MASK));
	told = query(&q, RCV_INIT_MASK | RCV_RTR_MASK);
	MUST_EQ(told.path_mtu, given.path_mtu);
	MUST_EQ(told.dest_qp_num, 0x1234);
	MUST_EQ(told.rq_psn, 0x4321);
	MUST_EQ(told.max_dest_rd_atomic, given.max_dest_rd_atomic);
	MUST_EQ(told.min_rnr_timer, 5);
	MUST_EQ(told.ah_attr.port_num, given.ah_attr.port_num);
	if (vct_dev->port_attr.link_layer == IBV_LINK_LAYER_INFINIBAND)
		MUST_EQ(told.ah_attr.dlid, given.ah_attr.dlid);
	JUDGING(XRV_QRY_03);
	MUST_EQ(told.port_num, init.port_num);
	MUST_EQ(told.pkey_index, init.pkey_index);
}

/* A receive QP has its type, and neither CQs nor a SRQ nor queues. */
CHECK_ROWS(tells_what_it_was_created_with, xrc_apis, PROMISES(XRV_QRY_01), .needs = NEED_XRC)
{
	struct rcv_qp q = idle_qp(row->api);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr = { 0 };

	memset(&init, 0xee, sizeof(init));
	MUST_SUCCEED(rcv_qp_query(&q, &attr, IBV_QP_STATE | IBV_QP_CAP, &init));
	MUST_EQ(init.qp_type, IBV_QPT_XRC_RECV);
	MUST_POINT_TO(init.send_cq, NULL);
	MUST_POINT_TO(init.recv_cq, NULL);
	MUST_POINT_TO(init.srq, NULL);
	MUST_EQ(init.cap.max_send_wr, 0);
	MUST_EQ(init.cap.max_recv_wr, 0);
}

static const struct mask_row {
	struct vct_row vct_row;
	enum xrc_api api;
	int mask;
} masks[] = {
	{ ROW("legacy-0"), XRC_LEGACY, 0 },
	{ ROW("legacy-state"), XRC_LEGACY, IBV_QP_STATE },
	{ ROW("legacy-rtr-list"), XRC_LEGACY, RCV_RTR_MASK },
	{ ROW("legacy-cap"), XRC_LEGACY, IBV_QP_CAP },
	{ ROW("today-0"), XRC_TODAY, 0 },
	{ ROW("today-state"), XRC_TODAY, IBV_QP_STATE },
	{ ROW("today-rtr-list"), XRC_TODAY, RCV_RTR_MASK },
	{ ROW("today-cap"), XRC_TODAY, IBV_QP_CAP },
};

CHECK_ROWS(the_mask_is_a_hint, masks, PROMISES(XRV_QRY_02), .needs = NEED_XRC)
{
	struct rcv_qp q = idle_qp(row->api);
	struct ibv_qp_attr told = query(&q, row->mask);

	RECORD("mask 0x%x: path_mtu is %s", (unsigned int)row->mask,
	       told.path_mtu ? "told" : "not told");
	if (row->mask & IBV_QP_STATE)
		MUST_EQ(told.qp_state, IBV_QPS_RTR);
	if (row->mask & IBV_QP_PATH_MTU)
		MUST_EQ(told.path_mtu, vct_dev->port_attr.active_mtu);
}

/*
 * Only four members may differ between two queries, ah_attr only with alternate paths.
 */
CHECK_ROWS(tells_the_same_again, xrc_apis, PROMISES(XRV_QRY_04), .needs = NEED_XRC)
{
	struct rcv_qp q = idle_qp(row->api);
	int all = RCV_INIT_MASK | RCV_RTR_MASK | IBV_QP_CAP;
	struct ibv_qp_attr told[2];

	for (int i = 0; i < 2; i++) {
		told[i] = query(&q, all);
		told[i].qp_state = 0;
		told[i].path_mig_state = 0;
		told[i].sq_draining = 0;
		told[i].en_sqd_async_notify = 0; /* as cur_qp_state, irrelevant for a query */
		told[i].cur_qp_state = 0;
		if (vct_dev->attr.orig_attr.device_cap_flags & IBV_DEVICE_AUTO_PATH_MIG)
			memset(&told[i].ah_attr, 0, sizeof(told[i].ah_attr));
	}
	MUST_EQUAL_BYTES(NAMED("qp_attr of two queries", &told[0]), &told[1], sizeof(told[0]));
}

/* Without alternate paths ah_attr does not change, either. */
CHECK_ROWS(tells_the_same_path_again, xrc_apis, PROMISES(XRV_QRY_04), .needs = NEED_XRC,
	   .lacks = NEED_APM)
{
	struct rcv_qp q = idle_qp(row->api);
	struct ibv_ah_attr first = query(&q, IBV_QP_AV).ah_attr;

	for (int i = 0; i < 4; i++) {
		struct ibv_ah_attr again = query(&q, IBV_QP_AV).ah_attr;

		MUST_EQUAL_BYTES(NAMED("qp_attr of a second query", &again), &first, sizeof(first));
	}
}

/* Queries by the number alone, without a handle. */
static int query_number(enum xrc_api api, struct ibv_xrcd *domain, uint32_t number)
{
	struct rcv_qp q = { .api = api, .domain = domain, .number = number };
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr = { 0 };
	int ret = 0;

	if (api == XRC_TODAY)
		ret = rcv_qp_register(api, domain, number, &q);
	return ret ? ret : rcv_qp_query(&q, &attr, IBV_QP_STATE, &init);
}

CHECK_ROWS(failure_is_an_errno_value, xrc_apis, PROMISES(XRV_QRY_05), .needs = NEED_XRC)
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api));

	MUST_GE(NAMED("what the call returned",
		      query_number(row->api, domain_make(row->api), q.number)),
		1);
	SETUP_OF(BLOCK_RELEASE_QP, !rcv_qp_unregister(&q));
	MUST_GE(NAMED("what the call returned", query_number(row->api, q.domain, q.number)), 1);
}

CHECK(no_domain_is_an_errno_value, PROMISES(XRV_QRY_05), .answered_by_library = "query_xrc_rcv_qp")
{
	MUST_GE(NAMED("what the call returned", query_number(XRC_LEGACY, NULL, 1)), 1);
}
