/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the kernel says during a run: its log, its taint flags, and the console of a dead guest. */
#ifndef VCT_KERNEL_H
#define VCT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Starts to read the kernel log at its end. False with errno set if /dev/kmsg cannot be read. If
 * this is not called, because the device is in user space, there are no lines, no taint and no boot
 * id.
 */
bool vct_kernel_listen(void);
/* In the process of a check, whose reads would be missing in the runner. */
void vct_kernel_close(void);
/* True if the kernel log is read. */
bool vct_kernel_is_heard(void);
/*
 * The lines logged since the last call, each with '\n'; valid until the next call. Waits for the
 * end of a report that has begun.
 */
const char *vct_kernel_lines(void);
/* The number of records so far that were overwritten before they were read, or were too many. */
unsigned long long vct_kernel_lost(void);
/* The time of the last line that was read, in seconds since the boot; 0: there was none. */
double vct_kernel_read_until(void);
/*
 * The last lines of the console of a dead guest, in place of its kernel log, each with '\n': those
 * after the last one that the kernel wrote until `seconds` after its boot. "" if `path` is NULL or
 * cannot be read. Valid until the next call.
 */
const char *vct_kernel_console(const char *path, double seconds);

enum { VCT_TAINT_DIE = 1 << 7, VCT_TAINT_WARN = 1 << 9 };
/* /proc/sys/kernel/tainted, only the bits that a fault of the kernel sets. */
unsigned long vct_kernel_taint(void);
/* An id that changes with every boot; "none" if the kernel log is not read. */
const char *vct_kernel_boot_id(void);

#endif
