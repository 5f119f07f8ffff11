// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_post_srq_ops: tags are added and deleted, and the count of unexpected messages is told. */
#include "tags.h"

static int post(struct ibv_srq *srq, struct ibv_ops_wr *wr)
{
	struct ibv_ops_wr *bad = NULL;

	return vct_post_srq_ops(srq, wr, &bad);
}

static uint64_t new_id(void)
{
	static uint64_t last = 0x7a60000000000000;

	return ++last;
}

static const uint64_t masks[] = { UINT64_MAX, 0xff, 0x3 };
enum { N_MASKS = sizeof(masks) / sizeof(masks[0]), N_TAGS = 6 };

struct addition {
	struct model_tag *t;
	struct model_tag entry;
	struct ibv_sge sge;
	struct ibv_ops_wr wr;
};

static void make_addition(struct addition *a, struct model_tag *t, uint64_t tag, uint64_t mask,
			  bool signaled)
{
	struct model_wr wr = new_wr(BUFFER_SIZE);

	a->t = t;
	a->entry = (struct model_tag){
		.tag = tag, .mask = mask, .recv_id = wr.id, .buffer = wr.buffer
	};
	a->sge = (struct ibv_sge){ (uintptr_t)wr.buffer, BUFFER_SIZE, the_tm.s->pd->mr->lkey };
	a->wr = (struct ibv_ops_wr){
		.wr_id = new_id(),
		.opcode = IBV_WR_TAG_ADD,
		.flags = (signaled ? IBV_OPS_SIGNALED : 0) | (the_tm.behind ? IBV_OPS_TM_SYNC : 0),
		.tm = { .unexpected_cnt = the_tm.unexpected,
			.handle = UINT32_MAX,
			.add = { .recv_wr_id = wr.id,
				 .sg_list = &a->sge,
				 .num_sge = 1,
				 .tag = tag,
				 .mask = mask } },
	};
}

static void is_added(struct addition *a)
{
	*a->t = a->entry;
	a->t->handle = a->wr.tm.handle;
	if (!ASK(SRQ_OPS_04))
		return;
	MUST_NE(a->t->handle, UINT32_MAX);
	for (struct model_tag *t = the_tm.tag; t < the_tm.tag + MOST_TAGS; t++)
		if (t != a->t && t->buffer && !t->vague)
			MUST_NE(t->handle, a->t->handle);
}

/* The next completion is of this operation, with success. */
static unsigned int completes(const struct ibv_ops_wr *wr)
{
	struct ibv_wc wc = tm_wait();

	MUST_EQ((long long)wc.wr_id, (long long)wr->wr_id);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	return wc.wc_flags;
}

static struct model_tag *free_tag(unsigned int skip)
{
	for (struct model_tag *t = the_tm.tag; t < the_tm.tag + the_tm.most; t++)
		if (!t->buffer && !skip--)
			return t;
	return NULL;
}

/* One or two tags in a list; the last is signaled, so that all have been executed then. */
OPERATION(tm_add,
	  ARGS({ "tag", N_TAGS }, { "mask", N_MASKS }, { "two", 2 }, { "silent", 2 },
	       { "fits", 8 }),
	  PROMISES(SRQ_OPS_03, SRQ_OPS_04, SRQ_OPS_11, SRQ_OPS_12), .weight = 10, .needs = TM_NEEDS)
{
	struct model_tag *first = free_tag(0), *second = arg[2] ? free_tag(1) : NULL;
	uint64_t tag = arg[4] ? arg[0] : 0x100 | arg[0];
	bool was_behind = the_tm.behind;
	struct addition a, b;
	unsigned int flags;

	if (!tm_is_there() || !first || (arg[2] && !second) || !buffers_left(2) ||
	    !ASK(arg[2] ? SRQ_OPS_03 : SRQ_OPS_04) || (was_behind && !ASK(SRQ_OPS_11)) ||
	    !ASK(SRQ_OPS_12))
		return false;
	/* One in eight has bits outside its mask: no message matches it. */
	if (arg[4])
		tag &= masks[arg[1]];
	make_addition(&a, first, tag, masks[arg[1]], !second || !arg[3]);
	if (second) {
		make_addition(&b, second, (arg[0] + 1) & masks[arg[1]], masks[arg[1]], true);
		a.wr.next = &b.wr;
	}
	JUDGING(arg[2] ? SRQ_OPS_03 : SRQ_OPS_04);
	MUST_SUCCEED(post(the_tm.srq, &a.wr));
	JUDGING(SRQ_OPS_12);
	flags = a.wr.flags & IBV_OPS_SIGNALED ? completes(&a.wr) : 0;
	if (second)
		flags |= completes(&b.wr);
	the_tm.behind = false;
	if (was_behind && ASK(SRQ_OPS_11))
		MUST(!(flags & IBV_WC_TM_SYNC_REQ),
		     "the completion has no IBV_WC_TM_SYNC_REQ; its wc_flags are %#x", flags);
	is_added(&a);
	if (second)
		is_added(&b);
	return true;
}

