// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_cq and ibv_destroy_cq: sizes, completion vectors, and CQs that QPs use. */
#include <limits.h>

#include "unpolled.h"

enum { MOST_SENT = 300 };

static int at_most(int n, int most)
{
	return n < most ? n : most;
}

static int max_cqe(void)
{
	return vct_dev->attr.orig_attr.max_cqe;
}

/* A link whose receiver has receive WRs of its own. */
static struct link link_on(struct ibv_cq *rx_cq)
{
	return rc_link(.rx_cq = rx_cq, .no_srq = true);
}

/* Sends n messages whose receive completions, with wr_ids from `first`, are not polled. */
static void leave_unpolled(struct link *l, uint64_t first, unsigned int n)
{
	for (uint64_t i = first; i < first + n; i++) {
		link_post_receives(l, recv_list(i, 1));
		link_post(l, IBV_WR_SEND);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
	}
}

static void must_poll(struct ibv_cq *cq, uint64_t first, unsigned int n)
{
	for (uint64_t i = first; i < first + n; i++) {
		struct ibv_wc wc = MUST_COMPLETE(cq);

		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, i);
	}
}

static const struct size_row {
	struct vct_row vct_row;
	int cqe;
} sizes[] = {
	{ ROW("1"), .cqe = 1 },         { ROW("2"), .cqe = 2 },
	{ ROW("7"), .cqe = 7 },         { ROW("64"), .cqe = 64 },
	{ ROW("255"), .cqe = 255 },     { ROW("256"), .cqe = 256 },
	{ ROW("257"), .cqe = 257 },     { ROW("131073"), .cqe = 131073 },
	{ ROW("max"), .cqe = INT_MAX },
};

/*
 * As many completions as were asked for, at most 300, are there in two rounds. A machine may be too
 * small for a CQ of max_cqe entries.
 */
CHECK_ROWS(has_at_least_what_was_asked_for, sizes, PROMISES(CQ_CRE_01), .needs = NEED_RC)
{
	int cqe = at_most(row->cqe, max_cqe()), n = at_most(cqe, MOST_SENT);
	struct unpolled u;
	struct ibv_cq *cq;

	while (!(cq = vct_create_cq(ctx(), cqe, NULL, NULL, 0)) && row->cqe == INT_MAX && cqe > 1)
		cqe /= 2;
	MUST_MAKE(cq);
	MUST_GE(cq->cqe, cqe);
	n = at_most(cqe, n);
	u = unpolled_make(cq, (unsigned int)n);
	for (uint64_t round = 0; round < 2; round++) {
		unpolled_send(&u, round * MOST_SENT, u.n);
		must_poll_unpolled(&u, round * MOST_SENT, u.n);
		MUST_BE_EMPTY(cq);
	}
}

static const struct member_row {
	struct vct_row vct_row;
	bool channel, context;
} members[] = {
	{ ROW("neither") },
	{ ROW("context"), .context = true },
	{ ROW("channel"), .channel = true },
	{ ROW("context-and-channel"), .context = true, .channel = true },
};

CHECK_ROWS(has_the_context_and_channel_given, members, PROMISES(CQ_CRE_02))
{
	static int mine;
	struct ibv_comp_channel *channel = row->channel ? channel_make() : NULL;
	void *context = row->context ? &mine : NULL;
	struct ibv_cq *cq = vct_create_cq(ctx(), 16, context, channel, 0);

	MUST_MAKE(cq);
	MUST_POINT_TO(cq->context, ctx());
	MUST_POINT_TO(cq->cq_context, context);
	MUST_POINT_TO(cq->channel, channel);
}

/* The first, the last, and at most 14 of those in between. */
CHECK(each_vector_gives_events, PROMISES(CQ_CRE_03), .needs = NEED_RC)
{
	int n = ctx()->num_comp_vectors, step = n > 16 ? n / 15 : 1;
	struct ibv_comp_channel *channel = channel_make();

	MUST_GE(NAMED("num_comp_vectors", n), 1);
	for (int vector = 0; vector < n;
	     vector = vector < n - 1 ? at_most(vector + step, n - 1) : n) {
		struct ibv_cq *cq = vct_create_cq(ctx(), 16, NULL, channel, vector);
		struct link l;

		MUST_MAKE(cq);
		l = link_on(cq);
		link_post_receives(&l, recv_list(0, 1));
		cq_arm(cq, 0);
		link_send(&l, 1);
		MUST_NOTIFY(channel, cq);
	}
}

static const struct vector_row {
	struct vct_row vct_row;
	int from_the_end, vector;
} vectors[] = {
	{ ROW("minus-one"), .vector = -1 },
	{ ROW("one-too-many"), .from_the_end = 1 },
	{ ROW("least"), .vector = INT_MIN },
	{ ROW("greatest"), .vector = INT_MAX },
};

CHECK_ROWS(no_other_vector_is_taken, vectors, PROMISES(CQ_CRE_04, AFT_01), .danger = DANGER_REFUSED)
{
	int vector = row->from_the_end ? ctx()->num_comp_vectors : row->vector;

	struct ibv_comp_channel *channel = channel_make();

	MUST_MAKE_NONE(vct_create_cq(ctx(), 16, NULL, channel, vector));
	JUDGING(AFT_01);
	MUST_GO_ON(.cq = cq_make_on(channel, 16, NULL));
}

