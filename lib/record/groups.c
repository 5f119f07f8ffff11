// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Groups the red checks by what they have in common. */
#include <ctype.h>
#include <libxml/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/judge.h"
#include "element.h"
#include "groups.h"
#include "../check/trace/track.h"
#include "calls.h"
#include "stake.h"

/* What a red check may have in common with others, in the order of preference, where two of them
 * are common to the same number of checks. */
enum vct_trait {
	VCT_TRAIT_CHECK,   /* its name: for the checks that it blocks */
	VCT_TRAIT_BLOCK,   /* the building block that it needs (lib/check/block.h) */
	VCT_TRAIT_PROMISE, /* the promise that failed */
	VCT_TRAIT_CALL,    /* what the last call before the judgement returned */
	VCT_TRAIT_WAIVER,  /* the waiver that knows it from another version
			      (lib/run/device/version.h) */
	VCT_TRAITS
};

static const char *trait_name(enum vct_trait trait)
{
	static const char *const names[] = { [VCT_TRAIT_CHECK] = "check",
					     [VCT_TRAIT_BLOCK] = "block",
					     [VCT_TRAIT_PROMISE] = "promise",
					     [VCT_TRAIT_CALL] = "call",
					     [VCT_TRAIT_WAIVER] = "waiver" };

	return names[trait];
}

static bool has_text(const xmlNode *element, const char *text)
{
	char *content = vct_call_text(element);
	bool same = content && !strcmp(content, text);

	free(content);
	return same;
}

static bool is_failed_release(const xmlNode *call)
{
	const xmlNode *result = vct_first(call, "result");

	return has_text(vct_first(call, "for"), VCT_LINE_RELEASE) && result &&
	       !has_text(result, "0");
}

/*
 * The release that failed when the check was over, or the last call of the check itself: no
 * release, and no call that a mark says is of others. Or NULL. Records of older releases have their
 * calls as text only, which is not read.
 */
static const xmlNode *find_call(const xmlNode *check, bool failed_release)
{
	const xmlNode *found = NULL;

	VCT_FOR_EACH (call, check, "call") {
		if (!vct_attribute(call, "verb")[0])
			continue;
		if (failed_release && is_failed_release(call))
			return call;
		if (!failed_release && !vct_first(call, "for"))
			found = call;
	}
	return found;
}

/* The result of a call: "0", "22 EINVAL", "NULL, errno 12 ENOMEM"; "": it has made something. */
static void result_of(const xmlNode *call, char *text, size_t size)
{
	char *result = vct_call_text(vct_first(call, "result"));
	char *error = vct_call_text(vct_first(call, "errno"));

	text[0] = '\0';
	if (result &&
	    (isdigit((unsigned char)result[0]) || result[0] == '-' || !strcmp(result, "NULL")))
		snprintf(text, size, "%s%s%s", result, error ? ", errno " : "", error ? error : "");
	free(result);
	free(error);
}

/* Verbs that only look: that they have succeeded is nothing that two checks have in common. */
static bool only_looks(const char *verb)
{
	static const char *const looks[] = { "ibv_query_", "ibv_get_", "ibv_poll_",
					     "ibv_ack_",   "ibv_wc_",  "ibv_start_poll",
					     "ibv_next_",  "ibv_end_" };

	for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++)
		if (!strncmp(verb, looks[i], strlen(looks[i])))
			return true;
	return false;
}

/* Only the last ibv_poll_cq before a deadline is recorded with no completion (result 0). */
static void words_of_call(const xmlNode *call, char *text, size_t size)
{
	const char *verb = vct_attribute(call, "verb");
	char *event = vct_call_text(vct_first(call, "event"));
	char *status = vct_call_text(vct_call_find(call, "member", "status"));
	char result[64];

	result_of(call, result, sizeof(result));
	if (!strcmp(verb, "poll"))
		snprintf(text, size, "%s does not come", event ? event : "an event");
	else if (!strcmp(verb, "ibv_poll_cq") && !strcmp(result, "0"))
		snprintf(text, size, "a completion does not come");
	else if (status && !strncmp(status, "IBV_WC_", 7) && strcmp(status, "IBV_WC_SUCCESS") != 0)
		snprintf(text, size, "a completion has the status %s", status);
	else if (only_looks(verb) && (!result[0] || isdigit((unsigned char)result[0])) &&
		 !strchr(result, ' '))
		text[0] = '\0';
	else if (!strncmp(verb, "ibv_", 4) && (!result[0] || !strcmp(result, "0")))
		snprintf(text, size, "%s succeeds", verb);
	else if (!strncmp(verb, "ibv_", 4))
		snprintf(text, size, "%s returns %s", verb, result);
	free(event);
	free(status);
}

