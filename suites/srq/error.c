// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The error state of a SRQ: an event reports it, and then only ibv_destroy_srq succeeds. */
#include "../vct.h"

CHECK(srq_err_marks_the_beginning, PROMISES(SRQ_ERR_01), .needs = NEED_SRQ | NEED_SRQ_FAULT)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);

	vct_inject_srq_error(srq);
	MUST_SEE_EVENT(srq, IBV_EVENT_SRQ_ERR);
}

static struct ibv_srq *basic_srq(void)
{
	return srq_make(.max_wr = 16);
}

static struct ibv_srq *xrc_srq(void)
{
	return xrc_srq_make(xrcd_make(), cq_make(16), 16);
}

static int query(struct ibv_srq *srq)
{
	struct ibv_srq_attr attr;

	return vct_query_srq(srq, &attr);
}

static int set_limit(struct ibv_srq *srq)
{
	return srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = 4);
}

static int resize(struct ibv_srq *srq)
{
	return srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = srq_at_most(32));
}

static int modify_nothing(struct ibv_srq *srq)
{
	return srq_modify(srq, 0, .max_wr = 16);
}

static int post(struct ibv_srq *srq)
{
	unsigned int posted;

	return srq_try_post(srq, 0, 1, &posted);
}

static int create_qp(struct ibv_srq *srq)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_qp_init_attr init = {
		.send_cq = cq,
		.recv_cq = cq,
		.srq = srq,
		.cap = { .max_send_wr = 1, .max_send_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp = vct_create_qp(pd(), &init);

	return qp ? vct_destroy_qp(qp) : errno ? errno : EIO;
}

static int get_number(struct ibv_srq *srq)
{
	uint32_t number = 0;

	return vct_get_srq_num(srq, &number);
}

static const struct verb_row {
	struct vct_row vct_row;
	int (*verb)(struct ibv_srq *srq);
	struct ibv_srq *(*make)(void);
	enum vct_block block; /* which fails if the verb fails before the error */
} verbs[] = {
	{ ROW("query-srq", SRQ_ERR_02), .verb = query, .make = basic_srq,
	  .block = BLOCK_SRQ_QUERY },
	{ ROW("modify-srq-limit", SRQ_ERR_03), .verb = set_limit, .make = basic_srq,
	  .block = BLOCK_SRQ_LIMIT },
	{ ROW("modify-srq-max-wr", SRQ_ERR_04), .vct_row.needs = NEED_RESIZE, .verb = resize,
	  .make = basic_srq, .block = BLOCK_SRQ_RESIZE },
	{ ROW("modify-srq-nothing", SRQ_ERR_05), .verb = modify_nothing, .make = basic_srq,
	  .block = BLOCK_SRQ_MASK_0 },
	{ ROW("post-srq-recv", SRQ_ERR_06), .verb = post, .make = basic_srq,
	  .block = BLOCK_SRQ_POST },
	{ ROW("create-qp", SRQ_ERR_07), .vct_row.needs = NEED_RC, .verb = create_qp,
	  .make = basic_srq, .block = BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC) },
	{ ROW("get-srq-num", SRQ_ERR_08), .vct_row.needs = NEED_XRC, .verb = get_number,
	  .make = xrc_srq, .block = BLOCK_XRC_SRQ },
};

/* Each verb succeeds before the error, so that only the error can be the reason to fail. */
CHECK_ROWS(fails, verbs, .needs = NEED_SRQ | NEED_SRQ_FAULT)
{
	struct ibv_srq *srq = row->make();

	SETUP_OF(row->block, !row->verb(srq));
	vct_inject_srq_error(srq);
	MUST_REFUSE(row->verb(srq));
}

CHECK(destroy_works, PROMISES(SRQ_ERR_09), .needs = NEED_SRQ | NEED_SRQ_FAULT | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 8);

	vct_inject_srq_error(l.srq);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_srq(l.srq));
}
