// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Counts the instructions of calls of ibv_post_srq_recv in this process. */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS
#endif

#include "../base/exit.h"
#include "../check/body.h"
#include "filling.h"
#include "instructions.h"
#include "team.h"

/* A call that does more than others does so every hundredth time at least. */
enum { LEAST_CALLS = 2000 };

static int counter = -1;
static unsigned int dumps; /* number of the last file that callgrind wrote */

int bench_instructions_open(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t bench_counter_read(int counter)
{
	uint64_t count;

	return counter >= 0 && read(counter, &count, sizeof(count)) == sizeof(count) ? count : 0;
}

bool bench_posts_alone(const struct bench_point *p)
{
	return !p->harness && p->threads == 1;
}

static void count_lane(void *filling, unsigned int who)
{
	CALLGRIND_TOGGLE_COLLECT;
	fill_lane(filling, who);
	CALLGRIND_TOGGLE_COLLECT;
}

/* A verb that does nothing: what remains is the loop. */
static int do_nothing(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	(void)srq;
	(void)wr;
	(void)bad;
	return 0;
}

static void count_loop(struct filling *f)
{
	static struct ibv_context nothing = { .ops.post_srq_recv = do_nothing };
	static struct ibv_srq srq = { .context = &nothing };

	f->lanes[0].srq = &srq;
	count_lane(f, 0);
}

/* What callgrind counted since CALLGRIND_ZERO_STATS. Its file has a line "totals: 12345". */
static double read_dump(void)
{
	const char *out = getenv("VCT_CALLGRIND_OUT");
	char path[4096], line[4096];
	double total = -1;
	FILE *f;

	snprintf(path, sizeof(path), "%s.%u", out ? out : "", ++dumps);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "totals: %lf", &total);
	if (f)
		fclose(f);
	unlink(path);
	return total;
}

static double counted(uint64_t before)
{
	if (counter >= 0)
		return (double)(bench_counter_read(counter) - before);
	CALLGRIND_DUMP_STATS;
	return read_dump();
}

static double count_point(const struct bench_point *p, const struct bench_machine *machine)
{
	struct filling *f = filling_make(p);
	unsigned int fillings = 1 + LEAST_CALLS / f->lanes[0].calls;
	uint64_t before;
	double all = 0, loop;

	f->team = bench_team_make(1, machine);
	/* The first calls may find a symbol or allocate memory. */
	fill_once(f, fill_lane);
	CALLGRIND_ZERO_STATS;
	for (unsigned int i = 0; i < fillings; i++) {
		before = bench_counter_read(counter);
		fill_once(f, count_lane);
		all += counter >= 0 ? counted(before) : 0;
	}
	if (counter < 0)
		all = counted(0);
	CALLGRIND_ZERO_STATS;
	before = bench_counter_read(counter);
	count_loop(f);
	loop = counted(before);
	if (all < 0 || loop < 0)
		vct_broken(VCT_HERE("callgrind"), "callgrind did not write its counts");
	bench_team_free(f->team);
	return (all / fillings - loop) / (double)filling_wrs(f);
}

struct here {
	const struct bench_plan *plan;
	const struct bench_machine *machine;
};

static int count_all(void *here)
{
	const struct here *h = here;

	for (size_t i = 0; i < h->plan->n; i++) {
		const struct bench_point *p = &h->plan->points[i];

		if (bench_posts_alone(p) && !p->lacks[0])
			printf("instructions %s %.3f\n", p->name, count_point(p, h->machine));
	}
	return 0;
}

int bench_count_here(const struct bench_plan *plan, const struct bench_machine *machine)
{
	static struct vct_evidence evidence;
	struct here here = { plan, machine };
	int result;

	if (!RUNNING_ON_VALGRIND)
		counter = bench_instructions_open();
	if (counter < 0 && !RUNNING_ON_VALGRIND)
		return VCT_USAGE;
	vct_attempt(count_all, &here, &result, &evidence);
	if (!evidence.reason[0])
		return VCT_CONFORMS;
	printf("failed %s\n", evidence.reason);
	return VCT_CONFORMS_NOT;
}
