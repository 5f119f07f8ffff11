// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts list: the checks, the promises they cite and what they need, and what no check cites.
 */
#include <libxml/xmlwriter.h>
#include <stdio.h>

#include "../lib/check.h"
#include "../lib/device.h"
#include "program.h"

static const struct argp_option options[] = {
	{ "xml", 'X', NULL, 0, "as XML, with every promise in full", 0 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	bool *xml = state->input;

	(void)arg;
	switch (key) {
	case 'X':
		*xml = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "list takes no argument");
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Lists every check with the promises it cites and what it needs of a device, and "
	       "every "
	       "promise that no check cites yet.",
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
		printf("%s%s\n",
		       c->check->compiled ? "  (compiled in)"
		       : needs[0]         ? "  needs "
					  : "",
		       needs);
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
	attribute(w, "compiled", c->check->compiled ? "true" : "false");
	xmlTextWriterStartAttribute(w, (const xmlChar *)"promises");
	for (const struct vct_promise *const *p = c->promises; *p; p++)
		xmlTextWriterWriteFormatString(w, "%s%s", p == c->promises ? "" : " ", (*p)->id);
	xmlTextWriterEndAttribute(w);
	xmlTextWriterEndElement(w);
}

static void print_xml(void)
{
	xmlTextWriter *w = xmlNewTextWriterFilename("-", 0);

	xmlTextWriterSetIndent(w, 1);
	xmlTextWriterStartDocument(w, NULL, "UTF-8", NULL);
	start(w, "list");
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

int list_main(int argc, char **argv)
{
	struct vct_case *all;
	bool xml = false;

	argp_parse(&argp, argc, argv, 0, NULL, &xml);
	n_cases = vct_cases(&all);
	cases = all;
	if (xml)
		print_xml();
	else
		print_text();
	return 0;
}
