// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares two records of one device; reports/comparison.rng documents the result. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/element.h"
#include "change.h"
#include "compare.h"
#include "read.h"
#include "stats.h"

/* The confidence of all intervals of a comparison together. */
#define TOGETHER 0.95
/* The threshold for noisy runs: another process on the core, or on its other thread, can double the
 * times; this was seen without any change of the device. */
#define NOISE    1.0

struct comparison {
	const xmlNode *old, *new;
	xmlNode *root;
	double threshold, level;
	char unfit[96]; /* why points are judged by NOISE, not by the threshold; "" */
	unsigned int slower, unclear;
};

/* Whether the two records can be compared */

static bool differs(const xmlNode *old, const xmlNode *new, const char *name, char *why,
		    size_t size)
{
	const char *was = vct_attribute(old, name), *is = vct_attribute(new, name);

	if (!strcmp(was, is))
		return false;
	snprintf(why, size, "%s %s is '%s' in OLD and '%s' in NEW", (const char *)old->name, name,
		 was, is);
	return true;
}

static bool heads_differ(const xmlNode *old, const xmlNode *new, char *why, size_t size)
{
	static const struct {
		const char *element, *attribute;
	} same[] = { { "device", "driver" },     { "device", "vendor" }, { "device", "part" },
		     { "device", "link-layer" }, { "machine", "cpu" },   { "machine", "cpus" },
		     { "machine", "virtual" },   { "machine", "pinned" } };

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (differs(bench_first(old, same[i].element), bench_first(new, same[i].element),
			    same[i].attribute, why, size))
			return true;
	return false;
}

static bool parameters_differ(const xmlNode *old, const xmlNode *new, char *why, size_t size)
{
	for (xmlNode *point = bench_first(old, "point"); point; point = bench_next(point)) {
		const char *name = vct_attribute(point, "name");
		const xmlNode *other = bench_point(new, name);
		const xmlNode *was = bench_first(point, "parameters");
		char what[128];

		for (const xmlAttr *a = was->properties; other && a; a = a->next) {
			if (!differs(was, bench_first(other, "parameters"), (const char *)a->name,
				     what, sizeof(what)))
				continue;
			snprintf(why, size, "%s is not the same point in both: %s", name, what);
			return true;
		}
	}
	return false;
}

/* Judging */

static const char *judge(struct bench_interval i, double threshold)
{
	double slower = 1 + threshold, faster = 1 / slower;

	if (i.low > slower)
		return "slower";
	if (i.high < faster)
		return "faster";
	if (i.high > slower)
		return "unclear";
	return i.low < faster ? "no-slower" : "same";
}

/* A verdict must hold for the times and for the times relative to the floor. */
static struct bench_interval both(struct bench_interval time, struct bench_interval by_floor)
{
	return (struct bench_interval){ .median = time.median,
					.low = fmin(time.low, by_floor.low),
					.high = fmax(time.high, by_floor.high) };
}

static const char *judge_noisy(struct bench_interval i)
{
	const char *verdict = judge(i, NOISE);

	return strcmp(verdict, "slower") && strcmp(verdict, "faster") ? "unclear" : verdict;
}

/* "from 4.1 % faster to 3.2 % slower" */
static const char *range(struct bench_interval i, char *text, size_t size)
{
	snprintf(text, size, "from %.1f %% %s to %.1f %% slower", 100 * fabs(i.low - 1),
		 i.low < 1 ? "faster" : "slower", 100 * (i.high - 1));
	return text;
}

static void say_unclear(const struct comparison *c, xmlNode *node, const char *unfit,
			struct bench_interval time, struct bench_interval by_floor)
{
	const char *verdict = judge(time, c->threshold);
	char text[256], times[96], floors[96];

	range(time, times, sizeof(times));
	range(by_floor, floors, sizeof(floors));
	if (unfit[0])
		snprintf(text, sizeof(text), "%s: %s", unfit, times);
	else if (!strcmp(verdict, "unclear"))
		snprintf(text, sizeof(text), "too noisy: %s", times);
	else
		snprintf(text, sizeof(text), "%s by the times, but %s relative to the floor",
			 strcmp(verdict, "no-slower") ? verdict : "not slower", floors);
	vct_child_if_any(node, "reason", text);
}

static xmlNode *add_interval(xmlNode *parent, const char *name, struct bench_interval i)
{
	xmlNode *node = xmlNewChild(parent, NULL, X(name), NULL);

	vct_setf(node, "median", "%.4f", i.median);
	vct_setf(node, "low", "%.4f", i.low);
	vct_setf(node, "high", "%.4f", i.high);
	return node;
}

