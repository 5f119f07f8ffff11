// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The runs of a matrix: their names, and their elements in matrix.xml. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/judge.h"
#include "columns.h"
#include "element.h"
#include "settle.h"

xmlNode *vct_columns_root(const struct column *column)
{
	return column->doc ? xmlDocGetRootElement(column->doc) : NULL;
}

/* The schema requires a device. */
static xmlNode *device_of(const struct column *column)
{
	return vct_first(vct_columns_root(column), "device");
}

/* What a run says of its peer: "kernel"; "": nothing */
static const char *peer_of(const struct column *column, const char *fact)
{
	char name[64];

	snprintf(name, sizeof(name), "peer.%s", fact);
	return vct_fact(column->doc, name);
}

bool vct_columns_of_one_kind(const struct column *a, const struct column *b)
{
	return a->doc && b->doc && a->way == b->way &&
	       !strcmp(vct_attribute(device_of(a), "driver"),
		       vct_attribute(device_of(b), "driver")) &&
	       (!a->way || !strcmp(peer_of(a, "driver"), peer_of(b, "driver")));
}

const xmlNode *vct_columns_mutant(const struct column *column)
{
	return vct_first(vct_columns_root(column), "mutant");
}

/* Names that may distinguish runs, the best one first. */
static char *candidate(const struct column *column, unsigned int which)
{
	static const char *const attributes[][2] = {
		{ "", "kernel" },
		{ "", "name" },
		{ "", "driver" },
		{ "firmware ", "fw" },
		{ "rdma-core ", "rdma-core" },
	};
	const xmlNode *device = device_of(column);
	const char *prefix = "", *value;

	if (which < sizeof(attributes) / sizeof(attributes[0])) {
		bool no_kernel = !which && vct_attribute(device, "user-space")[0];

		prefix = attributes[which][0];
		value = vct_attribute(device, no_kernel ? "name" : attributes[which][1]);
	} else if (which == sizeof(attributes) / sizeof(attributes[0])) {
		prefix = "verbs-cts ";
		value = vct_attribute(vct_columns_root(column), "commit");
	} else {
		value = column->file;
	}
	return vct_format("%s%s", prefix, value);
}

/* The same of the peer. */
static char *candidate_of_peer(const struct column *column, unsigned int which)
{
	static const char *const facts[][2] = {
		{ "", "kernel" },
		{ "", "device" },
		{ "", "driver" },
		{ "firmware ", "fw" },
		{ "rdma-core ", "rdma_core" },
	};
	const char *value = "";

	if (which < sizeof(facts) / sizeof(facts[0])) {
		/* Devices in user space are of one machine. */
		bool no_kernel = !which && vct_attribute(device_of(column), "user-space")[0];

		value = peer_of(column, no_kernel ? "device" : facts[which][1]);
	}
	return vct_format("%s%s", value[0] ? facts[which][0] : "", value);
}

/* What a column with this base name is called: "6.12 receives from 6.1". */
static char *with_way(const struct column *column, const char *base, const char *peer)
{
	const char *joint = !column->way || !peer[0]           ? ""
			    : !strcmp(column->way, "receives") ? " from "
							       : " to ";

	return vct_format("%s%s%s%s%s", base, column->way ? " " : "",
			  column->way ? column->way : "", joint, joint[0] ? peer : "");
}

/* The name of a column without one, or with that which it was given. */
static char *plain_name_of(const struct column *column, unsigned int which)
{
	char *base = column->name  ? vct_copy(column->name)
		     : column->doc ? candidate(column, which)
				   : vct_copy(column->file);
	char *peer, *name;

	if (!column->way)
		return base;
	peer = column->name ? vct_copy("") : candidate_of_peer(column, which);
	name = with_way(column, base, peer);
	free(base);
	free(peer);
	return name;
}

/* The name of a run on a mutant always says so. */
static char *name_of(const struct column *column, unsigned int which)
{
	const xmlNode *mutant = vct_columns_mutant(column);
	char *base = plain_name_of(column, which), *name = base;

	if (base && mutant)
		name = vct_format("%s on mutant %s", base, vct_attribute(mutant, "name"));
	if (name != base)
		free(base);
	return name;
}

static const char *clash(char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			if (!strcmp(names[i], names[j]))
				return names[i];
	return NULL;
}

const char *vct_columns_name(struct column *columns, size_t n)
{
	enum { CANDIDATES = 7 };
	char **names = vct_allocate(n, sizeof(*names));
	const char *twice = "";

	for (unsigned int which = 0; which < CANDIDATES && twice; which++) {
		for (size_t i = 0; i < n; i++) {
			free(names[i]);
			names[i] = name_of(&columns[i], which);
		}
		twice = clash(names, n);
	}
	for (size_t i = 0; i < n; i++) {
		free(columns[i].name);
		columns[i].name = names[i];
	}
	free(names);
	return twice;
}

