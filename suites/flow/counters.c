// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Counters, which are bound to a rule when it is made. No capability tells whether a device has
 * them: one that refuses them has CNT-01 alone. Counters that no rule has are not read, because no
 * page says what that does.
 */
#include "raw.h"

enum { FEW = 5 };

static struct ibv_counters *counters_make(void)
{
	struct ibv_counters_init_attr init = { 0 };
	struct ibv_counters *counters = vct_create_counters(ctx(), &init);

	if (!counters)
		vct_skip("the device has no counters: ibv_create_counters fails with %s",
			 vct_errno_text(errno));
	return counters;
}

static int try_point(struct ibv_counters *counters, enum ibv_counter_description what,
		     uint32_t index)
{
	struct ibv_counter_attach_attr attr = { .counter_desc = what, .index = index };

	return vct_attach_counters_point_flow(counters, &attr, NULL);
}

/* SKIP if the device does not count that. */
static void point(struct ibv_counters *counters, enum ibv_counter_description what, uint32_t index)
{
	int ret = try_point(counters, what, index);

	if (ret == ENOTSUP)
		vct_skip("the device does not count %s",
			 what == IBV_COUNTER_BYTES ? "bytes" : "packets");
	SETUP(!ret);
}

/* A rule of sink 0 for packets to the address that ends with `to`, with these counters. */
static struct ibv_flow *counted(struct raw *r, uint8_t to, struct ibv_counters *counters)
{
	struct ibv_flow_spec_counter_action count = { .type = IBV_FLOW_SPEC_ACTION_COUNT,
						      .size = sizeof(count),
						      .counters = counters };
	struct rule rule = rule_to(to);

	rule_add(&rule, &count);
	return rule_set_or_skip(r, 0, rule);
}

static void send_some(struct raw *r, uint8_t to)
{
	for (int i = 0; i < FEW; i++)
		MUST_GET(r, 0, raw_send(r, (struct packet){ .to = to }));
}

/* A device may be late with what it has counted. */
static void must_count(struct ibv_counters *counters, uint32_t n, uint32_t at, uint64_t expected)
{
	double until = vct_deadline_ms(COMPLETION_MS);
	uint64_t values[4];

	do {
		memset(values, 0xff, sizeof(values));
		MUST_SUCCEED(vct_read_counters(counters, values, n, 0));
	} while (values[at] < expected && vct_wait_on(until));
	MUST_EQ(NAMED("the value of the counter", values[at]), expected);
}

CHECK(are_made_and_destroyed, PROMISES(CNT_03, CNT_11), .needs = STEERS, .asks = true)
{
	for (int i = 0; i < 3; i++) {
		struct ibv_counters *counters = counters_make();

		JUDGING(CNT_11);
		MUST_POINT_TO(counters->context, ctx());
		JUDGING(CNT_03);
		MUST_SUCCEED(vct_destroy_counters(counters));
	}
}

/* Made in the place of counters that have counted. */
CHECK(begin_at_zero_and_never_decrease, PROMISES(CNT_02), .needs = STEERS, .asks = true)
{
	struct raw r = raw_make();

	for (int round = 0; round < 2; round++) {
		struct ibv_counters *counters = counters_make();
		struct ibv_flow *flow;
		uint64_t last = 0, now;

		point(counters, IBV_COUNTER_PACKETS, 0);
		flow = counted(&r, 0, counters);
		SETUP(!vct_read_counters(counters, &now, 1, 0));
		MUST_EQ(NAMED("the value of the counter", now), 0);
		for (int i = 0; i < FEW; i++, last = now) {
			MUST_GET(&r, 0, raw_send(&r, (struct packet){ 0 }));
			SETUP(!vct_read_counters(counters, &now, 1, 0));
			MUST_GE(NAMED("the value of the counter", now), last);
		}
		rule_end(flow);
		SETUP(!vct_destroy_counters(counters));
	}
}

/* Of two rules: what goes to neither is not counted. */
CHECK(add_up_the_packets_of_their_rules, PROMISES(CNT_04), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	struct raw r = raw_make();
	struct ibv_flow *second;

	point(counters, IBV_COUNTER_PACKETS, 1);
	counted(&r, 0, counters);
	rule_set(&r, 0, rule_to(2));
	send_some(&r, 0);
	must_count(counters, 2, 1, FEW);
	second = counted(&r, 1, counters);
	send_some(&r, 1);
	send_some(&r, 2);
	must_count(counters, 2, 1, 2 * FEW);
	rule_end(second);
	send_some(&r, 0);
	must_count(counters, 2, 1, 3 * FEW);
}

