// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes scenes, and passes messages to their users in turn. */
#include <infiniband/tm_types.h>
#include <stdlib.h>
#include <string.h>

#include "../far/far.h"
#include "scene.h"
#include "../trace/track.h"
#include "../trace/few.h"

#define SCENE(name_, needs_, kind_, users_, history_)                                              \
	{                                                                                          \
		.vct_row = { .name = (name_),                                                      \
			     .needs = (needs_),                                                    \
			     .kind = SCENE_##kind_ == SCENE_TM ? SCENE_TAGGED : SCENE_UNTAGGED },  \
		.kind = SCENE_##kind_, .users = SCENE_##users_, .history = SCENE_##history_        \
	}

const struct scene_row scenes[12] = {
	SCENE("fresh", 0, BASIC, ONE, FRESH),
	SCENE("wrapped", 0, BASIC, ONE, WRAPPED),
	SCENE("grown", NEED_RESIZE, BASIC, ONE, GROWN),
	SCENE("shrunk", NEED_RESIZE, BASIC, ONE, SHRUNK),
	SCENE("left", 0, BASIC, ONE, LEFT),
	SCENE("two-qps", 0, BASIC, TWO, FRESH),
	SCENE("four-qps", 0, BASIC, FOUR, WRAPPED),
	SCENE("four-qps-grown", NEED_RESIZE, BASIC, FOUR, GROWN),
	SCENE("rc-and-ud", NEED_UD, BASIC, MIXED, FRESH),
	SCENE("xrc", NEED_XRC, XRC, ONE, FRESH),
	SCENE("xrc-four-qps", NEED_XRC, XRC, FOUR, WRAPPED),
	SCENE("tag-matching", NEED_TM | NEED_CQ_EX, TM, ONE, WRAPPED),
};

enum { GRH_SIZE = 40 };

static struct ibv_srq *make_tm_srq(struct ibv_cq *cq, uint32_t max_wr)
{
	uint32_t max_ops = vct_dev->attr.tm_caps.max_ops;
	struct ibv_srq_init_attr_ex init = {
		.attr = { .max_wr = max_wr, .max_sge = 1 },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ |
			     IBV_SRQ_INIT_ATTR_TM,
		.srq_type = IBV_SRQT_TM,
		.pd = pd(),
		.cq = cq,
		.tm_cap = { .max_num_tags = 1, .max_ops = max_ops < 16 ? max_ops : 16 },
	};
	struct ibv_srq *srq = vct_create_srq_ex(ctx(), &init);

	SETUP_OF(BLOCK_TM_SRQ, srq);
	return srq;
}

/* A CQ for 63 completions. Only an extended one reports what comes from a tag matching SRQ. */
static struct ibv_cq *make_cq(enum scene_kind kind)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = CQ_ENTRIES,
		.wc_flags = vct_dev->wc_flags | IBV_WC_EX_WITH_TM_INFO,
	};
	struct ibv_cq_ex *extended;

	if (kind != SCENE_TM)
		return cq_make(CQ_ENTRIES);
	extended = vct_create_cq_ex(ctx(), &init);
	SETUP_OF(BLOCK_CQ_EX, extended);
	return ibv_cq_ex_to_cq(extended);
}

static struct ibv_srq *make_srq(const struct scene *s, uint32_t max_wr)
{
	switch (s->row->kind) {
	case SCENE_XRC:
		return xrc_srq_make(s->xrcd, s->cq, max_wr);
	case SCENE_TM:
		return make_tm_srq(s->cq, max_wr);
	default:
		return srq_make(.max_wr = max_wr);
	}
}

/* The sizes of a SRQ that is resized: what it is created with, and what it has afterwards. */
static uint32_t first_size(const struct scene *s, uint32_t max_wr)
{
	return s->row->history == SCENE_SHRUNK ? srq_at_most(2 * max_wr) : max_wr;
}

static uint32_t last_size(const struct scene *s, uint32_t max_wr)
{
	return s->row->history == SCENE_GROWN ? srq_at_most(2 * max_wr) : max_wr;
}

