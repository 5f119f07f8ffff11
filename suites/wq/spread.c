// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Which WQ of a table a raw packet comes to. No page tells which entry a hash leads to, so that the
 * checks compare where packets come, and none computes it: equal hashes lead to one entry.
 */
#include "rss.h"

enum { LOG_ENTRIES = 2, ENTRIES = 1 << LOG_ENTRIES, FLOWS = 64 };

struct spread {
	struct raw raw; /* its sink 0 is the QP that spreads */
	struct ibv_wq *wqs[ENTRIES];
	struct ibv_cq *cq; /* of all of them: the wr_id tells the WQ */
	struct ibv_rwq_ind_table *table;
	struct ibv_flow *flow;
};

static const unsigned int in_order[ENTRIES] = { 0, 1, 2, 3 };

static void make_wqs(struct spread *s)
{
	s->raw = raw_make();
	s->cq = cq_make(ENTRIES * WRS);
	for (unsigned int i = 0; i < ENTRIES; i++)
		s->wqs[i] = rss_wq(s->cq, 0);
	rss_sink(&s->raw, 0, NULL, s->cq, s->wqs);
	for (unsigned int i = 0; i < ENTRIES; i++)
		raw_post(&s->raw.sinks[0], rss_first(i), WRS);
}

/* All packets to one MAC address come to a QP, whose table has the WQs in this order. */
static void spread_over(struct spread *s, const unsigned int *order, uint32_t log_size,
			uint64_t fields, const struct rss_key *key)
{
	struct ibv_wq *entries[ENTRIES];

	for (unsigned int i = 0; i < 1U << log_size; i++)
		entries[i] = s->wqs[order[i]];
	s->table = rss_table(entries, log_size);
	rss_sink(&s->raw, 0, rss_qp_or_skip(s->table, fields, key), s->cq, s->wqs);
	s->flow = rule_set(&s->raw, 0, rule_to(0));
}

static void end_spreading(struct spread *s)
{
	rule_end(s->flow);
	SETUP(!vct_destroy_qp(s->raw.sinks[0].qp));
	SETUP(!vct_destroy_rwq_ind_table(s->table));
}

/* Sends a packet, which has to come as it was sent, and once; returns the WQ that gets it. */
static unsigned int comes_to(struct spread *s, struct packet p)
{
	return rss_wq_of(MUST_GET(&s->raw, 0, raw_send(&s->raw, p)));
}

/* Flow n has n times what the row has in each member; all of them come to so many WQs, or more. */
static const struct flow_row {
	struct vct_row vct_row;
	uint64_t fields;
	struct packet step;
	unsigned int least;
} flows[] = {
	{ ROW("ipv4"), .fields = IPV4_ADDRESSES, .step = { .ip_to = 146, .ip_from = 35 },
	  .least = ENTRIES },
	{ ROW("ipv4-to"), .fields = IPV4_ADDRESSES, .step = { .ip_to = 3 }, .least = 2 },
	{ ROW("ipv4-from"), .fields = IPV4_ADDRESSES, .step = { .ip_from = 3 }, .least = 2 },
	{ ROW("udp"), .fields = IPV4_ADDRESSES | UDP_PORTS,
	  .step = { .ip_to = 146, .ip_from = 35, .port_to = 207, .port_from = 217 },
	  .least = ENTRIES },
	{ ROW("udp-to"), .fields = IPV4_ADDRESSES | UDP_PORTS, .step = { .port_to = 3 },
	  .least = 2 },
	{ ROW("udp-from"), .fields = IPV4_ADDRESSES | UDP_PORTS, .step = { .port_from = 3 },
	  .least = 2 },
	{ ROW("tcp"), .fields = IPV4_ADDRESSES | TCP_PORTS,
	  .step = { .ip_to = 146, .ip_from = 35, .port_to = 207, .port_from = 217, .tcp = true },
	  .least = ENTRIES },
	{ ROW("tcp-to"), .fields = IPV4_ADDRESSES | TCP_PORTS,
	  .step = { .port_to = 3, .tcp = true }, .least = 2 },
	{ ROW("tcp-from"), .fields = IPV4_ADDRESSES | TCP_PORTS,
	  .step = { .port_from = 3, .tcp = true }, .least = 2 },
	{ ROW("ipv6"), .fields = IPV6_ADDRESSES,
	  .step = { .ip_to = 146, .ip_from = 35, .ipv6 = true }, .least = ENTRIES },
	{ ROW("ipv6-to"), .fields = IPV6_ADDRESSES, .step = { .ip_to = 3, .ipv6 = true },
	  .least = 2 },
	{ ROW("ipv6-to-network"), .fields = IPV6_ADDRESSES, .step = { .net_to = 3, .ipv6 = true },
	  .least = 2 },
	{ ROW("ipv6-from"), .fields = IPV6_ADDRESSES, .step = { .ip_from = 3, .ipv6 = true },
	  .least = 2 },
	{ ROW("ipv6-from-network"), .fields = IPV6_ADDRESSES,
	  .step = { .net_from = 3, .ipv6 = true }, .least = 2 },
	{ ROW("udp-of-ipv6-to"), .fields = IPV6_ADDRESSES | UDP_PORTS,
	  .step = { .port_to = 3, .ipv6 = true }, .least = 2 },
	{ ROW("tcp-of-ipv6-from"), .fields = IPV6_ADDRESSES | TCP_PORTS,
	  .step = { .port_from = 3, .ipv6 = true, .tcp = true }, .least = 2 },
};

