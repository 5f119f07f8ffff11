// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The time to fill an SRQ is measured; the time to empty it is not. It is emptied by destroying it
 * and making a new one: every device can do this, and on every device messages would consume the
 * receives more slowly than they are posted.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../check/objects/objects.h"
#include "filling.h"
#include "../base/memory.h"
#include "team.h"

/*
 * The floor: the least time that posting can take. A list is passed by one indirect call, as in
 * every verb, to a function that writes as many bytes of WQEs as the device's driver into a ring of
 * the same size, and announces them by a store after a barrier. There are no locks, no checks and
 * no device.
 */
struct bench_floor {
	int (*post)(struct bench_floor *ring, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	unsigned int mask, stride; /* mask: the size, a power of two, less one */
	uint32_t tail;
	uint32_t told; /* the doorbell record */
	char *wqes;
};

/* The header of a WQE, before the SGEs: id and number of SGEs of the WR, and the rest of the
 * header. */
struct wqe {
	uint64_t wr_id;
	uint32_t num_sge, length;
	uint64_t more[];
};

/* Always inlined, so that the size of the header is a constant. */
static inline __attribute__((always_inline)) int
post(struct bench_floor *ring, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad, size_t header)
{
	size_t stride = ring->stride;
	uint32_t tail = ring->tail, mask = ring->mask;
	char *wqes = ring->wqes;

	for (; wr; wr = wr->next) {
		struct wqe *wqe = (struct wqe *)(wqes + (tail++ & mask) * stride);
		struct ibv_sge *sge = (struct ibv_sge *)((char *)wqe + header);

		wqe->wr_id = wr->wr_id;
		wqe->num_sge = (uint32_t)wr->num_sge;
		wqe->length = 0;
		memset(wqe->more, 0, header - sizeof(*wqe));
		for (int i = 0; i < wr->num_sge; i++)
			sge[i] = wr->sg_list[i];
	}
	ring->tail = tail;
	__atomic_store_n(&ring->told, tail, __ATOMIC_RELEASE);
	*bad = NULL;
	return 0;
}

static int post_16(struct bench_floor *ring, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return post(ring, wr, bad, 16);
}

static int post_40(struct bench_floor *ring, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return post(ring, wr, bad, 40);
}

/* The size of the header in the receive WQEs of each driver, and the distance between WQEs. */
static const struct layout {
	const char *driver;
	unsigned int header;
	int (*post)(struct bench_floor *ring, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	bool exact; /* without gaps; else the distance is a power of two */
} layouts[] = {
	{ "rxe", 40, post_40, false }, /* rdma_user_rxe.h: struct rxe_recv_wqe */
	{ "refhca", 16, post_16, true },
	/* mlx5: struct mlx5_wqe_srq_next_seg; other drivers have about the same size */
	{ "", 16, post_16, false },
};

static const struct layout *layout_of(const char *driver)
{
	const struct layout *l = layouts;

	while (l->driver[0] && strcmp(l->driver, driver))
		l++;
	return l;
}

static unsigned int power_of_two(unsigned int n)
{
	unsigned int power = 1;

	while (power < n)
		power *= 2;
	return power;
}

/* `queue`: the number of WRs that the ring holds. */
static struct bench_floor *make_floor(const char *driver, unsigned int queue, unsigned int sges)
{
	struct bench_floor *ring = vct_allocate(1, sizeof(*ring));
	const struct layout *l = layout_of(driver);
	unsigned int bytes = l->header + sges * (unsigned int)sizeof(struct ibv_sge);
	size_t size = power_of_two(queue);

	ring->post = l->post;
	ring->mask = (unsigned int)size - 1;
	ring->stride = l->exact ? bytes : power_of_two(bytes);
	ring->wqes = aligned_alloc(4096, (size * ring->stride + 4095) / 4096 * 4096);
	if (!ring->wqes)
		abort();
	memset(ring->wqes, 0, size * ring->stride);
	return ring;
}

__attribute__((noinline, aligned(64))) static void
fill_floor(struct bench_floor *ring, struct ibv_recv_wr *list, unsigned int calls)
{
	struct ibv_recv_wr *bad;

	/* As with a verb, the compiler must not know which function is called. */
	__asm__ volatile("" : "+m"(ring->post));
	for (unsigned int i = 0; i < calls; i++)
		if (ring->post(ring, list, &bad))
			break;
}

/* The timed loop. */
__attribute__((noinline, aligned(64))) static int fill(struct ibv_srq *srq,
						       struct ibv_recv_wr *list, unsigned int calls)
{
	struct ibv_recv_wr *bad;

	for (unsigned int i = 0; i < calls; i++) {
		int ret = ibv_post_srq_recv(srq, list, &bad);

		if (__builtin_expect(ret, 0))
			return ret;
	}
	return 0;
}

/* The minimal loop. */
__attribute__((noinline, aligned(64))) static void
fill_minimally(struct ibv_srq *srq, struct ibv_recv_wr *wr, unsigned int calls)
{
	struct ibv_recv_wr *bad;

	for (unsigned int i = 0; i < calls; i++)
		ibv_post_srq_recv(srq, wr, &bad);
}

void fill_lane(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	l->error = fill(l->srq, l->list, l->calls);
}

void fill_lane_minimally(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	fill_minimally(l->srq, l->list, l->calls);
}

static void fill_lane_of_floor(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	fill_floor(l->floor, l->list, l->calls);
}

static struct ibv_srq *make_srq(const struct bench_point *p)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = p->queue, .max_sge = p->sge } };
	struct ibv_srq *srq = ibv_create_srq(pd(), &init);

	if (!srq)
		vct_broken(VCT_HERE("ibv_create_srq"), "ibv_create_srq failed: %s",
			   strerror(errno));
	return srq;
}

