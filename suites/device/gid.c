// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The GID tables: ibv_query_gid, ibv_query_gid_ex and ibv_query_gid_table tell the same of each
 * entry. Addresses come and go, so what is compared is read again afterwards.
 */
#include <limits.h>

#include "../vct.h"
#include "port.h"

enum { PATIENCE = 100 };

static bool is_empty(const union ibv_gid *gid)
{
	static const union ibv_gid none;

	return !memcmp(gid, &none, sizeof(none));
}

static int gids(uint8_t port)
{
	return port_attr(port).gid_tbl_len;
}

static union ibv_gid gid_at(uint8_t port, int index)
{
	union ibv_gid gid = { .raw = { 0 } };

	SETUP(!vct_query_gid(ctx(), port, index, &gid));
	return gid;
}

static void returns_each(uint8_t port)
{
	union ibv_gid a, b;

	for (int i = 0, n = gids(port), left = PATIENCE; i < n; i++) {
		do {
			memset(&a, 0, sizeof(a));
			memset(&b, 0xa5, sizeof(b));
			MUST_SUCCEED(vct_query_gid(ctx(), port, i, &a));
			MUST_SUCCEED(vct_query_gid(ctx(), port, i, &b));
		} while (memcmp(&a, &b, sizeof(a)) && --left > 0);
		MUST_EQUAL_BYTES(NAMED("the GID of two queries", &a), &b, sizeof(a));
	}
}

CHECK(query_returns_each_entry, PROMISES(GID_01))
{
	for (int port = 1; port <= ports(); port++)
		returns_each((uint8_t)port);
}

CHECK_ROWS(query_of_no_entry, outside_rows, PROMISES(GID_02, GID_03))
{
	union ibv_gid gid;
	struct entry at = outside(row, gids(vct_dev->port));
	int ret = vct_query_gid(ctx(), at.port, at.index, &gid);

	JUDGING(GID_03);
	MUST_NE(ret, 0);
	JUDGING(GID_02);
	MUST_EQ(ret, -1);
}

/* Reads an entry with ibv_query_gid_ex, and its GID with ibv_query_gid. Returns what the first did.
 */
static int read_both(uint8_t port, int index, struct ibv_gid_entry *entry, union ibv_gid *gid)
{
	union ibv_gid after = gid_at(port, index);
	int left = PATIENCE, ret;

	do {
		*gid = after;
		memset(entry, 0xa5, sizeof(*entry));
		ret = vct_query_gid_ex(ctx(), port, (uint32_t)index, entry, 0);
		after = gid_at(port, index);
	} while (memcmp(gid, &after, sizeof(after)) && --left);
	SETUP(left);
	return ret;
}

static void tells_each(uint8_t port)
{
	struct ibv_gid_entry entry;
	union ibv_gid gid;

	for (int i = 0, n = gids(port); i < n; i++) {
		int ret = read_both(port, i, &entry, &gid);

		if (is_empty(&gid))
			continue;
		JUDGING(GIX_01);
		MUST_SUCCEED(ret);
		MUST_EQUAL_BYTES(&entry.gid, &gid, sizeof(gid));
		JUDGING(GIX_02);
		MUST_EQ(entry.gid_index, i);
		MUST_EQ(entry.port_num, port);
		JUDGING(GIX_03);
		MUST(entry.gid_type == IBV_GID_TYPE_IB || entry.gid_type == IBV_GID_TYPE_ROCE_V1 ||
			     entry.gid_type == IBV_GID_TYPE_ROCE_V2,
		     "gid_type is one of its three values; it is %u", entry.gid_type);
	}
}

CHECK(query_ex_tells_each_entry, PROMISES(GIX_01, GIX_02, GIX_03))
{
	for (int port = 1; port <= ports(); port++)
		tells_each((uint8_t)port);
}

CHECK(query_ex_of_an_empty_entry_is_enodata, PROMISES(GIX_04), .needs = NEED_EMPTY_GID)
{
	struct ibv_gid_entry entry;
	union ibv_gid gid;

	for (int i = 0, n = gids(vct_dev->port); i < n; i++) {
		int ret = read_both(vct_dev->port, i, &entry, &gid);

		if (is_empty(&gid))
			MUST_EQ(ret, ENODATA);
	}
}

