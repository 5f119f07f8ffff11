// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What a rule does not ask for: values whose masks are 0, and memory behind the specifications. */
#include <arpa/inet.h>

#include "raw.h"

enum { NOT = -1 };

/* Values of another packet, where the masks are 0. */
static void stray_ethernet(struct rule *rule)
{
	struct ibv_flow_spec_eth *eth = (struct ibv_flow_spec_eth *)(void *)rule->specs;

	fill_mac(eth->val.src_mac, false, 9);
	eth->val.ether_type = htons(0x88cc);
	eth->val.vlan_tag = htons(0x321);
}

static void stray_ipv4(struct rule *rule)
{
	struct ibv_flow_spec_ipv4 *ip =
		(struct ibv_flow_spec_ipv4 *)(void *)(rule->specs +
						      sizeof(struct ibv_flow_spec_eth));

	ip->val.src_ip = htonl(0x0a0b0c0d);
}

static void stray_ports(struct rule *rule)
{
	struct ibv_flow_spec_tcp_udp *ports =
		(struct ibv_flow_spec_tcp_udp *)(void *)(rule->specs +
							 sizeof(struct ibv_flow_spec_eth) +
							 sizeof(struct ibv_flow_spec_ipv4));

	ports->val.src_port = htons(PORT + 9);
}

/* A specification that no packet of the rule has; size and num_of_specs leave it out. */
static void stray_specification(struct rule *rule)
{
	struct ibv_flow_spec_eth other = eth_to(1);

	memcpy((char *)&rule->attr + rule->attr.size, &other, sizeof(other));
}

static const struct stray_row {
	struct vct_row vct_row;
	bool ip, ports;
	void (*add)(struct rule *rule);
} strays[] = {
	{ ROW("ethernet-without-mask"), .add = stray_ethernet },
	{ ROW("ipv4-without-mask"), .ip = true, .add = stray_ipv4 },
	{ ROW("ports-without-mask"), .ip = true, .ports = true, .add = stray_ports },
	{ ROW("behind-the-last"), .add = stray_specification },
};

/* The same rule without them is made before, where the device has such rules. */
CHECK_ROWS(is_not_looked_at, strays, PROMISES(FLW_23), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();
	struct rule rule = rule_to(0);
	struct ibv_flow *flow;

	if (row->ip)
		rule_add_ip(&rule, 0, NOT);
	if (row->ports)
		rule_add_ports(&rule, IBV_FLOW_SPEC_UDP, 0, NOT);
	rule_end(rule_set_or_skip(&r, 0, rule));
	row->add(&rule);
	flow = vct_create_flow(r.sinks[0].qp, &rule.attr);
	MUST_MAKE(flow);
	for (int i = 0; i < 3; i++) {
		raw_send(&r, (struct packet){ .to = 1 });
		MUST_GET(&r, 0, raw_send(&r, (struct packet){ 0 }));
	}
}