/* Those, too, that the rule drops; the packet of another rule comes behind them. */
CHECK(dropped_packets_count, PROMISES(CNT_04), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	struct ibv_flow_spec_counter_action count = { .type = IBV_FLOW_SPEC_ACTION_COUNT,
						      .size = sizeof(count),
						      .counters = counters };
	struct ibv_flow_spec_action_drop drop = { .type = IBV_FLOW_SPEC_ACTION_DROP,
						  .size = sizeof(drop) };
	struct rule rule = rule_to(0);
	struct raw r = raw_make();

	point(counters, IBV_COUNTER_PACKETS, 0);
	rule_add(&rule, &count);
	rule_add(&rule, &drop);
	rule_set_or_skip(&r, 0, rule);
	rule_set(&r, 0, rule_to(1));
	for (int i = 0; i < FEW; i++)
		raw_send(&r, (struct packet){ 0 });
	send_some(&r, 1);
	must_count(counters, 1, 0, FEW);
}

/* The page does not say which bytes of a packet are counted. */
CHECK(bytes_grow_with_each_packet, PROMISES(CNT_04), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	struct raw r = raw_make();
	uint64_t values[2], bytes = 0;

	point(counters, IBV_COUNTER_BYTES, 0);
	point(counters, IBV_COUNTER_PACKETS, 1);
	counted(&r, 0, counters);
	for (uint64_t i = 1; i <= FEW; i++) {
		MUST_GET(&r, 0, raw_send(&r, (struct packet){ 0 }));
		must_count(counters, 2, 1, i);
		SETUP(!vct_read_counters(counters, values, 2, 0));
		MUST_GE(NAMED("the value of the counter of bytes", values[0]),
			bytes + PACKET - 2 * MAC_BYTES - 2);
		bytes = values[0];
	}
}

CHECK(one_index_adds_up, PROMISES(CNT_08), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	struct raw r = raw_make();

	point(counters, IBV_COUNTER_PACKETS, 0);
	point(counters, IBV_COUNTER_PACKETS, 0);
	counted(&r, 0, counters);
	send_some(&r, 0);
	must_count(counters, 1, 0, 2 * FEW);
}

/* Once they are bound; when the rule is gone, they can be attached again. */
CHECK(bound_ones_are_busy, PROMISES(CNT_05, CNT_09), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	struct raw r = raw_make();
	struct ibv_flow *flow;

	point(counters, IBV_COUNTER_PACKETS, 0);
	flow = counted(&r, 0, counters);
	JUDGING(CNT_05);
	MUST_EQ(NAMED("what ibv_attach_counters_point_flow returned",
		      try_point(counters, IBV_COUNTER_PACKETS, 1)),
		EBUSY);
	rule_end(flow);
	JUDGING(CNT_09);
	MUST_SUCCEED(try_point(counters, IBV_COUNTER_PACKETS, 1));
}

CHECK(unknown_descriptions_are_not_supported, PROMISES(CNT_12), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();

	MUST_EQ(NAMED("what ibv_attach_counters_point_flow returned",
		      try_point(counters, (enum ibv_counter_description)30000, 0)),
		ENOTSUP);
	MUST_EQ(NAMED("what ibv_attach_counters_point_flow returned",
		      try_point(counters, (enum ibv_counter_description)30000, 1)),
		ENOTSUP);
}

/* As many as there are, and no more. */
CHECK(are_read_by_their_index, PROMISES(CNT_06), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	uint64_t values[4] = { 7, 7, 7, 7 };
	struct raw r = raw_make();

	point(counters, IBV_COUNTER_PACKETS, 2);
	counted(&r, 0, counters);
	send_some(&r, 0);
	must_count(counters, 3, 2, FEW);
	MUST_SUCCEED(vct_read_counters(counters, values, 3, 0));
	MUST_EQ(NAMED("the value of the counter", values[2]), FEW);
	MUST_EQ(NAMED("the value behind those that were asked for", values[3]), 7);
}

/* No more than the hardware's. */
CHECK(the_cache_is_read, PROMISES(CNT_07), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	struct raw r = raw_make();
	uint64_t cached;

	point(counters, IBV_COUNTER_PACKETS, 0);
	counted(&r, 0, counters);
	for (uint64_t i = 1; i <= FEW; i++) {
		MUST_GET(&r, 0, raw_send(&r, (struct packet){ 0 }));
		MUST_SUCCEED(vct_read_counters(counters, &cached, 1,
					       IBV_READ_COUNTERS_ATTR_PREFER_CACHED));
		MUST_LE(NAMED("the value that the cache has", cached), i);
		must_count(counters, 1, 0, i);
	}
}

CHECK(unknown_bit_is_refused, PROMISES(CNT_10), .needs = STEERS)
{
	struct ibv_counters_init_attr init = { .comp_mask = 1U << 30 };

	errno = 0;
	MUST_MAKE_NONE(vct_create_counters(ctx(), &init));
	MUST_GE(errno, 1);
}

/* The page wants it detached before. */
CHECK(destroyed_before_its_rule, PROMISES(CNT_13), .needs = STEERS, .asks = true)
{
	struct ibv_counters *counters = counters_make();
	struct raw r = raw_make();
	int ret;

	point(counters, IBV_COUNTER_PACKETS, 0);
	counted(&r, 0, counters);
	ret = vct_destroy_counters(counters);
	RECORD("it returns %s", vct_errno_text(ret));
	MUST_GE(ret, 0);
}