/* `unfit`: why the point can be judged only by NOISE; "": by the threshold. */
static void add_judged(struct comparison *c, xmlNode *node, const char *unfit,
		       const struct bench_times *old, const struct bench_times *new)
{
	struct bench_interval time =
		bench_ratio(new->of[BENCH_WR], new->n, old->of[BENCH_WR], old->n, c->level);
	struct bench_interval by_floor = bench_ratio(new->of[BENCH_BY_FLOOR], new->n,
						     old->of[BENCH_BY_FLOOR], old->n, c->level);
	const char *verdict = unfit[0] ? judge_noisy(both(time, by_floor))
				       : judge(both(time, by_floor), c->threshold);

	vct_set(node, "verdict", verdict);
	c->slower += !strcmp(verdict, "slower");
	c->unclear += !strcmp(verdict, "unclear");
	if (!strcmp(verdict, "unclear"))
		say_unclear(c, node, unfit, time, by_floor);
	add_interval(node, "time", time);
	add_interval(node, "by-floor", by_floor);
}

static bool is_noisy(const xmlNode *node)
{
	return !strcmp(vct_attribute(node, "verdict"), "noisy");
}

/* "noisy in OLD"; "" */
static const char *where_noisy(const xmlNode *old, const xmlNode *new)
{
	if (is_noisy(old))
		return is_noisy(new) ? "noisy in both" : "noisy in OLD";
	return is_noisy(new) ? "noisy in NEW" : "";
}

/* A machine that was noisy, or whose floor changed, makes all points unfit. */
static void judge_machine(struct comparison *c, struct bench_interval machine)
{
	const char *noisy = where_noisy(bench_first(c->old, "noise"), bench_first(c->new, "noise"));

	if (noisy[0])
		snprintf(c->unfit, sizeof(c->unfit), "the machine was %s", noisy);
	else if (machine.low > 1 + c->threshold || machine.high < 1 / (1 + c->threshold))
		snprintf(c->unfit, sizeof(c->unfit), "the machine itself takes %.3f times as long",
			 machine.median);
}

/* Points */

static void copy_attributes(xmlNode *to, const xmlNode *from, const char *const *names)
{
	for (; *names; names++)
		vct_set(to, *names, vct_attribute(from, *names));
}

static xmlNode *add_point(struct comparison *c, const xmlNode *point)
{
	static const char *const names[] = { "name", "plot", "line", "x", NULL };
	xmlNode *node = xmlNewChild(c->root, NULL, X("point"), NULL);

	copy_attributes(node, point, names);
	xmlAddChild(node, xmlCopyNode(bench_first(point, "parameters"), 1));
	return node;
}

static void add_side(xmlNode *node, const char *name, const xmlNode *point,
		     const struct bench_times *times)
{
	static const char *const latencies[] = { "of", "p50", "p99", NULL };
	xmlNode *side = add_interval(node, name, bench_median(times->of[BENCH_WR], times->n));

	vct_set(side, "verdict", vct_attribute(point, "verdict"));
	vct_setf(side, "repetitions", "%zu", times->n);
	if (bench_first(point, "latency"))
		copy_attributes(xmlNewChild(side, NULL, X("latency"), NULL),
				bench_first(point, "latency"), latencies);
}

static double instructions(const xmlNode *point)
{
	const xmlNode *node = bench_first(point, "instructions");

	return node ? atof(vct_attribute(node, "per-wr")) : -1;
}

static void add_compared(struct comparison *c, const xmlNode *old, const xmlNode *new)
{
	struct bench_times was = bench_times(old), is = bench_times(new);
	xmlNode *node = add_point(c, old);

	add_judged(c, node, c->unfit[0] ? c->unfit : where_noisy(old, new), &was, &is);
	add_side(node, "old", old, &was);
	add_side(node, "new", new, &is);
	bench_add_change(node, instructions(old), instructions(new));
	bench_times_free(&was);
	bench_times_free(&is);
}

/* Why a record has no figures of a point. */
static void say_missing(xmlNode *node, const char *which, const xmlNode *point)
{
	const xmlNode *reason = point ? bench_first(point, "reason") : NULL;
	char text[512];

	if (reason && reason->children)
		snprintf(text, sizeof(text), "%s in %s: %s", vct_attribute(point, "verdict"), which,
			 (const char *)reason->children->content);
	else
		snprintf(text, sizeof(text), "not in %s", which);
	vct_child_if_any(node, "reason", text);
}

static void add_missing(struct comparison *c, const xmlNode *old, const xmlNode *new)
{
	bool was = old && bench_has_figures(old);
	bool fails = was && new && !strcmp(vct_attribute(new, "verdict"), "failed");
	xmlNode *node = add_point(c, was ? old : new);

	vct_set(node, "verdict", fails ? "failed" : "missing");
	c->slower += fails;
	say_missing(node, was ? "NEW" : "OLD", was ? new : old);
}

static void add_points(struct comparison *c)
{
	for (xmlNode *old = bench_first(c->old, "point"); old; old = bench_next(old)) {
		const xmlNode *new = bench_point(c->new, vct_attribute(old, "name"));
		bool was = bench_has_figures(old), is = new &&bench_has_figures(new);

		if (was && is)
			add_compared(c, old, new);
		else if (was || is)
			add_missing(c, old, new);
	}
	for (xmlNode *new = bench_first(c->new, "point"); new; new = bench_next(new))
		if (bench_has_figures(new) && !bench_point(c->old, vct_attribute(new, "name")))
			add_missing(c, NULL, new);
}

