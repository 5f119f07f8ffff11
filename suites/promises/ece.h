/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of ECE, of rate limits, and of the order in which data is written. */
/* clang-format off */
PROFILED(QP_ORDER)
PROMISE(ECE_01, "ECE-01", MUST,
	"ibv_query_ece(3) DESCRIPTION, RETURN VALUE",
	"ibv_query_ece returns the ECE options of the QP, and 0.")
PROMISE(ECE_02, "ECE-02", MUST,
	"ibv_query_ece(3), ibv_set_ece(3) RETURN VALUE",
	"An error of ibv_query_ece and ibv_set_ece is an errno value; EOPNOTSUPP where there is no "
	"ibv_set_ece. A provider without it may still answer ibv_query_ece, with no options.")
PROMISE(ECE_03, "ECE-03", DERIVED,
	"ibv_query_ece(3), ibv_set_ece(3) vendor_id",
	"vendor_id is an IEEE OUI, of 24 bits and not 0, and the same for all QPs of a device.")
PROMISE(ECE_04, "ECE-04", MUST,
	"ibv_set_ece(3) ece argument",
	"ibv_set_ece returns the options that were accepted, of those that were asked for.")
PROMISE(ECE_05, "ECE-05", DERIVED,
	"ibv_query_ece(3), ibv_set_ece(3) ece argument",
	"The options that ibv_query_ece has returned can be set, also on another QP.",
	BROKEN_WITH(ECE_02))
PROMISE(ECE_06, "ECE-06", DERIVED,
	"ibv_set_ece(3) EINVAL, comp_mask",
	"Unknown bits in comp_mask are EINVAL, and change nothing.",
	BROKEN_WITH(ECE_02))
PROMISE(ECE_07, "ECE-07", DERIVED,
	"ibv_set_ece(3) DESCRIPTION",
	"QPs on which ECE was set are connected and pass messages as others do.",
	BROKEN_WITH(ECE_02))
PROMISE(ECE_08, "ECE-08", OPEN,
	"ibv_set_ece(3) vendor_id",
	"It is open whether options of another vendor are refused, or none of them is accepted.")
PROFILED(NO_PACING)
PROMISE(RLM_01, "RLM-01", MUST,
	"ibv_modify_qp_rate_limit(3) ERRORS",
	"A device without rate limits returns EOPNOTSUPP (ENOSYS from old libraries), or EINVAL, "
	"because no rate is valid.")
PROFILED(QP_PACING)
PROMISE(RLM_02, "RLM-02", MUST,
	"ibv_modify_qp_rate_limit(3) DESCRIPTION, RETURN VALUE",
	"ibv_modify_qp_rate_limit sets a rate limit that packet_pacing_caps allows, and returns 0; a "
	"max_burst_sz and a typical_pkt_sz of 0 stand for the device's defaults.")
PROMISE(RLM_03, "RLM-03", DERIVED,
	"ibv_modify_qp_rate_limit(3) EINVAL; ibv_query_device_ex(3) packet_pacing_caps",
	"A rate limit above qp_rate_limit_max is refused.")
PROMISE(RLM_04, "RLM-04", DERIVED,
	"ibv_modify_qp_rate_limit(3); ibv_query_device_ex(3) packet_pacing_caps",
	"A QP of a type that supported_qpts does not have is refused, with an errno value.")
PROMISE(RLM_05, "RLM-05", MUST,
	"ibv_modify_qp_rate_limit(3) DESCRIPTION",
	"rate_limit, in kbps, is the most that the QP sends.",
	.no_check = "no clock of a guest measures a rate")
PROFILED(QP_ORDER)
PROMISE(DIO_01, "DIO-01", MUST,
	"ibv_query_qp_data_in_order(3) RETURN VALUE",
	"ibv_query_qp_data_in_order with flags 0 returns 0 or 1.")
PROMISE(DIO_02, "DIO-02", MUST,
	"ibv_query_qp_data_in_order(3) DESCRIPTION",
	"If it returns 1 for an operation, the data of each request is written in order: a reader who "
	"sees the last byte finds all bytes before it.")
PROMISE(DIO_03, "DIO-03", OPEN,
	"ibv_query_qp_data_in_order(3) flags",
	"flags must be 0 (rdma-core 44). It is open what another value returns.")
PROMISE(DIO_04, "DIO-04", MUST,
	"ibv_query_qp_data_in_order(3) flags",
	"With IBV_QUERY_QP_DATA_IN_ORDER_RETURN_CAPS it returns a set of capabilities: whole messages, "
	"or blocks of 128 bytes, are written in order. Without flags it returns 1 if whole messages are.",
	.since = 46,
	BROKEN_WITH(DIO_01, DIO_03))
PROMISE(DIO_05, "DIO-05", MUST,
	"ibv_query_qp_data_in_order(3) flags IBV_QUERY_QP_DATA_IN_ORDER_DEVICE_ONLY",
	"IBV_QUERY_QP_DATA_IN_ORDER_DEVICE_ONLY leaves out what the processor of the host restricts: no "
	"capability is missing that is told without it. A library that does not know the flag returns 0.",
	.since = 60,
	BROKEN_WITH(DIO_03))
PROMISE(DIO_06, "DIO-06", DERIVED,
	"ibv_query_qp_data_in_order(3) RETURN VALUE",
	"Where whole messages are written in order, so are blocks of 128 bytes, and nothing but the two "
	"capabilities of the page is told.",
	.since = 46)
