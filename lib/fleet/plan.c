// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the plan of a fleet. */
#include <libgen.h>
#include <libxml/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/files.h"
#include "../check/profile.h"
#include "plan.h"

/* More than any lab has; a wrong number in a plan shall not fill the memory. The name of a target
 * is that of a folder. */
enum { MOST_TASKS = 1000000, LONGEST_NAME = 255 };

/* What separates the words of a list in an attribute. */
static const char blanks[] = " \t\r\n";

static int wrong(const struct fleet_plan *plan, const xmlNode *node, const char *what,
		 const char *name)
{
	fprintf(stderr, "verbs-cts: %s:%ld: %s: %s\n", plan->path, xmlGetLineNo((xmlNode *)node),
		what, name);
	return -1;
}

bool fleet_has_adapter(const struct fleet_target *target)
{
	const xmlNode *node = target->node;

	return vct_is(node, "device") ||
	       (vct_is(node, "pair") && !xmlHasProp((xmlNode *)node, X("config")));
}

static bool is_run(const xmlNode *node)
{
	return vct_is(node, "run") || vct_is(node, "bench");
}

static bool is_target(const xmlNode *node)
{
	return vct_is(node, "device") || vct_is(node, "guest") || vct_is(node, "persona") ||
	       vct_is(node, "pair");
}

/* Whether the list of words, separated by blanks, has this word. */
static bool has_word(const char *list, const char *word)
{
	size_t len;

	for (; *(list += strspn(list, blanks)); list += len) {
		len = strcspn(list, blanks);
		if (len == strlen(word) && !memcmp(list, word, len))
			return true;
	}
	return false;
}

static bool is_for(const xmlNode *run, const xmlNode *target)
{
	const char *runs = vct_attribute(target, "runs");

	if (vct_is(run, "bench") && vct_is(target, "pair"))
		return false; /* the benchmark has no far end */
	return !runs[0] || has_word(runs, vct_attribute(run, "name"));
}

static int add_task(struct fleet_plan *plan, const xmlNode *what, const char *seed,
		    unsigned long time)
{
	struct fleet_task *task;

	if (plan->n_tasks == MOST_TASKS)
		return wrong(plan, what, "the plan has more than a million tasks; at",
			     vct_attribute(what, "name"));
	plan->tasks = vct_resize(plan->tasks, plan->n_tasks + 1, sizeof(*task));
	task = &plan->tasks[plan->n_tasks++];
	*task = (struct fleet_task){ .what = what, .seed = seed ? vct_copy(seed) : NULL };
	task->name = vct_format("%s%s%s.%lu", vct_attribute(what, "name"), seed ? ".seed-" : "",
				seed ? seed : "", time);
	return 0;
}

static int add_times(struct fleet_plan *plan, const xmlNode *what, const char *seed)
{
	const char *times = vct_attribute(what, "times");
	unsigned long n = times[0] ? strtoul(times, NULL, 10) : 1;

	for (unsigned long time = 1; time <= n; time++)
		if (add_task(plan, what, seed, time))
			return -1;
	return 0;
}

/* The tasks of a <run> or <bench>: a task for each seed and time. */
static int add_tasks(struct fleet_plan *plan, const xmlNode *what)
{
	char *seeds = vct_copy(vct_attribute(what, "seeds")), *rest = NULL;
	int ret = seeds[0] ? 0 : add_times(plan, what, NULL);

	for (char *s = strtok_r(seeds, blanks, &rest); s && !ret; s = strtok_r(NULL, blanks, &rest))
		ret = add_times(plan, what, s);
	free(seeds);
	return ret;
}

static int add_target(struct fleet_plan *plan, const xmlNode *node, const char *on, bool several)
{
	struct fleet_target *target;

	plan->targets = vct_resize(plan->targets, plan->n_targets + 1, sizeof(*target));
	target = &plan->targets[plan->n_targets++];
	*target = (struct fleet_target){ .node = node, .first = plan->n_tasks };
	target->on = on ? vct_copy(on) : NULL;
	target->name = vct_format("%s%s%s", vct_attribute(node, "name"), several ? "@" : "",
				  several ? on : "");
	if (strlen(target->name) > LONGEST_NAME)
		return wrong(plan, node,
			     "the name of a target is longer than that of a folder may be",
			     target->name);
	/* A round has these beside the folders of its targets. */
	if (!strcmp(target->name, "jobs") || !strcmp(target->name, "plan.xml"))
		return wrong(plan, node, "a round has another file of this name", target->name);
	VCT_FOR_EACH (run, plan->doc->children, "run")
		if (is_for(run, node) && add_tasks(plan, run))
			return -1;
	VCT_FOR_EACH (bench, plan->doc->children, "bench")
		if (is_for(bench, node) && add_tasks(plan, bench))
			return -1;
	target->n = plan->n_tasks - target->first;
	return 0;
}

static int add_targets(struct fleet_plan *plan, const xmlNode *node)
{
	const char *nodes = vct_attribute(node, "nodes");
	char **names = nodes[0] ? fleet_names_in(nodes) : NULL;
	int ret = 0;

	if (nodes[0] && !names)
		return wrong(plan, node, "this is not a list of nodes, as n[1-4,7] is", nodes);
	if (!names)
		return add_target(plan, node, NULL, false);
	for (size_t i = 0; names[i]; i++) {
		ret = ret ? ret : add_target(plan, node, names[i], names[1]);
		free(names[i]);
	}
	free(names);
	return ret;
}

