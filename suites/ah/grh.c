// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What a datagram has of the address that it was sent to: its GRH, as the receiver sees it. */
#include "header.h"

enum { MOST_GIDS = 16 };

/* Each GID of the port is the source, and the destination. */
CHECK(gids_are_those_of_the_address, PROMISES(AH_05, AH_06), .needs = NEED_UD, .asks = true)
{
	struct ibv_gid_entry entries[MOST_GIDS];
	int n = like_gids(entries, MOST_GIDS);
	struct link l = datagram_link();

	for (int i = 0; i < n; i++) {
		struct ibv_ah_attr address = address_at(&entries[i]);
		struct header h = must_come_with_header(&l, &address);

		JUDGING(AH_05);
		MUST(is_same_gid(&h.to, &address.grh.dgid),
		     "the message goes to the GID of its address; its header has another");
		JUDGING(AH_06);
		MUST(is_same_gid(&h.from, &entries[i].gid),
		     "the message comes from the GID of sgid_index; its header has another");
	}
}

/*
 * The headers of datagrams from each GID of the port, with this class, label and hop limit (0: that
 * of own_address()). Returns how many.
 */
static int headers_with(const struct ibv_global_route *route, struct header *headers)
{
	struct ibv_gid_entry entries[MOST_GIDS];
	int n = like_gids(entries, MOST_GIDS);
	struct link l = datagram_link();

	for (int i = 0; i < n; i++) {
		struct ibv_ah_attr address = address_at(&entries[i]);

		address.grh.traffic_class = route->traffic_class;
		address.grh.flow_label = route->flow_label;
		if (route->hop_limit)
			address.grh.hop_limit = route->hop_limit;
		headers[i] = must_come_with_header(&l, &address);
	}
	return n;
}

static const struct byte_row {
	struct vct_row vct_row;
	uint8_t value;
} classes[] = {
	{ ROW("4"), .value = 4 },
};

enum { CONGESTION = 3 }; /* the bits of a traffic class that the network may change */

CHECK_ROWS(traffic_class_is_that_of_the_address, classes, PROMISES(AH_09), .needs = NEED_UD,
	   .asks = true)
{
	struct header headers[MOST_GIDS];
	int n = headers_with(&(struct ibv_global_route){ .traffic_class = row->value }, headers);

	for (int i = 0; i < n; i++)
		MUST_EQ(NAMED("traffic_class of the header",
			      headers[i].traffic_class & ~(is_ethernet() ? CONGESTION : 0)),
			row->value);
}

static const struct byte_row hops[] = {
	{ ROW("1"), .value = 1 },
	{ ROW("64"), .value = 64 },
};

CHECK_ROWS(hop_limit_is_that_of_the_address, hops, PROMISES(AH_08), .needs = NEED_UD, .asks = true)
{
	struct header headers[MOST_GIDS];
	int n = headers_with(&(struct ibv_global_route){ .hop_limit = row->value }, headers);

	for (int i = 0; i < n; i++)
		MUST_EQ(headers[i].hop_limit, row->value);
}

static const struct flow_row {
	struct vct_row vct_row;
	uint32_t flow_label;
} flows[] = {
	{ ROW("1"), .flow_label = 1 },
	{ ROW("0x12345"), .flow_label = 0x12345 },
};

/* A header of IPv4 has no flow label. */
CHECK_ROWS(flow_label_is_that_of_the_address, flows, PROMISES(AH_07), .needs = NEED_UD,
	   .asks = true)
{
	struct header headers[MOST_GIDS];
	int n = headers_with(&(struct ibv_global_route){ .flow_label = row->flow_label }, headers);

	for (int i = 0; i < n; i++)
		if (headers[i].ipv4)
			RECORD("a datagram of IPv4 has no flow label");
		else
			MUST_EQ(headers[i].flow_label, row->flow_label);
}

static const struct bits_row {
	struct vct_row vct_row;
	uint32_t most;
} bits[] = {
	{ ROW("traffic-class", AH_09), .most = 255 },
	{ ROW("flow-label", AH_07), .most = 0xfffff },
	{ ROW("hop-limit", AH_08), .most = 255 },
};

/* One of the three, in the header of a datagram that is sent with this value. */
static uint32_t carried(struct link *l, struct ibv_ah_attr address, const struct bits_row *row,
			uint32_t value)
{
	struct header h;

	if (row->vct_row.promises[0] == AH_09)
		address.grh.traffic_class = (uint8_t)value;
	else if (row->vct_row.promises[0] == AH_08)
		address.grh.hop_limit = (uint8_t)value;
	else
		address.grh.flow_label = value;
	h = must_come_with_header(l, &address);
	if (row->vct_row.promises[0] == AH_09)
		return is_ethernet() ? (h.traffic_class & ~3U) | (value & CONGESTION)
				     : h.traffic_class;
	if (row->vct_row.promises[0] == AH_08)
		return h.hop_limit;
	return h.ipv4 ? value : h.flow_label;
}

/* From and to two GIDs of the port, which may be of IPv4 and of IPv6: the values of levels.h. */
CHECK_ROWS(every_bit_is_that_of_the_address, bits, .needs = NEED_UD, .asks = true)
{
	struct levels v = levels_of(1, row->most);
	struct ibv_gid_entry entries[2];
	struct link l = datagram_link();

	for (int gid = like_gids(entries, 2); gid--;)
		for (size_t i = 0; i < v.n; i++)
			MUST_EQ(NAMED("the member of the header",
				      carried(&l, address_at(&entries[gid]), row,
					      (uint32_t)v.of[i])),
				v.of[i]);
}

/* Where a GRH may be left out, the completion tells whether it was. */
CHECK(grh_is_there_if_and_only_if_global, PROMISES(AH_10), .needs = NEED_UD, .asks = true)
{
	struct link l = datagram_link();
	struct ibv_ah_attr address = own_address();

	if (!link_layer_has_grh())
		vct_skip("the port has no link layer that defines a GRH");
	for (int i = 0; i < 4; i++) {
		address.is_global = link_has_grh() || i % 2;
		must_come(&l, &address);
		MUST_EQ(!!(l.wc.wc_flags & IBV_WC_GRH), address.is_global);
		MUST_EQ(l.wc.byte_len, 64 + GRH);
	}
}

/*
 * Each of the 16. A subnet may map several service levels to no lane, so that their datagrams are
 * lost, and a device may refuse them.
 */
CHECK(service_level_is_that_of_the_address, PROMISES(AH_11), .needs = NEED_UD, .asks = true)
{
	struct link l = datagram_link();
	struct ibv_ah_attr address = own_address();

	if (is_ethernet())
		vct_skip("Ethernet has no service levels");
	for (address.sl = 0; address.sl < 16; address.sl++) {
		l.ah = vct_create_ah(pd(), &address);
		if (!l.ah && address.sl)
			continue;
		MUST_MAKE(l.ah);
		link_post_receives(&l, recv_list(0, 1));
		link_post(&l, IBV_WR_SEND);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
			 cq_wait(l.tx_cq).status == IBV_WC_SUCCESS);
		if (cq_gives(l.rx_cq, 300, &l.wc))
			MUST_EQ(l.wc.sl, address.sl);
		else
			RECORD("no datagram of service level %u arrives", address.sl);
		SETUP_OF(BLOCK_RELEASE_AH, !vct_destroy_ah(l.ah));
	}
}
