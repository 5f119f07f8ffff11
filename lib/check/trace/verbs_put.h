/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* How each kind of argument of lib/verbs/table.h is written down as C. Private to the library. */
#ifndef VCT_VERBS_PUT_H
#define VCT_VERBS_PUT_H

#include "code.h"
#include "../far/far.h"
#include "expression.h"
#include "../judge.h"

struct ibv_xsrq_init_attr;
struct ibv_xrc_qp_init_attr;

/* "port" if it is the port under test. */
void put_port(struct vct_text *t, unsigned int port);
/* Bytes, unless they are too many. */
void put_data(struct vct_text *t, const void *data, size_t length);
void put_sges_or_null(struct vct_text *t, const struct ibv_sge *sges, size_t n);
void put_buffers(struct vct_text *t, size_t n, const struct ibv_data_buf *buffers);
/* "&gids[3]": where the GID of this index is kept. */
void put_known_slot(struct vct_text *t, int index);
/* A descriptor of the device; a context that was opened has one. */
void know_context(const struct ibv_context *context);
void put_device_file(struct vct_text *t, int fd);
void put_wc_of_sender(struct vct_text *t, const struct ibv_wc *wc);
void put_grh(struct vct_text *t, const struct ibv_grh *grh);
void put_wq_table(struct vct_text *t, const struct ibv_rwq_ind_table_init_attr *init);
void put_flow(struct vct_text *t, const struct ibv_flow_attr *attr);
/* What the attributes of a QP are of: a port, a P_Key, a GID, an MTU. */
static inline void note_use(int mask)
{
	vct_uses((mask & (IBV_QP_PORT | IBV_QP_AV) ? USES_PORT : 0) |
		 (mask & IBV_QP_PKEY_INDEX ? USES_PKEY : 0) | (mask & IBV_QP_AV ? USES_GID : 0) |
		 (mask & IBV_QP_PATH_MTU ? USES_MTU : 0));
}
void put_xsrq_init(struct vct_text *t, const struct ibv_xsrq_init_attr *init);
void put_rcv_qp_init(struct vct_text *t, const struct ibv_xrc_qp_init_attr *init);
void put_mr_init(struct vct_text *t, const struct ibv_mr_init_attr *init);

