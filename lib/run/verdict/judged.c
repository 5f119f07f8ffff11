// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads what a target is known to judge, and finds what it no longer judges. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "../../record/element.h"
#include "../../record/files.h"
#include "judged.h"
#include "../device/version.h"

static bool matches_one(const char *pattern, const struct vct_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!fnmatch(pattern, cases[i].name, 0))
			return true;
	return false;
}

static char *text_of(const xmlNode *node)
{
	return (char *)xmlNodeGetContent(node);
}

static int refuse(const char *path, const xmlNode *node, const char *what, const char *text)
{
	fprintf(stderr, "verbs-cts: %s:%ld: %s '%s'; 'verbs-cts list' shows both\n", path,
		xmlGetLineNo(node), what, text);
	return -1;
}

static int read_needs(struct vct_judged_target *target, const char *path, const xmlNode *node)
{
	char *text = text_of(node), *rest = NULL;
	int ret = 0;

	for (char *word = strtok_r(text, " \t\n", &rest); word;
	     word = strtok_r(NULL, " \t\n", &rest)) {
		vct_needs need = vct_need_find(word);

		if (!need)
			ret = refuse(path, node, "no check needs the capability", word);
		target->needs |= need;
	}
	xmlFree(text);
	return ret;
}

static void add_pattern(struct vct_judged_target *target, char *pattern)
{
	target->except = vct_resize(target->except, target->n + 1, sizeof(*target->except));
	target->except[target->n++] = pattern;
}

static bool is_of(const xmlNode *root, const struct vct_device *dev)
{
	const char *driver = vct_attribute(root, "driver");
	const char *from = vct_attribute(root, "kernel-from");
	const char *to = vct_attribute(root, "kernel-to");

	return (!strcmp(driver, dev->driver) || !strcmp(driver, dev->provider)) &&
	       vct_version_within(dev->kernel, from[0] ? from : NULL, to[0] ? to : NULL);
}

int vct_judged_load(struct vct_judged *judged, const char *path, const struct vct_device *dev,
		    const struct vct_case *cases, size_t n_cases)
{
	xmlDoc *doc = vct_results_read(path, VCT_EMBEDDED "judged.rng");
	const xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
	struct vct_judged_target target = { .file = path };
	int ret;

	if (!doc)
		return -1;
	ret = read_needs(&target, path, vct_first(root, "capabilities"));
	VCT_FOR_EACH (except, root, "except") {
		char *pattern = text_of(except);

		if (!matches_one(pattern, cases, n_cases))
			ret = refuse(path, except, "no check is named", pattern);
		add_pattern(&target, pattern);
	}
	if (is_of(root, dev)) {
		judged->list = vct_resize(judged->list, judged->n + 1, sizeof(*judged->list));
		judged->list[judged->n++] = target;
	}
	xmlFreeDoc(doc);
	return ret;
}

/* An injector that the user switched off is not lost. */
static vct_needs given_up(void)
{
	const char *plugin = getenv("VCT_FAULT_PLUGIN");

	return plugin && !plugin[0] ? NEED_SRQ_FAULT | NEED_QP_FAULT | NEED_CQ_FAULT : 0;
}

static bool is_known(const struct vct_judged_target *target, const struct vct_case *c)
{
	if (c->needs & ~(target->needs & ~given_up()))
		return false;
	for (size_t i = 0; i < target->n; i++)
		if (!fnmatch(target->except[i], c->name, 0))
			return false;
	return true;
}

bool vct_judged_lost(const struct vct_judged *judged, const struct vct_device *dev,
		     const struct vct_outcome *o, bool gentle)
{
	const struct vct_case *c = o->c;

	if (o->verdict != VCT_SKIP || c->apart || c->column || c->answered_by_library ||
	    (gentle && c->danger != DANGER_NONE) || (c->lacks & ~vct_device_meets(dev, true)))
		return false;
	for (size_t i = 0; i < judged->n; i++)
		if (is_known(&judged->list[i], c))
			return true;
	return false;
}

void vct_judged_tell(struct vct_evidence *e)
{
	char why[sizeof(e->reason)];

	memcpy(why, e->reason, sizeof(why));
	e->promise = NULL;
	snprintf(e->seen, sizeof(e->seen), "SKIP: %.480s", why);
	snprintf(e->expected, sizeof(e->expected), "a verdict about the device");
	snprintf(e->reason, sizeof(e->reason),
		 "the check was skipped, although this target is known to be judged by it "
		 "(--judged): %.400s",
		 why);
}
