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
PROFILE(cq, "cq")
PROFILE(cq_resize, "cq-resize")
PROFILE(cq_moderate, "cq-moderate")
PROFILE(cq_extended, "cq-extended")
PROFILE(cq_no_csum, "cq-no-csum")
PROFILE(event, "event")
PROFILE(port, "port")
PROFILE(port_gids, "port-gids")
PROFILE(port_pkey, "port-pkey")
PROFILE(mr, "mr")
PROFILE(mw_1, "mw-1")
PROFILE(mw_2, "mw-2")
PROFILE(mw_uc, "mw-uc")
PROFILE(atomic, "atomic")
PROFILE(qp_rc, "qp-rc")
PROFILE(qp_uc, "qp-uc")
PROFILE(qp_ud, "qp-ud")
PROFILE(qp_raw, "qp-raw")
PROFILE(qp_send_ops, "qp-send-ops")
PROFILE(qp_apm, "qp-apm")
PROFILE(qp_no_apm, "qp-no-apm")
PROFILE(qp_no_resize, "qp-no-resize")
PROFILE(qp_grh, "qp-grh")
PROFILE(mcast, "mcast")
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