/* With its marks, unless it has no name: then it is no argument. */
#define PUT(kind_, type_, name_, ...)                                                              \
	(sizeof(#name_) == 1 ? (void)0 : (put_next(t), put_string(t, PART("arg " #name_))),        \
	 PUT_##kind_(type_, name_, ##__VA_ARGS__),                                                 \
	 put_string(t, sizeof(#name_) == 1 ? "" : END_PART))
#define PUT_OBJECT(type_, x_)            (VCT_NEAR(x_), PUT_FAR_OBJECT(type_, x_))
#define PUT_FAR_OBJECT(type_, x_)        (vct_call_is_given(x_), put_string(t, vct_name(x_)))
#define PUT_QP_EX(type_, x_)             put(t, "%s_ex", vct_name(&(x_)->qp_base))
#define PUT_CQ_EX(type_, x_)             put(t, "%s_ex", vct_name(x_))
#define PUT_DEVICE(type_, x_)            put_string(t, ibv_get_device_name(x_))
#define PUT_INT(type_, x_)               put(t, "%lld", (long long)(x_))
#define PUT_UINT(type_, x_)              put_number(t, x_)
#define PUT_HEX(type_, x_)               put_hex(t, x_)
#define PUT_WORD(type_, x_, words_)      put_word(t, words_, (long)(x_))
#define PUT_FLAGS(type_, x_, words_)     put_flags(t, words_, (unsigned int)(x_))
#define PUT_POINTER(type_, x_)           put_pointer(t, x_)
#define PUT_MEMORY(type_, x_, length_)   put_memory(t, x_, length_)
#define PUT_DATA(type_, x_, length_)     put_data(t, x_, length_)
#define PUT_FD(type_, x_)                put_file(t, x_)
#define PUT_CMD_FD(type_, x_)            put_device_file(t, x_)
#define PUT_GID(type_, x_)               put_gid(t, x_)
#define PUT_PORT(type_, x_)              put_port(t, x_)
#define PUT_QPN(type_, x_)               put_known(t, KIND_QPN, x_)
#define PUT_SRQN(type_, x_)              put_known(t, KIND_SRQN, x_)
#define PUT_RKEY(type_, x_)              put_known(t, KIND_RKEY, x_)
#define PUT_LKEY(type_, x_)              put_known(t, KIND_LKEY, x_)
#define PUT_PD_HANDLE(type_, x_)         put_known(t, KIND_PD_HANDLE, x_)
#define PUT_MR_HANDLE(type_, x_)         put_known(t, KIND_MR_HANDLE, x_)
#define PUT_DM_HANDLE(type_, x_)         put_known(t, KIND_DM_HANDLE, x_)
#define PUT_REMOTE(type_, x_)            put_address(t, x_, "(uintptr_t)")
#define PUT_IN(type_, x_, members_)      put_structure(t, #type_, members_, x_)
#define PUT_OUT(type_, x_, ...)          put_string(t, SECOND_OF(0, ##__VA_ARGS__, "&attr", ))
#define SECOND_OF(...)                   SECOND_OF_(__VA_ARGS__)
#define SECOND_OF_(first_, second_, ...) second_
#define PUT_AS(type_, x_, text_)         put_string(t, text_)
#define PUT_NO(type_, x_)                ((void)0)
#define PUT_SGES(type_, x_, n_)          put_sges_or_null(t, x_, n_)
#define PUT_KNOWN_GID(type_, x_, index_) put_known_slot(t, index_)
#define PUT_SRQ_NUMBER(type_, x_, srq_)  put(t, "&%s_number", vct_name(srq_))
#define PUT_VALUES(type_, x_, n_)        put(t, "(uint64_t[%u + 1]){ 0 }", n_)
#define PUT_BUFFERS(type_, x_, n_)       put_buffers(t, n_, x_)
#define PUT_WC(type_, x_)                put_wc_of_sender(t, x_)
#define PUT_GRH(type_, x_)               put_grh(t, x_)
#define PUT_WQ_TABLE(type_, x_)          put_wq_table(t, x_)
#define PUT_FLOW(type_, x_)              put_flow(t, x_)
#define PUT_QP_ATTR(type_, x_, mask_)    (note_use(mask_), put_qp_attr(t, x_, mask_))
#define PUT_WRS(type_, x_, qp_type_)                                                               \
	_Generic(x_, struct ibv_recv_wr *                                                          \
		 : put_recv_list, struct ibv_send_wr *                                             \
		 : put_send_list, struct ibv_ops_wr *                                              \
		 : put_ops)(t, x_, qp_type_)
/* Of the legacy verbs, which take what is NULL. */
#define PUT_MASK(type_, x_)               put_flags(t, vct_qp_mask, (unsigned int)(x_))
#define PUT_XSRQ_INIT(type_, x_)          put_xsrq_init(t, x_)
#define PUT_RCV_QP_INIT(type_, x_)        put_rcv_qp_init(t, x_)
#define PUT_RCV_QP_ATTR(type_, x_, mask_) ((x_) ? put_qp_attr(t, x_, mask_) : put_string(t, "NULL"))
#define PUT_MR_INIT(type_, x_)            put_mr_init(t, x_)
/* A structure that names a CQ, which must be of this process. */
#define PUT_IN_BESIDE_CQ(type_, x_, members_)                                                      \
	(VCT_NEAR((x_)->comp_mask & IBV_SRQ_INIT_ATTR_CQ ? (x_)->cq : NULL),                       \
	 PUT_IN(type_, x_, members_))
/* An address, which is of the port and GID under test. */
#define PUT_ADDRESS_IN(type_, x_, members_)                                                        \
	(vct_uses(USES_PORT | USES_GID), PUT_IN(type_, x_, members_))

#endif