static struct packet flow_of(const struct flow_row *row, unsigned int n)
{
	const struct packet *step = &row->step;

	return (struct packet){ .ip_to = (uint8_t)(n * step->ip_to),
				.ip_from = (uint8_t)(n * step->ip_from),
				.net_to = (uint8_t)(n * step->net_to),
				.net_from = (uint8_t)(n * step->net_from),
				.port_to = (uint8_t)(n * step->port_to),
				.port_from = (uint8_t)(n * step->port_from),
				.ipv6 = step->ipv6,
				.tcp = step->tcp };
}

/* A packet of the same flow that differs in what the fields of the row leave out. */
static struct packet another_of(const struct flow_row *row, unsigned int n)
{
	struct packet p = flow_of(row, n);

	p.from = (uint8_t)(1 + n);
	p.traffic = (uint8_t)(n << 2);
	p.label = 1 + 11 * n;
	if (!(row->fields & (UDP_PORTS | TCP_PORTS))) {
		p.tcp = n % 2;
		p.port_to = (uint8_t)(1 + 3 * n);
		p.port_from = (uint8_t)(7 + 5 * n);
	}
	return p;
}

/* The WQ of each flow. */
static void find_wqs(struct spread *s, const struct flow_row *row, unsigned int *wqs)
{
	for (unsigned int n = 0; n < FLOWS; n++)
		wqs[n] = comes_to(s, flow_of(row, n));
}

static void make_row(struct spread *s, const struct flow_row *row)
{
	make_wqs(s);
	spread_over(s, in_order, LOG_ENTRIES, row->fields, &rss_any_key);
}

/* And a rule for it, as for any raw packet QP. */
CHECK(claimed_fields_make_a_qp, PROMISES(RWQ_06, FLW_15), .needs = SPREADS, .asks = true)
{
	struct ibv_wq *wq = rss_wq(cq_make(16), 0);
	struct ibv_qp *qp = rss_qp(rss_table(&wq, 0), IPV4_ADDRESSES, &rss_any_key);
	struct rule rule = rule_to(0);

	MUST_MAKE(qp);
	JUDGING(FLW_15);
	MUST_MAKE(vct_create_flow(qp, &rule.attr));
}

/* Two WQs on CQs of their own, each alone in its table. */
CHECK(each_wq_completes_on_its_cq, PROMISES(WQ_CRE_03), .needs = SPREADS, .asks = true)
{
	struct raw r = raw_make();
	struct ibv_wq *wqs[SINKS];

	for (uint8_t i = 0; i < SINKS; i++)
		rss_alone(&r, i, cq_make(2 * WRS), 0, wqs);
	for (uint8_t i = 0; i < 12; i++)
		MUST_GET(&r, i % SINKS, raw_send(&r, (struct packet){ .to = i % SINKS }));
}

/* In another order, and when other things of the packet have changed. */
CHECK_ROWS(a_flow_stays_with_its_wq, flows, PROMISES(RWQ_06), .needs = SPREADS, .asks = true)
{
	unsigned int wqs[FLOWS];
	struct spread s;

	make_row(&s, row);
	find_wqs(&s, row, wqs);
	for (unsigned int n = FLOWS; n--;)
		MUST_EQ(NAMED("the WQ that the packet came to", comes_to(&s, flow_of(row, n))),
			wqs[n]);
	for (unsigned int n = 0; n < FLOWS; n++)
		MUST_EQ(NAMED("the WQ that the packet came to", comes_to(&s, another_of(row, n))),
			wqs[n]);
}

