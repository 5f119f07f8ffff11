/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The state machine of QPs as a table: the attributes that each transition requires and permits
 *(its sources are in transition.c). With it a check moves a QP to a state, tries a transition with
 *an attribute left out or added, and judges whether a refused transition has changed anything.
 *
 *	struct subject s = subject_make(IBV_QPT_XRC_RECV, XRC_TODAY, IBV_QPS_INIT);
 *	struct ibv_qp_attr before = subject_query(&s);
 *
 *	MUST_REFUSE(subject_step(&s, IBV_QPS_RTR, 0, IBV_QP_AV));
 *	MUST_BE_UNCHANGED(&s, before);
 */
#ifndef VCT_TRANSITION_H
#define VCT_TRANSITION_H

#include "../objects/objects.h"
#include "../objects/xrc.h"

/* X(name) for each flag IBV_QP_name of the attribute mask, except IBV_QP_RATE_LIMIT. */
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

/* For a STATIC_CHECK of such a list: each flag is one bit, and no two are equal. */
#define VCT_FLAG_SUM(flag_) +(long)IBV_QP_##flag_
#define VCT_FLAG_OR(flag_)  | IBV_QP_##flag_
#define VCT_FLAG_IS_ONE_BIT(flag_)                                                                 \
	_Static_assert(IBV_QP_##flag_ != 0 && (IBV_QP_##flag_ & (IBV_QP_##flag_ - 1)) == 0, #flag_);
#define ARE_A_BIT_EACH(flags_)                                                                     \
	flags_(VCT_FLAG_IS_ONE_BIT) _Static_assert(                                                \
		(0 flags_(VCT_FLAG_SUM)) == (0 flags_(VCT_FLAG_OR)), "no two are equal");

struct transition {
	enum ibv_qp_state from, to;
	int types; /* 1 << enum ibv_qp_type, OR'ed */
	/* Attributes besides IBV_QP_STATE; no page requires or forbids the optional ones. */
	int required, optional;
};

/*
 * A row with a member `type`, for one QP type: RC, UC, UD, RAW or XRC_SEND, as promises name them.
 * It needs a device that has this type.
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

struct qp_type_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
};
/* A table for CHECK_ROWS: a row for each type. */
extern const struct qp_type_row qp_types[5];

/* A row with a member `on_srq`, for a QP of this type on a SRQ. */
#define ON_SRQ_ROW(type_)                                                                          \
	.vct_row = { .name = #type_ "-on-a-SRQ", .needs = NEED_QPT_##type_ | NEED_SRQ },           \
	.type = QPT_##type_, .on_srq = true

/* The transition of the table; NULL if there is none. */
const struct transition *transition_look_up(enum ibv_qp_type type, enum ibv_qp_state from,
					    enum ibv_qp_state to);
/* The transition of the table; BROKEN if there is none. */
const struct transition *transition_find(enum ibv_qp_type type, enum ibv_qp_state from,
					 enum ibv_qp_state to);

/* The QP under test, reached by its handle, or by its domain and number (legacy XRC). */
struct subject {
	enum ibv_qp_type type;
	const void *object;
	int (*modify)(const void *object, struct ibv_qp_attr *attr, int mask);
	int (*query)(const void *object, struct ibv_qp_attr *attr, int mask,
		     struct ibv_qp_init_attr *init);
};
struct subject qp_subject(struct ibv_qp *qp);
struct subject rcv_qp_subject(const struct rcv_qp *q); /* *q must stay at its address */
/* A new QP in this state; of type XRC_RECV, at most 4, through this API. BROKEN if it fails. */
struct subject subject_make(enum ibv_qp_type type, enum xrc_api api, enum ibv_qp_state state);

#define subject_at(type_, state_) subject_make(type_, XRC_TODAY, state_)

/* Modifies the QP; returns the return value of the verb. */
int subject_modify(const struct subject *s, struct ibv_qp_attr *attr, int mask);
/* Modifies the QP to this state with no other attribute. */
int subject_move(const struct subject *s, enum ibv_qp_state to);
/* Every attribute that a QP of the type has, as a mask for a query. */
int transition_attributes(enum ibv_qp_type type);
/* Queries these attributes; members that the query does not fill in are 0. */
struct ibv_qp_attr subject_query(const struct subject *s);
/*
 * Waits until sq_draining reads 0, because a QP that is still draining may refuse a transition. The
 * send queue is empty: where it does not read 0 in time, which qp.query judges, the check goes on.
 */
void subject_wait_drained(const struct subject *s);
/* From RESET through INIT, RTR, RTS and SQD (drained) to this state; to ERR from INIT. */
void subject_reach(const struct subject *s, enum ibv_qp_state state);

/*
 * A legal value for every member, whether the transition to `to` uses it or not. A member that
 * several transitions may set has a different value for each, if the device permits more than one.
 */
struct ibv_qp_attr legal_attr(enum ibv_qp_state to);
/* As legal_attr(), with another value in each member that can have one: for a second QP. */
struct ibv_qp_attr other_attr(enum ibv_qp_state to);
/*
 * Makes the transition with legal values of the attributes that it requires, plus those in `more`,
 * minus those in `less`; returns the return value of the verb.
 */
int subject_pass(const struct subject *s, const struct transition *t, int more, int less);
/* subject_pass() of the transition to `to` from the state before it. */
int subject_step(const struct subject *s, enum ibv_qp_state to, int more, int less);
/* The attribute mask that subject_step() uses. */
int step_mask(const struct subject *s, enum ibv_qp_state to, int more, int less);

/*
 * Brings a new QP, beside which there is no other, to the state `last` with these values
 * (legal_attr, other_attr), and returns what the query says of it. Another QP can be compared with
 * that, so that a value which the device returns wrongly of every QP is left to the checks of the
 * query.
 */
struct ibv_qp_attr read_alone(enum ibv_qp_type type, enum xrc_api api,
			      struct ibv_qp_attr (*values)(enum ibv_qp_state),
			      enum ibv_qp_state last);
/* The transition from the state before with these values; what they require up to `last`. */
int step_with(const struct subject *s, enum ibv_qp_state to,
	      struct ibv_qp_attr (*values)(enum ibv_qp_state));
int mask_up_to(const struct subject *s, enum ibv_qp_state last);

/* The values that the mask selects, and bytes of 0xff in all other members. */
struct ibv_qp_attr only_masked(const struct ibv_qp_attr *attr, int mask);
/* Copies the values that the mask selects. */
void copy_masked(struct ibv_qp_attr *to, const struct ibv_qp_attr *from, int mask);

/* Every attribute, with the state, reads as in `before`. */
#define MUST_BE_UNCHANGED(subject_, before_)                                                       \
	must_be_unchanged(subject_, &(before_), VCT_HERE("no attribute has changed"))
void must_be_unchanged(const struct subject *s, const struct ibv_qp_attr *before,
		       const struct vct_place *place);
/* Every attribute that the mask selects reads as in `attr`. */
#define MUST_READ(subject_, attr_, mask_)                                                          \
	must_read(subject_, &(attr_), mask_,                                                       \
		  VCT_HERE("the query returns the attributes that were set"))
void must_read(const struct subject *s, const struct ibv_qp_attr *attr, int mask,
	       const struct vct_place *place);
/* MUST_READ of `seen`, which a query has returned. */
#define MUST_HOLD(seen_, attr_, mask_)                                                             \
	must_hold(&(seen_), &(attr_), mask_,                                                       \
		  VCT_HERE("the query has returned the attributes that were set"))
void must_hold(const struct ibv_qp_attr *seen, const struct ibv_qp_attr *attr, int mask,
	       const struct vct_place *place);

/* No flag was accepted: `flags` is 0. A FAIL names the flags. */
#define MUST_ACCEPT_NONE(flags_) must_accept_none(flags_, VCT_HERE("no flag has been accepted"))
void must_accept_none(int flags, const struct vct_place *place);

/* Judgements for tables of cases, each on a QP in the state before `to`. */

/* The transition succeeds with exactly the required attributes, and the state is `to`. */
void step_must_suffice(const struct subject *s, enum ibv_qp_state to);
/*
 * Without `bit`, a required attribute, the transition is refused and changes nothing; without
 * IBV_QP_STATE the call may succeed, but the state stays.
 */
void step_must_need(const struct subject *s, enum ibv_qp_state to, int bit);
/* With `bit`, which the transition does not permit, it is refused and changes nothing. */
void step_must_refuse(const struct subject *s, enum ibv_qp_state to, int bit);
/*
 * With `bit`, which no page requires or forbids, the transition either is refused and changes
 * nothing, or succeeds and sets the attribute. Which of the two is recorded.
 */
void step_may_take(const struct subject *s, enum ibv_qp_state to, int bit);
/*
 * With bytes of 0xff in all members that the mask does not select: with `bit` in the mask, its
 * attribute is set; without `bit`, the attribute stays as it was.
 */
void step_must_set(const struct subject *s, enum ibv_qp_state to, int bit);
void step_must_leave_alone(const struct subject *s, enum ibv_qp_state to, int bit);

#endif
