// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* An extended CQ that two threads poll. */
#include <stdatomic.h>

#include "../vct.h"

enum { BESIDE_MS = 100 };

struct turn {
	struct ibv_cq_ex *cq;
	atomic_bool held, returned;
	int first, next, second; /* what the verbs returned */
};

static bool wait_for(atomic_bool *is, double ms)
{
	double until = vct_deadline_ms(ms);

	while (!atomic_load(is))
		if (!vct_wait_on(until))
			return false;
	return true;
}

/* Takes the only completion, and ends its turn after the other thread has tried. */
static void take_and_hold(void *argument)
{
	struct turn *t = argument;
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };
	double until = vct_deadline_ms(COMPLETION_MS);

	while ((t->first = vct_start_poll(t->cq, &attr)) && vct_wait_on(until))
		;
	t->next = t->first ? 0 : vct_next_poll(t->cq);
	atomic_store(&t->held, true);
	/* A CQ that is locked until the turn ends keeps the other thread waiting. */
	wait_for(&t->returned, BESIDE_MS);
	if (!t->first)
		vct_end_poll(t->cq);
}

static void try_beside(void *argument)
{
	struct turn *t = argument;
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };

	if (!wait_for(&t->held, COMPLETION_MS))
		return;
	t->second = vct_start_poll(t->cq, &attr);
	atomic_store(&t->returned, true);
	if (!t->second)
		vct_end_poll(t->cq);
}

CHECK(a_completion_is_given_to_one_thread, PROMISES(CQ_XTD_25),
      .needs = NEED_CQ_EX | NEED_SRQ | NEED_RC, .threads = true)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 16 };
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);
	static struct turn t;
	struct part parts[] = { { take_and_hold, &t }, { try_beside, &t } };
	struct link l;

	SETUP_OF(BLOCK_CQ_EX, cq);
	l = rc_link(.srq_wr = 1, .posted = 1, .rx_cq = ibv_cq_ex_to_cq(cq));
	t = (struct turn){ .cq = cq, .second = -1 };
	link_post(&l, IBV_WR_SEND);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
		 cq_wait(l.tx_cq).status == IBV_WC_SUCCESS);
	run_together(parts, 2);
	SETUP_OF(BLOCK_CQ_EX, !t.first);
	SETUP(atomic_load(&t.returned));
	MUST_EQ(NAMED("what ibv_start_poll returned to the other thread", t.next), ENOENT);
	MUST(t.second, "ibv_start_poll gives the other thread no completion");
}
