/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of ibv_query_qp. */
/* clang-format off */
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_QRY_01, "QP-QRY-01", MUST,
	"ibv_query_qp(3)",
	"Prototype int(qp*, attr*, int mask, init_attr*).")
PROMISE(QP_QRY_02, "QP-QRY-02", MUST,
	"ibv_query_qp(3)",
	"Attributes in the mask are returned through attr.",
	BROKEN_WITH(QP_MOD_FLAG_AV, QP_MOD_FLAG_TIMEOUT, QP_QRY_05))
PROMISE(QP_QRY_03, "QP-QRY-03", MUST,
	"ibv_query_qp(3)",
	"Init_attr is returned: qp_context, CQs, SRQ, cap, type, sq_sig_all.")
PROMISE(QP_QRY_04, "QP-QRY-04", DERIVED,
	"ibv_query_qp(3) cap member (derived)",
	"cap of a QP on an SRQ: receive caps are meaningless but must be stable, defined values.")
PROFILED(QP_RC)
PROMISE(QP_QRY_05, "QP-QRY-05", MUST,
	"ibv_query_qp(3)",
	"Returns 0 / errno value.")
PROMISE(QP_QRY_06, "QP-QRY-06", OPEN,
	"ibv_query_qp(3) NOTES",
	"The mask is a hint (minimum); extra attributes may come back.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_QRY_07, "QP-QRY-07", MUST,
	"ibv_query_qp(3) NOTES",
	"Mask has the form used by ibv_modify_qp: any legal combination accepted.",
	BROKEN_WITH(QP_QRY_05))
PROMISE(QP_QRY_08, "QP-QRY-08", MUST,
	"ibv_query_qp(3) NOTES",
	"Values set with ibv_modify_qp are valid afterwards.",
	BROKEN_WITH(QP_MOD_FLAG_ACCESS_FLAGS, QP_MOD_FLAG_PKEY_INDEX))
PROFILED(QP_RC)
PROMISE(QP_QRY_09, "QP-QRY-09", MUST,
	"ibv_query_qp(3) NOTES",
	"Two idle queries differ at most in qp_state, path_mig_state, sq_draining, ah_attr (APM).")
PROMISE(QP_QRY_10, "QP-QRY-10", MUST,
	"ibv_query_qp(3) struct comments",
	"Cur_qp_state and en_sqd_async_notify are irrelevant to query.")
PROMISE(QP_QRY_11, "QP-QRY-11", MUST,
	"ibv_query_qp(3) struct comment",
	"sq_draining is valid only in SQD: 1 while draining, 0 when drained.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_QRY_12, "QP-QRY-12", MUST,
	"ibv_query_qp(3) struct comment",
	"qp_state is the current state, also when the QP moved to ERR by itself.",
	BROKEN_WITH(QP_QRY_05))
