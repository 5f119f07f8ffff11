// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Null memory regions, which have all addresses and no memory. */
#include "../vct.h"

enum { LENGTH = 64 };

static struct ibv_mr *null_region(struct ibv_pd *domain)
{
	struct ibv_mr *mr = vct_alloc_null_mr(domain);

	SETUP(mr);
	return mr;
}

static const struct address_row {
	struct vct_row vct_row;
	uint64_t at;
} addresses[] = {
	{ ROW("0"), .at = 0 },
	{ ROW("of-memory"), .at = 1 }, /* that of pages() */
	{ ROW("above-32-bits"), .at = 1ULL << 40 },
	{ ROW("near-the-last"), .at = UINT64_MAX - LARGEST_PAGE },
};

static uint64_t address_of(const struct address_row *row)
{
	return row->at == 1 ? (uintptr_t)pages() : row->at;
}

/* Posts a signaled request with these SGEs; the remote side is the slots' last one. */
static struct ibv_wc request(struct link *l, enum ibv_wr_opcode opcode, struct ibv_sge *sge, int n)
{
	struct ibv_send_wr wr = {
		.wr_id = l->sent++,
		.sg_list = sge,
		.num_sge = n,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = { (uintptr_t)recv_slot(SLOTS - 1), slots_mr()->rkey },
	}, *bad;

	MUST_SUCCEED(vct_post_send(l->tx, &wr, &bad));
	return MUST_COMPLETE(l->tx_cq);
}

CHECK_ROWS(is_read_as_0, addresses, PROMISES(NMR_01, NMR_03), .needs = NEED_RC | NEED_NULL_MR)
{
	static const char zeros[LENGTH];
	struct link l = remote_link();
	struct ibv_sge sge = { address_of(row), LENGTH, null_region(pd())->lkey };

	memset(pages(), 0x61, PAGE);
	memset(recv_slot(SLOTS - 1), 0x62, LENGTH);
	JUDGING(NMR_03);
	MUST_EQ(request(&l, IBV_WR_RDMA_WRITE, &sge, 1).status, IBV_WC_SUCCESS);
	JUDGING(NMR_01);
	MUST_ARRIVE(recv_slot(SLOTS - 1), zeros, LENGTH);
}

CHECK(all_of_a_long_message_is_0, PROMISES(NMR_01), .needs = NEED_RC | NEED_NULL_MR)
{
	size_t length = 2 * PAGE + LENGTH;
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(
		0, 3 * PAGE, IBV_ACCESS_LOCAL_WRITE | remote_access(IBV_ACCESS_REMOTE_WRITE));
	struct ibv_mr *null = null_region(pd());
	char *zeros = calloc(1, length);

	memset(pages(), 0x62, 3 * PAGE);
	MUST_SUCCEED(link_try(&l, IBV_WR_RDMA_WRITE, .data = pages(), .lkey = null->lkey,
			      .to = pages(), .rkey = mr->rkey, .length = (uint32_t)length));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(pages(), zeros, length);
	MUST_EQ(NAMED("the byte behind the message", pages()[length]), 0x62);
	free(zeros);
}

/* What an RDMA read writes to it is gone, and it still reads as 0. */
CHECK_ROWS(discards_what_is_read, addresses, PROMISES(NMR_02, NMR_03, NMR_01),
	   .needs = NEED_RC | NEED_NULL_MR)
{
	static const char zeros[LENGTH];
	struct link l = remote_link();
	struct ibv_sge sge = { address_of(row), LENGTH, null_region(pd())->lkey };

	memset(pages(), 0x61, PAGE);
	memset(recv_slot(SLOTS - 1), 0x62, LENGTH);
	JUDGING(NMR_03);
	MUST_EQ(request(&l, IBV_WR_RDMA_READ, &sge, 1).status, IBV_WC_SUCCESS);
	JUDGING(NMR_02);
	for (int i = 0; i < LENGTH; i++)
		MUST_EQ(NAMED("a byte of the memory at addr", pages()[i]), 0x61);
	JUDGING(NMR_01);
	MUST_EQ(request(&l, IBV_WR_RDMA_WRITE, &sge, 1).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(recv_slot(SLOTS - 1), zeros, LENGTH);
}

CHECK(discards_what_is_received, PROMISES(NMR_02), .needs = NEED_RC | NEED_NULL_MR)
{
	struct link l = remote_link();
	struct ibv_sge sge = { (uintptr_t)pages(), PAGE, null_region(pd())->lkey };
	struct ibv_recv_wr wr = { .wr_id = 5, .sg_list = &sge, .num_sge = 1 }, *bad;
	struct ibv_wc wc;

	memset(pages(), 0x61, PAGE);
	MUST_SUCCEED(vct_post_recv(l.rx, &wr, &bad));
	link_post(&l, IBV_WR_SEND, .length = SLOT_SIZE);
	wc = MUST_COMPLETE(l.rx_cq);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.byte_len, SLOT_SIZE);
	for (int i = 0; i < SLOT_SIZE; i++)
		MUST_EQ(NAMED("a byte of the memory at addr", pages()[i]), 0x61);
}

