// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes links of each type of QP that carries RDMA requests. */
#include "carrier.h"

const struct carrier_row carriers[] = {
	{ ROW("rc"), .vct_row.needs = NEED_RC, .vct_row.kind = CARRIES_READS, .type = IBV_QPT_RC,
	  .own_queue = true },
	{ ROW("rc-on-a-srq"), .vct_row.needs = NEED_RC | NEED_SRQ, .vct_row.kind = CARRIES_READS,
	  .type = IBV_QPT_RC },
	{ ROW("uc"), .vct_row.needs = NEED_UC, .type = IBV_QPT_UC, .own_queue = true },
	{ ROW("xrc"), .vct_row.needs = NEED_XRC | NEED_SRQ, .vct_row.kind = CARRIES_READS,
	  .type = IBV_QPT_XRC_SEND },
};

static char local_byte(size_t i)
{
	return (char)(1 + i % 127);
}

static char remote_byte(size_t i)
{
	return (char)(-1 - (int)(i % 125));
}

void carrier_refill(struct carrier *c)
{
	for (size_t i = 0; i < REGION; i++) {
		c->local[i] = local_byte(i);
		c->remote[i] = remote_byte(i);
	}
}

struct carrier carrier_make(const struct carrier_row *row)
{
	return carrier_make_from(row, 0);
}

struct carrier carrier_make_from(const struct carrier_row *row, uint32_t psn)
{
	bool atomics = row->vct_row.kind == CARRIES_READS &&
		       vct_dev->attr.orig_attr.atomic_cap != IBV_ATOMIC_NONE;
	struct link_attr attr = { .srq_wr = 16,
				  .no_srq = row->own_queue,
				  .psn = psn,
				  .grants = atomics ? IBV_ACCESS_REMOTE_ATOMIC : 0 };
	int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
		     (int)attr.grants;
	struct carrier c = { .mr = mr_make(pd(), 2 * REGION, access) };

	c.l = row->type == IBV_QPT_XRC_SEND ? xrc_link_make(&attr) : link_make(row->type, &attr);
	c.local = c.mr->addr;
	c.remote = c.local + REGION;
	carrier_refill(&c);
	return c;
}

void must_complete_all(struct carrier *c, unsigned int n, const struct vct_place *place)
{
	uint64_t id = c->l.sent - n;

	for (; id < c->l.sent; id++) {
		struct ibv_wc wc = must_complete(c->l.tx_cq, COMPLETION_MS, place);

		if (wc.wr_id != id || wc.status != IBV_WC_SUCCESS)
			vct_fail(place, "each request completes in its turn, with success",
				 "WR %llu in the turn of WR %llu, with status %s",
				 (unsigned long long)wc.wr_id, (unsigned long long)id,
				 ibv_wc_status_str(wc.status));
	}
	vct_held();
}

void carrier_catches_up(struct carrier *c)
{
	link_post_receives(&c->l, recv_list(c->markers++, 1));
	link_send(&c->l, 1);
}

void must_be_copied(const struct carrier *c, const char *to, size_t at, size_t length,
		    const struct vct_place *place)
{
	bool written = to == c->remote;

	for (size_t i = 0; i < REGION; i++) {
		bool within = i >= at && i < at + length;
		char expected = within == written ? local_byte(i) : remote_byte(i);

		if (to[i] == expected)
			continue;
		/* A marker behind an RDMA write of UC does not tell that the write has come. */
		if (written && within)
			cq_skip_what_may_be_lost(c->l.rx_cq);
		vct_fail(place, within ? "a byte of the request" : "an unchanged byte",
			 "byte %zd of %zu is %d and not %d", (ssize_t)(i - at), length, to[i],
			 expected);
	}
	vct_held();
}
