/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of ibv_query_srq and ibv_get_srq_num. */
/* clang-format off */
PROFILED(SRQ_CORE)
PROMISE(SRQ_QRY_01, "SRQ-QRY-01", MUST,
	"ibv_query_srq(3) [man7] SYNOPSIS; ibv_query_srq(3); ibv_query_srq(3), ibv_modify_srq(3) "
	"[nminoru.jp] SYNOPSIS",
	"Prototype int(struct ibv_srq*, struct ibv_srq_attr*).")
PROMISE(SRQ_QRY_02, "SRQ-QRY-02", MUST,
	"ibv_query_srq(3) [man7] DESCRIPTION; ibv_query_srq(3); ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp]",
	"Fills all three members through the pointer.")
PROMISE(SRQ_QRY_03, "SRQ-QRY-03", MUST,
	"ibv_query_srq(3) [man7] DESCRIPTION; ibv_query_srq(3); ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp]",
	"max_wr is the maximum number of outstanding WRs: exactly that many fit.")
PROMISE(SRQ_QRY_04, "SRQ-QRY-04", MUST,
	"ibv_query_srq(3) [man7] DESCRIPTION; ibv_query_srq(3); ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp]",
	"max_sge is the maximum number of scatter elements per WR.")
PROMISE(SRQ_QRY_05, "SRQ-QRY-05", MUST,
	"ibv_query_srq(3) [man7] DESCRIPTION; ibv_query_srq(3); ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp]",
	"srq_limit is the SRQ's current limit.",
	BROKEN_WITH(SRQ_QRY_06, SRQ_QRY_12))
PROMISE(SRQ_QRY_06, "SRQ-QRY-06", MUST,
	"ibv_query_srq(3) [man7] RETURN VALUE; ibv_query_srq(3); ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp] RETURN VALUE",
	"Returns 0 on success.")
PROFILED(SRQ_ERROR)
PROMISE(SRQ_QRY_07, "SRQ-QRY-07", MUST,
	"ibv_query_srq(3) [man7] RETURN VALUE; ibv_query_srq(3); ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp] RETURN VALUE",
	"Returns the errno value on failure.")
PROFILED(SRQ_CORE)
PROMISE(SRQ_QRY_08, "SRQ-QRY-08", MUST,
	"ibv_query_srq(3) [man7] NOTES; ibv_query_srq(3) NOTES",
	"A returned limit of 0 means the low-watermark event is not armed.")
PROMISE(SRQ_QRY_09, "SRQ-QRY-09", MUST,
	"ibv_query_srq(3) [man7] NOTES; ibv_query_srq(3) NOTES",
	"After the limit event fired, a query returns srq_limit 0: it is no longer armed.")
PROMISE(SRQ_QRY_10, "SRQ-QRY-10", MUST,
	"ibv_query_srq(3) [man7] NOTES; ibv_query_srq(3) NOTES",
	"While the limit reads 0 no event is generated until it is re-armed.",
	BROKEN_WITH(SRQ_LIM_03))
PROMISE(SRQ_QRY_11, "SRQ-QRY-11", DERIVED,
	"ibv_query_srq(3) [man7] NOTES (converse)",
	"After re-arming the limit reads non-zero again.")
PROMISE(SRQ_QRY_12, "SRQ-QRY-12", DERIVED,
	"derived",
	"Querying changes nothing (repeatable).")
PROMISE(SRQ_NUM_01, "SRQ-NUM-01", MUST,
	"ibv_get_srq_num(3)",
	"Prototype int(struct ibv_srq*, uint32_t*).")
PROFILED(XRC)
PROMISE(SRQ_NUM_02, "SRQ-NUM-02", MUST,
	"ibv_get_srq_num(3)",
	"Delivers the number of an XRC SRQ through the output parameter.",
	BROKEN_WITH(XRV_CRE_03))
PROMISE(SRQ_NUM_03, "SRQ-NUM-03", OPEN,
	"ibv_get_srq_num(3) RETURN VALUE (which does not say what a basic SRQ gets)",
	"Returns the errno value on failure (basic SRQ / unsupported device).")
