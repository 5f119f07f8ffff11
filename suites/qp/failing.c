// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes requests that must fail. */
#include "../../lib/check/far/far.h"
#include "../../lib/check/patience.h"
#include "failing.h"

#define ACCESS     STATUS(REM_ACCESS_ERR)
#define PERMISSION (STATUS(REM_ACCESS_ERR) | STATUS(REM_INV_REQ_ERR))
/* No page says who finds out that an address is not aligned. */
#define ALIGNMENT                                                                                  \
	(PERMISSION | STATUS(REM_OP_ERR) | STATUS(LOC_QP_OP_ERR) | STATUS(LOC_PROT_ERR) |          \
	 STATUS(LOC_ACCESS_ERR))

#define FAILING(name_, opcode_, ...) ROW(name_), .opcode = IBV_WR_##opcode_, ##__VA_ARGS__
#define ATOMIC(name_, opcode_, ...)                                                                \
	FAILING(name_, ATOMIC_##opcode_, ##__VA_ARGS__), .vct_row.needs = NEED_ATOMIC
#define WITH_IMM .vct_row.needs = NEED_IMM
#define OF_MEMORY(fault_)                                                                          \
	.fault = REMOTE_##fault_, .vct_row.kind = REFUSED, .sender = ACCESS, .promise = QP_ERR_02
#define OF_PERMISSION(fault_)                                                                      \
	.fault = fault_, .vct_row.kind = REFUSED, .sender = PERMISSION, .promise = QP_ERR_08
/* A QP may have more resources than it was given. */
#define OF_RESOURCES                                                                               \
	.fault = PEER_READS, .vct_row.kind = REFUSED, .sender = PERMISSION | STATUS(SUCCESS),      \
	.promise = QP_ERR_08
#define OF_ALIGNMENT                                                                               \
	.fault = UNALIGNED, .vct_row.kind = REFUSED, .sender = ALIGNMENT, .promise = QP_ERR_08
#define OF_BUFFER(fault_)                                                                          \
	.fault = LOCAL_##fault_, .vct_row.kind = LOCAL, .sender = STATUS(LOC_PROT_ERR),            \
	.promise = QP_ERR_03
#define OF_LENGTH                                                                                  \
	.fault = SHORT_RECEIVE, .vct_row.kind = RECEIVING, .sender = STATUS(REM_INV_REQ_ERR),      \
	.receiver = STATUS(LOC_LEN_ERR), .promise = QP_ERR_04
#define OF_RECEIVE                                                                                 \
	.fault = RECEIVE_KEY, .vct_row.kind = RECEIVING, .sender = STATUS(REM_OP_ERR),             \
	.receiver = STATUS(LOC_PROT_ERR), .promise = QP_ERR_05
#define OF_NO_RECEIVE                                                                              \
	.fault = NO_RECEIVE, .vct_row.kind = UNANSWERED, .sender = STATUS(RNR_RETRY_EXC_ERR),      \
	.promise = QP_ERR_06
#define OF_SILENCE                                                                                 \
	.fault = NO_PEER, .vct_row.kind = UNANSWERED, .sender = STATUS(RETRY_EXC_ERR),             \
	.promise = QP_ERR_07

const struct failing_row failing_rows[] = {
	{ FAILING("write-key", RDMA_WRITE, OF_MEMORY(KEY)) },
	{ FAILING("write-key-byte", RDMA_WRITE, OF_MEMORY(KEY_BYTE)) },
	{ FAILING("write-another-pd", RDMA_WRITE, OF_MEMORY(PD)) },
	{ FAILING("write-past-the-end", RDMA_WRITE, OF_MEMORY(END)) },
	{ FAILING("write-before-the-start", RDMA_WRITE, OF_MEMORY(START)) },
	{ FAILING("write-wraps", RDMA_WRITE, OF_MEMORY(WRAPS)) },
	{ FAILING("write-deregistered", RDMA_WRITE, OF_MEMORY(GONE)) },
	{ FAILING("write-no-right", RDMA_WRITE, OF_MEMORY(RIGHT)) },
	{ FAILING("write-no-right-own-queue", RDMA_WRITE, OF_MEMORY(RIGHT), .own_queue = true) },
	{ FAILING("write-imm-key", RDMA_WRITE_WITH_IMM, OF_MEMORY(KEY), WITH_IMM) },
	{ FAILING("write-imm-past-the-end", RDMA_WRITE_WITH_IMM, OF_MEMORY(END), WITH_IMM) },
	{ FAILING("write-imm-no-right", RDMA_WRITE_WITH_IMM, OF_MEMORY(RIGHT), WITH_IMM) },
	{ FAILING("read-key", RDMA_READ, OF_MEMORY(KEY)) },
	{ FAILING("read-past-the-end", RDMA_READ, OF_MEMORY(END)) },
	{ FAILING("read-no-right", RDMA_READ, OF_MEMORY(RIGHT)) },
	{ FAILING("read-deregistered", RDMA_READ, OF_MEMORY(GONE)) },
	{ ATOMIC("add-key", FETCH_AND_ADD, OF_MEMORY(KEY)) },
	{ ATOMIC("add-past-the-end", FETCH_AND_ADD, OF_MEMORY(END)) },
	{ ATOMIC("add-no-right", FETCH_AND_ADD, OF_MEMORY(RIGHT)) },
	{ ATOMIC("swap-key", CMP_AND_SWP, OF_MEMORY(KEY)) },
	{ ATOMIC("swap-no-right", CMP_AND_SWP, OF_MEMORY(RIGHT)) },
	{ FAILING("send-local-key", SEND, OF_BUFFER(KEY)) },
	{ FAILING("send-local-past-the-end", SEND, OF_BUFFER(END)) },
	{ FAILING("write-local-another-pd", RDMA_WRITE, OF_BUFFER(PD)) },
	{ FAILING("read-local-no-right", RDMA_READ, OF_BUFFER(RIGHT)) },
	{ FAILING("read-local-key", RDMA_READ, OF_BUFFER(KEY)) },
	{ FAILING("read-local-past-the-end", RDMA_READ, OF_BUFFER(END)) },
	{ FAILING("send-too-long", SEND, OF_LENGTH) },
	{ FAILING("send-too-long-own-queue", SEND, OF_LENGTH, .own_queue = true) },
	{ FAILING("send-receive-key", SEND, OF_RECEIVE) },
	{ FAILING("send-receive-key-own-queue", SEND, OF_RECEIVE, .own_queue = true) },
	{ FAILING("send-no-receive", SEND, OF_NO_RECEIVE) },
	{ FAILING("write-imm-no-receive-own-queue", RDMA_WRITE_WITH_IMM, OF_NO_RECEIVE,
		  .own_queue = true) },
	{ FAILING("send-no-answer", SEND, OF_SILENCE) },
};

const struct failing_row unpermitted_rows[] = {
	{ FAILING("write", RDMA_WRITE, OF_PERMISSION(PEER_RIGHT)) },
	{ FAILING("read", RDMA_READ, OF_PERMISSION(PEER_RIGHT)) },
	{ FAILING("read-no-resources", RDMA_READ, OF_RESOURCES), .vct_row.needs = NEED_IB_STATES },
	{ ATOMIC("add", FETCH_AND_ADD, OF_PERMISSION(PEER_RIGHT)) },
	{ ATOMIC("swap", CMP_AND_SWP, OF_PERMISSION(PEER_RIGHT)) },
	{ ATOMIC("add-unaligned", FETCH_AND_ADD, OF_ALIGNMENT) },
};

enum { REGION = 256, AT = 64, LENGTH = 64, BESIDE = 4096, PATTERN = 0x3c };

static bool is_atomic(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
}

static unsigned int right_of(enum ibv_wr_opcode opcode)
{
	if (is_atomic(opcode))
		return IBV_ACCESS_REMOTE_ATOMIC;
	return opcode == IBV_WR_RDMA_READ ? IBV_ACCESS_REMOTE_READ : IBV_ACCESS_REMOTE_WRITE;
}

/* A key that is of none of the regions of the check. */
static uint32_t wrong_key(const struct failing *f, uint32_t key, uint32_t change)
{
	const struct ibv_mr *mrs[] = { slots_mr(), f->remote, f->local };
	uint32_t wrong = key ^ change;

	for (size_t i = 0; i < sizeof(mrs) / sizeof(mrs[0]); i++)
		if (mrs[i] && (mrs[i]->rkey == wrong || mrs[i]->lkey == wrong))
			return wrong_key(f, key, change + 1);
	return wrong;
}

static struct ibv_pd *another_pd(void)
{
	struct ibv_pd *other = vct_alloc_pd(ctx());

	SETUP_OF(BLOCK_PD, other);
	return other;
}

static struct ibv_mr *make_remote(const struct failing_row *row)
{
	unsigned int access =
		IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
	struct ibv_mr *mr;

	if (is_atomic(row->opcode))
		access |= IBV_ACCESS_REMOTE_ATOMIC;
	if (row->fault == REMOTE_RIGHT)
		access &= ~right_of(row->opcode);
	mr = mr_make(row->fault == REMOTE_PD ? another_pd() : pd(), REGION, (int)access);
	memset((char *)mr->addr - BESIDE, PATTERN, REGION + 2 * BESIDE);
	return mr;
}

/* The region of the local buffer: what may be written has 0x77 in it, to find it elsewhere. */
static struct ibv_mr *make_local(const struct failing_row *row)
{
	struct ibv_mr *mr = mr_make(row->fault == LOCAL_PD ? another_pd() : pd(), REGION,
				    row->fault == LOCAL_RIGHT ? 0 : IBV_ACCESS_LOCAL_WRITE);

	memset(mr->addr, 0x77, REGION);
	return mr;
}

static void spoil_remote(struct failing *f)
{
	uint32_t length = f->m.length;
	char *at = (char *)f->remote->addr + AT;

	f->m.rkey = f->remote->rkey;
	switch (f->row->fault) {
	case REMOTE_KEY:
		f->m.rkey = wrong_key(f, f->m.rkey, 0x5a5a5a);
		break;
	case REMOTE_KEY_BYTE:
		f->m.rkey = wrong_key(f, f->m.rkey, 0x55);
		break;
	case REMOTE_END:
		at = (char *)f->remote->addr + REGION - (is_atomic(f->m.opcode) ? 0 : length / 2);
		break;
	case REMOTE_START:
		at = (char *)f->remote->addr - length / 2;
		break;
	case REMOTE_WRAPS:
		at = (char *)UINTPTR_MAX - length / 2 + 1;
		break;
	case UNALIGNED:
		at += 4;
		break;
	default:
		break;
	}
	f->m.to = at;
}

static void spoil_local(struct failing *f)
{
	char *at = (char *)f->local->addr + AT;

	f->m.lkey = f->local->lkey;
	if (f->row->fault == LOCAL_KEY)
		f->m.lkey = wrong_key(f, f->m.lkey, 0x5a5a5a);
	if (f->row->fault == LOCAL_END)
		at = (char *)f->local->addr + REGION - f->m.length / 2;
	f->m.data = at;
}

/* The second of the list has a wrong L_Key: it may be refused. */
static void post_a_wrong_key(struct failing *f, struct ibv_recv_wr *wr)
{
	struct ibv_recv_wr *bad = NULL;
	int ret;

	wr[1].sg_list->lkey = wrong_key(f, wr[1].sg_list->lkey, 0x5a5a5a);
	ret = f->l.srq ? vct_post_srq_recv(f->l.srq, wr, &bad) : vct_post_recv(f->l.rx, wr, &bad);
	f->refused = ret && bad == &wr[1];
	SETUP_OF(f->l.srq ? BLOCK_SRQ_LIST : BLOCK_OF_QP(QP_PASSES_MESSAGES, f->l.rx->qp_type),
		 !ret || f->refused);
	if (f->refused)
		RECORD("the receive WR is refused with %s", vct_errno_text(ret));
	free(wr);
}

/* The receive WRs: the first is for the message that succeeds. */
static void post_receives(struct failing *f)
{
	struct ibv_recv_wr *wr = recv_list(0, 8);

	if (f->row->fault == SHORT_RECEIVE)
		wr[1].sg_list->length = LENGTH - 1;
	if (f->row->fault == NO_RECEIVE)
		wr[0].next = NULL;
	if (f->row->fault == RECEIVE_KEY)
		post_a_wrong_key(f, wr);
	else
		link_post_receives(&f->l, wr);
}

struct failing failing_make(const struct failing_row *row)
{
	unsigned int right = right_of(row->opcode);
	struct failing f = {
		.row = row,
		.remote = make_remote(row),
		.local = make_local(row),
		.m = { .opcode = row->opcode,
		       .length = is_atomic(row->opcode) ? 8 : LENGTH,
		       .compare_add = 1,
		       .swap = 2 },
	};

	f.memory = f.remote->addr;
	f.l = rc_link(.srq_wr = 16, .no_srq = row->own_queue, .no_retry = row->fault == NO_PEER,
		      .no_reads = row->fault == PEER_READS, .rnr_retry = row->fault == NO_RECEIVE,
		      .grants = is_atomic(row->opcode) ? IBV_ACCESS_REMOTE_ATOMIC : 0,
		      .denies = row->fault == PEER_RIGHT ? right : 0);
	post_receives(&f);
	link_send(&f.l, 1);
	spoil_remote(&f);
	spoil_local(&f);
	if (row->fault == REMOTE_GONE) {
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(f.remote));
		f.remote = NULL;
	}
	if (row->fault == NO_PEER)
		qp_to_state(f.l.rx, IBV_QPS_RESET);
	return f;
}

