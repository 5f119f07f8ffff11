/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of making CQs and completion channels, and of the events of several CQs. */
/* clang-format off */
PROFILED(CQ)
PROMISE(CCH_01, "CCH-01", MUST,
	"ibv_create_comp_channel(3) DESCRIPTION, RETURN VALUE, NOTES; verbs.h struct ibv_comp_channel",
	"ibv_create_comp_channel returns a channel of the context, which has a file descriptor.")
PROMISE(CCH_02, "CCH-02", MUST,
	"ibv_create_comp_channel(3) RETURN VALUE",
	"ibv_destroy_comp_channel destroys a channel that no CQ uses, and returns 0.")
PROMISE(CCH_03, "CCH-03", MUST,
	"ibv_create_comp_channel(3) NOTES, RETURN VALUE",
	"While a CQ uses the channel, ibv_destroy_comp_channel returns an errno value.")
PROMISE(CCH_04, "CCH-04", MUST,
	"ibv_create_comp_channel(3) NOTES; ibv_req_notify_cq(3) DESCRIPTION",
	"The event of a CQ comes on the channel of the CQ, and on no other.",
	BROKEN_WITH(CQ_NTF_04))
PROMISE(CCH_05, "CCH-05", DERIVED,
	"ibv_create_comp_channel(3) NOTES",
	"A channel whose destruction was refused still gives the events of its CQs.")
PROMISE(CCH_06, "CCH-06", MUST,
	"ibv_get_cq_event(3) EXAMPLES (non-blocking mode)",
	"With O_NONBLOCK, poll tells of POLLIN when an event has come, and ibv_get_cq_event then "
	"returns it.")
PROMISE(CCH_07, "CCH-07", DERIVED,
	"ibv_get_cq_event(3) EXAMPLES (non-blocking mode)",
	"While no event is there, poll does not tell of POLLIN.")
PROMISE(CCH_08, "CCH-08", DERIVED,
	"ibv_get_cq_event(3) NOTES; ibv_create_cq(3) DESCRIPTION",
	"After the destruction of a CQ, the channel gives no event of it, and still gives those of "
	"other CQs.",
	BROKEN_WITH(CQ_NTF_04))
PROMISE(CCH_09, "CCH-09", DERIVED,
	"ibv_create_comp_channel(3) DESCRIPTION",
	"A channel that was destroyed holds no file descriptor.")
PROMISE(CCH_10, "CCH-10", MUST,
	"ibv_create_comp_channel(3) RETURN VALUE",
	"An ibv_create_comp_channel that fails returns NULL and sets errno.",
	.since = 65)
PROMISE(CCH_11, "CCH-11", DERIVED,
	"ibv_create_comp_channel(3) DESCRIPTION (a channel for the device context)",
	"A CQ is not made with a channel of another context.")
PROMISE(CQ_CRE_01, "CQ-CRE-01", MUST,
	"ibv_create_cq(3) DESCRIPTION, NOTES",
	"The CQ has at least the entries that were asked for, and cqe is the actual size.")
PROMISE(CQ_CRE_02, "CQ-CRE-02", MUST,
	"ibv_create_cq(3) DESCRIPTION",
	"cq_context and channel of the CQ are those that were given; without a channel it is made, too.")
PROMISE(CQ_CRE_03, "CQ-CRE-03", MUST,
	"ibv_create_cq(3) DESCRIPTION",
	"Each comp_vector from 0 to num_comp_vectors - 1 signals completion events.",
	BROKEN_WITH(CQ_NTF_04))
PROMISE(CQ_CRE_04, "CQ-CRE-04", DERIVED,
	"ibv_create_cq(3) DESCRIPTION ('must be at least zero and less than')",
	"A comp_vector that the context does not have is refused.")
PROMISE(CQ_CRE_05, "CQ-CRE-05", MUST,
	"ibv_create_cq(3) RETURN VALUE; ibv_query_device(3) max_cqe",
	"It returns NULL if it fails: for more entries than max_cqe.")
PROMISE(CQ_CRE_06, "CQ-CRE-06", OPEN,
	"ibv_create_cq(3) (nothing is said of less than one entry)",
	"A CQ of no entries, or of fewer, is refused, or made.")
PROMISE(CQ_CRE_07, "CQ-CRE-07", MUST,
	"ibv_create_cq(3) RETURN VALUE",
	"ibv_destroy_cq returns 0, also for a CQ with entries that were not polled.")
PROMISE(CQ_CRE_08, "CQ-CRE-08", MUST,
	"ibv_create_cq(3) NOTES, RETURN VALUE",
	"While a QP uses the CQ, for sends or for receives, ibv_destroy_cq returns an errno value.")
PROMISE(CQ_CRE_09, "CQ-CRE-09", DERIVED,
	"ibv_create_cq(3) NOTES",
	"A CQ whose destruction was refused still has its entries, and gets those of new completions.")
PROMISE(CQ_CRE_10, "CQ-CRE-10", MUST,
	"ibv_create_cq(3) RETURN VALUE",
	"An ibv_create_cq that fails sets errno.",
	.since = 65)
PROMISE(CQ_NTF_08, "CQ-NTF-08", MUST,
	"ibv_req_notify_cq(3) NOTES",
	"Two requests before a completion give no more than two events.")
PROMISE(CQ_NTF_09, "CQ-NTF-09", OPEN,
	"ibv_req_notify_cq(3) DESCRIPTION; ibv_get_cq_event(3) EXAMPLES ('an extra event')",
	"A request while entries are unpolled gives an event at once, or with the next entry.",
	BROKEN_WITH(CQ_NTF_04))
PROMISE(CQ_NTF_10, "CQ-NTF-10", DERIVED,
	"ibv_req_notify_cq(3) DESCRIPTION",
	"A request for all completions after one for solicited ones holds for all.")
PROMISE(CQ_NTF_11, "CQ-NTF-11", OPEN,
	"ibv_req_notify_cq(3) (nothing is said of a CQ without a channel)",
	"A request on a CQ without a channel returns 0 or an errno value, and completions come as before.")
PROMISE(CQ_NTF_12, "CQ-NTF-12", OPEN,
	"ibv_req_notify_cq(3) (nothing is said of a weaker request after a stronger one)",
	"After a request for all completions and one for solicited ones, either of them holds.",
	BROKEN_WITH(CQ_NTF_04))
