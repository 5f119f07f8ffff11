/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* clang-format off */
/*
 * Each verb, once. From its row come the wrapper that a check calls (lib/check/trace/verbs.h), the
 * hook of the mutants (fixtures/mutants/mutant.h), and the statement of verbs-cts repro
 * (lib/record/repro_verbs.c). A row is
 *
 *	#define VERB_name place, way, (of the way), type, (arguments)
 *
 * The place says where libibverbs keeps the function, and so how a mutant replaces it:
 *	EXPORTED	a function of libibverbs.so
 *	ENDING		the same; it destroys an object, which may have events
 *	SPECIAL		the same; the framework of the mutants handles it itself
 *	SIZED		an inline function that passes the size of a structure to _ibv_name()
 *	CONTEXT		an inline function that calls context->ops
 *	EXTENDED	an inline function that calls struct verbs_context
 *	SIZED_EXTENDED	the same, with the size of a structure
 *	IBV_EXTENDED	the same, where the member is called ibv_name
 *	LEGACY		a function that libibverbs no longer has, and libibverbs-xrc has
 *	QP_EX, CQ_EX	an inline function that calls a member of the extended QP or CQ
 *	NEWER		a function of libibverbs.so that older releases lack (newer.h)
 *	NEWER_SIZED	the same, of which the name is _ibv_name, with the size of a structure
 *	UNHOOKED	none of these: what it calls is hooked, or nothing is
 *
 * The way says what it returns, and what the wrapper does besides tracing the call:
 *	MAKES (kind, release, then)	an object, or NULL and errno; the object is tracked
 *	ENDS ()				0 or an errno value; the object is released; (_or_minus): 0 or -1
 *	ENDS_MUTELY ()			nothing; the object is released
 *	ERRNO (then)			0 or an errno value
 *	FAR_ERRNO (then)		the same; its first argument may be a far object (far.h)
 *	MINUS (then)			0, or -1 and errno
 *	NUMBER (then)			a number that has the same meaning in each run
 *	NUMBER_OR_MINUS ()		such a number, or -1 and errno
 *	EXPORTS ()			a descriptor of a file, which differs from run to run, or -1 and errno
 *	MUTE (then)			nothing
 *	BUILDS ()			nothing; it builds a request of an extended QP, or a part
 *	READS (kind)			a member of the completion that an extended CQ is at
 *	TELLS_TIME ()			the same; the member differs from run to run
 *	BY_HAND ()			its wrapper and its statement are written by hand
 *	UNTRACED ()			checks call it without a wrapper
 * `then` names a function of lib/check/trace/verbs_then.h that is called after the call; "nothing"
 * is none.
 *
 * An argument is (kind, type, name, of the kind). Its kind says how it is written down, as C:
 *	OBJECT		an object that a check has made, as its name; FAR_OBJECT: it may be a far one
 *	QP_EX, CQ_EX	an extended QP or CQ
 *	DEVICE		a device, as its name
 *	INT		a signed number; UINT: an unsigned one; HEX: in hexadecimal digits
 *	WORD, FLAGS	one value of these words, or several flags of them
 *	POINTER		a pointer to anything
 *	MEMORY		of this length
 *	DATA		the same, as the bytes that are there
 *	FD, CMD_FD	a descriptor of a file; of a device
 *	GID, PORT	a GID; a port
 *	QPN, SRQN, RKEY, LKEY	a number or key that the device has given
 *	PD_HANDLE, MR_HANDLE, DM_HANDLE	the handle of an object
 *	REMOTE		an address, as a number
 *	IN		a structure that the verb reads, with these members
 *			(lib/check/trace/members.h)
 *	OUT		a structure that the verb fills, "&attr", or this text
 *	WRS		a list of WRs, for a QP of this type
 *	AS		always written as this text
 *	NO		no argument
 *	others		lib/check/trace/verbs_put.h
 */
/* clang-format on */
#ifndef VCT_VERBS_TABLE_H
#define VCT_VERBS_TABLE_H

#include "extended.h"
#include "newer.h"

