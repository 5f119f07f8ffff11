// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Joins the results of the parts of a run. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element.h"
#include "parts.h"

static bool is(const xmlNode *node, const char *name)
{
	return !strcmp((const char *)node->name, name);
}

static xmlNode *child(const xmlNode *root, const char *name)
{
	xmlNode *node = root->children;

	while (node && !is(node, name))
		node = node->next;
	return node;
}

/* The first attribute in which two elements differ, but for those that may; NULL: none. */
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

/* What of a part is not of the run that the first is part of. */
static const char *stranger(const xmlNode *first, const xmlNode *root)
{
	static const char *const run[] = {
		"part", "start", "seconds", "complete", "conforms", NULL
	};
	static const char *const device[] = { "command", NULL }, *const all[] = { NULL };
	const struct {
		const xmlNode *a, *b;
		const char *const *may;
	} pairs[] = {
		{ first, root, run },
		{ child(first, "device"), child(root, "device"), device },
		{ child(first, "mutant"), child(root, "mutant"), all },
		{ child(root, "mutant"), child(first, "mutant"), all },
	};
	const char *what = NULL;

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

/* Parts of one run, none of them twice, and how many that has. */
static bool belong_together(xmlDoc **docs, size_t n, unsigned int *parts, char *error, size_t size)
{
	unsigned int part, all = 0;

	for (size_t i = 0; i < n; i++) {
		const char *what =
			stranger(xmlDocGetRootElement(docs[0]), xmlDocGetRootElement(docs[i]));

		if (!vct_is_part(part_of(docs[i]), &part, &all))
			what = "it is none";
		else if (i && all != *parts)
			what = "the number of parts";
		*parts = all;
		for (size_t j = 0; !what && j < i; j++)
			if (!strcmp(part_of(docs[j]), part_of(docs[i])))
				what = "one part is given twice";
		if (!what)
			continue;
		snprintf(error, size, "part '%s' is not of one run with the others: %s",
			 part_of(docs[i]), what);
		return false;
	}
	return true;
}

/* Several parts may cite a promise, which stands once; those of the record are in no order. */
static void put_promise(xmlNode *root, xmlNode *node)
{
	xmlNode *at = child(root, "promise");

	while (at && is(at, "promise")) {
		if (!strcmp(vct_attribute(at, "id"), vct_attribute(node, "id"))) {
			xmlFreeNode(node);
			return;
		}
		at = at->next;
	}
	xmlAddPrevSibling(at ? at : child(root, "check"), node);
}

/* The checks of a record are in the order of their names. */
static void put_check(xmlNode *root, xmlNode *node)
{
	xmlNode *at = child(root, "check");

	while (at && strcmp(vct_attribute(at, "name"), vct_attribute(node, "name")) < 0)
		at = at->next;
	if (at)
		xmlAddPrevSibling(at, node);
	else
		xmlAddChild(root, node);
}

/* Both have to be so for the whole to be. */
static void both(xmlNode *to, const xmlNode *from, const char *name)
{
	if (strcmp(vct_attribute(from, name), "true"))
		xmlSetProp(to, X(name), X("false"));
}

static void join(xmlNode *to, xmlNode *from)
{
	xmlNode *device = child(to, "device");
	char *command;

	if (asprintf(&command, "%s & %s", vct_attribute(device, "command"),
		     vct_attribute(child(from, "device"), "command")) < 0)
		abort();
	xmlSetProp(device, X("command"), X(command));
	free(command);
	both(to, from, "complete");
	both(to, from, "conforms");
	if (strcmp(vct_attribute(from, "start"), vct_attribute(to, "start")) < 0)
		xmlSetProp(to, X("start"), X(vct_attribute(from, "start")));
	if (strtod(vct_attribute(from, "seconds"), NULL) >
	    strtod(vct_attribute(to, "seconds"), NULL))
		xmlSetProp(to, X("seconds"), X(vct_attribute(from, "seconds")));
	for (xmlNode *node = from->children, *next; node; node = next) {
		next = node->next;
		if (is(node, "promise") || is(node, "check")) {
			xmlUnlinkNode(node);
			xmlSetTreeDoc(node, to->doc);
			(is(node, "check") ? put_check : put_promise)(to, node);
		}
	}
}

xmlDoc *vct_parts_join(xmlDoc **docs, size_t n, size_t *missing, char *error, size_t size)
{
	xmlNode *root = xmlDocGetRootElement(docs[0]);
	unsigned int parts = 0;

	if (!belong_together(docs, n, &parts, error, size))
		return NULL;
	*missing = parts - n;
	for (size_t i = 1; i < n; i++)
		join(root, xmlDocGetRootElement(docs[i]));
	if (*missing) {
		xmlSetProp(root, X("complete"), X("false"));
		xmlSetProp(root, X("conforms"), X("false"));
	}
	xmlUnsetProp(root, X("part"));
	return docs[0];
}
