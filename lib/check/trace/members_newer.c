// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The members of the structures of the verbs of lib/verbs/newer.h. */
#include "members.h"

#define CAPS(member_, kind_)   VCT_MEMBER(ibv_comp_cntr_caps, 0, member_, kind_, NULL)
#define INIT(member_, kind_)   VCT_MEMBER(ibv_comp_cntr_init_attr, 0, member_, kind_, NULL)
#define ATTACH(member_, kind_) VCT_MEMBER(ibv_qp_attach_comp_cntr_attr, 0, member_, kind_, NULL)
#define DMAH(member_, kind_)   VCT_MEMBER(ibv_dmah_init_attr, 0, member_, kind_, NULL)
#define MR(member_, kind_)     VCT_MEMBER(ibv_mr_init_attr, 0, member_, kind_, NULL)

/* clang-format off */
const struct vct_member vct_comp_cntr_caps_members[] = {
	CAPS(max_value, KIND_NUMBER) CAPS(max_counters, KIND_NUMBER)
	CAPS(supported_qp_attach_ops, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_comp_cntr_init_members[] = {
	INIT(comp_mask, KIND_HEX) INIT(type, KIND_NUMBER) INIT(flags, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_comp_cntr_attach_members[] = {
	ATTACH(comp_mask, KIND_HEX) ATTACH(op_mask, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_dmah_init_members[] = {
	DMAH(comp_mask, KIND_HEX) DMAH(cpu_id, KIND_NUMBER) DMAH(ph, KIND_NUMBER)
	DMAH(tph_mem_type, KIND_NUMBER)
	VCT_MEMBERS_END
};
/* All but the address, of which the value is another one in each run. */
const struct vct_member vct_mr_init_members[] = {
	MR(length, KIND_NUMBER) VCT_MEMBER(ibv_mr_init_attr, 0, access, KIND_FLAGS, vct_access_flags)
	MR(comp_mask, KIND_HEX) MR(iova, KIND_HEX) MR(fd, KIND_FILE) MR(fd_offset, KIND_NUMBER)
	MR(dmah, KIND_OBJECT) MR(buf, KIND_OBJECT)
	VCT_MEMBERS_END
};
/* clang-format on */
