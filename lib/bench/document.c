// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes bench.xml, which reports/bench.rng documents. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/results.h"
#include "duel.h"

#define GOAL   0.02 /* of the time that the timed loop takes more than a minimal loop */
#define CHANGE 0.01 /* of instructions, which repeat exactly */

static const char *const kinds[] = { "device", "stacks", "records" };

static xmlNode *element(xmlNode *parent, const char *name)
{
	return xmlNewChild(parent, NULL, X(name), NULL);
}

static void set_interval(xmlNode *node, const struct bench_paired *p, const char *format)
{
	struct bench_interval i = bench_paired_interval(p);

	vct_setf(node, "median", format, i.median);
	vct_setf(node, "low", format, i.low);
	vct_setf(node, "high", format, i.high);
}

static void add_side(xmlNode *root, const struct bench_duel *d, int s)
{
	const struct bench_peer *p = &d->sides[s];
	xmlNode *node = element(root, "side");

	vct_set(node, "name", s ? "B" : "A");
	vct_set(node, "what", p->what);
	if (p->what && (d->kind != BENCH_OF_DEVICE || s)) {
		vct_set(node, "device", p->dev);
		vct_set(node, "driver", p->driver);
		vct_set(node, "kernel", p->kernel);
		vct_set(node, "rdma-core", p->rdma_core);
	}
	if (d->counted_by[s][0])
		vct_set(node, "counted", d->counted_by[s]);
	if (d->uncounted[s])
		vct_child_if_any(node, "uncounted", d->uncounted[s]);
	if (d->dev && s)
		vct_results_device(node, d->dev, d->command);
	if (d->device[s])
		xmlAddChild(node, xmlDocCopyNode(d->device[s], root->doc, 1));
}

static void add_machine(xmlNode *root, const struct bench_machine *m)
{
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
	vct_setf(node, "load", "%.2f", m->load);
}

static void add_machines(xmlNode *root, const struct bench_duel *d)
{
	if (d->kind != BENCH_OF_RECORDS)
		add_machine(root, &d->machine);
	for (int s = 0; s < 2; s++)
		if (d->of_machine[s])
			xmlAddChild(root, xmlDocCopyNode(d->of_machine[s], root->doc, 1));
}

/* An interval of the times of one side alone. */
static void add_times(xmlNode *node, const char *name, const double *ns, size_t n)
{
	double *logarithms = vct_allocate(n + 1, sizeof(*logarithms));
	struct bench_paired p;

	for (size_t i = 0; i < n; i++)
		logarithms[i] = log(ns[i]);
	p = bench_paired_judge(logarithms, n, 1);
	set_interval(element(node, name), &p, "%.3f");
	free(logarithms);
	free(p.values);
}

static void add_pairs(xmlNode *node, const struct bench_duel_point *p)
{
	for (size_t i = 0; i < p->paired.n; i++) {
		xmlNode *pair = element(node, "pair");

		vct_setf(pair, "a", "%.3f", p->ns[0][i]);
		vct_setf(pair, "b", "%.3f", p->ns[1][i]);
		vct_setf(pair, "ratio", "%.5f", exp(p->paired.values[i]));
	}
}

static void add_instructions(xmlNode *parent, const double *counted)
{
	double a = counted[0], b = counted[1];
	xmlNode *node;

	if (b <= 0)
		return;
	node = element(parent, "instructions");
	if (a > 0) {
		vct_setf(node, "a", "%.3f", a);
		vct_setf(node, "ratio", "%.5f", b / a);
		vct_set(node, "verdict",
			b > a * (1 + CHANGE)   ? "more"
			: b * (1 + CHANGE) < a ? "fewer"
					       : "same");
	}
	vct_setf(node, "b", "%.3f", b);
}

/* Why a point has no figures; NULL: it has. */
static const char *missing(const struct bench_duel_point *p, char *few, size_t size,
			   const char **verdict)
{
	*verdict = p->lacks[0] ? "skipped" : p->failed[0] ? "failed" : "notrun";
	if (p->lacks[0])
		return p->lacks;
	if (p->failed[0])
		return p->failed;
	if (bench_paired_is_bounded(&p->paired))
		return NULL;
	snprintf(few, size, "%zu pairs were measured, and %zu are needed", p->paired.n,
		 bench_paired_least(p->paired.points));
	return few;
}

