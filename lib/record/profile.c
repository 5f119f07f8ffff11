// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the evidence for each promise of each profile. */
#include <libxml/hash.h>
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

struct profile {
	xmlNode *node;
	xmlHashTable *evidence;
	unsigned int count[OUTCOMES], all;
	enum outcome worst;
};

static void add_promise(const struct vct_promise *promise, void *the_profile)
{
	struct profile *profile = the_profile;
	const struct evidence *e = xmlHashLookup(profile->evidence, X(promise->id));
	enum outcome outcome = outcome_of(e ? e->state : NOTHING);

	profile->count[outcome]++;
	profile->all++;
	if (outcome <= profile->worst)
		return;
	profile->worst = outcome;
	if (outcome > IS_WAIVED)
		tell_why(profile->node, promise->id, e);
}

static xmlNode *make(const struct vct_profile *of, xmlHashTable *evidence)
{
	struct profile profile = { xmlNewNode(NULL, X("profile")), evidence, { 0 }, 0, IS_KEPT };
	xmlNode *node = profile.node;

	vct_set(node, "name", of->name);
	vct_setf(node, "version", "%u", of->version);
	vct_each_of_profile(of, add_promise, &profile);
	if (profile.worst == IS_WAIVED && !profile.count[IS_KEPT]) {
		profile.worst = IS_UNPROVEN;
		xmlNodeSetContent(node, X("no promise of it is kept: all are waived"));
	}
	vct_set(node, "outcome", names[profile.worst]);
	vct_setf(node, "promises", "%u", profile.all);
	vct_setf(node, "kept", "%u", profile.count[IS_KEPT]);
	if (profile.count[IS_WAIVED])
		vct_setf(node, "waived", "%u", profile.count[IS_WAIVED]);
	return node;
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

void vct_settle_profiles(xmlNode *results)
{
	xmlHashTable *table = xmlHashCreate(1024);
	xmlNode *before = clear(results);

	for (const xmlNode *node = results->children; node; node = node->next)
		if (vct_is(node, "check"))
			vct_each_judged(node, heed, table);
	vct_for_each_profile (p) {
		xmlNode *profile = make(*p, table);

		if (before)
			xmlAddPrevSibling(before, profile);
		else
			xmlAddChild(results, profile);
	}
	xmlHashFree(table, release);
}
