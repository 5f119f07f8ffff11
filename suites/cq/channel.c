// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Completion channels: their descriptors, their CQs, and the way of events to them. */
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../vct.h"

CHECK(is_made_and_destroyed, PROMISES(CCH_01, CCH_02), .proves = BLOCK_CHANNEL)
{
	for (int i = 0; i < 3; i++) {
		struct ibv_comp_channel *channel = vct_create_comp_channel(ctx());

		JUDGING(CCH_01);
		MUST_MAKE(channel);
		MUST_POINT_TO(channel->context, ctx());
		MUST_NE(NAMED("what fcntl() returned for the descriptor of the channel",
			      fcntl(channel->fd, F_GETFL)),
			-1);
		JUDGING(CCH_02);
		MUST_SUCCEED(vct_destroy_comp_channel(channel));
	}
}

/* The channel of the context itself is taken afterwards. */
CHECK(of_another_context_is_refused, PROMISES(CCH_11), .danger = DANGER_REFUSED)
{
	struct ibv_context *other = vct_open_device(vct_dev->ibv);
	struct ibv_comp_channel *channel = other ? vct_create_comp_channel(other) : NULL;

	SETUP_OF(BLOCK_CHANNEL, channel);
	MUST_MAKE_NONE(vct_create_cq(ctx(), 16, NULL, channel, 0));
	MUST_MAKE(vct_create_cq(ctx(), 16, NULL, channel_make(), 0));
}

/* The process may have MORE descriptors, and makes twice as many channels. */
CHECK(destroyed_holds_no_descriptor, PROMISES(CCH_09))
{
	enum { MORE = 16 };
	struct ibv_context *context = ctx();
	int fd = open("/dev/null", O_RDONLY);
	struct rlimit limit;

	SETUP(fd >= 0 && !close(fd) && !getrlimit(RLIMIT_NOFILE, &limit));
	limit.rlim_cur = (rlim_t)fd + MORE;
	SETUP(!setrlimit(RLIMIT_NOFILE, &limit));
	for (int i = 0; i < 2 * MORE; i++) {
		struct ibv_comp_channel *channel = vct_create_comp_channel(context);

		SETUP_OF(BLOCK_CHANNEL, channel || i);
		MUST_MAKE(channel);
		SETUP_OF(BLOCK_CHANNEL, !vct_destroy_comp_channel(channel));
	}
}

/* A CQ of the channel: made by either verb. */
static struct ibv_cq *plain_on(struct ibv_comp_channel *channel)
{
	return cq_make_on(channel, 16, NULL);
}

static struct ibv_cq *extended_on(struct ibv_comp_channel *channel)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 16, .channel = channel };
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);

	SETUP_OF(BLOCK_CQ, cq);
	return ibv_cq_ex_to_cq(cq);
}

static const struct kind_row {
	struct vct_row vct_row;
	struct ibv_cq *(*make)(struct ibv_comp_channel *channel);
	int cqs;
} kinds[] = {
	{ ROW("one-cq"), .make = plain_on, .cqs = 1 },
	{ ROW("three-cqs"), .make = plain_on, .cqs = 3 },
	{ ROW("extended-cqs"), .vct_row.needs = NEED_CQ_EX, .make = extended_on, .cqs = 2 },
};

/* After each CQ that goes, until the last one has gone. */
CHECK_ROWS(with_cqs_is_not_destroyed, kinds, PROMISES(CCH_03, CCH_02))
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cqs[3];

	JUDGING(CCH_03);
	for (int i = 0; i < row->cqs; i++)
		cqs[i] = row->make(channel);
	for (int i = 0; i < row->cqs; i++) {
		MUST_REFUSE_WITH_ERRNO(vct_destroy_comp_channel(channel));
		SETUP_OF(BLOCK_RELEASE_CQ, !vct_destroy_cq(cqs[i]));
	}
	JUDGING(CCH_02);
	MUST_SUCCEED(vct_destroy_comp_channel(channel));
}

/* Links whose receivers have queues of their own; receive WRs are posted. */
static struct link link_on(struct ibv_cq *rx_cq)
{
	struct link l = rc_link(.rx_cq = rx_cq, .no_srq = true);

	link_post_receives(&l, recv_list(0, 8));
	return l;
}

