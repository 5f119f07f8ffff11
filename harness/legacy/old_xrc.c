/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A program of 2009, with the names and the two structs of that time. Only its second include and
 * ibv_xrc_srq_num() are new. harness/test_legacy.py builds it with the header and the library that
 * `make install` installs.
 *
 * usage: old_xrc SHARED_FILE [DEVICE [PORT [GID_INDEX]]]
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <infiniband/verbs.h>
#include <infiniband/verbs_xrc.h>

#define MSG_SIZE 64
#define PSN      100

struct resources {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_mr *mr;
	struct ibv_cq *cq, *xrc_cq;
	struct ibv_xrc_domain *xrc_domain;
	struct ibv_srq *srq;
	struct ibv_qp *qp;
	uint32_t rcv_qpn;
	uint8_t port;
	int gid_index;
	char buf[2 * MSG_SIZE];
};

static void die(const char *what, int err)
{
	fprintf(stderr, "%s failed: %s\n", what, strerror(err));
	exit(1);
}

static void open_device(struct resources *res, const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_device_attr attr;
	int i;

	for (i = 0; list && list[i]; i++)
		if (!name || !strcmp(name, ibv_get_device_name(list[i])))
			break;
	if (!list || !list[i]) {
		fprintf(stderr, "no device\n");
		exit(1);
	}
	res->ctx = ibv_open_device(list[i]);
	if (!res->ctx)
		die("ibv_open_device", errno);
	ibv_free_device_list(list);
	if (ibv_query_device(res->ctx, &attr))
		die("ibv_query_device", errno);
	printf("device: %s\n", attr.device_cap_flags & IBV_DEVICE_XRC ? "XRC" : "no XRC");
}

static void create_srqs(struct resources *res)
{
	struct ibv_srq_init_attr basic = { NULL, { 8, 1, 0 } };
	struct ibv_srq_init_attr xrc = {
		.srq_context = res,
		.attr = { .max_wr = 8, .max_sge = 1, .srq_limit = 5 },
		.srq_type = IBV_SRQT_XRC,
		.ext.xrc = { .xrcd = res->xrc_domain, .cq = res->xrc_cq },
	};
	struct ibv_srq *srq;

	srq = ibv_create_srq(res->pd, &basic);
	if (!srq || ibv_destroy_srq(srq))
		die("ibv_create_srq", errno);
	srq = ibv_create_xsrq(res->pd, &basic);
	if (!srq || ibv_destroy_srq(srq))
		die("ibv_create_xsrq", errno);
	printf("basic SRQ: max_wr %s\n", basic.attr.max_wr >= 8 ? "at least 8" : "too small");
	srq = ibv_create_xsrq(res->pd, &xrc);
	if (!srq || srq->srq_context != res)
		die("ibv_create_xsrq", errno);
	printf("XRC SRQ: number %s\n", ibv_xrc_srq_num(srq) ? "there" : "missing");
	if (ibv_destroy_srq(srq))
		die("ibv_destroy_srq", errno);
	res->srq = ibv_create_xrc_srq(res->pd, res->xrc_domain, res->xrc_cq, &xrc);
	if (!res->srq)
		die("ibv_create_xrc_srq", errno);
}

static void to_init(struct resources *res)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = res->port,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
	};
	int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
	int ret;

	ret = ibv_modify_xrc_rcv_qp(res->xrc_domain, res->rcv_qpn, &attr, mask);
	if (ret)
		die("ibv_modify_xrc_rcv_qp to INIT", ret);
	ret = ibv_modify_qp(res->qp, &attr, mask);
	if (ret)
		die("ibv_modify_qp to INIT", ret);
}

/* Sender and receiver get the attributes of an RC QP: an XRC QP had both sides. */
static void to_rtr(struct resources *res)
{
	int mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		   IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	struct ibv_qp_attr attr;
	struct ibv_port_attr port;
	int ret;

	memset(&attr, 0, sizeof(attr));
	attr.qp_state = IBV_QPS_RTR;
	attr.path_mtu = IBV_MTU_1024;
	attr.dest_qp_num = res->qp->qp_num;
	attr.rq_psn = PSN;
	attr.max_dest_rd_atomic = 1;
	attr.min_rnr_timer = 12;
	ret = ibv_query_port(res->ctx, res->port, &port);
	if (ret)
		die("ibv_query_port", ret);
	attr.ah_attr.dlid = port.lid;
	attr.ah_attr.port_num = res->port;
	attr.ah_attr.is_global = port.link_layer == IBV_LINK_LAYER_ETHERNET;
	attr.ah_attr.grh.sgid_index = res->gid_index;
	attr.ah_attr.grh.hop_limit = 1;
	if (ibv_query_gid(res->ctx, res->port, res->gid_index, &attr.ah_attr.grh.dgid))
		die("ibv_query_gid", errno);
	ret = ibv_modify_xrc_rcv_qp(res->xrc_domain, res->rcv_qpn, &attr, mask);
	if (ret)
		die("ibv_modify_xrc_rcv_qp to RTR", ret);
	attr.dest_qp_num = res->rcv_qpn;
	ret = ibv_modify_qp(res->qp, &attr, mask);
	if (ret)
		die("ibv_modify_qp to RTR", ret);
}

static void to_rts(struct resources *res)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
		.sq_psn = PSN,
		.max_rd_atomic = 1,
	};
	int ret;

	ret = ibv_modify_qp(res->qp, &attr,
			    IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
				    IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
	if (ret)
		die("ibv_modify_qp to RTS", ret);
}

