/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Files that have to survive the death of the kernel. */
#ifndef VCT_SYNC_H
#define VCT_SYNC_H

#include <stdbool.h>

/* Whether this kernel is a guest's, and the file one of its host. */
bool vct_is_of_host(int fd);
/*
 * What was written to the file survives the death of this kernel. A file of the host of a guest
 * (`of_host`) does that once the host has the data, which takes microseconds; to wait for the disk
 * takes milliseconds. -1: errno
 */
int vct_sync(int fd, bool of_host);

#endif
