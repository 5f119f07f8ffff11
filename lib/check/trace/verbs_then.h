/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What a wrapper does after its call, besides writing its result down: it notes the numbers that
 * the device gave to an object, and shows what the verb wrote. Each macro is named in a row of
 * lib/verbs/table.h, and has the line of the trace, what the verb returned, and its arguments.
 * Private to the library.
 */
#ifndef VCT_VERBS_THEN_H
#define VCT_VERBS_THEN_H

#include "code.h"
#include "../far/far.h"
#include "expression.h"
#include "few.h"

/* Its sizes; and members of its handle, if they are not those that were given. */
void show_srq(struct vct_text *t, const struct ibv_srq *srq, const struct ibv_srq_attr *sizes,
	      struct ibv_pd *pd, void *srq_context);
void know_region(const struct ibv_mr *mr, uint64_t first, int access);
/* Which WR of a list was refused; the list was posted to an SRQ or to another object. */
void show_bad(struct vct_text *t, int ret, int bad, bool of_srq);
/* This process is registered with a receive QP of XRC if `error` is 0; or no longer. */
void rcv_qp_is_registered(int error, struct ibv_xrcd *domain, uint32_t number);
void rcv_qp_is_unregistered(struct ibv_xrcd *domain, uint32_t number);
void know_local_region(const struct ibv_mr *mr);
void end_batch(void);

/* The address that the first byte of such a region has for requests. */
static inline uint64_t vct_first_of(const struct ibv_mr_init_attr *init)
{
	if (init->comp_mask & IBV_REG_MR_MASK_IOVA)
		return init->iova;
	return init->access & IBV_ACCESS_ZERO_BASED ? 0 : (uintptr_t)init->addr;
}

#define THEN_nothing(t_, ret_, ...)                ((void)0)
#define THEN_end_batch(t_, ret_, cq_)              end_batch()
#define THEN_few_cqe(t_, cq_, context_, cqe_, ...) ((cq_) ? (void)0 : vct_few_cqe(cqe_))
#define THEN_few_cqe_ex(t_, cq_, context_, init_)  ((cq_) ? (void)0 : vct_few_cqe((init_)->cqe))
#define THEN_show_port(t_, ret_, context_, port_, attr_)                                           \
	((ret_) ? (void)0 : put_shown(t_, "attr", vct_port_members, attr_))
#define THEN_show_srq_attr(t_, ret_, srq_, attr_)                                                  \
	((ret_) ? (void)0 : put_shown(t_, "attr", vct_srq_members, attr_))
#define THEN_show_ece(t_, ret_, qp_, ece_) put_shown(t_, "attr", vct_ece_members, ece_)
#define THEN_show_wq(t_, wq_, context_, init_)                                                     \
	((wq_) ? put_shown(t_, "attr", vct_wq_sizes, init_) : vct_few_of_wq(init_))
#define THEN_show_srq(t_, srq_, pd_, init_)                                                        \
	((srq_) ? show_srq(t_, srq_, &(init_)->attr, pd_, (init_)->srq_context)                    \
		: vct_few_of_srq(&(init_)->attr))
#define THEN_show_srq_ex(t_, srq_, context_, init_)                                                \
	((srq_) ? show_srq(t_, srq_, &(init_)->attr,                                               \
			   (init_)->comp_mask & IBV_SRQ_INIT_ATTR_PD ? (init_)->pd : NULL,         \
			   (init_)->srq_context)                                                   \
		: vct_few_of_srq_ex(init_))
#define THEN_show_keys(t_, mr_, pd_, handle_)                                                      \
	((mr_) ? put_shown(t_, vct_name(mr_), vct_key_members, mr_) : (void)0)
#define THEN_show_address(t_, ret_, context_, port_, wc_, grh_, attr_)                             \
	((ret_) ? (void)0 : put_shown(t_, "attr", vct_ah_numbers, attr_))
#define THEN_know_gid(t_, ret_, context_, port_, index_, gid_)                                     \
	((ret_) ? (void)0 : vct_know_gid((unsigned int)(index_), gid_))
#define THEN_know_gid_ex(t_, ret_, context_, port_, index_, entry_, flags_)                        \
	((ret_) ? (void)0 : vct_know_gid(index_, &(entry_)->gid))
#define THEN_know_context(t_, context_, device_) know_context(context_)
#define THEN_know_pd(t_, pd_, context_)                                                            \
	((pd_) ? vct_know_number(KIND_PD_HANDLE, (pd_)->handle, vct_name(pd_)) : (void)0)
#define THEN_know_dm(t_, dm_, context_, attr_)                                                     \
	((dm_) ? vct_know_number(KIND_DM_HANDLE, (dm_)->handle, vct_name(dm_))                     \
	       : vct_few_of_dm((attr_)->length))
#define THEN_know_mr(t_, mr_, pd_, addr_, length_, access_)                                        \
	((mr_) ? know_region(mr_, (access_)&IBV_ACCESS_ZERO_BASED ? 0 : (uintptr_t)(addr_),        \
			     access_)                                                              \
	       : vct_few_of_mr(length_))
#define THEN_know_mr_iova(t_, mr_, pd_, addr_, length_, iova_, access_)                            \
	((mr_) ? know_region(mr_, iova_, access_) : vct_few_of_mr(length_))
