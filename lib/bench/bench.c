// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs the repetitions, each in a separate process. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../check/objects.h"
#include "../base/process.h"
#include "../base/exit.h"
#include "../check/body.h"
#include "bench.h"
#include "clock.h"
#include "stats.h"

/* Time of a repetition; a quick one takes a fifth. TICKS: latencies recorded of a repetition. */
enum { BUDGET_MS = 30, TRAFFIC_BUDGET_MS = 80, QUICK_SHARE = 5, TICKS = 10000 };

/* The result of a repetition, in memory shared with its process. */
struct result {
	bool done;
	struct bench_sample sample;
	struct vct_evidence evidence;
};

struct attempt {
	struct bench *bench;
	unsigned int seed;
	struct bench_record *record;
	struct result *result;
};

static void *shared(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		abort();
	return memory;
}

static double budget(const struct bench *b, const struct bench_point *p)
{
	double ms = p->kind == BENCH_TRAFFIC ? TRAFFIC_BUDGET_MS : BUDGET_MS;

	return ms * 1e6 / (b->quick ? QUICK_SHARE : 1);
}

static int measure(void *attempt)
{
	static void (*const measures[])(struct bench_job * job) = {
		[BENCH_POST] = bench_post,
		[BENCH_TRAFFIC] = bench_traffic,
		[BENCH_HARNESS] = bench_harness,
	};
	struct attempt *a = attempt;
	const struct bench_point *p = a->record->point;
	struct bench_job job = {
		.point = p,
		.machine = &a->bench->machine,
		.budget = budget(a->bench, p),
		.seed = a->seed,
		.sample = &a->result->sample,
		.room = TICKS,
	};

	size_t calls;

	for (int l = 0; l < BENCH_LATENCIES; l++)
		job.ticks[l] = a->record->ticks[l] + a->record->n_ticks[l];
	measures[p->kind](&job);
	calls = job.sample->n_ticks[BENCH_CALL];
	bench_sort(job.ticks[BENCH_CALL], calls);
	if (calls) {
		job.sample->p50 = bench_percentile(job.ticks[BENCH_CALL], calls, 50);
		job.sample->p99 = bench_percentile(job.ticks[BENCH_CALL], calls, 99);
	}
	return 0;
}

static void measure_alone(void *attempt)
{
	struct attempt *a = attempt;
	const char *name = a->record->point->name;
	size_t length = strlen(name);
	char what[256];
	int result = 0;

	/* For perf report --sort comm, of which the kernel keeps 15 characters. */
	prctl(PR_SET_NAME, name + (length > 15 ? length - 15 : 0));
	vct_attempt(measure, a, &result, &a->result->evidence);
	if (a->result->evidence.reason[0])
		return;
	/* Released in order within the deadline, so that the device is idle for the next process.
	 */
	if (vct_let_go(what, sizeof(what), NULL))
		snprintf(a->result->evidence.reason, sizeof(a->result->evidence.reason), "%s",
			 what);
	else
		a->result->done = true;
}

static void fail(struct bench_record *r, const struct result *c, struct vct_process ending)
{
	if (c->evidence.reason[0])
		snprintf(r->failed, sizeof(r->failed), "%.255s", c->evidence.reason);
	else if (ending.ending == VCT_SIGNALED)
		snprintf(r->failed, sizeof(r->failed), "its process was ended by signal %d (%s)",
			 ending.code, strsignal(ending.code));
	else
		snprintf(r->failed, sizeof(r->failed), "its process exited with code %d",
			 ending.code);
}

/* One repetition of one point. False: the benchmark cannot continue. */
static bool repeat(struct bench *b, struct bench_record *r, unsigned int n, unsigned int at,
		   struct result *c)
{
	struct attempt a = { b, (unsigned int)b->seed + n * 1009 + at, r, c };
	struct vct_process ending;
	double seconds = b->deadline * vct_slow;

	*c = (struct result){ 0 };
	fflush(stdout);
	ending = vct_process_watch(measure_alone, &a, seconds);
	if (c->done) {
		c->sample.n = n;
		c->sample.at = at;
		r->samples[r->n_samples++] = c->sample;
		for (int l = 0; l < BENCH_LATENCIES; l++)
			r->n_ticks[l] += c->sample.n_ticks[l];
	}
	if (vct_stop_signal()) { /* it may have come between two processes */
		snprintf(b->ended, sizeof(b->ended), "a signal ended the benchmark (%s)",
			 strsignal(vct_stop_signal()));
		return false;
	}
	if (c->done)
		return true;
	switch (ending.ending) {
	case VCT_LATE:
	case VCT_UNKILLABLE:
		snprintf(b->ended, sizeof(b->ended),
			 "%s did not answer for %g s while measuring %s%s", b->dev->name, seconds,
			 r->point->name,
			 ending.ending == VCT_LATE ? "" : "; its process cannot be killed");
		return false;
	default:
		fail(r, c, ending);
		return true;
	}
}

