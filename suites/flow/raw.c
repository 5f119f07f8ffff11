// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include <arpa/inet.h>

#include "raw.h"

enum { TYPE_IP = 0x0800, TYPE_IPV6 = 0x86dd, TYPE_VLAN = 0x8100, TYPE_NONE = 0x88b5, VID = 5 };
enum { UDP = 17, TCP = 6, NUMBER_AT = PACKET - 16, MARK_AT = PACKET - 8 };
enum { BALANCE_AT = NUMBER_AT - 2 };
enum { IPV6 = 40, ADDRESS = 16, HOPS = 64 };
enum { PROBE_MS = 300 };

static const char mark[] = "verbscts";

enum { MARK = sizeof(mark) - 1 };

__be16 type_of_ip(void)
{
	return htons(TYPE_IP);
}

/* Of no vendor. */
void fill_mac(uint8_t *mac, bool multicast, uint8_t last)
{
	const uint8_t common[MAC_BYTES] = { multicast ? 0x67 : 0x66, 0x11, 0x22, 0x33, 0x44, last };

	memcpy(mac, common, sizeof(common));
}

void raw_put16(uint8_t *at, unsigned int value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

/* Of the network for documentation (RFC 5737). */
static uint32_t address_of(uint8_t last)
{
	return htonl(0xc0000200U | last);
}

unsigned int raw_get16(const uint8_t *at)
{
	return (unsigned int)at[0] << 8 | at[1];
}

static uint16_t sum_on(uint32_t sum, const uint8_t *at, size_t length)
{
	for (size_t i = 0; i < length; i++)
		sum += i % 2 ? at[i] : (uint32_t)at[i] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

uint16_t raw_sum(const uint8_t *at, size_t length)
{
	return sum_on(0, at, length);
}

bool raw_ip_sum_is_right(const uint8_t *ip)
{
	return !raw_sum(ip, IP);
}

/* Of TCP or UDP, with the addresses of its packet. */
static uint16_t transport_sum(const uint8_t *addresses, size_t bytes, uint8_t protocol,
			      const uint8_t *at, size_t length)
{
	uint32_t pseudo = (uint16_t)~raw_sum(addresses, bytes);

	return sum_on(pseudo + protocol + (uint32_t)length, at, length);
}

static size_t sum_at(uint8_t protocol)
{
	return protocol == TCP ? 16 : 6;
}

static bool is_ipv6(const uint8_t *ip)
{
	return ip[0] >> 4 == 6;
}

size_t raw_transport_sum_at(const uint8_t *ip)
{
	return is_ipv6(ip) ? IPV6 + sum_at(ip[6]) : IP + sum_at(ip[9]);
}

/* As the device that gets it finds: the sum over a sum that is right is 0. */
static uint16_t sum_of_ipv6(const uint8_t *ip)
{
	return transport_sum(ip + 8, 2 * ADDRESS, ip[6], ip + IPV6, raw_get16(ip + 4));
}

static uint16_t sum_of_ipv4(const uint8_t *ip)
{
	return transport_sum(ip + 12, 8, ip[9], ip + IP, raw_get16(ip + 2) - (size_t)IP);
}

bool raw_transport_sum_is_right(const uint8_t *ip)
{
	return raw_get16(ip + raw_transport_sum_at(ip)) &&
	       !(is_ipv6(ip) ? sum_of_ipv6 : sum_of_ipv4)(ip);
}

static uint8_t protocol_of(const struct packet *p)
{
	return p->tcp ? TCP : UDP;
}

static uint8_t hops_of(const struct packet *p)
{
	return (uint8_t)(HOPS - p->hops);
}

/* What of the packet is not written is 0: a UDP checksum of 0 is none. */
static void fill_ports(uint8_t *at, const struct packet *p, size_t length)
{
	raw_put16(at, PORT + (unsigned int)p->port_from);
	raw_put16(at + 2, PORT + (unsigned int)p->port_to);
	if (p->tcp)
		at[12] = 5 << 4;
	else
		raw_put16(at + 4, (unsigned int)length);
	raw_put16(at + sum_at(protocol_of(p)), p->sum_of_0 ? 0 : p->left);
}

static void fill_ip(uint8_t *ip, const struct packet *p, size_t length)
{
	uint32_t to = address_of(p->ip_to), from = address_of(p->ip_from);

	ip[0] = 4 << 4 | 5;
	ip[1] = p->traffic;
	raw_put16(ip + 2, (unsigned int)length);
	ip[6] = p->whole ? 0x40 : 0;
	ip[8] = hops_of(p);
	ip[9] = protocol_of(p);
	memcpy(ip + 12, &from, sizeof(from));
	memcpy(ip + 16, &to, sizeof(to));
	raw_put16(ip + 10, raw_sum(ip, IP));
	fill_ports(ip + IP, p, length - IP);
}

/* Of the network for documentation (RFC 3849). */
static void fill_ipv6_address(uint8_t *at, uint8_t net, uint8_t last)
{
	const uint8_t address[ADDRESS] = { 0x20, 0x01, 0x0d, 0xb8, net, [ADDRESS - 1] = last };

	memcpy(at, address, sizeof(address));
}

static void fill_ipv6(uint8_t *ip, const struct packet *p, size_t length)
{
	raw_put16(ip, 6U << 12 | (unsigned int)p->traffic << 4 | p->label >> 16);
	raw_put16(ip + 2, p->label);
	raw_put16(ip + 4, (unsigned int)length - IPV6);
	ip[6] = protocol_of(p);
	ip[7] = hops_of(p);
	fill_ipv6_address(ip + 8, p->net_from, p->ip_from);
	fill_ipv6_address(ip + 8 + ADDRESS, p->net_to, p->ip_to);
	fill_ports(ip + IPV6, p, length - IPV6);
}

/* In IPv6, UDP has no packets without a checksum (RFC 8200, section 8.1). */
static void put_ipv6_sum(uint8_t *ip)
{
	uint16_t sum = sum_of_ipv6(ip);

	raw_put16(ip + raw_transport_sum_at(ip), sum ? sum : UINT16_MAX);
}

void raw_fill(uint8_t *bytes, const struct packet *p, uint64_t number)
{
	size_t at = 2 * MAC_BYTES;

	memset(bytes, 0, PACKET);
	fill_mac(bytes, p->multicast, p->to);
	fill_mac(bytes + MAC_BYTES, false, p->from);
	if (p->tagged) {
		raw_put16(bytes + at, TYPE_VLAN);
		raw_put16(bytes + at + 2, p->vid ? p->vid : VID);
		at += TAG;
	}
	raw_put16(bytes + at, p->not_ip ? TYPE_NONE : p->ipv6 ? TYPE_IPV6 : TYPE_IP);
	if (!p->not_ip)
		(p->ipv6 ? fill_ipv6 : fill_ip)(bytes + at + 2, p, PACKET - at - 2 - p->odd);
	memcpy(bytes + MARK_AT, mark, MARK);
	memcpy(bytes + NUMBER_AT, &number, sizeof(number));
	at += 2;
	if (p->sum_of_0) {
		raw_put16(bytes + BALANCE_AT, (p->ipv6 ? sum_of_ipv6 : sum_of_ipv4)(bytes + at));
		raw_put16(bytes + at + raw_transport_sum_at(bytes + at), p->left);
	}
	if (p->ipv6 && !p->left && !(p->flags & IBV_SEND_IP_CSUM))
		put_ipv6_sum(bytes + at);
}

struct ibv_qp *raw_qp(struct ibv_cq *send_cq, struct ibv_cq *recv_cq)
{
	struct ibv_qp *qp = qp_make(IBV_QPT_RAW_PACKET, NULL, send_cq, recv_cq);
	struct subject s = qp_subject(qp);

	subject_reach(&s, IBV_QPS_RTS);
	return qp;
}

unsigned int raw_sges(void)
{
	int most = vct_dev->attr.orig_attr.max_sge;

	return most < 3 ? (unsigned int)most : 3;
}

struct ibv_qp *raw_qp_ex(struct ibv_cq *cq, struct ibv_qp_init_attr_ex init)
{
	struct ibv_qp *qp;
	struct subject s;

	init.qp_type = IBV_QPT_RAW_PACKET;
	init.send_cq = init.recv_cq = cq;
	init.cap = (struct ibv_qp_cap){ 16, 16, raw_sges(), 1, 0 };
	init.comp_mask |= IBV_QP_INIT_ATTR_PD;
	init.pd = pd();
	qp = vct_create_qp_ex(ctx(), &init);
	if (!qp)
		return NULL;
	s = qp_subject(qp);
	subject_reach(&s, IBV_QPS_RTS);
	return qp;
}

void raw_post(const struct sink *sink, uint64_t first, unsigned int n)
{
	struct ibv_recv_wr *wr = recv_list(first, n), *bad;

	if (sink->wqs)
		SETUP(!vct_post_wq_recv(sink->wqs[first / WRS - SINKS], wr, &bad));
	else
		SETUP(!vct_post_recv(sink->qp, wr, &bad));
	free(wr);
}

uint64_t raw_send(struct raw *r, struct packet p)
{
	uint64_t number = r->sent++;
	char *slot = send_slot(number);
	struct ibv_sge sge = slot_sge(slot, PACKET);
	struct ibv_send_wr wr = { .wr_id = number,
				  .sg_list = &sge,
				  .num_sge = 1,
				  .opcode = IBV_WR_SEND,
				  .send_flags = IBV_SEND_SIGNALED | p.flags },
			   *bad;

	raw_fill((uint8_t *)slot, &p, number);
	SETUP(!vct_post_send(r->tx, &wr, &bad));
	SETUP(cq_wait(r->tx_cq).status == IBV_WC_SUCCESS);
	return number;
}

/* Others may send to the port what a rule of the checks matches. */
static bool is_ours(const struct ibv_wc *wc)
{
	return wc->status != IBV_WC_SUCCESS ||
	       (wc->byte_len >= PACKET && !memcmp(recv_slot(wc->wr_id) + MARK_AT, mark, MARK));
}

static uint64_t number_of(const struct ibv_wc *wc)
{
	uint64_t number;

	memcpy(&number, recv_slot(wc->wr_id) + NUMBER_AT, sizeof(number));
	return number;
}

static bool is_seen_again(const struct sink *s, const struct ibv_wc *wc, uint64_t number)
{
	return s->sniffs && wc->status == IBV_WC_SUCCESS && number_of(wc) < number;
}

uint64_t must_get(struct raw *r, unsigned int sink, uint64_t number, const struct vct_place *place)
{
	const struct sink *s = &r->sinks[sink];
	struct ibv_wc wc;
	uint64_t got;

	while (wc = MUST_COMPLETE(s->cq), !is_ours(&wc) || is_seen_again(s, &wc, number))
		raw_post(s, wc.wr_id, 1);
	if (wc.status != IBV_WC_SUCCESS)
		vct_fail(place, "a packet", "a completion with %s", ibv_wc_status_str(wc.status));
	got = number_of(&wc);
	vct_must_compare((long long)got, "==", (long long)number, got == number, place);
	MUST_EQUAL_BYTES(recv_slot(wc.wr_id), send_slot(number), PACKET);
	raw_post(s, wc.wr_id, 1);
	return wc.wr_id;
}

const uint8_t *raw_next(struct raw *r, unsigned int sink, struct ibv_wc *wc)
{
	static const size_t all_but_last = MAC_BYTES - 1;
	uint8_t mac[MAC_BYTES];

	fill_mac(mac, false, 0);
	for (;;) {
		*wc = MUST_COMPLETE(r->sinks[sink].cq);
		MUST_EQ(wc->status, IBV_WC_SUCCESS);
		if (!memcmp(recv_slot(wc->wr_id) + MAC_BYTES, mac, all_but_last))
			return (const uint8_t *)recv_slot(wc->wr_id);
		raw_again(r, sink, wc);
	}
}

void raw_again(struct raw *r, unsigned int sink, const struct ibv_wc *wc)
{
	raw_post(&r->sinks[sink], wc->wr_id, 1);
}

void raw_replace(struct raw *r, unsigned int sink, struct ibv_qp *qp, struct ibv_cq *cq)
{
	r->sinks[sink] = (struct sink){ .qp = qp, .cq = cq };
	raw_post(&r->sinks[sink], sink * WRS, WRS);
}

bool raw_comes_by(struct raw *r, struct rule rule)
{
	const struct sink *sink = &r->sinks[1];
	struct ibv_flow *flow = rule_set_or_skip(r, 1, rule);
	struct ibv_wc wc;
	bool comes;

	raw_send(r, (struct packet){ .to = PROBE });
	comes = cq_gives(sink->cq, PROBE_MS, &wc);
	if (comes)
		raw_post(sink, wc.wr_id, 1);
	rule_end(flow);
	return comes;
}

struct raw raw_make_unproved(struct ibv_cq *cq)
{
	struct raw r = { .tx_cq = cq_make(16) };

	r.tx = raw_qp(r.tx_cq, r.tx_cq);
	for (unsigned int i = 0; i < SINKS; i++) {
		struct sink *s = &r.sinks[i];

		s->cq = cq && !i ? cq : cq_make(2 * WRS);
		s->qp = raw_qp(r.tx_cq, s->cq);
		raw_post(s, i * WRS, WRS);
	}
	return r;
}

struct raw raw_make_on(struct ibv_cq *cq)
{
	struct raw r = raw_make_unproved(cq);

	if (!raw_comes_by(&r, rule_to(PROBE)))
		vct_skip("a raw packet that a rule of its port matches does not come back to it");
	return r;
}

struct raw raw_make(void)
{
	return raw_make_on(NULL);
}
