// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Mutants whose objects are as before a refused call, until they are used. harness/test_after.py
 * runs them. */
#include "../../fixtures/mutants/mutant.h"

static bool list_was_refused;

MUTANT_OF(post_srq_recv, refused_list_costs_a_wr, "AFT-01")
{
	int ret;

	if (list_was_refused && !wr->next)
		return list_was_refused = false;
	ret = real.post_srq_recv(srq, wr, bad_wr);
	list_was_refused |= ret;
	return ret;
}

HOOK(modify_qp, note_what_is_refused)
{
	int ret = real.modify_qp(qp, attr, mask);

	memo(qp)->done |= ret;
	return ret;
}

HOOK(post_send, send_no_more)
{
	if (memo(qp)->done)
		*bad_wr = wr;
	return memo(qp)->done ? EINVAL : real.post_send(qp, wr, bad_wr);
}

MUTANT(refused_qp_sends_no_more, "AFT-01",
       .says = "a QP of which a change was refused sends no more",
       .modify_qp = note_what_is_refused, .post_send = send_no_more);

HOOK(modify_cq, note_a_refused_change)
{
	int ret = real.modify_cq(cq, attr);

	memo(cq)->done |= ret;
	return ret;
}

HOOK(poll_cq, find_one_at_a_time)
{
	return memo(cq)->done && n == 1 ? 0 : real.poll_cq(cq, n, wc);
}

MUTANT(refused_cq_gives_none, "AFT-01",
       .says = "a CQ of which a change was refused gives no completion alone",
       .modify_cq = note_a_refused_change, .poll_cq = find_one_at_a_time);