static struct ibv_qp *qp_of(uint32_t sges)
{
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = 4,
			 .max_recv_wr = 4,
			 .max_send_sge = sges,
			 .max_recv_sge = sges },
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp;

	init.send_cq = init.recv_cq = cq_make(8);
	qp = vct_create_qp(pd(), &init);
	SETUP(qp);
	return qp;
}

/* The SGEs of a WR: three, or as many as the device claims. */
static int sges_of_a_list(void)
{
	int most = vct_dev->attr.orig_attr.max_sge;

	if (most < 2)
		vct_skip("a WR of the device has no more than one SGE (max_sge)");
	return most < 3 ? most : 3;
}

/*
 * The null region is between two buffers, of the sender and of the receiver; where there are two
 * SGEs, it is before the second buffer.
 */
CHECK(is_one_of_a_list, PROMISES(NMR_05, NMR_02), .needs = NEED_RC | NEED_NULL_MR | NEED_IB_STATES,
      .asks = true)
{
	int n = sges_of_a_list(), first = 3 - n;
	struct ibv_qp *tx = qp_of((uint32_t)n), *rx = qp_of((uint32_t)n);
	struct link l =
		link_make(IBV_QPT_RC, &(struct link_attr){ .no_srq = true, .tx = tx, .rx = rx });
	uint32_t null = null_region(pd())->lkey;
	struct ibv_sge from[3] = { slot_sge(send_slot(0), 100),
				   { 0, 50, null },
				   slot_sge(send_slot(1), 200) };
	struct ibv_sge to[3] = { slot_sge(recv_slot(0), 100),
				 { 7, 60, null },
				 slot_sge(recv_slot(1), 190) };
	struct ibv_recv_wr wr = { .sg_list = to + first, .num_sge = n }, *bad;

	pattern(send_slot(0), 100, 1);
	pattern(send_slot(1), 200, 2);
	memset(recv_slot(0), 0, 100);
	memset(recv_slot(1), 0, 190);
	MUST_SUCCEED(vct_post_recv(l.rx, &wr, &bad));
	MUST_EQ(request(&l, IBV_WR_SEND, from + first, n).status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
	if (!first)
		MUST_BE_PATTERN(recv_slot(0), 100, 1);
	/* Of the second buffer, the first 10 bytes come to the null region. */
	MUST_EQUAL_BYTES(recv_slot(1), send_slot(1) + 10, 190);
}

CHECK_ROWS(gives_no_remote_access, remotes, PROMISES(NMR_04),
	   .needs = NEED_RC | NEED_NULL_MR | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	for (int i = 0; i < 2; i++) {
		struct link l = remote_link();
		struct ibv_mr *mr = null_region(pd());

		MUST_NOT_ACCESS(&l, row->opcode, i ? mr->lkey : mr->rkey, (uintptr_t)pages());
	}
}

/* The page says that it is associated with its domain, and not that others cannot use it. */
CHECK(is_of_its_domain, PROMISES(NMR_07), .needs = NEED_RC | NEED_NULL_MR | NEED_IB_STATES,
      .danger = DANGER_REFUSED)
{
	static const char zeros[LENGTH];
	struct link l = remote_link();
	struct ibv_pd *other = vct_alloc_pd(ctx());
	struct ibv_mr *mr = other ? null_region(other) : NULL;
	bool is_used;

	SETUP(mr);
	memset(pages(), 0x61, PAGE);
	memset(recv_slot(SLOTS - 1), 0x62, LENGTH);
	is_used = !link_try(&l, IBV_WR_RDMA_WRITE, .data = pages(), .lkey = mr->lkey) &&
		  MUST_COMPLETE(l.tx_cq).status == IBV_WC_SUCCESS;
	RECORD("a QP of another domain %s it", is_used ? "uses" : "cannot use");
	if (is_used)
		MUST_ARRIVE(recv_slot(SLOTS - 1), zeros, LENGTH);
	else
		vct_held();
}

CHECK(is_not_changed, PROMISES(NMR_08), .needs = NEED_NULL_MR)
{
	MUST_NE(vct_rereg_mr(null_region(pd()), IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
			     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE),
		0);
}

CHECK(is_deregistered, PROMISES(NMR_06), .needs = NEED_NULL_MR)
{
	for (int i = 0; i < 3; i++) {
		struct ibv_mr *first = null_region(pd()), *second = null_region(pd());

		MUST_SUCCEED(vct_dereg_mr(first));
		MUST_SUCCEED(vct_dereg_mr(second));
	}
}

/* On a device without them: it says why. */
CHECK(is_made_or_refused, PROMISES(NMR_09))
{
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_alloc_null_mr(pd());
	if (mr) {
		MUST_POINT_TO(mr->pd, pd());
		MUST_POINT_TO(mr->context, ctx());
	} else {
		MUST_NE(errno, 0);
	}
}
