// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Measures the floor. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "floor.h"

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

struct bench_floor *bench_floor_make(const char *driver, unsigned int queue, unsigned int sges)
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

__attribute__((noinline, aligned(64))) void
bench_floor_fill(struct bench_floor *ring, struct ibv_recv_wr *list, unsigned int calls)
{
	struct ibv_recv_wr *bad;

	/* As with a verb, the compiler must not know which function is called. */
	__asm__ volatile("" : "+m"(ring->post));
	for (unsigned int i = 0; i < calls; i++)
		if (ring->post(ring, list, &bad))
			break;
}
