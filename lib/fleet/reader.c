// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads a results.xml with libxml2's xmlReader: memory for an element, not for the file. */
#include <errno.h>
#include <libxml/xmlreader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "reader.h"
#include "round.h"

/* What a file says is added to the tally when all of it has been read. */
struct seen {
	size_t check;
	enum vct_verdict verdict;
	unsigned int others; /* of a check that ran several times: each verdict that it had */
	struct fleet_evidence *evidence;
};

struct outcome {
	size_t promise;
	enum fleet_outcome outcome;
};

struct reading {
	struct fleet_tally *tally;
	struct fleet_device *device;
	size_t i_device, i_task;
	xmlTextReader *reader;
	size_t check, promise; /* where the next one probably is */
	struct fleet_fresh fresh_checks, fresh_promises;
	struct seen *seen;
	size_t n_seen, room;
	struct outcome *outcomes;
	size_t n_outcomes, room_outcomes;
	char *driver, *fw, *kernel, *rdma_core; /* NULL: the device is not known yet */
	bool root, mutant, conforms, complete;
	char why[256]; /* not empty: the file is refused */
};

/* The reader goes on after an error if nobody counts it; the first one is kept. */
static void heed_error(void *context, const char *message, xmlParserSeverities severity,
		       xmlTextReaderLocatorPtr locator)
{
	struct reading *r = context;

	if (r->why[0] || severity == XML_PARSER_SEVERITY_WARNING)
		return;
	snprintf(r->why, sizeof(r->why), "line %d: %.*s", xmlTextReaderLocatorLineNumber(locator),
		 (int)strcspn(message, "\n"), message);
}

static void refuse(struct reading *r, const char *why)
{
	if (!r->why[0])
		snprintf(r->why, sizeof(r->why), "line %d: %s",
			 xmlTextReaderGetParserLineNumber(r->reader), why);
}

static void take_root(struct reading *r, const xmlNode *node)
{
	const char *conforms = vct_attribute(node, "strict")[0] ? "conforms-strictly" : "conforms";

	r->root = vct_is(node, "results");
	if (!r->root)
		refuse(r, "this is not a results.xml");
	r->conforms = !strcmp(vct_attribute(node, conforms), "true");
	r->complete = !strcmp(vct_attribute(node, "complete"), "true");
}

static void take_device(struct reading *r, const xmlNode *node)
{
	if (r->driver)
		return;
	r->driver = vct_copy(vct_attribute(node, "driver"));
	/* that of a synthetic HCA is a number of ours, and is not counted beside an adapter's */
	r->fw = vct_copy(vct_attribute(node, "synthetic")[0]
				 ? "none: the HCA is a program of verbs-cts"
				 : vct_attribute(node, "fw"));
	r->kernel =
		vct_copy(vct_attribute(node, "user-space")[0] ? "" : vct_attribute(node, "kernel"));
	r->rdma_core = vct_copy(vct_attribute(node, "rdma-core"));
}

static void add_outcome(struct reading *r, size_t promise, enum fleet_outcome outcome)
{
	if (r->n_outcomes == r->room_outcomes) {
		r->room_outcomes = r->room_outcomes ? 2 * r->room_outcomes : 1024;
		r->outcomes = vct_resize(r->outcomes, r->room_outcomes, sizeof(*r->outcomes));
	}
	r->outcomes[r->n_outcomes++] = (struct outcome){ promise, outcome };
}

static void take_promise(struct reading *r, const xmlNode *node)
{
	enum fleet_outcome outcome = fleet_outcome_find(vct_attribute(node, "outcome"));
	struct fleet_names *promises = r->tally->promises;
	const char *id = vct_attribute(node, "id");

	r->promise = fleet_names_find(promises, r->promise, id);
	if (r->promise == FLEET_MOST_NAMES) {
		const xmlNode *all = xmlTextReaderExpand(r->reader);
		xmlChar *text = all ? xmlNodeGetContent(all) : NULL;

		r->promise = fleet_fresh_add(&r->fresh_promises, id, vct_attribute(node, "level"),
					     vct_attribute(node, "source"),
					     text ? (const char *)text : "");
		xmlFree(text);
	}
	if (outcome != FLEET_OUTCOMES)
		add_outcome(r, r->promise++, outcome);
}