static bool is_resized(const struct scene *s)
{
	return s->row->history == SCENE_GROWN || s->row->history == SCENE_SHRUNK;
}

static void resize(struct ibv_srq *srq, uint32_t max_wr)
{
	SETUP_OF(BLOCK_SRQ_RESIZE, !srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = max_wr));
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * As many as another SRQ of the same history takes, and no more than it tells: that both numbers
 * are the same is judged by the checks of that promise.
 */
static uint32_t find_capacity(const struct scene *s, uint32_t max_wr)
{
	struct ibv_srq *scratch;

	vct_trace_as(VCT_LINE_PROBE);
	scratch = make_srq(s, first_size(s, max_wr));
	if (is_resized(s))
		resize(scratch, last_size(s, max_wr));
	return srq_room(scratch, max_wr, 0);
}

static struct link make_user(const struct scene *s, unsigned int i)
{
	struct link_attr attr = { .srq = s->srq, .rx_cq = s->cq, .xrcd = s->xrcd };

	if (s->row->kind == SCENE_XRC)
		return xrc_link_make(&attr);
	return link_make(s->row->users == SCENE_MIXED && i % 2 ? IBV_QPT_UD : IBV_QPT_RC, &attr);
}

/*
 * One more QP goes with a completion that nobody polled, and another one with an error: its message
 * is too long. No page says whether the completions of a QP that is destroyed go with it.
 */
static void be_left(struct scene *s)
{
	int kinds = vct_device_lacks(vct_dev, NEED_IB_STATES) ? 1 : 2;

	for (int fails = 0; fails < kinds && !vct_links_are_apart(); fails++, s->taken++) {
		struct link l = make_user(s, 0);

		scene_post(s, 1);
		link_post(&l, IBV_WR_SEND, .length = fails ? SLOT_SIZE + 1 : 64);
		cq_wait(l.tx_cq);
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.tx));
		while (vct_poll_cq(s->cq, 1, &s->wc) > 0)
			;
	}
}

static void live_through(struct scene *s, uint32_t max_wr)
{
	uint32_t left = s->row->history == SCENE_WRAPPED ? s->capacity + s->capacity / 2 : 0;

	for (uint32_t n; left; left -= n) {
		n = least(left, least(7, s->capacity));
		scene_post(s, n);
		scene_send(s, n);
	}
	if (s->row->history == SCENE_LEFT)
		be_left(s);
	if (!is_resized(s))
		return;
	scene_post(s, 3);
	scene_send(s, 2);
	resize(s->srq, last_size(s, max_wr));
	scene_send(s, 1);
}

/* No scene has room in a smaller SRQ. */
enum { LEAST = 8 };

struct scene scene_make(const struct scene_row *row, uint32_t max_wr)
{
	static const unsigned int users[] = { 1, 2, 4, 4 };
	struct scene s = { .row = row, .users = users[row->users] };

	if (srq_at_most(LEAST) < LEAST) {
		vct_few_of_srq(&(struct ibv_srq_attr){ .max_wr = LEAST });
		vct_skip_if_refused();
	}
	max_wr = srq_at_most(max_wr);
	s.cq = make_cq(row->kind);
	if (row->kind == SCENE_XRC)
		s.xrcd = xrcd_make();
	s.srq = make_srq(&s, first_size(&s, max_wr));
	s.capacity = find_capacity(&s, max_wr);
	for (unsigned int i = 0; i < s.users; i++)
		s.user[i] = make_user(&s, i);
	live_through(&s, max_wr);
	return s;
}

void scene_post(struct scene *s, unsigned int n)
{
	srq_post(s->srq, s->posted, n);
	s->posted += n;
}

/*
 * The length differs from that of the messages before and, because 41 is a prime, from that of the
 * message that had the same place in the queue a round before. A message to a tag matching SRQ
 * begins with a header, which is zero if it has no tag. Messages whose places in a send queue are
 * the same have different buffers.
 */