/* A row stays on its lines. */
/* clang-format off */

/* Devices and ports. */
#define VERB_get_device_list EXPORTED, UNTRACED, (), struct ibv_device **, ((OUT, int *, n))
#define VERB_free_device_list EXPORTED, UNTRACED, (), void, ((POINTER, struct ibv_device **, list))
#define VERB_get_device_name EXPORTED, UNTRACED, (), const char *, ((DEVICE, struct ibv_device *, device))
#define VERB_get_device_guid EXPORTED, UNTRACED, (), __be64, ((DEVICE, struct ibv_device *, device))
#define VERB_get_device_index EXPORTED, UNTRACED, (), int, ((DEVICE, struct ibv_device *, device))
#define VERB_rate_to_mbps EXPORTED, UNTRACED, (), int, ((INT, enum ibv_rate, rate))
#define VERB_rate_to_mult EXPORTED, UNTRACED, (), int, ((INT, enum ibv_rate, rate))
#define VERB_event_type_str EXPORTED, UNTRACED, (), const char *, ((INT, enum ibv_event_type, type))
#define VERB_node_type_str EXPORTED, UNTRACED, (), const char *, ((INT, enum ibv_node_type, type))
#define VERB_port_state_str EXPORTED, UNTRACED, (), const char *, ((INT, enum ibv_port_state, state))
#define VERB_wc_status_str EXPORTED, UNTRACED, (), const char *, ((INT, enum ibv_wc_status, status))
#define VERB_open_device SPECIAL, MAKES, (ctx, close_device, know_context), struct ibv_context *, \
	((DEVICE, struct ibv_device *, device))
#define VERB_close_device SPECIAL, ENDS, (_or_minus), int, ((OBJECT, struct ibv_context *, context))
#define VERB_import_device SPECIAL, MAKES, (imported_ctx, close_device, nothing), struct ibv_context *, \
	((CMD_FD, int, cmd_fd))
#define VERB_query_device EXPORTED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_context *, context), (OUT, struct ibv_device_attr *, attr))
#define VERB_query_device_ex SIZED_EXTENDED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_context *, context), (AS, const struct ibv_query_device_ex_input *, input, "NULL"), \
	 (OUT, struct ibv_device_attr_ex *, attr))
#define VERB_query_rt_values EXTENDED, UNTRACED, (), int, \
	((OBJECT, struct ibv_context *, context), (OUT, struct ibv_values_ex *, values))
#define VERB_query_port SIZED_EXTENDED, ERRNO, (show_port), int, \
	((OBJECT, struct ibv_context *, context), (PORT, uint8_t, port), (OUT, struct ibv_port_attr *, attr))
#define VERB_query_gid EXPORTED, MINUS, (know_gid), int, \
	((OBJECT, struct ibv_context *, context), (PORT, uint8_t, port), (INT, int, index), \
	 (KNOWN_GID, union ibv_gid *, gid, index))
#define VERB_query_gid_ex SIZED, ERRNO, (know_gid_ex), int, \
	((OBJECT, struct ibv_context *, context), (PORT, uint32_t, port_num), (UINT, uint32_t, gid_index), \
	 (OUT, struct ibv_gid_entry *, entry), (UINT, uint32_t, flags))
#define VERB_query_gid_table SIZED, NUMBER, (nothing), ssize_t, \
	((OBJECT, struct ibv_context *, context), (AS, struct ibv_gid_entry *, entries, "entries"), \
	 (UINT, size_t, max), (UINT, uint32_t, flags))
#define VERB_query_pkey EXPORTED, MINUS, (nothing), int, \
	((OBJECT, struct ibv_context *, context), (PORT, uint8_t, port), (INT, int, index), (OUT, __be16 *, pkey))
#define VERB_get_pkey_index EXPORTED, NUMBER_OR_MINUS, (), int, \
	((OBJECT, struct ibv_context *, context), (PORT, uint8_t, port), (HEX, __be16, pkey))
#define VERB_get_async_event EXPORTED, BY_HAND, (), int, \
	((OBJECT, struct ibv_context *, context), (OUT, struct ibv_async_event *, event))
