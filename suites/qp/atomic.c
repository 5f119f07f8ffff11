// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Atomics: what they do to the 64 bits, and what they return. */
#include "carrier.h"

enum { AT = 256 };

static uint64_t *target(const struct carrier *c)
{
	return (uint64_t *)(void *)(c->remote + AT);
}

/* Carries one out; returns what it has brought. */
static uint64_t carry_out(struct carrier *c, enum ibv_wr_opcode opcode, uint64_t compare_add,
			  uint64_t swap)
{
	uint64_t brought;

	carrier_post(c, opcode, AT, 8, .compare_add = compare_add, .swap = swap);
	MUST_COMPLETE_ALL(c, 1);
	carrier_catches_up(c);
	memcpy(&brought, c->local + AT, sizeof(brought));
	return brought;
}

static void must_bring(struct carrier *c, enum ibv_wr_opcode opcode, uint64_t compare_add,
		       uint64_t swap, uint64_t expected)
{
	uint64_t brought = carry_out(c, opcode, compare_add, swap);

	MUST(brought == expected, "the atomic brings %#llx, which was there; it brought %#llx",
	     (unsigned long long)expected, (unsigned long long)brought);
}

static const struct number_row {
	struct vct_row vct_row;
	uint64_t before, operand, swap, after;
} sums[] = {
	{ ROW("one"), .before = 41, .operand = 1, .after = 42 },
	{ ROW("zero"), .before = 7, .operand = 0, .after = 7 },
	{ ROW("carries-over-32-bits"), .before = 0xffffffff, .operand = 1, .after = 0x100000000 },
	{ ROW("wraps"), .before = UINT64_MAX, .operand = 3, .after = 2 },
	{ ROW("large"), .before = 0x0123456789abcdef, .operand = 0x1000000000000001,
	  .after = 0x1123456789abcdf0 },
	{ ROW("subtracts"), .before = 100, .operand = UINT64_MAX, .after = 99 },
}, swaps[] = {
	{ ROW("equal"), .before = 5, .operand = 5, .swap = 9, .after = 9 },
	{ ROW("unequal"), .before = 5, .operand = 6, .swap = 9, .after = 5 },
	{ ROW("equal-and-large"), .before = 0x8000000000000001, .operand = 0x8000000000000001,
	  .swap = 0xfedcba9876543210, .after = 0xfedcba9876543210 },
	{ ROW("to-zero"), .before = UINT64_MAX, .operand = UINT64_MAX, .swap = 0, .after = 0 },
};

/* On a QP and on one of a SRQ. The 8 bytes on each side are as they were. */
static void must_compute(const struct number_row *row, enum ibv_wr_opcode opcode,
			 const struct vct_promise *promise)
{
	for (int i = 0; i < 2; i++) {
		struct carrier c = carrier_make(&carriers[i]);
		uint64_t left = target(&c)[-1], right = target(&c)[1], brought;

		*target(&c) = row->before;
		JUDGING(promise);
		brought = carry_out(&c, opcode, row->operand, row->swap);
		MUST_EQ(NAMED("the value in the remote memory", *target(&c)), row->after);
		MUST_EQ(NAMED("the 8 bytes before those of the atomic", target(&c)[-1]), left);
		MUST_EQ(NAMED("the 8 bytes behind those of the atomic", target(&c)[1]), right);
		JUDGING(SND_07);
		MUST_EQ(NAMED("the value that the atomic brought", brought), row->before);
	}
}

CHECK(byte_len_is_8, PROMISES(CQ_POL_04), .needs = NEED_ATOMIC | NEED_RC | NEED_SRQ)
{
	static const enum ibv_wr_opcode opcodes[] = { IBV_WR_ATOMIC_FETCH_AND_ADD,
						      IBV_WR_ATOMIC_CMP_AND_SWP };
	struct carrier c = carrier_make(&carriers[0]);

	for (int i = 0; i < 2; i++) {
		carrier_post(&c, opcodes[i], AT, 8, .compare_add = 1, .swap = 2);
		MUST_EQ(MUST_COMPLETE(c.l.tx_cq).byte_len, 8);
	}
}

CHECK_ROWS(adds, sums, PROMISES(SND_05, SND_07), .needs = NEED_ATOMIC | NEED_RC | NEED_SRQ)
{
	must_compute(row, IBV_WR_ATOMIC_FETCH_AND_ADD, SND_05);
}

CHECK_ROWS(swaps_if_equal, swaps, PROMISES(SND_06, SND_07),
	   .needs = NEED_ATOMIC | NEED_RC | NEED_SRQ)
{
	must_compute(row, IBV_WR_ATOMIC_CMP_AND_SWP, SND_06);
}

/*
 * Each bit of the operands: the number is swapped by the next one, which has to be there for that,
 * and not if one bit of it differs. The last sum has all carries.
 */
