/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The objects that a refused call of the check was given, and whether WRs still wait: what a rule
 * needs that uses them after the check (use/afterwards.h). The wrappers of the verbs keep both.
 */
#ifndef VCT_REFUSED_H
#define VCT_REFUSED_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A call of this thread begins (NULL: one that is not kept); it is given an object; the device
 * refuses it, or refuses to make what the call makes.
 */
void vct_call_begins(const char *verb);
void vct_call_is_given(const void *object);
void vct_call_is_refused(bool makes);
/* The call, which returns 0 or a value of errno, has returned this. */
void vct_call_returned(int error);
/*
 * The first call of the check whose answer is none of those that its page has: a negative number in
 * place of a value of errno, or NULL without errno. NULL: there is none.
 */
struct vct_odd_answer {
	const char *verb;
	int returned; /* 0: NULL */
};
const struct vct_odd_answer *vct_odd_answer(void);
/* The verb of the call that has begun last. */
const char *vct_call_verb(void);

enum { VCT_GIVEN = 6 }; /* objects of a call that are kept */
struct vct_refusal {
	const char *verb;
	bool makes; /* an object, which the device may lack */
	int error;  /* the errno value then */
	const void *given[VCT_GIVEN];
	size_t n;
};
/*
 * The calls that were refused and whose objects have not been used since, the oldest first; NULL
 * behind the last. A call that is made again with the same first object takes the place of the one
 * before.
 */
const struct vct_refusal *vct_refusal(size_t i);
/* The objects of all refused calls have been used. */
void vct_forget_refusals(void);
/* The object has been released: another one may get its address. */
void vct_given_is_gone(const void *object);

/* A QP has taken a WR with these SGEs. The check is SKIP if no message of the port is so long. */
void vct_sends_too_much(void); /* on purpose, from now on */
void vct_sends_bytes(const struct ibv_qp *qp, const struct ibv_sge *sges, int n);
/*
 * `n` WRs of a list were posted to a queue, of which each has one completion; n < 0, and requests
 * that have none or more: nobody can count them.
 */
void vct_sends_wait(const void *qp, const void *list, int n);
void vct_receives_wait(const void *queue, const void *list, int n);
void vct_srq_receives_wait(const void *srq, const void *list, int n);
void vct_uncounted_wait(const void *queue, const void *list, int n);
void vct_wr_completed(enum ibv_wc_status status, enum ibv_wc_opcode opcode);

/* The buffers of the WRs that any message of the library fits: n of them, by wr_id. */
void vct_slots_are(const void *first, size_t size, size_t n, uint32_t lkey);

/* No request waits, and a SRQ has only receives that any message fits. */
bool vct_nothing_waits(void);
/* The WRs that wait in the SRQ; -1: nobody knows. */
int vct_srq_waits(const struct ibv_srq *srq);

#endif
