/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of the answers of all verbs, and of objects after one was refused or others
 * have come and gone. */
/* clang-format off */
PROMISE(AFT_01, "AFT-01", DERIVED,
	"RETURN VALUE of each page (derived: a verb that fails has not done what it was asked for)",
	"The objects of a refused call are used as before: QPs are reset, brought up and pass "
	"messages, SRQs take WRs and limits, CQs give completions, and regions are sent from.",
	.of_all = true,
	BROKEN_WITH(CQ_POL_01, QP_MOD_FLAG_STATE, SRQ_LIM_01, SRQ_LIM_07))
PROMISE(AFT_02, "AFT-02", DERIVED,
	"IBTA 9.9.3, 10.6.7 (derived: a request that is refused ends its QPs, and nothing else)",
	"A region or window of which a remote access was refused gives other QPs access as before, and is changed, bound "
	"again and released as before. After a bind that was refused, its domain and region are used and the window is bound.")
PROMISE(AFT_03, "AFT-03", DERIVED,
	"ibv_create_qp(3), ibv_create_cq(3), ibv_create_srq(3), ibv_create_ah(3), ibv_alloc_pd(3) DESCRIPTION (derived: what was "
	"destroyed is no more)",
	"However many objects of a kind were made and destroyed, one more is made, and those that are there are used as before.")
PROMISE(AFT_04, "AFT-04", DERIVED,
	"DESCRIPTION of each page (derived: a verb changes what it names, and nothing else); IBTA 10.3.1 (states of QPs)",
	"What waits while something else is changed completes once and in its order: receives, sends, completions, requests for "
	"events and events; a bound window stays bound. Then messages pass as before.",
	BROKEN_WITH(CQ_POL_01))
PROMISE(RET_01, "RET-01", DERIVED,
	"RETURN VALUE of each page of a verb that returns 0 or the value of errno",
	"A verb that fails returns the value of errno, and no negative number.",
	.no_check = "a rule judges each call of every check", .of_all = true)
PROMISE(RET_02, "RET-02", DERIVED,
	"RETURN VALUE of each page of a verb that returns NULL on failure and sets errno (all but that of ibv_open_qp, some since rdma-core 65)",
	"A verb that returns NULL sets errno, if its page says so.",
	.no_check = "a rule judges each call of every check", .of_all = true)