#define VERB_ack_async_event EXPORTED, BY_HAND, (), void, ((OUT, struct ibv_async_event *, event))
#define VERB_fork_init SPECIAL, ERRNO, (nothing), int, ((NO, void, ))
#define VERB_is_fork_initialized SPECIAL, NUMBER, (nothing), enum ibv_fork_status, ((NO, void, ))
#define VERBS_OF_DEVICES(X) \
	X(get_device_list) X(free_device_list) X(get_device_name) X(get_device_guid) X(get_device_index) \
	X(rate_to_mbps) X(rate_to_mult) X(event_type_str) X(node_type_str) X(port_state_str) X(wc_status_str) \
	X(open_device) X(close_device) X(import_device) X(query_device) X(query_device_ex) X(query_rt_values) \
	X(query_port) X(query_gid) X(query_gid_ex) X(query_gid_table) X(query_pkey) X(get_pkey_index) \
	X(get_async_event) X(ack_async_event) X(fork_init) X(is_fork_initialized)

/* Domains and memory. */
#define VERB_alloc_pd EXPORTED, MAKES, (pd, dealloc_pd, know_pd), struct ibv_pd *, \
	((OBJECT, struct ibv_context *, context))
#define VERB_dealloc_pd ENDING, ENDS, (), int, ((OBJECT, struct ibv_pd *, pd))
#define VERB_alloc_td EXTENDED, MAKES, (td, dealloc_td, nothing), struct ibv_td *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_td_init_attr *, init, vct_td_init_members))
#define VERB_dealloc_td EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_td *, td))
#define VERB_alloc_parent_domain EXTENDED, MAKES, (parent, dealloc_pd, nothing), struct ibv_pd *, \
	((OBJECT, struct ibv_context *, context), \
	 (IN, struct ibv_parent_domain_init_attr *, attr, vct_parent_init_members))
#define VERB_import_pd EXPORTED, MAKES, (imported_pd, unimport_pd, nothing), struct ibv_pd *, \
	((OBJECT, struct ibv_context *, context), (PD_HANDLE, uint32_t, handle))
#define VERB_unimport_pd EXPORTED, ENDS_MUTELY, (), void, ((OBJECT, struct ibv_pd *, pd))
#define VERB_reg_mr EXPORTED, MAKES, (mr, dereg_mr, know_mr), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (MEMORY, void *, addr, length), (UINT, size_t, length), \
	 (FLAGS, int, access, vct_access_flags))
#define VERB_reg_mr_iova UNHOOKED, MAKES, (mr, dereg_mr, know_mr_iova), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (MEMORY, void *, addr, length), (UINT, size_t, length), \
	 (HEX, uint64_t, iova), (FLAGS, int, access, vct_access_flags))
/* what ibv_reg_mr() and ibv_reg_mr_iova() call when the access flags are not a constant */
#define VERB_reg_mr_iova2 EXPORTED, UNTRACED, (), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (MEMORY, void *, addr, length), (UINT, size_t, length), \
	 (HEX, uint64_t, iova), (FLAGS, unsigned int, access, vct_access_flags))
#define VERB_reg_dmabuf_mr EXPORTED, MAKES, (mr, dereg_mr, nothing), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (UINT, uint64_t, offset), (UINT, size_t, length), (UINT, uint64_t, iova), \
	 (FD, int, fd), (FLAGS, int, access, vct_access_flags))
#define VERB_rereg_mr EXPORTED, NUMBER, (know_changed_mr), int, \
	((OBJECT, struct ibv_mr *, mr), (FLAGS, int, flags, vct_rereg_flags), (OBJECT, struct ibv_pd *, pd), \
	 (MEMORY, void *, addr, length), (UINT, size_t, length), (FLAGS, int, access, vct_access_flags))
#define VERB_dereg_mr ENDING, ENDS, (), int, ((OBJECT, struct ibv_mr *, mr))
#define VERB_advise_mr EXTENDED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_pd *, pd), (WORD, enum ibv_advise_mr_advice, advice, vct_advice), \
	 (FLAGS, uint32_t, flags, vct_advise_flags), (SGES, struct ibv_sge *, sge, num_sge), (UINT, uint32_t, num_sge))
