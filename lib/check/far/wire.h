/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Frames between `verbs-cts run --peer` and `verbs-cts peer`: a head of fixed size and a payload
 * whose length it tells, over two descriptors. What comes may be anything: whoever receives a frame
 * checks its type and its length before use.
 */
#ifndef VCT_WIRE_H
#define VCT_WIRE_H

#include <stddef.h>
#include <stdint.h>

enum { VCT_WIRE_MOST = 1 << 20, VCT_WIRE_ERROR = 256 };

struct vct_wire {
	int in, out;
	char error[VCT_WIRE_ERROR]; /* of the last function that failed: a clause */
};

/* What a frame is for. The program of one version speaks only with one of the same version. */
enum vct_wire_type {
	WIRE_HELLO = 1, /* both sides, once: struct vct_wire_hello */
	WIRE_SERVE,     /* to the peer: make the far halves of the links of a check */
	WIRE_PERFORM,   /* to the peer: perform a check and send its evidence */
	WIRE_CALL,      /* a verb for the other side, and its answer */
	WIRE_ANSWER,
	WIRE_END, /* the check is over; the answer comes when all objects are released */
	WIRE_EVIDENCE,
	WIRE_TYPES,
};

/*
 * Each returns the length of the payload, or -1 with wire->error. Each gives up at the time `until`
 * (vct_now_ms).
 */
long vct_wire_send(struct vct_wire *wire, enum vct_wire_type type, const void *payload, size_t size,
		   double until);
long vct_wire_receive(struct vct_wire *wire, enum vct_wire_type *type, void *payload, size_t size,
		      double until);

#endif
