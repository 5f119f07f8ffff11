// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes bench.xml, which reports/bench.rng documents. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/results.h"
#include "bench.h"
#include "clock.h"
#include "counter.h"
#include "floor.h"
#include "stats.h"

enum { LEAST_SAMPLES = 3 }; /* with fewer repetitions a point has no figures */
#define TOO_WIDE   0.05     /* interval of the rate by its median: the point is noisy */
#define TOO_SPREAD 0.05     /* spread of the floor: the machine is noisy */
#define TOO_STOLEN 2.0      /* % of the CPU time taken by the hypervisor: the machine is noisy */
#define GOAL       1.02     /* of the timed loop, relative to the minimal loop */

static xmlNode *element(xmlNode *parent, const char *name)
{
	return xmlNewChild(parent, NULL, X(name), NULL);
}

static void set_interval(xmlNode *node, struct bench_interval i)
{
	vct_setf(node, "median", "%.3f", i.median);
	vct_setf(node, "low", "%.3f", i.low);
	vct_setf(node, "high", "%.3f", i.high);
}

/* Computes a figure of a sample. */
typedef double figure(const struct bench_sample *s);

static double rate(const struct bench_sample *s)
{
	return s->rate;
}

static double ns(const struct bench_sample *s)
{
	return 1e9 / s->rate;
}

static double cycles(const struct bench_sample *s)
{
	return s->cycles;
}

static double floor_rate(const struct bench_sample *s)
{
	return s->floor;
}

static double floor_ns(const struct bench_sample *s)
{
	return 1e9 / s->floor;
}

static double times_floor(const struct bench_sample *s)
{
	return s->floor / s->rate;
}

static double *figures(const struct bench_record *r, figure *of)
{
	double *values = vct_allocate(r->n_samples + 1, sizeof(*values));

	for (unsigned int i = 0; i < r->n_samples; i++)
		values[i] = of(&r->samples[i]);
	return values;
}

static struct bench_interval interval(const struct bench_record *r, figure *of)
{
	double *values = figures(r, of);
	struct bench_interval result = bench_median(values, r->n_samples);

	free(values);
	return result;
}

static xmlNode *add_interval(xmlNode *parent, const char *name, struct bench_interval i)
{
	xmlNode *node = element(parent, name);

	set_interval(node, i);
	return node;
}

static double width(struct bench_interval i)
{
	return (i.high - i.low) / i.median;
}

/* Bins of a tenth of an octave, of sorted ticks. */
static void add_bins(xmlNode *node, const uint32_t *ticks, size_t n)
{
	for (size_t i = 0, first; i < n;) {
		double at = bench_ns(ticks[i]);
		double from = at < 1 ? 0 : exp2(floor(log2(at) * 10) / 10);
		double to = at < 1 ? 1 : exp2((floor(log2(at) * 10) + 1) / 10);
		xmlNode *bin = element(node, "bin");

		for (first = i++; i < n && bench_ns(ticks[i]) < to; i++)
			;
		vct_setf(bin, "from", "%.3f", from);
		vct_setf(bin, "to", "%.3f", to);
		vct_setf(bin, "count", "%zu", i - first);
	}
}

static void add_latency(xmlNode *parent, const char *of, uint32_t *ticks, size_t n)
{
	static const struct {
		const char *name;
		double percent;
	} percentiles[] = { { "min", 0 },  { "p50", 50 },    { "p90", 90 },
			    { "p99", 99 }, { "p999", 99.9 }, { "max", 100 } };
	xmlNode *node;

	if (!n)
		return;
	bench_sort(ticks, n);
	node = element(parent, "latency");
	vct_set(node, "of", of);
	vct_setf(node, "count", "%zu", n);
	for (size_t i = 0; i < sizeof(percentiles) / sizeof(percentiles[0]); i++)
		vct_setf(node, percentiles[i].name, "%.3f",
			 bench_percentile(ticks, n, percentiles[i].percent));
	add_bins(node, ticks, n);
}

static void add_traffic(xmlNode *parent, const struct bench *b, const struct bench_record *r)
{
	struct bench_sample sum = { .lowest = UINT64_MAX };
	const char *counter = bench_rnr_counter(b->dev);
	xmlNode *node;

	if (r->point->kind != BENCH_TRAFFIC)
		return;
	for (unsigned int i = 0; i < r->n_samples; i++) {
		const struct bench_sample *s = &r->samples[i];

		sum.wrs += s->wrs;
		sum.rnr += s->rnr;
		sum.refills += s->refills;
		sum.events += s->events;
		sum.lowest = s->lowest < sum.lowest ? s->lowest : sum.lowest;
	}
	node = element(parent, "traffic");
	vct_setf(node, "received", "%ju", (uintmax_t)sum.wrs);
	if (counter && sum.rnr >= 0) {
		vct_setf(node, "rnr", "%jd", (intmax_t)sum.rnr);
		vct_setf(node, "rnr-source", "sysfs %s", counter);
	}
	vct_setf(node, "lowest", "%ju", (uintmax_t)sum.lowest);
	vct_setf(node, "refills", "%ju", (uintmax_t)sum.refills);
	vct_setf(node, "events", "%ju", (uintmax_t)sum.events);
}

