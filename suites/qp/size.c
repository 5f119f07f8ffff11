// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The size of a QP by ibv_create_qp and ibv_create_qp_ex: at least what was asked for, exactly what
 * is returned; impossible sizes are refused.
 */
#include "../vct.h"

struct size_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	bool ex;
	uint32_t wr, sge;
};

#define SIZE(name_, ex_, promise_, type_, wr_, sge_)                                               \
	{                                                                                          \
		TYPE_ROW(name_ "-" #type_ "-" #wr_ "-of-" #sge_, type_, promise_),                 \
			.ex = (ex_), .wr = (wr_), .sge = (sge_)                                    \
	}
#define BOTH(promise_, type_, wr_, sge_)                                                           \
	SIZE("plain", false, promise_, type_, wr_, sge_),                                          \
		SIZE("ex", true, QP_CEX_03, type_, wr_, sge_)

/*
 * Creates a QP by the verb of the row, with its size or the largest that the device claims; *init
 * holds what the verb returned.
 */
static struct ibv_qp *create(const struct size_row *row, struct ibv_qp_init_attr *init)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	uint32_t max_wr = (uint32_t)claims->max_qp_wr, max_sge = (uint32_t)claims->max_sge;
	uint32_t wr = row->wr < max_wr ? row->wr : max_wr;
	uint32_t sge = row->sge < max_sge ? row->sge : max_sge;
	struct ibv_qp_init_attr_ex ex = { .qp_type = row->type, .cap = { wr, wr, sge, sge, 0 } };
	struct ibv_qp *qp;

	ex.send_cq = cq_make((int)wr);
	ex.recv_cq = cq_make((int)wr);
	*init = (struct ibv_qp_init_attr){
		.qp_type = ex.qp_type, .send_cq = ex.send_cq, .recv_cq = ex.recv_cq, .cap = ex.cap
	};
	if (!row->ex)
		return vct_create_qp(pd(), init);
	qp = qp_create_ex(&ex);
	init->cap = ex.cap;
	return qp;
}

#define SIZES_OF(promise_)                                                                         \
	BOTH(promise_, RC, 1, 1), BOTH(promise_, RC, 7, 2), BOTH(promise_, RC, 20, 2),             \
		BOTH(promise_, RC, 100, 1), BOTH(promise_, UC, 20, 1), BOTH(promise_, UD, 20, 2)
static const struct size_row at_least[] = { SIZES_OF(QP_CRE_07) };

CHECK_ROWS(is_at_least_what_was_asked_for, at_least)
{
	struct ibv_qp_init_attr init;
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	uint32_t wr = row->wr, sge = row->sge;

	MUST_MAKE(create(row, &init));
	if (wr > (uint32_t)claims->max_qp_wr)
		wr = (uint32_t)claims->max_qp_wr;
	if (sge > (uint32_t)claims->max_sge)
		sge = (uint32_t)claims->max_sge;
	MUST_GE(init.cap.max_send_wr, wr);
	MUST_GE(init.cap.max_recv_wr, wr);
	MUST_GE(init.cap.max_send_sge, sge);
	MUST_GE(init.cap.max_recv_sge, sge);
}

static const struct size_row actual[] = { SIZES_OF(QP_CRE_06) };

CHECK_ROWS(returned_is_what_query_gives, actual)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp *qp = create(row, &init);
	struct ibv_qp_cap queried;
	struct subject s;

	MUST_MAKE(qp);
	s = qp_subject(qp);
	queried = subject_query(&s).cap;
	MUST_EQ(init.cap.max_send_wr, queried.max_send_wr);
	MUST_EQ(init.cap.max_recv_wr, queried.max_recv_wr);
	MUST_EQ(init.cap.max_send_sge, queried.max_send_sge);
	MUST_EQ(init.cap.max_recv_sge, queried.max_recv_sge);
	MUST_EQ(init.cap.max_inline_data, queried.max_inline_data);
}

/* No page says that a queue refuses a WR behind the last one that it is said to hold. */
static void record_one_more(int ret)
{
	RECORD("one more WR is %s", ret ? "refused" : "taken");
	MUST_GE(ret, 0);
}

static const struct size_row full[] = { BOTH(QP_CRE_06, RC, 7, 1), BOTH(QP_CRE_06, RC, 20, 1) };

CHECK_ROWS(as_many_receives_fit, full)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp *qp = create(row, &init);
	struct ibv_recv_wr *list, *bad;

	RELIES_ON(BLOCK_OF_QP(QP_IS_MADE, row->type));
	MUST_MAKE(qp);
	qp_to_init(qp);
	list = recv_list(0, init.cap.max_recv_wr);
	MUST_SUCCEED(vct_post_recv(qp, list, &bad));
	list->next = NULL;
	record_one_more(vct_post_recv(qp, list, &bad));
}

