// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs of a port's tables, and traces each call as C. */
#include <stdio.h>

#include "code.h"
#include "device.h"
#include "known.h"
#include "made.h"
#include "verbs.h"

/* "ibv_query_port(ctx0, port" */
static struct vct_text *port_text(const char *verb, const struct ibv_context *context,
				  unsigned int port)
{
	struct vct_text *t = vct_text("%s(%s, ", verb, vct_name(context));

	if (port == vct_dev->port)
		put_string(t, "port");
	else
		put_number(t, port);
	return t;
}

int vct_query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr)
{
	int ret = ibv_query_port(context, port, attr);
	struct vct_text *t = port_text("ibv_query_port", context, port);

	put(t, ", &attr) = %s", ERR(ret));
	if (!ret) {
		put_string(t, " ");
		put_values(t, vct_port_members, attr);
	}
	vct_trace("%s", t->s);
	return ret;
}

int vct_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid)
{
	int ret = ANEW(ibv_query_gid(context, port, index, gid));

	if (!ret)
		vct_know_gid((unsigned int)index, gid);
	vct_trace("%s, %d, &gids[%d]) = %s", port_text("ibv_query_gid", context, port)->s, index,
		  index >= 0 && index < KNOWN_GIDS ? index : KNOWN_GIDS, vct_minus_text(ret));
	return ret;
}

int vct_query_gid_ex(struct ibv_context *context, uint32_t port, uint32_t index,
		     struct ibv_gid_entry *entry)
{
	int ret = ibv_query_gid_ex(context, port, index, entry, 0);

	if (!ret)
		vct_know_gid(index, &entry->gid);
	vct_trace("%s, %u, &entry, 0) = %s", port_text("ibv_query_gid_ex", context, port)->s, index,
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
	int ret = ANEW(ibv_query_pkey(context, port, index, pkey));

	vct_trace("%s, %d, &attr) = %s", port_text("ibv_query_pkey", context, port)->s, index,
		  vct_minus_text(ret));
	return ret;
}

int vct_get_pkey_index(struct ibv_context *context, uint8_t port, __be16 pkey)
{
	int ret = ANEW(ibv_get_pkey_index(context, port, pkey));

	struct vct_text *t = port_text("ibv_get_pkey_index", context, port);

	if (ret < 0)
		vct_trace("%s, 0x%04x) = %s", t->s, pkey, vct_minus_text(ret));
	else
		vct_trace("%s, 0x%04x) = %d", t->s, pkey, ret);
	return ret;
}
