/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the checks of a port's tables share. */
#ifndef DEVICE_PORT_H
#define DEVICE_PORT_H

#include "../vct.h"

static inline int ports(void)
{
	struct ibv_device_attr attr;

	SETUP(!vct_query_device(ctx(), &attr));
	return attr.phys_port_cnt;
}

static inline struct ibv_port_attr port_attr(uint8_t port)
{
	struct ibv_port_attr attr;

	memset(&attr, 0xff, sizeof(attr)); /* so that a member that is left out is seen */
	SETUP(!vct_query_port(ctx(), port, &attr));
	return attr;
}

struct entry {
	uint8_t port;
	int index;
};

enum { OF_NO_PORT = 1 };

/* Entries that no table has. A port of -1 is the one behind the last; an index of 0, too. */
static const struct outside_row {
	struct vct_row vct_row;
	bool no_such_port;
	int port, index;
} outside_rows[] = {
	{ ROW("behind-the-last") },
	{ ROW("far-behind-the-last"), .index = 1 << 20 },
	{ ROW("index-minus-one"), .index = -1 },
	{ ROW("port-0"), .vct_row.kind = OF_NO_PORT, .no_such_port = true, .port = 0 },
	{ ROW("port-behind-the-last"), .vct_row.kind = OF_NO_PORT, .no_such_port = true,
	  .port = -1 },
};

/* `length` is that of the port's table. */
static inline struct entry outside(const struct outside_row *row, int length)
{
	if (row->no_such_port)
		return (struct entry){ (uint8_t)(row->port < 0 ? ports() + 1 : row->port), 0 };
	return (struct entry){ vct_dev->port, row->index ? row->index : length };
}

#endif
