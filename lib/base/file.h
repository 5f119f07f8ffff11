/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Small files of one line, as those of /proc and /sys; files that one process writes; and folders.
 */
#ifndef VCT_FILE_H
#define VCT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The first line of a file, without its end. False: it cannot be read, or is empty ("" then). */
bool vct_first_line(const char *path, char *line, size_t size);
/*
 * Opens a file, and locks it until all descriptors of this opening are closed: as open(2), but -1
 * with EWOULDBLOCK if another process still has the lock after `ms`. A file that its owner removed
 * or renamed meanwhile is not the one that `path` names: then that one is opened.
 */
int vct_open_locked(const char *path, int flags, double ms);
/* Whether the path still names the file that is open. */
bool vct_names_file(const char *path, int fd);
/* Removes a folder with all that is in it; links in it are not followed. */
void vct_remove_folder(const char *path);

#endif
