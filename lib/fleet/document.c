// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes fleet.xml: its head, the devices, the promises and what has no record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/change.h"
#include "document.h"
#include "trend.h"

struct row {
	size_t check, kind;
	unsigned int devices;
};

/* What makes rows of one element: a bit for each kind that a device has of a check. */
struct rows {
	const struct fleet_tally *now, *before;
	const size_t *same; /* of each device, its index in the round before */
	const char *element;
	size_t kinds;
	unsigned int (*has)(const struct rows *rows, size_t device, size_t check);
	void (*describe)(xmlNode *node, const struct rows *rows, const struct row *row);
};

/* The numbers of the devices that have the kind of the check, as "1-4 7". */
static void list_devices(xmlNode *node, const struct rows *rows, const struct row *row)
{
	const char *blank = "";
	char *text = NULL;
	size_t size, end;
	FILE *f = vct_open_text(&text, &size);

	for (size_t i = 0; i < rows->now->n_devices; i = end + 1) {
		for (end = i; end < rows->now->n_devices &&
			      rows->has(rows, end, row->check) >> row->kind & 1;)
			end++;
		if (end == i)
			continue;
		fprintf(f, end - i > 1 ? "%s%zu-%zu" : "%s%zu", blank, i + 1, end);
		blank = " ";
	}
	fclose(f);
	vct_child(node, "in", text, strlen(text));
	free(text);
}

/* Those of most devices first. */
static int by_devices(const void *a, const void *b, void *rows)
{
	const struct row *x = a, *y = b;
	const struct fleet_name *names = ((const struct rows *)rows)->now->checks->items;
	int order = (x->devices < y->devices) - (x->devices > y->devices);

	order = order ? order : strcmp(names[x->check].name, names[y->check].name);
	return order ? order : (x->kind > y->kind) - (x->kind < y->kind);
}

/* The worst kind of change first; kinds are in this order. */
static int by_change(const void *a, const void *b, void *rows)
{
	const struct row *x = a, *y = b;

	return x->kind == y->kind ? by_devices(a, b, rows) : x->kind < y->kind ? -1 : 1;
}

/* The suite of a check is its first two words: "srq.modify". */
static void set_suite(xmlNode *node, const char *check)
{
	size_t len = strcspn(check, ".");

	len += check[len] ? 1 + strcspn(check + len + 1, ".") : 0;
	vct_setf(node, "suite", "%.*s", (int)len, check);
}

static void add_row(xmlNode *root, const struct rows *rows, const struct row *row)
{
	const struct fleet_name *check = &rows->now->checks->items[row->check];
	xmlNode *node = xmlNewChild(root, NULL, X(rows->element), NULL);

	vct_set(node, "check", check->name);
	set_suite(node, check->name);
	vct_set(node, "level", check->level);
	vct_set(node, "promises", check->about);
	vct_setf(node, "devices", "%u", row->devices);
	rows->describe(node, rows, row);
	list_devices(node, rows, row);
}

/* Counts device by device, which is the order of the memory, and adds the rows that there are. */
static void add_rows(xmlNode *root, const struct rows *rows,
		     int (*order)(const void *, const void *, void *))
{
	size_t checks = rows->now->checks->n, n = 0;
	struct row *list = vct_allocate(rows->kinds * checks + 1, sizeof(*list));

	for (size_t i = 0; i < rows->now->n_devices; i++)
		for (size_t check = 0; check < checks; check++)
			for (unsigned int set = rows->has(rows, i, check); set; set &= set - 1)
				list[check * rows->kinds + (size_t)__builtin_ctz(set)].devices++;
	for (size_t i = 0; i < rows->kinds * checks; i++)
		if (list[i].devices)
			list[n++] =
				(struct row){ i / rows->kinds, i % rows->kinds, list[i].devices };
	qsort_r(list, n, sizeof(*list), order, (void *)rows);
	for (size_t i = 0; i < n; i++)
		add_row(root, rows, &list[i]);
	free(list);
}