/* The standard output of a guest is a pipe; VCT_TTY says that a terminal is at its other end. */
static bool on_terminal(void)
{
	return isatty(STDOUT_FILENO) || getenv("VCT_TTY");
}

static struct bench_record *record_of(struct bench *b, unsigned int i)
{
	return i < b->plan.n ? &b->records[i] : &b->harness;
}

/* Measures all points once, and the cost of the harness as an additional point. */
static bool repeat_all(struct bench *b, unsigned int n, struct result *c)
{
	size_t all = b->plan.n + 1;
	unsigned int *order = vct_allocate(all, sizeof(*order));
	double begin = vct_now_ms();
	bool going = true;

	bench_shuffle(order, all, b->seed + n);
	for (unsigned int i = 0; i < all && going; i++) {
		struct bench_record *r = record_of(b, order[i]);

		if (r->failed[0] || r->point->lacks[0])
			continue;
		if (on_terminal())
			printf("\r\033[K[%u/%u] %s", n, b->repetitions, r->point->name);
		going = repeat(b, r, n, i + 1, c);
	}
	free(order);
	if (going && !on_terminal())
		printf("repetition %u of %u: %.2f s\n", n, b->repetitions,
		       (vct_now_ms() - begin) / 1e3);
	return going;
}

static void make_record(const struct bench *b, struct bench_record *r, const struct bench_point *p)
{
	*r = (struct bench_record){ .point = p };
	r->samples = vct_allocate(b->repetitions, sizeof(*r->samples));
	for (int l = 0; l < BENCH_LATENCIES; l++)
		r->ticks[l] = shared((size_t)TICKS * b->repetitions * sizeof(**r->ticks));
}

static void make_records(struct bench *b)
{
	static struct bench_point harness = { .name = "harness",
					      .kind = BENCH_HARNESS,
					      .list = 1,
					      .sge = 1,
					      .queue = 4096,
					      .threads = 1 };

	b->records = vct_allocate(b->plan.n, sizeof(*b->records));
	for (size_t i = 0; i < b->plan.n; i++)
		make_record(b, &b->records[i], &b->plan.points[i]);
	if (harness.queue > (unsigned int)b->dev->attr.orig_attr.max_srq_wr)
		harness.queue = (unsigned int)b->dev->attr.orig_attr.max_srq_wr;
	if (!b->dev->attr.orig_attr.max_srq)
		snprintf(harness.lacks, sizeof(harness.lacks), "no SRQ");
	make_record(b, &b->harness, &harness);
}

static int exit_code(const struct bench *b)
{
	bool failed = b->harness.failed[0];

	if (b->ended[0])
		return VCT_INCOMPLETE;
	for (size_t i = 0; i < b->plan.n; i++)
		failed |= b->records[i].failed[0];
	return failed ? VCT_CONFORMS_NOT : VCT_CONFORMS;
}

int bench_run(struct bench *b)
{
	struct result *c = shared(sizeof(*c));
	struct bench_time before = bench_machine_time(), after;
	double begin = vct_now_ms();

	b->start = time(NULL);
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("%s (%s), kernel %s, rdma-core %s; %s, %u CPUs, load %.2f: %zu points, %u "
	       "repetitions, seed %lu\n",
	       b->dev->name, b->dev->driver, b->dev->kernel, b->dev->rdma_core, b->machine.cpu,
	       b->machine.n_cpus, b->machine.load, b->plan.n, b->repetitions, b->seed);
	bench_clock_choose();
	make_records(b);
	for (unsigned int n = 1; n <= b->repetitions && repeat_all(b, n, c); n++)
		;
	if (on_terminal())
		printf("\r\033[K");
	after = bench_machine_time();
	if (b->count && !b->ended[0])
		b->counts = bench_count(b->dev, &b->plan);
	b->stolen = after.all > before.all
			    ? 100 * (after.stolen - before.stolen) / (after.all - before.all)
			    : 0;
	b->seconds = (vct_now_ms() - begin) / 1e3;
	munmap(c, sizeof(*c));
	return exit_code(b);
}
