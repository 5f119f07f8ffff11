// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which object a number, a key or an address is of. The newest object is found first. */
#include <pthread.h>
#include <string.h>

#include "../device.h"
#include "expression.h"
#include "track.h"

enum { NUMBERS = 1024, REGIONS = 64 }; /* of more, the oldest are forgotten */

struct number {
	const char *name;
	enum vct_kind kind;
	uint32_t number;
	bool ud;
};

struct region {
	const char *name;
	uint64_t start, length;
	uint32_t lkey;
};

/* Most checks have so few that all are in one page, which each process has to get. */
static struct {
	size_t n_regions, n_numbers;
	struct region regions[REGIONS];
	struct number numbers[NUMBERS];
} all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void know(const struct number *number)
{
	pthread_mutex_lock(&lock);
	all.numbers[all.n_numbers++ % NUMBERS] = *number;
	pthread_mutex_unlock(&lock);
}

void vct_know_number(enum vct_kind kind, uint32_t number, const char *name)
{
	know(&(struct number){ name, kind, number, false });
}

void vct_know_qp(const struct ibv_qp *qp)
{
	know(&(struct number){ vct_name(qp), KIND_QPN, qp->qp_num, qp->qp_type == IBV_QPT_UD });
}

void vct_know_region(const struct ibv_mr *mr, const char *name)
{
	pthread_mutex_lock(&lock);
	all.regions[all.n_regions++ % REGIONS] =
		(struct region){ name, (uintptr_t)mr->addr, mr->length, mr->lkey };
	pthread_mutex_unlock(&lock);
	vct_know_number(KIND_LKEY, mr->lkey, name);
	vct_know_number(KIND_RKEY, mr->rkey, name);
}

static bool find(enum vct_kind kind, uint32_t number, struct number *found)
{
	bool is_there = false;

	pthread_mutex_lock(&lock);
	for (size_t i = all.n_numbers; !is_there && i-- > 0 && i + NUMBERS >= all.n_numbers;) {
		*found = all.numbers[i % NUMBERS];
		is_there = found->kind == kind && found->number == number;
	}
	pthread_mutex_unlock(&lock);
	return is_there;
}

void put_known(struct vct_text *t, enum vct_kind kind, uint32_t number)
{
	static const char *const members[] = {
		[KIND_QPN] = "->qp_num",       [KIND_SRQN] = "_number",
		[KIND_LKEY] = "->lkey",        [KIND_RKEY] = "->rkey",
		[KIND_PD_HANDLE] = "->handle", [KIND_MR_HANDLE] = "->handle",
		[KIND_DM_HANDLE] = "->handle",
	};
	struct number n;

	if (find(kind, number, &n)) {
		put_string(t, n.name);
		put_string(t, members[kind]);
		return;
	}
	/* The next key of a memory window differs in its last eight bits. */
	if (kind == KIND_RKEY && find(kind, (number & ~0xffU) | ((number - 1) & 0xff), &n))
		put(t, "ibv_inc_rkey(%s->rkey)", n.name);
	else
		put(t, "0x%x", number);
}

bool known_is_ud(uint32_t qp_num)
{
	struct number n;

	return find(KIND_QPN, qp_num, &n) && n.ud;
}

static union ibv_gid gids[KNOWN_GIDS];

void vct_know_gid(unsigned int index, const union ibv_gid *gid)
{
	if (index < KNOWN_GIDS)
		gids[index] = *gid;
}

/* The last four bytes of a GID are an address of IPv4. */
bool put_known_gid(struct vct_text *t, const void *bytes, size_t n)
{
	static const union ibv_gid none;
	size_t at = sizeof(none) - n;
	const char *rest = at ? ".raw[12]" : "";

	if (n != sizeof(none) && n != 4)
		return false;
	if (!memcmp(vct_dev->gid.raw + at, bytes, n)) {
		put(t, "gid%s", rest);
		return true;
	}
	for (size_t i = 0; i < KNOWN_GIDS; i++)
		if (memcmp(&gids[i], &none, sizeof(none)) && !memcmp(gids[i].raw + at, bytes, n)) {
			put(t, "gids[%zu]%s", i, rest);
			return true;
		}
	return false;
}

static bool find_region(uint64_t address, struct region *found)
{
	bool is_there = false;

	pthread_mutex_lock(&lock);
	for (size_t i = all.n_regions; !is_there && i-- > 0 && i + REGIONS >= all.n_regions;) {
		*found = all.regions[i % REGIONS];
		is_there = address - found->start < found->length;
	}
	pthread_mutex_unlock(&lock);
	return is_there;
}

const char *known_region_starts(uint64_t address, uint32_t lkey)
{
	struct region r;

	return find_region(address, &r) && r.start == address && r.lkey == lkey ? r.name : NULL;
}

bool known_memory(uint64_t address, size_t length)
{
	struct region r;

	return find_region(address, &r) && length <= r.length - (address - r.start);
}

void put_memory(struct vct_text *t, const void *address, size_t length)
{
	struct region r;

	if (address && find_region((uintptr_t)address, &r))
		put_address(t, (uintptr_t)address, "(char *)");
	else
		put(t, address ? "memory(%zu)" : "NULL", length);
}

void put_address(struct vct_text *t, uint64_t address, const char *type)
{
	struct region r;

	if (!find_region(address, &r))
		put(t, "%s0x%llx", type, (unsigned long long)address);
	else if (address == r.start)
		put(t, "%s%s->addr", type, r.name);
	else
		put(t, "%s%s->addr + %llu", type, r.name, (unsigned long long)(address - r.start));
}
