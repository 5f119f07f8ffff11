// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes and uses XRC objects through the legacy verbs or today's. */
#include <fcntl.h>
#include <sys/mman.h>

#include "../far/far.h"
#include "../trace/track.h"
#include "xrc.h"

const struct xrc_api_row xrc_apis[2] = {
	{ ROW("legacy"), .api = XRC_LEGACY },
	{ ROW("today"), .api = XRC_TODAY },
};

/* errno, or EIO if the verb did not set it. */
static int error_of_verb(void)
{
	return errno ? errno : EIO;
}

static void must_work(int ret, enum vct_block block, const char *what)
{
	if (ret)
		vct_broken_at(block, VCT_HERE(what), "setup: cannot %s: %s", what,
			      vct_errno_text(ret));
}

struct ibv_xrcd *domain_open(enum xrc_api api, int fd, int oflags)
{
	struct ibv_xrcd_init_attr init = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = fd,
		.oflags = oflags,
	};

	if (api == XRC_LEGACY)
		return vct_open_xrc_domain(ctx(), fd, oflags);
	return vct_open_xrcd(ctx(), &init);
}

int domain_close(enum xrc_api api, struct ibv_xrcd *domain)
{
	return api == XRC_LEGACY ? vct_close_xrc_domain(domain) : vct_close_xrcd(domain);
}

struct ibv_xrcd *domain_make(enum xrc_api api)
{
	struct ibv_xrcd *domain = domain_open(api, -1, O_CREAT);

	must_work(domain ? 0 : error_of_verb(), BLOCK_XRC_DOMAIN, "open an XRC domain");
	return domain;
}

int domain_file(void)
{
	int fd = memfd_create("verbs-cts", MFD_CLOEXEC);

	SETUP(fd >= 0);
	return fd;
}

struct ibv_srq *domain_srq_create(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
				  struct ibv_srq_attr *attr)
{
	struct ibv_xsrq_init_attr legacy = { .attr = *attr };
	struct ibv_srq_init_attr_ex today = {
		.attr = *attr,
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD |
			     IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ,
		.srq_type = IBV_SRQT_XRC,
		.pd = pd(),
		.xrcd = domain,
		.cq = cq,
	};
	struct ibv_srq *srq;

	if (api == XRC_LEGACY)
		srq = vct_create_xrc_srq(pd(), domain, cq, &legacy);
	else
		srq = vct_create_srq_ex(ctx(), &today);
	*attr = api == XRC_LEGACY ? legacy.attr : today.attr;
	return srq;
}

struct ibv_srq *domain_srq_make(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
				uint32_t max_wr)
{
	struct ibv_srq_attr attr = { .max_wr = max_wr, .max_sge = 1 };
	struct ibv_srq *srq = domain_srq_create(api, domain, cq, &attr);

	must_work(srq ? 0 : error_of_verb(), BLOCK_XRC_SRQ, "create an XRC SRQ");
	return srq;
}

static int create_by(struct rcv_qp *q, struct ibv_xrc_qp_init_attr *legacy,
		     struct ibv_qp_init_attr_ex *today)
{
	if (q->api == XRC_LEGACY)
		return vct_create_xrc_rcv_qp(legacy, &q->number);
	q->qp = vct_create_qp_ex(ctx(), today);
	if (!q->qp)
		return error_of_verb();
	q->number = q->qp->qp_num;
	return 0;
}

int rcv_qp_create(enum xrc_api api, struct ibv_xrcd *domain, struct rcv_qp *q)
{
	struct ibv_xrc_qp_init_attr legacy = { .xrc_domain = domain };
	struct ibv_qp_init_attr_ex today = {
		.qp_type = IBV_QPT_XRC_RECV,
		.comp_mask = IBV_QP_INIT_ATTR_XRCD,
		.xrcd = domain,
	};

	*q = (struct rcv_qp){ .api = api, .domain = domain };
	return create_by(q, &legacy, &today);
}

int rcv_qp_create_of_nonsense(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
			      struct rcv_qp *q)
{
	void *nowhere = (void *)8;
	struct ibv_xrc_qp_init_attr legacy = {
		.qp_context = nowhere,
		.send_cq = nowhere,
		.recv_cq = nowhere,
		.srq = nowhere,
		.cap = { UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX },
		.qp_type = 55,
		.sq_sig_all = 55,
		.xrc_domain = domain,
	};
	struct ibv_qp_init_attr_ex today = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { 16, 16, 1, 1, 16 },
		.qp_type = IBV_QPT_XRC_RECV,
		.sq_sig_all = 55,
		.comp_mask = IBV_QP_INIT_ATTR_XRCD,
		.pd = nowhere,
		.xrcd = domain,
	};

	*q = (struct rcv_qp){ .api = api, .domain = domain };
	return create_by(q, &legacy, &today);
}

