/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The identifiers of the values and flags of the verbs, for what is written down as C. */
#ifndef VCT_WORDS_H
#define VCT_WORDS_H

/* A table ends with a word of which the name is NULL. */
struct vct_word {
	long value;
	const char *name;
};

extern const struct vct_word vct_qp_states[], vct_qp_types[], vct_mig_states[], vct_mtus[],
	vct_wr_opcodes[], vct_ops_opcodes[], vct_wc_opcodes[], vct_wc_statuses[], vct_events[],
	vct_srq_types[], vct_mw_types[], vct_advice[];
/* Flags: each value is one bit. */
extern const struct vct_word vct_access_flags[], vct_rereg_flags[], vct_advise_flags[],
	vct_send_flags[], vct_wc_flags[], vct_wc_ex_flags[], vct_qp_mask[], vct_srq_mask[],
	vct_srq_init_mask[], vct_qp_init_mask[], vct_qp_open_mask[], vct_qp_ops[], vct_xrcd_mask[],
	vct_open_flags[];

#endif