CHECK_ROWS(query_ex_of_no_entry, outside_rows, PROMISES(GIX_05, GIX_06))
{
	struct ibv_gid_entry entry;
	struct entry at = outside(row, gids(vct_dev->port));
	int ret = vct_query_gid_ex(ctx(), at.port, (uint32_t)at.index, &entry, 0);

	JUDGING(GIX_06);
	MUST_NE(ret, 0);
	JUDGING(GIX_05);
	MUST_REFUSE_WITH_ERRNO(ret);
}

/* All valid entries of the device, read one by one. */
struct table {
	size_t n, size; /* entries; how many all tables can have */
	struct ibv_gid_entry *entries;
};

static struct table one_by_one(void)
{
	struct table t = { 0 };
	union ibv_gid gid;

	for (int port = 1; port <= ports(); port++)
		t.size += (size_t)gids((uint8_t)port);
	t.entries = calloc(t.size + 1, sizeof(*t.entries));
	SETUP(t.entries);
	for (int port = 1; port <= ports(); port++)
		for (int i = 0, n = gids((uint8_t)port); i < n; i++)
			t.n += !read_both((uint8_t)port, i, &t.entries[t.n], &gid);
	return t;
}

static bool is_in(const struct table *t, const struct ibv_gid_entry *entry)
{
	for (size_t i = 0; i < t->n; i++)
		if (!memcmp(&t->entries[i], entry, sizeof(*entry)))
			return true;
	return false;
}

static bool is_same(const struct table *a, const struct table *b)
{
	return a->n == b->n && !memcmp(a->entries, b->entries, a->n * sizeof(*a->entries));
}

/*
 * ibv_query_gid_table with room for `room` entries more than there are, into `all`, whose other
 * bytes are 0xa5. Returns what it returned; *t is what there was before and after.
 */
static ssize_t read_table(struct table *t, int room, struct table *all)
{
	int left = PATIENCE;
	struct table after = one_by_one();
	ssize_t ret;

	do {
		*t = after;
		*all = (struct table){ .size = t->size + 1,
				       .entries = calloc(t->size + 1, sizeof(*t->entries)) };
		SETUP(all->entries);
		memset(all->entries, 0xa5, all->size * sizeof(*all->entries));
		ret = vct_query_gid_table(ctx(), all->entries, (size_t)((int)t->n + room), 0);
		after = one_by_one();
	} while (!is_same(t, &after) && --left);
	SETUP(left);
	all->n = ret > 0 ? (size_t)ret : 0;
	return ret;
}

CHECK(table_has_each_valid_entry, PROMISES(GTB_01, GTB_02))
{
	struct table t, all;
	ssize_t n = read_table(&t, 1, &all);

	JUDGING(GTB_01);
	MUST_GE(NAMED("what ibv_query_gid_table returned", n), (ssize_t)t.n);
	for (size_t i = 0; i < t.n; i++)
		MUST(is_in(&all, &t.entries[i]),
		     "an entry of the shorter table is in the longer one; GID index %u is not",
		     t.entries[i].gid_index);
	JUDGING(GTB_02);
	MUST_EQ(NAMED("what ibv_query_gid_table returned", n), (ssize_t)t.n);
}

CHECK(table_needs_no_more_room, PROMISES(GTB_03))
{
	struct ibv_gid_entry untouched;
	struct table t, all;
	ssize_t n = read_table(&t, 0, &all);

	memset(&untouched, 0xa5, sizeof(untouched));
	MUST_EQ(NAMED("what ibv_query_gid_table returned", n), (ssize_t)t.n);
	MUST_EQUAL_BYTES(NAMED("the entry behind the room of the table", &all.entries[t.n]),
			 &untouched, sizeof(untouched));
}

CHECK(table_without_room_is_refused, PROMISES(GTB_04), .needs = NEED_GIDS)
{
	struct ibv_gid_entry untouched;
	struct table t, all;
	ssize_t ret = read_table(&t, -1, &all);

	memset(&untouched, 0xa5, sizeof(untouched));
	MUST(ret < 0,
	     "a table without room is refused (a negative number is returned); %zd was returned",
	     ret);
	MUST_REFUSE_WITH_ERRNO((int)-ret);
	MUST_EQUAL_BYTES(NAMED("the entry behind the room of the table", &all.entries[t.n - 1]),
			 &untouched, sizeof(untouched));
}
