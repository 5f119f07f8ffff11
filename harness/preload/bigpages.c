// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * For LD_PRELOAD: a kernel with larger pages, of BIGPAGES bytes in the environment, at most 64 KiB,
 * as the calls of the program see it. An address that is not a multiple of a page is EINVAL,
 * lengths are rounded up, and new mappings are aligned. What the loader has mapped keeps its small
 * pages, which may share a large one.
 */
#include "preload.h"
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { SMALL = 4096, MOST = 65536 };

static size_t big(void)
{
	static size_t size;

	if (!size)
		size = strtoul(getenv("BIGPAGES"), NULL, 10);
	return size;
}

static size_t up(size_t n)
{
	return (n + big() - 1) / big() * big();
}

static long page_call(long number, const void *at, size_t length, long how)
{
	if ((uintptr_t)at % big() == 0)
		return syscall(number, at, up(length), how);
	errno = EINVAL;
	return -1;
}

int getpagesize(void)
{
	return (int)big();
}

long sysconf(int name)
{
	static __typeof__(&sysconf) real;

	if (!real)
		real = NEXT(sysconf);
	return name == _SC_PAGESIZE ? (long)big() : real(name);
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset)
{
	char *room, *start;

	if (offset % big() || (flags & MAP_FIXED && (uintptr_t)at % big())) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	length = up(length);
	if (at)
		return (void *)syscall(SYS_mmap, at, length, protection, flags, fd, offset);
	room = (char *)syscall(SYS_mmap, NULL, length + big(), PROT_NONE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
	if (room == MAP_FAILED)
		return room;
	start = (char *)up((uintptr_t)room);
	if (start > room)
		syscall(SYS_munmap, room, start - room);
	syscall(SYS_munmap, start + length, room + big() - start);
	return (void *)syscall(SYS_mmap, start, length, protection, flags | MAP_FIXED, fd, offset);
}

int munmap(void *at, size_t length)
{
	return (int)page_call(SYS_munmap, at, length, 0);
}

int mprotect(void *at, size_t length, int protection)
{
	return (int)page_call(SYS_mprotect, at, length, protection);
}

/* A large page is there if one of its small ones is, whatever else the loader has put beside it. */
int madvise(void *at, size_t length, int advice)
{
	for (char *page = at, *end = page + up(length); page < end; page += big()) {
		int done = 0;

		for (char *small = page; small < page + big(); small += SMALL)
			done |= !syscall(SYS_madvise, small, SMALL, advice);
		if (!done)
			return -1;
	}
	return (int)page_call(SYS_madvise, at, 0, advice);
}

int mincore(void *at, size_t length, unsigned char *present)
{
	unsigned char small[MOST / SMALL];

	for (size_t page = 0; page < up(length) / big(); page++) {
		if (page_call(SYS_mincore, (char *)at + page * big(), big(), (long)small))
			return -1;
		present[page] = 0;
		for (size_t i = 0; i < big() / SMALL; i++)
			present[page] |= small[i] & 1;
	}
	return 0;
}
