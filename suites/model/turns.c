// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* An SRQ from which several QPs take WRs in turn, RC and UD, until it is empty or has gone round.
 */
#include "model.h"

/* Who sends to this QP; NULL: nobody. */
static struct model_qp *sender_to(struct model_qp *q)
{
	return q->peer && can_send(q->peer, q) ? q->peer : NULL;
}

/* The users of the SRQ that somebody sends to. */
static unsigned int users_of(const struct model_srq *s, struct model_qp **users)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < N_QPS; i++)
		if (qps[i].qp && qps[i].srq == s && sender_to(&qps[i]))
			users[n++] = &qps[i];
	return n;
}

static bool one_message(struct model_qp *to, uint32_t i, uint32_t length)
{
	return pass_messages(&(struct messages){
		.from = sender_to(to),
		.to = to,
		.n = 1,
		.length = length + i,
		.stays = i % 4 != 3 && cq_has_room(to->recv_cq, 4),
	});
}

/* All WRs, or at most `count` groups of 8, are taken. */
OPERATION(srq_take_turns, ARGS({ "srq", N_SRQS }, { "count", 42 }, { "length", LEVELS }),
	  PROMISES(SRQ_PST_11, SRQ_PST_03, CQ_POL_01, CQ_POL_02), .weight = 3,
	  .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct model_srq *s = srq_from(arg[0]);
	struct model_qp *users[N_QPS];
	unsigned int n, done = 0;

	if (!s)
		return false;
	n = users_of(s, users);
	while (n && s->queue.n && done < 8 * (arg[1] + 1) &&
	       one_message(users[done % n], done, arg[2]))
		done++;
	return done > 0;
}

/* Posts and takes a few at a time, until each place of the queue has been used again. */
OPERATION(srq_go_round, ARGS({ "srq", N_SRQS }, { "step", 4 }, { "shape", 64 }),
	  PROMISES(SRQ_PST_03, SRQ_PST_07, SRQ_PST_11, CQ_POL_01), .weight = 2,
	  .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct model_srq *s = srq_from(arg[0]);
	unsigned int step = arg[1] + 1, n, done = 0;
	struct model_qp *users[N_QPS];
	static struct recv_post p;
	struct ibv_recv_wr *bad;

	if (!s || s->attr.max_wr > 80 || s->attr.srq_limit)
		return false;
	n = users_of(s, users);
	while (n && done <= s->attr.max_wr && room_for(step, &s->queue, s->attr.max_wr) >= step &&
	       buffers_left(step + 2) && ASK(SRQ_PST_07)) {
		make_recv_post(&p, s->pd, step, arg[2] + done, s->attr.max_sge);
		MUST_SUCCEED(vct_post_srq_recv(s->srq, p.list, &bad));
		for (unsigned int i = 0; i < step; i++)
			queue_add(&s->queue, &p.wr[i]);
		for (unsigned int i = 0; i < step; i++, done++)
			if (!one_message(users[done % n], done, arg[2]))
				return true;
	}
	return done > 0;
}