static void write_call(const xmlNode *check, enum vct_verdict v, char *text, size_t size)
{
	bool released = v == VCT_FAIL && !vct_promise_at_stake(check)[0];
	const xmlNode *call = released ? find_call(check, true) : NULL;

	if (!call)
		call = find_call(check, false);
	if (!call)
		return;
	if (v == VCT_FAIL || v == VCT_BROKEN)
		words_of_call(call, text, size);
	else
		snprintf(text, size, "%s after %s", vct_verdict_name(v),
			 vct_attribute(call, "verb"));
}

/* Of a red <check>: its trait, in words by which traits are compared; "": it has none. */
static void trait_of(const xmlNode *check, enum vct_trait trait, char *text, size_t size)
{
	enum vct_verdict v = vct_verdict_find(vct_attribute(check, "verdict"));

	text[0] = '\0';
	if (trait == VCT_TRAIT_CHECK)
		snprintf(text, size, "%s", vct_attribute(check, "name"));
	if (trait == VCT_TRAIT_BLOCK)
		snprintf(text, size, "%s", vct_attribute(check, "block"));
	if (trait == VCT_TRAIT_PROMISE && v == VCT_FAIL)
		snprintf(text, size, "%s", vct_promise_at_stake(check));
	if (trait == VCT_TRAIT_CALL)
		write_call(check, v, text, size);
}

/* Groups of a class come before those of the next. */
enum class { PREVENTS, DEVIATES, KNOWN, CLASSES };

static const char *const class_names[] = { "red", "deviation", "known" };

struct cause {
	enum vct_trait trait;
	char *words;
	size_t left; /* the checks that have the trait and are in no group yet */
	size_t n;    /* with those that are in a group */
	struct red **reds;
	struct cause *next; /* in the same heap */
};

struct red {
	xmlNode *check;
	struct cause *causes[VCT_TRAITS];
	bool explained;
};

struct grouping {
	xmlNode *results;
	xmlNode *before; /* the first check: groups are put before it */
	unsigned int groups;
	struct red *reds;
	size_t n;
	struct cause **causes;
	size_t n_causes;
	xmlHashTable *by_words;
	xmlHashTable *checks; /* by name */
	struct cause *
		*heaps[VCT_TRAITS]; /* by how many checks were left when they were put there */
};

/* CLASSES: the check is not red. */
static enum class class_of(const xmlNode *results, const xmlNode *check) {
	enum vct_verdict v = vct_verdict_find(vct_attribute(check, "verdict"));

	if (v == VCT_PASS || v == VCT_SKIP || v == VCT_WAIVED || v == VCT_XPASS ||
	    v == VCT_NOTRUN) return CLASSES;
	if (vct_attribute(check, "known")[0] && vct_first(check, "waiver")) return KNOWN;
	if (v == VCT_FAIL && strcmp(vct_attribute(check, "level"), vct_level_name(VCT_MUST)) &&
	    !vct_attribute(results, "strict")[0]) return DEVIATES;
	return PREVENTS;
}

static struct cause *cause_of(struct grouping *g, enum vct_trait trait, const char *words)
{
	const char *kind = trait_name(trait);
	struct cause *c = xmlHashLookup2(g->by_words, X(words), X(kind));

	if (c)
		return c;
	c = vct_allocate(1, sizeof(*c));
	*c = (struct cause){ .trait = trait, .words = vct_copy(words) };
	if (xmlHashAddEntry2(g->by_words, X(words), X(kind), c))
		abort();
	g->causes[g->n_causes++] = c;
	return c;
}

static void add_to(struct cause *c, struct red *red)
{
	c->reds = vct_grow(c->reds, c->n, sizeof(*c->reds));
	c->reds[c->n++] = red;
	c->left++;
	red->causes[c->trait] = c;
}

static bool is_blocked(const xmlNode *check)
{
	return !strcmp(vct_attribute(check, "verdict"), vct_verdict_name(VCT_BLOCKED));
}

/* What a known deviation has in common with others is the waiver alone. */
static void take_known(struct grouping *g, xmlNode *check)
{
	struct red *red = &g->reds[g->n++];
	char *reason = (char *)xmlNodeGetContent(vct_first(check, "waiver")), *words;

	words = vct_format("%s: %s", vct_attribute(check, "known"), reason);
	red->check = check;
	add_to(cause_of(g, VCT_TRAIT_WAIVER, words), red);
	free(words);
	xmlFree(reason);
}

static void take(struct grouping *g, xmlNode *check)
{
	struct red *red = &g->reds[g->n++];
	const char *by = vct_attribute(check, "blocked-by");
	const xmlNode *blocker = is_blocked(check) ? xmlHashLookup(g->checks, X(by)) : check;
	char words[256];

	red->check = check;
	if (!blocker)
		add_to(cause_of(g, VCT_TRAIT_CHECK, by), red);
	for (unsigned int t = 0; blocker && t < VCT_TRAITS; t++) {
		trait_of(blocker, t, words, sizeof(words));
		if (words[0])
			add_to(cause_of(g, t, words), red);
	}
}

