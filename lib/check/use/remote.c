// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes remote accesses, and looks at both memories afterwards. */
#include <string.h>

#include "remote.h"

/* The number before and after an atomic. */
enum { BEFORE = 41, AFTER = 42, DEFAULT_LENGTH = 64 };

const struct remote_row remotes[4] = {
	{ .vct_row = { .name = "write" }, .opcode = IBV_WR_RDMA_WRITE },
	{ .vct_row = { .name = "read" }, .opcode = IBV_WR_RDMA_READ },
	{ .vct_row = { .name = "fetch-and-add", .needs = NEED_ATOMIC },
	  .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD },
	{ .vct_row = { .name = "compare-and-swap", .needs = NEED_ATOMIC },
	  .opcode = IBV_WR_ATOMIC_CMP_AND_SWP },
};

uint64_t of_row(uint64_t in_row)
{
	int64_t n = (int64_t)(in_row + ROW_PAGE / 2) >> 24;

	return in_row + (uint64_t)n * (PAGE - ROW_PAGE);
}

char *pages(void)
{
	static _Alignas(LARGEST_PAGE) char memory[PAGES * LARGEST_PAGE];

	return memory;
}

struct ibv_mr *region_make(unsigned int offset, size_t length, int access)
{
	struct ibv_mr *mr = vct_reg_mr(pd(), pages() + offset, length, access);

	SETUP_OF(offset % PAGE || length % PAGE ? BLOCK_MR_UNALIGNED : BLOCK_MR, mr);
	return mr;
}

int access_of(enum ibv_wr_opcode opcode)
{
	switch (opcode) {
	case IBV_WR_RDMA_WRITE:
		return IBV_ACCESS_REMOTE_WRITE;
	case IBV_WR_RDMA_READ:
		return IBV_ACCESS_REMOTE_READ;
	default:
		return IBV_ACCESS_REMOTE_ATOMIC;
	}
}

struct link remote_link(void)
{
	struct ibv_device_attr attr;

	SETUP(!vct_query_device(ctx(), &attr));
	return rc_link(.no_srq = true, .grants = attr.atomic_cap ? IBV_ACCESS_REMOTE_ATOMIC : 0);
}

static bool is_atomic(enum ibv_wr_opcode opcode)
{
	return access_of(opcode) == IBV_ACCESS_REMOTE_ATOMIC;
}

struct sides {
	char *own, *memory;
	uint32_t length;
};

static struct sides prepare(const struct link *l, const struct remote *r)
{
	struct sides s = { .own = send_slot(l->sent),
			   .memory = r->memory ? r->memory : (char *)(uintptr_t)r->at,
			   .length = r->length ? r->length : DEFAULT_LENGTH };
	uint64_t before = BEFORE;

	if (is_atomic(r->opcode)) {
		s.length = sizeof(before);
		memcpy(s.memory, &before, sizeof(before));
		memset(s.own, 0, sizeof(before));
		return s;
	}
	for (uint32_t i = 0; i < s.length; i++) {
		s.own[i] = (char)(l->sent + i);
		s.memory[i] = (char)~s.own[i];
	}
	return s;
}

/* The memory, or what was read of it, is as it must be afterwards. */
static bool arrived(const struct remote *r, const struct sides *s)
{
	uint64_t before = BEFORE, after = AFTER;

	if (is_atomic(r->opcode))
		return !memcmp(s->memory, &after, sizeof(after)) &&
		       !memcmp(s->own, &before, sizeof(before));
	return !memcmp(s->memory, s->own, s->length);
}

static bool is_as_before(const struct remote *r, const struct sides *s, uint64_t sent)
{
	uint64_t before = BEFORE;

	if (is_atomic(r->opcode))
		return !memcmp(s->memory, &before, sizeof(before));
	for (uint32_t i = 0; i < s->length; i++)
		if (s->memory[i] != (char)~(char)(sent + i))
			return false;
	return true;
}

static enum ibv_wc_status carry_out(struct link *l, const struct remote *r, const struct sides *s,
				    const struct vct_place *place)
{
	struct ibv_sge sge = slot_sge(s->own, s->length);
	struct ibv_send_wr wr = {
		.wr_id = l->sent++,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = r->opcode,
		.send_flags = IBV_SEND_SIGNALED,
	}, *bad;

	if (is_atomic(r->opcode)) {
		wr.wr.atomic.remote_addr = r->at;
		wr.wr.atomic.rkey = r->rkey;
		wr.wr.atomic.compare_add =
			r->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD ? AFTER - BEFORE : BEFORE;
		wr.wr.atomic.swap = AFTER;
	} else {
		wr.wr.rdma.remote_addr = r->at;
		wr.wr.rdma.rkey = r->rkey;
	}
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, l->tx->qp_type), !vct_post_send(l->tx, &wr, &bad));
	return must_complete(l->tx_cq, COMPLETION_MS, place).status;
}

/* The completion may come some time before the bytes are in memory. */
void must_access(struct link *l, const struct remote *r, const struct vct_place *place)
{
	struct sides s = prepare(l, r);
	enum ibv_wc_status status = carry_out(l, r, &s, place);
	double until = vct_deadline_ms(COMPLETION_MS);

	if (status != IBV_WC_SUCCESS)
		vct_fail(place, "status success", "status %s", ibv_wc_status_str(status));
	while (!arrived(r, &s))
		if (!vct_wait_on(until))
			vct_fail(place, "the bytes arrive", "they did not arrive");
	vct_held();
}

void must_not_access(struct link *l, const struct remote *r, const struct vct_place *place)
{
	uint64_t sent = l->sent;
	struct sides s = prepare(l, r);
	enum ibv_wc_status status = carry_out(l, r, &s, place);

	if (status == IBV_WC_SUCCESS)
		vct_fail(place, "an error", "status success");
	if (!is_as_before(r, &s, sent))
		vct_fail(place, "the memory is as before", "it was changed");
	vct_held();
}

void must_arrive(const void *to, const void *from, size_t n, const struct vct_place *place)
{
	double until = vct_deadline_ms(COMPLETION_MS);

	while (memcmp(to, from, n) != 0)
		if (!vct_wait_on(until))
			vct_fail(place, "the bytes arrive", "they did not arrive");
	vct_held();
}

void must_not_use(struct link *l, enum ibv_wr_opcode opcode, const void *data, uint32_t lkey,
		  const struct vct_place *place)
{
	int ret = link_try(l, opcode, .data = data, .lkey = lkey);

	if (ret)
		vct_record("the request is refused with %s", vct_errno_text(ret));
	else if (must_complete(l->tx_cq, COMPLETION_MS, place).status == IBV_WC_SUCCESS)
		vct_fail(place, "an error", "status success");
	vct_held();
}
