// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares instructions. */
#include "../record/element.h"
#include "change.h"

#define CHANGE 0.01

void bench_add_change(xmlNode *parent, double old, double new)
{
	const char *verdict = new > old *(1 + CHANGE)   ? "more"
			      : new *(1 + CHANGE) < old ? "fewer"
							: "same";
	xmlNode *node;

	if (old <= 0 || new <= 0)
		return;
	node = xmlNewChild(parent, NULL, X("instructions"), NULL);
	vct_setf(node, "old", "%.3f", old);
	vct_setf(node, "new", "%.3f", new);
	vct_setf(node, "ratio", "%.5f", new / old);
	vct_set(node, "verdict", verdict);
}
