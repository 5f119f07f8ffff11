// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads waivers, and applies them to verdicts. */
#include <fnmatch.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../base/memory.h"
#include "../../check/sequence.h"
#include "../../record/complaint.h"
#include "../../record/element.h"
#include "../../record/files.h"
#include "released.h"
#include "../device/version.h"
#include "waiver.h"

static char *attribute(xmlNode *node, const char *name)
{
	return (char *)xmlGetProp(node, (const xmlChar *)name);
}

bool vct_waiver_is_past(const char *date)
{
	char today[16];
	time_t now = time(NULL);
	struct tm tm;

	gmtime_r(&now, &tm);
	strftime(today, sizeof(today), "%Y-%m-%d", &tm);
	return strcmp(date, today) < 0;
}

static struct vct_waiver read_waiver(xmlNode *node)
{
	char *verdict = attribute(node, "verdict");
	struct vct_waiver w = {
		.check = attribute(node, "check"),
		.promise = attribute(node, "promise"),
		.driver = attribute(node, "driver"),
		.kernel_from = attribute(node, "kernel-from"),
		.kernel_to = attribute(node, "kernel-to"),
		.fw_from = attribute(node, "fw-from"),
		.fw_to = attribute(node, "fw-to"),
		.rdma_core_from = attribute(node, "rdma-core-from"),
		.rdma_core_to = attribute(node, "rdma-core-to"),
		.core = attribute(node, "core"),
		.link_layer = attribute(node, "link-layer"),
		.vendor = attribute(node, "vendor"),
		.part = attribute(node, "part"),
		.seen = attribute(node, "seen"),
		.sometimes = attribute(node, "sometimes"),
		.unreleased = attribute(node, "unreleased"),
		.mended = attribute(node, "mended"),
		.url = attribute(node, "url"),
		.expires = attribute(node, "expires"),
		.reason = (char *)xmlNodeGetContent(node),
		.verdict = verdict ? vct_verdict_find(verdict) : VCT_FAIL,
	};

	xmlFree(verdict);
	w.expired = vct_waiver_is_past(w.expires);
	return w;
}

/* With or without what says where the halves of its links are. */
static bool names(const char *pattern, const struct vct_case *c)
{
	char name[256];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(c->name, "@"), c->name);
	return !fnmatch(pattern, c->name, 0) || !fnmatch(pattern, name, 0);
}

/* Random use leaves out what a waiver names (lib/cli/settings.c). */
static bool names_check(const struct vct_waiver *w, const struct vct_case *c)
{
	return !c->check->sequences && (!w->check || names(w->check, c)) &&
	       (!w->promise || vct_case_may_break(c, w->promise));
}

/* A waiver that names no check at all is a mistake in the file. */
static bool names_something(const struct vct_waiver *w, const struct vct_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (names_check(w, &cases[i]))
			return true;
	return false;
}

/* The deviation is one of libibverbs or of the kernel's core, which all drivers share. */
static bool is_of_any_driver(const struct vct_waiver *w)
{
	return !w->driver || !strcmp(w->driver, "*");
}

static bool is_number(const char *text, uint32_t number)
{
	return !text || strtoul(text, NULL, 0) == number;
}

/* A device in user space replaces libibverbs, and no kernel takes part: it shares no deviation. */
static bool is_of_some_version(const struct vct_waiver *w, const struct vct_device *dev)
{
	const struct ibv_device_attr *attr = &dev->attr.orig_attr;

	if (is_of_any_driver(w)
		    ? dev->user_space
		    : strcmp(w->driver, dev->driver) && strcmp(w->driver, dev->provider))
		return false;
	return (!w->link_layer || !strcmp(w->link_layer, vct_results_link_layer(dev))) &&
	       is_number(w->vendor, attr->vendor_id) && is_number(w->part, attr->vendor_part_id);
}

static bool is_of(const struct vct_waiver *w, const struct vct_device *dev)
{
	return is_of_some_version(w, dev) && vct_is_of_versions(w, dev);
}

static void release(const struct vct_waiver *w)
{
	char *const members[] = { w->check,       w->promise,    w->seen,           w->driver,
				  w->core,        w->link_layer, w->vendor,         w->part,
				  w->kernel_from, w->kernel_to,  w->fw_from,        w->fw_to,
				  w->url,         w->expires,    w->rdma_core_from, w->rdma_core_to,
				  w->reason,      w->sometimes,  w->mended,         w->unread,
				  w->unreleased };

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		xmlFree(members[i]);
}

