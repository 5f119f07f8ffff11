/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Raw packets and the rules that steer them: one QP sends packets, which come back to the port, and
 * two take those that a rule gives them.
 */
#ifndef SUITES_FLOW_RAW_H
#define SUITES_FLOW_RAW_H

#include "../vct.h"

#define STEERS (NEED_RAW | NEED_NET_RAW | NEED_FLOW)

enum { PACKET = 100, MAC_BYTES = 6, SINKS = 2, WRS = 8 /* of a receive queue */ };

/* What differs between the packets of the checks; the rest of the headers is the same. */
struct packet {
	uint8_t to, from;           /* the last bytes of the MAC addresses */
	uint8_t ip_to, ip_from;     /* and of the addresses of IPv4 or IPv6 */
	uint8_t net_to, net_from;   /* the fifth bytes of the addresses of IPv6 */
	uint8_t port_to, port_from; /* and of the ports */
	bool ipv6;                  /* or IPv4 */
	bool tcp;                   /* or UDP */
	bool tagged;                /* with a VLAN tag */
	bool not_ip;                /* another type, and no IP */
	bool multicast;
	bool whole;         /* with the flag "do not fragment" of IPv4 */
	bool odd;           /* the packet of IPv4 ends a byte before that of Ethernet */
	bool sum_of_0;      /* the right checksum of UDP is 0, which is written as 0xffff */
	uint8_t traffic;    /* the TOS of IPv4, or the traffic class of IPv6 */
	uint8_t hops;       /* the TTL or hop limit is less than 64 by so many */
	uint32_t label;     /* the flow label of IPv6 */
	uint16_t vid;       /* of the VLAN tag; 0: 5 */
	uint16_t left;      /* what is left in the field of the checksum of TCP or UDP; 0 in IPv6:
			       the right one, unless the flags leave it to the device */
	unsigned int flags; /* of the WR, beside IBV_SEND_SIGNALED */
};

/*
 * A QP that takes packets, with its CQ. Sink n has the receive WRs with wr_id n * WRS and those
 * that follow; if its packets are spread over WQs, WQ n has those from (SINKS + n) * WRS on.
 */
struct sink {
	struct ibv_qp *qp;
	struct ibv_cq *cq;
	struct ibv_wq *const *wqs;
	bool sniffs; /* it may get a packet twice: as it leaves the port, and as it comes to it */
};

struct raw {
	struct ibv_qp *tx;
	struct ibv_cq *tx_cq;
	struct sink sinks[SINKS];
	uint64_t sent;
};

enum { ETHER = 14, TAG = 4, IP = 20, TCP_HEADER = 20, PORT = 4000 };

/* A raw packet QP in RTS. */
struct ibv_qp *raw_qp(struct ibv_cq *send_cq, struct ibv_cq *recv_cq);
/* SGEs of its requests: 3, or what the device has. */
unsigned int raw_sges(void);
/* One that ibv_create_qp_ex makes with these attributes; `cq`, its queues and its PD are filled in.
 */
struct ibv_qp *raw_qp_ex(struct ibv_cq *cq, struct ibv_qp_init_attr_ex init);
/* Posts n receive WRs with wr_ids from `first` to the sink. */
void raw_post(const struct sink *sink, uint64_t first, unsigned int n);
/* This QP and CQ are the sink from now on. */
void raw_replace(struct raw *r, unsigned int sink, struct ibv_qp *qp, struct ibv_cq *cq);
/* The bytes of a packet, which has its number. None of its last bytes is 0: a checksum counts them.
 */
void raw_fill(uint8_t *bytes, const struct packet *p, uint64_t number);
/* Big-endian 16 bits; and the sum of such words that makes the sum of all of them 0xffff. */
unsigned int raw_get16(const uint8_t *at);
void raw_put16(uint8_t *at, unsigned int value);
uint16_t raw_sum(const uint8_t *at, size_t length);
/* Where the checksum of TCP or UDP is in the packet of IPv4 or IPv6. */
size_t raw_transport_sum_at(const uint8_t *ip);
/*
 * Whether the checksums of the packet are right: that of IPv4, and that of TCP or UDP, which is not
 * left out.
 */
bool raw_ip_sum_is_right(const uint8_t *ip);
bool raw_transport_sum_is_right(const uint8_t *ip);
/* The QPs, of which the sinks have receive WRs. SKIP if packets do not come back to the port. */
struct raw raw_make(void);
/* The same with this CQ for sink 0. */
struct raw raw_make_on(struct ibv_cq *cq);
/* The same, whether or not they come back. */
struct raw raw_make_unproved(struct ibv_cq *cq);
/* Sends a packet; returns its number. */
uint64_t raw_send(struct raw *r, struct packet p);
/*
 * The next packet that the sink gets of the MAC addresses of the checks, whatever else it has. Its
 * receive WR is posted again with raw_again().
 */
const uint8_t *raw_next(struct raw *r, unsigned int sink, struct ibv_wc *wc);
void raw_again(struct raw *r, unsigned int sink, const struct ibv_wc *wc);
/* The next packet of the checks that the sink gets is that of this number. The value is the wr_id.
 */
#define MUST_GET(raw_, sink_, number_)                                                             \
	must_get(raw_, sink_, number_, VCT_HERE("the number of the next packet"))
uint64_t must_get(struct raw *r, unsigned int sink, uint64_t number, const struct vct_place *place);

/* A rule, to which specifications are added. They are aligned to eight bytes if their sizes are. */
struct rule {
	uint32_t unused;
	struct ibv_flow_attr attr;
	char specs[200];
};
struct rule rule_of(enum ibv_flow_attr_type type);
void rule_add(struct rule *rule, const void *spec);
/* Of packets to the MAC address that ends with `to`. */
struct rule rule_to(uint8_t to);
struct ibv_flow_spec_eth eth_to(uint8_t to);
/* Of IPv4 and of ports, with full masks of the members that are not negative. */
void rule_add_ip(struct rule *rule, int to, int from);
/* Of what the packet has in the bits of the mask. */
void rule_add_ipv4_ext(struct rule *rule, const struct packet *p,
		       const struct ibv_flow_ipv4_ext_filter *mask);
void rule_add_ipv6(struct rule *rule, const struct packet *p,
		   const struct ibv_flow_ipv6_filter *mask);
void rule_add_ports(struct rule *rule, enum ibv_flow_spec_type type, int to, int from);
/*
 * Gives the packets of the rule to the sink. BROKEN if it is refused, or SKIP for want of memory: a
 * device may have that of one rule.
 */
struct ibv_flow *rule_set(struct raw *r, unsigned int sink, struct rule rule);
/* The same for what a device need not have: SKIP if it is refused. */
struct ibv_flow *rule_set_or_skip(struct raw *r, unsigned int sink, struct rule rule);
void rule_end(struct ibv_flow *flow);
/* Whether a packet to PROBE comes back by this rule. SKIP if the rule is refused. */
enum { PROBE = 0xfe };
bool raw_comes_by(struct raw *r, struct rule rule);
/* The type of packets with IPv4, in the order of the network. */
__be16 type_of_ip(void);
/* The address that ends with `last`. */
void fill_mac(uint8_t *mac, bool multicast, uint8_t last);

#endif
