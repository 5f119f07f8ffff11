// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What all of several runs came to a verdict about: capabilities, and the checks that skip in spite
 * of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/check.h"
#include "../check/device.h"
#include "../check/judge.h"
#include "element.h"
#include "judged.h"

struct made {
	struct vct_case *cases;
	size_t n;
	vct_needs met;  /* by all runs */
	bool *judged;   /* each case, in all runs */
	bool *excepted; /* each case */
};

static int by_name(const void *name, const void *c)
{
	return strcmp(name, ((const struct vct_case *)c)->name);
}

static bool came_to_a_verdict(const xmlNode *check)
{
	enum vct_verdict v = vct_verdict_find(vct_attribute(check, "verdict"));

	return v != VCT_SKIP && v != VCT_NOTRUN && v != VCT_VERDICTS;
}

static void take_run(struct made *m, const xmlNode *root)
{
	bool *judged = vct_allocate(m->n, sizeof(*judged));
	vct_needs met = 0;

	VCT_FOR_EACH (check, root, "check") {
		const struct vct_case *c =
			bsearch(vct_attribute(check, "name"), m->cases, m->n, sizeof(*c), by_name);

		if (!c || !came_to_a_verdict(check))
			continue;
		judged[c - m->cases] = true;
		met |= c->check->compiled ? 0 : c->needs;
	}
	for (size_t i = 0; i < m->n; i++)
		m->judged[i] &= judged[i];
	m->met &= met;
	free(judged);
}

/* Checks that another reason than a capability skips. */
static void find_exceptions(struct made *m)
{
	for (size_t i = 0; i < m->n; i++)
		m->excepted[i] = !m->judged[i] && !m->cases[i].answered_by_library &&
				 !(m->cases[i].needs & ~m->met) && !m->cases[i].lacks;
}

/* Whether several cases have the first `length` characters of the name, and none was judged. */
static bool is_whole(const struct made *m, const char *name, size_t length)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++)
		if (!strncmp(m->cases[i].name, name, length)) {
			if (m->judged[i])
				return false;
			n++;
		}
	return n > 1;
}

/* The length of "qp.ece." if "qp.ece.*" is whole, and "qp.*" is not; 0: only the name is. */
static size_t shortest_whole(const struct made *m, const char *name)
{
	for (const char *dot = name; (dot = strchr(dot, '.')); dot++)
		if (is_whole(m, name, (size_t)(dot + 1 - name)))
			return (size_t)(dot + 1 - name);
	return 0;
}

static void add_exceptions(const struct made *m, xmlNode *root)
{
	const char *last = "";
	size_t length = 0;
	char pattern[256];

	for (size_t i = 0; i < m->n; i++) {
		const char *name = m->cases[i].name;

		if (!m->excepted[i] || (length && !strncmp(name, last, length)))
			continue;
		last = name;
		length = shortest_whole(m, name);
		snprintf(pattern, sizeof(pattern), "%.*s%s", (int)(length ? length : strlen(name)),
			 name, length ? "*" : "");
		vct_child(root, "except", pattern, strlen(pattern));
	}
}

/* Up to two numbers of a version: "6.12" of "6.12.117+deb12-amd64". */
static void add_kernels(xmlNode *node, xmlDoc *const *results, size_t n)
{
	unsigned long least = ~0UL, most = 0;

	for (size_t i = 0; i < n; i++) {
		const xmlNode *device = vct_first(xmlDocGetRootElement(results[i]), "device");
		unsigned int major = 0, minor = 0;
		unsigned long release;

		if (vct_attribute(device, "user-space")[0] ||
		    sscanf(vct_attribute(device, "kernel"), "%u.%u", &major, &minor) != 2)
			return;
		release = (unsigned long)major << 16 | minor;
		least = release < least ? release : least;
		most = release > most ? release : most;
	}
	vct_setf(node, "kernel-from", "%lu.%lu", least >> 16, least & 0xffff);
	vct_setf(node, "kernel-to", "%lu.%lu", most >> 16, most & 0xffff);
}

/* NULL: the run can be used. */
static const char *unusable(const xmlNode *root, const char *driver)
{
	if (strcmp(vct_attribute(root, "complete"), "true"))
		return "it is incomplete";
	if (vct_attribute(root, "selection")[0] || vct_attribute(root, "part")[0])
		return "it is not one of all checks";
	if (vct_first(root, "mutant"))
		return "it is one on a mutant";
	if (strcmp(driver, vct_attribute(vct_first(root, "device"), "driver")))
		return "the runs are of several drivers";
	return NULL;
}

static void write_capabilities(const struct made *m, xmlNode *root)
{
	char list[1024];

	vct_need_list(m->met, 0, list, sizeof(list));
	vct_child(root, "capabilities", list, strlen(list));
}

xmlDoc *vct_judged_document(xmlDoc *const *results, size_t n, char *error, size_t size)
{
	const char *driver =
		vct_attribute(vct_first(xmlDocGetRootElement(results[0]), "device"), "driver");
	struct made m = { .met = ~0ULL };
	xmlNode *root;
	xmlDoc *doc;

	m.n = vct_cases(&m.cases);
	m.judged = vct_allocate(m.n, 1);
	m.excepted = vct_allocate(m.n, 1);
	memset(m.judged, true, m.n);
	for (size_t i = 0; i < n; i++) {
		const char *why = unusable(xmlDocGetRootElement(results[i]), driver);

		if (why) {
			snprintf(error, size, "run %zu: %s", i + 1, why);
			return NULL;
		}
		take_run(&m, xmlDocGetRootElement(results[i]));
	}
	find_exceptions(&m);
	doc = xmlNewDoc(X("1.0"));
	root = xmlNewNode(NULL, X("judged"));
	xmlDocSetRootElement(doc, root);
	vct_set(root, "driver", driver);
	add_kernels(root, results, n);
	write_capabilities(&m, root);
	add_exceptions(&m, root);
	free(m.judged);
	free(m.excepted);
	return doc;
}
