// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Groups the red checks by what they have in common. */
#include <libxml/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/judge.h"
#include "element.h"
#include "groups.h"
#include "traits.h"

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
	const char *kind = vct_trait_name(trait);
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
		vct_trait_of(blocker, t, words, sizeof(words));
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
	vct_set(group, "by", vct_trait_name(alone ? VCT_TRAIT_CHECK : c->trait));
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
