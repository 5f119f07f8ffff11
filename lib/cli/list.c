// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts list: lists checks, promises and mutants. */
#include <libxml/xmlwriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check/check.h"
#include "../check/device.h"
#include "../run/mutant.h"
#include "../base/exit.h"
#include "program.h"

enum { MUTANTS = 256 };

struct options {
	bool xml, mutants;
};

static const struct argp_option options[] = {
	{ "xml", 'X', NULL, 0, "print XML, with every promise in full", 0 },
	{ "mutants", MUTANTS, NULL, 0,
	  "list the mutants instead, each with the promise that it breaks and the verbs that it "
	  "changes ('verbs-cts run --mutant NAME')",
	  0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	(void)arg;
	switch (key) {
	case 'X':
		o->xml = true;
		return 0;
	case MUTANTS:
		o->mutants = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "list takes no arguments");
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Lists every check with the promises that it cites and the capabilities that it "
	       "needs, "
	       "and every promise that no check cites.",
};

static const struct vct_case *cases;
static size_t n_cases;

static bool is_cited(const struct vct_promise *p)
{
	for (size_t i = 0; i < n_cases; i++)
		if (vct_case_cites(&cases[i], p->id))
			return true;
	return false;
}

static void print_text(void)
{
	unsigned int promises = 0, uncited = 0;
	char needs[128];

	for (size_t i = 0; i < n_cases; i++) {
		const struct vct_case *c = &cases[i];

		vct_need_list(c->needs, needs, sizeof(needs));
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
	printf("\nCited by no check:\n");
	vct_for_each_promise (p) {
		promises++;
		if (is_cited(*p))
			continue;
		uncited++;
		printf("    %-32s %s\n", (*p)->id, (*p)->statement);
	}
	printf("\n%zu checks cite %u of %u promises; %u are cited by no check.\n", n_cases,
	       promises - uncited, promises, uncited);
}

static void attribute(xmlTextWriter *w, const char *name, const char *value)
{
	xmlTextWriterWriteAttribute(w, (const xmlChar *)name, (const xmlChar *)value);
}

static void start(xmlTextWriter *w, const char *name)
{
	xmlTextWriterStartElement(w, (const xmlChar *)name);
}

static void write_case(xmlTextWriter *w, const struct vct_case *c)
{
	char needs[128];

	vct_need_list(c->needs, needs, sizeof(needs));
	start(w, "check");
	attribute(w, "name", c->name);
	attribute(w, "level", vct_level_name(vct_case_level(c)));
	attribute(w, "needs", needs);
	attribute(w, "danger", vct_danger_name(c->danger));
	if (c->answered_by_library)
		attribute(w, "answered-by", "libibverbs-xrc");
	attribute(w, "compiled", c->check->compiled ? "true" : "false");
	xmlTextWriterStartAttribute(w, (const xmlChar *)"promises");
	for (const struct vct_promise *const *p = c->promises; *p; p++)
		xmlTextWriterWriteFormatString(w, "%s%s", p == c->promises ? "" : " ", (*p)->id);
	xmlTextWriterEndAttribute(w);
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

static void print_xml(void)
{
	xmlTextWriter *w = start_list();

	vct_for_each_promise (p) {
		start(w, "promise");
		attribute(w, "id", (*p)->id);
		attribute(w, "level", vct_level_name((*p)->level));
		attribute(w, "source", (*p)->source);
		attribute(w, "cited", is_cited(*p) ? "true" : "false");
		xmlTextWriterWriteString(w, (const xmlChar *)(*p)->statement);
		xmlTextWriterEndElement(w);
	}
	for (size_t i = 0; i < n_cases; i++)
		write_case(w, &cases[i]);
	xmlTextWriterEndDocument(w);
	xmlFreeTextWriter(w);
}

static void print_mutants_xml(const struct vct_mutant *mutants, size_t n)
{
	xmlTextWriter *w = start_list();

	for (const struct vct_mutant *m = mutants; m < mutants + n; m++) {
		const char *const optional[][2] = { { "also", m->also },
						    { "why", m->why },
						    { "ref", m->ref } };

		start(w, "mutant");
		attribute(w, "name", m->name);
		attribute(w, "promise", m->promise);
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

static void print_mutants_text(const struct vct_mutant *mutants, size_t n)
{
	unsigned int broken = 0, promises = 0;

	for (const struct vct_mutant *m = mutants; m < mutants + n; m++) {
		const struct vct_promise *p = vct_promise_find(m->promise);

		printf("%s\n    %s: %s\n    %s, by %s\n", m->name, m->promise,
		       p ? p->statement : "(unknown promise)", m->sentence, m->verbs);
		if (m->ref[0])
			printf("    bug of %s\n", m->ref);
	}
	vct_for_each_promise (p) {
		size_t i = 0;

		while (i < n && strcmp(mutants[i].promise, (*p)->id))
			i++;
		promises++;
		broken += i < n;
	}
	printf("\n%zu mutants break %u of %u promises.\n", n, broken, promises);
}

static int list_mutants(bool xml)
{
	const struct vct_mutant *mutants;
	char error[512];
	size_t n;

	if (vct_mutants_load(&mutants, &n, error, sizeof(error))) {
		fprintf(stderr, "verbs-cts: %s\n", error);
		return VCT_USAGE;
	}
	if (xml)
		print_mutants_xml(mutants, n);
	else
		print_mutants_text(mutants, n);
	return VCT_CONFORMS;
}

int list_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct vct_case *all;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (o.mutants)
		return list_mutants(o.xml);
	n_cases = vct_cases(&all);
	cases = all;
	if (o.xml)
		print_xml();
	else
		print_text();
	return VCT_CONFORMS;
}
