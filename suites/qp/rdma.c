// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* RDMA writes and reads that succeed: what they move, in which order, and what they take. */
#include <arpa/inet.h>

#include "carrier.h"

enum { MEGABYTE = 1 << 20 };

/* A region of three times this length; a shorter one if the process may not lock so much memory. */
static struct ibv_mr *large_region(uint32_t *length)
{
	static _Alignas(LARGEST_PAGE) char memory[3 * MEGABYTE];
	struct ibv_mr *mr = NULL;

	for (; !mr && *length >= PAGE; *length -= mr ? 0 : *length / 2)
		mr = vct_reg_mr(pd(), memory, 3 * (size_t)*length,
				IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
					IBV_ACCESS_REMOTE_READ);
	SETUP_OF(BLOCK_MR, mr);
	return mr;
}

/* So many packets that a sender waits for acknowledgements meanwhile; and back again. */
CHECK(a_megabyte_is_written_and_read, PROMISES(SND_03, SND_04), .needs = NEED_RC)
{
	uint32_t most = vct_dev->port_attr.max_msg_sz;
	uint32_t length = most && most < MEGABYTE ? most : MEGABYTE;
	struct link l = rc_link(.no_srq = true);
	struct ibv_mr *mr = large_region(&length);
	char *from = mr->addr, *there = from + length, *back = there + length;

	for (uint32_t i = 0; i < length; i++)
		from[i] = (char)(i * 7 + i / 4096);
	JUDGING(SND_03);
	link_post(&l, IBV_WR_RDMA_WRITE, .data = from, .lkey = mr->lkey, .to = there,
		  .rkey = mr->rkey, .length = length);
	MUST_EQ(MUST_COMPLETE_WITHIN(l.tx_cq, 10000).status, IBV_WC_SUCCESS);
	JUDGING(SND_04);
	link_post(&l, IBV_WR_RDMA_READ, .data = back, .lkey = mr->lkey, .to = there,
		  .rkey = mr->rkey, .length = length);
	MUST_EQ(MUST_COMPLETE_WITHIN(l.tx_cq, 10000).status, IBV_WC_SUCCESS);
	MUST_EQUAL_BYTES(NAMED("the memory that was written and read back", from), back, length);
	JUDGING(SND_03);
	MUST_EQUAL_BYTES(NAMED("the memory that was written", from), there, length);
}

enum { LIST = 8 };

/* Writes that are posted by one call, for the last place first; the last one is signaled. */
static void post_list(struct carrier *c, uint32_t part)
{
	struct ibv_send_wr wr[LIST], *bad;
	struct ibv_sge sge[LIST];

	for (size_t i = 0; i < LIST; i++) {
		size_t at = (LIST - 1 - i) * part;
		struct message m = { .opcode = IBV_WR_RDMA_WRITE,
				     .data = c->local + at,
				     .to = c->remote + at,
				     .lkey = c->mr->lkey,
				     .rkey = c->mr->rkey,
				     .length = part,
				     .unsignaled = i + 1 < LIST };

		link_fill_wr(&c->l, &m, &wr[i], &sge[i]);
		wr[i].next = i + 1 < LIST ? &wr[i + 1] : NULL;
	}
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, c->l.tx->qp_type),
		 !vct_post_send(c->l.tx, wr, &bad));
}

/* The send queue goes round in the middle of a list. */
CHECK_ROWS(each_of_a_list_is_in_its_place, carriers, PROMISES(SND_03))
{
	struct carrier c = carrier_make(row);

	for (uint32_t part = 200; part < 300; part += 20) {
		carrier_refill(&c);
		post_list(&c, part);
		MUST_COMPLETE_ALL(&c, 1);
		carrier_catches_up(&c);
		MUST_BE_COPIED(&c, remote, 0, (size_t)LIST * part);
	}
}

/* More reads at a time than max_rd_atomic, which is 1. */
CHECK_ROWS(many_reads_are_carried_out, carriers, PROMISES(SND_17, SND_04), .kind = CARRIES_READS)
{
	enum { READS = 24, PART = 1000, ROUNDS = 4 };
	struct carrier c = carrier_make(row);

	for (int round = 0; round < ROUNDS; round++) {
		carrier_refill(&c);
		for (size_t i = 0; i < READS; i++)
			carrier_post(&c, IBV_WR_RDMA_READ, i * PART, PART);
		JUDGING(SND_17);
		MUST_COMPLETE_ALL(&c, READS);
		JUDGING(SND_04);
		MUST_BE_COPIED(&c, local, 0, (size_t)READS * PART);
	}
}

