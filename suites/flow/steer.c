// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which QP a raw packet comes to: what is claimed works. */
#include <arpa/inet.h>

#include "raw.h"

enum { NOT = -1 };

/* More rules than one for a QP: the device may have memory for fewer. */
CHECK(claimed_rules_are_made, PROMISES(FLW_15, FLW_12), .needs = STEERS)
{
	enum { RULES = 16 };
	struct ibv_flow *flows[RULES];
	struct ibv_qp *qp = raw_qp(cq_make(1), cq_make(16));
	unsigned int n;

	for (n = 0; n < RULES; n++) {
		struct rule rule = rule_to((uint8_t)n);

		flows[n] = vct_create_flow(qp, &rule.attr);
		if (!flows[n] && n && errno == ENOMEM)
			break;
		MUST_MAKE(flows[n]);
		MUST_POINT_TO(flows[n]->context, ctx());
	}
	JUDGING(FLW_12);
	while (n--)
		MUST_SUCCEED(vct_destroy_flow(flows[n]));
}

#define ALL_BYTES                                                                                  \
	{                                                                                          \
		255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255     \
	}

/* A DSCP of 10, another one, and the same one with bits of ECN. */
enum { TRAFFIC = 10 << 2, OTHER_TRAFFIC = 18 << 2, ECN_TRAFFIC = 10 << 2 | 1, LABEL = 0x12345 };

