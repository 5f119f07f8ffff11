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
#include "../check/objects/objects.h"
#include "block.h"
#include "clock.h"
#include "filling.h"
#include "team.h"

enum { MOST = 4096, LEAST_FILLS = 3, SPACERS = 8, SPACE = 16384 };
#define INTERRUPTED 1.25

struct bench_block {
	const struct bench_point *point;
	const struct bench_machine *machine;
	struct filling *filling;
	unsigned int random;
	struct ibv_srq *spacers[SPACERS];
	void *space;
	double took[MOST], sorted[MOST];
};

struct bench_block *bench_block_make(const struct bench_point *point,
				     const struct bench_machine *machine, unsigned int seed)
{
	struct bench_block *b = vct_allocate(1, sizeof(*b));

	b->point = point;
	b->machine = machine;
	b->filling = filling_make(point);
	b->random = seed;
	return b;
}

static struct ibv_srq *make_spacer(struct bench_block *b)
{
	const struct bench_point *p = b->point;
	struct ibv_srq_init_attr init = {
		.attr = { .max_wr = 1 + (uint32_t)rand_r(&b->random) % p->queue, .max_sge = p->sge }
	};

	return ibv_create_srq(pd(), &init);
}

static void move_lists(struct bench_block *b)
{
	const struct bench_point *p = b->point;

	for (unsigned int i = 0; i < p->threads; i++)
		free(b->filling->lanes[i].list);
	free(b->space);
	b->space = malloc(1 + (size_t)rand_r(&b->random) % SPACE);
	for (unsigned int i = 0; i < p->threads; i++)
		b->filling->lanes[i].list = bench_list(p->list, p->sge, 64);
}

static void move_rings(struct bench_block *b)
{
	for (int i = 0; i < SPACERS && b->spacers[i]; i++) {
		ibv_destroy_srq(b->spacers[i]);
		b->spacers[i] = NULL;
	}
	/* A device that has no more SRQs is measured without them. */
	for (int n = rand_r(&b->random) % SPACERS, i = 0; i < n; i++)
		if (!(b->spacers[i] = make_spacer(b)))
			break;
}

static uint64_t fill(struct filling *f)
{
	return fill_once(f, fill_lane);
}

static uint64_t fill_minimally(struct filling *f)
{
	return fill_once(f, fill_lane_minimally);
}

static double mean_of_fillings(struct bench_block *b, double ns, uint64_t (*once)(struct filling *))
{
	uint64_t until;
	double sum = 0, most;
	size_t n = 0;

	b->filling->team = bench_team_make(b->point->threads, b->machine);
	once(b->filling); /* another process has used the caches */
	until = bench_now() + (uint64_t)ns;
	do
		b->took[n++] = (double)once(b->filling);
	while (n < MOST && (n < LEAST_FILLS || bench_now() < until));
	bench_team_free(b->filling->team);
	memcpy(b->sorted, b->took, n * sizeof(*b->took));
	most = INTERRUPTED * gsl_stats_median(b->sorted, 1, n);
	for (size_t i = 0; i < n; i++)
		sum += b->took[i] < most ? b->took[i] : most;
	return sum / (double)n / (double)filling_wrs(b->filling);
}

double bench_block_measure(struct bench_block *b, double ns)
{
	move_rings(b);
	move_lists(b);
	return mean_of_fillings(b, ns, fill);
}

double bench_block_floor(struct bench_block *b, double ns)
{
	move_lists(b);
	if (!b->point->harness)
		return mean_of_fillings(b, ns, fill_floor_once);
	move_rings(b);
	return mean_of_fillings(b, ns, fill_minimally);
}