#define VERB_import_mr EXPORTED, MAKES, (imported_mr, unimport_mr, show_keys), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (MR_HANDLE, uint32_t, handle))
#define VERB_unimport_mr EXPORTED, ENDS_MUTELY, (), void, ((OBJECT, struct ibv_mr *, mr))
#define VERB_alloc_null_mr EXTENDED, MAKES, (mr, dereg_mr, know_local_mr), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd))
#define VERB_alloc_dm EXTENDED, MAKES, (dm, free_dm, know_dm), struct ibv_dm *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_alloc_dm_attr *, attr, vct_alloc_dm_members))
#define VERB_free_dm EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_dm *, dm))
#define VERB_reg_dm_mr EXTENDED, MAKES, (mr, dereg_mr, know_local_mr), struct ibv_mr *, \
	((OBJECT, struct ibv_pd *, pd), (OBJECT, struct ibv_dm *, dm), (UINT, uint64_t, offset), \
	 (UINT, size_t, length), (FLAGS, unsigned int, access, vct_access_flags))
#define VERB_memcpy_to_dm UNHOOKED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_dm *, dm), (UINT, uint64_t, offset), (MEMORY, const void *, from, length), \
	 (UINT, size_t, length))
#define VERB_memcpy_from_dm UNHOOKED, ERRNO, (nothing), int, \
	((MEMORY, void *, to, length), (OBJECT, struct ibv_dm *, dm), (UINT, uint64_t, offset), \
	 (UINT, size_t, length))
#define VERB_import_dm EXPORTED, MAKES, (imported_dm, unimport_dm, nothing), struct ibv_dm *, \
	((OBJECT, struct ibv_context *, context), (DM_HANDLE, uint32_t, handle))
#define VERB_unimport_dm EXPORTED, ENDS_MUTELY, (), void, ((OBJECT, struct ibv_dm *, dm))
#define VERB_alloc_mw CONTEXT, MAKES, (mw, dealloc_mw, know_mw), struct ibv_mw *, \
	((OBJECT, struct ibv_pd *, pd), (WORD, enum ibv_mw_type, type, vct_mw_types))
#define VERB_dealloc_mw CONTEXT, ENDS, (), int, ((OBJECT, struct ibv_mw *, mw))
#define VERB_bind_mw CONTEXT, ERRNO, (know_bound), int, \
	((OBJECT, struct ibv_qp *, qp), (OBJECT, struct ibv_mw *, mw), \
	 (IN, struct ibv_mw_bind *, bind, vct_mw_bind_members))
#define VERBS_OF_MEMORY(X) \
	X(alloc_pd) X(dealloc_pd) X(alloc_td) X(dealloc_td) X(alloc_parent_domain) X(import_pd) X(unimport_pd) \
	X(reg_mr) X(reg_mr_iova2) X(reg_dmabuf_mr) X(rereg_mr) X(dereg_mr) X(advise_mr) X(import_mr) \
	X(unimport_mr) X(alloc_null_mr) X(alloc_dm) X(free_dm) X(reg_dm_mr) \
	X(import_dm) X(unimport_dm) X(alloc_mw) X(dealloc_mw) X(bind_mw)

/* Completion queues. */
#define VERB_create_comp_channel EXPORTED, MAKES, (channel, destroy_comp_channel, nothing), \
	struct ibv_comp_channel *, ((OBJECT, struct ibv_context *, context))
#define VERB_destroy_comp_channel ENDING, ENDS, (), int, ((OBJECT, struct ibv_comp_channel *, channel))
#define VERB_create_cq EXPORTED, MAKES, (cq, destroy_cq, few_cqe), struct ibv_cq *, \
	((OBJECT, struct ibv_context *, context), (INT, int, cqe), (POINTER, void *, cq_context), \
	 (OBJECT, struct ibv_comp_channel *, channel), (INT, int, vector))