/* No send succeeds: the receiver has no WR, and rnr_retry 7 retries without limit. */
CHECK_ROWS(as_many_sends_fit, full, .needs = NEED_SRQ | NEED_RNR)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp *qp = create(row, &init);
	struct ibv_sge sge = slot_sge(send_slot(0), 8);
	struct ibv_send_wr *bad, wr = { .sg_list = &sge,
					.num_sge = 1,
					.opcode = IBV_WR_SEND,
					.send_flags = IBV_SEND_SIGNALED };

	RELIES_ON(BLOCK_OF_QP(QP_IS_MADE, row->type));
	MUST_MAKE(qp);
	rc_link(.srq_wr = 1, .tx = qp, .rnr_retry = 7, .min_rnr_timer = 31);
	for (uint32_t i = 0; i < init.cap.max_send_wr; i++)
		MUST_SUCCEED(vct_post_send(qp, &wr, &bad));
	record_one_more(vct_post_send(qp, &wr, &bad));
}

/*
 * What the verb returned is used: a message is gathered from as many SGEs as a send takes, the last
 * first, and scattered to as many as a receive takes; inline data is as long as it may be.
 */
static const struct size_row used[] = { BOTH(QP_CRE_06, RC, 7, 1), BOTH(QP_CRE_06, RC, 20, 2) };

enum { MOST_SGES = 256 };

static void number(char *bytes, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		bytes[i] = (char)(i + 1);
}

static void must_send(struct link *l, struct ibv_qp *qp, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	wr->opcode = IBV_WR_SEND;
	wr->send_flags |= IBV_SEND_SIGNALED;
	MUST_SUCCEED(vct_post_send(qp, wr, &bad));
	if (wr->send_flags & IBV_SEND_INLINE)
		memset(send_slot(0), 0, SLOT_SIZE);
	MUST_EQ(MUST_COMPLETE(l->tx_cq).status, IBV_WC_SUCCESS);
	l->wc = MUST_COMPLETE(l->rx_cq);
	MUST_EQ(l->wc.status, IBV_WC_SUCCESS);
}

CHECK_ROWS(a_send_gathers_as_many_sges, used, .needs = NEED_SRQ)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp *qp = create(row, &init);
	uint32_t n = init.cap.max_send_sge < MOST_SGES ? init.cap.max_send_sge : MOST_SGES;
	struct ibv_sge sges[MOST_SGES];
	struct ibv_send_wr wr = { .sg_list = sges, .num_sge = (int)n };
	struct link l;

	RELIES_ON(BLOCK_OF_QP(QP_IS_MADE, row->type));
	MUST_MAKE(qp);
	l = rc_link(.srq_wr = 1, .posted = 1, .tx = qp);
	number(send_slot(0), n);
	for (uint32_t i = 0; i < n; i++)
		sges[i] = slot_sge(send_slot(0) + n - 1 - i, 1);
	must_send(&l, qp, &wr);
	MUST_EQ(l.wc.byte_len, n);
	for (uint32_t i = 0; i < n; i++)
		MUST_EQ(NAMED("a byte of the message", (uint8_t)recv_slot(0)[i]), (uint8_t)(n - i));
}

CHECK_ROWS(a_receive_scatters_to_as_many_sges, used)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp *qp = create(row, &init);
	uint32_t n = init.cap.max_recv_sge < SLOTS ? init.cap.max_recv_sge : SLOTS;
	struct ibv_sge sge = slot_sge(send_slot(0), n);
	struct ibv_send_wr wr = { .sg_list = &sge, .num_sge = 1 };
	struct ibv_recv_wr *list = recv_list(0, 1), *bad;
	struct link l;

	RELIES_ON(BLOCK_OF_QP(QP_IS_MADE, row->type));
	MUST_MAKE(qp);
	l = rc_link(.no_srq = true, .rx = qp);
	recv_sges(list, n);
	MUST_SUCCEED(vct_post_recv(qp, list, &bad));
	number(send_slot(0), n);
	must_send(&l, l.tx, &wr);
	for (uint32_t i = 0; i < n; i++)
		MUST_EQ(NAMED("the first byte of the message", (uint8_t)recv_slot(i)[0]),
			(uint8_t)(i + 1));
}

/*
 * A QP of 4 sends of 1 SGE with *asked bytes of inline data or, if the device refuses that, of
 * none; *bytes is what the verb returned.
 */
static struct ibv_qp *create_inline(const struct size_row *row, uint32_t *asked, uint32_t *bytes)
{
	struct ibv_qp_init_attr init = { .qp_type = row->type,
					 .send_cq = cq_make(4),
					 .recv_cq = cq_make(4),
					 .cap = { 4, 4, 1, 1, *asked } };
	struct ibv_qp_init_attr_ex ex = { .qp_type = init.qp_type,
					  .send_cq = init.send_cq,
					  .recv_cq = init.recv_cq,
					  .cap = init.cap };
	struct ibv_qp *qp = row->ex ? qp_create_ex(&ex) : vct_create_qp(pd(), &init);

	if (!qp) {
		ex.cap.max_inline_data = init.cap.max_inline_data = *asked = 0;
		qp = row->ex ? qp_create_ex(&ex) : vct_create_qp(pd(), &init);
	}
	if (!qp)
		vct_skip_if_refused();
	*bytes = row->ex ? ex.cap.max_inline_data : init.cap.max_inline_data;
	return qp;
}