/* All points together, and the machine */

static void add_overall(struct comparison *c, const char *kind)
{
	size_t points;
	struct bench_times was, is;
	xmlNode *node;

	bench_typical(c->old, c->new, kind, &points, &was, &is);
	if (points > 1 && was.n && is.n) {
		node = xmlNewChild(c->root, NULL, X("overall"), NULL);
		vct_set(node, "kind", kind);
		vct_setf(node, "points", "%zu", points);
		add_judged(c, node, c->unfit, &was, &is);
	}
	bench_times_free(&was);
	bench_times_free(&is);
}

/* Sets the level of each interval and judges the machine; false: there is nothing to compare. */
static bool prepare(struct comparison *c)
{
	struct bench_interval machine = { .median = 1, .low = 1, .high = 1 };
	struct bench_times was, is;
	size_t points;

	bench_typical(c->old, c->new, NULL, &points, &was, &is);
	c->level = points ? 1 - (1 - TOGETHER) / (double)(points + 2) : TOGETHER;
	if (was.n && is.n)
		machine =
			bench_ratio(is.of[BENCH_FLOOR], is.n, was.of[BENCH_FLOOR], was.n, TOGETHER);
	judge_machine(c, machine);
	add_interval(c->root, "floor", machine);
	bench_times_free(&was);
	bench_times_free(&is);
	return points;
}

/* Heads */

static void add_run(xmlNode *root, const char *path, const xmlNode *bench)
{
	static const char *const names[] = { "suite", "commit", "start", "repetitions", NULL };
	xmlNode *node = xmlNewChild(root, NULL, X("run"), NULL);

	vct_set(node, "file", path);
	copy_attributes(node, bench, names);
	xmlAddChild(node, xmlCopyNode(bench_first(bench, "device"), 1));
	xmlAddChild(node, xmlCopyNode(bench_first(bench, "machine"), 1));
	xmlAddChild(node, xmlCopyNode(bench_first(bench, "noise"), 1));
}

static void caution(xmlNode *root, const char *which, const char *what, const xmlNode *node)
{
	xmlChar *outcome = node ? xmlNodeGetContent(node) : NULL;
	char text[512];

	if (outcome && outcome[0]) {
		snprintf(text, sizeof(text), "%s: %s: %s", which, what, (const char *)outcome);
		vct_child_if_any(root, "caution", text);
	}
	xmlFree(outcome);
}

static void add_cautions(const struct comparison *c)
{
	static const struct {
		const char *element, *attribute;
	} cautions[] = { { NULL, "quick" }, { "machine", "governor" }, { "machine", "clock" } };
	char text[256];

	caution(c->root, "OLD", "the machine was noisy", bench_first(c->old, "noise"));
	caution(c->root, "NEW", "the machine was noisy", bench_first(c->new, "noise"));
	caution(c->root, "OLD", "the run is incomplete", bench_first(c->old, "reason"));
	caution(c->root, "NEW", "the run is incomplete", bench_first(c->new, "reason"));
	for (size_t i = 0; i < sizeof(cautions) / sizeof(cautions[0]); i++) {
		const char *element = cautions[i].element;

		if (differs(element ? bench_first(c->old, element) : c->old,
			    element ? bench_first(c->new, element) : c->new, cautions[i].attribute,
			    text, sizeof(text)))
			vct_child_if_any(c->root, "caution", text);
	}
}

xmlDoc *bench_compare(const struct bench_file *old, const struct bench_file *new, double threshold,
		      char *why, size_t size)
{
	struct comparison c = { .old = xmlDocGetRootElement(old->doc),
				.new = xmlDocGetRootElement(new->doc),
				.root = xmlNewNode(NULL, X("comparison")),
				.threshold = threshold };
	xmlDoc *doc = xmlNewDoc(X("1.0"));

	xmlDocSetRootElement(doc, c.root);
	if (heads_differ(c.old, c.new, why, size) || parameters_differ(c.old, c.new, why, size))
		goto cannot;
	vct_set(c.root, "suite", VCT_VERSION);
	vct_set(c.root, "commit", VCT_COMMIT);
	add_run(c.root, old->path, c.old);
	add_run(c.root, new->path, c.new);
	add_cautions(&c);
	if (!prepare(&c)) {
		snprintf(why, size, "no point was measured in both");
		goto cannot;
	}
	add_overall(&c, "post");
	add_overall(&c, "traffic");
	add_points(&c);
	vct_setf(c.root, "threshold", "%g", 100 * threshold);
	vct_setf(c.root, "level", "%.3f", 100 * c.level);
	vct_set(c.root, "verdict", c.slower ? "slower" : c.unclear ? "unclear" : "no-slower");
	return doc;
cannot:
	xmlFreeDoc(doc);
	return NULL;
}