/* Flows that differ in several fields reach each WQ of the table; in one field, more than one WQ.
 */
CHECK_ROWS(flows_come_to_several_wqs, flows, PROMISES(RWQ_06), .needs = SPREADS, .asks = true)
{
	unsigned int wqs[FLOWS], packets[ENTRIES] = { 0 }, reached = 0;
	struct spread s;

	make_row(&s, row);
	find_wqs(&s, row, wqs);
	for (unsigned int n = 0; n < FLOWS; n++)
		packets[wqs[n]]++;
	for (unsigned int i = 0; i < ENTRIES; i++)
		reached += packets[i] > 0;
	MUST_GE(NAMED("the number of WQs that packets came to", reached), row->least);
}

static const struct only_row {
	struct vct_row vct_row;
	uint32_t log;
} only[] = { { ROW("one-entry"), .log = 0 }, { ROW("four-entries"), .log = LOG_ENTRIES } };

/* All entries of the table are the third WQ. */
CHECK_ROWS(one_wq_gets_all, only, PROMISES(RWQ_06, RWQ_03), .needs = SPREADS, .asks = true)
{
	static const unsigned int third[ENTRIES] = { 2, 2, 2, 2 };
	struct spread s;

	make_wqs(&s);
	spread_over(&s, third, row->log, IPV4_ADDRESSES, &rss_any_key);
	for (unsigned int n = 0; n < FLOWS; n++)
		MUST_EQ(NAMED("the WQ that the packet came to",
			      comes_to(&s, flow_of(&flows[0], n))),
			2);
	end_spreading(&s);
	JUDGING(RWQ_03);
	MUST_SUCCEED(vct_destroy_wq(s.wqs[2]));
}

/* A second QP with the same key, after the first one has gone: each flow has the same entry. */
CHECK(another_table_has_its_own_order, PROMISES(RWQ_06), .needs = SPREADS, .asks = true)
{
	static const unsigned int other[ENTRIES] = { 3, 0, 1, 2 };
	unsigned int wqs[FLOWS];
	struct spread s;

	make_row(&s, &flows[0]);
	find_wqs(&s, &flows[0], wqs);
	end_spreading(&s);
	spread_over(&s, other, LOG_ENTRIES, IPV4_ADDRESSES, &rss_any_key);
	for (unsigned int n = 0; n < FLOWS; n++)
		MUST_EQ(NAMED("the WQ that the packet came to",
			      comes_to(&s, flow_of(&flows[0], n))),
			other[wqs[n]]);
}

static bool moves(struct ibv_wq *wq, enum ibv_wq_state state)
{
	return !wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = state);
}

/* Nothing is sent to the WQ meanwhile: no page tells what becomes of its packets. */
CHECK(others_go_on_while_a_wq_is_reset, PROMISES(RWQ_06), .needs = SPREADS, .asks = true)
{
	unsigned int wqs[FLOWS], out;
	struct spread s;

	make_row(&s, &flows[0]);
	find_wqs(&s, &flows[0], wqs);
	out = wqs[0];
	if (!moves(s.wqs[out], IBV_WQS_RESET))
		vct_skip("the device does not reset a WQ of a table that a QP uses");
	for (unsigned int n = 0; n < FLOWS; n++)
		if (wqs[n] != out)
			MUST_EQ(NAMED("the WQ that the packet came to",
				      comes_to(&s, flow_of(&flows[0], n))),
				wqs[n]);
	SETUP(moves(s.wqs[out], IBV_WQS_RDY));
	raw_post(&s.raw.sinks[0], rss_first(out), WRS);
	for (unsigned int n = 0; n < FLOWS; n++)
		MUST_EQ(NAMED("the WQ that the packet came to",
			      comes_to(&s, flow_of(&flows[0], n))),
			wqs[n]);
}

static const struct direction_row {
	struct vct_row vct_row;
	const struct flow_row *flows;
} directions[] = { { ROW("ipv4"), .flows = &flows[0] },
		   { ROW("udp"), .flows = &flows[3] },
		   { ROW("tcp"), .flows = &flows[6] },
		   { ROW("ipv6"), .flows = &flows[9] } };