static const struct excess_row {
	struct vct_row vct_row;
	long long above;
} excesses[] = {
	{ ROW("one-more"), .above = 1 },
	{ ROW("far-more"), .above = 1LL << 30 },
	{ ROW("most-of-all"), .above = INT_MAX },
};

CHECK_ROWS(more_than_max_cqe_is_refused, excesses, PROMISES(CQ_CRE_05, AFT_01),
	   .danger = DANGER_REFUSED)
{
	long long asked = max_cqe() + row->above;

	if (max_cqe() == INT_MAX) {
		RECORD("max_cqe is the greatest number there is");
		MUST_GE(cq_make(1)->cqe, 1);
		return;
	}
	MUST_MAKE_NONE(vct_create_cq(ctx(), asked > INT_MAX ? INT_MAX : (int)asked, NULL, NULL, 0));
	JUDGING(AFT_01);
	MUST_GO_ON();
}

static const struct few_row {
	struct vct_row vct_row;
	int cqe;
} fews[] = {
	{ ROW("0"), .cqe = 0 },
	{ ROW("minus-one"), .cqe = -1 },
	{ ROW("least"), .cqe = INT_MIN },
};

CHECK_ROWS(less_than_one_entry, fews, PROMISES(CQ_CRE_06), .danger = DANGER_REFUSED)
{
	struct ibv_cq *cq = vct_create_cq(ctx(), row->cqe, NULL, NULL, 0);

	RECORD("a CQ of %d entries is %s", row->cqe, cq ? "made" : "refused");
	if (cq) {
		MUST_GE(cq->cqe, 0);
		MUST_SUCCEED(vct_destroy_cq(cq));
	}
	cq_make(1); /* the device goes on */
	vct_held();
}

CHECK(is_destroyed_with_unpolled_entries, PROMISES(CQ_CRE_07), .needs = NEED_RC)
{
	struct ibv_cq *empty = cq_make(4);
	struct link l = link_on(cq_make(16));

	MUST_SUCCEED(vct_destroy_cq(empty));
	leave_unpolled(&l, 0, 3);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_cq(l.rx_cq));
}

static const struct use_row {
	struct vct_row vct_row;
	bool sends, receives, extended;
	int qps;
} uses[] = {
	{ ROW("sends"), .sends = true, .qps = 1 },
	{ ROW("receives"), .receives = true, .qps = 1 },
	{ ROW("sends-and-receives"), .sends = true, .receives = true, .qps = 1 },
	{ ROW("three-qps"), .sends = true, .receives = true, .qps = 3 },
	{ ROW("extended"), .vct_row.needs = NEED_CQ_EX, .receives = true, .extended = true,
	  .qps = 2 },
};

static struct ibv_cq *make_used(bool extended)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 16 };
	struct ibv_cq_ex *cq;

	if (!extended)
		return cq_make(16);
	cq = vct_create_cq_ex(ctx(), &init);
	SETUP_OF(BLOCK_CQ_EX, cq);
	return ibv_cq_ex_to_cq(cq);
}

/* Until the last QP has gone. */
CHECK_ROWS(with_qps_is_not_destroyed, uses, PROMISES(CQ_CRE_08, CQ_CRE_07), .needs = NEED_RC)
{
	struct ibv_cq *cq = make_used(row->extended), *other = cq_make(16);
	struct ibv_qp *qps[3];

	for (int i = 0; i < row->qps; i++)
		qps[i] = qp_make(IBV_QPT_RC, NULL, row->sends ? cq : other,
				 row->receives ? cq : other);
	JUDGING(CQ_CRE_08);
	for (int i = 0; i < row->qps; i++) {
		MUST_REFUSE_WITH_ERRNO(vct_destroy_cq(cq));
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(qps[i]));
	}
	JUDGING(CQ_CRE_07);
	MUST_SUCCEED(vct_destroy_cq(cq));
}

CHECK(refused_destruction_leaves_it, PROMISES(CQ_CRE_09), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct link l = link_on(cq_make_on(channel, 16, NULL));

	leave_unpolled(&l, 0, 3);
	MUST_REFUSE(vct_destroy_cq(l.rx_cq));
	leave_unpolled(&l, 3, 2);
	must_poll(l.rx_cq, 0, 5);
	cq_arm(l.rx_cq, 0);
	MUST_REFUSE(vct_destroy_cq(l.rx_cq));
	leave_unpolled(&l, 5, 1);
	MUST_NOTIFY(channel, l.rx_cq);
	must_poll(l.rx_cq, 5, 1);
}

/* A protection domain that is no parent domain, and flags that are not defined. */
CHECK(members_without_their_bit_are_not_read, PROMISES(CQ_XTD_26), .needs = NEED_CQ_EX)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 16, .flags = UINT32_MAX, .parent_domain = pd() };

	RELIES_ON(BLOCK_CQ_EX);
	MUST_MAKE(vct_create_cq_ex(ctx(), &init));
}