static void add_point(xmlNode *root, const struct bench_duel *d, const struct bench_duel_point *p)
{
	xmlNode *node = element(root, "point");
	const char *verdict, *reason;
	char few[96];

	reason = missing(p, few, sizeof(few), &verdict);
	if (!reason)
		verdict = d->kind == BENCH_OF_DEVICE
				  ? "measured"
				  : bench_paired_verdict(&p->paired, d->threshold);
	vct_set(node, "name", p->name);
	vct_set(node, "what", p->what ? p->what : "");
	vct_set(node, "verdict", verdict);
	vct_child_if_any(node, "reason", reason ? reason : "");
	if (!reason) {
		vct_setf(node, "visible", "%.3f", 100 * bench_paired_visible(&p->paired));
		set_interval(element(node, "time"), &p->paired, "%.5f");
		add_times(node, "a", p->ns[0], p->paired.n);
		add_times(node, "b", p->ns[1], p->paired.n);
	}
	add_instructions(node, p->instructions);
	if (!p->lacks[0] && !p->failed[0])
		add_pairs(node, p);
}

static void add_harness(xmlNode *root, const struct bench_duel_point *p)
{
	const char *verdict = bench_paired_verdict(&p->paired, GOAL);
	xmlNode *node;

	if (p->lacks[0] || p->failed[0] || !bench_paired_is_bounded(&p->paired))
		return;
	node = element(root, "harness");
	vct_setf(node, "goal", "%.2f", 1 + GOAL);
	vct_set(node, "verdict",
		!strcmp(verdict, "slower")    ? "missed"
		: !strcmp(verdict, "unclear") ? "unclear"
					      : "met");
	set_interval(node, &p->paired, "%.5f");
}

static void add_points(xmlNode *root, const struct bench_duel *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (bench_is_harness(&d->points[i]))
			add_harness(root, &d->points[i]);
	for (size_t i = 0; i < d->n; i++)
		if (!bench_is_harness(&d->points[i]))
			add_point(root, d, &d->points[i]);
}

/* What would have been seen at every point that was measured, if there are any. */
static void set_visible(xmlNode *root, const struct bench_duel *d)
{
	double most = 0;

	for (size_t i = 0; i < d->n; i++)
		if (!d->points[i].lacks[0] && !d->points[i].failed[0])
			most = fmax(most, bench_paired_visible(&d->points[i].paired));
	if (d->n && isfinite(most))
		vct_setf(root, "visible", "%.3f", 100 * most);
}

static void set_head(xmlNode *root, const struct bench_duel *d)
{
	char start[32];
	struct tm tm;

	strftime(start, sizeof(start), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&d->start, &tm));
	vct_set(root, "kind", kinds[d->kind]);
	vct_set(root, "suite", VCT_VERSION);
	vct_set(root, "commit", VCT_COMMIT);
	vct_set(root, "command", d->command);
	vct_set(root, "start", start);
	vct_setf(root, "seconds", "%.3f", d->took);
	if (d->kind == BENCH_OF_DEVICE)
		vct_setf(root, "repetitions", "%zu", d->pairs);
	else
		vct_setf(root, "threshold", "%g", 100 * d->threshold);
	if (d->kind == BENCH_OF_STACKS)
		vct_setf(root, "given", "%g", d->seconds);
	if (d->kind != BENCH_OF_RECORDS)
		vct_setf(root, "seed", "%lu", d->seed);
	vct_set(root, "verdict", bench_duel_verdict(d));
	set_visible(root, d);
	vct_child_if_any(root, "reason", d->ended);
}

xmlDoc *bench_duel_document(const struct bench_duel *d)
{
	xmlDoc *doc = xmlNewDoc(X("1.0"));
	xmlNode *root = xmlNewDocNode(doc, NULL, X("bench"), NULL);

	xmlDocSetRootElement(doc, root);
	set_head(root, d);
	add_side(root, d, 0);
	add_side(root, d, 1);
	add_machines(root, d);
	if (d->kind == BENCH_OF_RECORDS)
		set_interval(element(root, "floor"), &d->floor, "%.5f");
	add_points(root, d);
	return doc;
}
