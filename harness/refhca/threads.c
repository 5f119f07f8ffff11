// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Threads that use one device at the same time: each makes and destroys its own QPs and CQs, all
 * share a SRQ, an extended CQ and a QP to which they post with ibv_wr_*(), and one reads the
 * events. Every message must arrive. harness/test_refhca_tools.py runs it with ThreadSanitizer,
 * too.
 */
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <infiniband/verbs.h>

enum { THREADS = 4, ROUNDS = 40, MESSAGES = 16, DEPTH = 4096, SIZE = 64 };

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *mr;
static struct ibv_srq *srq;
static char memory[DEPTH + 1][SIZE];
static atomic_int received, sent, limits;
static atomic_bool over;

#define CHECK(condition) ((condition) ? (void)0 : err(1, "line %d: %s", __LINE__, #condition))

static struct ibv_sge slot(unsigned int i)
{
	return (struct ibv_sge){ (uintptr_t)memory[i], SIZE, mr->lkey };
}

static void post_receive(unsigned int i)
{
	struct ibv_sge sge = slot(i);
	struct ibv_recv_wr *bad, wr = { .sg_list = &sge, .num_sge = 1 };

	CHECK(!(errno = ibv_post_srq_recv(srq, &wr, &bad)));
}

static struct ibv_qp *make_qp(struct ibv_cq *cq)
{
	struct ibv_qp_init_attr_ex init = {
		.send_cq = cq,
		.recv_cq = cq,
		.srq = srq,
		.cap = { .max_send_wr = MESSAGES, .max_send_sge = 1 },
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = 1,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = pd,
		.send_ops_flags = IBV_QP_EX_WITH_SEND,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(context, &init);

	CHECK(qp);
	return qp;
}

static void connect_to(struct ibv_qp *qp, const struct ibv_qp *peer)
{
	struct ibv_port_attr port;
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1 };

	CHECK(!ibv_query_port(context, 1, &port));
	CHECK(!ibv_modify_qp(qp, &attr,
			     IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS));
	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_256,
		.dest_qp_num = peer->qp_num,
		.ah_attr = { .dlid = port.lid, .port_num = 1 },
		.min_rnr_timer = 1,
	};
	CHECK(!ibv_modify_qp(qp, &attr,
			     IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				     IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
				     IBV_QP_MIN_RNR_TIMER));
	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTS,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
	};
	CHECK(!ibv_modify_qp(qp, &attr,
			     IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
				     IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC));
}

static bool post(struct ibv_qp *qp)
{
	struct ibv_qp_ex *ex = ibv_qp_to_qp_ex(qp);
	int ret;

	ibv_wr_start(ex);
	ibv_wr_send(ex);
	ibv_wr_set_sge(ex, mr->lkey, (uintptr_t)memory[DEPTH], SIZE);
	ret = ibv_wr_complete(ex);
	CHECK(!ret || (errno = ret) == ENOMEM); /* the queue is full */
	return !ret;
}

/* Each consumed receive WR is posted again, so that the SRQ is never empty for long. */
static void account(enum ibv_wc_status status, bool is_receive)
{
	if (status)
		errx(1, "%s", ibv_wc_status_str(status));
	if (is_receive) {
		post_receive((unsigned int)atomic_fetch_add(&received, 1) % DEPTH);
		return;
	}
	atomic_fetch_add(&sent, 1);
}

static void own_objects(void)
{
	struct ibv_cq *cq = ibv_create_cq(context, 4 * MESSAGES, NULL, NULL, 0);
	struct ibv_srq_attr limit = { .srq_limit = DEPTH };
	struct ibv_qp *a, *b;
	struct ibv_wc wc;

	CHECK(cq);
	a = make_qp(cq);
	b = make_qp(cq);
	connect_to(a, b);
	connect_to(b, a);
	CHECK(!(errno = ibv_modify_srq(srq, &limit, IBV_SRQ_LIMIT)));
	for (int i = 0; i < MESSAGES; i++)
		CHECK(post(i % 2 ? a : b));
	for (int left = 2 * MESSAGES; left;) {
		int n = ibv_poll_cq(cq, 1, &wc);

		CHECK(n >= 0);
		if (n)
			account(wc.status, wc.opcode & IBV_WC_RECV);
		left -= n;
	}
	CHECK(!ibv_destroy_qp(a));
	CHECK(!ibv_destroy_qp(b));
	CHECK(!ibv_destroy_cq(cq));
}

static struct ibv_qp *shared_qp;
static struct ibv_cq_ex *shared_cq;

static void poll_shared(void)
{
	struct ibv_poll_cq_attr attr = { 0 };
	int ret = ibv_start_poll(shared_cq, &attr);

	CHECK(!ret || ret == ENOENT);
	if (ret)
		return;
	account(shared_cq->status, ibv_wc_read_opcode(shared_cq) & IBV_WC_RECV);
	ibv_end_poll(shared_cq);
}

static void *work(void *unused)
{
	for (int round = 0; round < ROUNDS; round++) {
		own_objects();
		for (int i = 0; i < MESSAGES; i++)
			while (!post(shared_qp))
				poll_shared();
	}
	return unused;
}

static void *watch(void *unused)
{
	struct pollfd fd = { .fd = context->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	for (;;) {
		bool last =
			over; /* events raised before this are read even if this thread runs late */

		if (poll(&fd, 1, 10) < 1) {
			if (last)
				return unused;
			continue;
		}
		CHECK(!ibv_get_async_event(context, &event));
		limits += event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED;
		ibv_ack_async_event(&event);
	}
}

static void open_all(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_srq_init_attr init = { .attr = { .max_wr = DEPTH + THREADS, .max_sge = 1 } };
	struct ibv_cq_init_attr_ex cq = { .cqe = 2 * THREADS * ROUNDS * MESSAGES };

	CHECK(list && (context = ibv_open_device(list[0])));
	ibv_free_device_list(list);
	CHECK((pd = ibv_alloc_pd(context)));
	CHECK((mr = ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE)));
	CHECK((srq = ibv_create_srq(pd, &init)));
	CHECK((shared_cq = ibv_create_cq_ex(context, &cq)));
	for (unsigned int i = 0; i < DEPTH; i++)
		post_receive(i);
}

int main(void)
{
	const int messages = 2 * THREADS * ROUNDS * MESSAGES;
	pthread_t threads[THREADS], watcher;
	struct ibv_qp *peer;

	open_all();
	shared_qp = make_qp(ibv_cq_ex_to_cq(shared_cq));
	peer = make_qp(ibv_cq_ex_to_cq(shared_cq));
	connect_to(shared_qp, peer);
	connect_to(peer, shared_qp);
	CHECK(!pthread_create(&watcher, NULL, watch, NULL));
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&threads[i], NULL, work, NULL));
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	while (sent < messages || received < messages)
		poll_shared();
	over = true;
	pthread_join(watcher, NULL);
	CHECK(!ibv_destroy_qp(shared_qp) && !ibv_destroy_qp(peer));
	CHECK(!ibv_destroy_srq(srq) && !ibv_destroy_cq(ibv_cq_ex_to_cq(shared_cq)));
	CHECK(!ibv_dereg_mr(mr) && !ibv_dealloc_pd(pd) && !ibv_close_device(context));
	printf("%d messages sent, %d received, limit events: %s\n", sent, received,
	       limits ? "seen" : "none");
	return 0;
}
