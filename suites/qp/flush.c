// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_wr_flush, and operations of rdma-core after 44 on memory that is paged on demand. */
#include <sys/mman.h>

#include "wr.h"

/* IB_UVERBS_DEVICE_FLUSH_GLOBAL and _PERSISTENT of the kernel */
#define CLAIMS_GLOBAL     (1ULL << 38)
#define CLAIMS_PERSISTENT (1ULL << 39)

enum {
	ACCESS = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE,
	LENGTH = 64,
};

/* A link whose sender writes and flushes, and a region that the receiver permits this for. */
struct flusher {
	struct wr_link w;
	struct ibv_mr *mr;
	char *memory;
};

static bool claims(uint64_t flush)
{
	return vct_dev->attr.device_cap_flags_ex & flush;
}

static void no_such_qp(uint64_t operation)
{
	int error = errno;
	bool claimed = operation == IBV_QP_EX_WITH_FLUSH && claims(CLAIMS_GLOBAL);

	if (claimed)
		vct_need_verb("ibv_wr_opcode_str"); /* a libibverbs that knows the operation */
	if (!claimed)
		vct_skip("the device makes no QP with this operation: ibv_create_qp_ex fails "
			 "with %s",
			 vct_errno_text(error));
}

/* `grants`: the flushes that the receiving QP permits. */
static struct wr_link link_with(enum ibv_qp_type type, uint64_t operation, unsigned int grants)
{
	struct wr_attr attr = { .type = type, .operations = operation | IBV_QP_EX_WITH_RDMA_WRITE };
	struct link_attr of_link = { .srq_wr = 4, .rnr_retry = 7, .grants = grants, .local = true };
	struct ibv_cq *cq = cq_make(16);
	struct ibv_qp_cap cap;
	struct ibv_qp *qp = wr_qp_make(&attr, cq, &cap);
	struct wr_link w = { .mr = NULL };

	if (!qp)
		no_such_qp(operation);
	MUST_MAKE(qp);
	w.ex = ibv_qp_to_qp_ex(qp);
	SETUP_OF(BLOCK_SEND_OPS, w.ex);
	w.l = wr_link_of(qp, &of_link);
	return w;
}

/* `access` is that of the region. */
static struct flusher flusher_of(enum ibv_qp_type type, int access, unsigned int grants)
{
	struct flusher f = { .memory = pages() };
	bool persistent = (access | grants) & IBV_ACCESS_FLUSH_PERSISTENT;

	if (persistent && !claims(CLAIMS_PERSISTENT))
		vct_skip("the device does not claim to flush to persistent memory "
			 "(device_cap_flags_ex)");
	f.w = link_with(type, IBV_QP_EX_WITH_FLUSH, grants);
	errno = 0;
	f.mr = vct_reg_mr(pd(), f.memory, 2 * PAGE, ACCESS | access);
	if (!f.mr && access & IBV_ACCESS_FLUSH_PERSISTENT)
		vct_skip("the memory is not persistent: its region is refused with %s",
			 vct_errno_text(errno));
	if (!f.mr && !claims(CLAIMS_GLOBAL))
		vct_skip("the device does not claim flushes (device_cap_flags_ex): a region for "
			 "them is refused with %s",
			 vct_errno_text(errno));
	MUST_MAKE(f.mr);
	return f;
}

/* The access flag that permits a flush of this type. */
static unsigned int right_to(uint8_t type)
{
	return type == IBV_FLUSH_GLOBAL ? IBV_ACCESS_FLUSH_GLOBAL : IBV_ACCESS_FLUSH_PERSISTENT;
}

static void build_flush(struct flusher *f, size_t at, size_t length, uint8_t type, uint8_t level)
{
	f->w.ex->wr_id = 2;
	f->w.ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_flush(f->w.ex, f->mr->rkey, (uintptr_t)f->memory + at, length, type, level);
	wr_set_target(&f->w);
}

/* A write, and the flush behind it. */
static void build(struct flusher *f, size_t at, size_t length, uint8_t type, uint8_t level)
{
	uint64_t to = (uintptr_t)f->memory + at;

	pattern(send_slot(0), LENGTH, at);
	vct_wr_start(f->w.ex);
	f->w.ex->wr_id = 1;
	f->w.ex->wr_flags = 0;
	vct_wr_rdma_write(f->w.ex, f->mr->rkey, to);
	wr_set_target(&f->w);
	vct_wr_set_sge(f->w.ex, slots_mr()->lkey, (uintptr_t)send_slot(0), LENGTH);
	build_flush(f, at, length, type, level);
}

static const struct flush_row {
	struct vct_row vct_row;
	enum ibv_qp_type qp_type;
	uint8_t type, level;
	int access;
} flushes[] = {
#define FLUSH(name_, need_, qp_, type_, level_, access_)                                           \
	{                                                                                          \
		ROW(name_), .vct_row.needs = (need_), .qp_type = IBV_QPT_##qp_,                    \
			    .type = IBV_FLUSH_##type_, .level = IBV_FLUSH_##level_,                \
			    .access = IBV_ACCESS_FLUSH_##access_                                   \
	}
	FLUSH("rc-range", NEED_RC, RC, GLOBAL, RANGE, GLOBAL),
	FLUSH("rc-region", NEED_RC, RC, GLOBAL, MR, GLOBAL),
	FLUSH("rc-persistent", NEED_RC, RC, PERSISTENT, RANGE, PERSISTENT),
	FLUSH("xrc-range", NEED_XRC, XRC_SEND, GLOBAL, RANGE, GLOBAL),
	FLUSH("xrc-region", NEED_XRC, XRC_SEND, GLOBAL, MR, GLOBAL),
}, forbidden[] = {
	{ ROW("global-without-a-right"), .qp_type = IBV_QPT_RC, .type = IBV_FLUSH_GLOBAL },
	{ ROW("persistent-with-the-other-right"), .qp_type = IBV_QPT_RC,
	  .type = IBV_FLUSH_PERSISTENT, .access = IBV_ACCESS_FLUSH_GLOBAL },
	{ ROW("global-with-the-other-right"), .qp_type = IBV_QPT_RC, .type = IBV_FLUSH_GLOBAL,
	  .access = IBV_ACCESS_FLUSH_PERSISTENT },
};

