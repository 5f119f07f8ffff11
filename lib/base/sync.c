// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Passes data on to the host of a guest, or to the disk. */
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sync.h"

/* The msize of a 9p file system (fixtures/guest). */
enum { MESSAGE = 512000 };

/* In User-Mode Linux the files of the host are a hostfs, in QEMU a 9p. */
bool vct_is_of_host(int fd)
{
	struct statfs fs;

	return !fstatfs(fd, &fs) && (fs.f_type == HOSTFS_SUPER_MAGIC || fs.f_type == V9FS_MAGIC);
}

int vct_sync(int fd, bool of_host)
{
	const unsigned int all =
		SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;

	if (of_host && !sync_file_range(fd, 0, 0, all))
		return 0;
	return fdatasync(fd);
}

char *vct_buffer(FILE *f)
{
	char *buffer = malloc(MESSAGE);

	/* without a buffer, setvbuf() does not change the size */
	if (buffer)
		setvbuf(f, buffer, _IOFBF, MESSAGE);
	return buffer;
}