static struct packet answer_to(struct packet p)
{
	struct packet answer = p;

	answer.ip_to = p.ip_from;
	answer.ip_from = p.ip_to;
	answer.net_to = p.net_from;
	answer.net_from = p.net_to;
	answer.port_to = p.port_from;
	answer.port_from = p.port_to;
	return answer;
}

/* Of all fields of the row, the hash of Toeplitz is the same with this key. */
CHECK_ROWS(both_directions_have_one_wq, directions, PROMISES(RWQ_07), .needs = SPREADS,
	   .asks = true)
{
	struct spread s;

	make_wqs(&s);
	spread_over(&s, in_order, LOG_ENTRIES, row->flows->fields, &rss_key_of_both_directions);
	for (unsigned int n = 0; n < FLOWS; n++) {
		struct packet p = flow_of(row->flows, n);
		unsigned int wq = comes_to(&s, p);

		MUST_EQ(NAMED("the WQ that the packet came to", comes_to(&s, answer_to(p))), wq);
	}
}

/* With another key, the hash of Toeplitz is another one for some of the flows. */
CHECK_ROWS(another_key_tells_directions_apart, directions, PROMISES(RWQ_07), .needs = SPREADS,
	   .asks = true)
{
	unsigned int apart = 0;
	struct spread s;

	make_wqs(&s);
	spread_over(&s, in_order, LOG_ENTRIES, row->flows->fields, &rss_any_key);
	for (unsigned int n = 0; n < FLOWS; n++) {
		struct packet p = flow_of(row->flows, n);

		apart += comes_to(&s, p) != comes_to(&s, answer_to(p));
	}
	MUST(apart,
	     "a key whose first 16 bits do not come again tells the directions of a flow apart; "
	     "those of all %u flows came to one WQ each",
	     FLOWS);
}

/* Or it goes for its program, which then uses neither. */
CHECK(table_of_a_qp_is_not_destroyed, PROMISES(RWQ_08), .needs = SPREADS, .asks = true)
{
	struct spread s;
	int ret;

	make_row(&s, &flows[0]);
	comes_to(&s, flow_of(&flows[0], 0));
	ret = vct_destroy_rwq_ind_table(s.table);
	RECORD("ibv_destroy_rwq_ind_table of a table that a QP uses returns %s",
	       vct_errno_text(ret));
	if (ret) {
		MUST_REFUSE_WITH_ERRNO(ret);
		for (unsigned int n = 0; n < FLOWS; n++)
			comes_to(&s, flow_of(&flows[0], n));
	}
	rule_end(s.flow);
	SETUP(!vct_destroy_qp(s.raw.sinks[0].qp));
	if (ret)
		MUST_SUCCEED(vct_destroy_rwq_ind_table(s.table));
}

CHECK(tag_of_the_rule_is_told, PROMISES(CQ_XTD_21), .needs = SPREADS | NEED_CQ_EX, .asks = true)
{
	struct ibv_flow_spec_action_tag tag = { .type = IBV_FLOW_SPEC_ACTION_TAG,
						.size = sizeof(tag),
						.tag_id = 0x123456 };
	struct ibv_cq_init_attr_ex init = { .cqe = 16, .wc_flags = IBV_WC_EX_WITH_FLOW_TAG };
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);
	struct rule rule = rule_to(0);
	struct ibv_wq *wq;
	struct raw r;

	if (!cq)
		vct_skip("the device makes no such CQ: ibv_create_cq_ex fails with %s",
			 vct_errno_text(errno));
	r = raw_make();
	wq = rss_wq(ibv_cq_ex_to_cq(cq), 0);
	rss_sink(&r, 0, rss_qp_or_skip(rss_table(&wq, 0), IPV4_ADDRESSES, &rss_any_key),
		 ibv_cq_ex_to_cq(cq), &wq);
	raw_post(&r.sinks[0], rss_first(0), WRS);
	rule_add(&rule, &tag);
	rule_set_or_skip(&r, 0, rule);
	for (int i = 0; i < 3; i++) {
		raw_send(&r, (struct packet){ 0 });
		MUST(cq_ex_starts(cq), "the packet arrives before its deadline");
		MUST_EQ(vct_wc_read_flow_tag(cq), tag.tag_id);
		vct_end_poll(cq);
	}
}
