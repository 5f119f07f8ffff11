// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Completion events: which completions give one, what it says, and which calls wait. */
#include <fcntl.h>

#include "../vct.h"

/* A link whose CQs are on one channel. */
struct notified {
	struct ibv_comp_channel *channel;
	struct link l;
};

static struct notified notified_make(enum ibv_qp_type type, bool own_queue)
{
	struct notified n = { .channel = channel_make() };
	struct ibv_cq *tx_cq = cq_make_on(n.channel, 32, &n), *rx_cq;
	struct link_attr attr = { .srq_wr = 16, .no_srq = own_queue };

	rx_cq = cq_make_on(n.channel, 32, &n);
	attr.rx = qp_make(type, own_queue ? NULL : srq_make(.max_wr = 16), rx_cq, rx_cq);
	attr.tx = qp_make(type, NULL, tx_cq, tx_cq);
	attr.srq = attr.rx->srq;
	n.l = link_make(type, &attr);
	return n;
}

static const struct notify_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	bool own_queue, sender;
} notify_rows[] = {
	{ ROW("receive-of-a-srq"), .vct_row.needs = NEED_SRQ, .type = IBV_QPT_RC },
	{ ROW("receive"), .type = IBV_QPT_RC, .own_queue = true },
	{ ROW("send"), .type = IBV_QPT_RC, .own_queue = true, .sender = true },
	{ ROW("ud-receive-of-a-srq"), .vct_row.needs = NEED_UD | NEED_SRQ, .type = IBV_QPT_UD },
	{ ROW("ud-send"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD, .own_queue = true,
	  .sender = true },
};

/* Three times: an event for each request, of the CQ that was armed, and then none. */
CHECK_ROWS(completion_gives_one_event, notify_rows, PROMISES(CQ_NTF_01, CQ_NTF_02, CQ_NTF_07),
	   .needs = NEED_RC | NEED_SRQ)
{
	struct notified n = notified_make(row->type, row->own_queue);
	struct ibv_cq *cq = row->sender ? n.l.tx_cq : n.l.rx_cq;

	link_post_receives(&n.l, recv_list(0, 6));
	for (int i = 0; i < 3; i++) {
		JUDGING(CQ_NTF_07);
		MUST_SUCCEED(vct_req_notify_cq(cq, 0));
		link_send(&n.l, 1);
		JUDGING(CQ_NTF_01);
		MUST_NOTIFY(n.channel, cq);
		link_send(&n.l, 1);
		JUDGING(CQ_NTF_02);
		MUST_NOT_NOTIFY(n.channel);
	}
}

CHECK(no_event_without_a_request, PROMISES(CQ_NTF_02), .needs = NEED_RC | NEED_SRQ)
{
	struct notified n = notified_make(IBV_QPT_RC, false);

	link_post_receives(&n.l, recv_list(0, 4));
	link_send(&n.l, 4);
	MUST_NOT_NOTIFY(n.channel);
}

/* The CQ goes round several times between the requests. */
CHECK(event_comes_after_many_completions, PROMISES(CQ_NTF_01), .needs = NEED_RC | NEED_SRQ)
{
	struct notified n = notified_make(IBV_QPT_RC, false);

	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < 35; i++) {
			link_post_receives(&n.l, recv_list(0, 1));
			link_send(&n.l, 1);
		}
		link_post_receives(&n.l, recv_list(0, 1));
		cq_arm(n.l.rx_cq, 0);
		link_send(&n.l, 1);
		MUST_NOTIFY(n.channel, n.l.rx_cq);
	}
}

/* Of a message that is solicited or not, with and without immediate data. */
static const struct solicited_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	bool own_queue;
} solicited_rows[] = {
	{ ROW("send"), .opcode = IBV_WR_SEND },
	{ ROW("send-imm"), .vct_row.needs = NEED_IMM, .opcode = IBV_WR_SEND_WITH_IMM },
	{ ROW("write-imm"), .vct_row.needs = NEED_IMM, .opcode = IBV_WR_RDMA_WRITE_WITH_IMM },
	{ ROW("send-own-queue"), .opcode = IBV_WR_SEND, .own_queue = true },
};

CHECK_ROWS(only_the_solicited_give_an_event, solicited_rows, PROMISES(CQ_NTF_03),
	   .needs = NEED_RC | NEED_SRQ)
{
	struct notified n = notified_make(IBV_QPT_RC, row->own_queue);

	link_post_receives(&n.l, recv_list(0, 6));
	for (int i = 0; i < 2; i++) {
		cq_arm(n.l.rx_cq, 1);
		link_message(&n.l, row->opcode, .imm = 7);
		MUST_NOT_NOTIFY(n.channel);
		link_message(&n.l, row->opcode, .imm = 7, .flags = IBV_SEND_SOLICITED);
		MUST_NOTIFY(n.channel, n.l.rx_cq);
	}
}

/* That its receiver gets an event makes no difference. */
CHECK(sends_are_not_solicited, PROMISES(CQ_NTF_03), .needs = NEED_RC | NEED_SRQ)
{
	struct notified n = notified_make(IBV_QPT_RC, false);

	link_post_receives(&n.l, recv_list(0, 2));
	cq_arm(n.l.tx_cq, 1);
	link_message(&n.l, IBV_WR_SEND, .flags = IBV_SEND_SOLICITED);
	MUST_NOT_NOTIFY(n.channel);
}

