/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of ibv_modify_srq. */
/* clang-format off */
PROFILED(SRQ_CORE)
PROMISE(SRQ_MOD_01, "SRQ-MOD-01", MUST,
	"ibv_modify_srq(3) [Oracle] SYNOPSIS; ibv_modify_srq(3)",
	"The verb takes an SRQ pointer, a pointer to ibv_srq_attr and an int mask, returns int, "
	"and is declared by <infiniband/verbs.h>.")
PROMISE(SRQ_MOD_02, "SRQ-MOD-02", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION; ibv_query_srq(3) "
	"[man7] DESCRIPTION; ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] Table 1",
	"ibv_srq_attr carries three 32-bit unsigned members: max_wr, max_sge, srq_limit (in that "
	"order).")
PROMISE(SRQ_MOD_03, "SRQ-MOD-03", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"An attribute whose flag is in the mask takes the value found in srq_attr (limit case).")
PROMISE(SRQ_MOD_04, "SRQ-MOD-04", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"An attribute whose flag is absent from the mask keeps its value: IBV_SRQ_LIMIT alone "
	"never touches max_wr/max_sge.")
PROFILED(SRQ_RESIZE)
PROMISE(SRQ_MOD_05, "SRQ-MOD-05", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"IBV_SRQ_MAX_WR alone never touches the armed limit.",
	BROKEN_WITH(SRQ_LIM_01, SRQ_LIM_07, SRQ_MOD_25))
PROFILED(SRQ_CORE)
PROMISE(SRQ_MOD_06, "SRQ-MOD-06", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"A mask of 0 is a legal argument; nothing is selected so nothing changes.")
PROFILED(SRQ_RESIZE)
PROMISE(SRQ_MOD_07, "SRQ-MOD-07", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"IBV_SRQ_MAX_WR resizes the SRQ: growing.",
	BROKEN_WITH(CQ_POL_01, SRQ_LIM_01, SRQ_PST_03))
PROMISE(SRQ_MOD_08, "SRQ-MOD-08", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"IBV_SRQ_MAX_WR resizes the SRQ: shrinking to a value not below what is queued.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03))
PROMISE(SRQ_MOD_09, "SRQ-MOD-09", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"The two flags may be OR'ed; both attributes are then changed by one call.",
	BROKEN_WITH(SRQ_LIM_01, SRQ_LIM_07, SRQ_QRY_12))
PROFILED(SRQ_CORE)
PROMISE(SRQ_MOD_10, "SRQ-MOD-10", MUST,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION",
	"The max_sge member is irrelevant to this verb: any value is accepted and ignored.")
PROMISE(SRQ_MOD_11, "SRQ-MOD-11", MUST,
	"ibv_modify_srq(3) [Oracle] RETURN VALUE; ibv_modify_srq(3) RETURN VALUE; "
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] RETURN VALUE",
	"Success is reported as 0.")
PROMISE(SRQ_MOD_12, "SRQ-MOD-12", MUST,
	"ibv_modify_srq(3) [Oracle] RETURN VALUE; ibv_modify_srq(3) RETURN VALUE; "
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] RETURN VALUE",
	"Failure is reported by returning the errno value itself (a positive int, never -1 and "
	"never a negated errno).")
PROFILED(SRQ_RESIZE)
PROMISE(SRQ_MOD_13, "SRQ-MOD-13", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES",
	"If one selected attribute is invalid none is modified: a valid max_wr given with an "
	"invalid limit changes nothing.",
	BROKEN_WITH(SRQ_PST_06))
PROMISE(SRQ_MOD_14, "SRQ-MOD-14", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES",
	"An invalid max_wr (0, or above max_srq_wr) given with a valid limit leaves both as they "
	"were.")
PROFILED(SRQ_CORE)
PROMISE(SRQ_MOD_15, "SRQ-MOD-15", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES",
	"An invalid limit (above the SRQ's size) changes nothing, a limit armed before included.",
	BROKEN_WITH(SRQ_LIM_01, SRQ_LIM_07, SRQ_MOD_25, SRQ_QRY_12))
PROFILED(SRQ_RESIZE)
PROMISE(SRQ_MOD_16, "SRQ-MOD-16", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES",
	"An invalid max_wr alone changes nothing and leaves the SRQ fully usable.",
	BROKEN_WITH(SRQ_LIM_01, SRQ_LIM_07, SRQ_MOD_25))