/* All go to one place: the last one's bytes are there. A read behind them finds them. */
CHECK_ROWS(last_write_wins, carriers, PROMISES(SND_11), .kind = CARRIES_READS)
{
	enum { WRITES = 16, PART = 512 };
	struct carrier c = carrier_make(row);
	char *result = c.local + WRITES * PART;

	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < WRITES; i++)
			pattern(c.local + i * PART, PART, (uint64_t)(round * WRITES + i));
		for (int i = 0; i < WRITES; i++)
			link_post(&c.l, IBV_WR_RDMA_WRITE, .data = c.local + i * PART,
				  .to = c.remote, .lkey = c.mr->lkey, .rkey = c.mr->rkey,
				  .length = PART, .unsignaled = true);
		link_post(&c.l, IBV_WR_RDMA_READ, .data = result, .to = c.remote,
			  .lkey = c.mr->lkey, .rkey = c.mr->rkey, .length = PART);
		MUST_COMPLETE_ALL(&c, 1);
		MUST_BE_PATTERN(NAMED("the memory of the read", result), PART,
				(uint64_t)(round * WRITES + WRITES - 1));
	}
}

/* The page permits IBV_SEND_FENCE for RC alone. */
static const struct fence_row {
	struct vct_row vct_row;
	const struct carrier_row *carrier;
} fences[] = {
	{ ROW("rc"), .vct_row.needs = NEED_RC, .carrier = &carriers[0] },
	{ ROW("rc-on-a-srq"), .vct_row.needs = NEED_RC | NEED_SRQ, .carrier = &carriers[1] },
};

/* What a read brings is sent on by the fenced write behind it. */
CHECK_ROWS(fenced_write_waits_for_the_read, fences, PROMISES(SND_12))
{
	enum { PART = 4000 };
	struct carrier c = carrier_make(row->carrier);
	char *middle = c.local, *from = c.remote, *to = c.remote + 2 * PART;

	for (int round = 1; round <= 8; round++) {
		pattern(from, PART, (uint64_t)round);
		memset(middle, 0, PART);
		memset(to, 0, PART);
		link_post(&c.l, IBV_WR_RDMA_READ, .data = middle, .to = from, .lkey = c.mr->lkey,
			  .rkey = c.mr->rkey, .length = PART, .unsignaled = true);
		link_post(&c.l, IBV_WR_RDMA_WRITE, .data = middle, .to = to, .lkey = c.mr->lkey,
			  .rkey = c.mr->rkey, .length = PART, .flags = IBV_SEND_FENCE);
		MUST_COMPLETE_ALL(&c, 1);
		carrier_catches_up(&c);
		MUST_BE_PATTERN(NAMED("the memory of the fenced write", to), PART, (uint64_t)round);
	}
}

CHECK_ROWS(nothing_of_0_bytes_changes_memory, carriers, PROMISES(SND_16))
{
	struct carrier c = carrier_make(row);
	unsigned int n = 1;

	carrier_post(&c, IBV_WR_RDMA_WRITE, MARGIN, 1, .empty = true);
	if (row->vct_row.kind == CARRIES_READS)
		carrier_post(&c, IBV_WR_RDMA_READ, MARGIN, 1, .empty = true), n++;
	MUST_COMPLETE_ALL(&c, n);
	carrier_catches_up(&c);
	MUST_BE_COPIED(&c, remote, 0, 0);
	MUST_BE_COPIED(&c, local, 0, 0);
}

/* Four receive WRs: after the requests, they are taken in their order. */
CHECK_ROWS(no_receive_is_taken, carriers, PROMISES(SND_10))
{
	bool atomics = vct_dev->attr.orig_attr.atomic_cap != IBV_ATOMIC_NONE;
	struct carrier c = carrier_make(row);
	unsigned int n = 0;

	link_post_receives(&c.l, recv_list(0, 4));
	for (int i = 0; i < 6; i++) {
		carrier_post(&c, IBV_WR_RDMA_WRITE, 0, 64), n++;
		if (row->vct_row.kind == CARRIES_READS)
			carrier_post(&c, IBV_WR_RDMA_READ, 64, 64), n++;
		if (row->vct_row.kind == CARRIES_READS && atomics)
			carrier_post(&c, IBV_WR_ATOMIC_FETCH_AND_ADD, 128, 8), n++;
	}
	MUST_COMPLETE_ALL(&c, n);
	MUST_BE_EMPTY(c.l.rx_cq);
	for (uint64_t id = 0; id < 4; id++)
		MUST_RECEIVE(&c.l, id);
}

/* As many as the SRQ has are left: the limit is not crossed. */
CHECK(srq_limit_does_not_count_rdma, PROMISES(SND_10), .needs = NEED_SRQ | NEED_RC)
{
	struct carrier c = carrier_make(&carriers[1]);

	srq_post(c.l.srq, 0, 8);
	srq_arm(c.l.srq, 8);
	for (int i = 0; i < 10; i++)
		carrier_post(&c, i % 2 ? IBV_WR_RDMA_WRITE : IBV_WR_RDMA_READ, 0, 64);
	MUST_COMPLETE_ALL(&c, 10);
	MUST_SEE_NO_EVENT();
	MUST_EQ(srq_query(c.l.srq).srq_limit, 8);
}