static void add_samples(xmlNode *parent, const struct bench_record *r)
{
	double *rates = figures(r, rate);
	bool *outlier = vct_allocate(r->n_samples + 1, sizeof(*outlier));

	if (r->n_samples)
		bench_outliers(rates, r->n_samples, outlier);
	for (unsigned int i = 0; i < r->n_samples; i++) {
		const struct bench_sample *s = &r->samples[i];
		xmlNode *node = element(parent, "sample");

		vct_setf(node, "n", "%u", s->n);
		vct_setf(node, "at", "%u", s->at);
		vct_setf(node, "rate", "%.1f", s->rate);
		vct_setf(node, "floor", "%.1f", s->floor);
		if (s->cycles > 0)
			vct_setf(node, "cycles", "%.2f", s->cycles);
		vct_setf(node, "wrs", "%ju", (uintmax_t)s->wrs);
		vct_setf(node, "switches", "%ju", (uintmax_t)s->switches);
		if (s->n_ticks[BENCH_CALL]) {
			vct_setf(node, "p50", "%.3f", s->p50);
			vct_setf(node, "p99", "%.3f", s->p99);
		}
		if (outlier[i])
			vct_set(node, "outlier", "true");
	}
	free(outlier);
	free(rates);
}

static void add_parameters(xmlNode *parent, const struct bench_point *p)
{
	xmlNode *node = element(parent, "parameters");

	vct_set(node, "kind", p->kind == BENCH_POST ? "post" : "traffic");
	vct_setf(node, "list", "%u", p->list);
	vct_setf(node, "sge", "%u", p->sge);
	vct_setf(node, "queue", "%u", p->queue);
	vct_setf(node, "threads", "%u", p->threads);
	vct_set(node, "srq", p->own_srqs ? "own" : "shared");
	if (p->kind == BENCH_POST)
		return;
	vct_set(node, "transport", p->xrc ? "xrc" : "rc");
	vct_setf(node, "qps", "%u", p->qps);
	vct_setf(node, "size", "%u", p->size);
	vct_set(node, "refill", p->refill == BENCH_BY_COUNT ? "count" : "limit");
	vct_setf(node, "watermark", "%u", p->watermark);
}

static const char *verdict(const struct bench_record *r, char *reason, size_t size)
{
	double rate_width = width(interval(r, rate));

	if (r->point->lacks[0]) {
		snprintf(reason, size, "%s", r->point->lacks);
		return "skipped";
	}
	if (r->failed[0]) {
		snprintf(reason, size, "%s", r->failed);
		return "failed";
	}
	if (r->n_samples < LEAST_SAMPLES) {
		snprintf(reason, size, "the run ended before %d repetitions of it were measured",
			 LEAST_SAMPLES);
		return "notrun";
	}
	if (rate_width > TOO_WIDE) {
		snprintf(reason, size,
			 "the interval is %.1f %% wide: a change of %.0f %% cannot be detected",
			 100 * rate_width, 100 * TOO_WIDE);
		return "noisy";
	}
	reason[0] = '\0';
	return "measured";
}

static void add_figures(xmlNode *node, const struct bench *b, struct bench_record *r)
{
	static const char *const latencies[] = { "call", "limit-event", "lone-limit-event",
						 "lone-message" };
	struct bench_interval c = interval(r, cycles);

	add_interval(node, "rate", interval(r, rate));
	add_interval(node, "ns", interval(r, ns));
	if (c.low > 0)
		add_interval(node, "cycles", c);
	vct_setf(add_interval(node, "floor", interval(r, floor_rate)), "bytes", "%u",
		 bench_floor_bytes(b->dev->driver, r->point->sge));
	add_interval(node, "ratio", interval(r, times_floor));
	bench_add_count(node, &b->counts, (size_t)(r - b->records));
	for (int l = 0; l < BENCH_LATENCIES; l++)
		add_latency(node, latencies[l], r->ticks[l], r->n_ticks[l]);
	add_traffic(node, b, r);
}

static void add_point(xmlNode *root, const struct bench *b, struct bench_record *r)
{
	const struct bench_point *p = r->point;
	xmlNode *node = element(root, "point");
	char reason[256];
	const char *v = verdict(r, reason, sizeof(reason));

	vct_set(node, "name", p->name);
	vct_set(node, "plot", p->plot);
	vct_set(node, "line", p->line);
	vct_setf(node, "x", "%u", p->x);
	vct_set(node, "verdict", v);
	add_parameters(node, p);
	vct_child_if_any(node, "reason", reason);
	if (!strcmp(v, "measured") || !strcmp(v, "noisy"))
		add_figures(node, b, r);
	add_samples(node, r);
}

