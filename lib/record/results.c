// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the elements of results.xml, and merges them into one document. */
#include <arpa/inet.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/memory.h"
#include "../check/trace/line.h"
#include "../check/meaning.h"
#include "../check/trace/track.h"
#include "../check/trace/verbs_legacy.h"
#include "call.h"
#include "element.h"
#include "results.h"
#include "settle.h"

const char *vct_results_link_layer(const struct vct_device *dev)
{
	switch (dev->port_attr.link_layer) {
	case IBV_LINK_LAYER_ETHERNET:
		return "Ethernet";
	case IBV_LINK_LAYER_INFINIBAND:
		return "InfiniBand";
	}
	return "Unspecified";
}

/* What the device said. */
static void set_address(xmlNode *node, const struct vct_device *dev)
{
	char gid[INET6_ADDRSTRLEN];

	vct_setf(node, "port", "%u", dev->port);
	vct_setf(node, "gid-index", "%d", dev->gid_index);
	vct_setf(node, "pkey-index", "%u", dev->pkey_index);
	vct_setf(node, "settle-ms", "%g", dev->settle_ms);
	vct_set(node, "gid", inet_ntop(AF_INET6, &dev->gid, gid, sizeof(gid)));
	vct_set(node, "link-layer", vct_results_link_layer(dev));
	vct_set(node, "fw", dev->attr.orig_attr.fw_ver);
	vct_setf(node, "vendor", "0x%06x", dev->attr.orig_attr.vendor_id);
	vct_setf(node, "part", "%u", dev->attr.orig_attr.vendor_part_id);
}

void vct_results_device(xmlNode *parent, const struct vct_device *dev, const char *command)
{
	xmlNode *node = xmlNewChild(parent, NULL, X("device"), NULL);

	vct_set(node, "name", dev->name);
	vct_set(node, "driver", dev->driver);
	if (dev->provider[0])
		vct_set(node, "provider", dev->provider);
	if (dev->unasked)
		vct_set(node, "unasked", dev->unasked);
	else
		set_address(node, dev);
	vct_set(node, "kernel", dev->kernel);
	if (dev->user_space)
		vct_set(node, "user-space", "true");
	if (dev->synthetic)
		vct_set(node, "synthetic", dev->model ? "model" : "true");
	vct_set(node, "rdma-core", dev->rdma_core);
	vct_set(node, "command", command);
}