/* Of the whole region the length is not looked at. */
CHECK_ROWS(makes_writes_visible, flushes, PROMISES(WRP_22), .needs = NEED_SEND_OPS | NEED_SRQ,
	   .asks = true)
{
	struct flusher f = flusher_of(row->qp_type, row->access, right_to(row->type));

	for (size_t at = 0; at < 2 * PAGE; at += PAGE + 100) {
		struct ibv_wc wc;

		build(&f, at, row->level == IBV_FLUSH_MR ? 0 : LENGTH, row->type, row->level);
		MUST_SUCCEED(vct_wr_complete(f.w.ex));
		wc = MUST_COMPLETE(f.w.l.tx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, 2);
		MUST_EQ((int)wc.opcode, IBV_WC_FLUSH);
		MUST_BE_PATTERN(NAMED("the memory that was flushed", f.memory + at), LENGTH, at);
	}
}

CHECK_ROWS(needs_its_right, forbidden, PROMISES(MR_REG_22),
	   .needs = NEED_SEND_OPS | NEED_SRQ | NEED_RC, .danger = DANGER_REFUSED, .asks = true)
{
	struct flusher f = flusher_of(row->qp_type, row->access, right_to(row->type));

	build(&f, 0, LENGTH, row->type, IBV_FLUSH_RANGE);
	MUST_SUCCEED(vct_wr_complete(f.w.ex));
	MUST_EQ(MUST_COMPLETE(f.w.l.tx_cq).status, IBV_WC_REM_ACCESS_ERR);
}

CHECK(beyond_the_region_is_refused, PROMISES(MR_REG_22),
      .needs = NEED_SEND_OPS | NEED_SRQ | NEED_RC, .danger = DANGER_REFUSED, .asks = true)
{
	struct flusher f = flusher_of(IBV_QPT_RC, IBV_ACCESS_FLUSH_GLOBAL, IBV_ACCESS_FLUSH_GLOBAL);

	build(&f, PAGE, PAGE + 1, IBV_FLUSH_GLOBAL, IBV_FLUSH_RANGE);
	MUST_SUCCEED(vct_wr_complete(f.w.ex));
	MUST_EQ(MUST_COMPLETE(f.w.l.tx_cq).status, IBV_WC_REM_ACCESS_ERR);
}

/* No page of it was touched. */
static struct ibv_mr *paged_region(int access)
{
	char *memory = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct ibv_mr *mr;

	SETUP(memory != MAP_FAILED);
	mr = vct_reg_mr(pd(), memory, PAGE, ACCESS | IBV_ACCESS_ON_DEMAND | access);
	SETUP(mr);
	return mr;
}

static void need_paging_of(uint32_t operation)
{
	if (!(vct_dev->attr.odp_caps.per_transport_caps.rc_odp_caps & operation))
		vct_skip("the device does not claim this operation on memory that is paged on "
			 "demand (rc_odp_caps)");
}

/* Alone: whether writes to such memory arrive, others judge. */
CHECK(works_on_paged_memory, PROMISES(DVX_16),
      .needs = NEED_SEND_OPS | NEED_SRQ | NEED_RC | NEED_ODP, .asks = true)
{
	struct flusher f;

	need_paging_of(IBV_ODP_SUPPORT_FLUSH);
	f = (struct flusher){ .w = link_with(IBV_QPT_RC, IBV_QP_EX_WITH_FLUSH,
					     IBV_ACCESS_FLUSH_GLOBAL) };
	f.mr = paged_region(IBV_ACCESS_FLUSH_GLOBAL);
	f.memory = f.mr->addr;
	vct_wr_start(f.w.ex);
	build_flush(&f, 128, LENGTH, IBV_FLUSH_GLOBAL, IBV_FLUSH_RANGE);
	MUST_SUCCEED(vct_wr_complete(f.w.ex));
	MUST_EQ(MUST_COMPLETE(f.w.l.tx_cq).status, IBV_WC_SUCCESS);
}

CHECK(atomic_write_works_on_paged_memory, PROMISES(DVX_16),
      .needs = NEED_SEND_OPS | NEED_SRQ | NEED_RC | NEED_ODP, .asks = true)
{
	const uint64_t value = 0x1122334455667788;
	struct wr_link w;
	struct ibv_mr *mr;

	need_paging_of(IBV_ODP_SUPPORT_ATOMIC_WRITE);
	w = link_with(IBV_QPT_RC, IBV_QP_EX_WITH_ATOMIC_WRITE, 0);
	mr = paged_region(0);
	vct_wr_start(w.ex);
	w.ex->wr_id = 7;
	w.ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_atomic_write(w.ex, mr->rkey, (uintptr_t)mr->addr + 512, &value);
	MUST_SUCCEED(vct_wr_complete(w.ex));
	MUST_EQ(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE((char *)mr->addr + 512, &value, sizeof(value));
}