static void add_counts(const xmlNode *root, xmlNode *run)
{
	unsigned int count[VCT_VERDICTS] = { 0 };

	VCT_FOR_EACH (check, root, "check")
		count[vct_verdict_find(vct_attribute(check, "verdict"))]++;
	for (unsigned int v = 0; v < VCT_VERDICTS; v++) {
		xmlNode *node = count[v] ? xmlNewChild(run, NULL, X("count"), NULL) : NULL;

		if (!node)
			continue;
		vct_set(node, "verdict", vct_verdict_name(v));
		vct_setf(node, "checks", "%u", count[v]);
	}
}

static void add_deviations(const xmlNode *root, xmlNode *run)
{
	unsigned int deviations[VCT_LEVELS] = { 0 };

	VCT_FOR_EACH (check, root, "check")
		if (vct_verdict_find(vct_attribute(check, "verdict")) == VCT_FAIL)
			for (unsigned int level = 0; level < VCT_LEVELS; level++)
				deviations[level] += !strcmp(vct_attribute(check, "level"),
							     vct_level_name(level));
	for (unsigned int level = VCT_MUST + 1; level < VCT_LEVELS; level++) {
		xmlNode *node =
			deviations[level] ? xmlNewChild(run, NULL, X("deviations"), NULL) : NULL;

		if (!node)
			continue;
		vct_set(node, "level", vct_level_name(level));
		vct_setf(node, "checks", "%u", deviations[level]);
	}
}

bool vct_columns_complete(const struct column *column)
{
	const xmlNode *root = vct_columns_root(column);

	return root && !strcmp(vct_attribute(root, "complete"), "true");
}

bool vct_columns_conform(const struct column *column)
{
	const xmlNode *root = vct_columns_root(column);

	return root && !vct_columns_mutant(column) &&
	       !strcmp(vct_attribute(root, "conforms-strictly"), "true");
}

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

/* What tells whether the run says that the device as a whole conforms (reports/outcome.xsl). */
static bool decides(const char *name)
{
	return !strcmp(name, "driver.own") || !strcmp(name, "environment.VCT_FIRMWARE_MISTAKE") ||
	       !strcmp(name, "environment.VCT_PUT_BACK") || !strcmp(name, "option.leave_out") ||
	       !strcmp(name, "option.gentle") ||
	       (begins(name, "waivers.") && strstr(name, ".released"));
}

static void add_facts(const xmlNode *root, xmlNode *run)
{
	xmlNode *facts = NULL;

	VCT_FOR_EACH (fact, vct_first(root, "facts"), "fact") {
		if (!decides(vct_attribute(fact, "name")))
			continue;
		if (!facts)
			facts = xmlNewChild(run, NULL, X("facts"), NULL);
		xmlAddChild(facts, xmlDocCopyNode((xmlNode *)fact, run->doc, 1));
	}
}

xmlNode *vct_columns_run(const struct column *column, xmlNode *parent)
{
	xmlNode *run = xmlNewChild(parent, NULL, X("run"), NULL), *root = vct_columns_root(column);

	vct_set(run, "name", column->name);
	if (column->file)
		vct_set(run, "file", column->file);
	if (column->way)
		vct_setf(run, "peer", "%s, driver %s, kernel %s, rdma-core %s",
			 peer_of(column, "device"), peer_of(column, "driver"),
			 peer_of(column, "kernel"), peer_of(column, "rdma_core"));
	if (!root) {
		vct_child(run, "missing", column->missing, strlen(column->missing));
		return run;
	}
	for (const xmlAttr *a = root->properties; a; a = a->next)
		vct_set(run, (const char *)a->name, vct_attribute(root, (const char *)a->name));
	vct_settle_answers(run, root);
	xmlAddChild(run, xmlDocCopyNode(device_of(column), run->doc, 1));
	if (vct_columns_mutant(column))
		xmlAddChild(run,
			    xmlDocCopyNode((xmlNode *)vct_columns_mutant(column), run->doc, 1));
	add_facts(root, run);
	add_counts(root, run);
	add_deviations(root, run);
	return run;
}

bool vct_cites(const xmlNode *check, const char *id)
{
	const char *ids = vct_attribute(check, "promises"), *at = ids;
	size_t len = strlen(id);

	while ((at = strstr(at, id)) &&
	       ((at > ids && at[-1] != ' ') || (at[len] && at[len] != ' ')))
		at += len;
	return at;
}

const char *vct_strictest_level(const xmlNode *check)
{
	unsigned int strictest = VCT_LEVELS - 1;

	VCT_FOR_EACH (promise, check->parent, "promise")
		for (unsigned int level = 0; level < strictest; level++)
			if (!strcmp(vct_attribute(promise, "level"), vct_level_name(level)) &&
			    vct_cites(check, vct_attribute(promise, "id")))
				strictest = level;
	return vct_level_name(strictest);
}
