// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads a results.xml: what it says is added to the tally when all of it has been read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/parse.h"
#include "reader.h"

struct seen {
	size_t check;
	enum vct_verdict verdict;
	unsigned int others; /* bits: each verdict of a check that ran several times */
	xmlNode *first;      /* its evidence; NULL: an earlier result has some */
};

struct outcome {
	size_t promise;
	enum vct_kept outcome;
};

struct reading {
	struct fleet_tally *tally;
	struct fleet_device *device;
	size_t i_device, i_task;
	size_t check, promise; /* where the next one probably is */
	bool adds;             /* the file is good: names that are new are added */
	bool fresh;            /* it has new names, and is to be read again */
	struct seen *seen;
	struct outcome *outcomes;
	size_t n_seen, n_outcomes;
	xmlNode *what; /* <device> */
	bool mutant, conforms, complete;
	char why[256]; /* not empty: the file is refused */
};

static void refuse(struct reading *r, const xmlNode *at, const char *why)
{
	if (!r->why[0])
		snprintf(r->why, sizeof(r->why), "line %ld: %s", xmlGetLineNo((xmlNode *)at), why);
}

static void take_root(struct reading *r, const xmlNode *node)
{
	const char *conforms = vct_attribute(node, "strict")[0] ? "conforms-strictly" : "conforms";

	if (!vct_is(node, "results"))
		refuse(r, node, "this is not a results.xml");
	r->conforms = !strcmp(vct_attribute(node, conforms), "true");
	r->complete = !strcmp(vct_attribute(node, "complete"), "true");
}

/* The index of the name of a check or promise, with the mutex. False: it is new. */
static bool find(struct reading *r, struct fleet_names *names, size_t *index, const char *name,
		 const xmlNode *node, const char *about)
{
	*index = fleet_names_find(names, *index, name);
	if (*index == names->n && r->adds) {
		xmlChar *text = vct_is(node, "promise") ? xmlNodeGetContent(node) : NULL;

		fleet_names_add(names, name, vct_attribute(node, "level"),
				vct_attribute(node, about), text ? (const char *)text : "");
		xmlFree(text);
	}
	r->fresh |= *index == names->n;
	return *index < names->n;
}

static void take_promise(struct reading *r, const xmlNode *node)
{
	enum vct_kept outcome = 0;

	while (outcome < VCT_KEPTS &&
	       strcmp(vct_attribute(node, "outcome"), vct_kept_name(outcome)) != 0)
		outcome++;
	if (!find(r, r->tally->promises, &r->promise, vct_attribute(node, "id"), node, "source"))
		return;
	if (outcome != VCT_KEPTS) {
		r->outcomes = vct_grow(r->outcomes, r->n_outcomes, sizeof(*r->outcomes));
		r->outcomes[r->n_outcomes++] = (struct outcome){ r->promise, outcome };
	}
	r->promise++;
}

static void add_text(xmlNode *first, const xmlNode *check, const char *name)
{
	const xmlNode *node = vct_first(check, name);
	xmlChar *text = node ? xmlNodeGetContent(node) : NULL;
	char *cut = vct_format("%.400s", text ? (const char *)text : "");

	vct_child_if_any(first, name, cut);
	free(cut);
	xmlFree(text);
}

/* No earlier result is known to have this verdict. With the mutex. */
static bool is_earlier(const struct reading *r, const struct fleet_first *first)
{
	return !first->node || r->i_device < first->device ||
	       (r->i_device == first->device && r->i_task < first->task);
}

static xmlNode *evidence_of(const struct reading *r, const xmlNode *check)
{
	static const char *const attributes[] = { "promise", "where" };
	const xmlNode *reason = vct_first(check, "reason");
	xmlNode *first = xmlNewNode(NULL, X("first"));

	vct_set(first, "device", r->device->name);
	vct_set(first, "task", r->device->tasks[r->i_task]);
	for (size_t i = 0; reason && i < sizeof(attributes) / sizeof(attributes[0]); i++)
		if (vct_attribute(reason, attributes[i])[0])
			vct_set(first, attributes[i], vct_attribute(reason, attributes[i]));
	add_text(first, check, "reason");
	add_text(first, check, "expected");
	add_text(first, check, "seen");
	return first;
}

/* Of a check that ran several times: "49 PASS, 1 FAIL". */
static unsigned int all_verdicts(const char *verdicts)
{
	unsigned int set = 0;
	char name[32];
	int n = 0;

	while (sscanf(verdicts, "%*u %31[A-Z]%n", name, &n) == 1) {
		enum vct_verdict verdict = vct_verdict_find(name);

		set |= verdict == VCT_VERDICTS ? 0 : 1U << verdict;
		verdicts += n;
		verdicts += strspn(verdicts, ", ");
	}
	return set;
}

/* FLEET_SOMETIMES: the check is WAIVED, and its waiver says that the deviation comes and goes. */
static unsigned int sometimes(const xmlNode *check, enum vct_verdict verdict)
{
	const xmlNode *waiver = verdict == VCT_WAIVED ? vct_first(check, "waiver") : NULL;

	return waiver && vct_attribute(waiver, "sometimes")[0] ? FLEET_SOMETIMES : 0;
}

/* "srq.limit.zero-disarms@sends": a page is named after its beginning, so it is not any text. */
static bool is_check_name(const char *name)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.@";

	return name[0] && name[0] != '.' && !name[strspn(name, letters)];
}