#define VERB_create_cq_ex EXTENDED, MAKES, (cq, destroy_cq, few_cqe_ex), struct ibv_cq_ex *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_cq_init_attr_ex *, init, vct_cq_init_ex_members))
#define VERB_destroy_cq ENDING, ENDS, (), int, ((OBJECT, struct ibv_cq *, cq))
#define VERB_resize_cq EXPORTED, ERRNO, (nothing), int, ((OBJECT, struct ibv_cq *, cq), (INT, int, cqe))
#define VERB_modify_cq EXTENDED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_cq *, cq), (IN, struct ibv_modify_cq_attr *, attr, vct_modify_cq_members))
#define VERB_req_notify_cq CONTEXT, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_cq *, cq), (INT, int, solicited_only))
#define VERB_get_cq_event EXPORTED, BY_HAND, (), int, \
	((OBJECT, struct ibv_comp_channel *, channel), (OUT, struct ibv_cq **, cq), (OUT, void **, cq_context))
#define VERB_ack_cq_events EXPORTED, BY_HAND, (), void, ((OBJECT, struct ibv_cq *, cq), (UINT, unsigned int, n))
#define VERB_poll_cq CONTEXT, BY_HAND, (), int, \
	((OBJECT, struct ibv_cq *, cq), (INT, int, n), (AS, struct ibv_wc *, wc, "wc"))
#define VERBS_OF_CQS(X) \
	X(create_comp_channel) X(destroy_comp_channel) X(create_cq) X(create_cq_ex) X(destroy_cq) X(resize_cq) \
	X(modify_cq) X(req_notify_cq) X(get_cq_event) X(ack_cq_events) X(poll_cq)

/* Shared receive queues and XRC domains. */
#define VERB_create_srq EXPORTED, MAKES, (srq, destroy_srq, show_srq), struct ibv_srq *, \
	((OBJECT, struct ibv_pd *, pd), (IN, struct ibv_srq_init_attr *, init, vct_srq_init_members))
/* basic SRQs that ibv_create_srq_ex() makes go through create_srq */
#define VERB_create_srq_ex EXTENDED, MAKES, (srq, destroy_srq, show_srq_ex), struct ibv_srq *, \
	((OBJECT, struct ibv_context *, context), \
	 (IN_BESIDE_CQ, struct ibv_srq_init_attr_ex *, init, vct_srq_init_ex_members))
#define VERB_modify_srq EXPORTED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_srq *, srq), (IN, struct ibv_srq_attr *, attr, vct_srq_members), \
	 (FLAGS, int, mask, vct_srq_mask))
#define VERB_query_srq EXPORTED, ERRNO, (show_srq_attr), int, \
	((OBJECT, struct ibv_srq *, srq), (OUT, struct ibv_srq_attr *, attr))
#define VERB_destroy_srq ENDING, ENDS, (), int, ((OBJECT, struct ibv_srq *, srq))
#define VERB_get_srq_num EXTENDED, ERRNO, (know_srq_number), int, \
	((OBJECT, struct ibv_srq *, srq), (SRQ_NUMBER, uint32_t *, number, srq))
#define VERB_post_srq_recv CONTEXT, ERRNO, (show_bad), int, \
	((OBJECT, struct ibv_srq *, srq), (WRS, struct ibv_recv_wr *, wr, 0), \
	 (OUT, struct ibv_recv_wr **, bad_wr, "&bad"))
#define VERB_post_srq_ops EXTENDED, ERRNO, (show_bad), int, \
	((OBJECT, struct ibv_srq *, srq), (WRS, struct ibv_ops_wr *, wr, 0), \
	 (OUT, struct ibv_ops_wr **, bad_wr, "&bad"))
#define VERB_open_xrcd EXTENDED, MAKES, (xrcd, close_xrcd, nothing), struct ibv_xrcd *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_xrcd_init_attr *, init, vct_xrcd_init_members))
#define VERB_close_xrcd EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_xrcd *, xrcd))
#define VERBS_OF_SRQS(X) \
	X(create_srq) X(create_srq_ex) X(modify_srq) X(query_srq) X(destroy_srq) X(get_srq_num) X(post_srq_recv) \
	X(post_srq_ops) X(open_xrcd) X(close_xrcd)

