/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the checks of memory windows share. */
#ifndef SUITES_MW_WINDOW_H
#define SUITES_MW_WINDOW_H

#include "../vct.h"

enum {
	ALL_REMOTE = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	BINDABLE = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND,
};

/* The window is a part of its region of PAGES pages, and begins in the middle of one. */
#define WINDOW_AT     (PAGE + 100)
#define WINDOW_LENGTH PAGE

struct type_row {
	struct vct_row vct_row;
	enum ibv_mw_type type;
};

#define TYPE_1(...)                                                                                \
	{                                                                                          \
		.vct_row = { .name = "type-1", .needs = NEED_MW1 }, .type = IBV_MW_TYPE_1,         \
		##__VA_ARGS__                                                                      \
	}
#define TYPE_2(...)                                                                                \
	{                                                                                          \
		.vct_row = { .name = "type-2", .needs = NEED_MW2 }, .type = IBV_MW_TYPE_2,         \
		##__VA_ARGS__                                                                      \
	}
static const struct type_row types[] = { TYPE_1(), TYPE_2() };

/* A region in which windows can be bound and which itself permits no remote access. */
static inline struct ibv_mr *bindable_region(void)
{
	return region_make(0, PAGES * PAGE, BINDABLE);
}

/* The first address of the window that window_of() binds. */
static inline uint64_t window_at(void)
{
	return (uintptr_t)pages() + WINDOW_AT;
}

/* A new window, bound at window_at() with reads and writes. */
static inline struct mem_window window_of(struct link *l, struct ibv_mr *mr, enum ibv_mw_type type)
{
	struct mem_window w = window_make(type);

	window_set(l, &w, mr, window_at(), WINDOW_LENGTH, ALL_REMOTE);
	return w;
}

#endif