static void take_check(struct reading *r, const xmlNode *node)
{
	enum vct_verdict verdict = vct_verdict_find(vct_attribute(node, "verdict"));
	const char *name = vct_attribute(node, "name");
	const struct fleet_first *first;
	struct seen seen = { .verdict = verdict };

	if (!is_check_name(name))
		refuse(r, node, "this is not the name of a check");
	else if (verdict == VCT_VERDICTS)
		refuse(r, node, "this check has no verdict that is known");
	if (r->why[0] || !find(r, r->tally->checks, &r->check, name, node, "promises"))
		return;
	seen.check = r->check++;
	seen.others = all_verdicts(vct_attribute(node, "verdicts")) | sometimes(node, verdict);
	first = &r->tally->checks->items[seen.check].first[verdict];
	if (r->tally->judged && (FLEET_SHOWN >> verdict & 1) && is_earlier(r, first))
		seen.first = evidence_of(r, node);
	r->seen = vct_grow(r->seen, r->n_seen, sizeof(*r->seen));
	r->seen[r->n_seen++] = seen;
}

static void take(void *reading, const xmlNode *node)
{
	struct reading *r = reading;

	pthread_mutex_lock(&r->tally->mutex);
	if (!node->parent || node->parent->type != XML_ELEMENT_NODE)
		take_root(r, node);
	else if (vct_is(node, "check"))
		take_check(r, node);
	else if (vct_is(node, "promise"))
		take_promise(r, node);
	else if (vct_is(node, "device") && !r->what)
		r->what = xmlDocCopyNode((xmlNode *)node, NULL, 1);
	else if (vct_is(node, "mutant"))
		r->mutant = true;
	pthread_mutex_unlock(&r->tally->mutex);
}

/* What the device is, its first result says. */
static void add_device(struct reading *r)
{
	struct fleet_device *d = r->device;
	const char *made_of;

	if (d->driver)
		return;
	made_of = vct_attribute(r->what, "synthetic");
	d->driver = vct_copy(vct_attribute(r->what, "driver"));
	/* that of a synthetic HCA is a number of ours, and is not counted beside an adapter's */
	d->fw = vct_copy(!strcmp(made_of, "model") ? "none: the HCA is a model of its vendor"
			 : made_of[0]              ? "none: the HCA is a program of verbs-cts"
						   : vct_attribute(r->what, "fw"));
	d->kernel = vct_copy(
		vct_attribute(r->what, "user-space")[0] ? "" : vct_attribute(r->what, "kernel"));
	d->rdma_core = vct_copy(vct_attribute(r->what, "rdma-core"));
}

static void add_seen(struct reading *r, struct seen *seen)
{
	struct fleet_name *check = &r->tally->checks->items[seen->check];
	struct fleet_first *first = &check->first[seen->verdict];

	fleet_add_verdicts(r->device, seen->check, seen->others | 1U << seen->verdict);
	if (!r->tally->judged || !(FLEET_SHOWN >> seen->verdict & 1))
		return;
	check->results[seen->verdict]++;
	if (!seen->first || !is_earlier(r, first))
		return;
	xmlFreeNode(first->node);
	*first = (struct fleet_first){ r->i_device, r->i_task, seen->first };
	seen->first = NULL;
}

static void add_all(struct reading *r)
{
	add_device(r);
	for (size_t i = 0; i < r->n_outcomes; i++)
		fleet_add_outcome(r->device, r->outcomes[i].promise, r->outcomes[i].outcome);
	for (size_t i = 0; i < r->n_seen; i++)
		add_seen(r, &r->seen[i]);
	r->device->results++;
	r->device->conforming += r->conforms && !r->mutant;
	r->device->incomplete += !r->complete;
}

static void forget(struct reading *r)
{
	for (size_t i = 0; i < r->n_seen; i++)
		xmlFreeNode(r->seen[i].first);
	free(r->seen);
	free(r->outcomes);
	xmlFreeNode(r->what);
}

/* A file that is damaged adds no name: one with new names is read twice, once to know that. */
static void read_file(struct reading *r, const char *path)
{
	const struct reading empty = *r;
	char why[sizeof(r->why)];

	for (;; forget(r), *r = empty, r->adds = true) {
		if (vct_record_parse(path, take, r, why, sizeof(why)) && !r->why[0])
			memcpy(r->why, why, sizeof(why));
		else if (!r->why[0] && !r->what)
			snprintf(r->why, sizeof(r->why), "line 1: there is no device in it");
		if (r->why[0] || !r->fresh)
			return;
	}
}

void fleet_read(struct fleet_tally *tally, size_t device, size_t task)
{
	struct fleet_device *d = &tally->devices[device];
	char *path = vct_format("%s/%s/%s/results.xml", tally->folder, d->name, d->tasks[task]);
	struct reading r = { .tally = tally, .device = d, .i_device = device, .i_task = task };

	read_file(&r, path);
	pthread_mutex_lock(&tally->mutex);
	if (r.why[0]) {
		d->missing++;
		fleet_tally_gap(tally, d->name, d->tasks[task], r.why);
	} else {
		add_all(&r);
	}
	pthread_mutex_unlock(&tally->mutex);
	forget(&r);
	free(path);
}