static void put(struct grouping *g, struct cause *c)
{
	struct cause **heap = &g->heaps[c->trait][c->left];

	c->next = *heap;
	*heap = c;
}

static void explain(struct grouping *g, struct red *red)
{
	red->explained = true;
	for (unsigned int t = 0; t < VCT_TRAITS; t++)
		if (red->causes[t])
			red->causes[t]->left--;
	vct_setf(red->check, "group", "%u", g->groups);
}

/* The check in which the cause is seen best: one that is not blocked, and not random. */
static const xmlNode *example_of(struct red *const *of, size_t n)
{
	for (int random = 0; random <= 1; random++)
		for (size_t i = 0; i < n; i++)
			if (!is_blocked(of[i]->check) &&
			    random == !!vct_attribute(of[i]->check, "random")[0])
				return of[i]->check;
	return of[0]->check;
}

static void make_group(struct grouping *g, struct cause *c, enum class class)
{
	xmlNode *group = xmlNewDocNode(g->results->doc, NULL, X("group"), NULL);
	struct red **of = vct_allocate(c->n, sizeof(struct red *));
	size_t n = 0;
	bool alone;

	g->groups++;
	for (size_t i = 0; i < c->n; i++)
		if (!c->reds[i]->explained) {
			explain(g, c->reds[i]);
			of[n++] = c->reds[i];
		}
	alone = n == 1 && class != KNOWN;
	vct_setf(group, "number", "%u", g->groups);
	vct_set(group, "class", class_names[class]);
	vct_set(group, "by", trait_name(alone ? VCT_TRAIT_CHECK : c->trait));
	if (class == KNOWN)
		vct_set(group, "known", vct_attribute(of[0]->check, "known"));
	vct_setf(group, "checks", "%zu", n);
	vct_set(group, "example", vct_attribute(example_of(of, n), "name"));
	xmlNodeAddContent(group, X(alone ? vct_attribute(of[0]->check, "name") : c->words));
	xmlAddPrevSibling(g->before, group);
	free(of);
}

/*
 * The causes that are left are looked at by the number of checks, the largest first. One that has
 * lost checks to another group since is put where it belongs now.
 */
static void make_groups(struct grouping *g, enum class class)
{
	for (size_t size = g->n; size; size--)
		for (unsigned int t = 0; t < VCT_TRAITS; t++)
			for (struct cause *c; (c = g->heaps[t][size]);) {
				g->heaps[t][size] = c->next;
				if (c->left == size)
					make_group(g, c, class);
				else
					put(g, c);
			}
}

static void release(struct cause *c)
{
	free(c->words);
	free(c->reds);
	free(c);
}

static void group_class(struct grouping *g, enum class class, size_t checks)
{
	g->n = g->n_causes = 0;
	g->reds = vct_allocate(checks, sizeof(*g->reds));
	g->causes = vct_allocate(VCT_TRAITS * checks, sizeof(struct cause *));
	g->by_words = xmlHashCreate(1024);
	VCT_FOR_EACH (check, g->results, "check")
		if (class_of(g->results, check) == class)
			(class == KNOWN ? take_known : take)(g, check);
	for (unsigned int t = 0; t < VCT_TRAITS; t++)
		g->heaps[t] = vct_allocate(g->n + 1, sizeof(struct cause *));
	for (size_t i = g->n_causes; i-- > 0;)
		put(g, g->causes[i]);
	make_groups(g, class);
	for (unsigned int t = 0; t < VCT_TRAITS; t++)
		free(g->heaps[t]);
	for (size_t i = 0; i < g->n_causes; i++)
		release(g->causes[i]);
	xmlHashFree(g->by_words, NULL);
	free(g->causes);
	free(g->reds);
}

static void clear(xmlNode *results)
{
	for (xmlNode *node = results->children, *next; node; node = next) {
		next = node->next;
		if (vct_is(node, "check"))
			xmlUnsetProp(node, X("group"));
		if (!vct_is(node, "group"))
			continue;
		xmlUnlinkNode(node);
		xmlFreeNode(node);
	}
}

void vct_group_reds(xmlNode *results)
{
	struct grouping g = { .results = results };
	size_t checks = 0;

	clear(results);
	g.before = vct_first(results, "check");
	g.checks = xmlHashCreate(4096);
	VCT_FOR_EACH (check, results, "check") {
		xmlHashAddEntry(g.checks, X(vct_attribute(check, "name")), check);
		checks++;
	}
	for (unsigned int class = 0; class < CLASSES; class ++)
		group_class(&g, class, checks);
	xmlHashFree(g.checks, NULL);
}
