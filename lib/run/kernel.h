/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The kernel as a witness: what it logged, whether that is a complaint, whether it is tainted. */
#ifndef VCT_KERNEL_H
#define VCT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Starts listening: what was logged before is not of this run. False: /dev/kmsg cannot be read.
 * Until then, and for ever where no kernel drives the device, the kernel says nothing, is not
 * tainted and has no boot id.
 */
bool vct_kernel_listen(void);
/* The lines since the last call, '\n' after each, in a buffer that the next call reuses. */
const char *vct_kernel_lines(void);
/*
 * The last lines of a dead guest's console (NULL: none is known): they stand for what its kernel
 * log would have told. '\n' after each, in a buffer of its own.
 */
const char *vct_kernel_console(const char *path);

enum { VCT_TAINT_DIE = 1 << 7, VCT_TAINT_WARN = 1 << 9 };
/* /proc/sys/kernel/tainted: only the bits that a misbehaving kernel sets by itself. */
unsigned long vct_kernel_taint(void);
/* An id that changes with every boot; "none" where the kernel is no witness. */
const char *vct_kernel_boot_id(void);

#endif
