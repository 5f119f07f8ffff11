// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The profiles, which the assembler includes in the program. */
#include "../../lib/check/check.h"
#include "../../lib/check/profile.h"

#define PROFILE(label_, name_)                                                                     \
	extern const char vct_profile_##label_[], vct_profile_##label_##_end[];                    \
	__asm__(".section .rodata\n"                                                               \
		"vct_profile_" #label_ ":\n"                                                       \
		".incbin \"suites/profiles/" name_ ".xml\"\n"                                      \
		"vct_profile_" #label_ "_end:\n"                                                   \
		".byte 0\n"                                                                        \
		".previous\n");                                                                    \
	static const struct vct_profile_file file_##label_ = { vct_profile_##label_,               \
							       vct_profile_##label_##_end };       \
	VCT_REGISTER(vct_profiles, struct vct_profile_file, ptr_##label_) = &file_##label_;

/* clang-format off */
PROFILE(device, "device")
PROFILE(device_clock, "device-clock")
PROFILE(cq, "cq")
PROFILE(cq_resize, "cq-resize")
PROFILE(cq_moderate, "cq-moderate")
PROFILE(cq_extended, "cq-extended")
PROFILE(cq_extended_mw, "cq-extended-mw")
PROFILE(cq_parent, "cq-parent")
PROFILE(cq_wallclock, "cq-wallclock")
PROFILE(cq_no_csum, "cq-no-csum")
PROFILE(event, "event")
PROFILE(ah, "ah")
PROFILE(port, "port")
PROFILE(port_gids, "port-gids")
PROFILE(port_pkey, "port-pkey")
PROFILE(mr, "mr")
PROFILE(memory, "memory")
PROFILE(rereg, "rereg")
PROFILE(null_mr, "null-mr")
PROFILE(odp, "odp")
PROFILE(odp_others, "odp-others")
PROFILE(odp_implicit, "odp-implicit")
PROFILE(advise_mr, "advise-mr")
PROFILE(dma_buf, "dma-buf")
PROFILE(dm, "dm")
PROFILE(parent_domain, "parent-domain")
PROFILE(thread_domain, "thread-domain")
PROFILE(import, "import")
PROFILE(import_dm, "import-dm")
PROFILE(mw_1, "mw-1")
PROFILE(mw_2, "mw-2")
PROFILE(mw_uc, "mw-uc")
PROFILE(atomic, "atomic")
PROFILE(qp_rc, "qp-rc")
PROFILE(qp_uc, "qp-uc")
PROFILE(qp_ud, "qp-ud")
PROFILE(qp_raw, "qp-raw")
PROFILE(raw_csum, "raw-csum")
PROFILE(raw_tso, "raw-tso")
PROFILE(raw_vlan, "raw-vlan")
PROFILE(rss, "rss")
PROFILE(rss_vlan, "rss-vlan")
PROFILE(ud_tso, "ud-tso")
PROFILE(qp_send_ops, "qp-send-ops")
PROFILE(qp_send_ops_ud, "qp-send-ops-ud")
PROFILE(qp_send_ops_xrc, "qp-send-ops-xrc")
PROFILE(qp_send_ops_mw, "qp-send-ops-mw")
PROFILE(qp_apm, "qp-apm")
PROFILE(qp_no_apm, "qp-no-apm")
PROFILE(qp_no_resize, "qp-no-resize")
PROFILE(qp_grh, "qp-grh")
PROFILE(mcast, "mcast")
PROFILE(wq, "wq")
PROFILE(qp_order, "qp-order")
PROFILE(qp_pacing, "qp-pacing")
PROFILE(no_pacing, "no-pacing")
PROFILE(flow, "flow")
PROFILE(flow_counters, "flow-counters")
PROFILE(no_odp, "no-odp")
PROFILE(no_flow, "no-flow")
PROFILE(no_offload, "no-offload")
PROFILE(srq_core, "srq-core")
PROFILE(srq_ud, "srq-ud")
PROFILE(srq_resize, "srq-resize")
PROFILE(srq_no_resize, "srq-no-resize")
PROFILE(srq_tag_matching, "srq-tag-matching")
PROFILE(srq_error, "srq-error")
PROFILE(srq_resize_error, "srq-resize-error")
PROFILE(xrc, "xrc")
PROFILE(xrc_error, "xrc-error")
PROFILE(xrc_legacy, "xrc-legacy")
PROFILE(xrc_legacy_apm, "xrc-legacy-apm")
