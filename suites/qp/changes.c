// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * No page says which changes a device has to take that keep the state: each returns what the verb
 * returned.
 */
#include "changes.h"

static struct ibv_qp *qp_of(const struct world *w)
{
	return w->row->who == RX ? w->l.rx : w->row->who == TX ? w->l.tx : w->beside.rx;
}

static int move(struct world *w)
{
	qp_to_state(qp_of(w), w->row->to);
	return 0;
}

static int drain(struct world *w)
{
	struct subject s = qp_subject(qp_of(w));

	qp_to_state(qp_of(w), IBV_QPS_SQD);
	subject_wait_drained(&s);
	qp_to_state(qp_of(w), IBV_QPS_RTS);
	return 0;
}

static int set(struct world *w)
{
	struct ibv_qp_attr attr = { .qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
				    .min_rnr_timer = 2 };
	int ret = vct_modify_qp(w->l.rx, &attr, w->row->bit);

	return vct_modify_qp(w->l.tx, &attr, w->row->bit) ?: ret;
}

static int set_cap(struct world *w)
{
	struct ibv_qp *const qps[] = { w->l.rx, w->l.tx };
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int ret = 0;

	for (int i = 0; i < 2; i++) {
		SETUP(!vct_query_qp(qps[i], &attr, IBV_QP_CAP, &init));
		attr.cap.max_send_wr = w->row->size;
		if (!qps[i]->srq)
			attr.cap.max_recv_wr = w->row->size;
		ret = vct_modify_qp(qps[i], &attr, IBV_QP_CAP) ?: ret;
	}
	return ret;
}

static int set_srq(struct world *w)
{
	return srq_modify(w->l.srq ? w->l.srq : srq_make(.max_wr = ENTRIES), w->row->bit,
			  .max_wr = srq_at_most(w->row->size), .srq_limit = 2);
}

static int resize_cqs(struct world *w)
{
	int cqe = (int)cqe_at_most(w->row->size), ret = vct_resize_cq(w->l.rx_cq, cqe);

	return vct_resize_cq(w->l.tx_cq, cqe) ?: ret;
}

static int moderate(struct world *w)
{
	struct ibv_modify_cq_attr attr = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = { 1, vct_dev->attr.cq_mod_caps.max_cq_period ? 1 : 0 },
	};

	return vct_modify_cq(w->l.rx_cq, &attr);
}

static int make_beside(struct world *w)
{
	w->beside = rc_link(.rx_cq = w->l.rx_cq, .srq = w->l.srq, .no_srq = true, .local = true);
	return 0;
}

static int destroy_beside(struct world *w)
{
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(w->beside.rx));
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(w->beside.tx));
	return 0;
}

static int attach_other(struct world *w)
{
	struct ibv_qp *qp = qp_make(IBV_QPT_UD, NULL, w->l.rx_cq, w->l.rx_cq);
	bool ethernet = vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET;
	union ibv_gid gid = { .raw = { 0xff, 0x0e, [14] = 'V', [15] = 'W' } };
	uint16_t lid = ethernet ? 0 : 0xc002;
	int ret;

	cq_is_of(w->l.rx_cq, IBV_QPT_RC);
	qp_to_init(qp);
	ret = vct_attach_mcast(qp, &gid, lid);
	return ret ?: vct_detach_mcast(qp, &gid, lid);
}

static int release_others(struct world *w)
{
	struct ibv_ah_attr address = own_address();
	struct ibv_ah *ah = vct_dev->iwarp ? NULL : vct_create_ah(pd(), &address);
	struct ibv_mr *mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_cq *cq = cq_make(ENTRIES);

	if (w->l.srq) {
		struct ibv_srq *srq = srq_make(.max_wr = ENTRIES);

		srq_post(srq, w->next, WAIT);
		SETUP_OF(BLOCK_RELEASE_SRQ, !vct_destroy_srq(srq));
	}
	if (ah)
		SETUP_OF(BLOCK_AH, !vct_destroy_ah(ah));
	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	return vct_destroy_cq(cq);
}