CHECK(every_bit_is_compared_swapped_and_added, PROMISES(SND_05, SND_06),
      .needs = NEED_ATOMIC | NEED_RC)
{
	struct levels v = levels_of(0, UINT64_MAX);
	struct carrier c = carrier_make(&carriers[0]);
	uint64_t there = 0;

	JUDGING(SND_06);
	*target(&c) = there;
	for (size_t i = 0; i < v.n; i++) {
		must_bring(&c, IBV_WR_ATOMIC_CMP_AND_SWP, there ^ 1ULL << i % 64, v.of[i], there);
		must_bring(&c, IBV_WR_ATOMIC_CMP_AND_SWP, there, v.of[i], there);
		there = v.of[i];
	}
	JUDGING(SND_05);
	for (size_t i = 0; i < v.n; i++) {
		must_bring(&c, IBV_WR_ATOMIC_FETCH_AND_ADD, v.of[i], 0, there);
		there += v.of[i];
	}
	must_bring(&c, IBV_WR_ATOMIC_FETCH_AND_ADD, 0, 0, there);
}

/* Of each type of QP; the send queue goes round. */
CHECK_ROWS(counts_as_often_as_posted, carriers, PROMISES(SND_05, SND_07, SND_17),
	   .kind = CARRIES_READS, .needs = NEED_ATOMIC)
{
	enum { AT_MOST = 20, ROUNDS = 5 };
	struct carrier c = carrier_make(row);
	const size_t at_a_time = c.l.tx_cq->cqe < AT_MOST ? (size_t)c.l.tx_cq->cqe : AT_MOST;
	uint64_t brought;

	*target(&c) = 0;
	for (uint64_t round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < at_a_time; i++)
			link_post(&c.l, IBV_WR_ATOMIC_FETCH_AND_ADD, .data = c.local + 8 * i,
				  .to = target(&c), .lkey = c.mr->lkey, .rkey = c.mr->rkey,
				  .length = 8, .compare_add = 1);
		JUDGING(SND_17);
		MUST_COMPLETE_ALL(&c, at_a_time);
		carrier_catches_up(&c);
		JUDGING(SND_05);
		MUST_EQ(NAMED("the value in the remote memory", *target(&c)),
			(round + 1) * at_a_time);
		JUDGING(SND_07);
		for (size_t i = 0; i < at_a_time; i++) {
			memcpy(&brought, c.local + 8 * i, 8);
			MUST_EQ(NAMED("the value that the atomic brought", brought),
				round * at_a_time + i);
		}
	}
}

/* Three QPs add to the same place at the same time: each value from before comes once. */
CHECK(several_qps_lose_no_add, PROMISES(SND_08), .needs = NEED_ATOMIC | NEED_RC | NEED_SRQ)
{
	enum { QPS = 3, ADDS = 16 };
	bool seen[QPS * ADDS] = { false };
	struct carrier c[QPS];
	uint64_t value;

	for (int i = 0; i < QPS; i++)
		c[i] = carrier_make(&carriers[i % 2]);
	*target(&c[0]) = 0;
	for (int n = 0; n < ADDS; n++)
		for (int i = 0; i < QPS; i++)
			link_post(&c[i].l, IBV_WR_ATOMIC_FETCH_AND_ADD, .data = c[i].local + 8 * n,
				  .to = target(&c[0]), .lkey = c[i].mr->lkey, .rkey = c[0].mr->rkey,
				  .length = 8, .compare_add = 1);
	for (int i = 0; i < QPS; i++)
		MUST_COMPLETE_ALL(&c[i], ADDS);
	for (int i = 0; i < QPS * ADDS; i++) {
		memcpy(&value, c[i % QPS].local + 8 * (i / QPS), 8);
		MUST_LE(NAMED("the value that the addition brought", value), QPS * ADDS - 1);
		MUST(!seen[value], "each of the additions returns another value; %llu came twice",
		     (unsigned long long)value);
		seen[value] = true;
	}
}

/* A lock that is taken, held against another, and given back. */
CHECK(a_lock_has_one_holder, PROMISES(SND_06, SND_08), .needs = NEED_ATOMIC | NEED_RC | NEED_SRQ)
{
	struct carrier c = carrier_make(&carriers[0]);

	JUDGING(SND_06);
	*target(&c) = 0;
	MUST_EQ(NAMED("the value that the atomic brought",
		      carry_out(&c, IBV_WR_ATOMIC_CMP_AND_SWP, 0, 1)),
		0);
	MUST_EQ(NAMED("the value that the atomic brought",
		      carry_out(&c, IBV_WR_ATOMIC_CMP_AND_SWP, 0, 2)),
		1);
	JUDGING(SND_08);
	MUST_EQ(NAMED("the value in the remote memory", *target(&c)), 1);
	JUDGING(SND_06);
	MUST_EQ(NAMED("the value that the atomic brought",
		      carry_out(&c, IBV_WR_ATOMIC_CMP_AND_SWP, 1, 0)),
		1);
	MUST_EQ(NAMED("the value in the remote memory", *target(&c)), 0);
}
