// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the objects that a check needs before it can judge; each failure is BROKEN. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../far/far.h"
#include "../trace/refused.h"
#include "../trace/track.h"
#include "objects.h"

static void must_exist(const void *object, enum vct_block block, const char *verb)
{
	if (!object)
		vct_broken_at(block, VCT_HERE(verb), "setup: %s returned NULL, errno %s", verb,
			      vct_errno_said());
}

static void must_work(int ret, enum vct_block block, const char *verb)
{
	if (ret)
		vct_broken_at(block, VCT_HERE(verb), "setup: %s returned %s", verb,
			      vct_errno_text(ret));
}

static struct ibv_context *context;

bool ctx_is_open(void)
{
	return context != NULL;
}

static void (*when_opened)(struct ibv_context *context);

void ctx_is_followed_by(void (*function)(struct ibv_context *context))
{
	when_opened = function;
}

struct ibv_context *ctx(void)
{
	if (!context) {
		context = vct_open_device(vct_dev->ibv);
		must_exist(context, BLOCK_NONE, "ibv_open_device");
		/* Events are waited for with poll() and a deadline, never by a read that may block.
		 */
		fcntl(context->async_fd, F_SETFL, O_NONBLOCK);
		if (when_opened)
			when_opened(context);
	}
	return context;
}

struct ibv_pd *pd(void)
{
	static struct ibv_pd *the_pd;

	if (!the_pd) {
		the_pd = vct_alloc_pd(ctx());
		must_exist(the_pd, BLOCK_PD, "ibv_alloc_pd");
		far_own_pd_is(the_pd);
	}
	return the_pd;
}

int remote_access(int flags)
{
	return vct_dev->tried & (NEED_RC | NEED_UC) ? flags : 0;
}

enum { RECV_SIZE = SLOTS * SLOT_SIZE, SEND_SIZE = 16 * SLOT_SIZE };

struct ibv_mr *slots_mr(void)
{
	static struct ibv_mr *mr;
	void *area;

	if (!mr) {
		area = mmap(NULL, RECV_SIZE + SEND_SIZE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		SETUP(area != MAP_FAILED);
		mr = vct_reg_mr(pd(), area, RECV_SIZE + SEND_SIZE,
				IBV_ACCESS_LOCAL_WRITE | remote_access(IBV_ACCESS_REMOTE_WRITE |
								       IBV_ACCESS_REMOTE_READ));
		must_exist(mr, BLOCK_MR, "ibv_reg_mr");
		vct_slots_are(area, SLOT_SIZE, SLOTS, mr->lkey);
	}
	return mr;
}

char *recv_slot(uint64_t wr_id)
{
	return (char *)slots_mr()->addr + wr_id % SLOTS * SLOT_SIZE;
}

char *send_slot(uint64_t number)
{
	return (char *)slots_mr()->addr + RECV_SIZE + number % 16 * SLOT_SIZE;
}

struct ibv_mr *mr_make(struct ibv_pd *pd, size_t length, int access)
{
	enum { BESIDE = 4096 };
	struct ibv_mr *mr;
	char *area;

	area = mmap(NULL, length + 2 * BESIDE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	SETUP(area != MAP_FAILED);
	mr = vct_reg_mr(pd, area + BESIDE, length, access);
	must_exist(mr, BLOCK_MR, "ibv_reg_mr");
	return mr;
}

struct ibv_sge slot_sge(const void *slot, uint32_t length)
{
	return (struct ibv_sge){ (uintptr_t)slot, length, slots_mr()->lkey };
}

struct ibv_cq *cq_make(int cqe)
{
	struct ibv_cq *cq = vct_create_cq(ctx(), cqe, NULL, NULL, 0);

	must_exist(cq, BLOCK_CQ, "ibv_create_cq");
	return cq;
}

struct ibv_srq *srq_make_attr(const struct ibv_srq_attr *attr)
{
	struct ibv_srq_init_attr init = { .attr = *attr };
	struct ibv_srq *srq;

	if (!init.attr.max_wr)
		init.attr.max_wr = 1;
	if (!init.attr.max_sge)
		init.attr.max_sge = 1;
	srq = vct_create_srq(pd(), &init);
	must_exist(srq, BLOCK_SRQ, "ibv_create_srq");
	return srq;
}

struct ibv_srq_attr srq_query(struct ibv_srq *srq)
{
	struct ibv_srq_attr attr;

	must_work(vct_query_srq(srq, &attr), BLOCK_SRQ_QUERY, "ibv_query_srq");
	return attr;
}

void srq_arm(struct ibv_srq *srq, uint32_t limit)
{
	must_work(srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = limit), BLOCK_SRQ_LIMIT,
		  "ibv_modify_srq");
}

struct ibv_recv_wr *recv_list(uint64_t first, unsigned int n)
{
	struct ibv_recv_wr *wr = calloc(n, sizeof(*wr) + sizeof(struct ibv_sge));
	struct ibv_sge *sge;