void vct_waivers_free(struct vct_waivers *waivers)
{
	for (size_t i = 0; i < waivers->n; i++)
		release(&waivers->list[i]);
	for (size_t i = 0; i < waivers->n_others; i++)
		release(&waivers->others[i]);
	free(waivers->list);
	free(waivers->others);
}

static void add(struct vct_waiver **list, size_t *n, struct vct_waiver w)
{
	*list = vct_resize(*list, *n + 1, sizeof(w));
	(*list)[(*n)++] = w;
}

/* Each file may tell of one more version that was read. */
static void find_unread(struct vct_waivers *waivers, const struct vct_device *dev)
{
	char words[256];

	for (size_t i = 0; i < waivers->n_others; i++) {
		struct vct_waiver *w = &waivers->others[i];

		xmlFree(w->unread);
		w->unread = !w->expired && is_of_some_version(w, dev) &&
					    vct_is_unread(waivers, w, dev, words, sizeof(words))
				    ? (char *)xmlStrdup(X(words))
				    : NULL;
	}
}

int vct_waivers_load(struct vct_waivers *waivers, const char *path, const struct vct_device *dev,
		     const struct vct_case *cases, size_t n_cases)
{
	xmlDoc *doc = vct_results_read(path, VCT_EMBEDDED "waivers.rng");
	int ret = 0;

	if (!doc) {
		fprintf(stderr,
			"verbs-cts: %s cannot be used: a waiver needs a check or a promise; what "
			"is seen of the deviation (seen=\"PATTERN\"); driver, core=\"true\" or a "
			"range of rdma-core; url, expires=\"YYYY-MM-DD\" and a reason as its "
			"text\n",
			path);
		return -1;
	}
	for (xmlNode *n = xmlDocGetRootElement(doc)->children; n; n = n->next) {
		struct vct_waiver w;

		if (n->type != XML_ELEMENT_NODE)
			continue;
		w = read_waiver(n);
		if (!names_something(&w, cases, n_cases)) {
			fprintf(stderr,
				"verbs-cts: %s:%ld: no check is named '%s' and cites '%s'; "
				"'verbs-cts list' shows both\n",
				path, xmlGetLineNo(n), w.check ? w.check : "*",
				w.promise ? w.promise : "*");
			ret = -1;
		}
		if (is_of(&w, dev))
			add(&waivers->list, &waivers->n, w);
		else
			add(&waivers->others, &waivers->n_others, w);
	}
	xmlFreeDoc(doc);
	find_unread(waivers, dev);
	return ret;
}

void vct_waivers_leave_out(const struct vct_waivers *waivers, const struct vct_case *cases,
			   size_t n_cases)
{
	for (const struct vct_waiver *w = waivers->list; w < waivers->list + waivers->n; w++) {
		if (w->expired)
			continue;
		if (w->promise)
			vct_leave_out(vct_promise_find(w->promise));
		for (size_t i = 0; i < n_cases; i++)
			if (cases[i].proves && names_check(w, &cases[i]))
				vct_leave_out_block(cases[i].proves);
	}
}

size_t vct_waivers_released(const struct vct_device *dev, size_t *of_driver)
{
	size_t n = 0;

	*of_driver = 0;
	for (size_t i = 0; i < vct_n_released_waivers; i++) {
		const struct vct_released *r = &vct_released_waivers[i];
		xmlDoc *doc = xmlReadMemory(r->start, (int)(r->end - r->start), r->name, NULL, 0);

		for (xmlNode *e = xmlFirstElementChild(xmlDocGetRootElement(doc)); e;
		     e = xmlNextElementSibling(e)) {
			struct vct_waiver w = read_waiver(e);

			n += is_of(&w, dev);
			*of_driver += is_of(&w, dev) && !is_of_any_driver(&w);
			release(&w);
		}
		xmlFreeDoc(doc);
	}
	return n;
}

/* Only FAIL concerns one promise; every other verdict concerns the whole check. */
static bool at_stake_matches(const struct vct_waiver *w, const struct vct_outcome *o)
{
	const struct vct_promise *at_stake = o->evidence->promise;

	return o->verdict != VCT_FAIL || !w->promise ||
	       (at_stake && !strcmp(w->promise, at_stake->id));
}

static bool matches(const char *pattern, const char *text)
{
	return !fnmatch(pattern, text, FNM_EXTMATCH);
}

