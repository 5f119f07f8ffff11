// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes links of two connected QPs. */
#include <fcntl.h>

#include "../../base/deadline.h"
#include "../objects/cm.h"
#include "../far/far.h"
#include "link.h"
#include "../trace/track.h"

enum { SEND_WRS = 32 };

/* Of a CQ of which the check does not say how large it has to be: all sends of a QP fit. */
static int default_cqe(void)
{
	int cqe = (int)cqe_at_most(CQ_ENTRIES);

	return cqe < SEND_WRS ? SEND_WRS : cqe;
}

struct ibv_qp *qp_make(enum ibv_qp_type type, struct ibv_srq *srq, struct ibv_cq *send_cq,
		       struct ibv_cq *recv_cq)
{
	struct ibv_qp_init_attr init = {
		.send_cq = send_cq,
		.recv_cq = recv_cq,
		.srq = srq,
		.cap = { .max_send_wr = SEND_WRS, .max_send_sge = 1 },
		.qp_type = type,
	};
	struct ibv_qp *qp;

	if (!srq)
		init.cap.max_recv_wr = 16, init.cap.max_recv_sge = 1;
	qp = vct_create_qp(pd(), &init);
	SETUP_OF(BLOCK_OF_QP(srq ? QP_IS_MADE_ON_SRQ : QP_IS_MADE, type), qp);
	cq_is_of(send_cq, type);
	cq_is_of(recv_cq, type);
	return qp;
}

struct ibv_qp *qp_create_ex(struct ibv_qp_init_attr_ex *init)
{
	struct ibv_qp_init_attr_ex extended = *init;
	struct ibv_qp *qp;

	init->comp_mask |= IBV_QP_INIT_ATTR_PD;
	init->pd = pd();
	extended.comp_mask |= IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
	extended.pd = pd();
	extended.send_ops_flags = IBV_QP_EX_WITH_SEND;
	errno = 0;
	qp = vct_create_qp_ex(ctx(), &extended);
	if (!qp && (errno == EOPNOTSUPP || errno == ENOSYS)) {
		vct_record("the device has no extended sends: ibv_create_qp_ex gets a PD alone");
		return vct_create_qp_ex(ctx(), init);
	}
	init->cap = extended.cap;
	return qp;
}

/* The QPs that were reset in this check: a ring, because a check resets few of them. */
static const struct ibv_qp *resets[16];
static size_t n_resets;
enum { RESETS = sizeof(resets) / sizeof(resets[0]) };

void qp_was_reset(struct ibv_qp *qp)
{
	resets[n_resets++ % RESETS] = qp;
	cq_is_used_again(qp->send_cq);
	cq_is_used_again(qp->recv_cq);
}

/* To bring a new QP up, and one that was reset, are two building blocks. */
static enum vct_block block_of_step(const struct ibv_qp *qp, enum ibv_qp_state to)
{
	for (size_t i = 0; i < RESETS; i++)
		if (resets[i] == qp && to >= IBV_QPS_INIT && to <= IBV_QPS_RTS)
			return BLOCK_OF_QP(QP_IS_AS_NEW, qp->qp_type);
	return vct_block_of_state(qp->qp_type, to);
}

static void modify(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	int ret = vct_modify_qp(qp, attr, mask | IBV_QP_STATE);

	if (!ret && attr->qp_state == IBV_QPS_RESET)
		qp_was_reset(qp);
	if (ret)
		vct_broken_at(block_of_step(qp, attr->qp_state), VCT_HERE("ibv_modify_qp"),
			      "setup: ibv_modify_qp to state %d returned %s", attr->qp_state,
			      vct_errno_text(ret));
}

static void to_init(struct ibv_qp *qp, unsigned int access)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.pkey_index = vct_dev->pkey_index,
		.port_num = vct_dev->port,
		.qkey = LINK_QKEY,
		.qp_access_flags = access,
	};
	int last = qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;

	modify(qp, &attr, IBV_QP_PKEY_INDEX | IBV_QP_PORT | last);
}

enum { DEFAULT_ACCESS = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };

void qp_to_init(struct ibv_qp *qp)
{
	to_init(qp, DEFAULT_ACCESS);
}

bool link_has_grh(void)
{
	return vct_dev->port_attr.link_layer != IBV_LINK_LAYER_INFINIBAND ||
	       vct_dev->port_attr.flags & IBV_QPF_GRH_REQUIRED;
}

bool link_layer_has_grh(void)
{
	return vct_dev->port_attr.link_layer != IBV_LINK_LAYER_UNSPECIFIED;
}

void link_needs_grh(const struct link *l)
{
	if (!(l->wc.wc_flags & IBV_WC_GRH))
		vct_skip("the completion tells of no GRH (IBV_WC_GRH)");
}

struct ibv_ah_attr own_address(void)
{
	return (struct ibv_ah_attr){
		.grh = { .dgid = vct_dev->gid,
			 .sgid_index = (uint8_t)vct_dev->gid_index,
			 .hop_limit = 64 },
		.dlid = vct_dev->port_attr.lid,
		.is_global = link_has_grh(),
		.port_num = vct_dev->port,
	};
}