static const xmlNode *named(const struct fleet_plan *plan, bool (*is)(const xmlNode *),
			    const char *name)
{
	for (const xmlNode *n = plan->doc->children->children; n; n = n->next)
		if (n->type == XML_ELEMENT_NODE && is(n) && !strcmp(vct_attribute(n, "name"), name))
			return n;
	return NULL;
}

static int check_runs_of(const struct fleet_plan *plan, const xmlNode *target)
{
	char *runs = vct_copy(vct_attribute(target, "runs")), *rest = NULL;
	int ret = 0;

	for (char *r = strtok_r(runs, blanks, &rest); r && !ret; r = strtok_r(NULL, blanks, &rest))
		if (!named(plan, is_run, r))
			ret = wrong(plan, target, "the plan has no <run> or <bench> of this name",
				    r);
	free(runs);
	return ret;
}

static int check_profiles_of(const struct fleet_plan *plan, const xmlNode *run)
{
	VCT_FOR_EACH (profile, run, "profile") {
		xmlChar *name = xmlNodeGetContent(profile);
		int ret = vct_profile_find((const char *)name)
				  ? 0
				  : wrong(plan, profile, "there is no profile of this name",
					  (const char *)name);

		xmlFree(name);
		if (ret)
			return ret;
	}
	return 0;
}

/* What the schema cannot ask. */
static int check(const struct fleet_plan *plan)
{
	for (const xmlNode *n = plan->doc->children->children; n; n = n->next) {
		bool (*is)(const xmlNode *) = NULL;

		if (n->type == XML_ELEMENT_NODE)
			is = is_run(n) ? is_run : is_target(n) ? is_target : NULL;
		if (!is)
			continue;
		if (named(plan, is, vct_attribute(n, "name")) != n)
			return wrong(plan, n, "this name is given twice", vct_attribute(n, "name"));
		if (is == is_target ? check_runs_of(plan, n) : check_profiles_of(plan, n))
			return -1;
	}
	return 0;
}

/* A relative path is beside the plan. */
static char *results_of(const struct fleet_plan *plan)
{
	const char *given = vct_attribute(plan->doc->children, "results");
	char *real, *path;

	if (given[0] == '/')
		return vct_copy(given);
	real = realpath(plan->path, NULL);
	if (!real) {
		wrong(plan, plan->doc->children,
		      "the plan is not in a folder, beside which this relative path could be",
		      given);
		return NULL;
	}
	path = vct_format("%s/%s", dirname(real), given);
	free(real);
	return path;
}

/* A comment before the root is a child of the document, too. */
static void keep_root(xmlDoc *doc)
{
	xmlNode *root = xmlDocGetRootElement(doc), *next;

	for (xmlNode *n = doc->children; n; n = next) {
		next = n->next;
		if (n == root)
			continue;
		xmlUnlinkNode(n);
		xmlFreeNode(n);
	}
}

static void link_tasks(struct fleet_plan *plan)
{
	for (size_t i = 0; i < plan->n_targets; i++)
		for (size_t k = 0; k < plan->targets[i].n; k++)
			plan->tasks[plan->targets[i].first + k].target = &plan->targets[i];
}

/* A task is known by its name: two of one name would be one. */
static int check_names(const struct fleet_plan *plan)
{
	xmlHashTable *seen = xmlHashCreate((int)plan->n_tasks + 1);
	int ret = 0;

	for (size_t i = 0; i < plan->n_tasks && !ret; i++)
		if (xmlHashAddEntry2(seen, X(plan->tasks[i].target->name), X(plan->tasks[i].name),
				     (void *)plan))
			ret = wrong(plan, plan->tasks[i].target->node,
				    "two tasks of this target have the same name",
				    plan->tasks[i].name);
	xmlHashFree(seen, NULL);
	return ret;
}

int fleet_plan_read(struct fleet_plan *plan, const char *path)
{
	*plan = (struct fleet_plan){ .path = vct_copy(path) };
	plan->doc = vct_results_read(path, VCT_EMBEDDED "fleet-plan.rng");
	if (!plan->doc)
		return -1;
	keep_root(plan->doc);
	plan->name = vct_attribute(plan->doc->children, "name");
	plan->node_results = vct_attribute(plan->doc->children, "node-results");
	plan->results = results_of(plan);
	if (!plan->results || check(plan))
		return -1;
	for (const xmlNode *n = plan->doc->children->children; n; n = n->next)
		if (n->type == XML_ELEMENT_NODE && is_target(n) && add_targets(plan, n))
			return -1;
	link_tasks(plan);
	return check_names(plan);
}

void fleet_plan_free(struct fleet_plan *plan)
{
	for (size_t i = 0; i < plan->n_tasks; i++) {
		free(plan->tasks[i].name);
		free(plan->tasks[i].seed);
	}
	for (size_t i = 0; i < plan->n_targets; i++) {
		free(plan->targets[i].name);
		free(plan->targets[i].on);
	}
	free(plan->tasks);
	free(plan->targets);
	free(plan->results);
	free(plan->path);
	xmlFreeDoc(plan->doc);
}
