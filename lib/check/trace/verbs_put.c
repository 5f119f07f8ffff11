// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes arguments of verbs as C. */
#include <string.h>
#include <sys/stat.h>

#include "../device.h"
#include "verbs_put.h"

/* What the bytes of a trace may be at most; of more, the trace does not tell them. */
enum { MOST_BYTES = 1024 };

void put_port(struct vct_text *t, unsigned int port)
{
	if (port == vct_dev->port)
		put_string(t, "port");
	else
		put_number(t, port);
}

void put_data(struct vct_text *t, const void *data, size_t length)
{
	if (length <= MOST_BYTES)
		put_bytes(t, data, length);
	else
		put(t, "memory(%zu)", length);
}

void put_sges_or_null(struct vct_text *t, const struct ibv_sge *sges, size_t n)
{
	if (n)
		put_sge_array(t, sges, (int)n);
	else
		put_string(t, "NULL");
}

void put_buffers(struct vct_text *t, size_t n, const struct ibv_data_buf *buffers)
{
	put_string(t, "(struct ibv_data_buf[]){");
	for (size_t i = 0; i < n; i++) {
		put_string(t, i ? ", { " : " { ");
		put_data(t, buffers[i].addr, buffers[i].length);
		put(t, ", %zu }", buffers[i].length);
	}
	put_string(t, " }");
}

void put_known_slot(struct vct_text *t, int index)
{
	put(t, "&gids[%d]", index >= 0 && index < KNOWN_GIDS ? index : KNOWN_GIDS);
}

static const struct ibv_context *opened; /* the latest */

void know_context(const struct ibv_context *context)
{
	opened = context;
}

void put_device_file(struct vct_text *t, int fd)
{
	struct stat file, own;

	if (opened && !fstat(fd, &file) && !fstat(opened->cmd_fd, &own) &&
	    file.st_ino == own.st_ino && file.st_dev == own.st_dev)
		put(t, "dup(%s->cmd_fd)", vct_name(opened));
	else
		put_file(t, fd);
}

/* What says who has sent a datagram. */
void put_wc_of_sender(struct vct_text *t, const struct ibv_wc *wc)
{
	put_structure(t, "struct ibv_wc", vct_wc_sender_members, wc);
}

/* The check may have changed it since it came, so it is no part of the memory. */
void put_grh(struct vct_text *t, const struct ibv_grh *grh)
{
	if (grh)
		put_structure(t, "struct ibv_grh *", vct_grh_members, grh);
	else
		put_string(t, "NULL");
}

/* The entries of a small table. */
void put_wq_table(struct vct_text *t, const struct ibv_rwq_ind_table_init_attr *init)
{
	put_type(t, "struct ibv_rwq_ind_table_init_attr");
	put_string(t, "{");
	put_name_of_member(t, "log_ind_tbl_size");
	put(t, "%u" END_PART, init->log_ind_tbl_size);
	if (init->log_ind_tbl_size <= 3) {
		put_name_of_member(t, "ind_tbl");
		put_string(t, "(struct ibv_wq *[]){ ");
		for (unsigned int i = 0; i < 1U << init->log_ind_tbl_size; i++)
			put(t, "%s%s", i ? ", " : "", vct_name(init->ind_tbl[i]));
		put_string(t, " }" END_PART);
	}
	if (init->comp_mask) {
		put_name_of_member(t, "comp_mask");
		put(t, "%#x" END_PART, init->comp_mask);
	}
	put_string(t, " }" END_PART);
}

/* The size of a specification that has no pointer; 0 of others. */
static size_t size_of_spec(enum ibv_flow_spec_type type)
{
	switch ((unsigned int)type & ~(unsigned int)IBV_FLOW_SPEC_INNER) {
	case IBV_FLOW_SPEC_ETH:
		return sizeof(struct ibv_flow_spec_eth);
	case IBV_FLOW_SPEC_IPV4:
		return sizeof(struct ibv_flow_spec_ipv4);
	case IBV_FLOW_SPEC_IPV4_EXT:
		return sizeof(struct ibv_flow_spec_ipv4_ext);
	case IBV_FLOW_SPEC_IPV6:
		return sizeof(struct ibv_flow_spec_ipv6);
	case IBV_FLOW_SPEC_TCP:
	case IBV_FLOW_SPEC_UDP:
		return sizeof(struct ibv_flow_spec_tcp_udp);
	case IBV_FLOW_SPEC_ACTION_TAG:
		return sizeof(struct ibv_flow_spec_action_tag);
	case IBV_FLOW_SPEC_ACTION_DROP:
		return sizeof(struct ibv_flow_spec_action_drop);
	default:
		return 0;
	}
}

/* The specifications follow the attributes. An unknown one is "?", of which no program is made. */
void put_flow(struct vct_text *t, const struct ibv_flow_attr *attr)
{
	const char *spec = (const char *)(attr + 1);
	size_t size = 0;

	put_string(t, "flow_of(");
	put_structure(t, "struct ibv_flow_attr", vct_flow_members, attr);
	for (unsigned int i = 0; i < attr->num_of_specs; i++) {
		struct {
			enum ibv_flow_spec_type type;
			uint16_t size;
		} head;
		size_t one;

		memcpy(&head, spec + size, sizeof(head));
		one = size_of_spec(head.type);
		if (!one || head.size != one) {
			put_string(t, ", ?)");
			return;
		}
		size += one;
	}
	put_string(t, ", ");
	put_bytes(t, spec, size);
	put(t, ", %zu)", size);
}

void put_mr_init(struct vct_text *t, const struct ibv_mr_init_attr *init)
{
	put_type(t, "struct ibv_mr_init_attr");
	put_members(t, vct_mr_init_members, init);
	t->n -= 2; /* " }" */
	if (init->comp_mask & IBV_REG_MR_MASK_ADDR) {
		put_name_of_member(t, "addr");
		put_memory(t, init->addr, init->length);
		put_string(t, END_PART);
	}
	put_string(t, " }" END_PART);
}
