// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the evidence for each promise of each profile. */
#include <libxml/hash.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/judge.h"
#include "../check/profile.h"
#include "element.h"
#include "profile.h"
#include "stake.h"

/* What the checks that cite a promise say of it. What comes later outweighs what comes earlier. */
enum state { NOTHING, SKIPPED, ELSEWHERE, KEPT, WAIVED, UNPROVEN, BROKEN };

struct evidence {
	enum state state;
	const xmlNode *check; /* the first that says so */
};

/* The outcome of a profile, and of each of its promises; what comes later outweighs the others. */
enum outcome { IS_KEPT, IS_WAIVED, IS_UNCLAIMED, IS_UNPROVEN, IS_BROKEN, OUTCOMES };
static const char *const names[] = { "kept", "waived", "unclaimed", "unproven", "broken" };

/*
 * A FAIL concerns only the promise that failed. All other verdicts that are not green leave open
 * what the check would have found. A deviation that a waiver lists without a promise concerns all
 * promises of the check.
 */
static enum state state_of(enum vct_verdict verdict, bool is_at_stake, bool any_at_stake)
{
	switch (verdict) {
	case VCT_PASS:
	case VCT_XPASS:
		return KEPT;
	case VCT_SKIP:
		return SKIPPED;
	case VCT_FAIL:
		return is_at_stake ? BROKEN : any_at_stake ? ELSEWHERE : UNPROVEN;
	case VCT_WAIVED:
		return is_at_stake || !any_at_stake ? WAIVED : ELSEWHERE;
	default:
		return UNPROVEN;
	}
}

static struct evidence *evidence_of(xmlHashTable *table, const char *id)
{
	struct evidence *e = xmlHashLookup(table, X(id));

	if (e)
		return e;
	e = vct_allocate(1, sizeof(*e));
	if (xmlHashAddEntry(table, X(id), e))
		abort();
	return e;
}

static void heed(void *table, const xmlNode *check, const char *id, const char *failed)
{
	enum vct_verdict verdict = vct_verdict_find(vct_attribute(check, "verdict"));
	enum state state = state_of(verdict, !strcmp(id, failed), failed[0]);
	struct evidence *e = evidence_of(table, id);

	if (state > e->state)
		*e = (struct evidence){ state, check };
}

static enum outcome outcome_of(enum state state)
{
	static const enum outcome outcomes[] = {
		[NOTHING] = IS_UNPROVEN, [SKIPPED] = IS_UNCLAIMED, [ELSEWHERE] = IS_UNPROVEN,
		[KEPT] = IS_KEPT,        [WAIVED] = IS_WAIVED,     [UNPROVEN] = IS_UNPROVEN,
		[BROKEN] = IS_BROKEN,
	};

	return outcomes[state];
}

/* Why a promise is not kept: "SRQ-MOD-13: SKIP srq.resize.x: the device does not claim ..." */
static void tell_why(xmlNode *profile, const char *id, const struct evidence *e)
{
	const xmlNode *reason = vct_first(e ? e->check : NULL, "reason");
	xmlChar *text = NULL;
	char *why;

	text = reason ? xmlNodeGetContent(reason) : NULL;
	why = e && e->check ? vct_format("%s: %s %s%s%s", id, vct_attribute(e->check, "verdict"),
					 vct_attribute(e->check, "name"), text ? ": " : "",
					 text ? (const char *)text : "")
			    : vct_format("%s: no check that cites it was selected", id);
	xmlNodeSetContent(profile, NULL);
	xmlNodeAddContent(profile, X(why));
	xmlFree(text);
	free(why);
}

static xmlNode *make(const xmlNode *file, xmlHashTable *table)
{
	xmlNode *profile = xmlNewNode(NULL, X("profile"));
	unsigned int count[OUTCOMES] = { 0 }, all = 0;
	enum outcome worst = IS_KEPT;

	vct_set(profile, "name", vct_attribute(file, "name"));
	vct_set(profile, "version", vct_attribute(file, "version"));
	for (const xmlNode *node = file->children; node; node = node->next) {
		const char *id = vct_attribute(node, "id");
		const struct evidence *e;
		enum outcome outcome;

		if (node->type != XML_ELEMENT_NODE || !vct_is(node, "promise"))
			continue;
		e = xmlHashLookup(table, X(id));
		outcome = outcome_of(e ? e->state : NOTHING);
		count[outcome]++;
		all++;
		if (outcome <= worst)
			continue;
		worst = outcome;
		if (worst > IS_WAIVED)
			tell_why(profile, id, e);
	}
	if (worst == IS_WAIVED && !count[IS_KEPT]) {
		worst = IS_UNPROVEN;
		xmlNodeSetContent(profile, X("no promise of it is kept: all are waived"));
	}
	vct_set(profile, "outcome", names[worst]);
	vct_setf(profile, "promises", "%u", all);
	vct_setf(profile, "kept", "%u", count[IS_KEPT]);
	if (count[IS_WAIVED])
		vct_setf(profile, "waived", "%u", count[IS_WAIVED]);
	return profile;
}

/* Returns the node before which the profiles belong: the first check; NULL: there is none. */
static xmlNode *clear(xmlNode *results)
{
	xmlNode *first = NULL, *next;

	for (xmlNode *node = results->children; node; node = next) {
		next = node->next;
		if (vct_is(node, "profile")) {
			xmlUnlinkNode(node);
			xmlFreeNode(node);
		} else if (!first && vct_is(node, "check")) {
			first = node;
		}
	}
	return first;
}

static void release(void *evidence, const xmlChar *id)
{
	(void)id;
	free(evidence);
}

static xmlDoc *parsed(const struct vct_profile_file *file)
{
	xmlDoc *doc = xmlReadMemory(file->start, (int)(file->end - file->start), NULL, NULL,
				    XML_PARSE_NONET);

	if (!doc)
		abort(); /* the tests read them all */
	return doc;
}

static char *promises_of(const xmlNode *file)
{
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	fputc(' ', f);
	VCT_FOR_EACH (promise, file, "promise")
		fprintf(f, "%s ", vct_attribute(promise, "id"));
	fclose(f);
	return text;
}

char *vct_profile_promises(const char *name)
{
	char *promises = NULL;

	vct_for_each_profile_file(f)
	{
		xmlDoc *doc = parsed(*f);
		const xmlNode *profile = xmlDocGetRootElement(doc);

		if (!promises && !strcmp(vct_attribute(profile, "name"), name))
			promises = promises_of(profile);
		xmlFreeDoc(doc);
	}
	return promises;
}

void vct_settle_profiles(xmlNode *results)
{
	xmlHashTable *table = xmlHashCreate(1024);
	xmlNode *before = clear(results);

	for (const xmlNode *node = results->children; node; node = node->next)
		if (vct_is(node, "check"))
			vct_each_judged(node, heed, table);
	vct_for_each_profile_file(f)
	{
		xmlDoc *doc = parsed(*f);
		xmlNode *profile = make(xmlDocGetRootElement(doc), table);

		if (before)
			xmlAddPrevSibling(before, profile);
		else
			xmlAddChild(results, profile);
		xmlFreeDoc(doc);
	}
	xmlHashFree(table, release);
}
