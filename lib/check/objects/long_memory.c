// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Memory of any length that takes few pages. */
#include <sys/mman.h>
#include <unistd.h>

#include "long_memory.h"
#include "objects.h"

static size_t parts_of(uint64_t length)
{
	return (size_t)((length + LONG_PART - 1) / LONG_PART);
}

/* Which part of the file the nth part of the memory is. */
static size_t part_at(size_t n, size_t parts)
{
	if (n + 1 >= parts)
		return n == parts ? BEHIND_PART : LAST_PART;
	return n ? MIDDLE_PART : FIRST_PART;
}

struct long_memory long_memory_make(uint64_t length)
{
	int fd = memfd_create("long memory", MFD_CLOEXEC), shared = PROT_READ | PROT_WRITE;
	size_t parts = parts_of(length);
	struct long_memory m = { .length = length };

	m.at = mmap(NULL, (parts + 1) * LONG_PART, PROT_NONE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	SETUP(fd >= 0 && !ftruncate(fd, LONG_PARTS * LONG_PART) && m.at != MAP_FAILED);
	m.parts = mmap(NULL, LONG_PARTS * LONG_PART, shared, MAP_SHARED, fd, 0);
	SETUP(m.parts != MAP_FAILED);
	for (size_t n = 0; n <= parts; n++) {
		char *part = mmap(m.at + n * LONG_PART, LONG_PART, shared, MAP_SHARED | MAP_FIXED,
				  fd, (off_t)(part_at(n, parts) * LONG_PART));

		SETUP(part != MAP_FAILED);
	}
	close(fd);
	return m;
}

char *long_memory_byte(const struct long_memory *m, uint64_t offset)
{
	size_t part = part_at((size_t)(offset / LONG_PART), parts_of(m->length));

	return m->parts + part * LONG_PART + offset % LONG_PART;
}
