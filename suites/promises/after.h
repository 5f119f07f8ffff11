/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of objects after a verb was refused. */
/* clang-format off */
PROMISE(AFT_01, "AFT-01", DERIVED,
	"RETURN VALUE of each page (derived: a verb that fails has not done what it was asked for)",
	"What a refused call was given is used as before: QPs are reset, brought up and pass messages, SRQs take WRs and "
	"limits, CQs give completions, and regions are sent from.",
	BROKEN_WITH(QP_MOD_FLAG_STATE, QP_RCV_04))
PROMISE(AFT_02, "AFT-02", DERIVED,
	"IBTA 9.9.3, 10.6.7 (derived: a request that is refused ends its QPs, and nothing else)",
	"A region or window of which a remote access was refused gives other QPs access as before, and is changed, bound "
	"again and released as before. After a bind that was refused, its domain and region are used and the window is bound.",
	BROKEN_WITH(MW_BND_01, QP_RCV_04))
