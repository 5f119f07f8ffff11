// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the plan of a fleet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/child.h"
#include "../base/memory.h"
#include "../check/profile.h"
#include "../record/element.h"
#include "../record/files.h"
#include "plan.h"

/* A word for bash: whatever it contains, it is one word. */
static void quote(FILE *f, const char *before, const char *word, size_t size)
{
	fprintf(f, "%s'", before);
	for (size_t i = 0; i < size; i++) {
		if (word[i] == '\'')
			fputs("'\\''", f);
		else
			fputc(word[i], f);
	}
	fputc('\'', f);
}

static void say(FILE *f, const char *name, const char *value)
{
	fputs(name, f);
	quote(f, "=", value, strlen(value));
	fputc('\n', f);
}

/* name=value; '-' in a name becomes '_', and `prefix` comes before it. */
static void say_attributes(FILE *f, const xmlNode *node, const char *prefix)
{
	for (const xmlAttr *a = node->properties; a; a = a->next) {
		const char *value = vct_attribute(node, (const char *)a->name);
		char *word = vct_format("%s%s=%s", prefix, (const char *)a->name, value);

		for (char *c = word; *c != '='; c++)
			*c = *c == '-' ? '_' : *c;
		quote(f, " ", word, strlen(word));
		free(word);
	}
}

static bool is_what(const xmlNode *node)
{
	return vct_is(node, "run") || vct_is(node, "bench");
}

/* An element of the plan as a call. The elements in it: "check 'srq.*'", or the attributes of an
 * end of a pair. */
static void say_element(FILE *f, const xmlNode *node)
{
	fprintf(f, "%s %s %ld", is_what(node) ? "what" : "target", (const char *)node->name,
		xmlGetLineNo((xmlNode *)node));
	say_attributes(f, node, "");
	if (is_what(node))
		fputs(" --", f);
	for (const xmlNode *in = node->children; in; in = in->next) {
		xmlChar *text = in->type == XML_ELEMENT_NODE ? xmlNodeGetContent(in) : NULL;

		if (text && is_what(node)) {
			fprintf(f, " %s", (const char *)in->name);
			quote(f, " ", (const char *)text, strlen((const char *)text));
		} else if (text) {
			say_attributes(f, in, vct_is(in, "near") ? "near_" : "far_");
		}
		xmlFree(text);
	}
	fputc('\n', f);
}

/* First what is to run, then where. */
static void say_plan(FILE *f, const xmlNode *root)
{
	for (int where = 0; where < 2; where++)
		for (const xmlNode *n = root->children; n; n = n->next)
			if (n->type == XML_ELEMENT_NODE && is_what(n) != where)
				say_element(f, n);
	fprintf(f, "plan %ld", xmlGetLineNo((xmlNode *)root));
	say_attributes(f, root, "");
	fputc('\n', f);
}

/* What neither the schema nor the script can ask. */
static int check_profiles(const char *path, const xmlNode *root)
{
	VCT_FOR_EACH (run, root, "run")
		VCT_FOR_EACH (profile, run, "profile") {
			xmlChar *name = xmlNodeGetContent(profile);
			bool there = vct_profile_find((const char *)name);

			if (!there)
				fprintf(stderr,
					"verbs-cts: %s:%ld: there is no profile of this name: %s\n",
					path, xmlGetLineNo(profile), (const char *)name);
			xmlFree(name);
			if (!there)
				return -1;
		}
	return 0;
}

static void say_wish(FILE *f, const struct fleet_wish *wish)
{
	char *program = realpath(VCT_THIS_PROGRAM, NULL), *jobs = vct_format("%u", wish->jobs);
	static const char *const parts[] = { "../lib/fleet/target.sh", "../lib/fleet/round.sh" };
	const char *job;
	size_t size;

	say(f, "program", program ? program : "");
	say(f, "file", wish->plan);
	say(f, "action", wish->action);
	say(f, "out", wish->out ? wish->out : "");
	say(f, "begin", wish->begin ? "yes" : "");
	say(f, "wait", wish->wait ? "yes" : "");
	say(f, "jobs", jobs);
	job = vct_embedded("../lib/fleet/job.sh", &size);
	quote(f, "job=", job, size);
	fputc('\n', f);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const char *part = vct_embedded(parts[i], &size);

		fwrite(part, 1, size, f);
	}
	fputs("# The plan\n", f);
	free(program);
	free(jobs);
}

char *fleet_script(const struct fleet_wish *wish)
{
	xmlDoc *doc = vct_results_read(wish->plan, VCT_EMBEDDED "fleet-plan.rng");
	const xmlNode *root = xmlDocGetRootElement(doc);
	char *text = NULL;
	size_t size;
	FILE *f;

	if (root && !check_profiles(wish->plan, root)) {
		f = vct_open_text(&text, &size);
		say_wish(f, wish);
		say_plan(f, root);
		fclose(f);
	}
	xmlFreeDoc(doc);
	return text;
}
