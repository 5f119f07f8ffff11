// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lock_limit.h"

static bool locks_beyond_its_limit(const struct rlimit *limit)
{
	struct rlimit none = { .rlim_cur = 0, .rlim_max = limit->rlim_max };
	size_t size = (size_t)getpagesize();
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool locks;

	if (page == MAP_FAILED || setrlimit(RLIMIT_MEMLOCK, &none))
		return true;
	locks = !mlock(page, size);
	setrlimit(RLIMIT_MEMLOCK, limit);
	munmap(page, size);
	return locks;
}

bool vct_lock_limit(unsigned long long *kib)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_MEMLOCK, &limit) || limit.rlim_cur == RLIM_INFINITY ||
	    locks_beyond_its_limit(&limit))
		return false;
	*kib = limit.rlim_cur / 1024;
	return true;
}