static const struct no_key_row {
	struct vct_row vct_row;
	const struct carrier_row *carrier;
	enum ibv_wr_opcode opcode;
} without_keys[] = {
	{ ROW("rc-write"), .vct_row.needs = NEED_RC, .carrier = &carriers[0],
	  .opcode = IBV_WR_RDMA_WRITE },
	{ ROW("rc-write-imm"), .vct_row.needs = NEED_RC | NEED_IMM, .carrier = &carriers[0],
	  .opcode = IBV_WR_RDMA_WRITE_WITH_IMM },
	{ ROW("rc-read"), .vct_row.needs = NEED_RC, .carrier = &carriers[0],
	  .opcode = IBV_WR_RDMA_READ },
	{ ROW("uc-write-imm"), .vct_row.needs = NEED_UC, .carrier = &carriers[2],
	  .opcode = IBV_WR_RDMA_WRITE_WITH_IMM },
	{ ROW("xrc-write-imm"), .vct_row.needs = NEED_XRC | NEED_SRQ, .carrier = &carriers[3],
	  .opcode = IBV_WR_RDMA_WRITE_WITH_IMM },
};

/* The first has neither a key nor an address, the second the key of no region. */
CHECK_ROWS(nothing_of_0_bytes_needs_a_key, without_keys, PROMISES(SND_33))
{
	struct carrier c = carrier_make(row->carrier);

	for (uint32_t i = 0; i < 2; i++) {
		struct message m = { .opcode = row->opcode, .empty = true, .imm = 7 + i };
		struct ibv_send_wr wr, *bad;
		struct ibv_sge unused;

		link_post_receives(&c.l, recv_list(c.markers, 1));
		link_fill_wr(&c.l, &m, &wr, &unused);
		wr.wr.rdma.remote_addr = i;
		wr.wr.rdma.rkey = i ? ~c.mr->rkey : 0;
		MUST_SUCCEED(vct_post_send(c.l.tx, &wr, &bad));
		MUST_COMPLETE_ALL(&c, 1);
		if (row->opcode == IBV_WR_RDMA_WRITE_WITH_IMM) {
			struct ibv_wc wc = MUST_COMPLETE(c.l.rx_cq);

			MUST_EQ(wc.status, IBV_WC_SUCCESS);
			MUST_EQ(wc.byte_len, 0);
			MUST_EQ(ntohl(wc.imm_data), 7 + i);
		} else {
			MUST_RECEIVE(&c.l, c.markers);
		}
		c.markers++;
	}
}

/* In the middle of a write, of the packets that a read brings, and between messages. */
CHECK_ROWS(psn_begins_again_at_0, carriers, PROMISES(SND_34))
{
	enum { ROUNDS = 6, LENGTH = 12289, FIRST = 0xffffe9 };

	for (uint32_t first = FIRST; first < FIRST + 3; first++) {
		struct carrier c = carrier_make_from(row, first);

		for (int i = 0; i < ROUNDS; i++) {
			carrier_refill(&c);
			carrier_post(&c, IBV_WR_RDMA_WRITE, MARGIN, LENGTH);
			MUST_COMPLETE_ALL(&c, 1);
			carrier_catches_up(&c);
			MUST_BE_COPIED(&c, remote, MARGIN, LENGTH);
			if (row->vct_row.kind != CARRIES_READS)
				continue;
			carrier_refill(&c);
			carrier_post(&c, IBV_WR_RDMA_READ, MARGIN, LENGTH);
			MUST_COMPLETE_ALL(&c, 1);
			MUST_BE_COPIED(&c, local, MARGIN, LENGTH);
		}
	}
}

/* A QP that receives already is given a right, and it is taken away. */
CHECK_ROWS(rights_are_those_set_last, remotes, PROMISES(QP_MOD_FLAG_ACCESS_FLAGS),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	int right = access_of(row->opcode);
	struct link l = remote_link();
	struct subject rx = qp_subject(l.rx);
	struct ibv_mr *mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE | right);
	struct ibv_qp_attr with = { .qp_access_flags = (unsigned int)right }, without = { 0 };

	SETUP(!subject_modify(&rx, &without, IBV_QP_ACCESS_FLAGS));
	MUST_SUCCEED(subject_modify(&rx, &with, IBV_QP_ACCESS_FLAGS));
	MUST_ACCESS(&l, row->opcode, mr->rkey, (uintptr_t)pages());
	MUST_SUCCEED(subject_modify(&rx, &without, IBV_QP_ACCESS_FLAGS));
	MUST_NOT_ACCESS(&l, row->opcode, mr->rkey, (uintptr_t)pages());
}
