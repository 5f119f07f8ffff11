// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_post_srq_recv: the list is posted in order, up to the first WR that is refused. */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(SRQ_PST_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_post_srq_recv, int(struct ibv_srq *, struct ibv_recv_wr *,
							    struct ibv_recv_wr **)),
		       "ibv_post_srq_recv");
}

STATIC_CHECK(wr_members, PROMISES(SRQ_PST_02))
{
	_Static_assert(HAS_MEMBER(struct ibv_recv_wr, wr_id, uint64_t), "wr_id");
	_Static_assert(HAS_MEMBER(struct ibv_recv_wr, next, struct ibv_recv_wr *), "next");
	_Static_assert(HAS_MEMBER(struct ibv_recv_wr, sg_list, struct ibv_sge *), "sg_list");
	_Static_assert(HAS_MEMBER(struct ibv_recv_wr, num_sge, int), "num_sge");
	_Static_assert(HAS_MEMBER(struct ibv_sge, addr, uint64_t), "addr");
	_Static_assert(HAS_MEMBER(struct ibv_sge, length, uint32_t), "length");
	_Static_assert(HAS_MEMBER(struct ibv_sge, lkey, uint32_t), "lkey");
}

CHECK(list_is_posted_in_its_order, PROMISES(SRQ_PST_03), .needs = NEED_SRQ | NEED_RC)
{
	const uint64_t ids[] = { 30, 4, 17, 8, 2 };
	struct link l = rc_link(.srq_wr = 8);
	struct ibv_recv_wr *wr = recv_list(0, 5), *bad;

	for (int i = 0; i < 5; i++)
		wr[i].wr_id = ids[i];
	MUST_SUCCEED(vct_post_srq_recv(l.srq, wr, &bad));
	for (int i = 0; i < 5; i++)
		MUST_RECEIVE(&l, ids[i]);
	MUST_FIND_NO_WR(&l);
}

/* The order is that of `next`, not of addresses; NULL ends the list. */
CHECK(list_ends_where_next_is_null, PROMISES(SRQ_PST_03), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 8);
	struct ibv_recv_wr *wr = recv_list(0, 4), *bad;

	wr[2].next = &wr[0];
	wr[0].next = NULL;
	MUST_SUCCEED(vct_post_srq_recv(l.srq, &wr[2], &bad));
	MUST_RECEIVE(&l, 2);
	MUST_RECEIVE(&l, 0);
	MUST_FIND_NO_WR(&l);
}

/* More SGEs than a WR of any SRQ may have, so that no check here depends on what a query returns.
 */
static void spoil(struct ibv_recv_wr *wr)
{
	recv_sges(wr, (uint32_t)vct_dev->attr.orig_attr.max_srq_sge + 1);
}

static const struct place_row {
	struct vct_row vct_row;
	unsigned int bad;
} places[] = {
	{ ROW("first"), .bad = 0 },
	{ ROW("third"), .bad = 2 },
	{ ROW("last"), .bad = 3 },
};

CHECK_ROWS(bad_wr_is_the_first_with_too_many_sges, places, PROMISES(SRQ_PST_04), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	struct ibv_recv_wr *wr = recv_list(1, 4), *bad = NULL;

	spoil(&wr[row->bad]);
	spoil(&wr[3]);
	MUST_REFUSE(vct_post_srq_recv(srq, wr, &bad));
	MUST_END_AT(bad, &wr[row->bad]);
}

CHECK_ROWS(those_before_the_bad_are_posted_none_after, places, PROMISES(SRQ_PST_05),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16);
	struct ibv_recv_wr *wr = recv_list(1, 4), *bad = NULL;

	spoil(&wr[row->bad]);
	SETUP_OF(BLOCK_SRQ_POST_SGES, vct_post_srq_recv(l.srq, wr, &bad));
	for (unsigned int i = 0; i < row->bad; i++)
		MUST_RECEIVE(&l, wr[i].wr_id);
	MUST_FIND_NO_WR(&l);
}

/* The refused WR can be corrected and posted again with the rest of the list, from bad_wr on. */
CHECK(rest_of_the_list_can_be_posted_again, PROMISES(SRQ_PST_05), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16);
	struct ibv_recv_wr *wr = recv_list(1, 4), *bad = NULL;
	struct ibv_recv_wr sound = wr[2];

	spoil(&wr[2]);
	SETUP_OF(BLOCK_SRQ_POST_SGES, vct_post_srq_recv(l.srq, wr, &bad));
	wr[2] = sound;
	MUST_SUCCEED(vct_post_srq_recv(l.srq, &wr[2], &bad));
	for (uint64_t id = 1; id <= 4; id++)
		MUST_RECEIVE(&l, id);
	MUST_FIND_NO_WR(&l);
}

