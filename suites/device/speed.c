// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The speed of a port: ibv_query_port_speed, active_speed_ex, and the event of a change. */
#include <poll.h>

#include "port.h"

enum { NDR = 128, XDR = 256, MASK2_SUP = 1 << 15, MOST_LINKS = 16 };

/* Of one lane with this code, and the lanes of a width, as InfiniBand codes them. */
static const struct code {
	uint32_t code, value;
} speeds[] = { { 1, 25 },   { 2, 50 },   { 4, 100 },    { 8, 100 },    { 16, 140 },
	       { 32, 250 }, { 64, 500 }, { NDR, 1000 }, { XDR, 2000 }, { 0, 0 } },
  widths[] = { { 1, 1 }, { 2, 4 }, { 4, 8 }, { 8, 12 }, { 16, 2 }, { 0, 0 } };

static uint32_t value_of(const struct code *codes, uint32_t code)
{
	while (codes->code && codes->code != code)
		codes++;
	return codes->value;
}

/* Ends the check where the device does not tell the speed of the port under test. */
static uint64_t known_speed(void)
{
	uint64_t speed = UINT64_MAX;
	int ret = vct_query_port_speed(ctx(), vct_dev->port, &speed);

	vct_skip_unsupported("ibv_query_port_speed", ret);
	MUST_SUCCEED(ret);
	return speed;
}

/* It may be that of several links that are bonded, or less than that of the link. */
CHECK(is_told_in_units_of_100_mbit, PROMISES(PSP_01), .asks = true)
{
	struct ibv_port_attr attr = port_attr(vct_dev->port);
	uint64_t link =
		(uint64_t)value_of(speeds, attr.active_speed) * value_of(widths, attr.active_width);
	uint64_t speed = known_speed();

	RECORD("ibv_query_port_speed tells %s", speed ? "a speed" : "none");
	MUST(speed || attr.state != IBV_PORT_ACTIVE, "an active port has a speed; it is 0");
	MUST(!link || speed <= MOST_LINKS * link,
	     "the speed is told in units of 100 Mbit/s, of which the link has %llu; it is %llu",
	     (unsigned long long)link, (unsigned long long)speed);
}

static const struct no_port_row {
	struct vct_row vct_row;
	int port; /* -1: the one behind the last */
} no_ports[] = {
	{ ROW("port-0") },
	{ ROW("behind-the-last"), .port = -1 },
};

CHECK_ROWS(of_no_port_is_an_errno_value, no_ports, PROMISES(PSP_02), .asks = true)
{
	uint64_t speed;

	known_speed();
	MUST_REFUSE_WITH_ERRNO(
		vct_query_port_speed(ctx(), row->port < 0 ? (uint32_t)ports() + 1 : 0, &speed));
}

static union ibv_port_attr_newer newer_attr(void)
{
	union ibv_port_attr_newer attr;

	memset(&attr, 0xa5, sizeof(attr));
	SETUP(!vct_query_port_newer(ctx(), vct_dev->port, &attr));
	return attr;
}

/* active_speed tells speeds below XDR, and NDR in place of the others. */
CHECK(extended_speed_agrees_with_the_other, PROMISES(PRT_13), .asks = true)
{
	union ibv_port_attr_newer attr = newer_attr();
	uint32_t extended = attr.active_speed_ex;

	RECORD("active_speed_ex is %s", extended ? "told" : "0");
	if (extended)
		MUST_EQ(attr.attr.active_speed, extended < XDR ? extended : NDR);
	else
		MUST_LE(attr.attr.active_speed, NDR);
}

/* The two capabilities are those of InfiniBand's PortInfo. */
CHECK(of_an_xdr_link_is_claimed, PROMISES(PRT_14), .asks = true)
{
	union ibv_port_attr_newer attr = newer_attr();
	bool claims = attr.attr.port_cap_flags & MASK2_SUP &&
		      attr.attr.port_cap_flags2 & IBV_PORT_LINK_SPEED_XDR_SUP;

	MUST(attr.attr.link_layer != IBV_LINK_LAYER_INFINIBAND || attr.active_speed_ex != XDR ||
		     claims,
	     "a port of InfiniBand whose link runs at XDR has IBV_PORT_LINK_SPEED_XDR_SUP; it has "
	     "not");
}

/* The event is about no object, so event.h does not keep it. */
static bool speed_event_comes(void)
{
	double until = vct_deadline_ms(EVENT_MS), left = EVENT_MS;
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	while (left > 0 && poll(&fd, 1, (int)left + 1) > 0) {
		SETUP(!vct_get_async_event(ctx(), &event));
		if (!took_other_event(&event))
			vct_ack_async_event(&event);
		if (event.event_type == IBV_EVENT_DEVICE_SPEED_CHANGE)
			return true;
		left = until - vct_now_ms();
	}
	vct_rest_on_time();
	return false;
}

CHECK(change_raises_an_event, PROMISES(AEV_18), .asks = true)
{
	ctx();
	vct_change_speed(ctx());
	MUST(speed_event_comes(),
	     "a change of the speed of a port raises IBV_EVENT_DEVICE_SPEED_CHANGE; no such event "
	     "comes");
}