OPERATION(tm_del, ARGS({ "tag", MOST_TAGS }), PROMISES(SRQ_OPS_08, SRQ_OPS_12), .weight = 3,
	  .needs = TM_NEEDS)
{
	struct model_tag *t = &the_tm.tag[arg[0]];
	struct ibv_ops_wr del = { .wr_id = new_id(),
				  .opcode = IBV_WR_TAG_DEL,
				  .flags = IBV_OPS_SIGNALED,
				  .tm.handle = t->handle };

	if (!tm_is_there() || !t->buffer || t->vague || the_tm.behind || !ASK(SRQ_OPS_08))
		return false;
	MUST_SUCCEED(post(the_tm.srq, &del));
	completes(&del);
	free_buffer(t->buffer);
	*t = (struct model_tag){ 0 };
	return true;
}

static bool any_is_vague(void)
{
	bool vague = false;

	for (const struct model_tag *t = the_tm.tag; t < the_tm.tag + MOST_TAGS; t++)
		vague |= t->vague;
	return vague;
}

/*
 * Without the count of unexpected messages, its completion asks for it, if that of the message has
 * not done so.
 */
OPERATION(tm_add_late, PROMISES(SRQ_OPS_13, SRQ_OPS_12), .weight = 2, .needs = TM_NEEDS)
{
	struct model_tag *t = free_tag(0);
	struct addition a;

	if (!tm_is_there() || !the_tm.behind || !t || any_is_vague() || !buffers_left(1) ||
	    !ASK(SRQ_OPS_13))
		return false;
	make_addition(&a, t, 0x5a5a5a, UINT64_MAX, true);
	a.wr.flags = IBV_OPS_SIGNALED;
	MUST_SUCCEED(post(the_tm.srq, &a.wr));
	MUST((the_tm.flags | completes(&a.wr)) & IBV_WC_TM_SYNC_REQ,
	     "a completion has IBV_WC_TM_SYNC_REQ; none has");
	*t = a.entry;
	t->vague = true;
	return true;
}

void tm_synchronize(void)
{
	struct ibv_ops_wr sync = { .wr_id = new_id(),
				   .opcode = IBV_WR_TAG_SYNC,
				   .flags = IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC,
				   .tm.unexpected_cnt = the_tm.unexpected };

	MUST_SUCCEED(post(the_tm.srq, &sync));
	completes(&sync);
	the_tm.behind = false;
}

/* The list stays as it is: later messages tell. */
OPERATION(tm_sync, PROMISES(SRQ_OPS_10, SRQ_OPS_12), .weight = 6, .needs = TM_NEEDS)
{
	if (!tm_is_there() || !ASK(SRQ_OPS_10))
		return false;
	tm_synchronize();
	return true;
}

/* One tag more than the list holds, or too many SGEs: refused, or a completion with an error. */
OPERATION(tm_bad_add, ARGS({ "sges", 2 }), PROMISES(SRQ_OPS_06, SRQ_OPS_07), .needs = TM_NEEDS)
{
	uint32_t most = vct_dev->attr.tm_caps.max_sge;
	bool room = free_tag(0);
	struct ibv_sge *sges;
	struct addition a;
	bool refused;

	if (!tm_is_there() || the_tm.behind || room != arg[0] || any_is_vague() ||
	    !buffers_left(1) || !ASK(arg[0] ? SRQ_OPS_07 : SRQ_OPS_06))
		return false;
	make_addition(&a, NULL, 0x77, UINT64_MAX, true);
	sges = calloc((size_t)most + 1, sizeof(*sges));
	SETUP(sges);
	for (uint32_t i = 0; i <= most; i++) {
		sges[i] = a.sge;
		sges[i].length = 8;
	}
	if (arg[0]) {
		a.wr.tm.add.sg_list = sges;
		a.wr.tm.add.num_sge = (int)most + 1;
	}
	refused = post(the_tm.srq, &a.wr) || tm_wait().status != IBV_WC_SUCCESS;
	free_buffer(a.entry.buffer);
	free(sges);
	MUST(refused, "the operation is refused, by the call or by its completion");
	return true;
}

/* A SRQ without tags has no list. */
OPERATION(tm_ops_refused, ARGS({ "srq", N_SRQS }), PROMISES(SRQ_OPS_14), .needs = NEED_SRQ)
{
	struct ibv_ops_wr sync = { .opcode = IBV_WR_TAG_SYNC };
	const struct model_srq *s = srq_from(arg[0]);

	if (!s || s->tm || s->cq || !ASK(SRQ_OPS_14))
		return false;
	MUST_REFUSE_WITH_ERRNO(post(s->srq, &sync));
	return true;
}
