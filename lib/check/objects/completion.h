/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Completions: the next one of a CQ, before a deadline, as a setup step or as a judgement. */
#ifndef VCT_COMPLETION_H
#define VCT_COMPLETION_H

#include "objects.h"

/* The next completion. If none comes before the deadline, cq_wait is BROKEN, must_complete FAIL. */
struct ibv_wc cq_wait(struct ibv_cq *cq);
/* Whether a completion comes within `ms`. */
bool cq_gives(struct ibv_cq *cq, double ms, struct ibv_wc *wc);
/* ibv_start_poll until it finds a completion; false if it finds none before the deadline. */
bool cq_ex_starts(struct ibv_cq_ex *cq);
/* cq_gives() that is false, too, as soon as is_over(object) is true while none has come. */
bool cq_gives_before(bool (*is_over)(const void *object), const void *object, struct ibv_cq *cq,
		     double ms, struct ibv_wc *wc);
/*
 * Asks ibv_poll_cq for one completion until it does not return 0, and returns that; 0 if nothing
 * comes before the deadline. `wc` has room for 16, for checks of the number that is returned.
 */
int cq_poll_one(struct ibv_cq *cq, struct ibv_wc *wc);
/*
 * To be called when no completion has come on this CQ. Ends the check as SKIP if its link is
 * between two devices, and the message is one that is not sent again when the wire loses it.
 */
void cq_skip_what_may_be_lost(const struct ibv_cq *cq);
enum { COMPLETION_MS = 2000 }; /* before vct_slow */
struct ibv_wc must_complete(struct ibv_cq *cq, double ms, const struct vct_place *place);
#define MUST_COMPLETE(cq_)             MUST_COMPLETE_WITHIN(cq_, COMPLETION_MS)
/* With a shorter deadline, for a completion that is likely not to come and would come at once. */
#define MUST_COMPLETE_WITHIN(cq_, ms_) must_complete(cq_, ms_, VCT_HERE("a completion comes"))
/*
 * No completion is in the CQ. The check must first have seen something that comes later than such a
 * completion would, for example the completion of the other side.
 */
#define MUST_BE_EMPTY(cq_)                                                                         \
	VCT_COMPARE(vct_poll_cq(cq_, 1, &(struct ibv_wc){ 0 }), ==, 0,                             \
		    "completions that ibv_poll_cq gives", "0")

/*
 * For the library: says which type of QP a CQ serves. If a completion does not come on this CQ, the
 * building block of that type has failed. Without such a call, it is RC.
 */
void cq_is_of(const struct ibv_cq *cq, enum ibv_qp_type type);
enum ibv_qp_type cq_user(const struct ibv_cq *cq);
/* For the library: the QP that the CQ serves was reset; NULL is no CQ. */
void cq_is_used_again(const struct ibv_cq *cq);
/* The building block of its completions: messages pass, or do so again after a reset. */
enum vct_block cq_block(const struct ibv_cq *cq);

#endif
