// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_post_send: the opcodes of memory windows by the type of the QP, and opcodes that a type does
 * not have. suites/mw checks what they do to windows.
 */
#include "../vct.h"

static struct link make_rc(void)
{
	return rc_link(.srq_wr = 4, .posted = 2);
}

static struct link make_uc(void)
{
	struct link l = link_make(IBV_QPT_UC, &(struct link_attr){ .no_srq = true });

	link_post_receives(&l, recv_list(0, 2));
	return l;
}

static struct link make_xrc(void)
{
	return xrc_link(.srq_wr = 4, .posted = 2);
}

static struct link make_ud(void)
{
	return ud_link(.srq_wr = 4, .posted = 2);
}

static const struct row {
	struct vct_row vct_row;
	struct link (*make)(void);
	enum ibv_wr_opcode opcode;
} of_windows[] = {
#define OPCODE(name_, needs_, make_, opcode_)                                                      \
	{                                                                                          \
		ROW(name_), .vct_row.needs = (needs_), .make = (make_), .opcode = IBV_WR_##opcode_ \
	}
	OPCODE("uc-local-inv", NEED_UC | NEED_IB_STATES, make_uc, LOCAL_INV),
	OPCODE("uc-send-inv", NEED_UC | NEED_IB_STATES, make_uc, SEND_WITH_INV),
	OPCODE("xrc-bind", NEED_XRC, make_xrc, BIND_MW),
	OPCODE("xrc-local-inv", NEED_XRC, make_xrc, LOCAL_INV),
};

/* Posts the bind of a new window to a new region, which is made first: it is released last. */
static int post_bind(struct ibv_qp *qp, struct mem_window *w)
{
	struct ibv_mr *mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	struct ibv_mw_bind_info to = { .mr = mr,
				       .addr = (uintptr_t)mr->addr,
				       .length = 64,
				       .mw_access_flags = IBV_ACCESS_REMOTE_WRITE };

	*w = window_make(IBV_MW_TYPE_2);
	return window_post(qp, w, &to);
}

static struct ibv_wc bind_through(struct ibv_qp *qp, struct ibv_cq *cq, struct mem_window *w)
{
	MUST_SUCCEED(post_bind(qp, w));
	return MUST_COMPLETE(cq);
}

static int post_invalidate(struct ibv_qp *qp, uint32_t rkey)
{
	struct ibv_send_wr wr = { .opcode = IBV_WR_LOCAL_INV,
				  .send_flags = IBV_SEND_SIGNALED,
				  .invalidate_rkey = rkey },
			   *bad;

	return vct_post_send(qp, &wr, &bad);
}

/*
 * The page has SEND_WITH_INV for UC, but IBA has no packet of UC that invalidates a window: a
 * device may refuse the request, in the call or with its completion, or send a packet that the
 * receiver drops, and then nothing arrives.
 */
static bool send_is_refused(struct link *l, uint32_t rkey)
{
	enum { SHORTLY_MS = 300 };
	int ret = link_try(l, IBV_WR_SEND_WITH_INV, .imm = rkey);
	struct ibv_wc wc;
	enum ibv_wc_status status = ret ? IBV_WC_SUCCESS : MUST_COMPLETE(l->tx_cq).status;

	if (!ret && status == IBV_WC_SUCCESS) {
		if (!cq_gives(l->rx_cq, SHORTLY_MS, &wc)) {
			RECORD("the receiver drops it");
			return true;
		}
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		return false;
	}
	if (ret)
		RECORD("it is refused with %s", vct_errno_text(ret));
	else
		RECORD("it fails with the status %s", ibv_wc_status_str(status));
	MUST_BE_EMPTY(l->rx_cq);
	return true;
}

/* Twice each, with another window. */
CHECK_ROWS(of_windows_is_carried_out, of_windows, PROMISES(SND_24), .needs = NEED_MW2)
{
	struct link l = row->make();
	bool sends = row->opcode == IBV_WR_SEND_WITH_INV;

	for (int i = 0; i < 2; i++) {
		struct mem_window w;
		struct ibv_wc wc =
			sends ? bind_through(l.rx, l.rx_cq, &w) : bind_through(l.tx, l.tx_cq, &w);

		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		if (row->opcode == IBV_WR_BIND_MW)
			continue;
		if (!sends) {
			MUST_SUCCEED(post_invalidate(l.tx, w.rkey));
			MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
			continue;
		}
		if (send_is_refused(&l, w.rkey))
			return;
	}
}

/* The message has no buffer. A window of type 2 is bound again only once it has been invalidated.
 */
CHECK(send_of_0_bytes_invalidates, PROMISES(SND_38), .needs = NEED_RC | NEED_SRQ | NEED_MW2)
{
	struct link l = make_rc();
	struct ibv_mr *mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	struct mem_window w = window_make(IBV_MW_TYPE_2);
	struct ibv_wc wc;

	window_set(&l, &w, mr, mr->addr, PAGE, IBV_ACCESS_REMOTE_WRITE);
	MUST_SUCCEED(link_try(&l, IBV_WR_SEND_WITH_INV, .imm = w.rkey, .empty = true));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	wc = MUST_COMPLETE(l.rx_cq);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.byte_len, 0);
	MUST_EQ(window_bind(&l, &w, mr, mr->addr, 64, IBV_ACCESS_REMOTE_WRITE).status,
		IBV_WC_SUCCESS);
	MUST_RECEIVE(&l, 1);
}

static const struct row of_no_such_type[] = {
	OPCODE("ud-bind", NEED_UD | NEED_SRQ | NEED_MW2, make_ud, BIND_MW),
	OPCODE("ud-local-inv", NEED_UD | NEED_SRQ, make_ud, LOCAL_INV),
	OPCODE("ud-send-inv", NEED_UD | NEED_SRQ, make_ud, SEND_WITH_INV),
	OPCODE("rc-tso", NEED_RC | NEED_SRQ, make_rc, TSO),
	OPCODE("uc-tso", NEED_UC | NEED_IB_STATES, make_uc, TSO),
	OPCODE("xrc-tso", NEED_XRC, make_xrc, TSO),
};

CHECK_ROWS(of_another_type_is_refused, of_no_such_type, PROMISES(SND_02), .danger = DANGER_REFUSED)
{
	struct link l = row->make();
	struct mem_window w;
	int ret = row->opcode == IBV_WR_BIND_MW ? post_bind(l.tx, &w) : link_try(&l, row->opcode);

	if (ret) {
		RECORD("it is refused with %s", vct_errno_text(ret));
		MUST_BE_EMPTY(l.tx_cq);
	} else {
		MUST_NE(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	}
}
