/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Files of a guest: those that have to survive the death of its kernel, and those of its host. */
#ifndef VCT_SYNC_H
#define VCT_SYNC_H

#include <stdbool.h>
#include <stdio.h>

/* Whether this kernel is a guest's, and the file one of its host. */
bool vct_is_of_host(int fd);
/*
 * What was written to the file survives the death of this kernel. A file of the host of a guest
 * (`of_host`) does that once the host has the data, which takes microseconds; to wait for the disk
 * takes milliseconds. -1: errno
 */
int vct_sync(int fd, bool of_host);
/*
 * Gives a stream, before its first use, a buffer as large as a message to the host of a guest, for
 * each message takes time. The buffer is to be freed after the stream is closed. NULL: there is no
 * memory, and the stream keeps its own buffer.
 */
char *vct_buffer(FILE *f);

#endif
