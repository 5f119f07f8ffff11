/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * <infiniband/verbs.h> of whichever rdma-core this machine has, and what that of rdma-core 65 has
 * besides: the suite is built with the headers of rdma-core 44 or newer, and tests any libibverbs.
 * What is declared here has the names, values and layouts of rdma-core 65
 * (harness/test_newer.py compares them). Where the header of the machine has a name already, it is
 * kept out of the way under another name, because some releases have an older form of it.
 *
 * The verbs of this file are functions of verbs-cts (lib/check/trace/verbs_newer.c) and of the
 * reference HCA; they are no references to libibverbs, which may lack them.
 */
#ifndef VCT_INFINIBAND_VERBS_H
#define VCT_INFINIBAND_VERBS_H

/* clang-format off */
#define ibv_dmah                     ibv_dmah_of_header
#define ibv_dmah_init_attr           ibv_dmah_init_attr_of_header
#define ibv_mr_init_attr             ibv_mr_init_attr_of_header
#define ibv_comp_cntr                ibv_comp_cntr_of_header
#define ibv_comp_cntr_caps           ibv_comp_cntr_caps_of_header
#define ibv_comp_cntr_init_attr      ibv_comp_cntr_init_attr_of_header
#define ibv_comp_cntr_type           ibv_comp_cntr_type_of_header
#define ibv_qp_attach_comp_cntr_attr ibv_qp_attach_comp_cntr_attr_of_header
#define _ibv_query_comp_cntr_caps    _ibv_query_comp_cntr_caps_of_header
#define ibv_query_comp_cntr_caps     ibv_query_comp_cntr_caps_of_header
#define ibv_create_comp_cntr         ibv_create_comp_cntr_of_header
#define ibv_destroy_comp_cntr        ibv_destroy_comp_cntr_of_header
#define ibv_set_comp_cntr            ibv_set_comp_cntr_of_header
#define ibv_set_err_comp_cntr        ibv_set_err_comp_cntr_of_header
#define ibv_inc_comp_cntr            ibv_inc_comp_cntr_of_header
#define ibv_inc_err_comp_cntr        ibv_inc_err_comp_cntr_of_header
#define ibv_read_comp_cntr           ibv_read_comp_cntr_of_header
#define ibv_read_err_comp_cntr       ibv_read_err_comp_cntr_of_header
#define ibv_qp_attach_comp_cntr      ibv_qp_attach_comp_cntr_of_header
#define ibv_reg_mr_ex                ibv_reg_mr_ex_of_header
#define ibv_alloc_buf                ibv_alloc_buf_of_header
#define ibv_free_buf                 ibv_free_buf_of_header
#define ibv_reg_buf_mr               ibv_reg_buf_mr_of_header
#define ibv_export_buf_dmabuf_fd     ibv_export_buf_dmabuf_fd_of_header
#define ibv_alloc_dmah               ibv_alloc_dmah_of_header
#define ibv_dealloc_dmah             ibv_dealloc_dmah_of_header
#define ibv_dm_export_dmabuf_fd      ibv_dm_export_dmabuf_fd_of_header
#define ibv_query_port_speed         ibv_query_port_speed_of_header
#define ibv_wr_opcode_str            ibv_wr_opcode_str_of_header
#define ibv_wr_flush                 ibv_wr_flush_of_header
#include_next <infiniband/verbs.h>
#undef ibv_dmah
#undef ibv_dmah_init_attr
#undef ibv_mr_init_attr
#undef ibv_comp_cntr
#undef ibv_comp_cntr_caps
#undef ibv_comp_cntr_init_attr
#undef ibv_comp_cntr_type
#undef ibv_qp_attach_comp_cntr_attr
#undef _ibv_query_comp_cntr_caps
#undef ibv_query_comp_cntr_caps
#undef ibv_create_comp_cntr
#undef ibv_destroy_comp_cntr
#undef ibv_set_comp_cntr
#undef ibv_set_err_comp_cntr
#undef ibv_inc_comp_cntr
#undef ibv_inc_err_comp_cntr
#undef ibv_read_comp_cntr
#undef ibv_read_err_comp_cntr
#undef ibv_qp_attach_comp_cntr
#undef ibv_reg_mr_ex
#undef ibv_alloc_buf
#undef ibv_free_buf
#undef ibv_reg_buf_mr
#undef ibv_export_buf_dmabuf_fd
#undef ibv_alloc_dmah
#undef ibv_dealloc_dmah
#undef ibv_dm_export_dmabuf_fd
#undef ibv_query_port_speed
#undef ibv_wr_opcode_str
#undef ibv_wr_flush

/* Values: a macro takes the place of a constant of the same name. */
#define IBV_ACCESS_FLUSH_GLOBAL       (1 << 8)
#define IBV_ACCESS_FLUSH_PERSISTENT   (1 << 9)
#define IBV_QP_EX_WITH_FLUSH          (1 << 11)
#define IBV_WR_FLUSH                  14
#define IBV_WC_FLUSH                  8
#define IBV_FLUSH_GLOBAL              (1U << 0)
#define IBV_FLUSH_PERSISTENT          (1U << 1)
#define IBV_FLUSH_RANGE               0
#define IBV_FLUSH_MR                  1
#define IBV_ODP_SUPPORT_FLUSH         (1 << 6)
#define IBV_ODP_SUPPORT_ATOMIC_WRITE  (1 << 7)
#define IBV_DEVICE_CC_DMA_BOUNCE      (1ULL << 41)
#define IBV_PORT_LINK_SPEED_XDR_SUP   (1 << 12)
#define IBV_EVENT_DEVICE_SPEED_CHANGE (IBV_EVENT_WQ_FATAL + 1)
#define IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC (1 << 2)

