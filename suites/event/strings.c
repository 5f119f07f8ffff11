// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_event_type_str, ibv_node_type_str, ibv_port_state_str and ibv_wc_status_str: a text for every
 * value. */
#include <limits.h>

#include "../vct.h"

/* The verbs with one prototype: from the value of an enum to a text. */
static const char *event_text(int event)
{
	return ibv_event_type_str((enum ibv_event_type)event);
}

static const char *node_text(int node)
{
	return ibv_node_type_str((enum ibv_node_type)node);
}

static const char *port_text(int state)
{
	return ibv_port_state_str((enum ibv_port_state)state);
}

static const char *status_text(int status)
{
	return ibv_wc_status_str((enum ibv_wc_status)status);
}

static void must_be_constant_text(const char *(*text)(int), int value)
{
	const char *first = text(value);

	MUST_MAKE(first);
	MUST_NE(NAMED("the length of the text", strlen(first)), 0);
	MUST_POINT_TO(NAMED("the text at the second call", text(value)),
		      NAMED("that of the first call", first));
}

CHECK(every_event_has_a_text_of_its_own, PROMISES(STR_01))
{
	const char *none = event_text(INT_MAX);

	for (int a = IBV_EVENT_CQ_ERR; a <= IBV_EVENT_WQ_FATAL; a++) {
		must_be_constant_text(event_text, a);
		MUST(!none || strcmp(event_text(a), none),
		     "the text of event %d is not that of a number that is no event; it is \"%s\"",
		     a, none);
		for (int b = IBV_EVENT_CQ_ERR; b < a; b++)
			MUST(strcmp(event_text(a), event_text(b)),
			     "two events have two texts; %d and %d have \"%s\"", (int)a, (int)b,
			     event_text(a));
	}
}

static bool tells_of_a_srq(const char *text)
{
	return strcasestr(text, "srq") || strcasestr(text, "shared receive queue");
}

CHECK(srq_events_tell_of_the_srq, PROMISES(STR_02))
{
	RECORD("SRQ_ERR is \"%s\", SRQ_LIMIT_REACHED \"%s\", QP_LAST_WQE_REACHED \"%s\"",
	       event_text(IBV_EVENT_SRQ_ERR), event_text(IBV_EVENT_SRQ_LIMIT_REACHED),
	       event_text(IBV_EVENT_QP_LAST_WQE_REACHED));
	MUST(tells_of_a_srq(event_text(IBV_EVENT_SRQ_ERR)), "the text tells of a SRQ; it is \"%s\"",
	     event_text(IBV_EVENT_SRQ_ERR));
	MUST(tells_of_a_srq(event_text(IBV_EVENT_SRQ_LIMIT_REACHED)),
	     "the text tells of a SRQ; it is \"%s\"", event_text(IBV_EVENT_SRQ_LIMIT_REACHED));
}

static const struct value_row {
	struct vct_row vct_row;
	int value;
} strangers[] = {
	{ ROW("minus-one"), .value = -1 },
	{ ROW("one-past-the-last"), .value = IBV_EVENT_WQ_FATAL + 1 },
	{ ROW("two-past-the-last"), .value = IBV_EVENT_WQ_FATAL + 2 },
	{ ROW("five-past-the-last"), .value = IBV_EVENT_WQ_FATAL + 5 },
	{ ROW("greatest"), .value = INT_MAX },
	{ ROW("least"), .value = INT_MIN },
};

CHECK_ROWS(an_unknown_event_has_a_text, strangers, PROMISES(STR_03))
{
	must_be_constant_text(event_text, row->value);
}

CHECK(every_node_type_has_a_text, PROMISES(STR_04))
{
	must_be_constant_text(node_text, IBV_NODE_UNKNOWN);
	for (int node = 0; node <= IBV_NODE_UNSPECIFIED; node++) /* 0 has no name in the enum */
		must_be_constant_text(node_text, node);
}

CHECK(every_port_state_has_a_text, PROMISES(STR_05))
{
	for (int state = IBV_PORT_NOP; state <= IBV_PORT_ACTIVE_DEFER; state++)
		must_be_constant_text(port_text, state);
}

CHECK(every_status_has_a_text_of_its_own, PROMISES(STR_06))
{
	for (int a = IBV_WC_SUCCESS; a <= IBV_WC_TM_RNDV_INCOMPLETE; a++) {
		must_be_constant_text(status_text, a);
		for (int b = IBV_WC_SUCCESS; b < a; b++)
			MUST(strcmp(status_text(a), status_text(b)),
			     "two statuses have two texts; %d and %d have \"%s\"", (int)a, (int)b,
			     status_text(a));
	}
}
