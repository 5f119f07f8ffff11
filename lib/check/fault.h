/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Errors brought about from outside, since no verb puts a SRQ, QP or CQ into its error state. A
 * target that can do so offers one of two ways, and checks that need it (NEED_SRQ_FAULT and so on)
 * run:
 *
 * - a plug-in: any library in the process, or the one that --fault-plugin names, with the function
 *   verbs_cts_inject_error() below;
 * - a command: --fault COMMAND, words for a shell. `COMMAND DEVICE KIND` says with exit status 0
 *   that it serves objects of this kind, with any other that it does not, and does nothing else.
 *   `COMMAND DEVICE KIND NUMBER PID` puts one into error: exit status 0 when that is done. KIND is
 *   srq, qp or cq. NUMBER is a QP's qp_num, and a SRQ's or a CQ's `handle` (struct ibv_srq, struct
 *   ibv_cq), under which the kernel knows it in the process PID, which has made it. What it prints
 *   is shown where it fails.
 *
 * "Into error" means the error of the object itself, which raises IBV_EVENT_SRQ_ERR,
 * IBV_EVENT_QP_FATAL or IBV_EVENT_CQ_ERR. It may come a little after the function has returned or
 * the command has ended.
 */
#ifndef VCT_FAULT_H
#define VCT_FAULT_H

#include <infiniband/verbs.h>
#include <stddef.h>

/*
 * A plug-in's function. `kind` is "srq", "qp" or "cq", `object` a struct ibv_srq *, ibv_qp * or
 * ibv_cq * of this context. `object` NULL: would it serve this kind? Returns 0, or the value of
 * errno (EOPNOTSUPP: not this kind).
 */
int verbs_cts_inject_error(struct ibv_context *context, const char *kind, void *object);

struct vct_device;

/*
 * For the runner: which way is there, and which kinds does it serve? `command` and `plugin` may be
 * NULL. Sets dev->faults. Returns 0, or -1 with one line in `error`.
 */
int vct_fault_choose(struct vct_device *dev, const char *command, const char *plugin,
		     double seconds, char *error, size_t size);

/* For checks with the need that belongs to it: BROKEN where it fails. */
void vct_inject_srq_error(struct ibv_srq *srq);
void vct_inject_qp_error(struct ibv_qp *qp);
void vct_inject_cq_error(struct ibv_cq *cq);

#endif
