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

/* "/2" of "1/2" */
static const char *all_of(const xmlDoc *doc)
{
	const char *slash = strchr(part_of(doc), '/');

	return slash ? slash : "";
}

/* Parts of one run, none of them twice. */
static bool belong_together(xmlDoc **docs, size_t n, char *error, size_t size)
{
	for (size_t i = 0; i < n; i++) {
		const char *what =
			stranger(xmlDocGetRootElement(docs[0]), xmlDocGetRootElement(docs[i]));

		if (!part_of(docs[i])[0])
			what = "one of them is a whole run";
		else if (strcmp(all_of(docs[0]), all_of(docs[i])))
			what = "the number of parts";
		for (size_t j = 0; !what && j < i; j++)
			if (!strcmp(part_of(docs[j]), part_of(docs[i])))
				what = "one part is given twice";
		if (!what)
			continue;
		snprintf(error, size, "part %s is not of one run with the others: %s",
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

	if (!belong_together(docs, n, error, size))
		return NULL;
	*missing = strtoul(all_of(docs[0]) + 1, NULL, 10) - n;
	for (size_t i = 1; i < n; i++)
		join(root, xmlDocGetRootElement(docs[i]));
	if (*missing) {
		xmlSetProp(root, X("complete"), X("false"));
		xmlSetProp(root, X("conforms"), X("false"));
	}
	xmlUnsetProp(root, X("part"));
	return docs[0];
}