/* The packet that each rule matches, and one that differs from it in what is compared. */
static const struct match_row {
	struct vct_row vct_row;
	bool from, type, vlan; /* of Ethernet, beside the destination */
	bool ip_to, ip_from;   /* of IPv4 */
	bool ext, ipv6; /* a specification of IPV4_EXT or IPV6, with the mask of_ext or of_ipv6 */
	bool label;     /* of_ipv6 has the mask of a flow label, too */
	struct ibv_flow_ipv4_ext_filter of_ext;
	struct ibv_flow_ipv6_filter of_ipv6;
	enum ibv_flow_spec_type transport; /* 0: none */
	bool port_to, port_from;
	struct packet packet, other;
} matches[] = {
	{ ROW("ethernet-to"), .other = { .to = 1 } },
	{ ROW("ethernet-from"), .from = true, .other = { .from = 1 } },
	{ ROW("ethernet-type"), .type = true, .other = { .not_ip = true } },
	{ ROW("ethernet-vlan"), .vlan = true, .packet = { .tagged = true, .vid = 0x123 },
	  .other = { .tagged = true, .vid = 0x124 } },
	{ ROW("ipv4-to"), .ip_to = true, .other = { .ip_to = 1 } },
	{ ROW("ipv4-from"), .ip_from = true, .other = { .ip_from = 1 } },
	{ ROW("ipv4-protocol"), .ext = true, .of_ext.proto = UINT8_MAX, .packet = { .tcp = true } },
	/* No page says which bit is which: this rule is for packets without any flag. */
	{ ROW("ipv4-flags"), .ext = true, .of_ext.flags = UINT8_MAX, .other = { .whole = true } },
	{ ROW("ipv4-dscp"), .ext = true, .of_ext.tos = UINT8_MAX, .packet = { .traffic = TRAFFIC },
	  .other = { .traffic = OTHER_TRAFFIC } },
	{ ROW("ipv4-ecn"), .ext = true, .of_ext.tos = UINT8_MAX, .packet = { .traffic = TRAFFIC },
	  .other = { .traffic = ECN_TRAFFIC } },
	/* A device that has full masks alone refuses this rule. */
	{ ROW("ipv4-dscp-with-any-ecn"), .ext = true, .of_ext.tos = 0xfc,
	  .packet = { .traffic = ECN_TRAFFIC }, .other = { .traffic = OTHER_TRAFFIC } },
	{ ROW("ipv4-ttl"), .ext = true, .of_ext.ttl = UINT8_MAX, .other = { .hops = 1 } },
	{ ROW("ipv6-and-not-ipv4"), .ipv6 = true, .of_ipv6.dst_ip = ALL_BYTES,
	  .packet = { .ipv6 = true } },
	{ ROW("ipv6-to"), .ipv6 = true, .of_ipv6.dst_ip = ALL_BYTES, .packet = { .ipv6 = true },
	  .other = { .ipv6 = true, .ip_to = 1 } },
	{ ROW("ipv6-to-network"), .ipv6 = true, .of_ipv6.dst_ip = ALL_BYTES,
	  .packet = { .ipv6 = true }, .other = { .ipv6 = true, .net_to = 1 } },
	{ ROW("ipv6-from"), .ipv6 = true, .of_ipv6.src_ip = ALL_BYTES, .packet = { .ipv6 = true },
	  .other = { .ipv6 = true, .ip_from = 1 } },
	{ ROW("ipv6-from-network"), .ipv6 = true, .of_ipv6.src_ip = ALL_BYTES,
	  .packet = { .ipv6 = true }, .other = { .ipv6 = true, .net_from = 1 } },
	{ ROW("ipv6-label"), .ipv6 = true, .label = true,
	  .packet = { .ipv6 = true, .label = LABEL },
	  .other = { .ipv6 = true, .label = LABEL ^ 0x80000 } },
	{ ROW("ipv6-next-header"), .ipv6 = true, .of_ipv6.next_hdr = UINT8_MAX,
	  .packet = { .ipv6 = true, .tcp = true }, .other = { .ipv6 = true } },
	{ ROW("ipv6-dscp"), .ipv6 = true, .of_ipv6.traffic_class = UINT8_MAX,
	  .packet = { .ipv6 = true, .traffic = TRAFFIC },
	  .other = { .ipv6 = true, .traffic = OTHER_TRAFFIC } },
	{ ROW("ipv6-ecn"), .ipv6 = true, .of_ipv6.traffic_class = UINT8_MAX,
	  .packet = { .ipv6 = true, .traffic = TRAFFIC },
	  .other = { .ipv6 = true, .traffic = ECN_TRAFFIC } },
	{ ROW("ipv6-hop-limit"), .ipv6 = true, .of_ipv6.hop_limit = UINT8_MAX,
	  .packet = { .ipv6 = true }, .other = { .ipv6 = true, .hops = 1 } },
	{ ROW("udp-to"), .transport = IBV_FLOW_SPEC_UDP, .port_to = true,
	  .other = { .port_to = 1 } },
	{ ROW("udp-from"), .transport = IBV_FLOW_SPEC_UDP, .port_from = true,
	  .other = { .port_from = 1 } },
	{ ROW("tcp-to"), .transport = IBV_FLOW_SPEC_TCP, .port_to = true, .packet = { .tcp = true },
	  .other = { .tcp = true, .port_to = 1 } },
	{ ROW("tcp-and-not-udp"), .transport = IBV_FLOW_SPEC_TCP, .port_to = true,
	  .packet = { .tcp = true } },
	{ ROW("udp-of-ipv6-to"), .ipv6 = true, .transport = IBV_FLOW_SPEC_UDP, .port_to = true,
	  .packet = { .ipv6 = true }, .other = { .ipv6 = true, .port_to = 1 } },
	{ ROW("tcp-of-ipv6-from"), .ipv6 = true, .transport = IBV_FLOW_SPEC_TCP, .port_from = true,
	  .packet = { .ipv6 = true, .tcp = true },
	  .other = { .ipv6 = true, .tcp = true, .port_from = 1 } },
};

static struct ibv_flow_spec_eth eth_for(const struct match_row *row)
{
	struct ibv_flow_spec_eth eth = eth_to(0);

	if (row->from) {
		fill_mac(eth.val.src_mac, false, 0);
		memset(eth.mask.src_mac, 0xff, MAC_BYTES);
	}
	if (row->type) {
		eth.val.ether_type = type_of_ip();
		eth.mask.ether_type = UINT16_MAX;
	}
	if (row->vlan) {
		eth.val.vlan_tag = htons(row->packet.vid);
		eth.mask.vlan_tag = UINT16_MAX;
	}
	return eth;
}

