/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Small files of one line, as those of /proc and /sys; and folders. */
#ifndef VCT_FILE_H
#define VCT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The first line of a file, without its end. False: it cannot be read, or is empty ("" then). */
bool vct_first_line(const char *path, char *line, size_t size);
/* Removes a folder with all that is in it; links in it are not followed. */
void vct_remove_folder(const char *path);

#endif
