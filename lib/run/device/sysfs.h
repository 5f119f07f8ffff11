/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Reads sysfs, which is below SYSFS_PATH in the environment (as for libibverbs), or in /sys. */
#ifndef VCT_SYSFS_H
#define VCT_SYSFS_H

#include <stdbool.h>
#include <stddef.h>

/* True if sysfs has the file or folder; the format and its arguments give its path in sysfs. */
bool vct_sysfs_has(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The first line of a file, without its end. False: it cannot be read, or is empty. */
bool vct_sysfs_read(char *text, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The folder that a symbolic link leads to, as a path without links. False: there is none. */
bool vct_sysfs_target(char *path, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