static struct rule rule_for(const struct match_row *row)
{
	struct rule rule = rule_of(IBV_FLOW_ATTR_NORMAL);
	struct ibv_flow_spec_eth eth = eth_for(row);
	struct ibv_flow_ipv6_filter of_ipv6 = row->of_ipv6;

	of_ipv6.flow_label = row->label ? htonl((1U << 20) - 1) : 0;
	rule_add(&rule, &eth);
	if (row->ext)
		rule_add_ipv4_ext(&rule, &row->packet, &row->of_ext);
	else if (row->ipv6)
		rule_add_ipv6(&rule, &row->packet, &of_ipv6);
	else if (row->ip_to || row->ip_from || row->transport)
		rule_add_ip(&rule, row->ip_to ? 0 : NOT, row->ip_from ? 0 : NOT);
	if (row->transport)
		rule_add_ports(&rule, row->transport, row->port_to ? 0 : NOT,
			       row->port_from ? 0 : NOT);
	return rule;
}

/* Full masks, which the page says most vendors have. */
CHECK_ROWS(a_packet_that_matches_is_received, matches, PROMISES(FLW_04), .needs = STEERS,
	   .asks = true)
{
	struct raw r = raw_make();

	rule_set_or_skip(&r, 0, rule_for(row));
	for (int i = 0; i < 3; i++) {
		raw_send(&r, row->other);
		MUST_GET(&r, 0, raw_send(&r, row->packet));
	}
}

CHECK(each_rule_has_its_qp, PROMISES(FLW_04), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();

	for (uint8_t to = 0; to < 4; to++)
		rule_set(&r, to % SINKS, rule_to(to));
	for (uint8_t i = 0; i < 12; i++)
		MUST_GET(&r, i % SINKS, raw_send(&r, (struct packet){ .to = i % 4 }));
}

static const struct prior_row {
	struct vct_row vct_row;
	uint16_t first, second; /* the values of the priorities */
	bool later;             /* the rule that takes the packet is made later */
} priors[] = {
	{ ROW("made-first"), .first = 1, .second = 2 },
	{ ROW("made-later"), .first = 1, .second = 2, .later = true },
	{ ROW("of-more-than-8-bits"), .first = 255, .second = 256 },
};

/* QP 0 has the rule of the lower value. Without it the other one takes the packet. */
CHECK_ROWS(the_lower_value_takes_the_packet, priors, PROMISES(FLW_06), .needs = STEERS,
	   .asks = true)
{
	struct raw r = raw_make();
	struct rule first = rule_to(0), second = rule_to(0);
	struct ibv_flow *flow;

	first.attr.priority = row->first;
	second.attr.priority = row->second;
	if (row->later)
		rule_set_or_skip(&r, 1, second);
	flow = rule_set_or_skip(&r, 0, first);
	if (!row->later)
		rule_set_or_skip(&r, 1, second);
	for (int i = 0; i < 3; i++)
		MUST_GET(&r, 0, raw_send(&r, (struct packet){ 0 }));
	rule_end(flow);
	MUST_GET(&r, 1, raw_send(&r, (struct packet){ 0 }));
}

CHECK(dont_trap_lets_others_have_it, PROMISES(FLW_07), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();
	struct rule first = rule_to(0), second = rule_to(0);

	first.attr.priority = 1;
	first.attr.flags = IBV_FLOW_ATTR_FLAGS_DONT_TRAP;
	second.attr.priority = 2;
	rule_set_or_skip(&r, 0, first);
	rule_set_or_skip(&r, 1, second);
	for (int i = 0; i < 3; i++) {
		uint64_t number = raw_send(&r, (struct packet){ 0 });

		MUST_GET(&r, 0, number);
		MUST_GET(&r, 1, number);
		rule_end(rule_set(&r, 0, rule_to(1))); /* which changes nothing for the others */
	}
}

