// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Joins the results of the parts of a run. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "element.h"
#include "parts.h"
#include "settle.h"

/* The first attribute that differs, except those that may differ; NULL: none. */
static const char *difference(const xmlNode *a, const xmlNode *b, const char *const *may)
{
	for (const xmlAttr *attr = a ? a->properties : NULL; attr; attr = attr->next) {
		const char *name = (const char *)attr->name;
		size_t i = 0;

		while (may[i] && strcmp(may[i], name))
			i++;
		if (!may[i] && strcmp(vct_attribute(a, name), b ? vct_attribute(b, name) : ""))
			return name;
	}
	return NULL;
}

/* A part that was stopped before its device was asked what it is knows nothing about the device. */
static bool is_asked(const xmlNode *root)
{
	return !vct_attribute(vct_first(root, "device"), "unasked")[0];
}

static const char *device_difference(const xmlNode *first, const xmlNode *root)
{
	static const char *const told[] = { "command", NULL }, *const untold[] = {
		"command", "driver", "unasked", NULL
	};

	if (!is_asked(root))
		return difference(vct_first(root, "device"), vct_first(first, "device"), untold);
	return difference(vct_first(first, "device"), vct_first(root, "device"), told);
}

/* What shows that a part is of another run than the first part; NULL: nothing. */
static const char *mismatch(const xmlNode *first, const xmlNode *root)
{
	static const char *const run[] = { "part",     "start",    "seconds",
					   "complete", "conforms", "conforms-strictly",
					   NULL };
	static const char *const all[] = { NULL };
	const struct {
		const xmlNode *a, *b;
		const char *const *may;
	} pairs[] = {
		{ first, root, run },
		{ root, first, run },
		{ vct_first(first, "mutant"), vct_first(root, "mutant"), all },
		{ vct_first(root, "mutant"), vct_first(first, "mutant"), all },
	};
	const char *what = device_difference(first, root);

	for (size_t i = 0; !what && i < sizeof(pairs) / sizeof(pairs[0]); i++)
		what = difference(pairs[i].a, pairs[i].b, pairs[i].may);
	return what;
}

static const char *part_of(const xmlDoc *doc)
{
	return vct_attribute(xmlDocGetRootElement(doc), "part");
}

bool vct_is_part(const char *text, unsigned int *part, unsigned int *parts)
{
	char again[32];

	if (sscanf(text, "%u/%u", part, parts) != 2)
		return false;
	snprintf(again, sizeof(again), "%u/%u", *part, *parts);
	return !strcmp(again, text) && *part >= 1 && *part <= *parts;
}

/* Why part i does not belong to the parts before it; "": it does. *parts: how many parts there are.
 */
static void find_mismatch(xmlDoc **docs, size_t i, unsigned int *parts, char *why, size_t size)
{
	const char *differs =
		mismatch(xmlDocGetRootElement(docs[0]), xmlDocGetRootElement(docs[i]));
	unsigned int part, all = 0;

	why[0] = '\0';
	if (!vct_is_part(part_of(docs[i]), &part, &all))
		snprintf(why, size, "it is not a part of a run");
	else if (i && all != *parts)
		snprintf(why, size, "the number of parts differs");
	else if (differs)
		snprintf(why, size, "its %s differs", differs);
	for (size_t j = 0; !why[0] && j < i; j++)
		if (!strcmp(part_of(docs[j]), part_of(docs[i])))
			snprintf(why, size, "it is given twice");
	*parts = all;
}

/* Whether these are different parts of one run; *parts: how many parts the run has. */
static bool belong_together(xmlDoc **docs, size_t n, unsigned int *parts, char *error, size_t size)
{
	char why[128];

	for (size_t i = 0; i < n; i++) {
		find_mismatch(docs, i, parts, why, sizeof(why));
		if (!why[0])
			continue;
		snprintf(error, size, "part '%s' does not belong to the run of the others: %s",
			 part_of(docs[i]), why);
		return false;
	}
	return true;
}

/* Several parts may cite a promise, which the record has once; promises are in no order. */
static void put_promise(xmlNode *root, xmlNode *node)
{
	xmlNode *at = vct_first(root, "promise");

	while (at && vct_is(at, "promise")) {
		if (!strcmp(vct_attribute(at, "id"), vct_attribute(node, "id"))) {
			xmlFreeNode(node);
			return;
		}
		at = at->next;
	}
	xmlAddPrevSibling(at ? at : vct_first(root, "check"), node);
}

/* The checks of a record are in the order of their names. Puts the node at `at` or after it. */
static void put_check(xmlNode *root, xmlNode **at, xmlNode *node)
{
	while (*at && strcmp(vct_attribute(*at, "name"), vct_attribute(node, "name")) < 0)
		*at = (*at)->next;
	if (*at)
		xmlAddPrevSibling(*at, node);
	else
		xmlAddChild(root, node);
}

/* The attribute of the joined run is true if it is true in all parts. */
static void join_boolean(xmlNode *to, const xmlNode *from, const char *name)
{
	if (strcmp(vct_attribute(from, name), "true"))
		xmlSetProp(to, X(name), X("false"));
}

static void join(xmlNode *to, xmlNode *from)
{
	xmlNode *device = vct_first(to, "device"), *at = vct_first(to, "check");
	char *command = vct_format("%s & %s", vct_attribute(device, "command"),
				   vct_attribute(vct_first(from, "device"), "command"));
	xmlSetProp(device, X("command"), X(command));
	free(command);
	join_boolean(to, from, "complete");
	join_boolean(to, from, "conforms");
	join_boolean(to, from, "conforms-strictly");
	if (strcmp(vct_attribute(from, "start"), vct_attribute(to, "start")) < 0)
		xmlSetProp(to, X("start"), X(vct_attribute(from, "start")));
	if (strtod(vct_attribute(from, "seconds"), NULL) >
	    strtod(vct_attribute(to, "seconds"), NULL))
		xmlSetProp(to, X("seconds"), X(vct_attribute(from, "seconds")));
	for (xmlNode *node = from->children, *next; node; node = next) {
		next = node->next;
		if (!vct_is(node, "promise") && !vct_is(node, "check"))
			continue;
		xmlUnlinkNode(node);
		xmlSetTreeDoc(node, to->doc);
		if (vct_is(node, "check"))
			put_check(to, &at, node);
		else
			put_promise(to, node);
	}
}

/* The joined record says of the device what a part says that asked it. */
static void put_asked_part_first(xmlDoc **docs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		xmlDoc *doc = docs[i];

		if (is_asked(xmlDocGetRootElement(doc))) {
			docs[i] = docs[0];
			docs[0] = doc;
			return;
		}
	}
}

xmlDoc *vct_parts_join(xmlDoc **docs, size_t n, size_t *missing, char *error, size_t size)
{
	unsigned int parts = 0;
	xmlNode *root;

	put_asked_part_first(docs, n);
	root = xmlDocGetRootElement(docs[0]);
	if (!belong_together(docs, n, &parts, error, size))
		return NULL;
	*missing = parts - n;
	for (size_t i = 1; i < n; i++)
		join(root, xmlDocGetRootElement(docs[i]));
	if (*missing) {
		xmlSetProp(root, X("complete"), X("false"));
		xmlSetProp(root, X("conforms"), X("false"));
		xmlSetProp(root, X("conforms-strictly"), X("false"));
	}
	xmlUnsetProp(root, X("part"));
	vct_settle(root);
	return docs[0];
}