static const struct size_row inline_asked[] = { BOTH(QP_CRE_07, RC, 4, 1),
						BOTH(QP_CRE_07, UC, 4, 1),
						BOTH(QP_CRE_07, UD, 4, 1) };

/* No page tells how much a device takes: one that refuses this QP has less. */
CHECK_ROWS(inline_is_at_least_what_was_asked_for, inline_asked, .asks = true)
{
	uint32_t asked = 32, bytes;
	struct ibv_qp *qp = create_inline(row, &asked, &bytes);

	RELIES_ON(BLOCK_OF_QP(QP_IS_MADE, row->type));
	MUST_MAKE(qp);
	if (!asked)
		vct_skip("the device makes no QP with 32 bytes of inline data");
	MUST(bytes >= asked,
	     "max_inline_data is at least the %u bytes that were asked for; it is %u", asked,
	     bytes);
}

/* The buffer of inline data may be changed once the verb has returned, as is done here. */
static const struct size_row inlined[] = { BOTH(QP_CRE_06, RC, 4, 1) };

CHECK_ROWS(a_send_takes_as_much_inline, inlined, .needs = NEED_SRQ, .asks = true)
{
	uint32_t asked = 32, bytes;
	struct ibv_qp *qp = create_inline(row, &asked, &bytes);
	uint32_t n = bytes < SLOT_SIZE ? bytes : SLOT_SIZE;
	struct ibv_sge sge = slot_sge(send_slot(0), n);
	struct ibv_send_wr wr = { .sg_list = &sge,
				  .num_sge = 1,
				  .send_flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED };
	struct link l;

	RELIES_ON(BLOCK_OF_QP(QP_IS_MADE, row->type));
	MUST_MAKE(qp);
	if (!bytes)
		vct_skip("the QP has no inline data");
	l = rc_link(.srq_wr = 1, .posted = 1, .tx = qp);
	number(send_slot(0), n);
	must_send(&l, qp, &wr);
	MUST_EQ(l.wc.byte_len, n);
	for (uint32_t i = 0; i < n; i++)
		MUST_EQ(NAMED("a byte of the message", (uint8_t)recv_slot(0)[i]), (uint8_t)(i + 1));
}

static void too_many_sends(struct ibv_qp_init_attr *init)
{
	init->cap.max_send_wr = (uint32_t)vct_dev->attr.orig_attr.max_qp_wr + 1;
}

static void too_many_receives(struct ibv_qp_init_attr *init)
{
	init->cap.max_recv_wr = (uint32_t)vct_dev->attr.orig_attr.max_qp_wr + 1;
}

/* max_sge may be that of the smaller queue, so a far larger value is given. */
static void too_many_send_sges(struct ibv_qp_init_attr *init)
{
	init->cap.max_send_sge = 1 << 24;
}

static void too_many_receive_sges(struct ibv_qp_init_attr *init)
{
	init->cap.max_recv_sge = 1 << 24;
}

static void too_much_inline(struct ibv_qp_init_attr *init)
{
	init->cap.max_inline_data = UINT32_MAX;
}

static void unknown_type(struct ibv_qp_init_attr *init)
{
	init->qp_type = (enum ibv_qp_type)77;
}

static void no_send_cq(struct ibv_qp_init_attr *init)
{
	init->send_cq = NULL;
}

static void no_recv_cq(struct ibv_qp_init_attr *init)
{
	init->recv_cq = NULL;
}

static const struct refused_row {
	struct vct_row vct_row;
	void (*spoil)(struct ibv_qp_init_attr *init);
} refused[] = {
	{ ROW("too-many-sends", QP_CRE_08, AFT_01), .spoil = too_many_sends },
	{ ROW("too-many-receives", QP_CRE_08, AFT_01), .spoil = too_many_receives },
	{ ROW("too-many-send-sges", QP_CRE_08, AFT_01), .spoil = too_many_send_sges },
	{ ROW("too-many-receive-sges", QP_CRE_08, AFT_01), .spoil = too_many_receive_sges },
	{ ROW("too-much-inline", QP_CRE_08, AFT_01), .spoil = too_much_inline },
	{ ROW("unknown-type", QP_CRE_08, AFT_01), .spoil = unknown_type },
	{ ROW("no-send-cq", QP_CRE_08, AFT_01), .spoil = no_send_cq },
	{ ROW("no-recv-cq", QP_CRE_08, AFT_01), .spoil = no_recv_cq },
};

CHECK_ROWS(what_cannot_be_is_null_and_errno, refused, .needs = NEED_RC)
{
	struct ibv_qp_init_attr init = { .qp_type = IBV_QPT_RC,
					 .send_cq = cq_make(4),
					 .recv_cq = cq_make(4),
					 .cap = { 4, 4, 1, 1, 0 } };

	struct ibv_cq *cq = init.recv_cq;

	row->spoil(&init);
	errno = 0;
	MUST_MAKE_NONE(vct_create_qp(pd(), &init));
	MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_GO_ON(.cq = cq);
}