static char *child_text(const xmlNode *check, const char *name)
{
	const xmlNode *node = vct_first(check, name);
	xmlChar *text = node ? xmlNodeGetContent(node) : NULL;
	char *copy = vct_format("%.400s", text ? (const char *)text : "");

	xmlFree(text);
	return copy;
}

static bool is_earlier(const struct reading *r, const struct fleet_evidence *e)
{
	return !e || r->i_device < e->device || (r->i_device == e->device && r->i_task < e->task);
}

/* The evidence, if no earlier result is known to have this verdict; else NULL. */
static struct fleet_evidence *evidence_of(struct reading *r, enum vct_verdict verdict)
{
	const struct fleet_verdicts *all;
	struct fleet_evidence *e;
	const xmlNode *check, *reason;
	bool wanted = true;

	if (r->check < FLEET_MOST_NAMES) {
		pthread_mutex_lock(&r->tally->mutex);
		all = r->tally->checks->items[r->check]->more;
		wanted = !all || is_earlier(r, all->first[verdict]);
		pthread_mutex_unlock(&r->tally->mutex);
	}
	check = wanted ? xmlTextReaderExpand(r->reader) : NULL;
	if (!check)
		return NULL;
	e = vct_allocate(1, sizeof(*e));
	reason = vct_first(check, "reason");
	*e = (struct fleet_evidence){
		r->i_device,
		r->i_task,
		child_text(check, "reason"),
		vct_copy(reason ? vct_attribute(reason, "promise") : ""),
		vct_copy(reason ? vct_attribute(reason, "where") : ""),
		child_text(check, "expected"),
		child_text(check, "seen"),
	};
	return e;
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

/* FLEET_SOMETIMES: the waiver of this check, which is WAIVED, says that the deviation comes and
 * goes.
 */
static unsigned int sometimes(struct reading *r)
{
	const xmlNode *check = xmlTextReaderExpand(r->reader);
	const xmlNode *waiver = check ? vct_first(check, "waiver") : NULL;

	return waiver && vct_attribute(waiver, "sometimes")[0] ? FLEET_SOMETIMES : 0;
}

static struct seen *add_seen(struct reading *r)
{
	if (r->n_seen == r->room) {
		r->room = r->room ? 2 * r->room : 4096;
		r->seen = vct_resize(r->seen, r->room, sizeof(*r->seen));
	}
	return &r->seen[r->n_seen++];
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
	struct fleet_names *checks = r->tally->checks;
	const char *name = vct_attribute(node, "name");
	struct seen *seen;