xmlNode *vct_results_run(const struct vct_plan *plan)
{
	xmlNode *node = xmlNewNode(NULL, X("run"));
	time_t now = time(NULL);
	struct tm tm;
	char start[32];

	strftime(start, sizeof(start), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	vct_set(node, "suite", VCT_VERSION);
	vct_set(node, "commit", VCT_COMMIT);
	vct_set(node, "start", start);
	vct_setf(node, "passes", "%u", plan->passes);
	if (plan->strict)
		vct_set(node, "strict", "true");
	if (plan->shuffle)
		vct_setf(node, "seed", "%lu", plan->seed);
	if (plan->part)
		vct_set(node, "part", plan->part);
	vct_set(node, "selection", plan->selection);
	vct_results_device(node, plan->dev, plan->command);
	if (plan->log_unreadable)
		vct_set(node->last, "kernel-log", "unreadable");
	return node;
}

void vct_results_facts(xmlNode *parent, const char *lines)
{
	xmlNode *facts = xmlNewChild(parent, NULL, X("facts"), NULL), *fact;
	const char *tab, *end;
	char name[64];

	for (; (tab = strchr(lines, '\t')) && (end = strchr(tab, '\n')); lines = end + 1) {
		snprintf(name, sizeof(name), "%.*s", (int)(tab - lines), lines);
		fact = vct_child(facts, "fact", tab + 1, (size_t)(end - tab - 1));
		vct_set(fact, "name", name);
	}
}

static void add_reason(xmlNode *check, const struct vct_evidence *e)
{
	const struct vct_meaning *means = vct_meaning_in(e->seen[0] ? e->seen : e->reason);
	xmlNode *reason;

	if (!e->reason[0])
		return;
	reason = vct_child(check, "reason", e->reason, strlen(e->reason));
	if (e->promise && e->judged)
		vct_set(reason, "promise", e->promise->id);
	if (e->where[0])
		vct_set(reason, "where", e->where);
	if (means)
		vct_setf(reason, "means", "%s: %s", means->name, means->means);
}

enum { SHOWN = 80 }; /* of a call of a check that passed, this many characters are recorded */

/* What was seen without a judgement; the schema distinguishes it from what a judgement saw. */
static void add_recorded(xmlNode *check, const struct vct_evidence *e)
{
	xmlNode *last = check->last;

	vct_children(check, "seen", e->recorded, e->recorded_len);
	for (xmlNode *seen = last ? last->next : check->children; seen; seen = seen->next)
		vct_set(seen, "judged", "false");
}

static char *promise_ids(const struct vct_case *c)
{
	char *ids = NULL;
	size_t size;
	FILE *f = vct_open_text(&ids, &size);

	for (const struct vct_promise *const *p = c->promises; *p; p++)
		fprintf(f, "%s%s", p == c->promises ? "" : " ", (*p)->id);
	fclose(f);
	return ids;
}

/*
 * A FAIL is of the level of the promise that failed. That objects can be released is a must,
 * whatever promises the check cites.
 */
static enum vct_level level_of(const struct vct_outcome *o)
{
	if (o->verdict == VCT_FAIL && (!o->failed || o->evidence->unreleased))
		return VCT_MUST;
	return o->failed ? vct_level_of(o->failed) : vct_case_level(o->c);
}

/* Of a long line, its start and its end are enough. */
static xmlNode *add_shortened(xmlNode *check, const char *line, size_t n)
{
	enum { ENOUGH = 6 * SHOWN };
	char text[ENOUGH], purpose[32] = "";
	size_t length = vct_line_plain(line, n < ENOUGH ? n : ENOUGH, text);
	char shown[SHOWN + sizeof(purpose) + 8];

	if (n <= ENOUGH && length <= SHOWN)
		return vct_child(check, "verb", text, length);
	if (vct_line_part(line, line + n, "for", purpose, sizeof(purpose)))
		return vct_child(check, "verb", shown,
				 (size_t)snprintf(shown, sizeof(shown), "%.*s...  [%s]", SHOWN,
						  text, purpose));
	return vct_child(check, "verb", shown,
			 (size_t)snprintf(shown, sizeof(shown), "%.*s...", SHOWN, text));
}

/* The calls: in full, with their parts, where somebody will want to make them again. */
static void add_verbs(xmlNode *check, const struct vct_evidence *e, bool in_full)
{
	const char *line = e->verbs, *end;
	char lost[64];

	if (e->verbs_lost) {
		snprintf(lost, sizeof(lost), "(%zu earlier calls are not shown)", e->verbs_lost);
		vct_child(check, "verb", lost, strlen(lost));
	}
	for (; (end = memchr(line, '\n', e->verbs_len - (size_t)(line - e->verbs)));
	     line = end + 1) {
		xmlNode *call =
			(in_full ? vct_call_add : add_shortened)(check, line, (size_t)(end - line));
		const char *folds = vct_line_folds(line, end);

		if (folds)
			vct_set(call, "for", folds);
	}
}

xmlNode *vct_results_check(const struct vct_outcome *o)
{
	const struct vct_evidence *e = o->evidence;
	xmlNode *node = xmlNewNode(NULL, X("check"));
	char *ids = promise_ids(o->c);

	vct_set(node, "name", o->c->name);
	vct_set(node, "verdict", vct_verdict_name(o->verdict));
	vct_set(node, "level", vct_level_name(level_of(o)));
	vct_setf(node, "seconds", "%.6f", o->seconds);
	vct_set(node, "promises", ids);
	if (o->c->check->sequences)
		vct_set(node, "random", "true");
	if (o->blocked_by)
		vct_set(node, "blocked-by", o->blocked_by);
	if (o->blames)
		vct_set(node, "blames", o->blames);
	if (e && e->block && (o->verdict == VCT_FAIL || o->verdict == VCT_BROKEN))
		vct_set(node, "block", vct_block_words(e->block));
	if (o->amends)
		vct_set(node, "amends", "true");
	if (o->verdict == VCT_SKIP && o->c->answered_by_library &&
	    !vct_legacy_is_own(o->c->answered_by_library))
		vct_set(node, "answered-by", "libibverbs-xrc");
	free(ids);
	if (!e)
		return node;
	add_reason(node, e);
	vct_child_if_any(node, "expected", e->expected);
	vct_child_if_any(node, "seen", e->seen);
	add_recorded(node, e);
	vct_children(node, "note", e->notes, e->notes_len);
	if (e->longest[0])
		vct_setf(vct_child(node, "longest", e->longest, strlen(e->longest)), "seconds",
			 "%.6f", e->longest_ms / 1e3);
	add_verbs(node, e, o->verdict != VCT_PASS && o->verdict != VCT_SKIP);
	vct_children(node, "step", e->steps, e->steps_len);
	vct_children(node, "kernel", o->kernel, strlen(o->kernel));
	return node;
}

static xmlNode *case_node(const struct vct_case *c, struct vct_history *history,
			  unsigned int passes, const char *why_not)
{
	struct vct_outcome none = { .c = c, .verdict = VCT_NOTRUN };
	xmlNode *node = vct_history_take(history, c->name, passes);

	if (node)
		return node;
	node = vct_results_check(&none);
	vct_child(node, "reason", why_not, strlen(why_not));
	return node;
}

static bool is_cited(const struct vct_plan *plan, const struct vct_promise *p)
{
	for (size_t i = 0; i < plan->n_cases; i++)
		for (const struct vct_promise *const *q = plan->cases[i].promises; *q; q++)
			if (*q == p)
				return true;
	return false;
}

/* Whether a program keeps the promises of the HCA. The record says it, also when it is made again
 * without the device. Above the adapter of hfi1 no program does: what a port sends to itself passes
 * no device, so rdmavt and hfi1, parts of the kernel, keep them or break them. */
static bool hca_is_program(const xmlNode *root)
{
	for (const xmlNode *node = root->children; node; node = node->next)
		if (!xmlStrcmp(node->name, X("device")))
			return vct_attribute(node, "synthetic")[0] &&
			       strcmp(vct_attribute(node, "driver"), "hfi1") != 0;
	return false;
}

static void add_promises(xmlNode *root, const struct vct_plan *plan)
{
	bool is_program = hca_is_program(root);

	vct_for_each_promise (p) {
		xmlNode *node;

		if (!is_cited(plan, *p))
			continue;
		node = vct_child(root, "promise", (*p)->statement, strlen((*p)->statement));
		vct_set(node, "id", (*p)->id);
		vct_set(node, "level", vct_level_name(vct_level_of(*p)));
		vct_set(node, "source", vct_promise_source(*p));
		if (is_program && vct_promise_is_of_hca(*p))
			vct_set(node, "hca", "true");
	}
}

static void count(struct vct_summary *s, const xmlNode *check)
{
	enum vct_verdict verdict = vct_verdict_find(vct_attribute(check, "verdict"));
	unsigned int level = VCT_MUST;

	s->count[verdict]++;
	if (verdict != VCT_FAIL)
		return;
	while (strcmp(vct_attribute(check, "level"), vct_level_name(level)))
		level++;
	s->deviations[level]++;
}

/* Every verdict counts that is not good, apart from a FAIL: what counts is the level of its
 * promise. */
static void judge(struct vct_summary *s)
{
	s->conforms = s->complete && !s->deviations[VCT_MUST];
	for (unsigned int v = 0; v < VCT_VERDICTS; v++)
		if (s->count[v] && v != VCT_PASS && v != VCT_SKIP && v != VCT_WAIVED &&
		    v != VCT_FAIL)
			s->conforms = false;
	s->conforms_strictly = s->conforms && !s->count[VCT_FAIL];
}

xmlDoc *vct_results_document(const struct vct_plan *plan, struct vct_history *history,
			     double seconds, const char *why_not, struct vct_summary *s)
{
	static const char *const copied[] = { "suite",  "commit", "start", "passes",
					      "strict", "seed",   "part",  "selection" };
	xmlDoc *doc = xmlNewDoc(X("1.0"));
	xmlNode *root = xmlNewNode(NULL, X("results")), *head = history->run;

	*s = (struct vct_summary){ .complete = history->executions >= plan->n_cases * plan->passes,
				   .strict = vct_attribute(head, "strict")[0] };
	xmlDocSetRootElement(doc, root);
	for (size_t i = 0; i < sizeof(copied) / sizeof(copied[0]); i++)
		if (vct_attribute(head, copied[i])[0])
			vct_set(root, copied[i], vct_attribute(head, copied[i]));
	vct_setf(root, "seconds", "%.3f", seconds);
	xmlAddChildList(root, xmlCopyNodeList(head->children));
	add_promises(root, plan);
	for (size_t i = 0; i < plan->n_cases; i++) {
		xmlNode *node = case_node(&plan->cases[i], history, plan->passes, why_not);

		count(s, node);
		xmlAddChild(root, node);
	}
	s->complete &= !s->count[VCT_NOTRUN];
	judge(s);
	vct_settle(root);
	vct_set(root, "complete", s->complete ? "true" : "false");
	vct_set(root, "conforms", s->conforms ? "true" : "false");
	vct_set(root, "conforms-strictly", s->conforms_strictly ? "true" : "false");
	return doc;
}

/* What shows that the journal is of another run; NULL: nothing. */
static const char *mismatch(const xmlNode *root, const xmlNode *run)
{
	static const char *const same[] = { "suite", "commit", "start", "passes", "part" };

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (!run || strcmp(vct_attribute(root, same[i]), vct_attribute(run, same[i])))
			return same[i];
	return NULL;
}

const char *vct_results_merge(xmlDoc *doc, struct vct_history *history)
{
	xmlNode *root = xmlDocGetRootElement(doc), *next, *node;
	unsigned long passes = strtoul(vct_attribute(root, "passes"), NULL, 10);

	if (mismatch(root, history->run))
		return mismatch(root, history->run);
	for (xmlNode *check = root->children; check; check = next) {
		next = check->next;
		if (strcmp((const char *)check->name, "check"))
			continue;
		node = vct_history_take(history, vct_attribute(check, "name"), passes);
		if (!node)
			continue;
		xmlReplaceNode(check, node);
		xmlFreeNode(check);
	}
	if (history->at[0])
		xmlSetProp(root, X("seconds"), X(history->at));
	vct_settle(root);
	return NULL;
}
