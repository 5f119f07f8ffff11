/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of asynchronous events and of the strings that name them. */
/* clang-format off */
PROFILED(EVENT)
PROMISE(AEV_01, "AEV-01", MUST,
	"ibv_get_async_event(3)",
	"Prototypes int get(context*, event*) and void ack(event*); event {union "
	"element{cq,qp,srq,wq,port_num}; event_type}.")
PROMISE(AEV_02, "AEV-02", MUST,
	"ibv_get_async_event(3)",
	"Waits for the next event of the context and returns it.")
PROMISE(AEV_03, "AEV-03", MUST,
	"ibv_get_async_event(3)",
	"element member valid for the type: SRQ events carry the SRQ.")
PROFILED(QP_RC)
PROMISE(AEV_04, "AEV-04", MUST,
	"ibv_get_async_event(3)",
	"QP events carry the QP.")
PROFILED(EVENT)
PROMISE(AEV_05, "AEV-05", MUST,
	"ibv_get_async_event(3); ibv_poll_cq(3) NOTES",
	"CQ events carry the CQ; CQ overrun raises IBV_EVENT_CQ_ERR.")
PROMISE(AEV_06, "AEV-06", MUST,
	"ibv_get_async_event(3)",
	"IBV_EVENT_SRQ_LIMIT_REACHED: the SRQ limit was reached.",
	BROKEN_WITH(SRQ_LIM_01, SRQ_LIM_07))
PROMISE(AEV_07, "AEV-07", MUST,
	"ibv_get_async_event(3)",
	"IBV_EVENT_SRQ_ERR: an error occurred on an SRQ.",
	BROKEN_WITH(SRQ_LIM_07))
PROMISE(AEV_08, "AEV-08", MUST,
	"ibv_get_async_event(3); IBTA 11.6.3 (title not verified)",
	"IBV_EVENT_QP_LAST_WQE_REACHED on a QP associated with an SRQ: after it enters the error "
	"state no further receive completion will come.")
PROMISE(AEV_09, "AEV-09", DERIVED,
	"ibv_get_async_event(3) (derived: 'last WQE reached' is a single occurrence)",
	"IBV_EVENT_QP_LAST_WQE_REACHED is reported once per entry into the error state.")
PROMISE(AEV_10, "AEV-10", MUST,
	"ibv_get_async_event(3)",
	"A QP without SRQ never reports LAST_WQE_REACHED.",
	BROKEN_WITH(QP_ERR_01))
PROFILED(QP_RC)
PROMISE(AEV_11, "AEV-11", MUST,
	"ibv_get_async_event(3); ibv_modify_qp(3) en_sqd_async_notify",
	"IBV_EVENT_SQ_DRAINED: the send queue drained (only if en_sqd_async_notify asked for it, "
	"'Enable SQD.drained async notification').")
PROFILED(EVENT)
PROMISE(AEV_12, "AEV-12", MUST,
	"ibv_get_async_event(3) RETURN VALUE",
	"Returns 0 on success, -1 on error (not an errno value).")
PROMISE(AEV_13, "AEV-13", MUST,
	"ibv_get_async_event(3) NOTES",
	"Every event got must be acknowledged; destroying the object waits for it (CQ, SRQ, QP).")
PROMISE(AEV_14, "AEV-14", MUST,
	"ibv_get_async_event(3) NOTES",
	"Blocking: with several threads waiting exactly one gets an event.")
PROMISE(AEV_15, "AEV-15", MUST,
	"ibv_get_async_event(3) EXAMPLES",
	"Non-blocking use: async_fd with O_NONBLOCK + poll(POLLIN) signals pending events.")
PROMISE(AEV_16, "AEV-16", MUST,
	"ibv_get_async_event(3)",
	"Returns nothing; acks are counted per object (one ack per get releases destroy).")
PROMISE(AEV_17, "AEV-17", MUST,
	"ibv_get_async_event(3)",
	"Event enumerators named on the page exist (QP, CQ, SRQ, WQ, port, CA groups).")
PROFILED(PORT_SPEED_CHANGE)
PROMISE(AEV_18, "AEV-18", MUST,
	"ibv_get_async_event(3) IBV_EVENT_DEVICE_SPEED_CHANGE",
	"A change of the speed of a port raises IBV_EVENT_DEVICE_SPEED_CHANGE.",
	.since = 62)
PROMISE(AEV_19, "AEV-19", DERIVED,
	"ibv_get_async_event(3) NOTES (avoids retrieving an event of a destroyed object)",
	"An event of a QP or SRQ that was never read neither blocks destruction nor can be read afterwards; those of "
	"other objects stay.")
PROFILED(DEVICE)
PROMISE(STR_01, "STR-01", MUST,
	"ibv_event_type_str(3)",
	"Returns a constant, non-empty string for every event type; same pointer on repeated "
	"calls; texts differ between types.")
PROMISE(STR_02, "STR-02", MUST,
	"ibv_event_type_str(3)",
	"SRQ events are described as such.")
PROMISE(STR_03, "STR-03", DERIVED,
	"ibv_event_type_str(3)",
	"Out-of-range values give a valid string, not a crash (derived; library says 'unknown').")
PROMISE(STR_04, "STR-04", MUST,
	"ibv_event_type_str(3)",
	"Constant string for each node type.")
PROMISE(STR_05, "STR-05", MUST,
	"ibv_event_type_str(3)",
	"Constant string for each port state.")
