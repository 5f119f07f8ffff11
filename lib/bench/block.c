// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The addresses of the ring and of the list change the time by some per cent, for as long as they
 * stay. Therefore each block has others: of SRQs that it makes before those that it measures, and
 * of memory that it allocates before the list.
 *
 * A block is the mean of many fillings of an SRQ. The mean shows what happens in some of the
 * fillings only, as long as it is not much longer than a filling: one that took a quarter longer
 * than the median was interrupted, and counts as that.
 */
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

#include "../base/memory.h"
#include "../check/objects.h"
#include "block.h"
#include "clock.h"
#include "filling.h"
#include "team.h"

enum { MOST = 4096, SPACERS = 8, SPACE = 16384 };
#define INTERRUPTED 1.25

struct bench_block {
	struct filling *filling;
	unsigned int random;
	struct ibv_srq *spacers[SPACERS];
	void *space;
	double ticks[MOST], sorted[MOST];
};

struct bench_block *bench_block_make(const struct bench_point *point,
				     const struct bench_machine *machine, unsigned int seed)
{
	struct bench_job job = { .point = point, .machine = machine, .seed = seed };
	struct bench_block *b = vct_allocate(1, sizeof(*b));

	b->filling = filling_make(&job, bench_team_make(1, machine));
	b->random = seed;
	return b;
}

static struct ibv_srq *make_spacer(struct bench_block *b)
{
	const struct bench_point *p = b->filling->point;
	struct ibv_srq_init_attr init = {
		.attr = { .max_wr = 1 + (uint32_t)rand_r(&b->random) % p->queue, .max_sge = p->sge }
	};

	return ibv_create_srq(pd(), &init);
}

static void move(struct bench_block *b)
{
	const struct bench_point *p = b->filling->point;
	struct lane *lane = &b->filling->lanes[0];

	for (int i = 0; i < SPACERS && b->spacers[i]; i++) {
		ibv_destroy_srq(b->spacers[i]);
		b->spacers[i] = NULL;
	}
	/* A device that has no more SRQs is measured without them. */
	for (int n = rand_r(&b->random) % SPACERS, i = 0; i < n; i++)
		if (!(b->spacers[i] = make_spacer(b)))
			break;
	free(lane->list);
	free(b->space);
	b->space = malloc(1 + (size_t)rand_r(&b->random) % SPACE);
	lane->list = bench_list(p->list, p->sge, 64);
}

double bench_block_measure(struct bench_block *b, double ns)
{
	uint64_t until;
	double sum = 0, most;
	size_t n = 0;

	move(b);
	fill_once(b->filling, fill_lane); /* another process has used the caches */
	until = bench_now() + bench_ticks(ns);
	do
		b->ticks[n++] = (double)fill_once(b->filling, fill_lane);
	while (n < MOST && (n < LEAST_FILLS || bench_now() < until));
	memcpy(b->sorted, b->ticks, n * sizeof(*b->ticks));
	most = INTERRUPTED * gsl_stats_median(b->sorted, 1, n);
	for (size_t i = 0; i < n; i++)
		sum += b->ticks[i] < most ? b->ticks[i] : most;
	return sum * bench_clock.tick / (double)n / (double)filling_wrs(b->filling);
}
