// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes values and structures as C, by tables of their members. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "code.h"
#include "../device.h"
#include "expression.h"

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
	unsigned long long n = vct_number_at(at, m->size);
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
	put_string(t, " = " PART_BEGIN "member ");
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

void put_set_members(struct vct_text *t, const struct vct_member *m, const void *of)
{
	for (; m->name; m++)
		if (is_set(m, of))
			put_member(t, m, of);
}

void put_all_members(struct vct_text *t, const struct vct_member *m, const void *of)
{
	for (; m->name; m++)
		put_member(t, m, of);
}

void put_end_of_members(struct vct_text *t)
{
	put_string(t, t->n && t->s[t->n - 1] == '{' ? " 0 }" : " }");
}

void put_members(struct vct_text *t, const struct vct_member *members, const void *of)
{
	put_string(t, "{");
	put_set_members(t, members, of);
	put_end_of_members(t);
}

void put_shown(struct vct_text *t, const char *place, const struct vct_member *members,
	       const void *of)
{
	put_string(t, " " PART_BEGIN "shown ");
	put_string(t, place);
	put_string(t, PART_IS "{");
	put_all_members(t, members, of);
	put_end_of_members(t);
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
	put_string(t, " " PART("shown attr") "{");
	for (const struct vct_member *m = vct_qp_members; m->name; m++)
		if (m->flag & (unsigned int)mask &&
		    (m->flag == IBV_QP_STATE || !is_zero((const char *)attr + m->offset, m->size)))
			put_member(t, m, attr);
	if (mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_SQD) {
		put_name_of_member(t, "sq_draining");
		put(t, "%u" END_PART, attr->sq_draining);
	}
	put_end_of_members(t);
	put_string(t, END_PART);
}
