// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_ah and ibv_destroy_ah: what is made and what is refused. */
#include "header.h"

CHECK(belongs_to_the_pd, PROMISES(AH_01, AH_02), .needs = NEED_UD)
{
	struct ibv_pd *pds[2] = { pd(), vct_alloc_pd(ctx()) };
	struct ibv_ah_attr address = own_address();

	SETUP_OF(BLOCK_PD, pds[1]);
	for (int i = 0; i < 4; i++) {
		struct ibv_ah *ah = vct_create_ah(pds[i % 2], &address);

		JUDGING(AH_01);
		MUST_MAKE(ah);
		MUST_POINT_TO(ah->pd, pds[i % 2]);
		MUST_POINT_TO(ah->context, ctx());
		JUDGING(AH_02);
		MUST_SUCCEED(vct_destroy_ah(ah));
	}
}

static const struct port_row {
	struct vct_row vct_row;
	int port; /* -1: the one behind the last */
} ports[] = {
	{ ROW("0"), .port = 0 },
	{ ROW("behind-the-last"), .port = -1 },
	{ ROW("255"), .port = 255 },
};

/*
 * No page says that ibv_create_ah looks at what it is given: it may be found out when the address
 * handle is used. One that is made is one of the PD, and goes.
 */
static void must_be_handle_or_null(struct ibv_ah *ah, const char *what)
{
	RECORD("%s is %s", what, ah ? "taken" : "refused");
	if (!ah) {
		vct_held();
		return;
	}
	MUST_POINT_TO(ah->pd, pd());
	MUST_POINT_TO(ah->context, ctx());
	MUST_SUCCEED(vct_destroy_ah(ah));
}

CHECK_ROWS(no_other_port_is_taken, ports, PROMISES(AH_03), .needs = NEED_UD,
	   .danger = DANGER_REFUSED)
{
	int behind = vct_dev->attr.orig_attr.phys_port_cnt + 1;
	struct ibv_ah_attr address = own_address();

	address.port_num = (uint8_t)(row->port < 0 ? behind : row->port);
	must_be_handle_or_null(vct_create_ah(pd(), &address), "the port");
}

/* Where the table has 256 entries, sgid_index cannot be outside. */
CHECK(no_index_outside_the_table_is_taken, PROMISES(AH_04), .needs = NEED_UD,
      .danger = DANGER_REFUSED, .asks = true)
{
	struct ibv_ah_attr address = own_address();
	struct ibv_port_attr port;

	SETUP(!vct_query_port(ctx(), vct_dev->port, &port));
	address.is_global = 1;
	if (port.gid_tbl_len > UINT8_MAX)
		vct_skip("the port has a GID for each value of sgid_index");
	address.grh.sgid_index = (uint8_t)port.gid_tbl_len;
	must_be_handle_or_null(vct_create_ah(pd(), &address), "the first index outside");
	address.grh.sgid_index = UINT8_MAX;
	must_be_handle_or_null(vct_create_ah(pd(), &address), "the last index");
}

CHECK(without_a_grh_is_refused_where_required, PROMISES(AH_13, AFT_01), .needs = NEED_UD | NEED_GRH,
      .danger = DANGER_REFUSED)
{
	static const uint16_t dlids[] = { 0, 1, 0xbfff, 0xffff };
	struct ibv_ah_attr address = own_address();

	JUDGING(AH_13);
	address.is_global = 0;
	for (size_t i = 0; i < sizeof(dlids) / sizeof(dlids[0]); i++) {
		address.dlid = dlids[i];
		MUST_MAKE_NONE(vct_create_ah(pd(), &address));
	}
	JUDGING(AFT_01);
	MUST_GO_ON();
}

static const struct rate_row {
	struct vct_row vct_row;
	uint8_t rate;
} rates[] = {
	{ ROW("2.5"), .rate = IBV_RATE_2_5_GBPS },
	{ ROW("10"), .rate = IBV_RATE_10_GBPS },
	{ ROW("100"), .rate = IBV_RATE_100_GBPS },
};

CHECK_ROWS(datagrams_of_each_rate_arrive, rates, PROMISES(AH_12), .needs = NEED_UD, .asks = true)
{
	struct ibv_ah_attr address = own_address();
	struct link l = datagram_link();
	struct ibv_ah *ah;

	address.is_global = 1;
	address.static_rate = row->rate;
	ah = vct_create_ah(pd(), &address);
	if (!ah)
		vct_skip("the device refuses the static rate %u", row->rate);
	must_come(&l, &address);
	MUST_EQ(l.wc.status, IBV_WC_SUCCESS);
}

/* A send that is refused or fails; or a datagram that arrives, or is lost. */
CHECK(of_another_pd, PROMISES(AH_14), .needs = NEED_UD, .danger = DANGER_REFUSED)
{
	struct ibv_ah_attr address = own_address();
	struct link l = datagram_link();
	struct ibv_pd *other = vct_alloc_pd(ctx());
	struct ibv_wc wc;
	int ret;

	SETUP_OF(BLOCK_PD, other);
	l.ah = vct_create_ah(other, &address);
	SETUP_OF(BLOCK_AH, l.ah);
	link_post_receives(&l, recv_list(0, 1));
	ret = link_try(&l, IBV_WR_SEND);
	MUST_GE(ret, 0);
	if (ret) {
		RECORD("the send is refused with %s", vct_errno_text(ret));
		return;
	}
	wc = MUST_COMPLETE(l.tx_cq);
	MUST_EQ(wc.wr_id, 0);
	RECORD("the send %s", wc.status == IBV_WC_SUCCESS ? "succeeds" : "fails");
}

/* Addresses that differ in their traffic class; the first and the last are destroyed. */
CHECK(each_keeps_its_address, PROMISES(AH_15), .needs = NEED_UD, .asks = true)
{
	enum { AHS = 4 };
	struct ibv_gid_entry entry;
	struct link l[2] = { datagram_link(), datagram_link() };
	struct ibv_ah *ahs[AHS];

	like_gids(&entry, 1);
	for (int i = 0; i < AHS; i++) {
		struct ibv_ah_attr address = address_at(&entry);

		address.grh.traffic_class = (uint8_t)(0x20 * i);
		ahs[i] = vct_create_ah(pd(), &address);
		SETUP(ahs[i]);
	}
	SETUP_OF(BLOCK_RELEASE_AH, !vct_destroy_ah(ahs[0]) && !vct_destroy_ah(ahs[AHS - 1]));
	for (int i = 0; i < 8; i++) {
		struct link *user = &l[i / 2 % 2];
		const char *sent;
		struct header h;

		user->ah = ahs[1 + i % 2];
		sent = post_datagram(user);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
			 cq_wait(user->tx_cq).status == IBV_WC_SUCCESS);
		RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD));
		user->wc = MUST_COMPLETE(user->rx_cq);
		must_be_sent(user, sent);
		h = header_of(user, &entry.gid);
		MUST_EQ(NAMED("traffic_class without its ECN bits", h.traffic_class & ~3),
			0x20 * (1 + i % 2));
	}
}
