// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Merges the executions of each check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/judge.h"
#include "element.h"
#include "history.h"

/* The executions of one check. */
struct executions {
	xmlNode *worst;
	xmlNode *doubtful; /* the last one, if the check may run again; NULL: it is a verdict */
	enum vct_verdict last;
	unsigned int runs, count[VCT_VERDICTS];
};

static bool is_must(const xmlNode *check)
{
	return !strcmp(vct_attribute(check, "level"), vct_level_name(VCT_MUST));
}

/* First comes what prevents conformance. */
int vct_badness(const xmlNode *check)
{
	static const enum vct_verdict order[] = { VCT_PASS,    VCT_SKIP,    VCT_WAIVED, VCT_XPASS,
						  VCT_NOTRUN,  VCT_BLOCKED, VCT_BROKEN, VCT_FAIL,
						  VCT_TIMEOUT, VCT_CRASH,   VCT_KERNEL };
	enum vct_verdict v = vct_verdict_find(vct_attribute(check, "verdict"));
	int i = 0;

	while (order[i] != v && order[i] != VCT_KERNEL)
		i++;
	if (v != VCT_FAIL || is_must(check))
		return 2 * i;
	return 2 * 2 + 1; /* between WAIVED and XPASS */
}

static bool counts(const char *attribute)
{
	static const char *const names[] = { "name",    "verdict",    "level",
					     "seconds", "blocked-by", "amends" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(attribute, names[i]))
			return true;
	return false;
}

void vct_shorten(xmlNode *check)
{
	for (xmlAttr *a = check->properties, *next; a; a = next) {
		next = a->next;
		if (!counts((const char *)a->name))
			xmlRemoveProp(a);
	}
	xmlFreeNodeList(check->children);
	check->children = check->last = NULL;
}

static struct executions *executions_of(struct vct_history *history, const char *name)
{
	struct executions *e = xmlHashLookup(history->checks, X(name));

	if (e)
		return e;
	e = vct_allocate(1, sizeof(*e));
	if (xmlHashAddEntry(history->checks, X(name), e))
		abort();
	return e;
}

/* Takes the node. */
static void compare(struct executions *e, xmlNode *check)
{
	bool worse = check && (!e->worst || vct_badness(check) > vct_badness(e->worst));

	xmlFreeNode(worse ? e->worst : check);
	if (worse)
		e->worst = check;
}

/* The outcome in doubt is that of an execution whose check did not run again. */
static void settle(struct executions *e)
{
	compare(e, e->doubtful);
	e->doubtful = NULL;
}

static void add(struct vct_history *history, const xmlNode *check)
{
	struct executions *e = executions_of(history, vct_attribute(check, "name"));
	xmlNode *copy = xmlDocCopyNode((xmlNode *)check, history->doc, 1);

	if (vct_attribute(check, "amends")[0] && e->runs) {
		e->count[e->last]--;
		xmlFreeNode(e->doubtful);
		e->doubtful = NULL;
	} else {
		e->runs++;
		history->executions++;
		settle(e);
	}
	e->last = vct_verdict_find(vct_attribute(check, "verdict"));
	e->count[e->last]++;
	if (vct_attribute(check, "late-ms")[0])
		e->doubtful = copy;
	else
		compare(e, copy);
}

static void take(const xmlNode *line, void *context)
{
	struct vct_history *history = context;

	if (!history->run)
		history->run = xmlDocCopyNode((xmlNode *)line, history->doc, 1);
	else if (!strcmp((const char *)line->name, "start"))
		snprintf(history->at, sizeof(history->at), "%s", vct_attribute(line, "at"));
	else
		add(history, line);
}

int vct_history_read(struct vct_history *history, struct vct_journal *journal)
{
	*history =
		(struct vct_history){ .doc = xmlNewDoc(X("1.0")), .checks = xmlHashCreate(4096) };
	return vct_journal_read(journal, take, history);
}

static void free_executions(void *executions, const xmlChar *name)
{
	struct executions *e = executions;

	(void)name;
	xmlFreeNode(e->worst);
	xmlFreeNode(e->doubtful);
	free(e);
}

void vct_history_free(struct vct_history *history)
{
	xmlHashFree(history->checks, free_executions);
	xmlFreeNode(history->run);
	xmlFreeDoc(history->doc);
}

static void set_verdicts(xmlNode *node, const struct executions *e)
{
	char text[128] = "";
	size_t n = 0;

	for (unsigned int v = 0; v < VCT_VERDICTS; v++)
		if (e->count[v] && n < sizeof(text))
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%u %s", n ? ", " : "",
					      e->count[v], vct_verdict_name(v));
	vct_setf(node, "runs", "%u", e->runs);
	vct_set(node, "verdicts", text);
}

xmlNode *vct_history_take(struct vct_history *history, const char *name, unsigned long passes)
{
	struct executions *e = xmlHashLookup(history->checks, X(name));
	xmlNode *node;

	if (!e)
		return NULL;
	settle(e);
	node = e->worst;
	if (!node)
		return NULL;
	e->worst = NULL;
	xmlUnsetProp(node, X("amends"));
	if (passes > 1)
		set_verdicts(node, e);
	return node;
}
