/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Memory windows of the receiver of a link: bound by ibv_bind_mw (type 1, for checks with NEED_MW1)
 * or by a bind WR (type 2, NEED_MW2).
 */
#ifndef VCT_WINDOW_H
#define VCT_WINDOW_H

#include "../use/remote.h"

/*
 * The R_Key of a new type 2 memory window that the receiver of the RC link has bound, and that its
 * sender can invalidate: link_message(&l, IBV_WR_SEND_WITH_INV, .imm = bound_window(&l)).
 */
uint32_t bound_window(struct link *l);

struct mem_window {
	struct ibv_mw *mw;
	uint32_t rkey; /* after the last bind that succeeded */
	uint64_t binds;
};

/* A window that is not bound; BROKEN if it is refused. */
struct mem_window window_make(enum ibv_mw_type type);
/*
 * Posts a signaled bind to `qp`: its wr_id is the number of the bind, from 0, and it gives the
 * window the next key. Returns the return value of the verb.
 */
int window_post(struct ibv_qp *qp, struct mem_window *w, const struct ibv_mw_bind_info *to);
/* Posts a bind of a type 2 window with this key, of which the last byte is free to choose. */
int window_post_key(struct ibv_qp *qp, struct mem_window *w, const struct ibv_mw_bind_info *to,
		    uint32_t key);
/* Posts a bind to the receiver of the link, and waits for its completion. */
#define window_bind(link_, window_, mr_, addr_, length_, access_)                                  \
	window_bind_to(link_, window_,                                                             \
		       &(struct ibv_mw_bind_info){ mr_, (uintptr_t)(addr_), length_, access_ })
struct ibv_wc window_bind_to(struct link *l, struct mem_window *w,
			     const struct ibv_mw_bind_info *to);
/* window_bind() as a step of the setup: BROKEN if it does not succeed. */
#define window_set(link_, window_, mr_, addr_, length_, access_)                                   \
	window_set_to(link_, window_,                                                              \
		      &(struct ibv_mw_bind_info){ mr_, (uintptr_t)(addr_), length_, access_ })
void window_set_to(struct link *l, struct mem_window *w, const struct ibv_mw_bind_info *to);
/* Posts IBV_WR_LOCAL_INV to `qp`, whose send completions come on `cq`, and waits for it. */
struct ibv_wc window_invalidate(struct ibv_qp *qp, struct ibv_cq *cq, uint32_t rkey);

#endif
