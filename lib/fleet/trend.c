// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the bench.xml of all rounds. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/parse.h"
#include "trend.h"

enum { ROUNDS = 30 }; /* of the last so many rounds */

/* A rate that was measured. */
struct rate {
	char *point, *device;
	unsigned int round;
	double rate;
};

struct rates {
	struct rate *list;
	size_t n;
};

static void add_rate(struct rates *rates, const char *point, const char *device, unsigned int round,
		     double rate)
{
	rates->list = vct_grow(rates->list, rates->n, sizeof(*rates->list));
	rates->list[rates->n++] = (struct rate){ vct_copy(point), vct_copy(device), round, rate };
}

/* A bench.xml that is read. */
struct reading {
	struct rates *rates;
	const char *device;
	unsigned int round;
};

/* A point that was skipped has no time. */
static void take(void *reading, const xmlNode *point)
{
	const struct reading *r = reading;

	if (!vct_is(point, "point"))
		return;
	VCT_FOR_EACH (b, point, "b") /* ns per WR of the device */
		add_rate(r->rates, vct_attribute(point, "name"), r->device, r->round,
			 1e9 / strtod(vct_attribute(b, "median"), NULL));
}

static void read_round(struct rates *rates, const char *results, unsigned int round)
{
	char *pattern = vct_format("%s/round-%u/*/*/bench.xml", results, round);
	size_t before = strlen(pattern) - strlen("*/*/bench.xml");
	glob_t found = { 0 };

	if (!glob(pattern, GLOB_NOSORT, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *name = found.gl_pathv[i] + before;
			char *device = vct_format("%.*s", (int)strcspn(name, "/"), name);
			char why[256]; /* the rates before what is damaged count */

			vct_record_parse(found.gl_pathv[i], take,
					 &(struct reading){ rates, device, round }, why,
					 sizeof(why));
			free(device);
		}
	globfree(&found);
	free(pattern);
}

static int by_point_and_round(const void *a, const void *b)
{
	const struct rate *x = a, *y = b;
	int order = strcmp(x->point, y->point);

	order = order ? order : (x->round > y->round) - (x->round < y->round);
	return order ? order : (x->rate > y->rate) - (x->rate < y->rate);
}

static int by_device(const void *a, const void *b)
{
	const struct rate *x = a, *y = b;
	int order = strcmp(x->point, y->point);

	order = order ? order : strcmp(x->device, y->device);
	return order ? order : by_point_and_round(a, b);
}

/* An <at> with the median of the rates from one index to another, which are sorted. */
static void add_at(xmlNode *node, const struct rate *rates, size_t n)
{
	xmlNode *at = xmlNewChild(node, NULL, X("at"), NULL);

	vct_setf(at, "round", "%u", rates[0].round);
	vct_setf(at, "rate", "%.0f", (rates[(n - 1) / 2].rate + rates[n / 2].rate) / 2);
	vct_setf(at, "measured", "%zu", n);
}

static bool same(const struct rate *a, const struct rate *b, bool device)
{
	return !strcmp(a->point, b->point) && (!device || !strcmp(a->device, b->device));
}

/* An element for each point, or for each point and device; the rates are in this order. */
static void add_series(xmlNode *root, const struct rates *rates, const char *element, bool device)
{
	size_t end, at_end;

	for (size_t i = 0; i < rates->n; i = end) {
		xmlNode *node = xmlNewChild(root, NULL, X(element), NULL);

		vct_set(node, "point", rates->list[i].point);
		if (device)
			vct_set(node, "device", rates->list[i].device);
		for (end = i; end < rates->n && same(&rates->list[i], &rates->list[end], device);
		     end = at_end) {
			for (at_end = end; at_end < rates->n &&
					   same(&rates->list[i], &rates->list[at_end], device) &&
					   rates->list[at_end].round == rates->list[end].round;)
				at_end++;
			add_at(node, &rates->list[end], at_end - end);
		}
	}
}

void fleet_add_trends(xmlNode *root, const char *results, unsigned int last)
{
	struct rates rates = { 0 };

	for (unsigned int round = last > ROUNDS ? last - ROUNDS + 1 : 1; round <= last; round++)
		read_round(&rates, results, round);
	if (rates.n)
		qsort(rates.list, rates.n, sizeof(*rates.list), by_point_and_round);
	add_series(root, &rates, "trend", false);
	if (rates.n)
		qsort(rates.list, rates.n, sizeof(*rates.list), by_device);
	add_series(root, &rates, "rate", true);
	for (size_t i = 0; i < rates.n; i++) {
		free(rates.list[i].point);
		free(rates.list[i].device);
	}
	free(rates.list);
}