#define IBV_REG_MR_MASK_IOVA      (1 << 0)
#define IBV_REG_MR_MASK_ADDR      (1 << 1)
#define IBV_REG_MR_MASK_FD        (1 << 2)
#define IBV_REG_MR_MASK_FD_OFFSET (1 << 3)
#define IBV_REG_MR_MASK_DMAH      (1 << 4)
#define IBV_REG_MR_MASK_BUF       (1 << 5)

#define IBV_TPH_MEM_TYPE_VM                  0
#define IBV_TPH_MEM_TYPE_PM                  1
#define IBV_DMAH_INIT_ATTR_MASK_CPU_ID       (1 << 0)
#define IBV_DMAH_INIT_ATTR_MASK_PH           (1 << 1)
#define IBV_DMAH_INIT_ATTR_MASK_TPH_MEM_TYPE (1 << 2)

#define IBV_QP_ATTACH_COMP_CNTR_OP_SEND              (1 << 0)
#define IBV_QP_ATTACH_COMP_CNTR_OP_RECV              (1 << 1)
#define IBV_QP_ATTACH_COMP_CNTR_OP_RDMA_READ         (1 << 2)
#define IBV_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_READ  (1 << 3)
#define IBV_QP_ATTACH_COMP_CNTR_OP_RDMA_WRITE        (1 << 4)
#define IBV_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_WRITE (1 << 5)
#define IBV_COMP_CNTR_TYPE_WRS                       0
#define IBV_COMP_CNTR_TYPE_BYTES                     1

struct ibv_buf;

struct ibv_dmah {
	struct ibv_context *context;
};

struct ibv_dmah_init_attr {
	uint32_t comp_mask;
	uint32_t cpu_id;
	uint8_t ph;
	uint8_t tph_mem_type;
};

struct ibv_mr_init_attr {
	size_t length;
	int access;
	uint64_t comp_mask;
	uint64_t iova;
	void *addr;
	int fd;
	uint64_t fd_offset;
	struct ibv_dmah *dmah;
	struct ibv_buf *buf;
};

/* With the member behind port_cap_flags2, which struct ibv_port_attr of rdma-core 44 lacks. */
union ibv_port_attr_newer {
	struct ibv_port_attr attr;
	struct {
		char older[offsetof(struct ibv_port_attr, port_cap_flags2) + sizeof(uint16_t)];
		uint32_t active_speed_ex;
	};
};

struct ibv_comp_cntr {
	struct ibv_context *context;
	uint32_t handle;
};

struct ibv_comp_cntr_caps {
	uint64_t max_value;
	uint32_t max_counters;
	uint32_t supported_qp_attach_ops;
};

struct ibv_comp_cntr_init_attr {
	uint32_t comp_mask;
	unsigned int type; /* an enum in rdma-core 65 */
	uint32_t flags;
};

struct ibv_qp_attach_comp_cntr_attr {
	uint32_t comp_mask;
	uint32_t op_mask;
};
/* clang-format on */

int ibv_query_comp_cntr_caps(struct ibv_context *context, struct ibv_comp_cntr_caps *caps);
struct ibv_comp_cntr *ibv_create_comp_cntr(struct ibv_context *context,
					   struct ibv_comp_cntr_init_attr *attr);
int ibv_destroy_comp_cntr(struct ibv_comp_cntr *counter);
int ibv_set_comp_cntr(struct ibv_comp_cntr *counter, uint64_t value);
int ibv_set_err_comp_cntr(struct ibv_comp_cntr *counter, uint64_t value);
int ibv_inc_comp_cntr(struct ibv_comp_cntr *counter, uint64_t amount);
int ibv_inc_err_comp_cntr(struct ibv_comp_cntr *counter, uint64_t amount);
int ibv_read_comp_cntr(struct ibv_comp_cntr *counter, uint64_t *value);
int ibv_read_err_comp_cntr(struct ibv_comp_cntr *counter, uint64_t *value);
int ibv_qp_attach_comp_cntr(struct ibv_qp *qp, struct ibv_comp_cntr *counter,
			    struct ibv_qp_attach_comp_cntr_attr *attr);
struct ibv_mr *ibv_reg_mr_ex(struct ibv_pd *pd, struct ibv_mr_init_attr *init);
void *ibv_alloc_buf(struct ibv_pd *pd, size_t size, struct ibv_buf **buf);
void ibv_free_buf(struct ibv_buf *buf);
struct ibv_mr *ibv_reg_buf_mr(struct ibv_pd *pd, struct ibv_buf *buf, void *addr, size_t length,
			      int access);
int ibv_export_buf_dmabuf_fd(struct ibv_buf *buf);
struct ibv_dmah *ibv_alloc_dmah(struct ibv_context *context, struct ibv_dmah_init_attr *attr);
int ibv_dealloc_dmah(struct ibv_dmah *dmah);
int ibv_dm_export_dmabuf_fd(struct ibv_dm *dm);
int ibv_query_port_speed(struct ibv_context *context, uint32_t port, uint64_t *speed);
const char *ibv_wr_opcode_str(enum ibv_wr_opcode opcode);

/* The member behind wr_atomic_write, which struct ibv_qp_ex of rdma-core 44 lacks. */
typedef void ibv_wr_flush_builder(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
				  size_t length, uint8_t type, uint8_t level);
#define IBV_WR_FLUSH_AT (offsetof(struct ibv_qp_ex, wr_atomic_write) + sizeof(void *))

static inline void ibv_wr_flush(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
				size_t length, uint8_t type, uint8_t level)
{
	ibv_wr_flush_builder *build;

	memcpy(&build, (const char *)qp + IBV_WR_FLUSH_AT, sizeof(build));
	build(qp, rkey, remote_addr, length, type, level);
}

#endif