/* Queue pairs and address handles. */
#define VERB_create_qp EXPORTED, BY_HAND, (), struct ibv_qp *, \
	((OBJECT, struct ibv_pd *, pd), (IN, struct ibv_qp_init_attr *, init, vct_qp_init_members))
#define VERB_create_qp_ex EXTENDED, BY_HAND, (), struct ibv_qp *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_qp_init_attr_ex *, init, vct_qp_init_ex_members))
#define VERB_open_qp EXTENDED, MAKES, (qp, destroy_qp, know_qp), struct ibv_qp *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_qp_open_attr *, attr, vct_qp_open_members))
#define VERB_modify_qp EXPORTED, FAR_ERRNO, (nothing), int, \
	((FAR_OBJECT, struct ibv_qp *, qp), (QP_ATTR, struct ibv_qp_attr *, attr, mask), \
	 (FLAGS, int, mask, vct_qp_mask))
#define VERB_query_qp EXPORTED, FAR_ERRNO, (show_qp), int, \
	((FAR_OBJECT, struct ibv_qp *, qp), (OUT, struct ibv_qp_attr *, attr), (FLAGS, int, mask, vct_qp_mask), \
	 (OUT, struct ibv_qp_init_attr *, init, "&init"))
#define VERB_destroy_qp ENDING, ENDS, (), int, ((OBJECT, struct ibv_qp *, qp))
#define VERB_attach_mcast EXPORTED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_qp *, qp), (GID, const union ibv_gid *, gid), (UINT, uint16_t, lid))
#define VERB_detach_mcast EXPORTED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_qp *, qp), (GID, const union ibv_gid *, gid), (UINT, uint16_t, lid))
#define VERB_post_send CONTEXT, FAR_ERRNO, (show_bad), int, \
	((FAR_OBJECT, struct ibv_qp *, qp), (WRS, struct ibv_send_wr *, wr, qp->qp_type), \
	 (OUT, struct ibv_send_wr **, bad_wr, "&bad"))
#define VERB_post_recv CONTEXT, ERRNO, (show_bad), int, \
	((OBJECT, struct ibv_qp *, qp), (WRS, struct ibv_recv_wr *, wr, 0), \
	 (OUT, struct ibv_recv_wr **, bad_wr, "&bad"))
#define VERB_query_ece EXPORTED, ERRNO, (show_ece), int, \
	((OBJECT, struct ibv_qp *, qp), (IN, struct ibv_ece *, ece, vct_ece_members))
#define VERB_set_ece EXPORTED, ERRNO, (show_ece), int, \
	((OBJECT, struct ibv_qp *, qp), (IN, struct ibv_ece *, ece, vct_ece_members))
#define VERB_modify_qp_rate_limit EXTENDED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_qp *, qp), (IN, struct ibv_qp_rate_limit_attr *, attr, vct_rate_limit_members))
#define VERB_query_qp_data_in_order EXPORTED, NUMBER, (nothing), int, \
	((OBJECT, struct ibv_qp *, qp), (WORD, enum ibv_wr_opcode, op, vct_wr_opcodes), (UINT, uint32_t, flags))
#define VERB_create_ah EXPORTED, MAKES, (ah, destroy_ah, nothing), struct ibv_ah *, \
	((OBJECT, struct ibv_pd *, pd), (ADDRESS_IN, struct ibv_ah_attr *, attr, vct_ah_members))
#define VERB_init_ah_from_wc EXPORTED, MINUS, (show_address), int, \
	((OBJECT, struct ibv_context *, context), (PORT, uint8_t, port), (WC, struct ibv_wc *, wc), \
	 (GRH, struct ibv_grh *, grh), (OUT, struct ibv_ah_attr *, attr))
#define VERB_create_ah_from_wc EXPORTED, MAKES, (ah, destroy_ah, nothing), struct ibv_ah *, \
	((OBJECT, struct ibv_pd *, pd), (WC, struct ibv_wc *, wc), (GRH, struct ibv_grh *, grh), \
	 (PORT, uint8_t, port))
