/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Requests of RC QPs that must fail: a table of what is wrong with them, shared by the checks of
 * the completion (failure.c) and of what becomes of the QPs (failed.c).
 */
#ifndef SUITE_QP_FAILING_H
#define SUITE_QP_FAILING_H

#include "../vct.h"

enum fault {
	/* The remote region: `length` bytes, of which the request takes some from the middle. */
	REMOTE_KEY,      /* the R_Key is of no region */
	REMOTE_KEY_BYTE, /* the last byte of the R_Key is wrong */
	REMOTE_PD,       /* the region belongs to another PD than the receiver */
	REMOTE_END,      /* the request goes past its end */
	REMOTE_START,    /* the request begins before it */
	REMOTE_WRAPS,    /* the request goes past the end of the address space */
	REMOTE_GONE,     /* the region was deregistered */
	REMOTE_RIGHT,    /* the region does not permit the access */
	PEER_RIGHT,      /* the receiver does not permit it */
	PEER_READS,      /* the receiver was given no resources for reads and atomics */
	UNALIGNED,       /* the remote address is no multiple of 8 */
	/* The local buffer. */
	LOCAL_KEY,
	LOCAL_PD,
	LOCAL_END,
	LOCAL_RIGHT, /* a region that may not be written */
	/* The receive WR. */
	SHORT_RECEIVE,
	RECEIVE_KEY,
	NO_RECEIVE,
	/* The receiver was reset. */
	NO_PEER,
};

enum failing_kind {
	REFUSED = 1, /* by the receiver, because of the remote memory or of the receiver's state */
	LOCAL,       /* by the sender */
	RECEIVING,   /* because of the receive WR */
	UNANSWERED,
};

/* A set of enum ibv_wc_status. */
#define STATUS(name_) (1u << IBV_WC_##name_)

struct failing_row {
	struct vct_row vct_row; /* its kind is enum failing_kind */
	const struct vct_promise *promise;
	enum ibv_wr_opcode opcode;
	enum fault fault;
	bool own_queue;        /* the receiver is not on a SRQ */
	unsigned int sender;   /* the statuses that the request may complete with */
	unsigned int receiver; /* the same of the receive WR that it takes; 0: not judged */
};
extern const struct failing_row failing_rows[34];
/*
 * Requests that the receiving QP does not permit, or for an address that is not aligned. Only the
 * checks of these look at them: others would fail, too, on a device that carries them out.
 */
extern const struct failing_row unpermitted_rows[6];

struct failing {
	const struct failing_row *row;
	struct link l;
	struct ibv_mr *remote, *local;
	char *memory;     /* of the remote region */
	struct message m; /* the request that fails */
	bool refused;     /* the receive WR that it is to take was refused when it was posted */
};

/* A link that has passed one message; the request is not posted. */
struct failing failing_make(const struct failing_row *row);
/*
 * Posts it. False if it was refused with an errno value, which ibv_post_send(3) permits for what
 * can be found out when it is posted: a local buffer, an address that is not aligned; or if the
 * receive WR that it is to take was refused, which ibv_post_recv(3) permits likewise.
 */
bool failing_post(struct failing *f);
/* Whether it may be refused so. */
bool failing_may_be_refused(const struct failing_row *row);
/* No byte of the remote region, or beside it, is different from what failing_make() wrote. */
#define MUST_BE_UNTOUCHED(failing_)                                                                \
	must_be_untouched(failing_, VCT_HERE("the remote memory is as before"))
void must_be_untouched(const struct failing *f, const struct vct_place *place);

/* The next completion has one of these statuses. */
enum { FAILURE_MS = 8000 }; /* devices take timeouts longer than asked for */
#define MUST_FAIL(cq_, statuses_)                                                                  \
	must_fail(cq_, statuses_, VCT_HERE("the completion has a status of its error"))
struct ibv_wc must_fail(struct ibv_cq *cq, unsigned int statuses, const struct vct_place *place);
/* The QP enters one of these states, of which a bit is set each, within COMPLETION_MS. */
#define STATE(name_) (1u << IBV_QPS_##name_)
#define MUST_ENTER(qp_, states_)                                                                   \
	must_enter(qp_, states_, VCT_HERE("the QP is in the state that is promised"))
void must_enter(struct ibv_qp *qp, unsigned int states, const struct vct_place *place);

#endif