static unsigned int deviations(const struct rows *rows, size_t device, size_t check)
{
	return fleet_verdicts_of(&rows->now->devices[device], check) & FLEET_SHOWN;
}

static void describe_deviation(xmlNode *node, const struct rows *rows, const struct row *row)
{
	const struct fleet_name *check = &rows->now->checks->items[row->check];
	xmlNode *first = check->first[row->kind].node;

	vct_set(node, "verdict", vct_verdict_name((enum vct_verdict)row->kind));
	vct_setf(node, "results", "%u", check->results[row->kind]);
	if (first)
		xmlAddChild(node, xmlDocCopyNode(first, node->doc, 1));
}

static unsigned int changes(const struct rows *rows, size_t device, size_t check)
{
	unsigned int old, new = fleet_compared_of(&rows->now->devices[device], check);
	enum vct_change change = VCT_CHANGES;

	if (rows->same[device] == rows->before->n_devices || !new)
		return 0;
	old = fleet_compared_of(&rows->before->devices[rows->same[device]], check);
	if (old && old != new)
		change = vct_change(fleet_worst(old), fleet_worst(new));
	return change == VCT_CHANGES ? 0 : 1U << change;
}

static void describe_change(xmlNode *node, const struct rows *rows, const struct row *row)
{
	(void)rows;
	vct_set(node, "kind", vct_change_name((enum vct_change)row->kind));
}

static unsigned int unstable(const struct rows *rows, size_t device, size_t check)
{
	unsigned int set = fleet_compared_of(&rows->now->devices[device], check);

	return (set & (set - 1)) != 0;
}

static void describe_unstable(xmlNode *node, const struct rows *rows, const struct row *row)
{
	unsigned int all = 0;
	char text[256] = "";

	for (size_t i = 0; i < rows->now->n_devices; i++)
		if (unstable(rows, i, row->check))
			all |= fleet_compared_of(&rows->now->devices[i], row->check);
	for (unsigned int v = 0; v < VCT_VERDICTS; v++)
		if (all >> v & 1)
			snprintf(strchr(text, '\0'), sizeof(text) - strlen(text), "%s%s",
				 text[0] ? " " : "", vct_verdict_name(v));
	vct_set(node, "verdicts", text);
}

/* Both lists are in the order of the names. */
static size_t *same_devices(const struct fleet_tally *now, const struct fleet_tally *before)
{
	size_t *same = vct_allocate(now->n_devices + 1, sizeof(*same)), k = 0;

	for (size_t i = 0; i < now->n_devices; i++) {
		while (k < before->n_devices &&
		       strcmp(before->devices[k].name, now->devices[i].name) < 0)
			k++;
		same[i] = k < before->n_devices &&
					  !strcmp(before->devices[k].name, now->devices[i].name)
				  ? k
				  : before->n_devices;
	}
	return same;
}

/*
 * Adds a <deviation> for each check and verdict that is not good, those of most devices first; a
 * <change> for each check and kind of change, the worst kind first; an <unstable> for each check
 * that has several verdicts on one device in this round. `before`: NULL: there is none.
 */
static void add_all_rows(xmlNode *root, const struct fleet_tally *now,
			 const struct fleet_tally *before)
{
	size_t *same = before ? same_devices(now, before) : NULL;
	const struct rows of[] = {
		{ now, before, same, "deviation", VCT_VERDICTS, deviations, describe_deviation },
		{ now, before, same, "change", VCT_CHANGES, changes, describe_change },
		{ now, before, same, "unstable", 1, unstable, describe_unstable },
	};

	add_rows(root, &of[0], by_devices);
	if (before)
		add_rows(root, &of[1], by_change);
	add_rows(root, &of[2], by_devices);
	free(same);
}

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
	add_all_rows(root, now, before);
	fleet_add_trends(root, folder, now->round);
	for (size_t i = 0; i < now->n_devices; i++)
		add_device(root, now, i);
	return doc;
}
