/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Values that an attribute of a QP cannot have, by the width of its field or by what the device
 * claims (ibv_modify_qp(3); IBTA, 11.2.5.2): spoil_path_mtu(&attr, 6).
 */
#ifndef VCT_SPOIL_H
#define VCT_SPOIL_H

#include <infiniband/verbs.h>

/* X(name, member): spoil_name() sets the member to the value. */
#define SPOILED_MEMBERS(X)                                                                         \
	X(path_mtu, path_mtu)                                                                      \
	X(retry_cnt, retry_cnt)                                                                    \
	X(rnr_retry, rnr_retry)                                                                    \
	X(min_rnr_timer, min_rnr_timer)                                                            \
	X(timeout, timeout)                                                                        \
	X(dest_qp_num, dest_qp_num)                                                                \
	X(access_flags, qp_access_flags)                                                           \
	X(path_mig_state, path_mig_state)                                                          \
	X(qp_state, qp_state)                                                                      \
	X(sl, ah_attr.sl)                                                                          \
	X(static_rate, ah_attr.static_rate)                                                        \
	X(port_num, port_num)                                                                      \
	X(av_port, ah_attr.port_num)                                                               \
	X(alt_port_num, alt_port_num)                                                              \
	X(alt_timeout, alt_timeout)                                                                \
	X(alt_sl, alt_ah_attr.sl)                                                                  \
	X(alt_static_rate, alt_ah_attr.static_rate)                                                \
	X(alt_av_port, alt_ah_attr.port_num)

#define VCT_DECLARE_SPOIL(name_, member_)                                                          \
	void spoil_##name_(struct ibv_qp_attr *attr, unsigned int value);
SPOILED_MEMBERS(VCT_DECLARE_SPOIL)

/* The port after the last, for 1; the P_Key index after the last, for 0. */
void spoil_no_such_port(struct ibv_qp_attr *attr, unsigned int beyond);
void spoil_no_such_pkey(struct ibv_qp_attr *attr, unsigned int beyond);
void spoil_no_such_alt_pkey(struct ibv_qp_attr *attr, unsigned int beyond);
/* These do not look at `value`, except that a GID of zero is made of it. */
void spoil_another_port(struct ibv_qp_attr *attr, unsigned int value);
void spoil_zero_dgid(struct ibv_qp_attr *attr, unsigned int value);
void spoil_zero_alt_dgid(struct ibv_qp_attr *attr, unsigned int value);
void spoil_empty_sgid(struct ibv_qp_attr *attr, unsigned int value);
void spoil_empty_alt_sgid(struct ibv_qp_attr *attr, unsigned int value);

#endif
