/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of completion events, of resizing and moderating a CQ, and of extended CQs. */
/* clang-format off */
PROFILED(CQ)
PROMISE(CQ_NTF_01, "CQ-NTF-01", MUST,
	"ibv_req_notify_cq(3) DESCRIPTION",
	"After a request with solicited_only 0, a new entry of the CQ adds an event to the channel, "
	"whatever it is of.")
PROMISE(CQ_NTF_02, "CQ-NTF-02", MUST,
	"ibv_req_notify_cq(3) NOTES",
	"A request is one-shot: it gives one event, and without a request there is none.")
PROMISE(CQ_NTF_03, "CQ-NTF-03", MUST,
	"ibv_req_notify_cq(3) DESCRIPTION",
	"With solicited_only, a receive with the solicited event bit and a completion with an error "
	"give an event; a send, or another receive, that succeeds gives none.")
PROMISE(CQ_NTF_04, "CQ-NTF-04", MUST,
	"ibv_get_cq_event(3) DESCRIPTION",
	"The event names its CQ and the CQ's context.")
PROMISE(CQ_NTF_05, "CQ-NTF-05", MUST,
	"ibv_get_cq_event(3) DESCRIPTION, RETURN VALUE",
	"ibv_get_cq_event waits for the next event; it returns 0, or -1 on error.")
PROMISE(CQ_NTF_06, "CQ-NTF-06", MUST,
	"ibv_get_cq_event(3) NOTES",
	"Destroying a CQ waits until all of its events that were got are acknowledged; several may "
	"be acknowledged with one call.")
PROMISE(CQ_NTF_07, "CQ-NTF-07", MUST,
	"ibv_req_notify_cq(3) RETURN VALUE",
	"ibv_req_notify_cq returns 0 on success.")
PROFILED(CQ_RESIZE)
PROMISE(CQ_RSZ_01, "CQ-RSZ-01", MUST,
	"ibv_resize_cq(3) DESCRIPTION, NOTES",
	"After it the CQ has at least the entries that were asked for, and cqe is the actual size.")
PROMISE(CQ_RSZ_02, "CQ-RSZ-02", DERIVED,
	"ibv_resize_cq(3) DESCRIPTION (unpolled entries)",
	"Entries that were not polled are still there, in their order.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03))
PROMISE(CQ_RSZ_03, "CQ-RSZ-03", OPEN,
	"ibv_resize_cq(3) DESCRIPTION ('cqe must be at least')",
	"Fewer entries than are unpolled must not be asked for: if that is refused, nothing changes, and "
	"if the CQ then has room for the unpolled entries, it keeps them.")
PROMISE(CQ_RSZ_04, "CQ-RSZ-04", MUST,
	"ibv_resize_cq(3) RETURN VALUE; ibv_query_device(3) max_cqe",
	"It returns 0 or an errno value; more entries than max_cqe are refused, and change nothing.")
PROMISE(CQ_RSZ_05, "CQ-RSZ-05", DERIVED,
	"ibv_resize_cq(3), ibv_req_notify_cq(3)",
	"A request for notification survives a resize.")
PROFILED(CQ_MODERATE)
PROMISE(CQ_MDR_01, "CQ-MDR-01", MUST,
	"ibv_modify_cq(3); ibv_query_device_ex(3) cq_mod_caps",
	"Where cq_mod_caps claim it, IBV_CQ_ATTR_MODERATE takes cq_count and cq_period up to the "
	"limits.")
PROMISE(CQ_MDR_02, "CQ-MDR-02", DERIVED,
	"ibv_modify_cq(3) struct ibv_moderate_cq",
	"An event comes after cq_period even if there are fewer completions than cq_count, and no "
	"completion is lost.")
PROFILED(CQ)
PROMISE(CQ_MDR_03, "CQ-MDR-03", MUST,
	"ibv_modify_cq(3) RETURN VALUE",
	"It returns 0 or an errno value.")
PROFILED(CQ_EXTENDED)
PROMISE(CQ_XTD_01, "CQ-XTD-01", MUST,
	"ibv_create_cq_ex(3) Polling fields",
	"The members of a completion are those of ibv_poll_cq, read with the function of each flag "
	"of wc_flags.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03))
PROMISE(CQ_XTD_02, "CQ-XTD-02", MUST,
	"ibv_create_cq_ex(3) Completion iterator functions",
	"ibv_start_poll and ibv_next_poll return ENOENT if there is no completion, and the CQ stays "
	"valid.")
PROMISE(CQ_XTD_03, "CQ-XTD-03", MUST,
	"ibv_create_cq_ex(3) Completion iterator functions",
	"ibv_next_poll goes to the next completion of the batch; each is returned once, in order.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03))
PROMISE(CQ_XTD_04, "CQ-XTD-04", MUST,
	"ibv_create_cq_ex(3) NOTES, DESCRIPTION",
	"The CQ has at least cqe entries, and is destroyed with ibv_destroy_cq; its context and "
	"channel are those given.")
PROMISE(CQ_XTD_05, "CQ-XTD-05", DERIVED,
	"ibv_create_cq_ex(3) completion timestamps",
	"The timestamps of completions do not go back, where the device claims them.")