/* A complaint of the kernel that the pattern does not match is another deviation. */
static bool complaints_match(const char *pattern, const char *lines)
{
	bool any = false, all = true;
	char words[1024];

	while (vct_kernel_next_complaint(&lines, words, sizeof(words))) {
		any = true;
		all &= matches(pattern, words);
	}
	return any && all;
}

static bool seen_matches(const struct vct_waiver *w, const struct vct_outcome *o)
{
	if (o->verdict == VCT_KERNEL)
		return complaints_match(w->seen, o->kernel);
	return matches(w->seen, o->verdict == VCT_FAIL ? o->evidence->seen : o->evidence->reason);
}

/* No waiver is stale if its deviation comes and goes. Nor if it is one of the code that drivers
 * share: a driver may keep by itself a promise that this code breaks. */
static bool names_outcome(const struct vct_waiver *w, const struct vct_outcome *o)
{
	if (o->verdict == VCT_PASS)
		return !w->expired && !w->sometimes && !is_of_any_driver(w);
	return o->verdict == w->verdict && at_stake_matches(w, o) && seen_matches(w, o);
}

/* What blocks the check is a known deviation of another check, and the check has no other. */
static bool names_blocker(const struct vct_waiver *w, const struct vct_outcome *o)
{
	return o->verdict == VCT_BLOCKED && w->check && !fnmatch(w->check, o->blocked_by, 0);
}

/* What could not be released is another deviation, unless the waiver tells that it follows. */
static bool tells_of_release(const struct vct_waiver *w, const struct vct_outcome *o)
{
	enum vct_block failed = o->evidence->unreleased;

	return !failed || (w->unreleased && vct_block_of_release(w->unreleased) == failed);
}

static bool applies(const struct vct_waiver *w, const struct vct_outcome *o)
{
	if (!tells_of_release(w, o))
		return false;
	return names_blocker(w, o) || (names_check(w, o->c) && names_outcome(w, o));
}

/* A waiver that does not hold, only because another version runs. */
static const struct vct_waiver *find_elsewhere(const struct vct_waivers *waivers,
					       const struct vct_outcome *o)
{
	for (size_t i = 0; i < waivers->n_others; i++)
		if (waivers->others[i].unread && applies(&waivers->others[i], o))
			return &waivers->others[i];
	return NULL;
}

enum vct_verdict vct_waivers_apply(const struct vct_waivers *waivers, const struct vct_outcome *o,
				   const struct vct_device *peer, const struct vct_waiver **waiver)
{
	*waiver = NULL;
	if (o->c->apart && o->verdict == VCT_PASS)
		return o->verdict;
	for (size_t i = 0; i < waivers->n + waivers->n_others; i++) {
		bool own = i < waivers->n;
		const struct vct_waiver *w =
			own ? &waivers->list[i] : &waivers->others[i - waivers->n];

		if (!own && !(o->c->apart && peer && is_of(w, peer)))
			continue;
		if (!applies(w, o))
			continue;
		*waiver = w;
		if (!w->expired)
			return o->verdict == VCT_PASS ? VCT_XPASS : VCT_WAIVED;
	}
	if (!*waiver && o->verdict != VCT_PASS)
		*waiver = find_elsewhere(waivers, o);
	return o->verdict;
}

void vct_waiver_add(const struct vct_waiver *w, xmlNode *check)
{
	xmlNode *node = vct_child(check, "waiver", w->reason, strlen(w->reason));
	const struct {
		const char *name, *value;
	} attributes[] = {
		{ "check", w->check },
		{ "promise", w->promise },
		{ "verdict", vct_verdict_name(w->verdict) },
		{ "driver", w->driver },
		{ "core", w->core },
		{ "kernel-from", w->kernel_from },
		{ "kernel-to", w->kernel_to },
		{ "fw-from", w->fw_from },
		{ "fw-to", w->fw_to },
		{ "rdma-core-from", w->rdma_core_from },
		{ "rdma-core-to", w->rdma_core_to },
		{ "link-layer", w->link_layer },
		{ "vendor", w->vendor },
		{ "part", w->part },
		{ "seen", w->seen },
		{ "sometimes", w->sometimes },
		{ "unreleased", w->unreleased },
		{ "mended", w->mended },
		{ "url", w->url },
		{ "expires", w->expires },
	};

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		if (attributes[i].value)
			vct_set(node, attributes[i].name, attributes[i].value);
}
