// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads files and links of sysfs. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/file.h"
#include "sysfs.h"

static void make_path(char *path, const char *format, va_list args)
{
	const char *root = getenv("SYSFS_PATH");
	int n = snprintf(path, PATH_MAX, "%s/", root ? root : "/sys");

	if (n < PATH_MAX)
		vsnprintf(path + n, (size_t)(PATH_MAX - n), format, args);
}

bool vct_sysfs_has(const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	return !access(path, F_OK);
}

bool vct_sysfs_read(char *text, size_t size, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	return vct_first_line(path, text, size);
}

bool vct_sysfs_target(char *target, size_t size, const char *format, ...)
{
	char path[PATH_MAX], real[PATH_MAX];
	va_list args;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	if (!realpath(path, real))
		return false;
	return (size_t)snprintf(target, size, "%s", real) < size;
}
