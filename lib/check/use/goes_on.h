/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * After a refusal: what the refused call was given is used as before.
 *
 *	MUST_REFUSE(subject_modify(&s, &attr, mask));
 *	MUST_GO_ON(.qp = &s);
 *
 * A message is sent and received with the objects that are named, and with new ones in the place of
 * the others. A QP is reset before, unless it is in RESET, and brought up again; a QP of a type
 * that has no link (link.h) is brought up to RTS alone. A SRQ has room for one WR more, and its
 * limit raises the event; a CQ with a channel tells of the completion. Each step that fails is
 * FAIL, where nothing else than the refusal explains it: it needs its building block, as a step of
 * the setup does (block.h).
 */
#ifndef VCT_GOES_ON_H
#define VCT_GOES_ON_H

#include "transition.h"

struct in_use {
	const struct subject *qp;
	struct ibv_srq *srq; /* a basic one */
	int waiting;         /* receives in it, of recv_list() */
	struct ibv_cq *cq;
	struct ibv_mr *mr;     /* at least 64 bytes of it are sent */
	struct ibv_xrcd *xrcd; /* a XRC link receives in it */
};

/* Objects that are made in its arguments are judged, too. */
#define MUST_GO_ON(...)                                                                            \
	do {                                                                                       \
		bool vct_used_;                                                                    \
                                                                                                   \
		vct_setup_is_judged(                                                               \
			VCT_HERE("what the refused call was given is used as before"));            \
		vct_used_ = go_on(&(struct in_use){ __VA_ARGS__ });                                \
		vct_setup_is_judged(NULL);                                                         \
		if (vct_used_)                                                                     \
			vct_held();                                                                \
		else                                                                               \
			RECORD("what the refused call was given is not used: the device has no "   \
			       "link");                                                            \
	} while (0)
/* False if the device can use none of it. */
bool go_on(const struct in_use *use);

#endif
