// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Judges one transition with one attribute left out, added or set; see transition.h. */
#include <string.h>

#include "transition.h"

/* The transition with what it requires, where another one is judged. */
static void must_step(const struct subject *s, enum ibv_qp_state to)
{
	RELIES_ON(vct_block_of_state(s->type, to));
	MUST_SUCCEED(subject_step(s, to, 0, 0));
}

static void must_not_have_changed(const struct subject *s, const struct ibv_qp_attr *was)
{
	RELIES_ON(BLOCK_QP_UNCHANGED);
	MUST_BE_UNCHANGED(s, *was);
}

void step_must_suffice(const struct subject *s, enum ibv_qp_state to)
{
	struct ibv_qp_attr legal = legal_attr(to);

	MUST_EQ(subject_query(s).qp_state, to - 1);
	MUST_SUCCEED(subject_step(s, to, 0, 0));
	MUST_READ(s, legal, IBV_QP_STATE);
}

void step_must_need(const struct subject *s, enum ibv_qp_state to, int bit)
{
	struct ibv_qp_attr was = subject_query(s);
	int ret = subject_step(s, to, 0, bit);

	if (bit != IBV_QP_STATE)
		MUST_REFUSE(ret);
	if (ret)
		must_not_have_changed(s, &was);
	MUST_EQ(subject_query(s).qp_state, was.qp_state);
	must_step(s, to);
}

void step_must_refuse(const struct subject *s, enum ibv_qp_state to, int bit)
{
	struct ibv_qp_attr was = subject_query(s);

	MUST_REFUSE(subject_step(s, to, bit, 0));
	must_not_have_changed(s, &was);
	must_step(s, to);
}

void step_may_take(const struct subject *s, enum ibv_qp_state to, int bit)
{
	struct ibv_qp_attr was = subject_query(s), legal = legal_attr(to);
	int ret = subject_step(s, to, bit, 0);

	RECORD("the attribute is %s", ret ? "refused" : "taken");
	if (ret)
		must_not_have_changed(s, &was);
	else
		MUST_READ(s, legal, IBV_QP_STATE | bit);
}

static int step_strictly(const struct subject *s, enum ibv_qp_state to, int mask)
{
	struct ibv_qp_attr legal = legal_attr(to), attr = only_masked(&legal, mask);

	return subject_modify(s, &attr, mask);
}

void step_must_set(const struct subject *s, enum ibv_qp_state to, int bit)
{
	struct ibv_qp_attr legal = legal_attr(to);

	RELIES_ON(bit == IBV_QP_ALT_PATH ? BLOCK_ALT_PATH : vct_block_of_state(s->type, to));
	MUST_SUCCEED(step_strictly(s, to, step_mask(s, to, bit, 0)));
	MUST_READ(s, legal, IBV_QP_STATE | bit);
}

void step_must_leave_alone(const struct subject *s, enum ibv_qp_state to, int bit)
{
	struct ibv_qp_attr was = subject_query(s);

	RELIES_ON(vct_block_of_state(s->type, to));
	MUST_SUCCEED(step_strictly(s, to, step_mask(s, to, 0, 0)));
	MUST_EQ(subject_query(s).qp_state, to);
	MUST_READ(s, was, bit);
}

void must_accept_none(int flags, const struct vct_place *place)
{
	char names[512] = "accepted:";

#define ADD(name_)                                                                                 \
	if (flags & IBV_QP_##name_)                                                                \
		strcat(names, " " #name_);
	QP_ATTR_FLAGS(ADD)
	ADD(RATE_LIMIT)
#undef ADD
	if (flags)
		vct_fail(place, "each flag is refused", "%s", names);
	vct_held();
}

int step_with(const struct subject *s, enum ibv_qp_state to,
	      struct ibv_qp_attr (*values)(enum ibv_qp_state))
{
	struct ibv_qp_attr attr = values(to);

	return subject_modify(s, &attr, step_mask(s, to, 0, 0));
}

int mask_up_to(const struct subject *s, enum ibv_qp_state last)
{
	int mask = 0;

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= last; to++)
		mask |= step_mask(s, to, 0, 0);
	return mask;
}

struct ibv_qp_attr read_alone(enum ibv_qp_type type, enum xrc_api api,
			      struct ibv_qp_attr (*values)(enum ibv_qp_state),
			      enum ibv_qp_state last)
{
	struct subject s = subject_make(type, api, IBV_QPS_RESET);
	struct ibv_qp_attr seen;
	int ret;

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= last; to++)
		SETUP_OF(vct_block_of_state(type, to), !step_with(&s, to, values));
	seen = subject_query(&s);
	if (type == IBV_QPT_XRC_RECV)
		ret = rcv_qp_unregister((struct rcv_qp *)s.object);
	else
		ret = vct_destroy_qp((struct ibv_qp *)s.object);
	SETUP_OF(BLOCK_RELEASE_QP, !ret);
	return seen;
}