static void touch(uintptr_t begin, uintptr_t end)
{
	/* not a byte: riscv64 needs libatomic for that */
	for (uintptr_t at = begin; at < end; at += (uintptr_t)sysconf(_SC_PAGESIZE))
		__atomic_fetch_or((int *)(at - at % sizeof(int)), 0, __ATOMIC_RELAXED);
}

/*
 * The memory of a queue in use is in the page tables and caches; that of a new queue may not be.
 * rxe and siw map it from the kernel, and in User-Mode Linux the first access to each page takes as
 * long as a thousand WRs. A mapping of another driver may be a doorbell, where a write has an
 * effect.
 */
static void warm_rings(void)
{
	bool memory = !strcmp(vct_dev->driver, "rxe") || !strcmp(vct_dev->driver, "siw");
	FILE *f = memory ? fopen("/proc/self/maps", "re") : NULL;
	uintptr_t begin, end;
	char line[512], mode[5];

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, "/uverbs") &&
		    sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &begin, &end, mode) == 3 &&
		    !strncmp(mode, "rw", 2))
			touch(begin, end);
	if (f)
		fclose(f);
}

uint64_t fill_once(struct filling *f, void (*work)(void *filling, unsigned int who))
{
	unsigned int threads = f->point->threads;
	struct ibv_srq *shared = f->point->own_srqs ? NULL : make_srq(f->point);
	uint64_t took;

	for (unsigned int i = 0; i < threads; i++)
		f->lanes[i].srq = shared ? shared : make_srq(f->point);
	warm_rings();
	took = bench_team_do(f->team, work, f);
	for (unsigned int i = 0; i < threads; i++) {
		struct lane *l = &f->lanes[i];

		if (l->error)
			vct_broken(VCT_HERE("ibv_post_srq_recv"),
				   "ibv_post_srq_recv returned %s although there was room",
				   strerror(l->error));
		if ((!shared || !i) && ibv_destroy_srq(l->srq))
			vct_broken(VCT_HERE("ibv_destroy_srq"), "ibv_destroy_srq failed");
	}
	return took;
}

uint64_t filling_wrs(const struct filling *f)
{
	uint64_t wrs = 0;

	for (unsigned int i = 0; i < f->point->threads; i++)
		wrs += (uint64_t)f->lanes[i].calls * f->point->list;
	return wrs;
}

uint64_t fill_floor_once(struct filling *f)
{
	const struct bench_point *p = f->point;

	for (unsigned int i = 0; i < p->threads; i++)
		if (!f->lanes[i].floor)
			f->lanes[i].floor =
				make_floor(vct_dev->driver, f->lanes[i].calls * p->list, p->sge);
	return bench_team_do(f->team, fill_lane_of_floor, f);
}

struct filling *filling_make(const struct bench_point *p)
{
	unsigned int share = p->own_srqs ? 1 : p->threads;
	struct filling *f = aligned_alloc(128, sizeof(*f));

	SETUP(f && p->threads <= MOST_THREADS);
	memset(f, 0, sizeof(*f));
	f->point = p;
	for (unsigned int i = 0; i < p->threads; i++) {
		struct lane *l = &f->lanes[i];

		l->list = bench_list(p->list, p->sge, 64);
		l->calls = p->queue / share / p->list;
		SETUP(l->calls);
	}
	return f;
}
