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
	uint32_t most, changed; /* changed: bits that a network of Ethernet may change */
	size_t at, seen_at;     /* in the address, and in the header */
	size_t size;
	bool not_ipv4;
} bits[] = {
#define BITS(name_, promise_, member_, ...)                                                        \
	{                                                                                          \
		ROW(name_, promise_), .at = offsetof(struct ibv_ah_attr, grh.member_),             \
				      .seen_at = offsetof(struct header, member_),                 \
				      .size = sizeof(((struct header *)0)->member_), __VA_ARGS__   \
	}
	BITS("traffic-class", AH_09, traffic_class, .most = 255, .changed = CONGESTION),
	BITS("flow-label", AH_07, flow_label, .most = 0xfffff, .not_ipv4 = true),
	BITS("hop-limit", AH_08, hop_limit, .most = 255),
};

/*
 * From and to two GIDs of the port, which may be of IPv4 and of IPv6: the values of levels.h. The
 * other members have no bit and all bits, in turns.
 */
CHECK_ROWS(every_bit_is_that_of_the_address, bits, .needs = NEED_UD, .asks = true)
{
	uint64_t kept = ~(uint64_t)(is_ethernet() ? row->changed : 0);
	struct levels v = levels_of(1, row->most);
	struct ibv_gid_entry entries[2];
	struct link l = datagram_link();

	for (int gid = like_gids(entries, 2); gid--;)
		for (size_t i = 0; i < v.n; i++) {
			struct ibv_ah_attr address = address_at(&entries[gid]);
			struct header h;

			for (size_t n = 0; i % 2 && n < sizeof(bits) / sizeof(bits[0]); n++)
				vct_set_number_at((char *)&address + bits[n].at, bits[n].size,
						  bits[n].most);
			vct_set_number_at((char *)&address + row->at, row->size, v.of[i]);
			h = must_come_with_header(&l, &address);
			if (row->not_ipv4 && h.ipv4)
				break;
			MUST_EQ(NAMED("the member of the header",
				      vct_number_at((char *)&h + row->seen_at, row->size) & kept),
				v.of[i] & kept);
		}
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
		if (!l.ah && address.sl) {
			RECORD("no address has service level %u", address.sl);
			continue;
		}
		MUST_MAKE(l.ah);
		link_post_receives(&l, recv_list(0, 1));
		link_post(&l, address.sl % 2 ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
			 cq_wait(l.tx_cq).status == IBV_WC_SUCCESS);
		SETUP_OF(BLOCK_RELEASE_AH, !vct_destroy_ah(l.ah));
		if (cq_gives(l.rx_cq, 300, &l.wc)) {
			MUST_EQ(l.wc.sl, address.sl);
			continue;
		}
		RECORD("no datagram of service level %u arrives", address.sl);
		/* If it is late, it does not come to the receive of the next one. */
		l = datagram_link();
	}
}
