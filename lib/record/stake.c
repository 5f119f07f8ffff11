// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the promise at stake in a <check>. */
#include <string.h>

#include "element.h"
#include "stake.h"

const char *vct_promise_at_stake(const xmlNode *check)
{
	static const char *const elements[] = { "reason", "waiver" };

	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++)
		for (const xmlNode *child = check->children; child; child = child->next)
			if (!strcmp((const char *)child->name, elements[i]) &&
			    vct_attribute(child, "promise")[0])
				return vct_attribute(child, "promise");
	return "";
}