static const struct error_row {
	struct vct_row vct_row;
	int solicited_only;
	bool receives;
} error_rows[] = {
	{ ROW("solicited-only"), .solicited_only = 1 },
	{ ROW("all"), .solicited_only = 0 },
	{ ROW("solicited-only-of-a-receive"), .solicited_only = 1, .receives = true },
	{ ROW("all-of-a-receive"), .receives = true },
};

/* What is posted is flushed. That a send is refused in ERR is judged by other checks. */
CHECK_ROWS(error_gives_an_event, error_rows, PROMISES(CQ_NTF_03, CQ_NTF_01),
	   .needs = NEED_RC | NEED_SRQ | NEED_IB_STATES)
{
	struct notified n = notified_make(IBV_QPT_RC, row->receives);
	int ret;

	JUDGING(row->solicited_only ? CQ_NTF_03 : CQ_NTF_01);
	if (row->receives) {
		link_post_receives(&n.l, recv_list(0, 1));
		cq_arm(n.l.rx_cq, row->solicited_only);
		qp_to_state(n.l.rx, IBV_QPS_ERR);
		MUST_NOTIFY(n.channel, n.l.rx_cq);
		return;
	}
	cq_arm(n.l.tx_cq, row->solicited_only);
	qp_to_state(n.l.tx, IBV_QPS_ERR);
	ret = link_try(&n.l, IBV_WR_SEND);
	if (ret) {
		RECORD("a send in ERR is refused with %s", vct_errno_text(ret));
		MUST_NOT_NOTIFY(n.channel);
		return;
	}
	MUST_NOTIFY(n.channel, n.l.tx_cq);
}

CHECK(event_names_cq_and_context, PROMISES(CQ_NTF_04), .needs = NEED_RC | NEED_SRQ)
{
	static int contexts[2];
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cqs[2], *seen;
	void *context;

	for (int i = 0; i < 2; i++)
		cqs[i] = cq_make_on(channel, 4, &contexts[i]);
	for (int i = 0; i < 4; i++) {
		struct link l = rc_link(.rx_cq = cqs[i % 2], .srq_wr = 1, .posted = 1);
		double until = vct_deadline_ms(CQ_EVENT_MS);

		cq_arm(cqs[i % 2], 0);
		link_send(&l, 1);
		while (vct_get_cq_event(channel, &seen, &context))
			SETUP_OF(BLOCK_COMPLETION_EVENT, vct_wait_on(until));
		vct_ack_cq_events(seen, 1);
		MUST_POINT_TO(NAMED("the CQ of the event", seen), cqs[i % 2]);
		MUST_POINT_TO(NAMED("cq_context of the event", context), &contexts[i % 2]);
	}
}

/* One of two: get_waits() is called in another thread. */
static struct ibv_comp_channel *the_channel;

static int get_event(void *cq)
{
	void *context;

	return vct_get_cq_event(the_channel, cq, &context);
}

CHECK(get_waits_for_an_event, PROMISES(CQ_NTF_05), .needs = NEED_RC | NEED_SRQ)
{
	struct notified n = notified_make(IBV_QPT_RC, false);
	static struct ibv_cq *seen;
	struct call *get;

	link_post_receives(&n.l, recv_list(0, 1));
	cq_arm(n.l.rx_cq, 0);
	the_channel = n.channel;
	MUST_EQ(NAMED("what ibv_get_cq_event returned", get_event(&seen)),
		-1); /* O_NONBLOCK, and no event is there */
	SETUP(!fcntl(n.channel->fd, F_SETFL, fcntl(n.channel->fd, F_GETFL) & ~O_NONBLOCK));
	get = call_start(get_event, &seen);
	MUST(call_blocks(get), "ibv_get_cq_event waits until there is an event; it has returned");
	link_send(&n.l, 1);
	RELIES_ON(BLOCK_COMPLETION_EVENT);
	MUST_EQ(NAMED("what ibv_get_cq_event returned", call_result(get)), 0);
	MUST_POINT_TO(NAMED("the CQ of the event", seen), n.l.rx_cq);
}

static int destroy_cq(void *cq)
{
	return vct_destroy_cq(cq);
}

/* Two events are got; both are acknowledged with one call. */
CHECK(destroying_waits_for_the_acks, PROMISES(CQ_NTF_06), .needs = NEED_RC | NEED_SRQ)
{
	struct notified n = notified_make(IBV_QPT_RC, false);
	struct ibv_cq *cq = n.l.rx_cq, *seen;
	struct call *destroy;

	link_post_receives(&n.l, recv_list(0, 2));
	the_channel = n.channel;
	for (int i = 0; i < 2; i++) {
		double until = vct_deadline_ms(CQ_EVENT_MS);

		cq_arm(cq, 0);
		link_send(&n.l, 1);
		while (get_event(&seen))
			SETUP_OF(BLOCK_COMPLETION_EVENT, vct_wait_on(until));
	}
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(n.l.rx));
	destroy = call_start(destroy_cq, cq);
	MUST(call_blocks(destroy),
	     "ibv_destroy_cq waits until the event is acknowledged; it has returned");
	vct_ack_cq_events(cq, 2);
	MUST_EQ(NAMED("what ibv_destroy_cq returned", call_result(destroy)), 0);
}
