// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts list: lists checks, promises and mutants. */
#include <fnmatch.h>
#include <libxml/xmlwriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/check.h"
#include "../check/device.h"
#include "../check/profile.h"
#include "../run/mutant.h"
#include "../base/exit.h"
#include "program.h"

struct options {
	bool xml, mutants;
	const char *page;
	char **patterns;
	int n_patterns;
};

static const struct argp_option options[] = {
	{ "xml", 'X', NULL, 0,
	  "print XML, with every promise in full, and the promises of each profile", 0 },
	{ "mutants", SETS(struct options, mutants), NULL, 0,
	  "list the mutants instead, each with the promise that it breaks and the verbs that it "
	  "changes ('verbs-cts run --mutant NAME')",
	  0 },
	{ "page", INTO_TEXT(struct options, page), "PAGE", 0,
	  "list the promises of this manual page instead, each with the checks that cite it: "
	  "ibv_modify_srq, for example",
	  0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'X':
		o->xml = true;
		return 0;
	case ARGP_KEY_ARGS:
		o->patterns = state->argv + state->next;
		o->n_patterns = state->argc - state->next;
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[NAME...]",
	.doc = "Lists every check with the promises that it cites and the capabilities that it "
	       "needs, and every promise that no check cites. With NAME, which may be a pattern as "
	       "'srq.limit.*', it lists those checks or, with --mutants, mutants.",
};

static const struct vct_case *cases;
static size_t n_cases;

/* A pattern that matches nothing is a typing mistake. */
static bool is_wanted(const struct options *o, const char *name, bool *used)
{
	bool wanted = !o->n_patterns;

	for (int i = 0; i < o->n_patterns; i++) {
		bool matches = !fnmatch(o->patterns[i], name, 0);

		used[i] |= matches;
		wanted |= matches;
	}
	return wanted;
}

/* Moves the wanted elements to the front. Returns how many there are; ends the program if a pattern
 * matches none. */
static size_t choose(const struct options *o, void *list, size_t n, size_t size,
		     const char *(*name_of)(const void *element), const char *kind)
{
	bool *used = vct_allocate((size_t)o->n_patterns + 1, sizeof(*used));
	size_t n_left = 0;

	for (size_t i = 0; i < n; i++) {
		char *element = (char *)list + i * size;

		if (is_wanted(o, name_of(element), used))
			memmove((char *)list + n_left++ * size, element, size);
	}
	for (int i = 0; i < o->n_patterns; i++) {
		if (used[i])
			continue;
		fprintf(stderr,
			"verbs-cts: no %s matches '%s'. A pattern needs quotes, so that the shell "
			"does not expand it\n",
			kind, o->patterns[i]);
		exit(VCT_USAGE);
	}
	free(used);
	return n_left;
}

static const char *case_name(const void *c)
{
	return ((const struct vct_case *)c)->name;
}

static const char *mutant_name(const void *m)
{
	return ((const struct vct_mutant *)m)->name;
}

static bool is_cited(const struct vct_promise *p)
{
	for (size_t i = 0; i < n_cases; i++)
		if (vct_case_cites(&cases[i], p->id))
			return true;
	return false;
}

static void print_uncited(void)
{
	unsigned int promises = 0, uncited = 0;

	printf("\nCited by no check:\n");
	vct_for_each_promise (p) {
		promises++;
		if (is_cited(*p))
			continue;
		uncited++;
		printf("    %-32s %s\n", (*p)->id, vct_promise_text(*p));
	}
	printf("\n%zu checks cite %u of %u promises; %u are cited by no check.\n", n_cases,
	       promises - uncited, promises, uncited);
}

static void print_citing(const struct vct_promise *p)
{
	if (!is_cited(p))
		printf("    cited by no check\n");
	for (size_t i = 0; i < n_cases; i++)
		if (vct_case_cites(&cases[i], p->id))
			printf("    %s\n", cases[i].name);
}

/* The promises of a page, so that who writes a check of a verb finds what is there already. */
static int list_page(const char *page)
{
	unsigned int found = 0;

	vct_for_each_promise (p) {
		if (!vct_promise_is_of_page(*p, page))
			continue;
		found++;
		printf("%s (%s): %s\n  [%s]\n", (*p)->id, vct_level_name((*p)->level),
		       vct_promise_text(*p), vct_promise_source(*p));
		print_citing(*p);
	}
	if (found)
		return VCT_CONFORMS;
	fprintf(stderr, "verbs-cts: no promise is of the page '%s'\n", page);
	return VCT_USAGE;
}

static void print_text(void)
{
	char needs[128];

	for (size_t i = 0; i < n_cases; i++) {
		const struct vct_case *c = &cases[i];

		vct_need_list(c->needs, c->lacks, needs, sizeof(needs));
		printf("%s\n   ", c->name);
		for (const struct vct_promise *const *p = c->promises; *p; p++)
			printf(" %s", (*p)->id);
		printf("%s%s%s%s%s%s\n",
		       c->check->compiled ? "  (compiled in)"
		       : needs[0]         ? "  needs "
					  : "",
		       needs, c->danger ? "  danger " : "", vct_danger_name(c->danger),
		       c->answered_by_library
			       ? "  answered by libibverbs-xrc, except by an own ibv_"
			       : "",
		       c->answered_by_library ? c->answered_by_library : "");
	}
}

static void attribute(xmlTextWriter *w, const char *name, const char *value)
{
	xmlTextWriterWriteAttribute(w, (const xmlChar *)name, (const xmlChar *)value);
}

static void start(xmlTextWriter *w, const char *name)
{
	xmlTextWriterStartElement(w, (const xmlChar *)name);
}

static void write_ids(xmlTextWriter *w, const char *name, const struct vct_promise *const *promises)
{
	xmlTextWriterStartAttribute(w, (const xmlChar *)name);
	for (const struct vct_promise *const *p = promises; *p; p++)
		xmlTextWriterWriteFormatString(w, "%s%s", p == promises ? "" : " ", (*p)->id);
	xmlTextWriterEndAttribute(w);
}

static void write_case(xmlTextWriter *w, const struct vct_case *c)
{
	char needs[128];

	vct_need_list(c->needs, c->lacks, needs, sizeof(needs));
	start(w, "check");
	attribute(w, "name", c->name);
	attribute(w, "level", vct_level_name(vct_case_level(c)));
	attribute(w, "needs", needs);
	attribute(w, "danger", vct_danger_name(c->danger));
	if (c->answered_by_library)
		attribute(w, "answered-by", "libibverbs-xrc");
	attribute(w, "compiled", c->check->compiled ? "true" : "false");
	write_ids(w, "promises", c->promises);
	xmlTextWriterEndElement(w);
}

static xmlTextWriter *start_list(void)
{
	xmlTextWriter *w = xmlNewTextWriterFilename("-", 0);

	if (!w)
		abort();
	xmlTextWriterSetIndent(w, 1);
	xmlTextWriterStartDocument(w, NULL, "UTF-8", NULL);
	start(w, "list");
	return w;
}

static void write_id(const struct vct_promise *promise, void *writer)
{
	xmlTextWriterWriteFormatString(writer, "%s ", promise->id);
}

static void write_profile(xmlTextWriter *w, const struct vct_profile *p)
{
	start(w, "profile");
	attribute(w, "name", p->name);
	attribute(w, "needs", p->needs);
	xmlTextWriterWriteFormatAttribute(w, (const xmlChar *)"version", "%u", p->version);
	xmlTextWriterStartAttribute(w, (const xmlChar *)"promises");
	vct_each_of_profile(p, write_id, w);
	xmlTextWriterEndAttribute(w);
	xmlTextWriterWriteString(w, (const xmlChar *)p->title);
	xmlTextWriterEndElement(w);
}

static void print_xml(bool only_cited)
{
	xmlTextWriter *w = start_list();

	vct_for_each_promise (p) {
		if (only_cited && !is_cited(*p))
			continue;
		start(w, "promise");
		attribute(w, "id", (*p)->id);
		attribute(w, "level", vct_level_name((*p)->level));
		attribute(w, "source", vct_promise_source(*p));
		if ((*p)->no_check)
			attribute(w, "no-check", (*p)->no_check);
		if ((*p)->broken_with)
			write_ids(w, "broken-with", (*p)->broken_with);
		if ((*p)->of_all)
			attribute(w, "of-all", "true");
		attribute(w, "cited", is_cited(*p) ? "true" : "false");
		xmlTextWriterWriteString(w, (const xmlChar *)vct_promise_text(*p));
		xmlTextWriterEndElement(w);
	}
	vct_for_each_profile (p)
		write_profile(w, *p);
	for (size_t i = 0; i < n_cases; i++)
		write_case(w, &cases[i]);
	xmlTextWriterEndDocument(w);
	xmlFreeTextWriter(w);
}

static void print_mutants_xml(const struct vct_mutant *mutants, size_t n)
{
	xmlTextWriter *w = start_list();

	for (const struct vct_mutant *m = mutants; m < mutants + n; m++) {
		const char *const optional[][2] = { { "promise", m->promise },
						    { "why", m->why },
						    { "ref", m->ref } };

		start(w, "mutant");
		attribute(w, "name", m->name);
		attribute(w, "verbs", m->verbs);
		attribute(w, "verdict", m->verdict);
		for (size_t i = 0; i < sizeof(optional) / sizeof(optional[0]); i++)
			if (optional[i][1][0])
				attribute(w, optional[i][0], optional[i][1]);
		xmlTextWriterWriteString(w, (const xmlChar *)m->sentence);
		xmlTextWriterEndElement(w);
	}
	xmlTextWriterEndDocument(w);
	xmlFreeTextWriter(w);
}

static void print_mutant(const struct vct_mutant *m)
{
	const struct vct_promise *p = vct_promise_find(m->promise);

	printf("%s\n", m->name);
	if (p)
		printf("    %s: %s\n", p->id, vct_promise_text(p));
	printf("    %s, by %s\n", m->sentence, m->verbs);
	if (m->ref[0])
		printf("    bug of %s\n", m->ref);
}

/* Those that are made by rule are many: they are listed if they are asked for. */
static void print_mutants_text(const struct vct_mutant *mutants, size_t n, bool by_rule)
{
	unsigned int broken = 0, promises = 0;
	size_t n_by_rule = 0;

	for (const struct vct_mutant *m = mutants; m < mutants + n; m++) {
		n_by_rule += !m->promise[0];
		if (m->promise[0] || by_rule)
			print_mutant(m);
	}
	vct_for_each_promise (p) {
		size_t i = 0;

		while (i < n && strcmp(mutants[i].promise, (*p)->id))
			i++;
		promises++;
		broken += i < n;
	}
	n -= n_by_rule;
	putchar('\n');
	if (n)
		printf("%zu mutant%s %u of %u promises.\n", n, n == 1 ? " breaks" : "s break",
		       broken, promises);
	if (n_by_rule)
		printf("%zu mutant%s made by rule%s.\n", n_by_rule,
		       n_by_rule == 1 ? " is" : "s are",
		       by_rule ? "" : ": 'verbs-cts list --mutants \"modify_srq:*\"' lists some");
}

static int list_mutants(const struct options *o)
{
	const struct vct_mutant *all;
	struct vct_mutant *mutants;
	char error[512];
	size_t n;

	if (vct_mutants_load(&all, &n, error, sizeof(error))) {
		fprintf(stderr, "verbs-cts: %s\n", error);
		return VCT_USAGE;
	}
	mutants = vct_allocate(n + 1, sizeof(*mutants));
	memcpy(mutants, all, n * sizeof(*mutants));
	n = choose(o, mutants, n, sizeof(*mutants), mutant_name, "mutant");
	if (o->xml)
		print_mutants_xml(mutants, n);
	else
		print_mutants_text(mutants, n, o->n_patterns);
	free(mutants);
	return VCT_CONFORMS;
}

int list_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct vct_case *all;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (o.mutants)
		return list_mutants(&o);
	n_cases = vct_cases(&all);
	n_cases = choose(&o, all, n_cases, sizeof(*all), case_name, "check");
	cases = all;
	if (o.page)
		return list_page(o.page);
	if (o.xml)
		print_xml(o.n_patterns);
	else
		print_text();
	if (!o.xml && !o.n_patterns)
		print_uncited();
	return VCT_CONFORMS;
}