/* The innermost header first. */
CHECK(specifications_come_in_any_order, PROMISES(FLW_09), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();
	struct ibv_flow_spec_eth eth = eth_to(0);
	struct rule rule = rule_of(IBV_FLOW_ATTR_NORMAL), straight = rule_to(0);
	struct ibv_flow *flow;

	rule_add_ip(&straight, 0, NOT);
	rule_add_ports(&straight, IBV_FLOW_SPEC_UDP, 0, NOT);
	rule_end(rule_set_or_skip(&r, 0, straight));
	rule_add_ports(&rule, IBV_FLOW_SPEC_UDP, 0, NOT);
	rule_add_ip(&rule, 0, NOT);
	rule_add(&rule, &eth);
	flow = vct_create_flow(r.sinks[0].qp, &rule.attr);
	MUST_MAKE(flow);
	raw_send(&r, (struct packet){ .port_to = 1 });
	MUST_GET(&r, 0, raw_send(&r, (struct packet){ 0 }));
}

/* A second rule shows that the first packet would have come. */
CHECK(a_destroyed_rule_has_no_effect, PROMISES(FLW_12), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();

	rule_set(&r, 0, rule_to(1));
	for (int i = 0; i < 3; i++) {
		struct ibv_flow *flow = rule_set(&r, 0, rule_to(0));

		MUST_GET(&r, 0, raw_send(&r, (struct packet){ 0 }));
		MUST_SUCCEED(vct_destroy_flow(flow));
		raw_send(&r, (struct packet){ 0 });
		MUST_GET(&r, 0, raw_send(&r, (struct packet){ .to = 1 }));
	}
}

CHECK(a_type_is_that_behind_the_tag, PROMISES(FLW_14), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();
	struct rule rule = rule_of(IBV_FLOW_ATTR_NORMAL);
	struct ibv_flow_spec_eth eth = eth_to(0);

	eth.val.ether_type = type_of_ip();
	eth.mask.ether_type = UINT16_MAX;
	rule_add(&rule, &eth);
	rule_set_or_skip(&r, 0, rule);
	raw_send(&r, (struct packet){ .tagged = true, .not_ip = true });
	MUST_GET(&r, 0, raw_send(&r, (struct packet){ .tagged = true }));
}

/*
 * Packets need not come back to the port that has sent them. The default takes packets for the
 * machine, too.
 */
CHECK(a_rule_takes_what_a_default_would, PROMISES(FLW_04), .needs = STEERS,
      .danger = DANGER_DESTRUCTIVE, .asks = true)
{
	struct raw r = raw_make_unproved(NULL);
	bool comes = raw_comes_by(&r, rule_to(PROBE));

	if (!comes && !raw_comes_by(&r, rule_of(IBV_FLOW_ATTR_ALL_DEFAULT)))
		vct_skip("a raw packet that its port sends does not come back to it");
	MUST(comes, "a packet that a rule matches is given to its QP; it comes back, and is not");
}

/* What no rule steers; that of another rule goes there alone. */
static const struct default_row {
	struct vct_row vct_row;
	enum ibv_flow_attr_type type;
	bool unicast; /* is given to it, too */
} defaults[] = {
	{ ROW("all"), .type = IBV_FLOW_ATTR_ALL_DEFAULT, .unicast = true },
	{ ROW("multicast"), .type = IBV_FLOW_ATTR_MC_DEFAULT },
};

/* It takes packets for the machine, too: no other program gets them meanwhile. */
CHECK_ROWS(a_default_takes_the_rest, defaults, PROMISES(FLW_05), .needs = STEERS,
	   .danger = DANGER_DESTRUCTIVE, .asks = true)
{
	struct raw r = raw_make();

	rule_set(&r, 1, rule_to(0));
	rule_set_or_skip(&r, 0, rule_of(row->type));
	for (int i = 0; i < 3; i++) {
		uint64_t unicast = raw_send(&r, (struct packet){ .to = 1 });

		if (row->unicast)
			MUST_GET(&r, 0, unicast);
		MUST_GET(&r, 1, raw_send(&r, (struct packet){ 0 }));
		MUST_GET(&r, 0, raw_send(&r, (struct packet){ .to = 2, .multicast = true }));
	}
}

