/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The records of /dev/kmsg (Documentation/ABI/testing/dev-kmsg of the kernel). */
#ifndef VCT_KMSG_H
#define VCT_KMSG_H

#include <stddef.h>

struct vct_kmsg {
	unsigned long long next; /* the number of the next record; 0: there was none yet */
	unsigned long long lost; /* records that were overwritten before they were read, or were too
				    long for the room */
	unsigned long long us;   /* the time of the last record, in microseconds since the boot */
};

/*
 * Makes "[seconds] text\n" of "priority,number,microseconds,flags;text\n key=value\n...", which it
 * changes. Returns the length; 0: it is not a record, or too long.
 */
size_t vct_kmsg_line(struct vct_kmsg *kmsg, char *record, char *out, size_t room);

#endif
