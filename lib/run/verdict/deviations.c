// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the waivers that are compiled into the program, for what is known of a promise. */
#include <fnmatch.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

#include "../../record/element.h"
#include "deviations.h"
#include "released.h"
#include "waiver.h"

static bool names_check(const xmlNode *waiver, const struct vct_case *c)
{
	const char *pattern = vct_attribute(waiver, "check");
	const char *promise = vct_attribute(waiver, "promise");

	return (!pattern[0] || !fnmatch(pattern, c->name, 0)) &&
	       (!promise[0] || vct_case_cites(c, promise) ||
		(pattern[0] && vct_case_may_break(c, promise)));
}

static bool names_promise(const xmlNode *waiver, const struct vct_promise *promise,
			  const struct vct_case *cases, size_t n)
{
	const char *id = vct_attribute(waiver, "promise");

	if (id[0])
		return !strcmp(id, promise->id);
	for (size_t i = 0; i < n; i++)
		if (vct_case_cites(&cases[i], promise->id) && names_check(waiver, &cases[i]))
			return true;
	return false;
}

static size_t add_range(char *text, size_t at, size_t size, const xmlNode *waiver, const char *what,
			const char *attribute)
{
	char from[64], to[64];
	const char *first, *last;

	snprintf(from, sizeof(from), "%s-from", attribute);
	snprintf(to, sizeof(to), "%s-to", attribute);
	first = vct_attribute(waiver, from);
	last = vct_attribute(waiver, to);
	if ((!first[0] && !last[0]) || at >= size)
		return at;
	if (!strcmp(first, last))
		return at + (size_t)snprintf(text + at, size - at, ", %s %s", what, first);
	return at + (size_t)snprintf(text + at, size - at, ", %s%s%s%s%s", what,
				     first[0] ? " " : "", first, last[0] ? " to " : " and later",
				     last);
}

/* Whose deviation it is, and in which releases. */
static void say_whose(char *text, size_t size, const xmlNode *waiver)
{
	const char *driver = vct_attribute(waiver, "driver");
	bool any = !driver[0] || !strcmp(driver, "*");
	size_t n = (size_t)snprintf(text, size, "%s",
				    !any                               ? driver
				    : vct_attribute(waiver, "core")[0] ? "the kernel's core"
								       : "libibverbs");

	n = add_range(text, n, size, waiver, "kernel", "kernel");
	n = add_range(text, n, size, waiver, "firmware", "fw");
	add_range(text, n, size, waiver, "rdma-core", "rdma-core");
}

static void take_waiver(const xmlNode *waiver,
			void (*take)(const struct vct_known_deviation *, void *argument),
			void *argument)
{
	char *reason = (char *)xmlNodeGetContent(waiver), whose[256];
	const char *check = vct_attribute(waiver, "check");
	const struct vct_known_deviation d = {
		.whose = whose,
		.check = check[0] ? check : NULL,
		.reason = reason,
		.url = vct_attribute(waiver, "url"),
		.sometimes = vct_attribute(waiver, "sometimes")[0],
		.expired = vct_waiver_is_past(vct_attribute(waiver, "expires")),
	};

	say_whose(whose, sizeof(whose), waiver);
	take(&d, argument);
	xmlFree(reason);
}

void vct_known_deviations(const struct vct_promise *promise, const struct vct_case *check,
			  const struct vct_case *cases, size_t n_cases,
			  void (*take)(const struct vct_known_deviation *, void *argument),
			  void *argument)
{
	for (size_t i = 0; i < vct_n_released_waivers; i++) {
		const struct vct_released *file = &vct_released_waivers[i];
		xmlDoc *doc = xmlReadMemory(file->start, (int)(file->end - file->start), file->name,
					    NULL, XML_PARSE_NONET | XML_PARSE_NOBLANKS);

		VCT_FOR_EACH (waiver, doc ? xmlDocGetRootElement(doc) : NULL, "waiver")
			if (promise ? names_promise(waiver, promise, cases, n_cases)
				    : names_check(waiver, check))
				take_waiver(waiver, take, argument);
		xmlFreeDoc(doc);
	}
}
