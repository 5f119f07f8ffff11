/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of the capabilities a device claims. */
/* clang-format off */
PROFILED(DEVICE)
PROMISE(DEV_CAP_01, "DEV-CAP-01", MUST,
	"ibv_query_device(3)",
	"Returns 0 and fills the struct.")
PROFILED(SRQ_CORE)
PROMISE(DEV_CAP_02, "DEV-CAP-02", MUST,
	"ibv_query_device(3) + NOTES",
	"max_srq: number of SRQs supported (upper limit; real number may be lower).")
PROMISE(DEV_CAP_03, "DEV-CAP-03", MUST,
	"ibv_query_device(3)",
	"max_srq_wr: most WRs one SRQ can hold.")
PROMISE(DEV_CAP_04, "DEV-CAP-04", MUST,
	"ibv_query_device(3)",
	"max_srq_sge: most s/g entries (page says 'per SRQ', meaning per WR).")
PROMISE(DEV_CAP_05, "DEV-CAP-05", OPEN,
	"ibv_query_device(3) NOTES",
	"Limits are upper bounds; hitting machine limits earlier is allowed.")
PROMISE(DEV_CAP_06, "DEV-CAP-06", MUST,
	"ibv_modify_srq(3) NOTES",
	"IBV_DEVICE_SRQ_RESIZE truthfully announces SRQ-MOD-18/19.",
	BROKEN_WITH(SRQ_MOD_19))
PROFILED(DEVICE)
PROMISE(DEV_CAP_07, "DEV-CAP-07", MUST,
	"verbs.h; OFED ibv_open_xrc_domain(3) NOTES",
	"IBV_DEVICE_XRC truthfully announces XRC (open_xrcd works iff set).")
PROFILED(QP_RC)
PROMISE(DEV_CAP_08, "DEV-CAP-08", MUST,
	"ibv_modify_qp(3) NOTES",
	"IBV_DEVICE_AUTO_PATH_MIG truthfully announces alternate paths.",
	BROKEN_WITH(QP_MOD_FLAG_AV, QP_MOD_FLAG_PATH_MTU))
PROFILED(SRQ_CORE)
PROMISE(DEV_CAP_09, "DEV-CAP-09", MUST,
	"ibv_modify_qp(3) NOTES",
	"IBV_DEVICE_RESIZE_MAX_WR truthfully announces QP resize.")
PROMISE(DEV_CAP_10, "DEV-CAP-10", DERIVED,
	"ibv_query_device(3) vendor_id",
	"vendor_id is the vendor's ID, per IEEE: 24 bits, and not 0.")