bool failing_may_be_refused(const struct failing_row *row)
{
	return row->vct_row.kind == LOCAL || row->fault == UNALIGNED;
}

bool failing_post(struct failing *f)
{
	int ret;

	if (f->refused)
		return false;
	ret = link_try_message(&f->l, &f->m);
	if (ret && failing_may_be_refused(f->row)) {
		RECORD("the request is refused with %s", strerrorname_np(ret));
		return false;
	}
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), !ret);
	if (f->row->vct_row.kind == REFUSED || f->row->vct_row.kind == RECEIVING)
		vct_far_refuses(f->l.rx);
	return true;
}

void must_be_untouched(const struct failing *f, const struct vct_place *place)
{
	const char *start = f->memory - BESIDE;

	for (int i = 0; i < REGION + 2 * BESIDE; i++)
		if (start[i] != PATTERN)
			vct_fail(place, "no byte has changed", "byte %d of the region has changed",
				 i - BESIDE);
	vct_held();
}

struct ibv_wc must_fail(struct ibv_cq *cq, unsigned int statuses, const struct vct_place *place)
{
	struct ibv_wc wc = must_complete(cq, FAILURE_MS, place);
	char expected[200] = "";
	size_t n = 0;

	for (int i = 0; i < 32; i++)
		if (statuses & 1u << i)
			n += (size_t)snprintf(expected + n, sizeof(expected) - n, "%s%s",
					      n ? " or " : "",
					      ibv_wc_status_str((enum ibv_wc_status)i));
	if (wc.status == IBV_WC_RETRY_EXC_ERR && !(statuses & STATUS(RETRY_EXC_ERR)))
		cq_skip_what_may_be_lost(cq);
	if (wc.status > 31 || !(statuses & 1u << wc.status))
		vct_fail(place, expected, "%s", ibv_wc_status_str(wc.status));
	vct_held();
	return wc;
}

void must_enter(struct ibv_qp *qp, unsigned int states, const struct vct_place *place)
{
	const char *wanted = states & STATE(SQE)   ? "the state SQE or ERR"
			     : states & STATE(ERR) ? "the state ERR"
						   : "the state RTS";
	double patience = vct_patience_ms(wanted, COMPLETION_MS);
	double until = vct_deadline_ms(patience);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	for (;;) {
		SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, qp->qp_type),
			 !vct_query_qp(qp, &attr, IBV_QP_STATE, &init));
		if (states & 1u << attr.qp_state)
			break;
		if (!vct_wait_on(until)) {
			vct_waited_in_vain(wanted, patience);
			vct_fail(place, wanted, "the state %d", attr.qp_state);
		}
	}
	vct_held();
}
