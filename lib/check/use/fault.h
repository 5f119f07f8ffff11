/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Fault injectors: no verb causes an error of an SRQ, QP or CQ itself. A target may have a fault
 * injector that does, in one of two forms; checks that need one (NEED_SRQ_FAULT, NEED_QP_FAULT,
 * NEED_CQ_FAULT) then run:
 *
 * - A plug-in: a library that is loaded in the process already, or the one that --fault-plugin
 *   names, or else the environment variable VCT_FAULT_PLUGIN (fixtures/guest sets it for rxe). It
 *   has the function verbs_cts_inject_error() below.
 * - A command: --fault COMMAND, run by a shell.
 *   `COMMAND DEVICE KIND` asks whether it serves objects of this kind: it exits with status 0 if it
 *   does, with 1 to 125 if not, and does nothing else.
 *   `COMMAND DEVICE KIND NUMBER PID` puts one object into error, and exits with status 0 when that
 *   is done. If it fails, its output is shown.
 *   KIND is srq, qp or cq. NUMBER is the qp_num of a QP, or the `handle` of an SRQ or CQ (struct
 *   ibv_srq, struct ibv_cq), by which the kernel knows the object in the process PID that made it.
 *
 * A plug-in may serve the kind "speed", too: then `object` is the context, and the device changes
 * the speed of a port and raises IBV_EVENT_DEVICE_SPEED_CHANGE.
 *
 * An injector that serves no kind of object of the device, or cannot tell, ends the run at once
 * (exit code 2): otherwise the checks that were to use it would be SKIP.
 *
 * An error of the object itself raises IBV_EVENT_SRQ_ERR, IBV_EVENT_QP_FATAL or IBV_EVENT_CQ_ERR.
 * The event may come shortly after the function has returned or the command has ended.
 */
#ifndef VCT_FAULT_H
#define VCT_FAULT_H

#include <infiniband/verbs.h>
#include <stddef.h>

/*
 * The function of a plug-in. `kind` is "srq", "qp" or "cq"; `object` points to a struct
 * ibv_srq, ibv_qp or ibv_cq of this context. If `object` is NULL, it only says whether it serves
 * this kind. Returns 0, or an errno value (EOPNOTSUPP: it does not serve this kind).
 */
int verbs_cts_inject_error(struct ibv_context *context, const char *kind, void *object);

struct vct_device;

/*
 * For the runner: finds the fault injector and asks which kinds it serves, in a process of its own
 * that is killed after `seconds`. `command` and `plugin` may be NULL. Sets dev->faults,
 * dev->fault_plugin and dev->fault_command. Returns 0, or -1 with one line in `error`, of `size`
 * bytes.
 */
int vct_fault_choose(struct vct_device *dev, const char *command, const char *plugin,
		     double seconds, char *error, size_t size);

/* Put the object into error, in checks with the need for its kind; BROKEN if the injector fails. */
void vct_inject_srq_error(struct ibv_srq *srq);
void vct_inject_qp_error(struct ibv_qp *qp);
void vct_inject_cq_error(struct ibv_cq *cq);
/* Changes the speed of a port; ends the check as SKIP if no plug-in does so. */
void vct_change_speed(struct ibv_context *context);

#endif
