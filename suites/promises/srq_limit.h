/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of the limit event and of the SRQ error state. */
/* clang-format off */
PROFILED(SRQ_CORE)
PROMISE(SRQ_LIM_01, "SRQ-LIM-01", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT; ibv_modify_srq(3) "
	"[Oracle] NOTES",
	"When the remaining receive WRs drop below srq_limit the event "
	"IBV_EVENT_SRQ_LIMIT_REACHED is raised.",
	BROKEN_WITH(SRQ_LIM_07, SRQ_LIM_09))
PROMISE(SRQ_LIM_02, "SRQ-LIM-02", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT",
	"The event is one-shot: after it fired no further event comes while the count keeps "
	"falling.",
	BROKEN_WITH(AEV_07))
PROMISE(SRQ_LIM_03, "SRQ-LIM-03", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT; ibv_query_srq(3) [man7] "
	"NOTES",
	"After it fired, refilling and crossing the old limit again raises no event until the "
	"limit is set again.",
	BROKEN_WITH(AEV_07, SRQ_LIM_02))
PROMISE(SRQ_LIM_04, "SRQ-LIM-04", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT; ibv_query_srq(3) [man7] "
	"NOTES",
	"Calling ibv_modify_srq with IBV_SRQ_LIMIT again re-arms; the event then fires again.",
	BROKEN_WITH(SRQ_LIM_07))
PROMISE(SRQ_LIM_05, "SRQ-LIM-05", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT",
	"A limit of 0 can never be crossed: no event is generated.")
PROMISE(SRQ_LIM_06, "SRQ-LIM-06", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT; ibv_query_srq(3) [man7] "
	"NOTES",
	"Setting 0 after a non-zero limit disarms it.")
PROMISE(SRQ_LIM_07, "SRQ-LIM-07", SHOULD,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT (usage)",
	"The order to use: post receive WRs first, arm the limit afterwards.")
PROMISE(SRQ_LIM_08, "SRQ-LIM-08", OPEN,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_LIMIT (implied)",
	"It is left open what arming does while the count is already below the limit: an event at "
	"once, at the next consumption, or never.")
PROMISE(SRQ_LIM_09, "SRQ-LIM-09", DERIVED,
	"derived from ibv_post_srq_recv(3)/ibv_post_send(3)",
	"Every operation that consumes a receive WR lowers the count (send, send with immediate, "
	"RDMA write with immediate; not plain RDMA write).")
PROMISE(SRQ_LIM_10, "SRQ-LIM-10", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_get_async_event(3)",
	"The limit is a property of one SRQ: events name the SRQ that crossed.")
PROFILED(SRQ_ERROR)
PROMISE(SRQ_ERR_01, "SRQ-ERR-01", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES; ibv_get_async_event(3)",
	"An SRQ can enter an internal error state; no API returns that state, the async event "
	"IBV_EVENT_SRQ_ERR marks its beginning.")
PROMISE(SRQ_ERR_02, "SRQ-ERR-02", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"In the error state every API except ibv_destroy_srq fails: ibv_query_srq.")
PROMISE(SRQ_ERR_03, "SRQ-ERR-03", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"In the error state every API except ibv_destroy_srq fails: ibv_modify_srq(LIMIT).")
PROFILED(SRQ_RESIZE_ERROR)
PROMISE(SRQ_ERR_04, "SRQ-ERR-04", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"In the error state every API except ibv_destroy_srq fails: ibv_modify_srq(MAX_WR).")
PROFILED(SRQ_ERROR)
PROMISE(SRQ_ERR_05, "SRQ-ERR-05", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"In the error state every API except ibv_destroy_srq fails: ibv_modify_srq(mask 0).")
PROMISE(SRQ_ERR_06, "SRQ-ERR-06", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"In the error state every API except ibv_destroy_srq fails: ibv_post_srq_recv.")
PROMISE(SRQ_ERR_07, "SRQ-ERR-07", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"In the error state every API except ibv_destroy_srq fails: ibv_create_qp naming that "
	"SRQ.")
PROFILED(XRC_ERROR)
PROMISE(SRQ_ERR_08, "SRQ-ERR-08", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"In the error state every API except ibv_destroy_srq fails: ibv_get_srq_num.")
PROFILED(SRQ_ERROR)
PROMISE(SRQ_ERR_09, "SRQ-ERR-09", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"ibv_destroy_srq still works on an SRQ in error.")
PROMISE(SRQ_ERR_10, "SRQ-ERR-10", DERIVED,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES (written before tag matching)",
	"In the error state every API except ibv_destroy_srq fails: ibv_post_srq_ops.")
