/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The state machine of QPs as a table: which attributes a transition needs, and which it allows.
 * From it a check brings a QP up, takes a transition with an attribute left out or added, and asks
 * whether a refused one has changed anything.
 *
 *	struct subject s = subject_make(IBV_QPT_XRC_RECV, XRC_TODAY, IBV_QPS_INIT);
 *	struct ibv_qp_attr before = subject_query(&s);
 *
 *	MUST_REFUSE(subject_step(&s, IBV_QPS_RTR, 0, IBV_QP_AV));
 *	MUST_BE_UNCHANGED(&s, before);
 */
#ifndef VCT_TRANSITION_H
#define VCT_TRANSITION_H

#include "objects.h"
#include "xrc.h"

/* X of the name of each flag of the attribute mask, IBV_QP_RATE_LIMIT apart. */
#define QP_ATTR_FLAGS(X)                                                                           \
	X(STATE)                                                                                   \
	X(CUR_STATE)                                                                               \
	X(EN_SQD_ASYNC_NOTIFY)                                                                     \
	X(ACCESS_FLAGS)                                                                            \
	X(PKEY_INDEX)                                                                              \
	X(PORT)                                                                                    \
	X(QKEY)                                                                                    \
	X(AV)                                                                                      \
	X(PATH_MTU)                                                                                \
	X(TIMEOUT)                                                                                 \
	X(RETRY_CNT)                                                                               \
	X(RNR_RETRY)                                                                               \
	X(RQ_PSN)                                                                                  \
	X(MAX_QP_RD_ATOMIC)                                                                        \
	X(ALT_PATH)                                                                                \
	X(MIN_RNR_TIMER)                                                                           \
	X(SQ_PSN)                                                                                  \
	X(MAX_DEST_RD_ATOMIC)                                                                      \
	X(PATH_MIG_STATE)                                                                          \
	X(CAP)                                                                                     \
	X(DEST_QPN)

