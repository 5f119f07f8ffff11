// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * As many objects of a kind as 16 bits count, one after the other, or as many as the time allows: a
 * number that a device counts up for each has more bits, or has begun again.
 */
#include "../../lib/check/trace/few.h"
#include "kinds.h"

enum { MANY = (1 << 16) + 1, LOOKED_AT = 256, AT_MOST_MS = 2000 };

/* What makes one of a kind and destroys it. Not traced: so many calls have no place in a report. */
static bool qp_goes(struct link *l)
{
	struct ibv_qp_init_attr init = { .send_cq = l->tx_cq,
					 .recv_cq = l->rx_cq,
					 .cap = { 1, 1, 1, 1, 0 },
					 .qp_type = l->tx->qp_type };
	struct ibv_qp *qp = ibv_create_qp(pd(), &init);

	if (qp) {
		MUST_NE(qp->qp_num, l->rx->qp_num);
		MUST_NE(qp->qp_num, l->tx->qp_num);
	}
	return qp && !ibv_destroy_qp(qp);
}

static bool cq_goes(struct link *l)
{
	struct ibv_cq *cq = ibv_create_cq(l->tx->context, 1, NULL, NULL, 0);

	return cq && !ibv_destroy_cq(cq);
}

static bool srq_goes(struct link *l)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 } };
	struct ibv_srq *srq = ibv_create_srq(l->tx->pd, &init);

	return srq && !ibv_destroy_srq(srq);
}

static bool ah_goes(struct link *l)
{
	struct ibv_ah_attr address = own_address();
	struct ibv_ah *ah = ibv_create_ah(l->tx->pd, &address);

	return ah && !ibv_destroy_ah(ah);
}

static bool domain_goes(struct link *l)
{
	struct ibv_pd *domain = ibv_alloc_pd(l->tx->context);

	return domain && !ibv_dealloc_pd(domain);
}

static const struct many_row {
	struct vct_row vct_row;
	enum ibv_qp_type type; /* of the link that stays */
	const char *release;   /* of one that comes and goes */
	bool (*goes)(struct link *l);
} many[] = {
	{ .vct_row = { .name = "qp", .needs = NEED_RC },
	  .type = IBV_QPT_RC,
	  .release = "ibv_destroy_qp",
	  .goes = qp_goes },
	{ .vct_row = { .name = "cq", .needs = NEED_RC },
	  .type = IBV_QPT_RC,
	  .release = "ibv_destroy_cq",
	  .goes = cq_goes },
	{ .vct_row = { .name = "srq", .needs = NEED_RC },
	  .type = IBV_QPT_RC,
	  .release = "ibv_destroy_srq",
	  .goes = srq_goes },
	{ .vct_row = { .name = "address-handle", .needs = NEED_UD },
	  .type = IBV_QPT_UD,
	  .release = "ibv_destroy_ah",
	  .goes = ah_goes },
	{ .vct_row = { .name = "domain", .needs = NEED_RC },
	  .type = IBV_QPT_RC,
	  .release = "ibv_dealloc_pd",
	  .goes = domain_goes },
};

/* The link that stays passes messages, now and then, and so does a new one in the end. */
CHECK_ROWS(come_and_go, many, PROMISES(AFT_03), .needs = NEED_SRQ)
{
	struct link l = link_make(row->type, &(struct link_attr){ .srq_wr = 4, .local = true });
	double until = vct_deadline_ms(AT_MOST_MS);
	struct link last;
	uint64_t n = 0;

	for (; n < MANY && vct_now_ms() < until; n++) {
		bool goes = row->goes(&l);

		if (!goes) {
			vct_few_refused(row->release, errno);
			vct_skip_if_refused();
		}
		MUST(goes, "one more of a kind is made and destroyed; number %llu is not: %s",
		     (unsigned long long)n, vct_errno_text(errno));
		if (n % LOOKED_AT)
			continue;
		srq_post(l.srq, n / LOOKED_AT, 1);
		MUST_RECEIVE(&l, n / LOOKED_AT);
	}
	vct_note("%llu came and went", (unsigned long long)n);
	last = link_make(row->type, &(struct link_attr){ .srq_wr = 1, .posted = 1, .local = true });
	MUST_RECEIVE(&last, 0);
	srq_post(l.srq, MANY, 1);
	MUST_RECEIVE(&l, MANY);
}
