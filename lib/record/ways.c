// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Splits the record of a run with a peer into what the device did alone, received and sent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/judge.h"
#include "ways.h"

static const char *const ways[] = { NULL, "receives", "sends" };
enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

/* The way of a check: what follows the @ of its name; NULL: the device is alone, as with --each. */
static const char *way_of(const xmlNode *check)
{
	const char *at = strchr(vct_attribute(check, "name"), '@');

	for (unsigned int way = 1; at && way < WAYS; way++)
		if (!strcmp(at + 1, ways[way]))
			return ways[way];
	return NULL;
}

static bool is_of(const xmlNode *check, const char *way)
{
	const char *own = way_of(check);

	return way && own ? !strcmp(way, own) : !way && !own;
}

static bool is_local(const xmlNode *check)
{
	const xmlNode *reason = vct_first(check, "reason");

	return !strcmp(vct_attribute(check, "verdict"), "SKIP") && reason && reason->children &&
	       !strncmp((const char *)reason->children->content, "local by nature", 15);
}

static void set_plain_name(xmlNode *check, const char *way)
{
	const char *name = vct_attribute(check, "name");
	char *plain = vct_copy_part(name, strcspn(name, "@"));

	if (way)
		xmlSetProp(check, X("name"), X(plain));
	free(plain);
}

/* Keeps the checks of this way alone. Returns how many. */
static size_t keep(xmlNode *root, const char *way)
{
	xmlNode *next;
	size_t n = 0;

	for (xmlNode *check = root->children; check; check = next) {
		next = check->next;
		if (!vct_is(check, "check"))
			continue;
		if (is_of(check, way) && (!way || !is_local(check))) {
			set_plain_name(check, way);
			n++;
			continue;
		}
		xmlUnlinkNode(check);
		xmlFreeNode(check);
	}
	return n;
}

/* Whether a check says that the device does not conform. */
static bool is_bad(const xmlNode *check, bool strict)
{
	enum vct_verdict v = vct_verdict_find(vct_attribute(check, "verdict"));

	if (v == VCT_FAIL)
		return strict || !strcmp(vct_attribute(check, "level"), "must");
	return v != VCT_PASS && v != VCT_SKIP && v != VCT_WAIVED;
}

static bool has_bad(const xmlNode *root, bool strict)
{
	VCT_FOR_EACH (check, root, "check")
		if (is_bad(check, strict))
			return true;
	return false;
}

/* A part conforms if the run does not only because of checks that the part does not have. */
static void judge(const xmlNode *whole, xmlNode *part)
{
	static const char *const names[] = { "conforms", "conforms-strictly" };
	bool complete = !strcmp(vct_attribute(whole, "complete"), "true");

	for (int strict = 0; strict < 2; strict++)
		if (complete && has_bad(whole, strict) && !has_bad(part, strict))
			xmlSetProp(part, X(names[strict]), X("true"));
}

/* The column of this way, if it has a check; else doc is NULL. */
static struct column part_of(const struct column *whole, const char *way)
{
	struct column part = { .file = whole->file, .way = way };

	part.doc = xmlCopyDoc(whole->doc, 1);
	if (!part.doc)
		abort();
	if (keep(xmlDocGetRootElement(part.doc), way)) {
		judge(vct_columns_root(whole), xmlDocGetRootElement(part.doc));
		part.name = whole->name ? vct_copy(whole->name) : NULL;
	} else {
		xmlFreeDoc(part.doc);
		part.doc = NULL;
	}
	return part;
}

static bool has_peer(const struct column *column)
{
	VCT_FOR_EACH (check, vct_columns_root(column), "check")
		if (way_of(check))
			return true;
	return false;
}

struct column *vct_ways_split(struct column *columns, size_t *n)
{
	struct column *all = vct_allocate(*n * WAYS + 1, sizeof(*all));
	size_t end = 0, first;

	for (size_t i = 0; i < *n; i++) {
		if (!has_peer(&columns[i])) {
			all[end++] = columns[i];
			continue;
		}
		first = end;
		for (unsigned int way = 0; way < WAYS; way++) {
			all[end] = part_of(&columns[i], ways[way]);
			end += !!all[end].doc;
		}
		/* All of its checks are local by nature: it is shown as it is. */
		if (end == first) {
			all[end++] = columns[i];
			continue;
		}
		xmlFreeDoc(columns[i].doc);
		free(columns[i].name);
	}
	free(columns);
	*n = end;
	return all;
}
