// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Waiting for completions, with deadlines. */
#include <stdio.h>

#include "completion.h"
#include "../far/far.h"
#include "../patience.h"
#include "../trace/say.h"
#include "../trace/track.h"

/* The type of the QP that a CQ was last given to; RC for a CQ that the check gave to one itself. */
static struct {
	const struct ibv_cq *cq;
	enum ibv_qp_type type;
	bool again; /* the QP was reset since */
} users[64];
static size_t n_users;

enum { USERS = sizeof(users) / sizeof(users[0]) };

void cq_is_of(const struct ibv_cq *cq, enum ibv_qp_type type)
{
	users[n_users % USERS].cq = cq;
	users[n_users % USERS].again = false;
	users[n_users++ % USERS].type = type;
}

void cq_is_used_again(const struct ibv_cq *cq)
{
	for (size_t i = 0; cq && i < USERS; i++)
		users[i].again |= users[i].cq == cq;
}

enum ibv_qp_type cq_user(const struct ibv_cq *cq)
{
	for (size_t i = 0; i < USERS; i++)
		if (users[i].cq == cq)
			return users[i].type;
	return IBV_QPT_RC;
}

enum vct_block cq_block(const struct ibv_cq *cq)
{
	for (size_t i = 0; i < USERS; i++)
		if (users[i].cq == cq && users[i].again)
			return BLOCK_OF_QP(QP_IS_AS_NEW, users[i].type);
	return BLOCK_OF_QP(QP_PASSES_MESSAGES, cq_user(cq));
}

/* When a wait ends before its deadline; `is_over` NULL: when a completion comes, only. */
struct end {
	bool (*is_over)(const void *object);
	const void *object;
};

/*
 * What ibv_poll_cq returns for one entry as soon as that is not 0; 0 if the deadline of `ms`
 * passes, or at `end`. `what` is what is waited for (patience.h).
 */
static int poll_before(struct end end, struct ibv_cq *cq, const char *what, double ms,
		       struct ibv_wc *wc)
{
	int n = vct_poll_cq(cq, 1, wc);
	double patience, until;

	if (n)
		return n;
	patience = vct_patience_ms(what, ms);
	until = vct_deadline_ms(patience);
	while (!(n = vct_poll_cq(cq, 1, wc))) {
		if (end.is_over && end.is_over(end.object))
			return 0;
		if (!vct_wait_on(until)) {
			vct_waited_in_vain(what, patience);
			vct_trace_no_completion(cq);
			return 0;
		}
	}
	return n;
}

static int poll_one(struct ibv_cq *cq, const char *what, double ms, struct ibv_wc *wc)
{
	return poll_before((struct end){ 0 }, cq, what, ms, wc);
}

static bool is_one(int n)
{
	if (n && n != 1)
		vct_broken_at(BLOCK_POLL, VCT_HERE("ibv_poll_cq"),
			      "ibv_poll_cq, asked for 1 completion, returned %d", n);
	return n;
}

static bool poll_until(struct ibv_cq *cq, const char *what, double ms, struct ibv_wc *wc)
{
	return is_one(poll_one(cq, what, ms, wc));
}

enum { KIND_SIZE = 40 };

static const char *kind_of(enum ibv_qp_type type, char *text)
{
	snprintf(text, KIND_SIZE, "a completion of QP type %d", type);
	return text;
}

/* Between two machines what is not sent again may be lost. */
void cq_skip_what_may_be_lost(const struct ibv_cq *cq)
{
	enum ibv_qp_type type = cq_user(cq);

	if (vct_is_far(cq) && vct_far_has_refused())
		vct_skip("the receiver has refused the request, for it is in ERR, and the sender "
			 "was not told: a negative acknowledgement is sent once, and the wire "
			 "between both devices may lose it");
	if (vct_links_are_apart() && !vct_is_far(cq) && (type == IBV_QPT_UC || type == IBV_QPT_UD))
		vct_skip("a message over %s did not arrive: the wire between both devices may lose "
			 "it",
			 type == IBV_QPT_UC ? "UC" : "UD");
}

struct ibv_wc cq_wait(struct ibv_cq *cq)
{
	enum ibv_qp_type type = cq_user(cq);
	char what[KIND_SIZE];
	struct ibv_wc wc;

	kind_of(type, what);
	if (!poll_until(cq, what, COMPLETION_MS, &wc)) {
		cq_skip_what_may_be_lost(cq);
		vct_broken_at(cq_block(cq), VCT_HERE("cq_wait"),
			      "setup: no completion on %s within its deadline", vct_name(cq));
	}
	return wc;
}

int cq_poll_one(struct ibv_cq *cq, struct ibv_wc *wc)
{
	char what[KIND_SIZE];

	return poll_one(cq, kind_of(cq_user(cq), what), COMPLETION_MS, wc);
}

static const char need_not_come[] = "a completion that need not come";

bool cq_ex_starts(struct ibv_cq_ex *cq)
{
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };
	double until = vct_deadline_ms(COMPLETION_MS);

	while (vct_start_poll(cq, &attr))
		if (!vct_wait_on(until))
			return false;
	return true;
}

bool cq_gives(struct ibv_cq *cq, double ms, struct ibv_wc *wc)
{
	return poll_until(cq, need_not_come, ms, wc);
}

bool cq_gives_before(bool (*is_over)(const void *object), const void *object, struct ibv_cq *cq,
		     double ms, struct ibv_wc *wc)
{
	return is_one(poll_before((struct end){ is_over, object }, cq, need_not_come, ms, wc));
}

struct ibv_wc must_complete(struct ibv_cq *cq, double ms, const struct vct_place *place)
{
	char what[80], kind[KIND_SIZE], promised[80];
	struct ibv_wc wc;

	snprintf(what, sizeof(what), "%s:%d", place->file, place->line);
	/* Where completions of this type of QP do not come at all, no place waits long for one. */
	ms = vct_patience_ms(kind_of(cq_user(cq), kind), ms);
	if (!poll_until(cq, what, ms, &wc)) {
		cq_skip_what_may_be_lost(cq);
		snprintf(promised, sizeof(promised), "a completion on %s",
			 vct_say_object(cq, "the CQ"));
		vct_fail(place, promised, "none within its deadline");
	}
	vct_held();
	return wc;
}
