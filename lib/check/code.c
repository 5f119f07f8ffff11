// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes values and structures as C, by tables of their members. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "code.h"
#include "device.h"
#include "expression.h"
#include "slots.h"

void put_file(struct vct_text *t, int fd)
{
	static ino_t inodes[64];
	struct stat file;
	size_t i = 0;

	if (fd < 0 || fstat(fd, &file)) {
		put(t, "%d", fd);
		return;
	}
	while (i < sizeof(inodes) / sizeof(inodes[0]) - 1 && inodes[i] && inodes[i] != file.st_ino)
		i++;
	inodes[i] = file.st_ino;
	put(t, "file(%zu, %d)", i, fd);
}

static void put_gid_value(struct vct_text *t, const union ibv_gid *gid)
{
	if (put_known_gid(t, gid, sizeof(*gid)))
		return;
	put(t, "{ .raw = {");
	for (size_t i = 0; i < sizeof(gid->raw); i++)
		put(t, "%s0x%02x", i ? ", " : " ", gid->raw[i]);
	put(t, " } }");
}

void put_gid(struct vct_text *t, const union ibv_gid *gid)
{
	size_t n = t->n;

	put_string(t, "&");
	if (put_known_gid(t, gid, sizeof(*gid)))
		return;
	t->n = n;
	put_string(t, "&(union ibv_gid)");
	put_gid_value(t, gid);
}

void put_bytes(struct vct_text *t, const void *bytes, size_t n)
{
	put_string(t, "\"");
	for (size_t i = 0; i < n; i++)
		put(t, "\\x%02x", ((const unsigned char *)bytes)[i]);
	put_string(t, "\"");
}

static unsigned long long number_at(const void *member, size_t size)
{
	unsigned long long number = 0;

	memcpy(&number, member, size < sizeof(number) ? size : sizeof(number));
	return number;
}

/* What the mask of a structure does not select may be anything. */
static void put_object(struct vct_text *t, const void *object)
{
	const char *name = vct_name(object);

	if (name[0] == '?')
		put_pointer(t, object);
	else
		put_string(t, name);
}

/* A number of the device itself as its name. */
static void put_own(struct vct_text *t, unsigned long long n, unsigned long long own,
		    const char *name)
{
	if (n == own)
		put_string(t, name);
	else
		put_number(t, n);
}

static void put_value(struct vct_text *t, const struct vct_member *m, const void *at)
{
	unsigned long long n = number_at(at, m->size);
	const void *pointer = (const void *)(uintptr_t)n;

	switch (m->kind) {
	case KIND_WORD:
		put_word(t, m->words, (int)n);
		return;
	case KIND_FLAGS:
		put_flags(t, m->words, n);
		return;
	case KIND_OBJECT:
		put_object(t, pointer);
		return;
	case KIND_POINTER:
		put_pointer(t, pointer);
		return;
	case KIND_ADDRESS:
		put_address(t, n, "(uintptr_t)");
		return;
	case KIND_GID:
		put_gid_value(t, at);
		return;
	case KIND_FILE:
		put_file(t, (int)n);
		return;
	case KIND_QPN:
	case KIND_SRQN:
	case KIND_LKEY:
	case KIND_RKEY:
	case KIND_PD_HANDLE:
	case KIND_MR_HANDLE:
	case KIND_DM_HANDLE:
		put_known(t, m->kind, (uint32_t)n);
		return;
	case KIND_PORT:
		put_own(t, n, vct_dev->port, "port");
		return;
	case KIND_LID:
		put_own(t, n, vct_dev->port_attr.lid, "lid");
		return;
	case KIND_GID_INDEX:
		put_own(t, n, (unsigned int)vct_dev->gid_index, "gid_index");
		return;
	case KIND_HEX:
		put_hex(t, n);
		return;
	case KIND_NUMBER:
		put_number(t, n);
	}
}

static bool is_zero(const void *at, size_t size)
{
	static const char zero[sizeof(union ibv_gid)];

	return !memcmp(at, zero, size);
}

/* The preprocessor leaves blanks in some names. */
static void put_without_blanks(struct vct_text *t, const char *name)
{
	for (; *name; name++)
		if (*name != ' ' && t->n + 1 < sizeof(t->s))
			t->s[t->n++] = *name;
}

void put_name_of_member(struct vct_text *t, const char *name)
{
	put_string(t, t->n && t->s[t->n - 1] == '{' ? " ." : ", .");
	put_without_blanks(t, name);
	put_string(t, " = "
		      "\1member ");
	put_without_blanks(t, name);
	put_string(t, PART_IS);
}

static void put_member(struct vct_text *t, const struct vct_member *m, const void *of)
{
	put_name_of_member(t, m->name);
	put_value(t, m, (const char *)of + m->offset);
	put_string(t, END_PART);
}

/* The index 0 of a GID is as much a value as any other, if there is a GID. */
static bool is_set(const struct vct_member *m, const void *of)
{
	const char *at = (const char *)of + m->offset;

	if (m->kind == KIND_GID_INDEX)
		at -= offsetof(struct ibv_global_route, sgid_index);
	return !is_zero(at, m->kind == KIND_GID_INDEX ? sizeof(union ibv_gid) : m->size);
}