static void add_machine(xmlNode *root, const struct bench *b)
{
	const struct bench_machine *m = &b->machine;
	xmlNode *node = element(root, "machine");
	char pinned[256] = "";
	size_t n = 0;

	for (unsigned int i = 0; m->pinned && i < m->n_cpus && n < sizeof(pinned); i++)
		n += (size_t)snprintf(pinned + n, sizeof(pinned) - n, "%s%u", i ? "," : "",
				      m->cpus[i]);
	vct_set(node, "cpu", m->cpu);
	vct_setf(node, "cpus", "%u", m->n_cpus);
	vct_set(node, "pinned", pinned);
	vct_set(node, "virtual", m->is_virtual ? "true" : "false");
	vct_set(node, "governor", m->governor);
	vct_set(node, "clock", bench_clock.tsc ? "tsc" : "clock_gettime");
	vct_setf(node, "clock-cost", "%.2f", bench_clock.cost);
	vct_setf(node, "clock-tick", "%.3f", bench_clock.tick);
	vct_set(node, "cycles", m->counts_cycles ? "true" : "false");
}

/* The median over the points of the spread of the floor, which does not depend on the device. */
static double floor_spread(const struct bench *b, uint64_t *switches)
{
	double *spreads = vct_allocate(b->plan.n + 1, sizeof(*spreads)), result;
	size_t n = 0;

	*switches = 0;
	for (size_t i = 0; i < b->plan.n; i++) {
		const struct bench_record *r = &b->records[i];
		double *floors = figures(r, floor_rate);

		if (r->n_samples >= LEAST_SAMPLES)
			spreads[n++] = bench_spread(floors, r->n_samples);
		for (unsigned int s = 0; s < r->n_samples; s++)
			*switches += r->samples[s].switches;
		free(floors);
	}
	result = bench_median(spreads, n).median;
	free(spreads);
	return result;
}

static void add_noise(xmlNode *root, const struct bench *b)
{
	uint64_t switches;
	double spread = floor_spread(b, &switches);
	xmlNode *node = element(root, "noise");
	char text[256] = "";

	if (spread > TOO_SPREAD)
		snprintf(text, sizeof(text),
			 "the floor, which does not depend on the device, varied by %.1f %% "
			 "between repetitions: the machine was busy with other work",
			 100 * spread);
	else if (b->stolen > TOO_STOLEN)
		snprintf(text, sizeof(text), "the hypervisor took %.1f %% of the CPU time",
			 b->stolen);
	vct_setf(node, "load", "%.2f", b->machine.load);
	vct_setf(node, "stolen", "%.2f", b->stolen);
	vct_setf(node, "switches", "%ju", (uintmax_t)switches);
	vct_setf(node, "floor-spread", "%.2f", 100 * spread);
	vct_set(node, "verdict", text[0] ? "noisy" : "quiet");
	xmlNodeAddContent(node, X(text));
}

static void add_harness(xmlNode *root, const struct bench *b)
{
	struct bench_interval ratio = interval(&b->harness, times_floor);
	xmlNode *node;

	if (b->harness.n_samples < LEAST_SAMPLES)
		return;
	node = element(root, "harness");
	vct_setf(node, "goal", "%.2f", GOAL);
	vct_set(node, "verdict",
		ratio.high <= GOAL ? "met"
		: ratio.low > GOAL ? "missed"
				   : "noisy");
	add_interval(node, "ratio", ratio);
	add_interval(node, "bare", interval(&b->harness, floor_ns));
	add_interval(node, "timed", interval(&b->harness, ns));
}

xmlDoc *bench_document(struct bench *b)
{
	xmlDoc *doc = xmlNewDoc(X("1.0"));
	xmlNode *root = xmlNewNode(NULL, X("bench"));
	char start[32];
	struct tm tm;

	xmlDocSetRootElement(doc, root);
	strftime(start, sizeof(start), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&b->start, &tm));
	vct_set(root, "suite", VCT_VERSION);
	vct_set(root, "commit", VCT_COMMIT);
	vct_set(root, "start", start);
	vct_setf(root, "seconds", "%.3f", b->seconds);
	vct_setf(root, "seed", "%lu", b->seed);
	vct_setf(root, "repetitions", "%u", b->repetitions);
	vct_set(root, "quick", b->quick ? "true" : "false");
	vct_set(root, "complete", b->ended[0] ? "false" : "true");
	vct_child_if_any(root, "reason", b->ended);
	vct_results_device(root, b->dev, b->command);
	add_machine(root, b);
	add_noise(root, b);
	add_harness(root, b);
	bench_add_counted(root, &b->counts);
	for (size_t i = 0; i < b->plan.n; i++)
		add_point(root, b, &b->records[i]);
	return doc;
}