static bool is_readable(const struct ibv_comp_channel *channel, int ms)
{
	struct pollfd fd = { .fd = channel->fd, .events = POLLIN };

	return poll(&fd, 1, ms) == 1 && fd.revents & POLLIN;
}

CHECK(refused_destruction_leaves_it, PROMISES(CCH_05), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 16, NULL);
	struct link l = link_on(cq);

	for (int i = 0; i < 3; i++) {
		cq_arm(cq, 0);
		MUST_REFUSE(vct_destroy_comp_channel(channel));
		link_send(&l, 1);
		MUST(is_readable(channel, (int)(CQ_EVENT_MS * vct_slow)),
		     "the channel is readable when there is an event; it is not before the "
		     "deadline");
		MUST_REFUSE(vct_destroy_comp_channel(channel));
		MUST_NOTIFY(channel, cq);
	}
}

/* Two channels of two CQs each; the completions go from one to the other. */
CHECK(event_comes_on_the_channel_of_its_cq, PROMISES(CCH_04), .needs = NEED_RC | NEED_SRQ)
{
	struct ibv_comp_channel *channels[2] = { channel_make(), channel_make() };
	struct ibv_cq *cqs[4];
	struct link l[4];

	for (int i = 0; i < 4; i++) {
		cqs[i] = cq_make_on(channels[i % 2], 16, NULL);
		l[i] = link_on(cqs[i]);
	}
	for (int i = 0; i < 8; i++) {
		cq_arm(cqs[i % 4], 0);
		link_send(&l[i % 4], 1);
		MUST_NOTIFY(channels[i % 2], cqs[i % 4]);
	}
	for (int i = 0; i < 2; i++)
		MUST_NOT_NOTIFY(channels[i]);
}

/* Of three CQs of a channel, all of which have an event: each comes once, in whatever order. */
CHECK(each_cq_gives_its_event, PROMISES(CCH_04), .needs = NEED_RC | NEED_SRQ)
{
	enum { CQS = 3 };
	struct ibv_comp_channel *channel = channel_make();
	unsigned int seen[CQS] = { 0 };
	struct ibv_cq *cqs[CQS], *cq;
	void *context;

	for (int i = 0; i < CQS; i++) {
		struct link l;

		cqs[i] = cq_make_on(channel, 16, NULL);
		l = link_on(cqs[i]);
		cq_arm(cqs[i], 0);
		link_send(&l, 1);
	}
	for (int i = 0; i < CQS; i++) {
		double until = vct_deadline_ms(CQ_EVENT_MS);

		while (vct_get_cq_event(channel, &cq, &context))
			MUST(vct_wait_on(until),
			     "the event of each CQ comes before its deadline; %d of them came", i);
		vct_ack_cq_events(cq, 1);
		for (int j = 0; j < CQS; j++)
			seen[j] += cq == cqs[j];
	}
	for (int i = 0; i < CQS; i++)
		MUST_EQ(NAMED("the number of events of the CQ", seen[i]), 1);
	MUST_NOT_NOTIFY(channel);
}

/* As in the page's example: fcntl, poll, get, acknowledge. */
CHECK(poll_tells_of_an_event, PROMISES(CCH_06, CCH_07), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = vct_create_comp_channel(ctx());
	struct ibv_cq *cq, *seen;
	struct link l;
	void *context;

	SETUP_OF(BLOCK_CHANNEL, channel);
	JUDGING(CCH_06);
	MUST_EQ(NAMED("what fcntl() returned for the descriptor of the channel",
		      fcntl(channel->fd, F_SETFL, fcntl(channel->fd, F_GETFL) | O_NONBLOCK)),
		0);
	cq = cq_make_on(channel, 16, NULL);
	l = link_on(cq);
	for (int i = 0; i < 4; i++) {
		JUDGING(CCH_07);
		cq_arm(cq, 0);
		MUST(!is_readable(channel, 0),
		     "the channel is not readable while there is no event");
		link_send(&l, 1);
		JUDGING(CCH_06);
		MUST(is_readable(channel, (int)(CQ_EVENT_MS * vct_slow)),
		     "the channel is readable when there is an event; it is not before the "
		     "deadline");
		MUST_EQ(vct_get_cq_event(channel, &seen, &context), 0);
		vct_ack_cq_events(seen, 1);
		MUST_POINT_TO(NAMED("the CQ of the event", seen), cq);
	}
	JUDGING(CCH_07);
	MUST(!is_readable(channel, 0), "the channel is not readable when the event was got");
}