static void post_next(struct scene *s)
{
	struct link *user = &s->user[s->taken % s->users];
	uint32_t length = 20 + (uint32_t)(s->taken % 41);
	char *data = send_slot(user->sent) + user->sent / 16 % 7 * 64;

	for (uint32_t i = 0; i < length; i++)
		data[i] = (char)(1 + (s->taken * 31 + i) % 251);
	if (s->row->kind == SCENE_TM)
		memset(data, 0, sizeof(struct ibv_tmh));
	s->due = (struct scene_due){
		.wr_id = s->taken,
		.byte_len = length + (user->ah ? GRH_SIZE : 0),
		.length = length,
		.user = user,
		.data = data,
	};
	memset(recv_slot(s->taken), 0, SLOT_SIZE);
	s->taken++;
	link_post(user, IBV_WR_SEND, .data = data, .length = length);
}

/*
 * Between two machines a message over UD may arrive twice, or not at all: a QP of UD takes a WR of
 * the SRQ that is meant for the message of another QP, or that QP finds none.
 */
static void skip_what_ud_may_take(const struct scene *s, const struct ibv_wc *wc)
{
	bool with_ud = false, of_ud = false;

	for (unsigned int i = 0; i < s->users; i++) {
		with_ud |= s->user[i].ah != NULL;
		of_ud |= s->user[i].ah && s->user[i].rx->qp_num == wc->qp_num;
	}
	if (vct_links_are_apart() && with_ud &&
	    (wc->status != IBV_WC_SUCCESS || (of_ud && wc->qp_num != s->due.user->rx->qp_num)))
		vct_skip("a message over UD was lost or doubled: the wire between both devices may "
			 "do that");
}

static struct ibv_wc good(const struct scene *s, struct ibv_cq *cq)
{
	struct ibv_wc wc = cq_wait(cq);

	skip_what_ud_may_take(s, &wc);
	SETUP_OF(cq_block(cq), wc.status == IBV_WC_SUCCESS);
	return wc;
}

void scene_send(struct scene *s, unsigned int n)
{
	while (n--) {
		post_next(s);
		good(s, s->due.user->tx_cq);
		s->wc = good(s, s->cq);
	}
}

static struct ibv_wc must_be_good(const struct scene *s, struct ibv_cq *cq, enum ibv_qp_type type,
				  const char *side, const struct vct_place *place)
{
	struct ibv_wc wc;

	vct_relies_on(BLOCK_OF_QP(QP_PASSES_MESSAGES, type));
	wc = must_complete(cq, COMPLETION_MS, place);
	skip_what_ud_may_take(s, &wc);
	vct_relies_on(BLOCK_OF_QP(QP_PASSES_MESSAGES, type));
	if (wc.status != IBV_WC_SUCCESS)
		vct_fail(place, ibv_wc_status_str(IBV_WC_SUCCESS),
			 "the %s's completion has status %s", side, ibv_wc_status_str(wc.status));
	return wc;
}

void must_pass(struct scene *s, const struct vct_place *place)
{
	post_next(s);
	must_be_good(s, s->due.user->tx_cq, s->due.user->tx->qp_type, "sender", place);
	s->wc = must_be_good(s, s->cq, s->due.user->rx->qp_type, "receiver", place);
}

void must_receive_next(struct scene *s, const struct vct_place *place)
{
	must_pass(s, place);
	vct_must_compare(
		(long long)s->wc.wr_id, "==", (long long)s->due.wr_id, s->wc.wr_id == s->due.wr_id,
		&(struct vct_place){ place->file, place->line, "wr_id of the oldest WR", "" });
}

void scene_go_round(struct scene *s, void (*judge)(const struct scene *s))
{
	const uint32_t steps[] = { 1, least(7, s->capacity), s->capacity };

	for (int round = 0; round < 3; round++) {
		uint32_t left = s->capacity + (round ? 0 : 3);

		for (uint32_t n; left; left -= n) {
			n = least(left, steps[round]);
			scene_post(s, n);
			for (uint32_t i = 0; i < n; i++) {
				MUST_PASS(s);
				judge(s);
			}
		}
	}
}

bool scene_has_data(const struct scene *s)
{
	const char *there = recv_slot(s->due.wr_id) + (s->due.user->ah ? GRH_SIZE : 0);

	return !memcmp(there, s->due.data, s->due.length);
}
