// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Mutants with faults, to test that fixtures/mutants/matrix finds the faults. */
#include <unistd.h>

#include "../../fixtures/mutants/mutant.h"

/* A mutant without a fault. */
MUTANT_OF(query_srq, found, "SRQ-QRY-07")
{
	return real.query_srq(srq, attr) ? -1 : 0;
}

/* It keeps CQ-NTF-12, which is BROKEN_WITH this promise. */
MUTANT_OF(get_cq_event, loses_the_context, "CQ-NTF-04")
{
	int ret = real.get_cq_event(channel, cq, cq_context);

	*cq_context = NULL;
	return ret;
}

MUTANT_OF(query_srq, breaks_nothing, "SRQ-QRY-07")
{
	return real.query_srq(srq, attr);
}

MUTANT_OF(query_srq, breaks_another, "SRQ-QRY-04")
{
	return real.query_srq(srq, attr) ? -1 : 0;
}

/* Beside its promise, it breaks one of another verb. */
HOOK(modify_srq, refuse_mask_0)
{
	return mask ? real.modify_srq(srq, attr, mask) : EINVAL;
}

HOOK(query_pkey, take_any_index)
{
	real.query_pkey(context, port, index, pkey);
	return 0;
}

MUTANT(breaks_another_verb_too, "SRQ-MOD-06", .modify_srq = refuse_mask_0,
       .query_pkey = take_any_index);

MUTANT_OF(open_device, ends_the_program, "SRQ-QRY-07")
{
	_exit(9);
}

/* A SRQ that refuses no WR, as one whose driver does not count: far beyond its end the machine
 * hangs. */
MUTANT_OF(post_srq_recv, refuses_no_wr, "SRQ-PST-06")
{
	enum { FAR = 64 };
	int ret = real.post_srq_recv(srq, wr, bad_wr);

	if (ret == ENOMEM && ++memo(srq)->count > FAR)
		_exit(9);
	return ret == ENOMEM ? 0 : ret;
}
