// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Building blocks (lib/check/block.h): the life of a QP, each step for each type of QP. */
#include "../vct.h"

#define PROVING(type_, step_, ...)                                                                 \
	{                                                                                          \
		TYPE_ROW(#type_, type_, ##__VA_ARGS__),                                            \
			.vct_row.proves = BLOCK_OF_QP(step_, QPT_##type_)                          \
	}
#define FOUR(step_) PROVING(RC, step_), PROVING(UC, step_), PROVING(UD, step_), PROVING(RAW, step_)

static const struct qp_type_row made[] = { FOUR(QP_IS_MADE) };

CHECK_ROWS(is_made, made, PROMISES(QP_CRE_08))
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_qp_init_attr init = {
		.send_cq = cq, .recv_cq = cq, .cap = { 4, 4, 1, 1, 0 }, .qp_type = row->type
	};

	MUST_MAKE(vct_create_qp(pd(), &init));
}

static const struct qp_type_row made_on_srq[] = { PROVING(RC, QP_IS_MADE_ON_SRQ),
						  PROVING(UD, QP_IS_MADE_ON_SRQ) };

CHECK_ROWS(is_made_on_a_srq, made_on_srq, PROMISES(QP_CRE_10), .needs = NEED_SRQ)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_qp_init_attr init = { .send_cq = cq,
					 .recv_cq = cq,
					 .srq = srq_make(.max_wr = 4),
					 .cap = { 4, 0, 1, 0, 0 },
					 .qp_type = row->type };

	MUST_MAKE(vct_create_qp(pd(), &init));
}

struct step_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum xrc_api api;
	enum ibv_qp_state from, to;
};

