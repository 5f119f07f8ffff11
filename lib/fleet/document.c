// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes fleet.xml: its head, the devices, the promises and what has no record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "differ.h"
#include "document.h"
#include "trend.h"

enum { ON_A_PAGE = 200 }; /* devices on each page of them */

/* All results of the device conform, and none is missing. */
static bool conforms(const struct fleet_device *d)
{
	return d->results && d->conforming == d->results && !d->missing && fleet_judged(d);
}

static void add_gaps(xmlNode *root, const struct fleet_tally *now)
{
	for (size_t i = 0; i < now->n_gaps; i++) {
		const struct fleet_gap *gap = &now->gaps[i];

		vct_set(vct_child(root, "gap", gap->why, strlen(gap->why)), "task", gap->path);
	}
}

/* How many devices have each outcome of each promise. */
static void add_promises(xmlNode *root, const struct fleet_tally *now)
{
	size_t *order = fleet_names_sorted(now->promises);

	for (size_t i = 0; i < now->promises->n; i++) {
		const struct fleet_name *p = &now->promises->items[order[i]];
		unsigned int count[VCT_KEPTS + 1] = { 0 };
		xmlNode *node = vct_child(root, "promise", p->text, strlen(p->text));

		for (size_t k = 0; k < now->n_devices; k++)
			count[fleet_outcome_of(&now->devices[k], order[i])]++;
		vct_set(node, "id", p->name);
		vct_set(node, "level", p->level);
		vct_set(node, "source", p->about);
		for (unsigned int o = 0; o < VCT_KEPTS; o++)
			vct_setf(node, vct_kept_name(o), "%u", count[o]);
	}
	free(order);
}

static const char *text_of(const char *text)
{
	return text ? text : "";
}

static int by_kind(const void *a, const void *b)
{
	const struct fleet_device *x = *(struct fleet_device *const *)a,
				  *y = *(struct fleet_device *const *)b;
	int order = strcmp(text_of(x->driver), text_of(y->driver));

	order = order ? order : strcmp(text_of(x->fw), text_of(y->fw));
	return order ? order : strcmp(text_of(x->kernel), text_of(y->kernel));
}

/* Devices of one driver, firmware and kernel are of one kind. */
static void add_kinds(xmlNode *root, const struct fleet_tally *now)
{
	const struct fleet_device **list = vct_allocate(now->n_devices + 1, sizeof(*list));
	size_t end;

	for (size_t i = 0; i < now->n_devices; i++)
		list[i] = &now->devices[i];
	qsort(list, now->n_devices, sizeof(*list), by_kind);
	for (size_t i = 0; i < now->n_devices; i = end) {
		xmlNode *kind = xmlNewChild(root, NULL, X("kind"), NULL);
		unsigned int conforming = 0;

		for (end = i; end < now->n_devices && !by_kind(&list[i], &list[end]); end++)
			conforming += conforms(list[end]);
		vct_set(kind, "driver", text_of(list[i]->driver));
		vct_set(kind, "fw", text_of(list[i]->fw));
		vct_set(kind, "kernel", text_of(list[i]->kernel));
		vct_setf(kind, "devices", "%zu", end - i);
		vct_setf(kind, "conforming", "%u", conforming);
	}
	free(list);
}

/* The promises with this outcome, if there are any. */
static void add_outcome(xmlNode *node, const struct fleet_tally *now, const struct fleet_device *d,
			enum vct_kept outcome)
{
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	for (size_t p = 0; p < d->n_outcomes && p < now->promises->n; p++)
		if (fleet_outcome_of(d, p) == outcome)
			fprintf(f, "%s%s", ftell(f) ? " " : "", now->promises->items[p].name);
	fclose(f);
	if (text[0])
		vct_set(node, vct_kept_name(outcome), text);
	free(text);
}

static void add_device(xmlNode *parent, const struct fleet_tally *now, size_t index)
{
	const struct fleet_device *d = &now->devices[index];
	xmlNode *node = xmlNewChild(parent, NULL, X("device"), NULL);

	vct_setf(node, "n", "%zu", index + 1);
	vct_set(node, "name", d->name);
	vct_set(node, "driver", text_of(d->driver));
	vct_set(node, "fw", text_of(d->fw));
	vct_set(node, "kernel", text_of(d->kernel));
	vct_set(node, "rdma-core", text_of(d->rdma_core));
	vct_set(node, "conforms", conforms(d) ? "true" : "false");
	vct_setf(node, "results", "%u", d->results);
	vct_setf(node, "judged", "%u", fleet_judged(d));
	vct_setf(node, "conforming", "%u", d->conforming);
	vct_setf(node, "incomplete", "%u", d->incomplete);
	vct_setf(node, "missing", "%u", d->missing);
	add_outcome(node, now, d, VCT_KEPT_BROKEN);
	add_outcome(node, now, d, VCT_KEPT_WAIVED);
	add_outcome(node, now, d, VCT_KEPT_UNKNOWN);
	add_outcome(node, now, d, VCT_KEPT_SKIPPED);
}

xmlDoc *fleet_document(const struct fleet_tally *now, const struct fleet_tally *before,
		       const char *folder)
{
	xmlDoc *doc = xmlNewDoc(X("1.0"));
	xmlNode *root = xmlNewDocNode(doc, NULL, X("fleet"), NULL);
	unsigned int results = 0, conforming = 0, unjudged = 0;

	xmlDocSetRootElement(doc, root);
	for (size_t i = 0; i < now->n_devices; i++) {
		results += now->devices[i].results;
		conforming += conforms(&now->devices[i]);
		unjudged += now->devices[i].results && !fleet_judged(&now->devices[i]);
	}
	vct_setf(root, "round", "%u", now->round);
	if (before)
		vct_setf(root, "before", "%u", before->round);
	vct_setf(root, "devices", "%zu", now->n_devices);
	vct_setf(root, "conforming", "%u", conforming);
	vct_setf(root, "results", "%u", results);
	vct_setf(root, "unjudged", "%u", unjudged);
	vct_setf(root, "missing", "%zu", now->n_gaps);
	vct_setf(root, "checks", "%zu", now->checks->n);
	vct_setf(root, "on-a-page", "%d", ON_A_PAGE);
	add_gaps(root, now);
	add_kinds(root, now);
	add_promises(root, now);
	fleet_add_rows(root, now, before);
	fleet_add_trends(root, folder, now->round);
	for (size_t i = 0; i < now->n_devices; i++)
		add_device(root, now, i);
	return doc;
}
