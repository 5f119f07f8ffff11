// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* SRQs: filled, and used up. */
#include "model.h"

/* As many are queued as the limit, or more: only now it is certain that the SRQ is armed. */
static void limit_is_certain(struct model_srq *s)
{
	if (!s->may_fire || s->queue.n < s->attr.srq_limit)
		return;
	settle_events();
	srq_must_agree(s);
	s->may_fire = false;
}

/* More than fit, or one with too many SGEs in between: those before it are posted. */
static unsigned int spoil(struct recv_post *p, const struct model_srq *s, uint32_t bad,
			  const struct vct_promise **promise)
{
	unsigned int room = s->attr.max_wr - s->queue.n, at = p->n;

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

OPERATION(srq_post, ARGS({ "srq", N_SRQS }, { "count", 40 }, { "shape", 64 }, { "bad", 16 }),
	  PROMISES(SRQ_PST_03, SRQ_PST_04, SRQ_PST_05, SRQ_PST_06, SRQ_PST_07), .weight = 16,
	  .makes = true, .needs = NEED_SRQ)
{
	static struct recv_post p;
	struct model_srq *s = &srqs[arg[0]];
	const struct vct_promise *promise;
	struct ibv_recv_wr *bad_wr = NULL;
	unsigned int n = arg[1] + 1, good;
	int ret;

	if (!srq_is_usable(s) || s->attr.max_wr > QUEUE_WRS)
		return false;
	if (arg[1] >= 36)
		n = s->attr.max_wr - s->queue.n + arg[1] - 36;
	if (n > QUEUE_WRS || !buffers_left(n))
		return false;
	/* One bad list in eight. */
	make_recv_post(&p, s->pd, n, arg[2], s->attr.max_sge);
	if (s->attr.max_sge > WR_SGES)
		good = spoil(&p, s, 0, &promise);
	else
		good = spoil(&p, s, arg[3] < 14 ? 0 : arg[2] + 1, &promise);
	forget_recv_post(&p, good);
	if (!n || !ASK(promise)) {
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
		MUST_EQ(bad_wr - p.list, good);
		if (ASK(SRQ_PST_07))
			MUST_GE(ret, 1);
	}
	limit_is_certain(s);
	return true;
}

void srq_was_used(struct model_srq *s)
{
	if (!s->attr.srq_limit || s->queue.n >= s->attr.srq_limit)
		return;
	if (s->may_fire)
		return;
	if (s->queue.n + 1 == s->attr.srq_limit)
		event_is_due(s->srq, IBV_EVENT_SRQ_LIMIT_REACHED, SRQ_LIM_01);
}
