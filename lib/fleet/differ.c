// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Deviations, changes and unstable verdicts. Each is first counted, device by device, which is the
 * order of the memory; the devices of those that there are, are listed then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/change.h"
#include "../record/element.h"
#include "differ.h"
#include "round.h"

/* How many devices have something of a check: of each check, so many kinds. */
struct counts {
	size_t kinds, checks;
	unsigned int *list;
};

static struct counts new_counts(const struct fleet_tally *now, size_t kinds)
{
	struct counts c = { .kinds = kinds, .checks = now->checks->n };

	c.list = vct_allocate(kinds * c.checks + 1, sizeof(*c.list));
	return c;
}

/* The numbers of the devices for which `has` is true, as "1-4 7". */
static void list_devices(xmlNode *node, const struct fleet_tally *now,
			 bool (*has)(const void *of, size_t device), const void *of)
{
	const char *blank = "";
	char *text = NULL;
	size_t size, end;
	FILE *f = vct_open_text(&text, &size);

	for (size_t i = 0; i < now->n_devices; i = end + 1) {
		for (end = i; end < now->n_devices && has(of, end);)
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

struct row {
	size_t check, kind;
	unsigned int devices;
};

static int by_devices(const void *a, const void *b, void *tally)
{
	const struct row *x = a, *y = b;
	const struct fleet_name *names = ((const struct fleet_tally *)tally)->checks->items;
	int order = (x->devices < y->devices) - (x->devices > y->devices);

	order = order ? order : strcmp(names[x->check].name, names[y->check].name);
	return order ? order : (x->kind > y->kind) - (x->kind < y->kind);
}

/* The worst kind first; kinds are in this order. */
static int by_change(const void *a, const void *b, void *tally)
{
	const struct row *x = a, *y = b;

	return x->kind == y->kind ? by_devices(a, b, tally) : x->kind < y->kind ? -1 : 1;
}

/* The rows that there are, sorted; `n` is their number. */
static struct row *rows_of(const struct counts *c, const struct fleet_tally *now,
			   int (*order)(const void *, const void *, void *), size_t *n)
{
	struct row *rows = vct_allocate(c->kinds * c->checks + 1, sizeof(*rows));

	*n = 0;
	for (size_t i = 0; i < c->kinds * c->checks; i++)
		if (c->list[i])
			rows[(*n)++] = (struct row){ i / c->kinds, i % c->kinds, c->list[i] };
	qsort_r(rows, *n, sizeof(*rows), order, (void *)now);
	return rows;
}

/* The suite of a check is its first two words: "srq.modify". */
static void set_suite(xmlNode *node, const char *check)
{
	size_t len = strcspn(check, ".");

	len += check[len] ? 1 + strcspn(check + len + 1, ".") : 0;
	vct_setf(node, "suite", "%.*s", (int)len, check);
}

static xmlNode *add_row(xmlNode *root, const char *element, const struct fleet_tally *now,
			const struct row *row)
{
	const struct fleet_name *check = &now->checks->items[row->check];
	xmlNode *node = xmlNewChild(root, NULL, X(element), NULL);

	vct_set(node, "check", check->name);
	set_suite(node, check->name);
	vct_set(node, "level", check->level);
	vct_set(node, "promises", check->about);
	vct_setf(node, "devices", "%u", row->devices);
	return node;
}

/* A check and a kind in the tallies of one or two rounds, for the lists of devices. */
struct of {
	const struct fleet_tally *now, *before;
	const size_t *same; /* of each device, its index in the round before */
	size_t check, kind;
};

static bool has_verdict(const void *argument, size_t device)
{
	const struct of *of = argument;

	return fleet_verdicts_of(&of->now->devices[device], of->check) >> of->kind & 1;
}

static void add_evidence(xmlNode *node, const struct fleet_tally *now, const struct row *row)
{
	const struct fleet_name *check = &now->checks->items[row->check];
	xmlNode *first = check->first[row->kind].node;

	vct_setf(node, "results", "%u", check->results[row->kind]);
	if (first)
		xmlAddChild(node, xmlDocCopyNode(first, node->doc, 1));
}

void fleet_add_deviations(xmlNode *root, const struct fleet_tally *now)
{
	struct counts c = new_counts(now, VCT_VERDICTS);
	struct row *rows;
	size_t n;

	for (size_t i = 0; i < now->n_devices; i++)
		for (size_t check = 0; check < c.checks; check++)
			for (unsigned int set = fleet_verdicts_of(&now->devices[i], check); set;
			     set &= set - 1)
				c.list[check * c.kinds + (size_t)__builtin_ctz(set)]++;
	for (size_t i = 0; i < c.kinds * c.checks; i++)
		if (!fleet_is_shown(i % c.kinds))
			c.list[i] = 0;
	rows = rows_of(&c, now, by_devices, &n);
	for (size_t i = 0; i < n; i++) {
		const struct of of = { .now = now, .check = rows[i].check, .kind = rows[i].kind };
		xmlNode *node = add_row(root, "deviation", now, &rows[i]);

		vct_set(node, "verdict", vct_verdict_name((enum vct_verdict)rows[i].kind));
		add_evidence(node, now, &rows[i]);
		list_devices(node, now, has_verdict, &of);
	}
	free(rows);
	free(c.list);
}

static enum vct_change change_of(const struct fleet_tally *now, const struct fleet_tally *before,
				 const size_t *same, size_t device, size_t check)
{
	unsigned int old, new = fleet_compared_of(&now->devices[device], check);

	if (same[device] == before->n_devices || !new)
		return VCT_CHANGES;
	old = fleet_compared_of(&before->devices[same[device]], check);
	if (!old || old == new)
		return VCT_CHANGES;
	return vct_change(fleet_worst(old), fleet_worst(new));
}

static bool has_change(const void *argument, size_t device)
{
	const struct of *of = argument;

	return change_of(of->now, of->before, of->same, device, of->check) == of->kind;
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

void fleet_add_changes(xmlNode *root, const struct fleet_tally *now,
		       const struct fleet_tally *before)
{
	struct counts c = new_counts(now, VCT_CHANGES);
	size_t *same = same_devices(now, before), n;
	struct row *rows;

	for (size_t i = 0; i < now->n_devices; i++)
		for (size_t check = 0; check < c.checks; check++) {
			enum vct_change change = change_of(now, before, same, i, check);

			if (change != VCT_CHANGES)
				c.list[check * c.kinds + change]++;
		}
	rows = rows_of(&c, now, by_change, &n);
	for (size_t i = 0; i < n; i++) {
		const struct of of = { now, before, same, rows[i].check, rows[i].kind };
		xmlNode *node = add_row(root, "change", now, &rows[i]);

		vct_set(node, "kind", vct_change_name((enum vct_change)rows[i].kind));
		list_devices(node, now, has_change, &of);
	}
	free(rows);
	free(same);
	free(c.list);
}

static bool is_unstable(const void *argument, size_t device)
{
	const struct of *of = argument;
	unsigned int set = fleet_compared_of(&of->now->devices[device], of->check);

	return set & (set - 1);
}

static void set_verdicts(xmlNode *node, const struct of *of)
{
	unsigned int all = 0;
	char text[256] = "";

	for (size_t i = 0; i < of->now->n_devices; i++)
		if (is_unstable(of, i))
			all |= fleet_compared_of(&of->now->devices[i], of->check);
	for (unsigned int v = 0; v < VCT_VERDICTS; v++)
		if (all >> v & 1)
			snprintf(strchr(text, '\0'), sizeof(text) - strlen(text), "%s%s",
				 text[0] ? " " : "", vct_verdict_name(v));
	vct_set(node, "verdicts", text);
}

void fleet_add_unstable(xmlNode *root, const struct fleet_tally *now)
{
	struct counts c = new_counts(now, 1);
	struct row *rows;
	size_t n;

	for (size_t i = 0; i < now->n_devices; i++)
		for (size_t check = 0; check < c.checks; check++) {
			unsigned int set = fleet_compared_of(&now->devices[i], check);

			c.list[check] += (set & (set - 1)) != 0;
		}
	rows = rows_of(&c, now, by_devices, &n);
	for (size_t i = 0; i < n; i++) {
		const struct of of = { .now = now, .check = rows[i].check };
		xmlNode *node = add_row(root, "unstable", now, &rows[i]);

		set_verdicts(node, &of);
		list_devices(node, now, is_unstable, &of);
	}
	free(rows);
	free(c.list);
}
