// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The checksums of raw packets, with IBV_SEND_IP_CSUM and without. */
#include "raw.h"

enum { PACKETS = 4 };

static const struct sum_row {
	struct vct_row vct_row;
	struct packet packet;
} sums[] = {
	{ ROW("udp"), .packet = { 0 } },
	{ ROW("tcp"), .packet = { .tcp = true } },
	{ ROW("tagged-udp"), .packet = { .tagged = true } },
	{ ROW("tagged-tcp"), .packet = { .tagged = true, .tcp = true } },
	{ ROW("udp-of-odd-length"), .packet = { .odd = true } },
	{ ROW("tcp-of-odd-length"), .packet = { .odd = true, .tcp = true } },
	{ ROW("udp-with-a-sum-of-0"), .packet = { .sum_of_0 = true } },
	{ ROW("udp-in-ipv6"), .packet = { .ipv6 = true } },
	{ ROW("tcp-in-ipv6"), .packet = { .ipv6 = true, .tcp = true } },
	{ ROW("tagged-tcp-in-ipv6"), .packet = { .tagged = true, .ipv6 = true, .tcp = true } },
	{ ROW("tcp-in-ipv6-of-odd-length"), .packet = { .odd = true, .ipv6 = true, .tcp = true } },
};

static uint8_t *ip_of(uint8_t *bytes, const struct packet *p)
{
	return bytes + ETHER + (p->tagged ? TAG : 0);
}

/* The packet with a checksum of 0 in all fields. */
static void without_sums(uint8_t *bytes, const struct packet *p)
{
	uint8_t *ip = ip_of(bytes, p);

	if (!p->ipv6)
		raw_put16(ip + 10, 0);
	raw_put16(ip + raw_transport_sum_at(ip), 0);
}

/* In IPv6 a device need not compute it; what it then leaves there is 0. True: it computed it. */
static bool must_have_sums(const uint8_t *ip, bool ipv6)
{
	if (ipv6 && !raw_get16(ip + raw_transport_sum_at(ip)))
		return false;
	MUST(ipv6 || raw_ip_sum_is_right(ip),
	     "the checksum of the IPv4 header is right in the packet; it is not");
	MUST(raw_transport_sum_is_right(ip),
	     "the checksum of the transport header is right in the packet; it is not");
	return true;
}

/*
 * Each packet is another one. All else than the checksums is as it was sent; this is judged first,
 * because the lengths in the headers tell what the checksums are of.
 */
CHECK_ROWS(are_computed, sums, PROMISES(SND_26), .needs = STEERS | NEED_RAW_CSUM, .asks = true)
{
	struct raw r = raw_make();
	unsigned int computed = 0;

	rule_set(&r, 0, rule_to(0));
	for (uint8_t i = 0; i < PACKETS; i++) {
		struct packet p = row->packet;
		uint8_t sent[PACKET], got[PACKET], bare[PACKET];
		struct ibv_wc wc;
		uint64_t number;

		p.flags = IBV_SEND_IP_CSUM;
		p.ip_from = p.port_from = (uint8_t)(1 + 50 * i);
		p.ip_to = (uint8_t)(0xe1 - 50 * i);
		number = raw_send(&r, p);
		memcpy(got, raw_next(&r, 0, &wc), PACKET);
		MUST_GE(wc.byte_len, PACKET);
		memcpy(bare, got, PACKET);
		raw_fill(sent, &p, number);
		without_sums(sent, &p);
		without_sums(bare, &p);
		MUST_EQUAL_BYTES(NAMED("the packet without its checksums", sent), bare, PACKET);
		computed += must_have_sums(ip_of(got, &p), p.ipv6);
		raw_again(&r, 0, &wc);
	}
	if (row->packet.ipv6)
		RECORD("the checksum of TCP or UDP in IPv6 is %s",
		       computed == PACKETS ? "computed"
		       : computed          ? "computed in some packets"
					   : "left alone");
}

/* Also right behind a packet with the flag. The checksum of TCP or UDP in the packet is wrong. */
CHECK_ROWS(are_left_alone, sums, PROMISES(SND_29), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();

	rule_set(&r, 0, rule_to(0));
	for (int i = 0; i < 3; i++) {
		struct packet p = row->packet, before = p;
		struct ibv_wc wc;

		if (vct_dev->attr.orig_attr.device_cap_flags & IBV_DEVICE_RAW_IP_CSUM) {
			before.flags = IBV_SEND_IP_CSUM;
			raw_send(&r, before);
			raw_next(&r, 0, &wc);
			raw_again(&r, 0, &wc);
		}
		p.left = 0x1234;
		MUST_GET(&r, 0, raw_send(&r, p));
	}
}
