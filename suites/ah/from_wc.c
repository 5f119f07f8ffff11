// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_init_ah_from_wc and ibv_create_ah_from_wc: the way back to the sender of a datagram. */
#include "header.h"

/* A datagram that has arrived, the 40 bytes before it, and the sender's own GID. */
struct arrived {
	struct link l;
	struct ibv_grh *grh;
	union ibv_gid own;
};

static struct arrived arrived_at(const struct ibv_ah_attr *address)
{
	struct arrived a = { .l = datagram_link() };

	must_come(&a.l, address);
	a.grh = (struct ibv_grh *)recv_slot(a.l.wc.wr_id);
	SETUP(!vct_query_gid(ctx(), vct_dev->port, address->grh.sgid_index, &a.own));
	return a;
}

static struct arrived arrived_from(uint8_t traffic_class, uint32_t flow_label)
{
	struct ibv_ah_attr address = own_address();

	address.is_global = 1;
	address.grh.traffic_class = traffic_class;
	address.grh.flow_label = flow_label;
	return arrived_at(&address);
}

static const struct global_row {
	struct vct_row vct_row;
	bool global;
} globals[] = {
	{ ROW("with-a-grh"), .global = true },
	{ ROW("as-the-port-needs"), .global = false },
};

static struct arrived arrived_by(const struct global_row *row)
{
	struct ibv_ah_attr address = own_address();

	address.is_global |= row->global;
	return arrived_at(&address);
}

/* What the header says, if the completion tells of one. */
static void must_be_from_header(const struct arrived *a, const struct ibv_ah_attr *attr)
{
	struct header header = header_of(&a->l, &a->own);
	union ibv_gid own;

	MUST(is_same_gid(&attr->grh.dgid, &header.from),
	     "dgid is the GID from which the message came; it is another");
	MUST_EQ(vct_query_gid(ctx(), vct_dev->port, attr->grh.sgid_index, &own), 0);
	MUST(is_same_gid(&own, &header.to),
	     "the GID to which the message went is one of the port; it is another");
}

/* What was in the structure before is not there any more. */
CHECK_ROWS(init_tells_the_way_back, globals, PROMISES(AFW_01, AFW_04, AFW_05), .needs = NEED_UD)
{
	struct arrived a = arrived_by(row);
	struct ibv_ah_attr attr;

	JUDGING(AFW_01);
	memset(&attr, 0xa5, sizeof(attr));
	MUST_EQ(vct_init_ah_from_wc(ctx(), vct_dev->port, &a.l.wc, a.grh, &attr), 0);
	MUST_EQ(attr.port_num, vct_dev->port);
	JUDGING(AFW_04);
	MUST_EQ(!!attr.is_global, !!(a.l.wc.wc_flags & IBV_WC_GRH));
	if (attr.is_global)
		must_be_from_header(&a, &attr);
	JUDGING(AFW_05);
	MUST_EQ(attr.dlid, a.l.wc.slid);
	MUST_EQ(attr.sl, a.l.wc.sl);
	MUST_EQ(attr.src_path_bits, a.l.wc.dlid_path_bits);
}

/* The next of the GIDs that is of IPv4, or of IPv6, as the one of `at`. */
static int next_of_kind(const struct ibv_gid_entry *entries, int n, int at)
{
	int i = at;

	do
		i = (i + 1) % n;
	while (is_mapped(&entries[i].gid) != is_mapped(&entries[at].gid));
	return i;
}

/* To each GID of the port, from another one if there is one. */
CHECK(index_is_that_of_the_gid, PROMISES(AFW_04), .needs = NEED_UD, .asks = true)
{
	struct ibv_gid_entry entries[16];

	for (int i = 0, n = like_gids(entries, 16); i < n; i++) {
		const struct ibv_gid_entry *from = &entries[next_of_kind(entries, n, i)];
		struct ibv_ah_attr address = address_at(&entries[i]), attr;
		struct arrived a;
		union ibv_gid own;

		address.grh.sgid_index = (uint8_t)from->gid_index;
		a = arrived_at(&address);
		link_needs_grh(&a.l);
		MUST_EQ(vct_init_ah_from_wc(ctx(), vct_dev->port, &a.l.wc, a.grh, &attr), 0);
		MUST(attr.is_global, "is_global is 1 for a message with a GRH; it is 0");
		MUST_EQ(vct_query_gid(ctx(), vct_dev->port, attr.grh.sgid_index, &own), 0);
		MUST(is_same_gid(&own, &entries[i].gid), "sgid_index is that of the GID to which "
							 "the message went; that has another GID");
		MUST(is_same_gid(&attr.grh.dgid, &from->gid),
		     "dgid is the GID from which the message came; it is another");
	}
}

