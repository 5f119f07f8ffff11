// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Passes data on to the host of a guest, or to the disk. */
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sync.h"

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
