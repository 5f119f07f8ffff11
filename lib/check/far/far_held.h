/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The objects that the far side of links holds for another process. Private to far_serve*.c. */
#ifndef VCT_FAR_HELD_H
#define VCT_FAR_HELD_H

#include <stddef.h>

#include "far_call.h"

enum held_kind { HELD_NONE, HELD_CQ, HELD_QP, HELD_AH, HELD_MR };
enum { MOST_HELD = 1024 };

/* The objects, the newest last; the handle of one is its index plus 1. */
struct held {
	enum held_kind kind;
	union {
		struct ibv_cq *cq;
		struct ibv_qp *qp;
		struct ibv_ah *ah;
		struct ibv_mr *mr;
		void *any;
	};
};
extern struct held far_all_held[MOST_HELD];
extern uint32_t far_n_held;

/* The object of this handle, if it is of this kind; else NULL. */
void *far_held(uint32_t handle, enum held_kind kind);
/* This key, or another one, that no region of this process has. */
uint32_t far_no_key(uint32_t lkey);
/* FAR_POST_SEND, with the bytes behind the call. NULL, or what is wrong with them, as a clause. */
const char *far_serve_post(const struct far_call *call, const char *from, size_t size,
			   struct far_answer *answer);

#endif
