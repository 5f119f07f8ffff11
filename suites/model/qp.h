/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the files of the model about QPs share: values of attributes, and attempts to modify. */
#ifndef VCT_MODEL_QP_H
#define VCT_MODEL_QP_H

#include "model.h"

/* qp_attr.c */
/*
 * Of the values that attributes are set to; those of FIT let messages pass on each network, the
 * next ones with rnr_retry 7, with a small MTU, and with both.
 */
enum { FIT, FIT_PATIENT, FIT_SMALL, FIT_BOTH, LEGAL, OTHER, LOW, HIGH, N_VALUES };
/*
 * A value for each member, for the transition of the QP to this state. If `peer` is a QP of the
 * same type, the values connect to it.
 */
struct ibv_qp_attr qp_values(const struct model_qp *q, enum ibv_qp_state to, uint32_t which,
			     const struct model_qp *peer);
/* The same as qp_must_agree(), where it is at stake that a call has changed nothing. */
void qp_must_keep(struct model_qp *q, const struct vct_promise *promise);
/* Or that it has set what the mask selects. */
void qp_must_have_set(struct model_qp *q, int mask, const struct vct_promise *promise);
/* The attributes that the mask selects were set to these values. */
void qp_attr_is_set(struct model_qp *q, const struct ibv_qp_attr *attr, int mask);
/* The attributes are what the device tells with the next query. */
void qp_attr_is_open(struct model_qp *q);
/* Finds the QP that has reached RTR a peer that is connected to it. */
void qp_finds_its_peer(struct model_qp *q);
/* False: queries of the device are not to be judged, or fail. */
bool qp_is_told(void);
/* The capabilities, as a query tells them. */
struct ibv_qp_cap qp_told_caps(struct model_qp *q);

/* A call of ibv_modify_qp. */
enum outcome { TAKEN, REFUSED, EITHER };
struct attempt {
	struct model_qp *q;
	const struct transition *t; /* NULL: there is no such transition */
	enum ibv_qp_state to;
	struct ibv_qp_attr attr;
	int mask;
	enum outcome outcome;
	const struct vct_promise *promise; /* at stake in the outcome */
	bool of_value; /* it is refused for a value: QP_MOD_07 says that it changes nothing */
};

/*
 * transition.c: calls the verb, judges it and updates the model; false: it was not called. With
 * garbage in what the mask does not name, and without the queries around it, which may be what a
 * device does not stand.
 */
enum { WITH_GARBAGE = 1, WITHOUT_QUERIES = 2, N_WAYS = 4 };
bool attempt(struct attempt *a, uint32_t ways);
/* modify.c: tries the transition in each of many wrong ways, which are of this kind. */
enum { LEAVE_OUT, ADD_USELESS, SPOIL, N_WRONGS };
void attempt_wrongly(struct model_qp *q, enum ibv_qp_state to, uint32_t wrong, uint32_t values,
		     const struct model_qp *peer);

/* transition.c: the attempt with what the transition requires; false: it has no meaning. */
bool attempt_plan(struct attempt *a, struct model_qp *q, enum ibv_qp_state to, uint32_t values,
		  const struct model_qp *peer);
/* The QP goes to the state with legal values, which connect it to its peer. */
void qp_must_step(struct model_qp *q, enum ibv_qp_state to, uint32_t values,
		  const struct model_qp *peer, uint32_t ways);

/* qp_promises.c: the promise that a transition to `to` needs this attribute; NULL: none. */
const struct vct_promise *promise_of_need(enum ibv_qp_type type, enum ibv_qp_state to, int bit);
/* That what it requires suffices, if `to` is INIT, RTR or RTS; else that of IBV_QP_STATE. */
const struct vct_promise *promise_of_list(enum ibv_qp_type type, enum ibv_qp_state to);
/* That the flag sets its attribute. */
const struct vct_promise *promise_of_flag(int bit);
/* The attributes of which it is known that the device does not set them: a waiver names the
 * promise. */
int flags_left_out(void);

/* spoil.c: replaces a value that the attempt sets by an invalid one; false: it sets none. */
bool spoil_value(struct attempt *a, uint32_t which);

/* drain.c */
/* The QP has reached SQD. */
void qp_has_drained(struct model_qp *q);
/* True if the sends that were posted in SQD would succeed now. */
bool qp_can_resume(const struct model_qp *q);
/* The QP has left SQD for RTS: what was posted in SQD is sent. */
void qp_resumes(struct model_qp *q);
/* What was posted in SQD is flushed. */
void qp_flushes_held(struct model_qp *q);

#endif
