// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes duel.xml, which reports/duel.rng documents. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../record/element.h"
#include "../record/results.h"
#include "change.h"
#include "duel.h"
#include "stats.h"

static xmlNode *element(xmlNode *parent, const char *name)
{
	return xmlNewChild(parent, NULL, X(name), NULL);
}

static void add_side(xmlNode *root, const struct bench_duel *d, int s)
{
	const struct bench_peer *p = &d->sides[s];
	xmlNode *node = element(root, "side");

	vct_set(node, "name", p->name);
	vct_set(node, "what", p->what);
	vct_set(node, "device", p->dev);
	vct_set(node, "driver", p->driver);
	vct_set(node, "kernel", p->kernel);
	vct_set(node, "rdma-core", p->rdma_core);
	if (d->counted_by[s][0])
		vct_set(node, "counted", d->counted_by[s]);
	vct_child_if_any(node, "uncounted", d->uncounted[s]);
}

static void add_machine(xmlNode *root, const struct bench_duel *d)
{
	xmlNode *node = element(root, "machine");

	vct_set(node, "cpu", d->machine.cpu);
	vct_setf(node, "pinned", "%u", d->cpu);
	vct_set(node, "virtual", d->machine.is_virtual ? "true" : "false");
	vct_set(node, "governor", d->machine.governor);
	vct_setf(node, "load", "%.2f", d->machine.load);
}

static void set_interval(xmlNode *node, struct bench_interval i, const char *format)
{
	vct_setf(node, "median", format, i.median);
	vct_setf(node, "low", format, i.low);
	vct_setf(node, "high", format, i.high);
}

static void add_pairs(xmlNode *node, const struct bench_duel_point *p)
{
	static const char *const names[] = { "a", "b" };
	xmlNode *pair;

	for (int s = 0; s < 2; s++)
		set_interval(element(node, names[s]), bench_median(p->ns[s], p->paired.n), "%.3f");
	for (size_t i = 0; i < p->paired.n; i++) {
		pair = element(node, "pair");
		vct_setf(pair, "a", "%.3f", p->ns[0][i]);
		vct_setf(pair, "b", "%.3f", p->ns[1][i]);
		vct_setf(pair, "ratio", "%.5f", exp(p->paired.values[i]));
	}
}

static void add_judged(xmlNode *node, const struct bench_duel *d, const struct bench_duel_point *p)
{
	const struct bench_paired *paired = &p->paired;
	struct bench_interval time = { exp(paired->median), exp(paired->low), exp(paired->high) };

	vct_set(node, "verdict", bench_paired_verdict(paired, d->threshold));
	vct_setf(node, "pairs", "%zu", paired->n);
	vct_setf(node, "visible", "%.3f", 100 * bench_paired_visible(paired));
	set_interval(element(node, "time"), time, "%.5f");
}

static void add_point(xmlNode *root, const struct bench_duel *d, const struct bench_duel_point *p)
{
	xmlNode *node = element(root, "point");
	char few[64];

	vct_set(node, "name", p->name);
	if (p->lacks[0]) {
		vct_set(node, "verdict", "skipped");
		vct_child_if_any(node, "reason", p->lacks);
		return;
	}
	if (isfinite(p->paired.high)) {
		add_judged(node, d, p);
	} else {
		vct_set(node, "verdict", "notrun");
		snprintf(few, sizeof(few), "%zu pairs were measured, and 12 are needed",
			 p->paired.n);
		vct_child_if_any(node, "reason", few);
	}
	bench_add_change(node, p->instructions[0], p->instructions[1]);
	if (isfinite(p->paired.high))
		add_pairs(node, p);
}

static void set_visible(xmlNode *root, const struct bench_duel *d)
{
	double most = 0;

	for (size_t i = 0; i < d->n; i++)
		if (!d->points[i].lacks[0])
			most = fmax(most, bench_paired_visible(&d->points[i].paired));
	if (d->n && isfinite(most))
		vct_setf(root, "visible", "%.3f", 100 * most);
}

xmlDoc *bench_duel_document(const struct bench_duel *d)
{
	xmlDoc *doc = xmlNewDoc(X("1.0"));
	xmlNode *root = xmlNewNode(NULL, X("duel"));
	char start[32];
	struct tm tm;

	xmlDocSetRootElement(doc, root);
	strftime(start, sizeof(start), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&d->start, &tm));
	vct_set(root, "suite", VCT_VERSION);
	vct_set(root, "commit", VCT_COMMIT);
	vct_set(root, "command", d->command);
	vct_set(root, "start", start);
	vct_setf(root, "seconds", "%.3f", d->took);
	vct_setf(root, "given", "%g", d->seconds);
	vct_setf(root, "threshold", "%g", 100 * d->threshold);
	vct_setf(root, "seed", "%lu", d->seed);
	vct_set(root, "verdict", bench_duel_verdict(d));
	set_visible(root, d);
	vct_child_if_any(root, "reason", d->ended);
	add_side(root, d, 0);
	add_side(root, d, 1);
	add_machine(root, d);
	for (size_t i = 0; i < d->n; i++)
		add_point(root, d, &d->points[i]);
	return doc;
}
