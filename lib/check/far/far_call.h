/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What is sent for a verb of a far object (far.h), and what comes back: structures of fixed size,
 * some with arrays behind them. Objects are told by their handles, from 1; 0 is none.
 */
#ifndef VCT_FAR_CALL_H
#define VCT_FAR_CALL_H

#include <infiniband/verbs.h>

enum far_verb {
	FAR_CREATE_CQ,
	FAR_CREATE_QP,
	FAR_CREATE_AH,
	FAR_REGISTER,
	FAR_RELEASE,
	FAR_MODIFY_QP,
	FAR_QUERY_QP,
	FAR_POST_SEND,
	FAR_POLL_CQ,
	FAR_READ_MEMORY,
	FAR_GET_EVENT,
	FAR_VERBS,
};

enum { FAR_SGES = 64, FAR_WRS = 512, FAR_WCS = 64, FAR_POLL_MS = 2, FAR_BYTES = 512 * 1024 };

struct far_call {
	uint32_t verb;
	uint32_t object; /* its handle */
	union {
		struct {
			int32_t cqe;
		} cq;
		struct {
			uint32_t type, send_cq, recv_cq;
			int32_t sq_sig_all;
			struct ibv_qp_cap cap;
		} qp;
		struct ibv_ah_attr ah;
		struct {
			uint64_t length;
			uint32_t access;
			uint32_t other_pd; /* not the domain of the far QPs */
		} region;
		struct {
			struct ibv_qp_attr attr;
			int32_t mask;
		} modify;
		struct {
			int32_t mask;
		} query;
		struct {
			uint32_t wrs, sges, bytes; /* of the arrays that follow */
		} post;
		struct {
			int32_t entries;
		} poll;
		struct {
			uint64_t offset, length;
		} memory;
	};
};

/* Behind a far_call of FAR_POST_SEND: the WRs, then their SGEs, then the bytes that these name. */
struct far_wr {
	struct ibv_send_wr wr; /* without pointers */
	uint32_t ah;           /* the handle of wr.ud.ah */
	uint32_t sges;         /* how many of the SGEs are its; wr.num_sge may be any number */
};
struct far_sge {
	uint32_t region;  /* its handle; 0: no region has the key */
	uint32_t lkey;    /* then: the key */
	uint64_t address; /* from the beginning of the region, or without one: any */
	uint32_t length;
	uint32_t bytes; /* how many of the bytes are its first ones; the others are not sent */
};

struct far_answer {
	int32_t ret;   /* of the verb; 0 if it returned an object */
	int32_t error; /* errno */
	uint32_t object;
	union {
		struct {
			int32_t cqe;
		} cq;
		struct {
			uint32_t number, handle;
			struct ibv_qp_cap cap;
		} qp;
		struct {
			struct ibv_qp_attr attr;
			struct ibv_qp_cap cap;
			uint32_t type, send_cq, recv_cq;
			int32_t sq_sig_all;
		} query;
		struct {
			int32_t bad; /* the index of *bad_wr; -1: it is none of the list */
		} post;
		struct {
			uint32_t n; /* of the array of struct ibv_wc that follows */
		} poll;
		struct {
			uint32_t type; /* of the event; `object` is its QP or CQ */
		} event;
	};
};

#endif