#define THEN_know_local_mr(t_, mr_, ...) ((mr_) ? know_local_region(mr_) : (void)0)
#define THEN_know_changed_mr(t_, ret_, mr_, flags_, pd_, addr_, length_, access_)                  \
	((ret_) ? (void)0                                                                          \
		: (vct_know_region(mr_, vct_name(mr_)),                                            \
		   far_region_is_changed(mr_,                                                      \
					 (flags_)&IBV_REREG_MR_CHANGE_ACCESS ? (access_) : -1)))
#define THEN_know_mw(t_, mw_, pd_, type_)                                                          \
	((mw_) ? vct_know_number(KIND_RKEY, (mw_)->rkey, vct_name(mw_)) : (void)0)
#define THEN_know_bound(t_, ret_, qp_, mw_, bind_)                                                 \
	((ret_) ? (void)0                                                                          \
		: (vct_sends_wait(qp_, NULL, 1),                                                   \
		   vct_know_number(KIND_RKEY, (mw_)->rkey, vct_name(mw_))))
#define THEN_know_srq_number(t_, ret_, srq_, number_)                                              \
	((ret_) ? (void)0 : vct_know_number(KIND_SRQN, *(number_), vct_name(srq_)))
#define THEN_show_comp_cntr_caps(t_, ret_, context_, caps_)                                        \
	((ret_) ? (void)0 : put_shown(t_, "attr", vct_comp_cntr_caps_members, caps_))
#define THEN_show_count(t_, ret_, counter_, value_)                                                \
	((ret_) ? (void)0                                                                          \
		: (put_string(t_, ", " PART("shown attr")), put_number(t_, *(value_)),             \
		   put_string(t_, END_PART)))
#define THEN_show_qp(t_, ret_, qp_, attr_, mask_, init_)                                           \
	((ret_) ? (void)0                                                                          \
		: (put_qp_attr_read(t_, attr_, mask_), put_string(t_, " " PART("shown init")),     \
		   put_members(t_, vct_qp_init_members, init_), put_string(t_, END_PART)))
#define THEN_show_bad(t_, ret_, object_, wr_, bad_wr_)                                             \
	({                                                                                         \
		int posted_ = (ret_) ? INDEX(wr_, *(bad_wr_)) : LENGTH_OF(wr_);                    \
                                                                                                   \
		COUNTED_AS(object_, wr_)(object_, wr_, posted_);                                   \
		(ret_) ? show_bad(t_, ret_, posted_, IS_SRQ(object_)) : (void)0;                   \
	})
#define LENGTH_OF(list_)                                                                           \
	({                                                                                         \
		int n_ = 0;                                                                        \
                                                                                                   \
		for (__typeof__(*(list_)) *wr_ = (list_); wr_; wr_ = wr_->next)                    \
			n_++;                                                                      \
		n_;                                                                                \
	})
#define COUNTED_AS(object_, wr_)                                                                   \
	_Generic(wr_, struct ibv_send_wr *                                                         \
		 : vct_sends_wait, struct ibv_ops_wr *                                             \
		 : vct_uncounted_wait, default                                                     \
		 : _Generic(object_, struct ibv_srq *                                              \
			    : vct_srq_receives_wait, default                                       \
			    : vct_receives_wait))
/* After a failure *bad_wr may be any pointer: "-1" if it is not in the list. */
#define INDEX(list_, bad_)                                                                         \
	({                                                                                         \
		__typeof__(*(list_)) *wr_ = (list_);                                               \
		int n_ = 0;                                                                        \
                                                                                                   \
		while (wr_ && wr_ != (bad_))                                                       \
			wr_ = wr_->next, n_++;                                                     \
		wr_ ? n_ : -1;                                                                     \
	})
#define IS_SRQ(object_)                                       _Generic(object_, struct ibv_srq * : true, default : false)
#define THEN_show_xrc_srq(t_, srq_, pd_, domain_, cq_, init_) THEN_show_srq(t_, srq_, pd_, init_)
#define THEN_show_rcv_qp(t_, ret_, domain_, number_, attr_, mask_, init_)                          \
	((ret_) ? (void)0 : put_qp_attr_read(t_, attr_, mask_))
#define THEN_closed(t_, ret_, domain_) ((ret_) ? (void)0 : vct_untrack(domain_))
#define THEN_made_rcv_qp(t_, ret_, init_, number_)                                                 \
	(put(t_, ", number " PART("shown") "0x%x" END_PART, *(number_)),                           \
	 rcv_qp_is_registered(ret_, (init_)->xrc_domain, *(number_)))
#define THEN_registered(t_, ret_, domain_, number_) rcv_qp_is_registered(ret_, domain_, number_)
#define THEN_unregistered(t_, ret_, domain_, number_)                                              \
	((ret_) ? (void)0 : rcv_qp_is_unregistered(domain_, number_))
#define THEN_show_speed(t_, ret_, context_, port_, speed_) THEN_show_count(t_, ret_, 0, speed_)
#define THEN_know_buf_mr(t_, mr_, pd_, buf_, addr_, length_, access_)                              \
	THEN_know_mr(t_, mr_, pd_, addr_, length_, access_)
#define THEN_know_mr_ex(t_, mr_, pd_, init_)                                                       \
	((mr_) ? know_region(mr_, vct_first_of(init_), (init_)->access)                            \
	       : vct_few_of_mr((init_)->length))
#define THEN_know_qp(t_, qp_, context_, attr_) ((qp_) ? vct_know_qp(qp_) : (void)0)

#endif
