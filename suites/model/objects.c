// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* PDs, memory regions and CQs of the model. */
#include "model.h"

struct model_pd pds[N_PDS];
struct model_cq cqs[N_CQS];
struct model_srq srqs[N_SRQS];
struct model_qp qps[N_QPS];
struct model_xrcd xrcds[N_XRCDS];
struct model_region regions[N_REGIONS];
struct model_window windows[N_WINDOWS];

static char __attribute__((aligned(4096))) buffers[(BUFFERS + AREAS) * BUFFER_SIZE];

int remote_access_of_device(void)
{
	int atomic = vct_device_lacks(vct_dev, NEED_ATOMIC) ? 0 : IBV_ACCESS_REMOTE_ATOMIC;

	return IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | atomic;
}

struct model_pd *the_pd(uint32_t place)
{
	struct model_pd *p = &pds[place];

	if (p->pd)
		return p;
	p->pd = vct_alloc_pd(ctx());
	SETUP_OF(BLOCK_PD, p->pd);
	p->mr = vct_reg_mr(p->pd, buffers, (size_t)BUFFERS * BUFFER_SIZE,
			   IBV_ACCESS_LOCAL_WRITE | remote_access(remote_access_of_device()));
	SETUP_OF(BLOCK_MR, p->mr);
	return p;
}

uint32_t at_most(uint32_t n, uint32_t most)
{
	return n < most ? n : most;
}

/* Of different sizes, so that some wrap soon. */
struct model_cq *the_cq(uint32_t place)
{
	static const unsigned int sizes[N_CQS] = { 1000, 40, 7 };
	struct model_cq *c = &cqs[place];

	if (c->cq)
		return c;
	c->cqe = cqe_at_most(sizes[place]);
	c->cq = vct_create_cq(ctx(), (int)c->cqe, new_context(), NULL, 0);
	SETUP_OF(BLOCK_CQ, c->cq);
	return c;
}

struct model_qp *qp_from(uint32_t place, bool (*fits)(const struct model_qp *q))
{
	for (unsigned int i = 0; i < N_QPS; i++) {
		struct model_qp *q = &qps[(place + i) % N_QPS];

		if (fits(q))
			return q;
	}
	return NULL;
}

struct model_srq *srq_from(uint32_t place)
{
	for (unsigned int i = 0; i < N_SRQS; i++) {
		struct model_srq *s = &srqs[(place + i) % N_SRQS];

		if (srq_is_usable(s))
			return s;
	}
	return NULL;
}

void *new_context(void)
{
	static uintptr_t last = 0x1000;

	return (void *)(last += 0x10);
}

uint32_t level(uint32_t which, uint32_t now, uint32_t most)
{
	const uint32_t levels[LEVELS] = {
		0,    now / 2,  now, now ? now - 1 : 0, now + 1,  1,
		most, most / 2, 2,   most - 1,          most + 1, UINT32_MAX,
	};

	return levels[which % LEVELS];
}

char *model_buffer(unsigned int number)
{
	return buffers + (size_t)number * BUFFER_SIZE;
}
