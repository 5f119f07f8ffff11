// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The rules that steer raw packets, and their specifications. */
#include <arpa/inet.h>
#include <stddef.h>

#include "raw.h"

_Static_assert(offsetof(struct rule, specs) == 4 + sizeof(struct ibv_flow_attr),
	       "specifications follow the attributes");

struct rule rule_of(enum ibv_flow_attr_type type)
{
	return (struct rule){ .attr = { .type = type,
					.size = sizeof(struct ibv_flow_attr),
					.port = vct_dev->port } };
}

void rule_add(struct rule *rule, const void *spec)
{
	size_t size = ((const struct ibv_flow_spec_eth *)spec)->size;

	SETUP(rule->attr.size - sizeof(rule->attr) + size <= sizeof(rule->specs));
	memcpy((char *)&rule->attr + rule->attr.size, spec, size);
	rule->attr.size = (uint16_t)(rule->attr.size + size);
	rule->attr.num_of_specs++;
}

struct ibv_flow_spec_eth eth_to(uint8_t to)
{
	struct ibv_flow_spec_eth eth = { .type = IBV_FLOW_SPEC_ETH, .size = sizeof(eth) };

	fill_mac(eth.val.dst_mac, false, to);
	memset(eth.mask.dst_mac, 0xff, MAC_BYTES);
	return eth;
}

struct rule rule_to(uint8_t to)
{
	struct rule rule = rule_of(IBV_FLOW_ATTR_NORMAL);
	struct ibv_flow_spec_eth eth = eth_to(to);

	rule_add(&rule, &eth);
	return rule;
}

/* Of packets without a tag. */
static const uint8_t *fill_header(uint8_t *bytes, const struct packet *p)
{
	raw_fill(bytes, p, 0);
	return bytes + ETHER;
}

void rule_add_ip(struct rule *rule, int to, int from)
{
	const struct packet p = { .ip_to = (uint8_t)to, .ip_from = (uint8_t)from };
	struct ibv_flow_spec_ipv4 ip = { .type = IBV_FLOW_SPEC_IPV4, .size = sizeof(ip) };
	uint8_t bytes[PACKET];
	const uint8_t *header = fill_header(bytes, &p);

	if (from >= 0) {
		memcpy(&ip.val.src_ip, header + 12, 4);
		ip.mask.src_ip = UINT32_MAX;
	}
	if (to >= 0) {
		memcpy(&ip.val.dst_ip, header + 16, 4);
		ip.mask.dst_ip = UINT32_MAX;
	}
	rule_add(rule, &ip);
}

/* The bits of a value that its mask has. */
static void mask_with(void *value, const void *mask, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((uint8_t *)value)[i] &= ((const uint8_t *)mask)[i];
}

void rule_add_ipv4_ext(struct rule *rule, const struct packet *p,
		       const struct ibv_flow_ipv4_ext_filter *mask)
{
	struct ibv_flow_spec_ipv4_ext ip = { .type = IBV_FLOW_SPEC_IPV4_EXT, .size = sizeof(ip) };
	uint8_t bytes[PACKET];
	const uint8_t *header = fill_header(bytes, p);

	ip.val.tos = header[1];
	ip.val.ttl = header[8];
	ip.val.proto = header[9];
	memcpy(&ip.val.src_ip, header + 12, 4);
	memcpy(&ip.val.dst_ip, header + 16, 4);
	ip.mask = *mask;
	mask_with(&ip.val, &ip.mask, sizeof(ip.val));
	rule_add(rule, &ip);
}

void rule_add_ipv6(struct rule *rule, const struct packet *p,
		   const struct ibv_flow_ipv6_filter *mask)
{
	struct ibv_flow_spec_ipv6 ip = { .type = IBV_FLOW_SPEC_IPV6, .size = sizeof(ip) };
	uint8_t bytes[PACKET];
	const uint8_t *header = fill_header(bytes, p);

	ip.val.traffic_class = p->traffic;
	ip.val.flow_label = htonl(p->label);
	ip.val.next_hdr = header[6];
	ip.val.hop_limit = header[7];
	memcpy(ip.val.src_ip, header + 8, 16);
	memcpy(ip.val.dst_ip, header + 24, 16);
	ip.mask = *mask;
	mask_with(&ip.val, &ip.mask, sizeof(ip.val));
	rule_add(rule, &ip);
}

void rule_add_ports(struct rule *rule, enum ibv_flow_spec_type type, int to, int from)
{
	struct ibv_flow_spec_tcp_udp ports = {
		.type = type,
		.size = sizeof(ports),
		.val = { .dst_port = to < 0 ? 0 : htons((uint16_t)(PORT + to)),
			 .src_port = from < 0 ? 0 : htons((uint16_t)(PORT + from)) },
		.mask = { .dst_port = to < 0 ? 0 : UINT16_MAX,
			  .src_port = from < 0 ? 0 : UINT16_MAX },
	};

	rule_add(rule, &ports);
}

struct ibv_flow *rule_set(struct raw *r, unsigned int sink, struct rule rule)
{
	struct ibv_flow *flow;

	errno = 0;
	flow = vct_create_flow(r->sinks[sink].qp, &rule.attr);
	if (!flow && errno == ENOMEM)
		vct_skip("the device has no memory for one rule more");
	SETUP(flow);
	return flow;
}

struct ibv_flow *rule_set_or_skip(struct raw *r, unsigned int sink, struct rule rule)
{
	struct ibv_flow *flow = vct_create_flow(r->sinks[sink].qp, &rule.attr);

	if (!flow)
		vct_skip("the device has no such rule: ibv_create_flow fails with %s",
			 vct_errno_text(errno));
	return flow;
}

void rule_end(struct ibv_flow *flow)
{
	SETUP(!vct_destroy_flow(flow));
}