CHECK(flow_and_class_are_those_of_the_grh, PROMISES(AFW_09), .needs = NEED_UD, .asks = true)
{
	for (unsigned int i = 1; i < 4; i++) {
		struct arrived a = arrived_from((uint8_t)(i << 5), 0x12345 * i);
		struct header header = header_of(&a.l, &a.own);
		struct ibv_ah_attr attr;

		SETUP(!vct_init_ah_from_wc(ctx(), vct_dev->port, &a.l.wc, a.grh, &attr));
		MUST_EQ(attr.grh.traffic_class, header.traffic_class);
		MUST_EQ(attr.grh.flow_label, header.flow_label);
	}
}

/* The destination, an address of IPv6 or of IPv4, becomes one that the port does not have. */
static void spoil(struct arrived *a)
{
	uint8_t *b = (uint8_t *)a->grh;

	link_needs_grh(&a->l);
	for (int i = 0; i < 4; i++)
		b[GRH - 1 - i] ^= 0x5a;
}

CHECK(grh_of_another_port_is_an_error, PROMISES(AFW_02, AFW_03), .needs = NEED_UD, .asks = true)
{
	struct arrived a = arrived_from(0, 0);
	struct ibv_ah_attr attr;
	int ret;

	spoil(&a);
	ret = vct_init_ah_from_wc(ctx(), vct_dev->port, &a.l.wc, a.grh, &attr);
	JUDGING(AFW_03);
	MUST_NE(ret, 0);
	JUDGING(AFW_02);
	MUST_EQ(ret, -1);
}

CHECK(create_fails_with_null, PROMISES(AFW_08), .needs = NEED_UD, .asks = true)
{
	struct arrived a = arrived_from(0, 0);

	link_needs_grh(&a.l);
	MUST_MAKE(vct_create_ah_from_wc(pd(), &a.l.wc, a.grh, vct_dev->port));
	spoil(&a);
	MUST_MAKE_NONE(vct_create_ah_from_wc(pd(), &a.l.wc, a.grh, vct_dev->port));
}

CHECK(a_failing_create_sets_errno, PROMISES(AFW_10), .needs = NEED_UD, .asks = true)
{
	struct arrived a = arrived_from(0, 0);

	link_needs_grh(&a.l);
	spoil(&a);
	errno = 0;
	MUST_MAKE_NONE(vct_create_ah_from_wc(pd(), &a.l.wc, a.grh, vct_dev->port));
	MUST_GE(errno, 1);
}

/* Where addresses need a GRH, the way back is not told without one. */
static struct arrived answerable_by(const struct global_row *row)
{
	struct arrived a = arrived_by(row);

	if (link_has_grh())
		link_needs_grh(&a.l);
	return a;
}

/* The receiver answers: the roles of the link are swapped. */
static void must_answer(struct arrived *a, struct ibv_ah *ah)
{
	struct link *l = &a->l, back = { .tx = l->rx,
					 .rx = l->tx,
					 .tx_cq = l->rx_cq,
					 .rx_cq = l->tx_cq,
					 .ah = ah,
					 .sent = l->sent };

	MUST_EQ(l->wc.src_qp, l->tx->qp_num);
	link_post_receives(&back, recv_list(7, 1));
	link_post(&back, IBV_WR_SEND);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
		 cq_wait(back.tx_cq).status == IBV_WC_SUCCESS);
	back.wc = MUST_COMPLETE(back.rx_cq);
	MUST_EQ(back.wc.status, IBV_WC_SUCCESS);
	MUST_EQ(back.wc.wr_id, 7);
	MUST_EQ(back.wc.src_qp, l->rx->qp_num);
}

CHECK_ROWS(datagram_is_answered, globals, PROMISES(AFW_06, AFW_08), .needs = NEED_UD, .asks = true)
{
	struct arrived a = answerable_by(row);
	struct ibv_ah *ah = vct_create_ah_from_wc(pd(), &a.l.wc, a.grh, vct_dev->port);

	JUDGING(AFW_08);
	MUST_MAKE(ah);
	JUDGING(AFW_06);
	must_answer(&a, ah);
}

CHECK_ROWS(create_ah_takes_what_init_fills, globals, PROMISES(AFW_07, AFW_06), .needs = NEED_UD,
	   .asks = true)
{
	struct arrived a = answerable_by(row);
	struct ibv_ah_attr attr;
	struct ibv_ah *ah;

	memset(&attr, 0xa5, sizeof(attr));
	SETUP(!vct_init_ah_from_wc(ctx(), vct_dev->port, &a.l.wc, a.grh, &attr));
	JUDGING(AFW_07);
	ah = vct_create_ah(pd(), &attr);
	MUST_MAKE(ah);
	JUDGING(AFW_06);
	must_answer(&a, ah);
}