/* Where the messages to a receiver of a link that is apart come from. */
struct ibv_ah_attr far_address(void)
{
	struct ibv_ah_attr address = own_address();

	address.grh.dgid = vct_far_device()->gid;
	address.dlid = vct_far_device()->port_attr.lid;
	return address;
}

static uint32_t psn_of(const struct link_attr *link)
{
	return link->psn ? link->psn & 0xffffff : LINK_PSN;
}

/* As many on both sides. A device that claims none still carries out one at a time. */
static uint8_t reads_of(const struct link_attr *link)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	int n = link->reads;

	if (n > claims->max_qp_rd_atom)
		n = claims->max_qp_rd_atom;
	if (n > claims->max_qp_init_rd_atom)
		n = claims->max_qp_init_rd_atom;
	return (uint8_t)(n < 1 ? 1 : n);
}

static void to_rtr(struct ibv_qp *qp, uint32_t dest_qp, const struct link_attr *link)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = vct_dev->port_attr.active_mtu,
		.dest_qp_num = dest_qp,
		.rq_psn = psn_of(link),
		.max_dest_rd_atomic = link->no_reads ? 0 : reads_of(link),
		.min_rnr_timer = link->min_rnr_timer ? link->min_rnr_timer : 1,
		.ah_attr = vct_has_far_sender(qp) ? far_address() : own_address(),
	};

	attr.ah_attr.is_global |= link->grh;
	if (qp->qp_type == IBV_QPT_UD)
		modify(qp, &attr, 0);
	else if (qp->qp_type == IBV_QPT_UC || qp->qp_type == IBV_QPT_XRC_SEND)
		modify(qp, &attr, IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN);
	else
		modify(qp, &attr,
		       IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
			       IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
}

/*
 * About 17 ms, eight times before the link fails: enough for one machine. Where halves are on two
 * slow machines, an acknowledgement takes as many times longer as --slow says.
 */
static uint8_t ack_timeout(void)
{
	enum { ALONE = 12, MOST = 18 };
	uint8_t timeout = ALONE;

	if (vct_links_are_apart())
		for (double slow = vct_slow; slow > 1 && timeout < MOST; slow /= 2)
			timeout++;
	return timeout;
}

static void to_rts(struct ibv_qp *qp, const struct link_attr *link)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = psn_of(link),
		.timeout = link->timeout ?: ack_timeout(),
		.retry_cnt = link->no_retry  ? 0
			     : link->retries ? link->retries
					     : 7,
		.rnr_retry = link->rnr_retry,
		.max_rd_atomic = reads_of(link),
	};
	int reliable =
		IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;

	if (qp->qp_type != IBV_QPT_RC && qp->qp_type != IBV_QPT_XRC_SEND)
		reliable = 0;
	modify(qp, &attr, IBV_QP_SQ_PSN | reliable);
}

void connect_qp(struct ibv_qp *qp, uint32_t dest_qp, const struct link_attr *attr)
{
	to_rtr(qp, dest_qp, attr);
	if (qp->qp_type != IBV_QPT_XRC_RECV)
		to_rts(qp, attr);
}

void qp_to_state(struct ibv_qp *qp, enum ibv_qp_state state)
{
	modify(qp, &(struct ibv_qp_attr){ .qp_state = state }, 0);
}

void qp_to_sqd(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_SQD, .en_sqd_async_notify = 1 };

	modify(qp, &attr, IBV_QP_EN_SQD_ASYNC_NOTIFY);
}

static void connect_both(const struct link *l, const struct link_attr *attr)
{
	if (!attr->rx_stays_in_init)
		connect_qp(l->rx, l->tx->qp_num, attr);
	if (l->tx != l->rx)
		connect_qp(l->tx, l->rx->qp_num, attr);
}

/* The CQ of a sender decides where the sender is: all else of it follows. */
static struct ibv_cq *sender_cq(bool apart, int cqe)
{
	struct ibv_cq *cq;

	if (!apart)
		return cq_make(cqe);
	cq = vct_create_far_cq(cqe);
	SETUP(cq);
	return cq;
}

struct ibv_cq *link_sender_cq(int cqe)
{
	vct_count_link();
	return sender_cq(vct_links_are_apart(), cqe);
}

/* The sender that a check has made is of its process. */
static bool is_apart(const struct link_attr *attr)
{
	if (attr->tx || attr->to_itself || attr->local)
		return false;
	vct_count_link();
	return vct_links_are_apart();
}

struct link link_make(enum ibv_qp_type type, const struct link_attr *attr)
{
	int cqe = attr->cqe ? attr->cqe : default_cqe();
	struct ibv_ah_attr address = own_address();
	bool apart = is_apart(attr);
	struct link l = { .srq = attr->srq, .rx_cq = attr->rx_cq };