PROMISE(SRQ_MOD_17, "SRQ-MOD-17", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES; IBTA vol.1 10.2.9.3 (SRQ "
	"modification)",
	"A resize below the number of queued WRs either keeps every WR or fails without changing "
	"anything: query, post, receive, limit and destroy still work.")
PROMISE(SRQ_MOD_18, "SRQ-MOD-18", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES; ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_MAX_WR",
	"Not every device resizes: IBV_DEVICE_SRQ_RESIZE in device_cap_flags tells. Bit set => a "
	"valid resize succeeds.")
PROFILED(SRQ_NO_RESIZE)
PROMISE(SRQ_MOD_19, "SRQ-MOD-19", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES; ibv_query_srq(3), "
	"ibv_modify_srq(3) [nminoru.jp] IBV_SRQ_MAX_WR",
	"Bit clear => IBV_SRQ_MAX_WR cannot be honoured: the call fails and nothing changes (also "
	"when combined with LIMIT).")
PROMISE(SRQ_MOD_20, "SRQ-MOD-20", DERIVED,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES (derived)",
	"With both flags the limit is judged against the size the call asks for: raising size and "
	"limit together succeeds when the limit is within the new size.",
	BROKEN_WITH(SRQ_MOD_09))
PROMISE(SRQ_MOD_21, "SRQ-MOD-21", DERIVED,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES (derived)",
	"Shrinking while giving a limit above the new size is an invalid combination and changes "
	"nothing.")
PROMISE(SRQ_MOD_22, "SRQ-MOD-22", DERIVED,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES (derived)",
	"Shrinking below the armed limit is valid when the same call lowers or clears that limit.")
PROMISE(SRQ_MOD_23, "SRQ-MOD-23", DERIVED,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES (derived)",
	"Shrinking (IBV_SRQ_MAX_WR alone) below the armed limit does not leave a SRQ whose limit "
	"exceeds its size.")
PROFILED(SRQ_CORE)
PROMISE(SRQ_MOD_24, "SRQ-MOD-24", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES",
	"Setting srq_limit arms the SRQ: IBV_EVENT_SRQ_LIMIT_REACHED is produced once the "
	"queued-WR count falls below srq_limit.",
	BROKEN_WITH(SRQ_LIM_01, SRQ_LIM_07))
PROMISE(SRQ_MOD_25, "SRQ-MOD-25", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES",
	"'Below' is strict: no event while the count is equal to the limit.")
PROMISE(SRQ_MOD_26, "SRQ-MOD-26", MUST,
	"ibv_modify_srq(3) [Oracle] NOTES; ibv_modify_srq(3) NOTES",
	"Arming alone with count>=limit produces no event.")
PROMISE(SRQ_MOD_27, "SRQ-MOD-27", DERIVED,
	"ibv_modify_srq(3) [Oracle] DESCRIPTION; ibv_modify_srq(3) DESCRIPTION (resize, not "
	"recreate)",
	"The WRs queued before a resize survive it, and are consumed in posting order.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03, SRQ_PST_08))
PROFILED(SRQ_RESIZE)
PROMISE(SRQ_MOD_28, "SRQ-MOD-28", MUST,
	"verbs.h comment; IBTA vol.1 10.2.9.3",
	"After a successful resize the reported max_wr is at least the requested value.",
	BROKEN_WITH(SRQ_QRY_06))
PROFILED(SRQ_CORE)
PROMISE(SRQ_MOD_29, "SRQ-MOD-29", MUST,
	"verbs.h comment of ibv_modify_srq (not in the man page)",
	"On output srq_attr holds the current values of the selected attributes.",
	BROKEN_WITH(SRQ_QRY_03))
PROMISE(SRQ_MOD_30, "SRQ-MOD-30", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] DESCRIPTION; ibv_modify_srq(3) [Oracle] "
	"DESCRIPTION",
	"The mask argument is made of the macros IBV_SRQ_MAX_WR and IBV_SRQ_LIMIT only, OR'ed.")
PROMISE(SRQ_MOD_31, "SRQ-MOD-31", OPEN,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] DESCRIPTION IBV_SRQ_MAX_WR",
	"IBV_SRQ_MAX_WR replaces max_wr and max_sge with the new values (the other pages call "
	"max_sge irrelevant).")
PROMISE(SRQ_MOD_32, "SRQ-MOD-32", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] DESCRIPTION; ibv_modify_srq(3) [Oracle] "
	"NOTES",
	"Before using IBV_SRQ_MAX_WR check IBV_DEVICE_SRQ_RESIZE in device_cap_flags of "
	"ibv_query_device.")
PROMISE(SRQ_MOD_33, "SRQ-MOD-33", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES",
	"An invalid srq_attr_mask changes no attribute: an unknown bit alone.")
PROMISE(SRQ_MOD_34, "SRQ-MOD-34", DERIVED,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES (that an unknown bit makes a mask "
	"invalid is said by no page)",
	"An invalid srq_attr_mask changes no attribute: unknown bit together with IBV_SRQ_LIMIT.")
PROMISE(SRQ_MOD_35, "SRQ-MOD-35", DERIVED,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES (that an unknown bit makes a mask "
	"invalid is said by no page)",
	"An invalid srq_attr_mask changes no attribute: unknown bit together with IBV_SRQ_MAX_WR.")
PROMISE(SRQ_MOD_36, "SRQ-MOD-36", DERIVED,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] NOTES (that an unknown bit makes a mask "
	"invalid is said by no page)",
	"An invalid srq_attr_mask changes no attribute: all bits set.")
PROMISE(SRQ_MOD_37, "SRQ-MOD-37", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] RETURN VALUE",
	"The error return equals errno.")
