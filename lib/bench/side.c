// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Answers the requests of a duel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../check/body.h"
#include "block.h"
#include "instructions.h"
#include "side.h"

struct served {
	struct bench_side *side;
	struct bench_block **blocks; /* of each point; NULL: it was not measured yet */
};

static struct bench_point *point_named(struct served *s, const char *name, size_t *index)
{
	for (*index = 0; *index < s->side->plan.n; ++*index)
		if (!strcmp(s->side->plan.points[*index].name, name))
			return &s->side->plan.points[*index];
	return NULL;
}

static void greet(const struct bench_side *side)
{
	const struct vct_device *dev = side->dev;

	printf("side %d\t%s\t%s\t%s\t%s\n", BENCH_SIDE_VERSION, dev->name, dev->driver, dev->kernel,
	       dev->rdma_core);
	for (size_t i = 0; i < side->plan.n; i++) {
		const struct bench_point *p = &side->plan.points[i];

		if (p->lacks[0])
			printf("lacks\t%s\t%s\n", p->name, p->lacks);
		else
			printf("point\t%s\t%s\n", p->name, p->what);
	}
}

typedef double measurement(struct bench_block *block, double ns);

static void measure(struct served *s, const char *name, double ns, measurement *measured)
{
	size_t i;
	struct bench_point *p = point_named(s, name, &i);

	if (!p || p->lacks[0]) {
		printf("failed there is no such point: %s\n", name);
		return;
	}
	if (!s->blocks[i])
		s->blocks[i] = bench_block_make(p, &s->side->machine,
						(unsigned int)getpid() + (unsigned int)i);
	printf("ns %.6g\n", measured(s->blocks[i], ns));
}

static void count(struct served *s)
{
	const struct bench_plan *plan = &s->side->plan;
	struct bench_counts counts = bench_count(s->side->dev, plan);

	if (counts.by)
		printf("counted %s\n", counts.by);
	else
		printf("uncounted %s\n", counts.why);
	for (size_t i = 0; counts.by && i < plan->n; i++)
		if (counts.per_wr[i] >= 0)
			printf("instructions %s %.3f\n", plan->points[i].name, counts.per_wr[i]);
	puts("ready");
	free(counts.per_wr);
}

/* A new process has its program, its libraries and its memory at other addresses. */
static void begin_again(const struct bench_side *side)
{
	const char **argv = vct_allocate(side->plan.n + 16, sizeof(*argv));
	size_t n = 0;

	argv[n++] = "verbs-cts";
	argv[n++] = "bench";
	argv[n++] = "side";
	argv[n++] = "--again";
	argv[n++] = "-d";
	argv[n++] = side->dev->name;
	for (size_t i = 0; i < side->plan.n; i++)
		if (!side->plan.points[i].harness)
			argv[n++] = side->plan.points[i].name;
	execv("/proc/self/exe", (char **)argv);
	printf("failed the program could not be started again\n");
	exit(VCT_INCOMPLETE);
}

static int serve(void *served)
{
	struct served *s = served;
	char line[256], name[64];
	double ns;

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "measure %63s %lf", name, &ns) == 2)
			measure(s, name, ns, bench_block_measure);
		else if (sscanf(line, "floor %63s %lf", name, &ns) == 2)
			measure(s, name, ns, bench_block_floor);
		else if (!strcmp(line, "count\n"))
			count(s);
		else if (!strcmp(line, "again\n"))
			begin_again(s->side);
		else
			printf("failed no such request: %s", line);
		fflush(stdout);
	}
	return 0;
}

int bench_side_serve(struct bench_side *side)
{
	static struct vct_evidence evidence;
	struct served s = { side, vct_allocate(side->plan.n + 1, sizeof(struct bench_block *)) };
	int result;

	/* What follows a request must be left for the process that begins again. */
	setvbuf(stdin, NULL, _IONBF, 0);
	if (!side->again)
		greet(side);
	puts("ready");
	fflush(stdout);
	vct_attempt(serve, &s, &result, &evidence);
	if (!evidence.reason[0])
		return VCT_CONFORMS;
	printf("failed %s\n", evidence.reason);
	return VCT_CONFORMS_NOT;
}
