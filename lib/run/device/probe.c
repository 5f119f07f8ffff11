// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The steps of the probe before a run. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "../../base/deadline.h"
#include "../../check/judge.h"
#include "probe.h"

enum { SIZE = 64, GRH = 40, ROOM = GRH + 2 * SIZE, QKEY = 0x1ee7, PSN = 100, WRS = 4 };
/* An RC QP gives up after 8 times 67 ms, and a device may take four times as long. */
enum { ACK_TIMEOUT = 14, RETRIES = 7 };

/* Not on the stack: that a region is there is another promise. A GRH, what comes, what is sent. */
static char buffer[ROOM];

bool vct_probe_fails(struct vct_probe *p, int outcome, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	p->result->outcome = p->wrong_way ? VCT_UNREACHABLE : outcome;
	vsnprintf(p->result->step, sizeof(p->result->step), format, args);
	va_end(args);
	return false;
}

/* What only the kernel's search for the way to an address returns, and no driver for an attribute.
 */
bool vct_probe_is_of_address(int error)
{
	return error == ENETUNREACH || error == EHOSTUNREACH || error == ENETDOWN ||
	       error == EHOSTDOWN || error == EADDRNOTAVAIL;
}

bool vct_probe_refused(struct vct_probe *p, const char *verb, const char *what, int error)
{
	p->way.is_without_route |= vct_probe_is_of_address(error);
	return vct_probe_fails(p, vct_probe_is_of_address(error) ? VCT_UNREACHABLE : VCT_REFUSES,
			       "%s%s returned %s", verb, what, vct_errno_text(error));
}

/* A verb was refused, and the way to the address has no part in it. */
static bool refused_here(struct vct_probe *p, const char *verb, const char *what, int error)
{
	vct_probe_fails(p, VCT_REFUSES, "%s%s returned %s", verb, what, vct_errno_text(error));
	p->result->outcome = VCT_REFUSES;
	return false;
}

bool vct_probe_makes_objects(struct vct_probe *p)
{
	errno = 0;
	p->context = ibv_open_device(p->dev->ibv);
	if (!p->context)
		return refused_here(p, "ibv_open_device", "", errno);
	p->pd = ibv_alloc_pd(p->context);
	if (!p->pd)
		return refused_here(p, "ibv_alloc_pd", "", errno);
	p->cq = ibv_create_cq(p->context, 4 * WRS, NULL, NULL, 0);
	if (!p->cq)
		return refused_here(p, "ibv_create_cq", "", errno);
	p->mr = ibv_reg_mr(p->pd, buffer, ROOM, IBV_ACCESS_LOCAL_WRITE);
	if (!p->mr)
		return refused_here(p, "ibv_reg_mr", "", errno);
	return true;
}

static const char *type_name(enum ibv_qp_type type)
{
	return type == IBV_QPT_UD ? " of a UD QP" : " of an RC QP";
}

struct ibv_qp *vct_probe_make_qp(struct vct_probe *p, enum ibv_qp_type type)
{
	struct ibv_qp_init_attr init = {
		.send_cq = p->cq,
		.recv_cq = p->cq,
		.cap = { .max_send_wr = WRS,
			 .max_recv_wr = WRS,
			 .max_send_sge = 1,
			 .max_recv_sge = 1 },
		.qp_type = type,
		.sq_sig_all = 1,
	};
	struct ibv_qp *qp;

	errno = 0;
	qp = ibv_create_qp(p->pd, &init);
	if (!qp)
		refused_here(p, "ibv_create_qp", type_name(type), errno);
	return qp;
}

struct ibv_ah_attr vct_probe_address(const struct vct_device *dev)
{
	return (struct ibv_ah_attr){
		.grh = { .dgid = dev->gid, .sgid_index = (uint8_t)dev->gid_index, .hop_limit = 64 },
		.dlid = dev->port_attr.lid,
		.is_global = dev->port_attr.link_layer != IBV_LINK_LAYER_INFINIBAND ||
			     dev->port_attr.flags & IBV_QPF_GRH_REQUIRED,
		.port_num = dev->port,
	};
}