#define VERB_destroy_ah ENDING, ENDS, (), int, ((OBJECT, struct ibv_ah *, ah))
#define VERBS_OF_QPS(X) \
	X(create_qp) X(create_qp_ex) X(open_qp) X(modify_qp) X(query_qp) X(destroy_qp) X(attach_mcast) X(detach_mcast) \
	X(post_send) X(post_recv) X(query_ece) X(set_ece) X(modify_qp_rate_limit) X(query_qp_data_in_order) \
	X(create_ah) X(init_ah_from_wc) X(create_ah_from_wc) X(destroy_ah)

/* Work queues, flows and counters. */
#define VERB_create_wq EXTENDED, MAKES, (wq, destroy_wq, show_wq), struct ibv_wq *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_wq_init_attr *, init, vct_wq_init_members))
#define VERB_modify_wq EXTENDED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_wq *, wq), (IN, struct ibv_wq_attr *, attr, vct_wq_members))
#define VERB_post_wq_recv UNHOOKED, ERRNO, (show_bad), int, \
	((OBJECT, struct ibv_wq *, wq), (WRS, struct ibv_recv_wr *, wr, 0), \
	 (OUT, struct ibv_recv_wr **, bad_wr, "&bad"))
#define VERB_destroy_wq EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_wq *, wq))
#define VERB_create_rwq_ind_table EXTENDED, MAKES, (table, destroy_rwq_ind_table, nothing), \
	struct ibv_rwq_ind_table *, \
	((OBJECT, struct ibv_context *, context), (WQ_TABLE, struct ibv_rwq_ind_table_init_attr *, init))
#define VERB_destroy_rwq_ind_table EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_rwq_ind_table *, table))
#define VERB_create_flow IBV_EXTENDED, MAKES, (flow, destroy_flow, nothing), struct ibv_flow *, \
	((OBJECT, struct ibv_qp *, qp), (FLOW, struct ibv_flow_attr *, attr))
#define VERB_destroy_flow IBV_EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_flow *, flow))
#define VERB_create_flow_action_esp EXTENDED, MAKES, (action, destroy_flow_action, nothing), \
	struct ibv_flow_action *, \
	((OBJECT, struct ibv_context *, context), \
	 (AS, struct ibv_flow_action_esp_attr *, attr, "?"))
#define VERB_destroy_flow_action EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_flow_action *, action))
#define VERB_create_counters EXTENDED, MAKES, (counters, destroy_counters, nothing), struct ibv_counters *, \
	((OBJECT, struct ibv_context *, context), (IN, struct ibv_counters_init_attr *, init, vct_counters_init_members))
#define VERB_destroy_counters EXTENDED, ENDS, (), int, ((OBJECT, struct ibv_counters *, counters))
#define VERB_attach_counters_point_flow EXTENDED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_counters *, counters), \
	 (IN, struct ibv_counter_attach_attr *, attr, vct_counter_attach_members), (OBJECT, struct ibv_flow *, flow))
#define VERB_read_counters EXTENDED, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_counters *, counters), (VALUES, uint64_t *, values, n), (UINT, uint32_t, n), \
	 (HEX, uint32_t, flags))
#define VERBS_OF_STEERING(X) \
	X(create_wq) X(modify_wq) X(destroy_wq) X(create_rwq_ind_table) X(destroy_rwq_ind_table) \
	X(create_flow) X(destroy_flow) X(create_flow_action_esp) X(destroy_flow_action) X(create_counters) \
	X(destroy_counters) X(attach_counters_point_flow) X(read_counters)

/* What no mutant replaces by its name: libibverbs has a function for another verb there, or none. */
#define UNHOOKED_VERBS(X) X(reg_mr_iova) X(memcpy_to_dm) X(memcpy_from_dm) X(post_wq_recv)

