// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_req_notify_cq, several times, late, and without a channel; acknowledgements one by one. */
#include "../vct.h"

static struct link link_on(struct ibv_cq *rx_cq)
{
	struct link l = rc_link(.rx_cq = rx_cq, .no_srq = true);

	link_post_receives(&l, recv_list(0, 12));
	return l;
}

/* The event of the CQ of another link comes behind all that were to come; how many came before. */
static int events_until_fence(struct ibv_comp_channel *channel, struct ibv_cq *cq)
{
	struct ibv_cq *last = cq_make_on(channel, 16, NULL), *seen;
	double until = vct_deadline_ms(CQ_EVENT_MS);
	struct link l = link_on(last);
	void *context;
	int n = 0;

	cq_arm(last, 0);
	link_send(&l, 1);
	do {
		while (vct_get_cq_event(channel, &seen, &context))
			SETUP_OF(BLOCK_COMPLETION_EVENT, vct_wait_on(until));
		vct_ack_cq_events(seen, 1);
		n += seen == cq;
	} while (seen != last);
	return n;
}

static const struct twice_row {
	struct vct_row vct_row;
	int solicited[2];
} twice[] = {
	{ ROW("all-and-all"), .solicited = { 0, 0 } },
	{ ROW("solicited-and-all"), .solicited = { 1, 0 } },
};

CHECK_ROWS(two_requests_give_at_most_two_events, twice, PROMISES(CQ_NTF_08), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 16, NULL);
	struct link l = link_on(cq);
	int n;

	cq_arm(cq, row->solicited[0]);
	cq_arm(cq, row->solicited[1]);
	link_send(&l, 3);
	n = events_until_fence(channel, cq);
	RECORD("two requests give %d event%s for three completions", n, n == 1 ? "" : "s");
	MUST_LE(NAMED("the number of events", n), 2);
}

CHECK(request_for_all_widens, PROMISES(CQ_NTF_10), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 16, NULL);
	struct link l = link_on(cq);

	for (int i = 0; i < 3; i++) {
		cq_arm(cq, 1);
		cq_arm(cq, 0);
		link_send(&l, 1);
		MUST_NOTIFY(channel, cq);
	}
}

/* A solicited message gives an event in either case. */
CHECK(request_for_solicited_after_all, PROMISES(CQ_NTF_12), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 16, NULL);
	struct link l = link_on(cq);
	int n;

	cq_arm(cq, 0);
	cq_arm(cq, 1);
	link_send(&l, 1);
	n = events_until_fence(channel, cq);
	RECORD("after a request for all and one for solicited ones, %s holds",
	       n ? "that for all" : "that for solicited ones");
	vct_held();
	if (n)
		return;
	link_message(&l, IBV_WR_SEND, .flags = IBV_SEND_SOLICITED);
	MUST_NOTIFY(channel, cq);
}

CHECK(request_with_unpolled_entries, PROMISES(CQ_NTF_09), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 16, NULL);
	struct link l = link_on(cq);
	int n;

	for (int i = 0; i < 2; i++) {
		link_post(&l, IBV_WR_SEND);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(l.tx_cq).status == IBV_WC_SUCCESS);
	}
	cq_arm(cq, 0);
	n = events_until_fence(channel, cq);
	RECORD("a request with unpolled entries gives %s at once", n ? "an event" : "no event");
	MUST_LE(NAMED("the number of events", n), 1);
	if (n)
		return;
	link_post(&l, IBV_WR_SEND);
	MUST_NOTIFY(channel, cq);
}

CHECK(request_without_a_channel, PROMISES(CQ_NTF_11), .needs = NEED_RC)
{
	struct link l = link_on(cq_make(16));

	for (int solicited = 0; solicited < 2; solicited++) {
		int ret = vct_req_notify_cq(l.rx_cq, solicited);

		RECORD("it returns %s", ret ? strerrorname_np(ret) : "0");
		MUST_GE(ret, 0);
		link_post(&l, IBV_WR_SEND);
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, solicited);
	}
}

static int destroy_cq(void *cq)
{
	return vct_destroy_cq(cq);
}

/* Three events are got; two are acknowledged, one after the other, and later the third. */
CHECK(destroying_waits_for_the_last_ack, PROMISES(CQ_NTF_06), .needs = NEED_RC | NEED_SRQ)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 16, NULL), *seen;
	struct link l = link_on(cq);
	struct call *destroy;
	void *context;

	for (int i = 0; i < 3; i++) {
		double until = vct_deadline_ms(CQ_EVENT_MS);

		cq_arm(cq, 0);
		link_send(&l, 1);
		while (vct_get_cq_event(channel, &seen, &context))
			SETUP_OF(BLOCK_COMPLETION_EVENT, vct_wait_on(until));
	}
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	vct_ack_cq_events(cq, 1);
	destroy = call_start(destroy_cq, cq);
	MUST(call_blocks(destroy),
	     "ibv_destroy_cq waits until the events are acknowledged; it has returned");
	vct_ack_cq_events(cq, 1);
	MUST(call_blocks(destroy),
	     "ibv_destroy_cq waits until all events are acknowledged; it has returned");
	vct_ack_cq_events(cq, 1);
	MUST_EQ(NAMED("what ibv_destroy_cq returned", call_result(destroy)), 0);
}