static void put_set(struct vct_text *t, const struct vct_member *m, const void *of)
{
	for (; m->name; m++)
		if (is_set(m, of))
			put_member(t, m, of);
}

static void put_all(struct vct_text *t, const struct vct_member *m, const void *of)
{
	for (; m->name; m++)
		put_member(t, m, of);
}

static void put_end(struct vct_text *t)
{
	put_string(t, t->n && t->s[t->n - 1] == '{' ? " 0 }" : " }");
}

void put_members(struct vct_text *t, const struct vct_member *members, const void *of)
{
	put_string(t, "{");
	put_set(t, members, of);
	put_end(t);
}

void put_shown(struct vct_text *t, const char *place, const struct vct_member *members,
	       const void *of)
{
	put_string(t, " \1shown ");
	put_string(t, place);
	put_string(t, PART_IS "{");
	put_all(t, members, of);
	put_end(t);
	put_string(t, END_PART);
}

void put_type(struct vct_text *t, const char *type)
{
	if (!strncmp(type, "const ", 6))
		type += 6;
	put_string(t, "&(" PART("type"));
	put_chars(t, type, strcspn(type, "*") - (strchr(type, '*') ? 1 : 0));
	put_string(t, END_PART ")" PART("structure"));
}

void put_structure(struct vct_text *t, const char *type, const struct vct_member *members,
		   const void *of)
{
	put_type(t, type);
	put_members(t, members, of);
	put_string(t, END_PART);
}

void put_changed(struct vct_text *t, const struct vct_member *members, const void *seen,
		 const void *given)
{
	const struct vct_member *m = members;

	while (m->name &&
	       !memcmp((const char *)seen + m->offset, (const char *)given + m->offset, m->size))
		m++;
	if (!m->name)
		return;
	put_shown(t, vct_name(seen), members, seen);
}

static bool is_ones(const void *at, size_t size)
{
	const unsigned char *byte = at;

	while (size && *byte == 0xff)
		byte++, size--;
	return !size;
}

/* A check may fill what the mask does not select with ones, which a device must not read. */
static bool others_are_ones(const struct ibv_qp_attr *attr, unsigned int mask)
{
	unsigned int n = 0;

	for (const struct vct_member *m = vct_qp_members; m->name; m++)
		n += !(m->flag & mask) && is_ones((const char *)attr + m->offset, m->size);
	return n > 5;
}

void put_qp_attr(struct vct_text *t, const struct ibv_qp_attr *attr, int mask)
{
	bool ones = others_are_ones(attr, (unsigned int)mask);

	put_string(t, ones ? "others_are_ones(" : "");
	put_type(t, "struct ibv_qp_attr");
	put_string(t, "{");
	for (const struct vct_member *m = vct_qp_members; m->name; m++) {
		const void *at = (const char *)attr + m->offset;

		if (is_set(m, attr) &&
		    (m->flag & (unsigned int)mask || !ones || !is_ones(at, m->size)))
			put_member(t, m, attr);
	}
	put_string(t, ones ? " }" END_PART ")" : " }" END_PART);
}

void put_qp_attr_read(struct vct_text *t, const struct ibv_qp_attr *attr, int mask)
{
	put_string(t, "{");
	for (const struct vct_member *m = vct_qp_members; m->name; m++)
		if (m->flag & (unsigned int)mask &&
		    (m->flag == IBV_QP_STATE || !is_zero((const char *)attr + m->offset, m->size)))
			put_member(t, m, attr);
	if (mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_SQD) {
		put_name_of_member(t, "sq_draining");
		put(t, "%u" END_PART, attr->sq_draining);
	}
	put_end(t);
}

enum { MOST_SGES = 4096 };

/* The first n slots of a byte each, as recv_sges() of objects.c gives them. */
static bool are_bytes(const struct ibv_sge *sge, int n)
{
	if (n < 4 || !known_region_starts(sge->addr, sge->lkey))
		return false;
	for (int i = 0; i < n; i++)
		if (sge[i].addr != sge->addr + (uint64_t)(i % SLOTS * SLOT_SIZE) ||
		    sge[i].length != 1 || sge[i].lkey != sge->lkey)
			return false;
	return true;
}

void put_sge_array(struct vct_text *t, const struct ibv_sge *sge, int n)
{
	put(t, "(struct ibv_sge[]){");
	for (int i = 0; i < n; i++) {
		put(t, i ? ", " : " ");
		put_members(t, vct_sge_members, &sge[i]);
	}
	put(t, " }");
}