	if (!is_check_name(name)) {
		refuse(r, "this is not the name of a check");
		return;
	}
	r->check = fleet_names_find(checks, r->check, name);
	if (r->check == FLEET_MOST_NAMES)
		r->check = fleet_fresh_add(&r->fresh_checks, name, vct_attribute(node, "level"),
					   vct_attribute(node, "promises"), "");
	if (verdict == VCT_VERDICTS) {
		refuse(r, "this check has no verdict that is known");
		return;
	}
	seen = add_seen(r);
	*seen = (struct seen){ r->check, verdict, all_verdicts(vct_attribute(node, "verdicts")),
			       NULL };
	if (verdict == VCT_WAIVED)
		seen->others |= sometimes(r);
	if (r->tally->judged && fleet_is_shown(verdict))
		seen->evidence = evidence_of(r, verdict);
	r->check++;
}

static void take(struct reading *r, const xmlNode *node)
{
	int depth = xmlTextReaderDepth(r->reader);

	if (!depth)
		take_root(r, node);
	else if (depth > 1)
		return;
	else if (vct_is(node, "check"))
		take_check(r, node);
	else if (vct_is(node, "promise"))
		take_promise(r, node);
	else if (vct_is(node, "device"))
		take_device(r, node);
	else if (vct_is(node, "mutant"))
		r->mutant = true;
}

static void read_all(struct reading *r)
{
	int ret = xmlTextReaderRead(r->reader);

	while (ret == 1 && !r->why[0]) {
		bool element = xmlTextReaderNodeType(r->reader) == XML_READER_TYPE_ELEMENT;

		if (element)
			take(r, xmlTextReaderCurrentNode(r->reader));
		/* What is inside of an element of the root is read with it, or not needed. */
		ret = element && xmlTextReaderDepth(r->reader) ? xmlTextReaderNext(r->reader)
							       : xmlTextReaderRead(r->reader);
	}
	if (ret < 0)
		refuse(r, "this is not well-formed");
	else if (!r->driver)
		refuse(r, "there is no device in it");
}

/* With the mutex. */
static void count_shown(struct reading *r, struct seen *seen)
{
	struct fleet_name *check = r->tally->checks->items[seen->check];
	struct fleet_verdicts *all;
	struct fleet_evidence **first;

	if (!check->more)
		check->more = vct_allocate(1, sizeof(*all));
	all = check->more;
	all->results[seen->verdict]++;
	first = &all->first[seen->verdict];
	if (!seen->evidence || !is_earlier(r, *first))
		return;
	fleet_evidence_free(*first);
	*first = seen->evidence;
	seen->evidence = NULL;
}

/* Adds the names that are new. */
static void settle(struct reading *r)
{
	if (!fleet_fresh_settle(&r->fresh_promises, r->tally->promises))
		refuse(r, "the results have too many promises");
	if (!fleet_fresh_settle(&r->fresh_checks, r->tally->checks))
		refuse(r, "the results have too many checks");
	if (r->why[0])
		return;
	for (size_t i = 0; i < r->n_outcomes; i++)
		r->outcomes[i].promise =
			fleet_fresh_index(&r->fresh_promises, r->outcomes[i].promise);
	for (size_t i = 0; i < r->n_seen; i++)
		r->seen[i].check = fleet_fresh_index(&r->fresh_checks, r->seen[i].check);
}

/* What the device is, its first result says. */
static void add_device(struct reading *r)
{
	struct fleet_device *d = r->device;

	if (d->driver)
		return;
	d->driver = r->driver;
	d->fw = r->fw;
	d->kernel = r->kernel;
	d->rdma_core = r->rdma_core;
	r->driver = r->fw = r->kernel = r->rdma_core = NULL;
}

static void add_all(struct reading *r)
{
	add_device(r);
	for (size_t i = 0; i < r->n_outcomes; i++)
		fleet_add_outcome(r->device, r->outcomes[i].promise, r->outcomes[i].outcome);
	for (size_t i = 0; i < r->n_seen; i++)
		fleet_add_verdicts(r->device, r->seen[i].check,
				   r->seen[i].others | 1U << r->seen[i].verdict);
	if (!r->tally->judged)
		return;
	pthread_mutex_lock(&r->tally->mutex);
	for (size_t i = 0; i < r->n_seen; i++)
		if (fleet_is_shown(r->seen[i].verdict))
			count_shown(r, &r->seen[i]);
	pthread_mutex_unlock(&r->tally->mutex);
}

static void forget(struct reading *r)
{
	for (size_t i = 0; i < r->n_seen; i++)
		fleet_evidence_free(r->seen[i].evidence);
	free(r->seen);
	free(r->outcomes);
	free(r->driver);
	free(r->fw);
	free(r->kernel);
	free(r->rdma_core);
	fleet_fresh_free(&r->fresh_checks);
	fleet_fresh_free(&r->fresh_promises);
}

void fleet_read(struct fleet_tally *tally, size_t device, size_t task)
{
	struct fleet_device *d = &tally->devices[device];
	char *path = vct_format("%s/%s/%s/results.xml", tally->folder, d->name, d->tasks[task]);
	struct reading r = { .tally = tally, .device = d, .i_device = device, .i_task = task };

	errno = 0;
	r.reader = xmlReaderForFile(path, NULL, XML_PARSE_NONET | XML_PARSE_COMPACT);
	if (r.reader) {
		xmlTextReaderSetErrorHandler(r.reader, heed_error, &r);
		read_all(&r);
		if (!r.why[0])
			settle(&r);
		xmlFreeTextReader(r.reader);
	} else {
		snprintf(r.why, sizeof(r.why), "it cannot be read: %s", strerror(errno));
	}
	if (r.why[0]) {
		d->missing++;
		fleet_tally_gap(tally, d->name, d->tasks[task], r.why);
	} else {
		add_all(&r);
		d->results++;
		d->conforming += r.conforms && !r.mutant;
		d->incomplete += !r.complete;
	}
	forget(&r);
	free(path);
}
