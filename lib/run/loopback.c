// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Sends a message from an RC QP to itself, and a datagram from a UD QP to itself, with verbs that
 * are not traced: the probe is no check. An iWARP device has two RC QPs, which librdmacm connects.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/deadline.h"
#include "../base/process.h"
#include "../check/check.h"
#include "../check/cm.h"
#include "../check/judge.h"
#include "addressing.h"
#include "loopback.h"

enum {
	SIZE = 64,
	GRH = 40,
	ROOM = GRH + 2 * SIZE,
	QKEY = 0x1ee7,
	PSN = 100,
	WRS = 4,
	DATAGRAMS = 3
};
/* An RC QP gives up after 8 times 17 ms, and a device may take four times as long. */
enum { ACK_TIMEOUT = 12, RETRIES = 7, COMPLETION_MS = 2000, DATAGRAM_MS = 300 };

struct probe {
	const struct vct_device *dev;
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	char *buffer; /* the GRH of a datagram and what is received, and behind it what is sent */
	struct vct_loopback *result;
	struct vct_way way;
	bool wrong_way; /* what the kernel says of the GID explains each failure */
	bool vanishes;  /* the sender heard nothing of its message, or nobody received it */
};

static bool fails(struct probe *p, int outcome, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static bool fails(struct probe *p, int outcome, const char *format, ...)
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
static bool is_of_address(int error)
{
	return error == ENETUNREACH || error == EHOSTUNREACH || error == ENETDOWN ||
	       error == EHOSTDOWN || error == EADDRNOTAVAIL;
}

static bool refused(struct probe *p, const char *verb, const char *what, int error)
{
	p->way.is_without_route |= is_of_address(error);
	return fails(p, is_of_address(error) ? VCT_UNREACHABLE : VCT_REFUSES, "%s%s returned %s",
		     verb, what, vct_errno_text(error));
}

/* The same where the way to the address has no part in it. */
static bool refused_here(struct probe *p, const char *verb, const char *what, int error)
{
	p->wrong_way = false;
	return fails(p, VCT_REFUSES, "%s%s returned %s", verb, what, vct_errno_text(error));
}

static bool makes_objects(struct probe *p)
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
	p->mr = ibv_reg_mr(p->pd, p->buffer, ROOM, IBV_ACCESS_LOCAL_WRITE);
	if (!p->mr)
		return refused_here(p, "ibv_reg_mr", "", errno);
	return true;
}

static const char *type_name(enum ibv_qp_type type)
{
	return type == IBV_QPT_UD ? " of a UD QP" : " of an RC QP";
}

static struct ibv_qp *make_qp(struct probe *p, enum ibv_qp_type type)
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

static struct ibv_ah_attr own_address(const struct vct_device *dev)
{
	return (struct ibv_ah_attr){
		.grh = { .dgid = dev->gid, .sgid_index = (uint8_t)dev->gid_index, .hop_limit = 64 },
		.dlid = dev->port_attr.lid,
		.is_global = dev->port_attr.link_layer != IBV_LINK_LAYER_INFINIBAND ||
			     dev->port_attr.flags & IBV_QPF_GRH_REQUIRED,
		.port_num = dev->port,
	};
}

static bool to_init(struct probe *p, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT,
				    .pkey_index = p->dev->pkey_index,
				    .port_num = p->dev->port,
				    .qkey = QKEY };
	int last = qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
	int error = ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | last);

	return !error || refused_here(p, "ibv_modify_qp to INIT", type_name(qp->qp_type), error);
}

static bool to_rtr(struct probe *p, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = p->dev->port_attr.active_mtu,
		.dest_qp_num = qp->qp_num,
		.rq_psn = PSN,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 1,
		.ah_attr = own_address(p->dev),
	};
	int connected = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
			IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	int error = ibv_modify_qp(qp, &attr,
				  IBV_QP_STATE | (qp->qp_type == IBV_QPT_UD ? 0 : connected));

	return !error || refused(p, "ibv_modify_qp to RTR", type_name(qp->qp_type), error);
}

static bool to_rts(struct probe *p, struct ibv_qp *qp)
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

