// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include "rss.h"

enum { LEAST_KEY = 16 /* of two addresses and two ports: 12 bytes, and 4 of the hash */ };

const struct rss_key rss_any_key = {
	KEY_BYTES,
	{ 0x6e, 0xa6, 0x87, 0x76, 0x6e, 0xac, 0xfb, 0x9c, 0xf0, 0x5e, 0x91, 0x5f, 0xfc, 0xeb,
	  0x62, 0x44, 0xaa, 0x51, 0x77, 0x23, 0x07, 0x32, 0xa7, 0x2f, 0x55, 0xff, 0xd6, 0xdd,
	  0x5e, 0x83, 0x38, 0xad, 0x50, 0xba, 0xa5, 0x01, 0x36, 0x80, 0x9c, 0x56 }
};

const struct rss_key rss_key_of_both_directions = { 2, { 0x6d, 0x5a } };

struct ibv_wq *rss_wq(struct ibv_cq *cq, uint32_t flags)
{
	struct ibv_wq_init_attr init = wq_init(cq, 2 * WRS, 1);
	static unsigned int made;
	struct ibv_wq *wq;

	if (flags) {
		init.comp_mask = IBV_WQ_INIT_ATTR_FLAGS;
		init.create_flags = flags;
	}
	wq = vct_create_wq(ctx(), &init);
	if (!wq && made >= vct_dev->attr.max_wq_type_rq)
		vct_skip("the device makes no more than %u WQs", made);
	SETUP(wq);
	made++;
	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	return wq;
}

/* That of mlx4 takes WQs of consecutive numbers alone (drivers/infiniband/hw/mlx4/qp.c). */
struct ibv_rwq_ind_table *rss_table(struct ibv_wq *const *wqs, uint32_t log_size)
{
	struct ibv_rwq_ind_table *table;

	if (1U << log_size > vct_dev->attr.rss_caps.max_rwq_indirection_table_size)
		vct_skip("the device claims no tables of %u entries", 1U << log_size);
	table = wq_table(wqs, log_size);
	if (!table)
		vct_skip("the device makes no table of these WQs: ibv_create_rwq_ind_table fails "
			 "with %s",
			 vct_errno_text(errno));
	return table;
}

/*
 * A QP of mlx5 receives as soon as it is made, and has no states; one of mlx4 receives in RTR, and
 * has no further ones (drivers/infiniband/hw/mlx5/qp.c and mlx4/qp.c).
 */
static void start(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = vct_dev->port };

	if (vct_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PORT))
		return;
	attr.qp_state = IBV_QPS_RTR;
	vct_modify_qp(qp, &attr, IBV_QP_STATE);
}

static struct ibv_qp *create(struct ibv_qp_init_attr_ex *init)
{
	uint8_t *length = &init->rx_hash_conf.rx_hash_key_len;
	struct ibv_qp *qp;
	int error;

	*length = KEY_BYTES;
	errno = 0;
	qp = vct_create_qp_ex(ctx(), init);
	error = errno;
	for (unsigned int n = LEAST_KEY; !qp && n <= UINT8_MAX; n++) {
		*length = (uint8_t)n;
		qp = vct_create_qp_ex(ctx(), init);
	}
	errno = error;
	return qp;
}

struct ibv_qp *rss_qp(struct ibv_rwq_ind_table *table, uint64_t fields, const struct rss_key *key)
{
	static uint8_t repeated[UINT8_MAX];
	uint64_t claimed = vct_dev->attr.rss_caps.rx_hash_fields_mask;
	struct ibv_qp_init_attr_ex init = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.comp_mask =
			IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH,
		.pd = pd(),
		.rwq_ind_tbl = table,
		.rx_hash_conf = { .rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ,
				  .rx_hash_key = repeated,
				  .rx_hash_fields_mask = fields },
	};
	struct ibv_qp *qp;

	if (fields & ~claimed)
		vct_skip(
			"the device does not claim the fields %#llx (rss_caps.rx_hash_fields_mask)",
			(unsigned long long)(fields & ~claimed));
	for (size_t i = 0; i < sizeof(repeated); i++)
		repeated[i] = key->bytes[i % key->length];
	qp = create(&init);
	if (qp)
		start(qp);
	return qp;
}

struct ibv_qp *rss_qp_or_skip(struct ibv_rwq_ind_table *table, uint64_t fields,
			      const struct rss_key *key)
{
	struct ibv_qp *qp = rss_qp(table, fields, key);

	if (!qp)
		vct_skip("the device makes no such QP: ibv_create_qp_ex fails with %s",
			 vct_errno_text(errno));
	return qp;
}

/* mlx4 takes the WQs of a table in RDY alone when the QP begins to receive. */
struct ibv_qp *rss_use(struct ibv_wq *wq)
{
	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	return rss_qp_or_skip(rss_table(&wq, 0), IPV4_ADDRESSES, &rss_any_key);
}

void rss_sink(struct raw *r, unsigned int sink, struct ibv_qp *qp, struct ibv_cq *cq,
	      struct ibv_wq *const *wqs)
{
	r->sinks[sink] = (struct sink){ .qp = qp, .cq = cq, .wqs = wqs };
}

void rss_alone(struct raw *r, uint8_t n, struct ibv_cq *cq, uint32_t flags, struct ibv_wq **wqs)
{
	wqs[n] = rss_wq(cq, flags);
	rss_sink(r, n, rss_qp_or_skip(rss_table(&wqs[n], 0), IPV4_ADDRESSES, &rss_any_key), cq,
		 wqs);
	raw_post(&r->sinks[n], rss_first(n), WRS);
	rule_set(r, n, rule_to(n));
}

uint64_t rss_first(unsigned int wq)
{
	return (uint64_t)(SINKS + wq) * WRS;
}

unsigned int rss_wq_of(uint64_t wr_id)
{
	return (unsigned int)(wr_id / WRS) - SINKS;
}
