// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sets attributes of QPs to values that they cannot have. */
#include <string.h>

#include "../objects/objects.h"
#include "spoil.h"

#define SETS(name_, member_)                                                                       \
	void spoil_##name_(struct ibv_qp_attr *attr, unsigned int value)                           \
	{                                                                                          \
		attr->member_ = (__typeof__(attr->member_))value;                                  \
	}
SPOILED_MEMBERS(SETS)

void spoil_no_such_port(struct ibv_qp_attr *attr, unsigned int beyond)
{
	attr->port_num = (uint8_t)(vct_dev->attr.orig_attr.phys_port_cnt + beyond);
}

void spoil_no_such_pkey(struct ibv_qp_attr *attr, unsigned int beyond)
{
	attr->pkey_index = (uint16_t)(vct_dev->port_attr.pkey_tbl_len + beyond);
}

void spoil_no_such_alt_pkey(struct ibv_qp_attr *attr, unsigned int beyond)
{
	attr->alt_pkey_index = (uint16_t)(vct_dev->port_attr.pkey_tbl_len + beyond);
}

/* Another port of the device, or a port that does not exist. */
void spoil_another_port(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	attr->ah_attr.port_num = vct_dev->port == 1 ? 2 : 1;
}

static void zero_dgid(struct ibv_ah_attr *path, unsigned int value)
{
	path->is_global = 1;
	memset(&path->grh.dgid, (int)value, sizeof(path->grh.dgid));
}

void spoil_zero_dgid(struct ibv_qp_attr *attr, unsigned int value)
{
	zero_dgid(&attr->ah_attr, value);
}

void spoil_zero_alt_dgid(struct ibv_qp_attr *attr, unsigned int value)
{
	zero_dgid(&attr->alt_ah_attr, value);
}

/* An empty entry of the GID table; if none is empty, the index after the last. */
static void empty_sgid(struct ibv_ah_attr *path)
{
	static const union ibv_gid none;
	union ibv_gid gid;
	int i = 0;

	while (i < vct_dev->port_attr.gid_tbl_len && i < UINT8_MAX &&
	       !ibv_query_gid(ctx(), vct_dev->port, i, &gid) && memcmp(&gid, &none, sizeof(gid)))
		i++;
	path->is_global = 1;
	path->grh.dgid = vct_dev->gid;
	path->grh.sgid_index = (uint8_t)i;
}

void spoil_empty_sgid(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	empty_sgid(&attr->ah_attr);
}

void spoil_empty_alt_sgid(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	empty_sgid(&attr->alt_ah_attr);
}