#define STEP_OF(name_, type_, from_, to_, promise_)                                                \
	{                                                                                          \
		TYPE_ROW(name_, type_, promise_),                                                  \
			.vct_row.proves = BLOCK_OF_QP(QP_TO_##to_, QPT_##type_), .api = XRC_TODAY, \
			.from = IBV_QPS_##from_, .to = IBV_QPS_##to_                               \
	}
#define STEP(type_, from_, to_, promise_)                                                          \
	STEP_OF(#type_ "-" #from_ "-" #to_, type_, from_, to_, promise_)
#define STEPS_UP(type_)                                                                            \
	STEP(type_, RESET, INIT, QP_MOD_##type_##_INIT_ok),                                        \
		STEP(type_, INIT, RTR, QP_MOD_##type_##_RTR_ok),                                   \
		STEP(type_, RTR, RTS, QP_MOD_##type_##_RTS_ok)
#define STEPS_OUT(type_)                                                                           \
	STEP(type_, INIT, ERR, QP_MOD_FLAG_STATE), STEP(type_, RTS, ERR, QP_MOD_FLAG_STATE),       \
		STEP(type_, RTS, RESET, QP_MOD_FLAG_STATE),                                        \
		STEP(type_, ERR, RESET, QP_MOD_FLAG_STATE)
#define STEP_TO_SQD(type_) STEP(type_, RTS, SQD, QP_MOD_FLAG_STATE)
/* The names of XRC receive QPs, as the other types have them. */
#define QPT_XRC_RECV       IBV_QPT_XRC_RECV
#define NEED_QPT_XRC_RECV  NEED_XRC
#define LEGACY(from_, to_)                                                                         \
	{                                                                                          \
		TYPE_ROW("XRC_RECV-legacy-" #from_ "-" #to_, XRC_RECV, XRV_MOD_03),                \
			.vct_row.proves = BLOCK_OF_QP(QP_TO_##to_, IBV_QPT_XRC_RECV),              \
			.api = XRC_LEGACY, .from = IBV_QPS_##from_, .to = IBV_QPS_##to_            \
	}
static const struct step_row steps[] = {
	STEPS_UP(RC),
	STEPS_OUT(RC),
	STEP_TO_SQD(RC),
	STEPS_UP(UC),
	STEPS_OUT(UC),
	STEP_TO_SQD(UC),
	STEPS_UP(UD),
	STEPS_OUT(UD),
	STEP_TO_SQD(UD),
	STEPS_UP(RAW),
	STEPS_OUT(RAW),
	STEPS_UP(XRC_SEND),
	STEPS_OUT(XRC_SEND),
	STEP_TO_SQD(XRC_SEND),
	STEP(XRC_RECV, RESET, INIT, XRV_MOD_03),
	STEP(XRC_RECV, INIT, RTR, XRV_MOD_03),
	STEP(XRC_RECV, RTR, RTS, QP_MOD_XRC_RECV_RTS_ok),
	STEPS_OUT(XRC_RECV),
	STEP_TO_SQD(XRC_RECV),
	LEGACY(RESET, INIT),
	LEGACY(INIT, RTR),
};

CHECK_ROWS(moves, steps, .needs = NEED_IB_STATES)
{
	struct subject s = subject_make(row->type, row->api, row->from);

	MUST_SUCCEED(row->to <= IBV_QPS_RTS && row->to == row->from + 1
			     ? subject_step(&s, row->to, 0, 0)
			     : subject_move(&s, row->to));
}

static const struct qp_type_row queried[] = { FOUR(QP_IS_QUERIED),
					      PROVING(XRC_SEND, QP_IS_QUERIED) };

CHECK_ROWS(is_queried, queried, PROMISES(QP_QRY_05))
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp *qp = row->type == IBV_QPT_XRC_SEND ? xrc_qp_make(row->type, NULL, cq)
							  : qp_make(row->type, NULL, cq, cq);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	MUST_SUCCEED(vct_query_qp(qp, &attr, IBV_QP_STATE, &init));
}

/* Of each of these masks that is refused: whether it is to be, others judge. */
CHECK(refused_is_unchanged, PROMISES(QP_MOD_08), .needs = NEED_RC | NEED_IB_STATES, .asks = true,
      .danger = DANGER_REFUSED, .proves = BLOCK_QP_UNCHANGED)
{
	static const struct {
		int more, less;
	} masks[] = { { 0, IBV_QP_PORT },
		      { (int)(1u << 31), 0 },
		      { IBV_QP_EN_SQD_ASYNC_NOTIFY, 0 } };
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_RESET);
	struct ibv_qp_attr was = subject_query(&s);
	int refused = 0;

	for (size_t i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
		if (!subject_step(&s, IBV_QPS_INIT, masks[i].more, masks[i].less))
			break; /* it is in INIT now */
		refused++;
		MUST_BE_UNCHANGED(&s, was);
	}
	if (!refused)
		vct_skip("the device refuses no mask that it should refuse");
}

static const struct step_row pathed[] = {
#define PATHED(type_, promise_)                                                                    \
	{                                                                                          \
		TYPE_ROW(#type_, type_, promise_), .api = XRC_TODAY                                \
	}
	PATHED(RC, QP_MOD_11),
	PATHED(UC, QP_MOD_11),
	PATHED(XRC_SEND, QP_MOD_11),
	PATHED(XRC_RECV, XRV_MOD_09),
};

CHECK_ROWS(takes_an_alternate_path, pathed, .needs = NEED_APM | NEED_IB_STATES,
	   .proves = BLOCK_ALT_PATH)
{
	struct subject s = subject_make(row->type, row->api, IBV_QPS_INIT);

	MUST_SUCCEED(subject_step(&s, IBV_QPS_RTR, IBV_QP_ALT_PATH, 0));
}

static const struct qp_type_row as_new[] = { FOUR(QP_IS_AS_NEW), PROVING(XRC_SEND, QP_IS_AS_NEW) };

CHECK_ROWS(is_brought_up_again, as_new, PROMISES(QP_MOD_FLAG_STATE), .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_RTS);

	SETUP_OF(BLOCK_OF_QP(QP_TO_RESET, row->type), !subject_move(&s, IBV_QPS_RESET));
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++)
		MUST_SUCCEED(subject_step(&s, to, 0, 0));
}

static const struct qp_type_row as_new_of_links[] = { PROVING(RC, QP_IS_AS_NEW),
						      PROVING(UC, QP_IS_AS_NEW),
						      PROVING(UD, QP_IS_AS_NEW) };

/* Both QPs of a link have passed a message, and are reset. */
CHECK_ROWS(passes_messages_again, as_new_of_links, PROMISES(QP_MOD_FLAG_STATE),
	   .needs = NEED_IB_STATES)
{
	struct link l = link_make(row->type, &(struct link_attr){ .no_srq = true });
	const struct link_attr attr = { 0 };

	link_post_receives(&l, recv_list(0, 1));
	link_send(&l, 1);
	qp_to_state(l.tx, IBV_QPS_RESET);
	qp_to_state(l.rx, IBV_QPS_RESET);
	qp_to_init(l.rx);
	qp_to_init(l.tx);
	connect_qp(l.rx, l.tx->qp_num, &attr);
	connect_qp(l.tx, l.rx->qp_num, &attr);
	link_post_receives(&l, recv_list(1, 1));
	MUST_SUCCEED(link_try(&l, IBV_WR_SEND));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
}