/* AFT_04 is of every row; the promise, or both, is what the page has for some pair. */
#define CHANGE_OF(kind_, name_, needs_, promises_, ...)                                            \
	{                                                                                          \
		.vct_row = { .name = (name_),                                                      \
			     .promises = { AFT_04, promises_ },                                    \
			     .needs = (needs_),                                                    \
			     .kind = (kind_) },                                                    \
		##__VA_ARGS__                                                                      \
	}
#define CHANGE(...)           CHANGE_OF(WITHOUT_DRAIN, __VA_ARGS__)
#define BOTH(first_, second_) first_, second_
#define CAP(name_, size_)                                                                          \
	CHANGE(name_, NEED_QP_RESIZE, QP_MOD_CAP_01, .change = set_cap, .size = (size_),           \
	       .vct_row.danger = DANGER_DESTRUCTIVE)
#define SRQ_SIZE(name_, size_)                                                                     \
	CHANGE(name_, NEED_SRQ | NEED_RESIZE, SRQ_MOD_27, .change = set_srq,                       \
	       .bit = IBV_SRQ_MAX_WR, .size = (size_))
#define CQ_SIZE(name_, size_)                                                                      \
	CHANGE_OF(WITHOUT_DRAIN, name_, NEED_CQ_RESIZE, BOTH(CQ_RSZ_02, CQ_RSZ_05),                \
		  .change = resize_cqs, .size = (size_))
#define MOVE(who_, to_, ...)                                                                       \
	CHANGE(#who_ "-to-" #to_, NEED_IB_STATES, QP_ERR_01, .change = move, .who = (who_),        \
	       .to = IBV_QPS_##to_, ##__VA_ARGS__)

const struct change_row changes[22] = {
	CHANGE("access", NEED_IB_STATES, NULL, .change = set, .bit = IBV_QP_ACCESS_FLAGS),
	CHANGE("rnr-timer", NEED_IB_STATES, NULL, .change = set, .bit = IBV_QP_MIN_RNR_TIMER),
	CAP("cap-with-more-room", 24),
	CAP("cap-with-too-little-room", 3),
	CHANGE("srq-limit", NEED_SRQ, NULL, .change = set_srq, .bit = IBV_SRQ_LIMIT),
	SRQ_SIZE("srq-grows", 60),
	SRQ_SIZE("srq-with-too-little-room", 3),
	CQ_SIZE("cq-grows", 40),
	CQ_SIZE("cq-shrinks", 10),
	CHANGE("cq-moderation", NEED_CQ_MODERATE, NULL, .change = moderate),
	CHANGE("group", NEED_UD | NEED_MCAST | NEED_IB_STATES, NULL, .change = attach_other),
	CHANGE("others-end", 0, NULL, .change = release_others),
	CHANGE("neighbour-comes", 0, NULL, .change = make_beside),
	CHANGE("neighbour-goes", 0, NULL, .change = destroy_beside, .beside = true),
	MOVE(BESIDE, ERR, .beside = true),
	MOVE(BESIDE, RESET, .beside = true),
	MOVE(RX, ERR),
	MOVE(RX, RESET),
	MOVE(TX, ERR),
	MOVE(TX, RESET),
	CHANGE("RX-through-SQD", NEED_IB_STATES, NULL, .change = drain, .who = RX),
	CHANGE_OF(0, "TX-through-SQD", NEED_IB_STATES, NULL, .change = drain, .who = TX),
};

struct world world_of(const struct change_row *row, bool srq)
{
	struct world w = { .row = row, .channel = channel_make() };
	struct ibv_cq *cq = cq_make_on(w.channel, ENTRIES, NULL);

	w.l = rc_link(.rx_cq = cq, .srq_wr = ENTRIES, .no_srq = !srq, .rnr_retry = 7,
		      .local = true);
	if (row->beside)
		make_beside(&w);
	while (w.next + 3 < (uint64_t)cq->cqe && w.next < SLOTS) {
		link_post_receives(&w.l, recv_list(w.next++, 1));
		link_send(&w.l, 1);
	}
	return w;
}

bool change_ends(const struct world *w, enum who who)
{
	return w->row->change == move && w->row->who == who;
}

bool change_resets(const struct world *w, enum who who)
{
	return change_ends(w, who) && w->row->to == IBV_QPS_RESET;
}
