/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Numbers, keys and addresses of the objects of a check, written as expressions. Private to the
 * library. */
#ifndef VCT_EXPRESSION_H
#define VCT_EXPRESSION_H

#include <infiniband/verbs.h>
#include <stdbool.h>

#include "members.h"
#include "text.h"

/* "&gid", "&gids[0]", "&gid.raw[12]": bytes of a GID of the port that is known; false if they are
 * not. */
bool put_known_gid(struct vct_text *t, const void *bytes, size_t n);
enum { KNOWN_GIDS = 16 }; /* of a greater index, none is known */
/* The port has the GID at this index. */
void vct_know_gid(unsigned int index, const union ibv_gid *gid);

/* "qp0->qp_num", or the number itself if it is of no object. */
void put_known(struct vct_text *t, enum vct_kind kind, uint32_t number);
/* The name of the region that starts at this address and has this key; or NULL. */
const char *known_region_starts(uint64_t address, uint32_t lkey);
/* True if the QP of this number is a UD QP. */
bool known_is_ud(uint32_t qp_num);

/* True if all of these bytes are in one region. */
bool known_memory(uint64_t address, size_t length);

/* "mr0->addr + 64", after a cast; memory(4096): an argument of ibv_reg_mr that is in no region. */
void put_address(struct vct_text *t, uint64_t address, const char *type);
void put_memory(struct vct_text *t, const void *address, size_t length);

/*
 * A number that the device gave to the object of this name. The text of the name must stay where it
 * is.
 */
void vct_know_number(enum vct_kind kind, uint32_t number, const char *name);
void vct_know_qp(const struct ibv_qp *qp);
void vct_know_region(const struct ibv_mr *mr, const char *name);

#endif