/* A thread waits on each of two channels, neither of which was changed. */
struct waiting {
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq, *seen;
	struct call *call;
	struct link l;
};

static int get_event(void *argument)
{
	struct waiting *w = argument;
	void *context;

	return vct_get_cq_event(w->channel, &w->seen, &context);
}

static void start_waiting(struct waiting *w)
{
	w->channel = vct_create_comp_channel(ctx());
	SETUP_OF(BLOCK_CHANNEL, w->channel);
	w->cq = cq_make_on(w->channel, 16, NULL);
	w->l = link_on(w->cq);
	cq_arm(w->cq, 0);
	w->call = call_start(get_event, w);
}

static bool returns(const struct call *c)
{
	double until = vct_deadline_ms(CQ_EVENT_MS);

	while (!call_is_over(c) && vct_wait_on(until))
		;
	return call_is_over(c);
}

CHECK(each_thread_waits_on_its_channel, PROMISES(CQ_NTF_05, CCH_04), .needs = NEED_RC | NEED_SRQ)
{
	static struct waiting w[2];

	JUDGING(CQ_NTF_05);
	for (int i = 0; i < 2; i++) {
		start_waiting(&w[i]);
		MUST(call_blocks(w[i].call),
		     "ibv_get_cq_event waits until there is an event; it has returned");
	}
	for (int i = 1; i >= 0; i--) {
		link_send(&w[i].l, 1);
		JUDGING(CCH_04);
		MUST(returns(w[i].call), "ibv_get_cq_event returns when there is an event; it does "
					 "not before its deadline");
		JUDGING(CQ_NTF_05);
		MUST_EQ(NAMED("what ibv_get_cq_event returned", call_result(w[i].call)), 0);
		JUDGING(CCH_04);
		MUST_POINT_TO(NAMED("the CQ of the event", w[i].seen), w[i].cq);
		if (i)
			MUST(call_blocks(w[0].call), "one event ends one wait; both have ended");
		vct_ack_cq_events(w[i].seen, 1);
	}
}

static const struct gone_row {
	struct vct_row vct_row;
	unsigned int got; /* events of the CQ that were got before */
} gone_rows[] = {
	{ ROW("first-event"), .got = 0 },
	{ ROW("later-event"), .got = 3 },
};

/* The CQ goes when its event is there; the next event is that of another CQ. */
CHECK_ROWS(destroyed_cq_has_no_event, gone_rows, PROMISES(CCH_08), .needs = NEED_RC | NEED_SRQ)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *gone = cq_make_on(channel, 16, NULL), *other;
	struct link l = link_on(gone), l2;

	for (unsigned int i = 0; i < row->got; i++) {
		cq_arm(gone, 0);
		link_send(&l, 1);
		MUST_NOTIFY(channel, gone);
	}
	other = cq_make_on(channel, 16, NULL);
	l2 = link_on(other);
	cq_arm(gone, 0);
	link_send(&l, 1);
	MUST(is_readable(channel, (int)(CQ_EVENT_MS * vct_slow)),
	     "the channel is readable when there is an event; it is not before the deadline");
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	SETUP_OF(BLOCK_RELEASE_CQ, !vct_destroy_cq(gone));
	cq_arm(other, 0);
	link_send(&l2, 1);
	MUST_NOTIFY(channel, other);
	MUST_NOT_NOTIFY(channel);
}

/* Both CQs have an event that was not got when the first one goes. */
CHECK(destroyed_cq_leaves_the_events_of_others, PROMISES(CCH_08), .needs = NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cqs[2];
	struct link l[2];

	for (int i = 0; i < 2; i++) {
		cqs[i] = cq_make_on(channel, 16, NULL);
		l[i] = link_on(cqs[i]);
		cq_arm(cqs[i], 0);
		link_send(&l[i], 1);
	}
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l[0].rx));
	SETUP_OF(BLOCK_RELEASE_CQ, !vct_destroy_cq(cqs[0]));
	MUST_NOTIFY(channel, cqs[1]);
}