/* In a check of the compiler, of such a list: one bit each, and no two the same. */
#define VCT_FLAG_SUM(flag_) +(long)IBV_QP_##flag_
#define VCT_FLAG_OR(flag_)  | IBV_QP_##flag_
#define VCT_FLAG_IS_ONE_BIT(flag_)                                                                 \
	_Static_assert(IBV_QP_##flag_ && !(IBV_QP_##flag_ & (IBV_QP_##flag_ - 1)), #flag_);
#define ARE_A_BIT_EACH(flags_)                                                                     \
	flags_(VCT_FLAG_IS_ONE_BIT) _Static_assert(                                                \
		(0 flags_(VCT_FLAG_SUM)) == (0 flags_(VCT_FLAG_OR)), "no two are one");

struct transition {
	enum ibv_qp_state from, to;
	int types; /* 1 << enum ibv_qp_type, OR'ed */
	/* besides IBV_QP_STATE; what is optional no page requires or excludes */
	int required, optional;
};

/*
 * A row of a table of cases that has a `type`, by the names that promises have for types: RC, UC,
 * UD, RAW, XRC_SEND. It needs a device that has it.
 */
#define TYPE_ROW(name_, type_, ...)                                                                \
	.vct_row = { .name = (name_), .promises = { __VA_ARGS__ }, .needs = NEED_QPT_##type_ },    \
	.type = QPT_##type_
#define QPT_RC            IBV_QPT_RC
#define QPT_UC            IBV_QPT_UC
#define QPT_UD            IBV_QPT_UD
#define QPT_RAW           IBV_QPT_RAW_PACKET
#define QPT_XRC_SEND      IBV_QPT_XRC_SEND
#define NEED_QPT_RC       NEED_RC
#define NEED_QPT_UC       NEED_UC
#define NEED_QPT_UD       NEED_UD
#define NEED_QPT_RAW      (NEED_RAW | NEED_NET_RAW)
#define NEED_QPT_XRC_SEND NEED_XRC

/* BROKEN where the table has none. */
const struct transition *transition_find(enum ibv_qp_type type, enum ibv_qp_state from,
					 enum ibv_qp_state to);

/* A QP, by its handle or however else it is reached. */
struct subject {
	enum ibv_qp_type type;
	const void *object;
	int (*modify)(const void *object, struct ibv_qp_attr *attr, int mask);
	int (*query)(const void *object, struct ibv_qp_attr *attr, int mask,
		     struct ibv_qp_init_attr *init);
};
struct subject qp_subject(struct ibv_qp *qp);
struct subject rcv_qp_subject(const struct rcv_qp *q); /* which has to stay where it is */
/* A new one in the state; one of type XRC_RECV is reached through `api`. */
struct subject subject_make(enum ibv_qp_type type, enum xrc_api api, enum ibv_qp_state state);

#define subject_at(type_, state_) subject_make(type_, XRC_TODAY, state_)

/* The verb's own return value. */
int subject_modify(const struct subject *s, struct ibv_qp_attr *attr, int mask);
/* To the state, with no other attribute: likewise. */
int subject_move(const struct subject *s, enum ibv_qp_state to);
/* Every attribute: what the query does not fill in is zero. */
struct ibv_qp_attr subject_query(const struct subject *s);
/* From RESET to the state, by the straight way: INIT, RTR, RTS, SQD (drained); or INIT, ERR. */
void subject_reach(const struct subject *s, enum ibv_qp_state state);

/*
 * A legal value for every member, whether the transition to `to` uses it or not. Those that several
 * transitions may set differ between them, where the device has more than one legal value.
 */
struct ibv_qp_attr legal_attr(enum ibv_qp_state to);
/*
 * The transition with the legal values of exactly what it requires, and of the attributes in
 * `more`, without those in `less`: the verb's own return value.
 */
int subject_pass(const struct subject *s, const struct transition *t, int more, int less);
/* The same to `to` from the state before it. */
int subject_step(const struct subject *s, enum ibv_qp_state to, int more, int less);
/* The mask that it uses. */
int step_mask(const struct subject *s, enum ibv_qp_state to, int more, int less);

/* The same values where the mask selects them, and nonsense everywhere else. */
struct ibv_qp_attr only_masked(const struct ibv_qp_attr *attr, int mask);

/* Every attribute, the state included, is as it was. */
#define MUST_BE_UNCHANGED(subject_, before_)                                                       \
	must_be_unchanged(subject_, &(before_), VCT_HERE("nothing is changed"))
void must_be_unchanged(const struct subject *s, const struct ibv_qp_attr *before,
		       const struct vct_place *place);
/* What the mask selects (and no other) reads as in `attr`. */
#define MUST_READ(subject_, attr_, mask_)                                                          \
	must_read(subject_, &(attr_), mask_, VCT_HERE("what was set is read"))
void must_read(const struct subject *s, const struct ibv_qp_attr *attr, int mask,
	       const struct vct_place *place);
/* The same of what a query has returned. */
#define MUST_HOLD(seen_, attr_, mask_)                                                             \
	must_hold(&(seen_), &(attr_), mask_, VCT_HERE("what was set is returned"))
void must_hold(const struct ibv_qp_attr *seen, const struct ibv_qp_attr *attr, int mask,
	       const struct vct_place *place);

/*
 * The judgements of rows, each on a QP in the state before `to`.
 */
/* Exactly what is required suffices, and has been set. */
void step_must_suffice(const struct subject *s, enum ibv_qp_state to);
/* Without `bit`, which is required, it is refused: or where that is IBV_QP_STATE, nothing moves. */
void step_must_need(const struct subject *s, enum ibv_qp_state to, int bit);
/* With `bit`, for which the transition has no use, it is refused. */
void step_must_refuse(const struct subject *s, enum ibv_qp_state to, int bit);
/* With `bit`, which no page forbids, it is refused and nothing changed, or taken and `bit` set. */
void step_may_take(const struct subject *s, enum ibv_qp_state to, int bit);
/*
 * With nonsense in all that the mask leaves out: what `bit` stands for is set; and without `bit` in
 * the mask it stays as it was.
 */
void step_must_set(const struct subject *s, enum ibv_qp_state to, int bit);
void step_must_leave_alone(const struct subject *s, enum ibv_qp_state to, int bit);

#endif