	if (!l.srq && !attr->no_srq && !attr->rx)
		l.srq = srq_make(.max_wr = attr->srq_wr, .max_sge = attr->srq_sge);
	l.tx_cq = attr->tx ? attr->tx->send_cq : sender_cq(apart, cqe);
	if (!l.rx_cq)
		l.rx_cq = attr->rx ? attr->rx->recv_cq : cq_make(cqe);
	l.rx = attr->rx ? attr->rx
			: qp_make(type, l.srq, attr->to_itself ? l.tx_cq : l.rx_cq, l.rx_cq);
	l.tx = attr->to_itself ? l.rx : attr->tx ? attr->tx : qp_make(type, NULL, l.tx_cq, l.tx_cq);
	if (apart)
		vct_far_pair(l.rx);
	if (attr->context) {
		l.srq->srq_context = l.rx->qp_context = l.tx->qp_context = attr->context;
		l.rx_cq->cq_context = l.tx_cq->cq_context = attr->context;
	}
	if (attr->posted)
		srq_post(l.srq, 0, attr->posted);
	to_init(l.rx, (DEFAULT_ACCESS | attr->grants) & ~attr->denies);
	if (l.tx != l.rx)
		qp_to_init(l.tx);
	if (vct_dev->iwarp)
		cm_connect(l.tx, l.rx);
	else
		connect_both(&l, attr);
	if (type == IBV_QPT_UD) {
		address.is_global |= attr->grh;
		l.ah = apart ? vct_create_far_ah(&address) : vct_create_ah(pd(), &address);
		SETUP_OF(BLOCK_AH, l.ah);
	}
	return l;
}

struct ibv_xrcd *xrcd_make(void)
{
	struct ibv_xrcd_init_attr init = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};
	struct ibv_xrcd *xrcd = vct_open_xrcd(ctx(), &init);

	SETUP_OF(BLOCK_XRC_DOMAIN, xrcd);
	return xrcd;
}

struct ibv_srq *xrc_srq_make(struct ibv_xrcd *xrcd, struct ibv_cq *cq, uint32_t max_wr)
{
	struct ibv_srq_init_attr_ex init = {
		.attr = { .max_wr = max_wr ? max_wr : 1, .max_sge = 1 },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD |
			     IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ,
		.srq_type = IBV_SRQT_XRC,
		.pd = pd(),
		.xrcd = xrcd,
		.cq = cq,
	};
	struct ibv_srq *srq = vct_create_srq_ex(ctx(), &init);

	SETUP_OF(BLOCK_XRC_SRQ, srq);
	return srq;
}

struct ibv_qp *xrc_qp_make(enum ibv_qp_type type, struct ibv_xrcd *xrcd, struct ibv_cq *send_cq)
{
	bool sends = type == IBV_QPT_XRC_SEND;
	struct ibv_qp_init_attr_ex init = {
		.send_cq = send_cq,
		.cap = { .max_send_wr = sends ? SEND_WRS : 0, .max_send_sge = sends },
		.qp_type = type,
		.comp_mask = sends ? IBV_QP_INIT_ATTR_PD : IBV_QP_INIT_ATTR_XRCD,
		.pd = sends ? pd() : NULL,
		.xrcd = sends ? NULL : xrcd,
	};
	struct ibv_qp *qp = vct_create_qp_ex(ctx(), &init);

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, type), qp);
	if (send_cq)
		cq_is_of(send_cq, type);
	return qp;
}

struct link xrc_link_make(const struct link_attr *attr)
{
	int cqe = attr->cqe ? attr->cqe : default_cqe();
	struct link l = { .xrcd = attr->xrcd, .srq = attr->srq, .rx_cq = attr->rx_cq };
	bool apart = is_apart(attr);

	if (!l.xrcd)
		l.xrcd = xrcd_make();
	l.tx_cq = attr->tx ? attr->tx->send_cq : sender_cq(apart, cqe);
	if (!l.rx_cq)
		l.rx_cq = cq_make(cqe);
	if (!l.srq)
		l.srq = xrc_srq_make(l.xrcd, l.rx_cq, attr->srq_wr);
	cq_is_of(l.rx_cq, IBV_QPT_XRC_RECV);
	SETUP_OF(BLOCK_XRC_SRQ, !vct_get_srq_num(l.srq, &l.srq_num));
	l.tx = attr->tx ? attr->tx : xrc_qp_make(IBV_QPT_XRC_SEND, NULL, l.tx_cq);
	l.rx = xrc_qp_make(IBV_QPT_XRC_RECV, l.xrcd, NULL);
	if (apart)
		vct_far_pair(l.rx);
	if (attr->posted)
		srq_post(l.srq, 0, attr->posted);
	qp_to_init(l.tx);
	to_init(l.rx, (DEFAULT_ACCESS | attr->grants) & ~attr->denies);
	if (!attr->rx_stays_in_init)
		connect_qp(l.rx, l.tx->qp_num, attr);
	connect_qp(l.tx, l.rx->qp_num, attr);
	return l;
}
