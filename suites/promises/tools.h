/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What is promised of libibverbs' programs. They are no verbs, so no check of a device judges them:
 * harness/test_refhca_tools.py runs them on the reference HCA.
 */
/* clang-format off */
PROMISE(TOL_01, "TOL-01", MUST,
	"ibv_devices(1) DESCRIPTION",
	"ibv_devices lists the devices.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_02, "TOL-02", MUST,
	"ibv_devinfo(1) DESCRIPTION, OPTIONS -d, -i",
	"ibv_devinfo prints information about the devices, or about one device or port.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_03, "TOL-03", MUST,
	"ibv_devinfo(1) OPTIONS -l",
	"ibv_devinfo -l lists the names of the devices only.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_04, "TOL-04", MUST,
	"ibv_devinfo(1) OPTIONS -v",
	"ibv_devinfo -v prints all that ibv_query_device_ex tells.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_05, "TOL-05", MUST,
	"ibv_asyncwatch(1) DESCRIPTION, OPTIONS -d",
	"ibv_asyncwatch displays the asynchronous events of a device.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_06, "TOL-06", MUST,
	"ibv_asyncwatch(1) OPTIONS -h",
	"ibv_asyncwatch -h prints a text.",
	.no_check = "a tool, and no device is asked")
PROMISE(TOL_07, "TOL-07", MUST,
	"ibv_rc_pingpong(1) DESCRIPTION, OPTIONS -s, -n, -r, -m, -l",
	"ibv_rc_pingpong exchanges so many messages of this size over RC.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_08, "TOL-08", MUST,
	"ibv_rc_pingpong(1), ibv_uc_pingpong(1), ibv_ud_pingpong(1), ibv_srq_pingpong(1), "
	"ibv_xsrq_pingpong(1) OPTIONS -e",
	"With -e a pingpong sleeps until a completion event comes.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_09, "TOL-09", MUST,
	"ibv_rc_pingpong(1), ibv_uc_pingpong(1), ibv_ud_pingpong(1), ibv_srq_pingpong(1), "
	"ibv_xsrq_pingpong(1) OPTIONS -g, -i, -d, -p",
	"A pingpong uses the GID index, port, device and TCP port given.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_10, "TOL-10", MUST,
	"ibv_rc_pingpong(1), ibv_uc_pingpong(1), ibv_ud_pingpong(1), ibv_srq_pingpong(1) OPTIONS -c",
	"With -c a pingpong compares what it received.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_11, "TOL-11", MUST,
	"ibv_rc_pingpong(1) OPTIONS -t",
	"With -t ibv_rc_pingpong reads timestamps of completions.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_12, "TOL-12", MUST,
	"ibv_rc_pingpong(1) OPTIONS -N",
	"With -N ibv_rc_pingpong sends with ibv_wr_send.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_13, "TOL-13", MUST,
	"ibv_rc_pingpong(1) OPTIONS -o, -P, -j",
	"With -o, -P and -j the memory of ibv_rc_pingpong is paged on demand, prefetched, or the device's.",
	.no_check = "a tool, and the harness does not run it so")
PROMISE(TOL_14, "TOL-14", MUST,
	"ibv_uc_pingpong(1) DESCRIPTION, OPTIONS -s, -n, -r, -m, -l",
	"ibv_uc_pingpong exchanges so many messages of this size over UC.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_15, "TOL-15", MUST,
	"ibv_ud_pingpong(1) DESCRIPTION, OPTIONS -s, -n, -r, -l",
	"ibv_ud_pingpong exchanges so many messages of this size over UD.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_16, "TOL-16", MUST,
	"ibv_srq_pingpong(1) DESCRIPTION, OPTIONS -q, -s, -n, -r, -m, -l",
	"ibv_srq_pingpong exchanges messages over so many RC QPs with one SRQ.",
	.no_check = "a tool; the harness runs it")
PROMISE(TOL_17, "TOL-17", MUST,
	"ibv_xsrq_pingpong(1) DESCRIPTION, OPTIONS -c, -n, -s, -m, -l",
	"ibv_xsrq_pingpong exchanges messages with so many clients over XRC.",
	.no_check = "a tool; the harness runs it")
