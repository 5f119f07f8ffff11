/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds complaints of the kernel in its log. */
#ifndef VCT_COMPLAINT_H
#define VCT_COMPLAINT_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the lines contain a WARN, BUG, oops, lockdep or KASAN report or a similar message. */
bool vct_kernel_complains(const char *lines);

/* Whether all its complaints are that something takes long. A machine that is late does that, too.
 */
bool vct_kernel_only_stalls(const char *lines);

/*
 * Copies the next complaint of the lines, and moves `lines` behind it; false if there is none. A
 * fault is the same words on each architecture, its kind and the function: "NULL pointer
 * dereference in rxe_query_srq", "bad address in rxe_put" or "bad address in an unknown function".
 * Any other complaint is its line.
 */
bool vct_kernel_next_complaint(const char **lines, char *words, size_t size);

/* How a kernel's log names a device; each list ends with NULL. */
struct vct_log_names {
	const char *own[8];      /* the device alone: its name, PCI address, network interface */
	const char *related[24]; /* its driver, the RDMA core, this program: beginnings of words */
};
/*
 * vct_kernel_complains() of those reports only that name the device or what is related to it, and
 * of lines in which the device's own driver or its bus reports a fault of the adapter. All lines
 * from "cut here" to "end trace" are one report; the list of loaded modules names nothing.
 */
bool vct_kernel_complains_of(const char *lines, const struct vct_log_names *names);
/* True if the last report among these lines has not yet come to its end. */
bool vct_kernel_report_is_open(const char *lines);

#endif