bool vct_probe_to_init(struct vct_probe *p, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT,
				    .pkey_index = p->dev->pkey_index,
				    .port_num = p->dev->port,
				    .qkey = QKEY };
	int last = qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
	int error = ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | last);

	return !error || refused_here(p, "ibv_modify_qp to INIT", type_name(qp->qp_type), error);
}

static bool to_rtr(struct vct_probe *p, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = p->dev->port_attr.active_mtu,
		.dest_qp_num = qp->qp_num,
		.rq_psn = PSN,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 1,
		.ah_attr = vct_probe_address(p->dev),
	};
	int connected = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
			IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	int error = ibv_modify_qp(qp, &attr,
				  IBV_QP_STATE | (qp->qp_type == IBV_QPT_UD ? 0 : connected));

	return !error ||
	       vct_probe_refused(p, "ibv_modify_qp to RTR", type_name(qp->qp_type), error);
}

static bool from_rtr_to_rts(struct vct_probe *p, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = PSN,
		.timeout = ACK_TIMEOUT,
		.retry_cnt = RETRIES,
		.rnr_retry = RETRIES,
		.max_rd_atomic = 1,
	};
	int connected =
		IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
	int error = ibv_modify_qp(qp, &attr,
				  IBV_QP_STATE | IBV_QP_SQ_PSN |
					  (qp->qp_type == IBV_QPT_UD ? 0 : connected));

	return !error || refused_here(p, "ibv_modify_qp to RTS", type_name(qp->qp_type), error);
}

bool vct_probe_to_rts(struct vct_probe *p, struct ibv_qp *qp)
{
	return to_rtr(p, qp) && from_rtr_to_rts(p, qp);
}

static bool posts_receive(struct vct_probe *p, struct ibv_qp *qp)
{
	struct ibv_sge sge = { (uintptr_t)buffer, GRH + SIZE, p->mr->lkey };
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;
	int error = ibv_post_recv(qp, &wr, &bad);

	return !error || refused_here(p, "ibv_post_recv", type_name(qp->qp_type), error);
}

static bool posts_send(struct vct_probe *p, struct ibv_qp *qp, struct ibv_ah *ah)
{
	struct ibv_sge sge = { (uintptr_t)buffer + GRH + SIZE, SIZE, p->mr->lkey };
	struct ibv_send_wr wr = {
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	}, *bad;
	int error;

	if (ah) {
		wr.wr.ud.ah = ah;
		wr.wr.ud.remote_qpn = qp->qp_num;
		wr.wr.ud.remote_qkey = QKEY;
	}
	error = ibv_post_send(qp, &wr, &bad);
	return !error || refused_here(p, "ibv_post_send", type_name(qp->qp_type), error);
}

static struct vct_sent await(struct vct_probe *p, double ms)
{
	struct vct_sent o = { -1, -1 };
	double until = vct_deadline_ms(ms);
	struct ibv_wc wc;

	/* The opcode of a completion with an error is undefined; the sender's comes first then. */
	while (o.sent <= 0 && (o.sent < 0 || o.received < 0)) {
		if (ibv_poll_cq(p->cq, 1, &wc) > 0) {
			bool is_receive = !wc.status && wc.opcode & IBV_WC_RECV;

			*(is_receive ? &o.received : &o.sent) = (int)wc.status;
		} else if (vct_now_ms() > until) {
			break;
		}
	}
	return o;
}

bool vct_probe_sends(struct vct_probe *p, struct ibv_qp *tx, struct ibv_qp *rx, struct ibv_ah *ah,
		     double ms, struct vct_sent *sent)
{
	if (!posts_receive(p, rx) || !posts_send(p, tx, ah))
		return false;
	*sent = await(p, ms);
	return true;
}

void vct_probe_release(const struct vct_probe *p)
{
	if (p->mr)
		ibv_dereg_mr(p->mr);
	if (p->cq)
		ibv_destroy_cq(p->cq);
	if (p->pd)
		ibv_dealloc_pd(p->pd);
	if (p->context)
		ibv_close_device(p->context);
}