static bool posts_receive(struct probe *p, struct ibv_qp *qp)
{
	struct ibv_sge sge = { (uintptr_t)p->buffer, GRH + SIZE, p->mr->lkey };
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;
	int error = ibv_post_recv(qp, &wr, &bad);

	return !error || refused_here(p, "ibv_post_recv", type_name(qp->qp_type), error);
}

static bool posts_send(struct probe *p, struct ibv_qp *qp, struct ibv_ah *ah)
{
	struct ibv_sge sge = { (uintptr_t)p->buffer + GRH + SIZE, SIZE, p->mr->lkey };
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

/* What became of a message. A status below 0 is a completion that did not come. */
struct outcome {
	int sent, received;
};

static struct outcome await(struct probe *p, double ms)
{
	struct outcome o = { -1, -1 };
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

static bool passes_message(struct probe *p, struct ibv_qp *tx, struct ibv_qp *rx)
{
	struct outcome o;

	if (!posts_receive(p, rx) || !posts_send(p, tx, NULL))
		return false;
	o = await(p, COMPLETION_MS);
	if (!o.sent && !o.received)
		return true;
	p->vanishes = o.sent == IBV_WC_RETRY_EXC_ERR;
	if (o.sent > 0)
		return fails(p, VCT_REFUSES, "a message of an RC QP to itself ended with %s",
			     ibv_wc_status_str((enum ibv_wc_status)o.sent));
	return fails(p, VCT_REFUSES, "no %s completion of a message of an RC QP to itself came",
		     o.sent < 0 ? "send" : "receive");
}

static bool connects_itself(struct probe *p, struct ibv_qp *qp)
{
	return to_init(p, qp) && to_rtr(p, qp) && to_rts(p, qp) && passes_message(p, qp, qp);
}

/* What librdmacm says of the address, or of a connection that nobody answers. */
static bool connects_by_cm(struct probe *p, struct ibv_qp *tx, struct ibv_qp *rx)
{
	struct cm_failure f;
	struct cm_connection *c;
	bool connected;

	if (!to_init(p, tx) || !to_init(p, rx))
		return false;
	c = cm_try(p->dev, tx, rx, &f);
	connected = !f.text[0];
	if (!connected)
		fails(p,
		      is_of_address(f.error) || (f.waited && !f.resolved) ? VCT_UNREACHABLE
									  : VCT_REFUSES,
		      "librdmacm could not connect two RC QPs: %s", f.text);
	connected = connected && passes_message(p, tx, rx);
	cm_disconnect(c);
	return connected;
}

static bool reaches_by_rc(struct probe *p)
{
	struct ibv_qp *qp, *other = NULL;
	bool reaches;

	if (p->dev->iwarp && p->dev->unconnected[0])
		return fails(p, VCT_UNREACHABLE, "%s", p->dev->unconnected);
	qp = make_qp(p, IBV_QPT_RC);
	reaches = qp != NULL;
	if (qp && p->dev->iwarp) {
		other = make_qp(p, IBV_QPT_RC);
		reaches = other && connects_by_cm(p, qp, other);
	} else if (qp) {
		reaches = connects_itself(p, qp);
	}
	if (other)
		ibv_destroy_qp(other);
	if (qp)
		ibv_destroy_qp(qp);
	return reaches;
}

/* A datagram may be lost. */
static bool passes_datagram(struct probe *p, struct ibv_qp *qp, struct ibv_ah *ah)
{
	struct outcome o = { 0 };

	for (int i = 0; i < DATAGRAMS; i++) {
		if (!posts_receive(p, qp) || !posts_send(p, qp, ah))
			return false;
		o = await(p, DATAGRAM_MS);
		if (!o.sent && !o.received)
			return true;
		if (o.sent)
			break;
	}
	p->vanishes = !o.sent;
	if (o.sent > 0)
		return fails(p, VCT_REFUSES, "a datagram of a UD QP to itself ended with %s",
			     ibv_wc_status_str((enum ibv_wc_status)o.sent));
	return fails(p, VCT_REFUSES, "%s of a UD QP to itself %s",
		     o.sent < 0 ? "a datagram" : "three datagrams",
		     o.sent < 0 ? "had no completion" : "were sent and did not arrive");
}

static bool reaches_by_ud(struct probe *p)
{
	struct ibv_ah_attr address = own_address(p->dev);
	struct ibv_qp *qp = make_qp(p, IBV_QPT_UD);
	struct ibv_ah *ah = NULL;
	bool reaches;

	if (!qp)
		return false;
	reaches = to_init(p, qp) && to_rtr(p, qp) && to_rts(p, qp);
	errno = 0;
	if (reaches)
		ah = ibv_create_ah(p->pd, &address);
	if (reaches && !ah)
		reaches = refused(p, "ibv_create_ah", "", errno);
	reaches = reaches && passes_datagram(p, qp, ah);
	if (ah)
		ibv_destroy_ah(ah);
	ibv_destroy_qp(qp);
	return reaches;
}

/* What became of the probe with one type of QP. */
struct transport {
	bool is_there, vanishes;
	struct vct_loopback result;
};

static struct transport try_transport(struct probe *p, vct_needs need, bool (*try)(struct probe *))
{
	struct transport t = { .is_there = p->dev->tried & need };

	p->vanishes = false;
	if (t.is_there && !try(p)) {
		t.vanishes = p->vanishes;
		t.result = *p->result;
	}
	/* What came back shows that there is a way. */
	if (t.is_there && t.result.outcome == VCT_REACHES)
		p->wrong_way = false;
	return t;
}

/*
 * A sender of RC that hears nothing says so (RETRY_EXC_ERR), and a datagram that does not arrive is
 * lost in silence. If both happen, and all else worked, the device sends, and its messages do not
 * come back: that is no device that fails at one of its transports.
 */
static void reach(struct probe *p)
{
	struct transport rc = try_transport(p, NEED_RC, reaches_by_rc), ud = { 0 };

	if (rc.result.outcome != VCT_UNREACHABLE)
		ud = try_transport(p, NEED_UD, reaches_by_ud);
	*p->result = rc.result.outcome ? rc.result : ud.result;
	if (rc.is_there == rc.vanishes && ud.is_there == ud.vanishes && p->result->outcome)
		p->result->outcome = VCT_UNREACHABLE;
}

static void release(const struct probe *p)
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

static void find_way(struct probe *p)
{
	const struct vct_device *dev = p->dev;
	struct ibv_gid_entry entry;

	if (ibv_query_gid_ex(p->context, dev->port, (uint32_t)dev->gid_index, &entry, 0))
		entry = (struct ibv_gid_entry){ .gid = dev->gid, .gid_type = UINT32_MAX };
	vct_way_find(&p->way, dev, &entry);
	p->wrong_way = p->way.is_wrong;
}

/* Its result is in memory that it shares with the process that asked. */
static void run_probe(void *the_probe)
{
	struct probe *p = the_probe;

	if (makes_objects(p)) {
		find_way(p);
		reach(p);
		p->result->way = p->way;
	}
	release(p);
}

/* A device that ends or holds up the process is not the environment. */
void vct_loopback_try(const struct vct_device *dev, double seconds, struct vct_loopback *result)
{
	struct vct_loopback *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
					   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	static char buffer[ROOM];
	struct probe probe = { .dev = dev, .result = shared, .buffer = buffer };
	struct vct_process process;

	*result = (struct vct_loopback){ .outcome = VCT_REACHES };
	if (shared == MAP_FAILED)
		return;
	process = vct_process_watch(run_probe, &probe, seconds);
	*result = *shared;
	munmap(shared, sizeof(*shared));
	if (process.ending == VCT_ENDED)
		return;
	result->outcome = VCT_REFUSES;
	snprintf(result->step, sizeof(result->step), "a message to itself %s",
		 process.ending == VCT_LATE || process.ending == VCT_UNKILLABLE
			 ? "held up the process that sent it"
			 : "ended the process that sent it");
}

void vct_loopback_say(const struct vct_device *dev, const struct vct_loopback *result, char *text,
		      size_t size)
{
	char way[320] = "", remedy[320];

	if (result->way.type)
		vct_way_say(&result->way, dev->gid_index, way, sizeof(way));
	vct_way_remedy(&result->way, dev, remedy, sizeof(remedy));
	snprintf(text, size, "port %u of %s cannot reach itself: %s\n  %s\n  what to do: %s",
		 dev->port, dev->name, result->step, way, remedy);
}