static void put_sges(struct vct_text *t, const struct ibv_sge *sge, int n)
{
	int read =
		n > MOST_SGES ? 1 : n; /* so many do not exist: the verb must refuse the number */

	if (n <= 0 || !sge) {
		if (n) {
			put_name_of_member(t, "num_sge");
			put(t, "%d" END_PART, n);
		}
		return;
	}
	put_name_of_member(t, "sg_list");
	if (are_bytes(sge, read))
		put(t, "byte_sges(%s, %d)", known_region_starts(sge->addr, sge->lkey), n);
	else
		put_sge_array(t, sge, read);
	put_string(t, END_PART);
	put_name_of_member(t, "num_sge");
	put_number(t, (unsigned int)n);
	put_string(t, END_PART);
}

/* The region whose slot of this wr_id the WR receives to, as srq_post() makes it; or NULL. */
static const char *own_slot(const struct ibv_recv_wr *wr)
{
	if (wr->num_sge != 1 || wr->sg_list->length != SLOT_SIZE)
		return NULL;
	return known_region_starts(wr->sg_list->addr - wr->wr_id % SLOTS * SLOT_SIZE,
				   wr->sg_list->lkey);
}

static const struct ibv_recv_wr *put_part(struct vct_text *t, const struct ibv_recv_wr *wr)
{
	const char *mr = own_slot(wr);
	uint64_t first = wr->wr_id;
	unsigned int n = 0;

	if (mr) {
		while (wr && wr->wr_id == first + n && own_slot(wr) == mr)
			wr = wr->next, n++;
		put(t, "recv_list(%s, ", mr);
		put_number(t, first);
		put(t, ", %u)", n);
		return wr;
	}
	put_type(t, "struct ibv_recv_wr");
	put_string(t, "{");
	put_name_of_member(t, "wr_id");
	put_number(t, first);
	put_string(t, END_PART);
	put_sges(t, wr->sg_list, wr->num_sge);
	put_end(t);
	put_string(t, END_PART);
	return wr->next;
}

static const struct ibv_recv_wr *end_of_part(const struct ibv_recv_wr *wr)
{
	const char *mr = own_slot(wr);
	uint64_t first = wr->wr_id;

	if (!mr)
		return wr->next;
	for (unsigned int n = 0; wr && wr->wr_id == first + n && own_slot(wr) == mr; n++)
		wr = wr->next;
	return wr;
}

void put_recv_list(struct vct_text *t, const struct ibv_recv_wr *wr)
{
	unsigned int parts = 0;

	if (!wr)
		put(t, "NULL");
	while (wr) {
		bool last = !end_of_part(wr);

		if (!last)
			put(t, "then("), parts++;
		wr = put_part(t, wr);
		if (!last)
			put(t, ", ");
	}
	while (parts--)
		put(t, ")");
}

static void put_target(struct vct_text *t, const struct ibv_send_wr *wr, enum ibv_qp_type type)
{
	switch (wr->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		put_set(t, vct_rdma_members, wr);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		put_set(t, vct_atomic_members, wr);
		break;
	case IBV_WR_BIND_MW:
		put_set(t, vct_bind_members, wr);
		break;
	case IBV_WR_TSO:
		put_name_of_member(t, "tso");
		put_string(t, "{ .hdr = ");
		put_bytes(t, wr->tso.hdr, wr->tso.hdr_sz);
		put(t, ", .hdr_sz = %u, .mss = %u }" END_PART, wr->tso.hdr_sz, wr->tso.mss);
		/* fallthrough */
	default:
		if (type == IBV_QPT_UD)
			put_set(t, vct_ud_members, wr);
	}
	if (type == IBV_QPT_XRC_SEND)
		put_set(t, vct_xrc_members, wr);
}

void put_send_list(struct vct_text *t, const struct ibv_send_wr *wr, enum ibv_qp_type type)
{
	if (!wr) {
		put(t, "NULL");
		return;
	}
	put_type(t, "struct ibv_send_wr");
	put_string(t, "{");
	put_all(t, vct_send_members, wr);
	put_sges(t, wr->sg_list, wr->num_sge);
	if (wr->opcode == IBV_WR_SEND_WITH_IMM || wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
		put_set(t, vct_imm_members, wr);
	if (wr->opcode == IBV_WR_SEND_WITH_INV || wr->opcode == IBV_WR_LOCAL_INV)
		put_set(t, vct_inv_members, wr);
	put_target(t, wr, type);
	if (wr->next) {
		put_name_of_member(t, "next");
		put_send_list(t, wr->next, type);
		put_string(t, END_PART);
	}
	put_end(t);
	put_string(t, END_PART);
}

void put_wc(struct vct_text *t, const struct ibv_wc *wc)
{
	put_string(t, "{");
	put_all(t, vct_wc_members, wc);
	if (wc->status == IBV_WC_SUCCESS) {
		put_all(t, vct_good_wc_members, wc);
		if (wc->opcode & IBV_WC_RECV) {
			put_all(t, vct_received_members, wc);
			if (wc->wc_flags & IBV_WC_WITH_IMM)
				put_all(t, vct_with_imm_members, wc);
			if (wc->wc_flags & IBV_WC_WITH_INV)
				put_all(t, vct_with_inv_members, wc);
			if (known_is_ud(wc->qp_num))
				put_all(t, vct_from_members, wc);
		}
	}
	put_end(t);
}