static void create_qps(struct resources *res)
{
	struct ibv_qp_init_attr init = {
		.send_cq = res->cq,
		.recv_cq = res->cq,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_XRC,
		.xrc_domain = res->xrc_domain,
	};
	struct ibv_qp_attr attr;
	int ret;

	res->qp = ibv_create_qp(res->pd, &init);
	if (!res->qp)
		die("ibv_create_qp", errno);
	ret = ibv_create_xrc_rcv_qp(&init, &res->rcv_qpn);
	if (ret)
		die("ibv_create_xrc_rcv_qp", ret);
	ret = ibv_reg_xrc_rcv_qp(res->xrc_domain, res->rcv_qpn);
	if (ret)
		die("ibv_reg_xrc_rcv_qp", ret);
	to_init(res);
	to_rtr(res);
	to_rts(res);
	ret = ibv_query_xrc_rcv_qp(res->xrc_domain, res->rcv_qpn, &attr, IBV_QP_STATE, &init);
	if (ret)
		die("ibv_query_xrc_rcv_qp", ret);
	printf("receive QP: %s\n", attr.qp_state == IBV_QPS_RTR ? "RTR" : "not in RTR");
	ret = ibv_query_qp(res->qp, &attr, IBV_QP_STATE, &init);
	if (ret)
		die("ibv_query_qp", ret);
	printf("send QP: %s\n", attr.qp_state == IBV_QPS_RTS ? "RTS" : "not in RTS");
}

static void wait_for(struct ibv_cq *cq, const char *what)
{
	struct ibv_wc wc;
	int n;

	do {
		n = ibv_poll_cq(cq, 1, &wc);
	} while (!n);
	printf("%s: %s\n", what, n < 0 ? "poll failed" : ibv_wc_status_str(wc.status));
}

static void send_message(struct resources *res)
{
	struct ibv_sge recv_sge = { (uintptr_t)res->buf + MSG_SIZE, MSG_SIZE, res->mr->lkey };
	struct ibv_sge send_sge = { (uintptr_t)res->buf, MSG_SIZE, res->mr->lkey };
	struct ibv_recv_wr recv = { .sg_list = &recv_sge, .num_sge = 1 }, *bad_recv;
	struct ibv_send_wr send = {
		.sg_list = &send_sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	}, *bad_send;
	int ret;

	strcpy(res->buf, "as in 2009");
	ret = ibv_post_srq_recv(res->srq, &recv, &bad_recv);
	if (ret)
		die("ibv_post_srq_recv", ret);
	send.xrc_remote_srq_num = ibv_xrc_srq_num(res->srq);
	ret = ibv_post_send(res->qp, &send, &bad_send);
	if (ret)
		die("ibv_post_send", ret);
	wait_for(res->cq, "sent");
	wait_for(res->xrc_cq, "received");
	printf("message: %s\n", res->buf + MSG_SIZE);
}

static void clean_up(struct resources *res)
{
	int ret;

	printf("close of a domain in use: %s\n",
	       ibv_close_xrc_domain(res->xrc_domain) ? "refused" : "done");
	ret = ibv_unreg_xrc_rcv_qp(res->xrc_domain, res->rcv_qpn);
	if (ret)
		die("ibv_unreg_xrc_rcv_qp", ret);
	printf("registering after that: %s\n",
	       ibv_reg_xrc_rcv_qp(res->xrc_domain, res->rcv_qpn) ? "refused" : "done");
	if (ibv_destroy_qp(res->qp) || ibv_destroy_srq(res->srq))
		die("destroying", errno);
	ret = ibv_close_xrc_domain(res->xrc_domain);
	if (ret)
		die("ibv_close_xrc_domain", ret);
	if (ibv_destroy_cq(res->cq) || ibv_destroy_cq(res->xrc_cq) || ibv_dereg_mr(res->mr) ||
	    ibv_dealloc_pd(res->pd) || ibv_close_device(res->ctx))
		die("cleaning up", errno);
}

int main(int argc, char **argv)
{
	static struct resources res;
	int fd;

	if (argc < 2)
		return 2;
	open_device(&res, argc > 2 ? argv[2] : NULL);
	res.port = argc > 3 ? atoi(argv[3]) : 1;
	res.gid_index = argc > 4 ? atoi(argv[4]) : 0;
	fd = open(argv[1], O_RDWR | O_CREAT, 0600);
	if (fd < 0)
		die("open", errno);
	res.xrc_domain = ibv_open_xrc_domain(res.ctx, fd, O_CREAT);
	if (!res.xrc_domain)
		die("ibv_open_xrc_domain", errno);
	res.pd = ibv_alloc_pd(res.ctx);
	res.cq = ibv_create_cq(res.ctx, 4, NULL, NULL, 0);
	res.xrc_cq = ibv_create_cq(res.ctx, 4, NULL, NULL, 0);
	if (!res.pd || !res.cq || !res.xrc_cq)
		die("set-up", errno);
	res.mr = ibv_reg_mr(res.pd, res.buf, sizeof(res.buf), IBV_ACCESS_LOCAL_WRITE);
	if (!res.mr)
		die("ibv_reg_mr", errno);
	create_srqs(&res);
	create_qps(&res);
	send_message(&res);
	clean_up(&res);
	close(fd);
	return 0;
}