	SETUP(n && wr);
	sge = (struct ibv_sge *)(wr + n);
	for (unsigned int i = 0; i < n; i++) {
		sge[i] = slot_sge(recv_slot(first + i), SLOT_SIZE);
		wr[i] = (struct ibv_recv_wr){ .wr_id = first + i,
					      .next = i + 1 < n ? &wr[i + 1] : NULL,
					      .sg_list = &sge[i],
					      .num_sge = 1 };
	}
	return wr;
}

void recv_sges(struct ibv_recv_wr *wr, unsigned int n)
{
	static struct ibv_sge sge[256];

	SETUP(n <= sizeof(sge) / sizeof(sge[0]));
	for (unsigned int i = 0; i < n; i++)
		sge[i] = slot_sge(recv_slot(i), 1);
	wr->sg_list = sge;
	wr->num_sge = (int)n;
}

int srq_try_post(struct ibv_srq *srq, uint64_t first, unsigned int n, unsigned int *posted)
{
	struct ibv_recv_wr *wr = recv_list(first, n), *bad = NULL;
	int ret = vct_post_srq_recv(srq, wr, &bad);

	*posted = n;
	if (ret)
		*posted = bad >= wr && bad < wr + n ? (unsigned int)(bad - wr) : 0;
	free(wr);
	return ret;
}

void srq_post(struct ibv_srq *srq, uint64_t first, unsigned int n)
{
	unsigned int posted;
	int ret = srq_try_post(srq, first, n, &posted);

	must_work(ret,
		  posted  ? BLOCK_SRQ_ROOM
		  : n > 1 ? BLOCK_SRQ_LIST
			  : BLOCK_SRQ_POST,
		  "ibv_post_srq_recv");
}

/* More than this is not what a device takes that was asked for a few. */
enum { MOST_TIMES = 4, MOST_FOR_FEW = 64, MOST_WRS = 1 << 16 };

uint32_t srq_room(struct ibv_srq *scratch, uint32_t asked, uint32_t beyond)
{
	struct ibv_sge sge = slot_sge(recv_slot(0), SLOT_SIZE);
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;
	struct ibv_srq_attr attr;
	uint32_t most, n = 0;
	bool tells;

	vct_trace_as(VCT_LINE_PROBE);
	tells = !vct_query_srq(scratch, &attr);
	most = srq_at_most(tells ? attr.max_wr : asked * MOST_TIMES + MOST_FOR_FEW) + beyond;
	if (most > MOST_WRS)
		most = MOST_WRS;
	while (n < most && !vct_post_srq_recv(scratch, &wr, &bad))
		n++;
	SETUP_OF(BLOCK_SRQ_POST, n);
	SETUP_OF(BLOCK_SRQ_QUERY, tells || n < most);
	vct_trace_as(NULL);
	vct_destroy_srq(scratch);
	return n;
}

uint32_t srq_capacity(const struct ibv_srq_attr *attr)
{
	return srq_room(srq_make_attr(attr), attr->max_wr, 1);
}

static uint32_t at_most(uint32_t n, int claimed)
{
	return n < (uint32_t)claimed ? n : (uint32_t)claimed;
}

uint32_t srq_at_most(uint32_t n)
{
	return at_most(n, vct_dev->attr.orig_attr.max_srq_wr);
}

unsigned int cqe_at_most(unsigned int n)
{
	return at_most(n, vct_dev->attr.orig_attr.max_cqe);
}

uint32_t srq_sge_at_most(uint32_t n)
{
	return at_most(n, vct_dev->attr.orig_attr.max_srq_sge);
}

int srq_try_sges(struct ibv_srq *srq, uint32_t n)
{
	struct ibv_sge *sge = calloc((size_t)n + 1, sizeof(*sge));
	struct ibv_recv_wr wr = { .sg_list = sge, .num_sge = (int)n }, *bad;
	int ret;

	SETUP(sge && n <= INT32_MAX);
	for (uint32_t i = 0; i < n; i++)
		sge[i] = slot_sge(recv_slot(i), 1);
	ret = vct_post_srq_recv(srq, &wr, &bad);
	free(sge);
	return ret;
}

void must_same_srq(struct ibv_srq *srq, const struct ibv_srq_attr *before,
		   const struct vct_place *place)
{
	struct ibv_srq_attr now = srq_query(srq);
	char was[80];

	if (memcmp(&now, before, sizeof(now))) {
		snprintf(was, sizeof(was), "max_wr %u, max_sge %u, srq_limit %u", before->max_wr,
			 before->max_sge, before->srq_limit);
		vct_fail(place, was, "max_wr %u, max_sge %u, srq_limit %u", now.max_wr, now.max_sge,
			 now.srq_limit);
	}
	vct_held();
}
