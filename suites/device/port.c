// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_query_port: what a port says of itself. */
#include "port.h"

enum { PATIENCE = 100, FIRST_MULTICAST_LID = 0xc000, LINK_UP = 5 };

static const void *member(const struct ibv_port_attr *attr, const struct vct_member *c)
{
	return (const char *)attr + c->offset;
}

static const struct vct_member *first_difference(const struct ibv_port_attr *a,
						 const struct ibv_port_attr *b)
{
	const struct vct_member *c = vct_port_claims;

	while (c->name && !memcmp(member(a, c), member(b, c), c->size))
		c++;
	return c;
}

/* Two structures with different contents; counters and states may change meanwhile. */
CHECK(query_fills_every_member, PROMISES(PRT_01))
{
	for (int port = 1; port <= ports(); port++) {
		const struct vct_member *differs;
		struct ibv_port_attr a, b;
		int left = PATIENCE;

		do {
			memset(&a, 0, sizeof(a));
			memset(&b, 0xa5, sizeof(b));
			MUST_SUCCEED(vct_query_port(ctx(), (uint8_t)port, &a));
			MUST_SUCCEED(vct_query_port(ctx(), (uint8_t)port, &b));
			differs = first_difference(&a, &b);
		} while (differs->name && --left);
		MUST(!differs->name, "%s is the same in both answers",
		     differs->name ?: "each member");
	}
}

CHECK_ROWS(query_of_no_port, outside_rows, PROMISES(PRT_02, PRT_03), .kind = OF_NO_PORT)
{
	struct ibv_port_attr attr;
	int ret = vct_query_port(ctx(), outside(row, 0).port, &attr);

	JUDGING(PRT_03);
	MUST_NE(ret, 0);
	JUDGING(PRT_02);
	MUST_REFUSE_WITH_ERRNO(ret);
}

static bool is_mtu(enum ibv_mtu mtu)
{
	return mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096;
}

/* A port that is not active may have no MTU. */
CHECK(values_are_of_their_enumerations, PROMISES(PRT_04, PRT_05))
{
	for (int port = 1; port <= ports(); port++) {
		struct ibv_port_attr attr = port_attr((uint8_t)port);

		JUDGING(PRT_04);
		MUST_LE(attr.state, IBV_PORT_ACTIVE_DEFER);
		if (attr.state == IBV_PORT_ACTIVE) {
			MUST(is_mtu(attr.max_mtu),
			     "max_mtu is one of the values of enum ibv_mtu; it is %d",
			     (int)attr.max_mtu);
			MUST(is_mtu(attr.active_mtu),
			     "active_mtu is one of the values of enum ibv_mtu; it is %d",
			     (int)attr.active_mtu);
			MUST_LE(attr.active_mtu, attr.max_mtu);
		}
		JUDGING(PRT_05);
		MUST_LE(attr.link_layer, IBV_LINK_LAYER_ETHERNET);
	}
}

/* iWARP has no P_Keys. */
CHECK(pkey_table_is_within_max_pkeys, PROMISES(PRT_06), .needs = NEED_IB_STATES)
{
	for (int port = 1; port <= ports(); port++)
		MUST_LE(port_attr((uint8_t)port).pkey_tbl_len, vct_dev->attr.orig_attr.max_pkeys);
}

CHECK(message_of_an_mtu_fits, PROMISES(PRT_07))
{
	struct ibv_port_attr attr = port_attr(vct_dev->port);

	MUST_GE(attr.max_msg_sz, 128 << attr.active_mtu);
}

static bool is_infiniband(void)
{
	bool is = vct_dev->port_attr.link_layer == IBV_LINK_LAYER_INFINIBAND && !vct_dev->iwarp;

	if (!is)
		RECORD("the port is not of InfiniBand");
	return is;
}

CHECK(lids_are_unicast, PROMISES(PRT_08), .asks = true)
{
	struct ibv_port_attr attr = port_attr(vct_dev->port);

	if (!is_infiniband())
		vct_skip("only ports of InfiniBand have LIDs");
	MUST_GE(attr.lid, 1);
	MUST_LE(attr.lid, FIRST_MULTICAST_LID - 1);
	MUST_EQ(NAMED("the lowest lmc bits of lid", attr.lid & ((1 << attr.lmc) - 1)), 0);
	MUST_GE(attr.sm_lid, 1);
	MUST_LE(attr.sm_lid, FIRST_MULTICAST_LID - 1);
}

CHECK(numbers_fit_their_fields, PROMISES(PRT_09))
{
	struct ibv_port_attr attr = port_attr(vct_dev->port);

	MUST_LE(attr.phys_state, 7);
	if (!is_infiniband())
		return;
	MUST_LE(attr.lmc, 7);
	MUST_LE(attr.max_vl_num, 15);
	MUST_LE(attr.sm_sl, 15);
	MUST_LE(attr.subnet_timeout, 31);
	MUST_LE(attr.init_type_reply, 15);
}

static bool is_one_bit(unsigned int n)
{
	return n && !(n & (n - 1));
}

/* Later pages tell speeds that the 8 bits of active_speed do not hold in a member of their own. */
CHECK(width_and_speed_are_of_one_link, PROMISES(PRT_10))
{
	struct ibv_port_attr attr = port_attr(vct_dev->port);

	MUST(is_one_bit(attr.active_width), "active_width is one bit; it is %#x",
	     attr.active_width);
	MUST(!attr.active_speed || is_one_bit(attr.active_speed),
	     "active_speed is one bit, or 0; it is %#x", attr.active_speed);
}

CHECK(link_of_an_active_port_is_up, PROMISES(PRT_11))
{
	struct ibv_port_attr attr = port_attr(vct_dev->port);

	SETUP(attr.state == IBV_PORT_ACTIVE);
	MUST_EQ(attr.phys_state, LINK_UP);
}

CHECK(second_flags_need_their_flag, PROMISES(PRT_12))
{
	for (int port = 1; port <= ports(); port++) {
		struct ibv_port_attr attr = port_attr((uint8_t)port);

		MUST(attr.port_cap_flags & IBV_PORT_CAP_MASK2_SUP || !attr.port_cap_flags2,
		     "port_cap_flags2 is 0 without IBV_PORT_CAP_MASK2_SUP; it is %#x",
		     attr.port_cap_flags2);
	}
}