CHECK(full_srq_refuses_the_rest_of_a_list, PROMISES(SRQ_PST_06), .needs = NEED_SRQ)
{
	struct ibv_srq_attr attr = { .max_wr = 16 };
	uint32_t capacity = srq_capacity(&attr);
	struct ibv_srq *srq = srq_make_attr(&attr);
	struct ibv_recv_wr *wr = recv_list(0, capacity + 1), *bad = NULL;

	MUST_REFUSE(vct_post_srq_recv(srq, wr, &bad));
	MUST_END_AT(bad, &wr[capacity]);
}

CHECK(full_srq_refuses_one_more, PROMISES(SRQ_PST_06), .needs = NEED_SRQ)
{
	struct ibv_srq_attr attr = { .max_wr = 4 };
	uint32_t capacity = srq_capacity(&attr);
	struct ibv_srq *srq = srq_make_attr(&attr);
	struct ibv_recv_wr *wr = recv_list(0, 1), *bad = NULL;

	for (uint32_t left = capacity; left; left--)
		MUST_SUCCEED(vct_post_srq_recv(srq, wr, &bad));
	MUST_REFUSE(vct_post_srq_recv(srq, wr, &bad));
	MUST_END_AT(bad, wr);
}

CHECK(full_srq_has_room_for_each_one_consumed, PROMISES(SRQ_PST_06), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq_attr attr = { .max_wr = 4 };
	uint32_t capacity = srq_capacity(&attr);
	struct link l = rc_link(.srq = srq_make_attr(&attr), .posted = capacity);
	unsigned int posted;

	link_send(&l, 2);
	MUST_REFUSE(srq_try_post(l.srq, capacity, 3, &posted));
	MUST_EQ(NAMED("the number of WRs that were posted", posted), 2);
}

CHECK(returns_zero, PROMISES(SRQ_PST_07), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4);
	struct ibv_recv_wr *wr = recv_list(0, 2), *bad = NULL;

	MUST_EQ(vct_post_srq_recv(l.srq, wr, &bad), 0);
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

/* A positive value of errno: neither -1 nor a negative errno value. */
CHECK(returns_an_errno_value_for_too_many_sges, PROMISES(SRQ_PST_07), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_recv_wr *wr = recv_list(0, 1), *bad = NULL;

	spoil(wr);
	MUST_GE(vct_post_srq_recv(srq, wr, &bad), 1);
}

CHECK(returns_an_errno_value_when_full, PROMISES(SRQ_PST_07), .needs = NEED_SRQ)
{
	struct ibv_srq_attr attr = { .max_wr = 4 };
	uint32_t capacity = srq_capacity(&attr);
	unsigned int posted;

	MUST_GE(NAMED("what ibv_post_srq_recv returned",
		      srq_try_post(srq_make_attr(&attr), 0, capacity + 1, &posted)),
		1);
}

static void must_be_the_oldest(const struct scene *s)
{
	MUST_EQ(s->wc.wr_id, s->due.wr_id);
}

CHECK_ROWS(keeps_the_order_round_after_round, scenes, PROMISES(SRQ_PST_03),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_go_round(&s, must_be_the_oldest);
	MUST_FIND_NO_WR(&s.user[0]);
}

/* The second of the list is bad: its place in the queue is the first one's neighbour. */
CHECK_ROWS(bad_wr_is_named_wherever_it_is, scenes, PROMISES(SRQ_PST_04, SRQ_PST_05),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);
	struct ibv_recv_wr *wr = recv_list(s.posted, 3), *bad = NULL;

	spoil(&wr[1]);
	MUST_REFUSE(vct_post_srq_recv(s.srq, wr, &bad));
	MUST_END_AT(bad, &wr[1]);
	JUDGING(SRQ_PST_05);
	MUST_RECEIVE_NEXT(&s);
	MUST_FIND_NO_WR(&s.user[0]);
}

CHECK_ROWS(full_queue_refuses_the_rest_wherever_it_is, scenes, PROMISES(SRQ_PST_06),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);
	unsigned int posted;

	MUST_REFUSE(srq_try_post(s.srq, s.posted, s.capacity + 2, &posted));
	MUST_EQ(NAMED("the number of WRs that were posted", posted), s.capacity);
	for (uint32_t i = 0; i < s.capacity; i++)
		MUST_RECEIVE_NEXT(&s);
}
