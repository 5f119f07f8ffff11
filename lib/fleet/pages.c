// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Each page is made of a document that has only what the page shows. */
#include <libxml/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/files.h"
#include "document.h"
#include "pages.h"
#include "round.h"

enum { NAMED = 60 }; /* devices that are named at a check; fleet.xml has all */

static int write_page(const char *out, const char *name, xmlDoc *doc, const char *xsl)
{
	char *path = vct_format("%s/%s.html", out, name);
	int ret = vct_results_transform(path, doc, xsl, NULL);

	free(path);
	return ret;
}

static xmlDoc *new_part(const xmlDoc *doc, const char *kind, const char *title)
{
	xmlDoc *part = xmlNewDoc(X("1.0"));
	xmlNode *root = xmlNewDocNode(part, NULL, X("part"), NULL);

	xmlDocSetRootElement(part, root);
	vct_set(root, "kind", kind);
	vct_set(root, "title", title);
	vct_set(root, "round", vct_attribute(xmlDocGetRootElement(doc), "round"));
	return part;
}

static int write_devices(const struct fleet_tally *now, const xmlDoc *doc, const char *out)
{
	int ret = 0;

	for (size_t i = 0; i < now->n_devices && !ret; i += FLEET_ON_A_PAGE) {
		size_t end =
			i + FLEET_ON_A_PAGE < now->n_devices ? i + FLEET_ON_A_PAGE : now->n_devices;
		char *name = vct_format("devices-%zu", i / FLEET_ON_A_PAGE + 1);
		char *title = vct_format("Devices %zu to %zu", i + 1, end);
		xmlDoc *part = new_part(doc, "devices", title);

		fleet_add_devices(xmlDocGetRootElement(part), now, i, end);
		ret = write_page(out, name, part, VCT_EMBEDDED "fleet-part.xsl");
		xmlFreeDoc(part);
		free(name);
		free(title);
	}
	return ret;
}

/* The first devices of a list such as "1-4 7", by name. */
static void name_devices(xmlNode *node, const struct fleet_tally *now)
{
	const xmlNode *in = vct_first(node, "in");
	xmlChar *text = in ? xmlNodeGetContent(in) : NULL;
	const char *at = text ? (const char *)text : "";
	unsigned int named = 0;
	size_t first, last;
	int n = 0;

	while (named < NAMED && sscanf(at, "%zu%n", &first, &n) == 1) {
		at += n;
		last = first;
		if (*at == '-' && sscanf(at, "-%zu%n", &last, &n) == 1)
			at += n;
		for (; first <= last && named < NAMED; first++, named++) {
			const char *name = now->devices[first - 1].name;
			xmlNode *named_one = vct_child(node, "named", name, strlen(name));

			vct_setf(named_one, "page", "%zu", (first - 1) / FLEET_ON_A_PAGE + 1);
			vct_setf(named_one, "n", "%zu", first);
		}
	}
	xmlFree(text);
}

struct suites {
	const struct fleet_tally *now;
	const xmlDoc *doc;
	const char *out;
	int ret;
};

static void add_to_suite(xmlHashTable *parts, const struct suites *s, xmlNode *row)
{
	const char *suite = vct_attribute(row, "suite");
	xmlDoc *part = xmlHashLookup(parts, X(suite));
	xmlNode *copy;

	if (!part) {
		part = new_part(s->doc, "checks", suite);
		xmlHashAddEntry(parts, X(suite), part);
	}
	copy = xmlAddChild(xmlDocGetRootElement(part), xmlDocCopyNode(row, part, 1));
	name_devices(copy, s->now);
}

static void write_suite(void *part, void *context, const xmlChar *suite)
{
	struct suites *s = context;
	char *name = vct_format("checks-%s", (const char *)suite);

	if (!s->ret)
		s->ret = write_page(s->out, name, part, VCT_EMBEDDED "fleet-part.xsl");
	xmlFreeDoc(part);
	free(name);
}

static int write_suites(const struct fleet_tally *now, xmlDoc *doc, const char *out)
{
	struct suites s = { now, doc, out, 0 };
	xmlHashTable *parts = xmlHashCreate(256);

	for (xmlNode *row = xmlDocGetRootElement(doc)->children; row; row = row->next)
		if (vct_is(row, "deviation") || vct_is(row, "change") || vct_is(row, "unstable"))
			add_to_suite(parts, &s, row);
	xmlHashScan(parts, write_suite, &s);
	xmlHashFree(parts, NULL);
	return s.ret;
}

static int write_rates(const xmlDoc *doc, const char *out)
{
	xmlDoc *part = new_part(doc, "rates", "Rates of the benchmark");
	int ret;

	VCT_FOR_EACH (rate, xmlDocGetRootElement(doc), "rate")
		xmlAddChild(xmlDocGetRootElement(part), xmlDocCopyNode(rate, part, 1));
	ret = xmlDocGetRootElement(part)->children
		      ? write_page(out, "rates", part, VCT_EMBEDDED "fleet-part.xsl")
		      : 0;
	xmlFreeDoc(part);
	return ret;
}

int fleet_pages(const struct fleet_tally *now, xmlDoc *doc, const char *out)
{
	if (write_suites(now, doc, out) || write_devices(now, doc, out) || write_rates(doc, out))
		return -1;
	return write_page(out, "index", doc, VCT_EMBEDDED "fleet.xsl");
}