struct rcv_qp rcv_qp_make(enum xrc_api api, struct ibv_xrcd *domain)
{
	struct rcv_qp q;

	must_work(rcv_qp_create(api, domain, &q), BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_XRC_RECV),
		  "create an XRC receive QP");
	return q;
}

int rcv_qp_modify(const struct rcv_qp *q, struct ibv_qp_attr *attr, int mask)
{
	if (q->api == XRC_LEGACY)
		return vct_modify_xrc_rcv_qp(q->domain, q->number, attr, mask);
	return vct_modify_qp(q->qp, attr, mask);
}

int rcv_qp_query(const struct rcv_qp *q, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init)
{
	struct ibv_xrc_qp_init_attr legacy = { 0 };
	int ret;

	if (q->api == XRC_TODAY)
		return vct_query_qp(q->qp, attr, mask, init);
	ret = vct_query_xrc_rcv_qp(q->domain, q->number, attr, mask, &legacy);
	*init = (struct ibv_qp_init_attr){
		.qp_context = legacy.qp_context,
		.send_cq = legacy.send_cq,
		.recv_cq = legacy.recv_cq,
		.srq = legacy.srq,
		.cap = legacy.cap,
		.qp_type = legacy.qp_type,
		.sq_sig_all = legacy.sq_sig_all,
	};
	return ret;
}

int rcv_qp_register(enum xrc_api api, struct ibv_xrcd *domain, uint32_t number, struct rcv_qp *q)
{
	struct ibv_qp_open_attr today = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
		.qp_num = number,
		.xrcd = domain,
		.qp_type = IBV_QPT_XRC_RECV,
	};

	*q = (struct rcv_qp){ .api = api, .domain = domain, .number = number };
	if (api == XRC_LEGACY)
		return vct_reg_xrc_rcv_qp(domain, number);
	q->qp = vct_open_qp(ctx(), &today);
	return q->qp ? 0 : error_of_verb();
}

int rcv_qp_unregister(struct rcv_qp *q)
{
	if (q->api == XRC_LEGACY)
		return vct_unreg_xrc_rcv_qp(q->domain, q->number);
	return vct_destroy_qp(q->qp);
}

enum ibv_qp_state rcv_qp_state(const struct rcv_qp *q)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	must_work(rcv_qp_query(q, &attr, IBV_QP_STATE, &init),
		  BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_XRC_RECV), "query an XRC receive QP");
	return attr.qp_state;
}

struct ibv_qp_attr rcv_init_attr(void)
{
	return (struct ibv_qp_attr){
		.qp_state = IBV_QPS_INIT,
		.port_num = vct_dev->port,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	};
}

struct ibv_qp_attr rcv_rtr_attr(uint32_t dest_qp)
{
	return (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTR,
		.path_mtu = vct_dev->port_attr.active_mtu,
		.dest_qp_num = dest_qp,
		.rq_psn = LINK_PSN,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 1,
		.ah_attr = vct_is_far_number(dest_qp) ? far_address() : own_address(),
	};
}

void rcv_qp_to_init(const struct rcv_qp *q)
{
	struct ibv_qp_attr attr = rcv_init_attr();

	must_work(rcv_qp_modify(q, &attr, RCV_INIT_MASK), BLOCK_OF_QP(QP_TO_INIT, IBV_QPT_XRC_RECV),
		  "move an XRC receive QP to INIT");
}

void rcv_qp_to_rtr(const struct rcv_qp *q, uint32_t dest_qp)
{
	struct ibv_qp_attr attr = rcv_rtr_attr(dest_qp);

	must_work(rcv_qp_modify(q, &attr, RCV_RTR_MASK), BLOCK_OF_QP(QP_TO_RTR, IBV_QPT_XRC_RECV),
		  "move an XRC receive QP to RTR");
}

struct link rcv_qp_link(const struct rcv_qp *q, struct ibv_srq *srq, struct ibv_cq *rx_cq)
{
	struct link l = {
		.xrcd = q->domain, .srq = srq, .rx_cq = rx_cq, .tx_cq = link_sender_cq(CQ_ENTRIES)
	};

	cq_is_of(rx_cq, IBV_QPT_XRC_RECV);
	must_work(vct_get_srq_num(srq, &l.srq_num), BLOCK_XRC_SRQ, "get the number of an XRC SRQ");
	l.tx = xrc_qp_make(IBV_QPT_XRC_SEND, NULL, l.tx_cq);
	if (vct_links_are_apart())
		vct_far_pair(q->qp);
	rcv_qp_to_init(q);
	rcv_qp_to_rtr(q, l.tx->qp_num);
	qp_to_init(l.tx);
	connect_qp(l.tx, q->number, &(struct link_attr){ 0 });
	return l;
}
