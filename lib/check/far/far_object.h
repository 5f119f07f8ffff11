/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the files of far objects share. Private to them. */
#ifndef VCT_FAR_OBJECT_H
#define VCT_FAR_OBJECT_H

#include <pthread.h>

#include "far_call.h"

/* The handle is the same on both sides: that of the far process, which made the object. */
struct far_object {
	union {
		struct ibv_qp qp;
		struct ibv_cq cq;
		struct ibv_ah ah;
	};
	uint32_t handle; /* 0: not in use */
	enum { FAR_CQ, FAR_QP, FAR_AH } kind;
};

uint32_t far_handle(const void *object);
/* The object of this process with the handle; NULL: none. */
void *far_find(uint32_t handle);

/*
 * One call: sends it with the `size` bytes behind it, and fills the answer and the array of at most
 * `room` bytes behind that. Returns the bytes of the array. If the other side does not answer, the
 * check ends as BROKEN.
 */
size_t far_do(const struct far_call *call, const void *more, size_t size, struct far_answer *answer,
	      void *array, size_t room);
/* far_do() without arrays; sets errno, and returns the return value of the verb. */
int far_do_plain(const struct far_call *call, struct far_answer *answer);

/* The other side did what it cannot do, a clause: the check ends as BROKEN. */
void far_give_up(const char *why);

#endif
