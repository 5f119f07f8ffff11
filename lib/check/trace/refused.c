// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Keeps what refused calls were given, and counts the WRs that wait. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "../device.h"
#include "../judge.h"
#include "refused.h"

enum { REFUSALS = 16 }; /* more are not kept */

static __thread struct vct_refusal call;
static struct vct_refusal refusals[REFUSALS];
static size_t n_refusals;
static struct vct_odd_answer odd;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static atomic_int sends, sent, receives, srq_receives, received, failed;
static atomic_bool uncounted;
static _Atomic(const void *) the_srq; /* to which all WRs of SRQs were posted */
static struct {
	uintptr_t first;
	size_t size, n;
	uint32_t lkey;
} slots;

void vct_call_begins(const char *verb)
{
	call.verb = verb;
	call.n = 0;
}

void vct_call_is_given(const void *object)
{
	if (object && call.n < VCT_GIVEN)
		call.given[call.n++] = object;
}

static void note_odd_answer(int returned)
{
	pthread_mutex_lock(&lock);
	if (!odd.verb)
		odd = (struct vct_odd_answer){ .verb = call.verb, .returned = returned };
	pthread_mutex_unlock(&lock);
}

const struct vct_odd_answer *vct_odd_answer(void)
{
	return odd.verb ? &odd : NULL;
}

void vct_call_returned(int error)
{
	if (error)
		vct_call_is_refused(false);
	if (error < 0)
		note_odd_answer(error);
}

const char *vct_call_verb(void)
{
	return call.verb;
}

/* The pages of all but these say that they set errno. */
static bool sets_errno(const char *verb)
{
	static const char *const mute[] = { "ibv_open_qp", "ibv_open_xrc_domain",
					    "ibv_create_xrc_srq" };

	for (size_t i = 0; i < sizeof(mute) / sizeof(mute[0]); i++)
		if (!strcmp(verb, mute[i]))
			return false;
	return true;
}

void vct_call_is_refused(bool makes)
{
	size_t i = 0;

	if (makes && !errno && call.verb && sets_errno(call.verb))
		note_odd_answer(0);
	if (!call.verb || !call.n)
		return;
	call.makes = makes;
	call.error = makes ? errno : 0;
	pthread_mutex_lock(&lock);
	while (i < n_refusals &&
	       (refusals[i].verb != call.verb || refusals[i].given[0] != call.given[0]))
		i++;
	if (i < REFUSALS)
		refusals[i] = call;
	if (i == n_refusals && i < REFUSALS)
		n_refusals++;
	pthread_mutex_unlock(&lock);
}

const struct vct_refusal *vct_refusal(size_t i)
{
	return i < n_refusals ? &refusals[i] : NULL;
}

void vct_forget_refusals(void)
{
	n_refusals = 0;
}

/* The WRs that waited in the SRQ have gone with it. */
static void forget_srq(void)
{
	if (receives || failed)
		uncounted = true;
	srq_receives = received = 0;
	the_srq = NULL;
}

void vct_given_is_gone(const void *object)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < n_refusals; i++)
		for (size_t n = 0; n < refusals[i].n; n++)
			if (refusals[i].given[n] == object)
				refusals[i].given[n] = NULL;
	pthread_mutex_unlock(&lock);
	if (the_srq == object)
		forget_srq();
}

void vct_slots_are(const void *first, size_t size, size_t n, uint32_t lkey)
{
	slots.first = (uintptr_t)first;
	slots.size = size;
	slots.n = n;
	slots.lkey = lkey;
}

static bool fits(const struct ibv_recv_wr *wr)
{
	return wr->num_sge == 1 && slots.n && wr->sg_list->lkey == slots.lkey &&
	       wr->sg_list->length == slots.size &&
	       wr->sg_list->addr == slots.first + wr->wr_id % slots.n * slots.size;
}

void vct_uncounted_wait(const void *queue __attribute__((unused)),
			const void *list __attribute__((unused)), int n __attribute__((unused)))
{
	uncounted = true;
}

static bool too_much;

void vct_sends_too_much(void)
{
	too_much = true;
}

void vct_sends_bytes(const struct ibv_qp *qp, const struct ibv_sge *sges, int n)
{
	uint32_t most = vct_dev->port_attr.max_msg_sz;
	uint64_t length = 0;

	for (int i = 0; i < n; i++)
		length += sges[i].length;
	if (qp->qp_type == IBV_QPT_UD || qp->qp_type == IBV_QPT_RAW_PACKET || !most ||
	    length <= most || length > UINT32_MAX || too_much)
		return;
	vct_refused_for("the port claims %u in max_msg_sz, and the check sends %llu bytes", most,
			(unsigned long long)length);
	vct_skip_if_refused();
}

void vct_sends_wait(const void *qp, const void *list, int n)
{
	const struct ibv_send_wr *wr = list;

	sends += n;
	if (n < 0)
		vct_uncounted_wait(qp, list, n);
	for (; n > 0 && wr; n--, wr = wr->next) {
		vct_sends_bytes(qp, wr->sg_list, wr->num_sge);
		if (!(wr->send_flags & IBV_SEND_SIGNALED))
			vct_uncounted_wait(qp, list, n);
	}
}

void vct_receives_wait(const void *queue, const void *list, int n)
{
	receives += n;
	if (n < 0)
		vct_uncounted_wait(queue, list, n);
}

void vct_srq_receives_wait(const void *srq, const void *list, int n)
{
	const struct ibv_recv_wr *wr = list;
	const void *none = NULL;

	srq_receives += n;
	if (n < 0 || (n && !atomic_compare_exchange_strong(&the_srq, &none, srq) && none != srq))
		vct_uncounted_wait(srq, list, n);
	for (; n > 0; n--, wr = wr->next)
		if (!fits(wr))
			vct_uncounted_wait(srq, list, n);
}

void vct_wr_completed(enum ibv_wc_status status, enum ibv_wc_opcode opcode)
{
	if (status != IBV_WC_SUCCESS)
		failed++;
	else if (opcode & IBV_WC_RECV)
		received++;
	else
		sent++;
}

/* The opcode of a completion that failed is undefined: then all WRs must have completed. */
bool vct_nothing_waits(void)
{
	if (uncounted)
		return false;
	return failed ? sends + receives + srq_receives == sent + received + failed : sends == sent;
}

int vct_srq_waits(const struct ibv_srq *srq)
{
	enum { MOST = 40 };
	int n = srq_receives - received;

	if (!srq_receives || (failed && vct_nothing_waits()))
		return 0;
	return the_srq != srq || uncounted || failed || receives || n < 0 || n > MOST ? -1 : n;
}
