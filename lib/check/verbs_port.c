// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs of a port's tables, and traces each call as C. */
#include <stdio.h>

#include "code.h"
#include "made.h"
#include "verbs.h"

int vct_query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr)
{
	int ret = ibv_query_port(context, port, attr);

	vct_trace("ibv_query_port(%s, %u, &port_attr) = %s", vct_name(context), port, ERR(ret));
	return ret;
}

int vct_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid)
{
	int ret = ibv_query_gid(context, port, index, gid);

	vct_trace("ibv_query_gid(%s, %u, %d, &gid) = %s", vct_name(context), port, index, ERR(ret));
	return ret;
}

int vct_query_gid_ex(struct ibv_context *context, uint32_t port, uint32_t index,
		     struct ibv_gid_entry *entry)
{
	int ret = ibv_query_gid_ex(context, port, index, entry, 0);

	vct_trace("ibv_query_gid_ex(%s, %u, %u, &entry, 0) = %s", vct_name(context), port, index,
		  ERR(ret));
	return ret;
}

ssize_t vct_query_gid_table(struct ibv_context *context, struct ibv_gid_entry *entries,
			    size_t max_entries)
{
	ssize_t ret = ibv_query_gid_table(context, entries, max_entries, 0);

	vct_trace("ibv_query_gid_table(%s, entries, %zu, 0) = %zd", vct_name(context), max_entries,
		  ret);
	return ret;
}

int vct_query_pkey(struct ibv_context *context, uint8_t port, int index, __be16 *pkey)
{
	int ret = ibv_query_pkey(context, port, index, pkey);

	vct_trace("ibv_query_pkey(%s, %u, %d, &pkey) = %s", vct_name(context), port, index,
		  ERR(ret));
	return ret;
}

int vct_get_pkey_index(struct ibv_context *context, uint8_t port, __be16 pkey)
{
	int ret = ibv_get_pkey_index(context, port, pkey);

	vct_trace("ibv_get_pkey_index(%s, %u, 0x%04x) = %d", vct_name(context), port, pkey, ret);
	return ret;
}