/* The legacy calls of XRC. */
#define VERB_create_xsrq LEGACY, MAKES, (srq, destroy_srq, show_srq), struct ibv_srq *, \
	((OBJECT, struct ibv_pd *, pd), (XSRQ_INIT, struct ibv_xsrq_init_attr *, init))
#define VERB_open_xrc_domain LEGACY, MAKES, (domain, close_xrc_domain, nothing), struct ibv_xrc_domain *, \
	((OBJECT, struct ibv_context *, context), (FD, int, fd), (HEX, int, oflag))
#define VERB_close_xrc_domain LEGACY, ERRNO, (closed), int, ((OBJECT, struct ibv_xrc_domain *, domain))
#define VERB_create_xrc_srq LEGACY, MAKES, (srq, destroy_srq, show_xrc_srq), struct ibv_srq *, \
	((OBJECT, struct ibv_pd *, pd), (OBJECT, struct ibv_xrc_domain *, domain), (OBJECT, struct ibv_cq *, cq), \
	 (XSRQ_INIT, struct ibv_xsrq_init_attr *, init))
#define VERB_create_xrc_rcv_qp LEGACY, ERRNO, (made_rcv_qp), int, \
	((RCV_QP_INIT, struct ibv_xrc_qp_init_attr *, init), (OUT, uint32_t *, number, "&number"))
#define VERB_modify_xrc_rcv_qp LEGACY, ERRNO, (nothing), int, \
	((OBJECT, struct ibv_xrc_domain *, domain), (HEX, uint32_t, number), \
	 (RCV_QP_ATTR, struct ibv_qp_attr *, attr, mask), (MASK, int, mask))
#define VERB_query_xrc_rcv_qp LEGACY, ERRNO, (show_rcv_qp), int, \
	((OBJECT, struct ibv_xrc_domain *, domain), (HEX, uint32_t, number), (OUT, struct ibv_qp_attr *, attr), \
	 (MASK, int, mask), (OUT, struct ibv_xrc_qp_init_attr *, init, "&init"))
#define VERB_reg_xrc_rcv_qp LEGACY, ERRNO, (registered), int, \
	((OBJECT, struct ibv_xrc_domain *, domain), (HEX, uint32_t, number))
#define VERB_unreg_xrc_rcv_qp LEGACY, ERRNO, (unregistered), int, \
	((OBJECT, struct ibv_xrc_domain *, domain), (HEX, uint32_t, number))
#define VERBS_OF_OLD(X) \
	X(create_xsrq) X(open_xrc_domain) X(close_xrc_domain) X(create_xrc_srq) X(create_xrc_rcv_qp) \
	X(modify_xrc_rcv_qp) X(query_xrc_rcv_qp) X(reg_xrc_rcv_qp) X(unreg_xrc_rcv_qp)
/* clang-format on */

#ifdef VCT_CPPCHECK /* cppcheck cannot expand them */
#define NAMED_VERBS(X)
#define ALL_VERBS(X)
#else
/* Those that a mutant replaces by their name. */
#define NAMED_VERBS(X)                                                                             \
	VERBS_OF_DEVICES(X)                                                                        \
	VERBS_OF_MEMORY(X)                                                                         \
	VERBS_OF_CQS(X)                                                                            \
	VERBS_OF_SRQS(X)                                                                           \
	VERBS_OF_QPS(X)                                                                            \
	VERBS_OF_STEERING(X)                                                                       \
	NEWER_VERBS(X)                                                                             \
	VERBS_OF_OLD(X)
/* Those of today's libibverbs. */
#define ALL_VERBS(X)                                                                               \
	VERBS_OF_DEVICES(X)                                                                        \
	VERBS_OF_MEMORY(X)                                                                         \
	VERBS_OF_CQS(X)                                                                            \
	VERBS_OF_SRQS(X)                                                                           \
	VERBS_OF_QPS(X)                                                                            \
	VERBS_OF_STEERING(X)                                                                       \
	NEWER_VERBS(X)                                                                             \
	UNHOOKED_VERBS(X)                                                                          \
	BUILDING_VERBS(X)                                                                          \
	ITERATING_VERBS(X)

#endif

#endif
