/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The rows of the verbs that are newer than the oldest rdma-core with which the suite is built, and
 * the release since which each of them is there. table.h explains rows, and includes this file.
 */
#ifndef VCT_VERBS_NEWER_H
#define VCT_VERBS_NEWER_H

/* clang-format off */
#define SINCE_query_comp_cntr_caps 65
#define VERB_query_comp_cntr_caps NEWER_SIZED, ERRNO, (show_comp_cntr_caps), int, \
	((OBJECT, struct ibv_context *, context), (OUT, struct ibv_comp_cntr_caps *, caps))
#define SINCE_create_comp_cntr 65
#define VERB_create_comp_cntr NEWER, MAKES, (counter, destroy_comp_cntr, nothing), struct ibv_comp_cntr *, \
	((OBJECT, struct ibv_context *, context), \
	 (IN, struct ibv_comp_cntr_init_attr *, attr, vct_comp_cntr_init_members))
#define SINCE_destroy_comp_cntr 65
#define VERB_destroy_comp_cntr NEWER, ENDS, (), int, ((OBJECT, struct ibv_comp_cntr *, counter))
#define SINCE_set_comp_cntr 65
#define VERB_set_comp_cntr NEWER, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_comp_cntr *, counter), (UINT, uint64_t, value))
#define SINCE_set_err_comp_cntr 65
#define VERB_set_err_comp_cntr NEWER, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_comp_cntr *, counter), (UINT, uint64_t, value))
#define SINCE_inc_comp_cntr 65
#define VERB_inc_comp_cntr NEWER, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_comp_cntr *, counter), (UINT, uint64_t, amount))
#define SINCE_inc_err_comp_cntr 65
#define VERB_inc_err_comp_cntr NEWER, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_comp_cntr *, counter), (UINT, uint64_t, amount))
#define SINCE_read_comp_cntr 65
#define VERB_read_comp_cntr NEWER, ERRNO, (show_count), int, \
	((OBJECT, struct ibv_comp_cntr *, counter), (OUT, uint64_t *, value))
#define SINCE_read_err_comp_cntr 65
#define VERB_read_err_comp_cntr NEWER, ERRNO, (show_count), int, \
	((OBJECT, struct ibv_comp_cntr *, counter), (OUT, uint64_t *, value))
#define SINCE_qp_attach_comp_cntr 65
#define VERB_qp_attach_comp_cntr NEWER, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_qp *, qp), (OBJECT, struct ibv_comp_cntr *, counter), \
	 (IN, struct ibv_qp_attach_comp_cntr_attr *, attr, vct_comp_cntr_attach_members))
#define SINCE_alloc_buf 64
#define VERB_alloc_buf NEWER, BY_HAND, (), void *, \
	((OBJECT, struct ibv_pd *, pd), (UINT, size_t, size), (AS, struct ibv_buf **, buf, "?"))
#define SINCE_free_buf 64
#define VERB_free_buf NEWER, ENDS_MUTELY, (), void, ((OBJECT, struct ibv_buf *, buf))
#define SINCE_reg_buf_mr 64
#define VERB_reg_buf_mr NEWER, MAKES, (mr, dereg_mr, know_buf_mr), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (OBJECT, struct ibv_buf *, buf), (MEMORY, void *, addr, length), \
	 (UINT, size_t, length), (FLAGS, int, access, vct_access_flags))
#define SINCE_export_buf_dmabuf_fd 65
#define VERB_export_buf_dmabuf_fd NEWER, EXPORTS, (), int, ((OBJECT, struct ibv_buf *, buf))
#define SINCE_reg_mr_ex 59
#define VERB_reg_mr_ex NEWER, MAKES, (mr, dereg_mr, know_mr_ex), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (MR_INIT, struct ibv_mr_init_attr *, init))
#define SINCE_alloc_dmah 59
#define VERB_alloc_dmah NEWER, MAKES, (dmah, dealloc_dmah, nothing), struct ibv_dmah *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_dmah_init_attr *, attr, vct_dmah_init_members))
#define SINCE_dealloc_dmah 59
#define VERB_dealloc_dmah NEWER, ENDS, (), int, ((OBJECT, struct ibv_dmah *, dmah))
#define SINCE_dm_export_dmabuf_fd 62
#define VERB_dm_export_dmabuf_fd NEWER, EXPORTS, (), int, ((OBJECT, struct ibv_dm *, dm))
#define SINCE_query_port_speed 62
#define VERB_query_port_speed NEWER, ERRNO, (show_speed), int, \
	((OBJECT, struct ibv_context *, context), (PORT, uint32_t, port), (OUT, uint64_t *, speed))
#define SINCE_wr_opcode_str 49
#define VERB_wr_opcode_str NEWER, UNTRACED, (), const char *, ((INT, enum ibv_wr_opcode, opcode))
#define NEWER_VERBS(X) \
	X(query_comp_cntr_caps) X(create_comp_cntr) X(destroy_comp_cntr) X(set_comp_cntr) \
	X(set_err_comp_cntr) X(inc_comp_cntr) X(inc_err_comp_cntr) X(read_comp_cntr) \
	X(read_err_comp_cntr) X(qp_attach_comp_cntr) X(alloc_buf) X(free_buf) X(reg_buf_mr) \
	X(export_buf_dmabuf_fd) X(reg_mr_ex) X(alloc_dmah) X(dealloc_dmah) X(dm_export_dmabuf_fd) \
	X(query_port_speed) X(wr_opcode_str)
/* clang-format on */

#endif
