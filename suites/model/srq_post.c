// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* SRQs: filled, and used up. */
#include "model.h"

/* More than fit, or one with too many SGEs in between: those before it are posted. */
static unsigned int spoil(struct recv_post *p, const struct model_srq *s, uint32_t bad,
			  unsigned int room, const struct vct_promise **promise)
{
	unsigned int at = p->n;

	*promise = SRQ_PST_03;
	if (bad && p->n) {
		at = bad % p->n;
		p->list[at].num_sge = (int)s->attr.max_sge + 1;
		*promise = SRQ_PST_04;
	}
	if (at > room || (at == room && p->n > room)) {
		at = room;
		*promise = SRQ_PST_06;
	}
	return at;
}

static const struct vct_promise *make_post(struct recv_post *p, const struct model_srq *s,
					   const uint32_t *arg, unsigned int n, unsigned int *good)
{
	/* One bad list in eight. */
	bool is_good = arg[3] < 14 || s->attr.max_sge > WR_SGES || !srq_size_is_told();
	uint32_t bad = is_good ? 0 : arg[2] + 1;
	const struct vct_promise *promise;

	make_recv_post(p, s->pd, n, arg[2], s->attr.max_sge);
	*good = spoil(p, s, bad, s->attr.max_wr - s->queue.n, &promise);
	forget_recv_post(p, *good);
	return promise;
}

OPERATION(srq_post, ARGS({ "srq", N_SRQS }, { "count", 40 }, { "shape", 64 }, { "bad", 16 }),
	  PROMISES(SRQ_PST_03, SRQ_PST_04, SRQ_PST_06, SRQ_PST_07), .weight = 16, .makes = true,
	  .needs = NEED_SRQ)
{
	static struct recv_post p;
	struct model_srq *s = &srqs[arg[0]];
	const struct vct_promise *promise;
	struct ibv_recv_wr *bad_wr = NULL;
	unsigned int n = arg[1] + 1, good, room;
	int ret;

	if (!srq_is_usable(s) || s->attr.max_wr > QUEUE_WRS)
		return false;
	if (arg[1] >= 36)
		n = s->attr.max_wr - s->queue.n + arg[1] - 36;
	room = room_for(n, &s->queue, s->attr.max_wr);
	if (!n || n > QUEUE_WRS || !buffers_left(n) ||
	    (n > room && (unpolled_of(&s->queue) || !srq_size_is_told())))
		return false;
	promise = make_post(&p, s, arg, n, &good);
	if (!ASK(promise)) {
		forget_recv_post(&p, 0);
		return false;
	}
	ret = vct_post_srq_recv(s->srq, p.list, &bad_wr);
	for (unsigned int i = 0; i < good; i++)
		queue_add(&s->queue, &p.wr[i]);
	if (good == n) {
		MUST_SUCCEED(ret);
	} else {
		MUST_REFUSE(ret);
		MUST_END_AT(bad_wr, p.list + good);
		if (ASK(SRQ_PST_07))
			MUST_GE(ret, 1);
	}
	limit_is_certain(s);
	return true;
}
