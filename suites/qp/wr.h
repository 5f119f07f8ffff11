/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Links whose sender was made with send_ops_flags, for the checks of ibv_wr_* (wr.c, builder.c). */
#ifndef SUITE_QP_WR_H
#define SUITE_QP_WR_H

#include "../vct.h"

enum { ALL_WRITES = IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_SEND };

struct wr_link {
	struct link l;
	struct ibv_qp_ex *ex; /* the sender */
	uint32_t inline_data; /* bytes that it has */
	uint32_t send_wr;     /* the WRs that it holds */
	struct ibv_mr *mr;    /* local memory, and remote memory from REMOTE on */
	char *local, *remote;
};

struct wr_attr {
	enum ibv_qp_type type;
	uint64_t operations;
	uint32_t sges, inline_data; /* sges 0: 1 */
	uint32_t send_wr;           /* 0: 32 */
	unsigned int posted;        /* receive WRs, which are those of recv_list(0, posted) */
	struct ibv_cq *rx_cq;
	int cqe; /* entries of the sender's CQ; 0: CQ_ENTRIES */
};
/* wr_link(.type = IBV_QPT_RC, .operations = IBV_QP_EX_WITH_SEND) */
/* Ends the check as SKIP if the device makes no QP with these operations. */
#define wr_link(...) wr_link_make(&(struct wr_attr){ __VA_ARGS__ })
struct wr_link wr_link_make(const struct wr_attr *attr);
/* The QP alone, in RESET; NULL, and errno, if it is refused. Operations of 0: without ibv_wr_*. */
struct ibv_qp *wr_qp_make(const struct wr_attr *attr, struct ibv_cq *cq, struct ibv_qp_cap *cap);
/* A link whose sender is this QP in RESET, of any type that sends. */
struct link wr_link_of(struct ibv_qp *tx, const struct link_attr *attr);
/* The setter that the type of the QP needs: the UD address or the number of the XRC SRQ. */
void wr_set_target(const struct wr_link *w);
/* Builds a signaled request of 64 bytes of the local memory for the same place of the remote. */
void wr_build_write(const struct wr_link *w, uint64_t wr_id, size_t at);
void wr_build_send(const struct wr_link *w, uint64_t wr_id, size_t at);
/* A message of ibv_post_send is received: what was written before it is visible. */
void wr_catch_up(struct wr_link *w);

#endif
