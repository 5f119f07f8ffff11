/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the checks of address handles share: the 40 bytes before a datagram, and the port's GIDs. */
#ifndef AH_HEADER_H
#define AH_HEADER_H

#include <arpa/inet.h>

#include "../../lib/check/objects/gid.h"
#include "../vct.h"

enum { GRH = 40, IPV4_AT = 20, IPV4_BYTES = 20, LENGTH = 64 };

struct header {
	bool ipv4; /* of RoCE v2: no flow label */
	uint8_t traffic_class, hop_limit;
	uint32_t flow_label;
	union ibv_gid from, to;
};

static inline bool is_ethernet(void)
{
	return vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET;
}

static inline bool is_mapped(const union ibv_gid *gid)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	return !memcmp(gid->raw, mapped, sizeof(mapped));
}

static inline union ibv_gid mapped(const char *address)
{
	union ibv_gid gid = { .raw = { [10] = 0xff, [11] = 0xff } };

	memcpy(gid.raw + 12, address, 4);
	return gid;
}

static inline bool has_ipv4_sum(const uint8_t *ip)
{
	uint32_t sum = 0;

	for (int i = 0; i < IPV4_BYTES; i += 2)
		sum += (uint32_t)ip[i] << 8 | ip[i + 1];
	return (sum & 0xffff) + (sum >> 16) == 0xffff;
}

/*
 * Before RoCE v2 over IPv4, the first 20 of the 40 bytes are undefined, and may look like those of
 * IPv6. Then the checksum of IPv4 tells, as in ibv_init_ah_from_wc of rdma-core.
 */
static inline bool is_ipv4(const uint8_t *b)
{
	const uint8_t *ip = b + IPV4_AT;

	return ip[0] == (4 << 4 | IPV4_BYTES / 4) && (b[0] >> 4 != 6 || has_ipv4_sum(ip));
}

static inline struct header read_header(const char *at, const union ibv_gid *own)
{
	const uint8_t *b = (const uint8_t *)at, *ip = b + IPV4_AT;
	struct header h = { .ipv4 = is_mapped(own) && is_ipv4(b) };
	uint32_t word;

	if (h.ipv4) {
		h.traffic_class = ip[1];
		h.hop_limit = ip[8];
		h.from = mapped((const char *)ip + 12);
		h.to = mapped((const char *)ip + 16);
		return h;
	}
	memcpy(&word, b, sizeof(word));
	word = ntohl(word);
	h.flow_label = word & 0xfffff;
	h.traffic_class = (uint8_t)(word >> 20);
	h.hop_limit = b[7];
	memcpy(&h.from, b + 8, sizeof(h.from));
	memcpy(&h.to, b + 24, sizeof(h.to));
	return h;
}

/* The bytes of the header that read_header() reads, in the trace. */
static inline void trace_header(const char *at, bool ipv4)
{
	static const struct {
		size_t at, n;
	} parts[2][4] = { { { 0, 4 }, { 7, 1 }, { 8, 16 }, { 24, 16 } },
			  { { 21, 1 }, { 28, 1 }, { 32, 4 }, { 36, 4 } } };

	for (int i = 0; i < 4; i++)
		vct_trace_memory(at + parts[ipv4][i].at, parts[ipv4][i].n);
}

static inline bool is_same_gid(const union ibv_gid *a, const union ibv_gid *b)
{
	return !memcmp(a, b, sizeof(*a));
}

/* Reads an entry; false if it has no address, or ibv_query_gid tells another GID. */
static inline bool read_entry(int index, struct ibv_gid_entry *entry)
{
	union ibv_gid gid;

	if (vct_query_gid_ex(ctx(), vct_dev->port, (uint32_t)index, entry, 0) ||
	    vct_query_gid(ctx(), vct_dev->port, index, &gid) || !is_same_gid(&gid, &entry->gid))
		return false;
	entry->gid_index = (uint32_t)index;
	return vct_gid_is_assigned(vct_dev, &gid);
}

/*
 * The GID in use, and the valid GIDs of the port that are like it: of its type, and of its network
 * interface. Returns how many; at most `most`.
 */
static inline int like_gids(struct ibv_gid_entry *entries, int most)
{
	struct ibv_gid_entry own;
	int n = 1;

	SETUP(!vct_query_gid_ex(ctx(), vct_dev->port, (uint32_t)vct_dev->gid_index, &own, 0));
	entries[0] = own;
	entries[0].gid = vct_dev->gid;
	entries[0].gid_index = (uint32_t)vct_dev->gid_index;
	for (int i = 0; i < vct_dev->port_attr.gid_tbl_len && n < most; i++)
		if (i != vct_dev->gid_index && read_entry(i, &entries[n]) &&
		    entries[n].gid_type == own.gid_type &&
		    entries[n].ndev_ifindex == own.ndev_ifindex)
			n++;
	return n;
}

/* The address of the port at one of its GIDs, with a GRH. */
static inline struct ibv_ah_attr address_at(const struct ibv_gid_entry *entry)
{
	struct ibv_ah_attr address = own_address();

	address.is_global = 1;
	address.grh.dgid = entry->gid;
	address.grh.sgid_index = (uint8_t)entry->gid_index;
	return address;
}

/* A UD link whose receiver has a queue of its own. */
static inline struct link datagram_link(void)
{
	return ud_link(.no_srq = true, .grh = true);
}

/* Posts a datagram, the bytes of which are returned, and the WR for it. */
static inline const char *post_datagram(struct link *l)
{
	char *sent = pattern(send_slot(l->sent), LENGTH, l->sent);

	link_post_receives(l, recv_list(l->sent, 1));
	link_post(l, IBV_WR_SEND);
	return sent;
}

/*
 * The header of the datagram that l->wc tells of, to an address with this GID of its own. SKIP if
 * it came without one.
 */
static inline struct header header_of(const struct link *l, const union ibv_gid *own)
{
	const char *came = recv_slot(l->wc.wr_id);
	struct header h;

	link_needs_grh(l);
	h = read_header(came, own);
	trace_header(came, h.ipv4);
	return h;
}

/* Other checks judge where the message begins. */
static inline void must_be_sent(const struct link *l, const char *sent)
{
	SETUP_OF(BLOCK_UD_PAYLOAD, !memcmp(recv_slot(l->wc.wr_id) + GRH, sent, LENGTH));
}

/* Sends a datagram to the address; its receive completion is l->wc. */
static inline void must_come(struct link *l, const struct ibv_ah_attr *address)
{
	struct ibv_ah_attr attr = *address;
	struct ibv_ah *ah = vct_create_ah(pd(), &attr), *before = l->ah;
	const char *sent;

	MUST_MAKE(ah);
	l->ah = ah;
	sent = post_datagram(l);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
		 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
	RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD));
	l->wc = MUST_COMPLETE(l->rx_cq);
	SETUP_OF(BLOCK_RELEASE_AH, !vct_destroy_ah(ah));
	l->ah = before;
	must_be_sent(l, sent);
}

/* The same; returns its header, without which the check is SKIP. */
static inline struct header must_come_with_header(struct link *l, const struct ibv_ah_attr *address)
{
	union ibv_gid own;

	must_come(l, address);
	SETUP(!vct_query_gid(ctx(), vct_dev->port, address->grh.sgid_index, &own));
	return header_of(l, &own);
}

#endif
