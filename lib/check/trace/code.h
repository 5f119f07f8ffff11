/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Writes the arguments and results of verbs as C: the trace of a check is made of it, and verbs-cts
 * repro makes a program of the trace. A value that differs from run to run is written as an
 * expression: an object as its name (qp0), its number as qp0->qp_num, a key as mr0->lkey, an
 * address as an offset into a memory region, the device's own port and addresses as port, lid, gid
 * and gid_index. Private to the library.
 */
#ifndef VCT_CODE_H
#define VCT_CODE_H

#include "members.h"
#include "text.h"

/* "file(2, 7)": the third file, open as descriptor 7. */
void put_file(struct vct_text *t, int fd);
/* "&gid" */
void put_gid(struct vct_text *t, const union ibv_gid *gid);

/* "\x01\x02": bytes as a string of C. */
void put_bytes(struct vct_text *t, const void *bytes, size_t n);

/* ".a = 1, .b = 2" of the members that are not 0, or of all; after a "{" and before the end. */
void put_set_members(struct vct_text *t, const struct vct_member *members, const void *of);
void put_all_members(struct vct_text *t, const struct vct_member *members, const void *of);
/* " }", or " 0 }" after a "{" that no member followed. */
void put_end_of_members(struct vct_text *t);
/* "{ .a = 1, .b = 2 }" of the members that are not 0. */
void put_members(struct vct_text *t, const struct vct_member *members, const void *of);
/* " { ... }" of all members: what the verb left at this place, an object or "attr.cap". */
void put_shown(struct vct_text *t, const char *place, const struct vct_member *members,
	       const void *of);
/* " { ... }" of all members of an object, if one of them is not what was given. */
void put_changed(struct vct_text *t, const struct vct_member *members, const void *seen,
		 const void *given);
/* "&(struct ibv_gid){ ... }" of this type. */
void put_structure(struct vct_text *t, const char *type, const struct vct_member *members,
		   const void *of);
/* "&(struct ibv_gid)", after which "{ ... }" and END_PART follow. */
void put_type(struct vct_text *t, const char *type);
/* " .name = ", with a comma if it is not the first; the value and END_PART follow. */
void put_name_of_member(struct vct_text *t, const char *name);

/* An argument of ibv_modify_qp. */
void put_qp_attr(struct vct_text *t, const struct ibv_qp_attr *attr, int mask);
/* " { ... }" of those in the mask: what a query returned. */
void put_qp_attr_read(struct vct_text *t, const struct ibv_qp_attr *attr, int mask);

/* code_wr.c: "(struct ibv_sge[]){ ... }"; the WRs of a list, from the first. */
void put_sge_array(struct vct_text *t, const struct ibv_sge *sge, int n);
void put_recv_list(struct vct_text *t, const struct ibv_recv_wr *wr, enum ibv_qp_type unused);
void put_ops(struct vct_text *t, const struct ibv_ops_wr *wr, enum ibv_qp_type unused);
void put_send_list(struct vct_text *t, const struct ibv_send_wr *wr, enum ibv_qp_type type);
/* The members that are defined for this status and opcode. */
void put_wc(struct vct_text *t, const struct ibv_wc *wc);

#endif
