/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Raw packet QPs whose packets are spread over WQs by a hash (RSS): what their checks share. */
#ifndef SUITES_WQ_RSS_H
#define SUITES_WQ_RSS_H

#include "../flow/raw.h"
#include "wq.h"

#define NEED_WQ_IN_USE (NEED_RAW | NEED_NET_RAW | NEED_WQ | NEED_RSS)
#define SPREADS        (STEERS | NEED_WQ_IN_USE)

#define IPV4_ADDRESSES (IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4)
#define IPV6_ADDRESSES (IBV_RX_HASH_SRC_IPV6 | IBV_RX_HASH_DST_IPV6)
#define UDP_PORTS      (IBV_RX_HASH_SRC_PORT_UDP | IBV_RX_HASH_DST_PORT_UDP)
#define TCP_PORTS      (IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_DST_PORT_TCP)

/*
 * No page tells the length of a key; mlx5 and mlx4 take keys of this one. Where it is refused, the
 * others are tried. The bytes are repeated.
 */
enum { KEY_BYTES = 40 };
struct rss_key {
	size_t length;
	uint8_t bytes[KEY_BYTES];
};
/*
 * One at random. With it the flows of spread.c reach four WQs by any two neighbouring bits of the
 * hash, also where a device gives both directions of a flow one hash: where it sorts their fields,
 * or hashes the exclusive or of both.
 */
extern const struct rss_key rss_any_key;
/* One that repeats its first 16 bits: both directions of a flow have one hash. */
extern const struct rss_key rss_key_of_both_directions;

/* A WQ of 16 WRs in RDY, with these flags. */
struct ibv_wq *rss_wq(struct ibv_cq *cq, uint32_t flags);
/* A table of 2^log_size WQs. SKIP if the device claims no such size, or takes no table of these. */
struct ibv_rwq_ind_table *rss_table(struct ibv_wq *const *wqs, uint32_t log_size);
/*
 * A QP of these fields (enum ibv_rx_hash_fields) that receives; NULL, and errno, if it is refused.
 * SKIP if the device does not claim the fields.
 */
struct ibv_qp *rss_qp(struct ibv_rwq_ind_table *table, uint64_t fields, const struct rss_key *key);
/* The same; SKIP if it is refused: a device need not have all fields at the same time. */
struct ibv_qp *rss_qp_or_skip(struct ibv_rwq_ind_table *table, uint64_t fields,
			      const struct rss_key *key);
/* A QP that spreads packets over a table of this WQ alone. SKIP if the device makes none. */
struct ibv_qp *rss_use(struct ibv_wq *wq);
/* The QP is the sink from now on. WQ n is wqs[n], and its receive WRs are posted with raw_post().
 */
void rss_sink(struct raw *r, unsigned int sink, struct ibv_qp *qp, struct ibv_cq *cq,
	      struct ibv_wq *const *wqs);
/*
 * Sink n is from now on a QP whose table has one entry, a new WQ with these flags, which is wqs[n];
 * packets to the MAC address that ends with n come to it.
 */
void rss_alone(struct raw *r, uint8_t n, struct ibv_cq *cq, uint32_t flags, struct ibv_wq **wqs);
/* The first wr_id of WQ n; and the WQ that has a wr_id. */
uint64_t rss_first(unsigned int wq);
unsigned int rss_wq_of(uint64_t wr_id);

#endif
