/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The steps of the probe before a run (loopback.h): objects, the states of a QP, and a message.
 * They call verbs that are not traced. Each returns false after it has written to *p->result which
 * step failed, and how.
 */
#ifndef VCT_PROBE_H
#define VCT_PROBE_H

#include "route.h"

struct vct_loopback {
	enum {
		VCT_REACHES,     /* messages come back */
		VCT_UNREACHABLE, /* the environment lets no message come back */
		VCT_UNTRIED,     /* the device has no QP that can be tried */
		VCT_REFUSES,     /* the device does not do it: a run finds out why */
	} outcome;
	/* Which step failed, and how: "ibv_modify_qp of an RC QP to RTR returned ENETUNREACH". */
	char step[256];
	struct vct_way way; /* of the GID */
};

struct vct_probe {
	const struct vct_device *dev;
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct vct_loopback *result;
	struct vct_way way;
	bool wrong_way; /* what the kernel says of the GID explains each failure */
	bool vanishes;  /* the sender heard nothing of its message, or nobody received it */
};

/*
 * Writes which step failed. The outcome is `outcome`, or VCT_UNREACHABLE if what the kernel says of
 * the GID explains the failure. Returns false.
 */
bool vct_probe_fails(struct vct_probe *p, int outcome, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * True for errno values that come only from the kernel's search for the way to an address. No
 * driver returns them because of an attribute.
 */
bool vct_probe_is_of_address(int error);
/* A verb that needs the way to the address returned an errno value. */
bool vct_probe_refused(struct vct_probe *p, const char *verb, const char *what, int error);

/* The context, a PD, a CQ and an MR. */
bool vct_probe_makes_objects(struct vct_probe *p);
void vct_probe_release(const struct vct_probe *p);
struct ibv_qp *vct_probe_make_qp(struct vct_probe *p, enum ibv_qp_type type);
struct ibv_ah_attr vct_probe_address(const struct vct_device *dev);
bool vct_probe_to_init(struct vct_probe *p, struct ibv_qp *qp);
/* From INIT on, connected to itself. */
bool vct_probe_to_rts(struct vct_probe *p, struct ibv_qp *qp);

/* What became of a message: the status of each completion; -1: it did not come. */
struct vct_sent {
	int sent, received;
};
/* Sends a message (`ah`: NULL except for UD) to the receiver, and waits for `ms` at most. */
bool vct_probe_sends(struct vct_probe *p, struct ibv_qp *tx, struct ibv_qp *rx, struct ibv_ah *ah,
		     double ms, struct vct_sent *sent);

#endif
