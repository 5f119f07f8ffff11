// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Implicit on-demand paging regions, which are the whole address space. */
#include "odp.h"

CHECK(is_made, PROMISES(ODP_IMP_01), .needs = NEED_ODP_IMPLICIT)
{
	struct ibv_mr *mr = vct_reg_mr(pd(), NULL, SIZE_MAX, ODP);

	MUST_MAKE(mr);
	MUST_POINT_TO(mr->pd, pd());
	MUST_POINT_TO(mr->context, ctx());
	MUST_MAKE(vct_reg_mr(pd(), NULL, SIZE_MAX, IBV_ACCESS_ON_DEMAND));
}

enum place { STATIC, STACK, MAPPED_LATER };

static const struct place_row {
	struct vct_row vct_row;
	enum place place;
} places[] = {
	{ ROW("static"), .place = STATIC },
	{ ROW("stack"), .place = STACK },
	{ ROW("mapped-later"), .place = MAPPED_LATER },
};

static char *memory_at(enum place place, char *stack)
{
	return place == STATIC ? pages() : place == STACK ? stack : fresh();
}

/* It is read, and written by the answer of an RDMA read where the device claims these. */
CHECK_ROWS(lkey_is_for_all_memory, places, PROMISES(ODP_IMP_02),
	   .needs = NEED_ODP | NEED_ODP_IMPLICIT | NEED_RC)
{
	char stack[BYTES], *memory;
	struct link l = near_link();
	struct ibv_mr *mr = implicit(ODP);
	struct ibv_sge sge;

	memory = memory_at(row->place, stack);
	sge = (struct ibv_sge){ (uintptr_t)memory, BYTES, mr->lkey };
	pattern(memory, BYTES, 1);
	memset(recv_slot(0), 0, BYTES);
	MUST_EQ(NAMED("the status of the request",
		      request(&l, IBV_WR_RDMA_WRITE, sge, recv_slot(0), slots_mr()->rkey)),
		IBV_WC_SUCCESS);
	MUST_ARRIVE(recv_slot(0), memory, BYTES);
	if (!(vct_dev->attr.odp_caps.per_transport_caps.rc_odp_caps & IBV_ODP_SUPPORT_READ))
		return;
	pattern(recv_slot(0), BYTES, 2);
	MUST_EQ(NAMED("the status of the request",
		      request(&l, IBV_WR_RDMA_READ, sge, recv_slot(0), slots_mr()->rkey)),
		IBV_WC_SUCCESS);
	MUST_ARRIVE(memory, recv_slot(0), BYTES);
}

CHECK_ROWS(rkey_is_for_all_memory, places, PROMISES(ODP_IMP_03),
	   .needs = NEED_ODP | NEED_ODP_IMPLICIT | NEED_RC)
{
	char stack[BYTES], *memory;
	struct link l = near_link();
	struct ibv_mr *mr = implicit(ODP);

	memory = memory_at(row->place, stack);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory);
}

static const struct change_row changes[] = CHANGES;

CHECK_ROWS(follows_the_memory, changes, PROMISES(ODP_05, ODP_IMP_03),
	   .needs = NEED_ODP | NEED_ODP_IMPLICIT | NEED_RC, .asks = true)
{
	struct ibv_mr *mr;
	struct link l;

	if (!(vct_dev->attr.odp_caps.per_transport_caps.rc_odp_caps & IBV_ODP_SUPPORT_READ))
		vct_skip("the device does not claim reads for on-demand paging (odp_caps)");
	if (row->how == FORKED)
		SETUP(!vct_fork_init());
	l = near_link();
	mr = implicit(ODP);
	JUDGING(ODP_05);
	for (int round = 0; round < 2; round++)
		MUST_FOLLOW(&l, mr, fresh(), row->how);
}

CHECK(gives_no_right_that_it_does_not_name, PROMISES(ODP_IMP_04),
      .needs = NEED_ODP | NEED_ODP_IMPLICIT | NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = near_link();
	struct ibv_mr *mr = implicit(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_ON_DEMAND);

	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
}

CHECK(no_memory_is_no_access, PROMISES(ODP_IMP_04),
      .needs = NEED_ODP | NEED_ODP_IMPLICIT | NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = near_link();
	struct ibv_mr *mr = implicit(ODP);
	char *memory = fresh_and_apart();

	SETUP(!munmap(memory, LENGTH));
	MUST_NE(NAMED("the status of the request",
		      request(&l, IBV_WR_RDMA_WRITE, slot_sge(send_slot(0), BYTES), memory,
			      mr->rkey)),
		IBV_WC_SUCCESS);
}

CHECK(unclaimed_is_refused, PROMISES(ODP_IMP_05), .lacks = NEED_ODP_IMPLICIT)
{
	errno = 0;
	MUST_MAKE_NONE(vct_reg_mr(pd(), NULL, SIZE_MAX, ODP));
	MUST_NE(errno, 0);
}

/* A length of all addresses is for the address NULL alone. */
CHECK(begins_at_the_first_address, PROMISES(MR_REG_18, MR_REG_17), .needs = NEED_ODP)
{
	JUDGING(MR_REG_18);
	errno = 0;
	MUST_MAKE_NONE(vct_reg_mr(pd(), pages(), SIZE_MAX, ODP));
	JUDGING(MR_REG_17);
	MUST_NE(errno, 0);
}