/* A device that has no sniffers refuses one with a specification, too. */
static bool make_sniffer(struct raw *r)
{
	struct rule bare = rule_of(IBV_FLOW_ATTR_SNIFFER), with = bare;
	struct ibv_flow_spec_eth eth = eth_to(0);

	rule_add(&with, &eth);
	if (vct_create_flow(r->sinks[0].qp, &bare.attr)) {
		vct_held();
		return true;
	}
	MUST_MAKE_NONE(vct_create_flow(r->sinks[0].qp, &with.attr));
	return false;
}

/* Also what a rule gives to another QP, without any specification. */
CHECK(a_sniffer_gets_all, PROMISES(FLW_16, FLW_13), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();

	rule_set(&r, 1, rule_to(0));
	JUDGING(FLW_13);
	if (!make_sniffer(&r))
		vct_skip("the device has no sniffers: ibv_create_flow fails with %s",
			 vct_errno_text(errno));
	JUDGING(FLW_16);
	r.sinks[0].sniffs = true;
	for (int i = 0; i < 3; i++) {
		uint64_t number = raw_send(&r, (struct packet){ 0 });

		MUST_GET(&r, 0, number);
		MUST_GET(&r, 1, number);
	}
}

CHECK(what_is_dropped_comes_to_no_qp, PROMISES(FLW_18), .needs = STEERS, .asks = true)
{
	struct ibv_flow_spec_action_drop drop = { .type = IBV_FLOW_SPEC_ACTION_DROP,
						  .size = sizeof(drop) };
	struct raw r = raw_make();
	struct rule rule = rule_to(0);

	rule_add(&rule, &drop);
	rule_set_or_skip(&r, 0, rule);
	rule_set(&r, 0, rule_to(1));
	for (int i = 0; i < 3; i++) {
		raw_send(&r, (struct packet){ 0 });
		MUST_GET(&r, 0, raw_send(&r, (struct packet){ .to = 1 }));
	}
}

/* Of two rules of the same QP. */
CHECK(a_tag_is_that_of_the_rule, PROMISES(CQ_XTD_21), .needs = STEERS | NEED_CQ_EX, .asks = true)
{
	static const uint32_t tags[] = { 0x123456, 0xabcdef };
	struct ibv_cq_init_attr_ex init = {
		.cqe = 16, .wc_flags = IBV_WC_EX_WITH_FLOW_TAG | IBV_WC_EX_WITH_BYTE_LEN
	};
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };
	struct raw r;

	if (!cq)
		vct_skip("the device makes no such CQ: ibv_create_cq_ex fails with %s",
			 vct_errno_text(errno));
	r = raw_make_on(ibv_cq_ex_to_cq(cq));
	for (uint8_t to = 0; to < 2; to++) {
		struct ibv_flow_spec_action_tag tag = { .type = IBV_FLOW_SPEC_ACTION_TAG,
							.size = sizeof(tag),
							.tag_id = tags[to] };
		struct rule rule = rule_to(to);

		rule_add(&rule, &tag);
		rule_set_or_skip(&r, 0, rule);
	}
	for (uint8_t i = 0; i < 6; i++) {
		double until = vct_deadline_ms(COMPLETION_MS);

		raw_send(&r, (struct packet){ .to = i % 2 });
		while (ibv_start_poll(cq, &attr))
			MUST(vct_wait_on(until), "the packet arrives before its deadline");
		MUST_EQ(vct_wc_read_flow_tag(cq), tags[i % 2]);
		ibv_end_poll(cq);
	}
}
