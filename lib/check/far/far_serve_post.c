// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Posts to a QP what another process sent for it, after it was examined. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "far_held.h"

/* The arrays behind a call of FAR_POST_SEND, copied to where they are aligned. */
struct posted {
	struct far_wr *wrs;
	struct far_sge *sges;
	const char *bytes;
	struct ibv_send_wr *list;
	struct ibv_sge *list_sges;
	uint32_t next_sge, left;
};

static void *copy(const char **from, size_t size)
{
	void *all = vct_resize(NULL, 1, size + 1);

	memcpy(all, *from, size);
	*from += size;
	return all;
}

/* What is inline is read by this process itself: all of it must have been sent. */
static const char *place_sge(struct posted *p, const struct far_sge *s, bool is_inline,
			     struct ibv_sge *sge)
{
	struct ibv_mr *mr = far_held(s->region, HELD_MR);

	if (s->bytes > p->left || s->bytes > s->length)
		return "named more bytes than it sent";
	if (is_inline && (s->region || s->bytes != s->length))
		return "sent less than is inline";
	*sge = (struct ibv_sge){ s->address, s->length, far_no_key(s->lkey) };
	if (s->region && !mr)
		return "named a region that there is not";
	if (mr) {
		if (s->bytes && (s->address > mr->length || s->bytes > mr->length - s->address))
			return "named bytes that are in no region";
		sge->lkey = mr->lkey;
		sge->addr = (uintptr_t)mr->addr + s->address; /* which may be anywhere */
	} else if (s->bytes) {
		sge->addr = (uintptr_t)p->bytes; /* inline: taken when it is posted */
	}
	if (mr && s->bytes)
		memcpy((char *)mr->addr + s->address, p->bytes, s->bytes);
	p->bytes += s->bytes;
	p->left -= s->bytes;
	return NULL;
}

static const char *place_wr(struct posted *p, uint32_t i, const struct ibv_qp *qp, uint32_t sges)
{
	const struct far_wr *w = &p->wrs[i];
	struct ibv_send_wr *wr = &p->list[i];
	uint32_t wanted = w->wr.num_sge > 0 ? (uint32_t)w->wr.num_sge : 0;
	const char *error = NULL;

	if (w->sges != wanted || w->sges > sges - p->next_sge)
		return "named more SGEs than it sent";
	*wr = w->wr;
	wr->next = NULL;
	wr->sg_list = &p->list_sges[p->next_sge];
	if (i)
		wr[-1].next = wr;
	if (wr->opcode == IBV_WR_BIND_MW || wr->opcode == IBV_WR_TSO ||
	    wr->opcode == IBV_WR_LOCAL_INV)
		return "sent a request that no far QP has";
	if (qp->qp_type == IBV_QPT_UD) {
		wr->wr.ud.ah = far_held(w->ah, HELD_AH);
		if (!wr->wr.ud.ah)
			return "named an address handle that there is not";
	}
	for (uint32_t s = 0; s < w->sges && !error; s++, p->next_sge++)
		error = place_sge(p, &p->sges[p->next_sge], wr->send_flags & IBV_SEND_INLINE,
				  &p->list_sges[p->next_sge]);
	return error;
}

static void post(const struct posted *p, uint32_t n, struct ibv_qp *qp, struct far_answer *answer)
{
	struct ibv_send_wr *bad = NULL;

	answer->ret = ibv_post_send(qp, n ? p->list : NULL, &bad);
	answer->post.bad = bad >= p->list && bad < p->list + n ? (int32_t)(bad - p->list) : -1;
}

const char *far_serve_post(const struct far_call *c, const char *from, size_t size,
			   struct far_answer *answer)
{
	struct ibv_qp *qp = far_held(c->object, HELD_QP);
	const char *error = NULL;
	struct posted p = { .left = c->post.bytes };

	if (!qp)
		return "named a QP that there is not";
	if (c->post.wrs > FAR_WRS || c->post.sges > 4 * FAR_WRS || c->post.bytes > FAR_BYTES ||
	    size != c->post.wrs * sizeof(*p.wrs) + c->post.sges * sizeof(*p.sges) + c->post.bytes)
		return "sent a list of another length than it told";
	p.wrs = copy(&from, c->post.wrs * sizeof(*p.wrs));
	p.sges = copy(&from, c->post.sges * sizeof(*p.sges));
	p.bytes = from;
	p.list = vct_allocate(c->post.wrs + 1, sizeof(*p.list));
	p.list_sges = vct_allocate(c->post.sges + 1, sizeof(*p.list_sges));
	for (uint32_t i = 0; i < c->post.wrs && !error; i++)
		error = place_wr(&p, i, qp, c->post.sges);
	if (!error)
		post(&p, c->post.wrs, qp, answer);
	free(p.wrs);
	free(p.sges);
	free(p.list);
	free(p.list_sges);
	return error;
}
