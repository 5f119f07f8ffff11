// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Remembers what the checks that passed used, by their place among those of the run. */

#include "../../base/memory.h"
#include "linkless.h"

static struct used {
	bool passed;
	unsigned int links, uses;
} * used;

void vct_apart_heed(const struct vct_plan *plan, const struct vct_outcome *o)
{
	if (!used)
		used = vct_allocate(plan->n_cases, sizeof(*used));
	if (o->c >= plan->cases && o->c < plan->cases + plan->n_cases)
		used[o->c - plan->cases] = (struct used){ o->verdict == VCT_PASS,
							  o->evidence->links, o->evidence->uses };
}

/* NULL: the check did not run alone, or did not pass. */
static const struct used *used_by(const struct vct_plan *plan, const struct vct_case *c)
{
	const struct vct_case *alone = vct_case_alone(plan->cases, plan->n_cases, c->name);

	return used && alone && used[alone - plan->cases].passed ? &used[alone - plan->cases]
								 : NULL;
}

bool vct_apart_is_linkless(const struct vct_plan *plan, const struct vct_case *c)
{
	const struct used *u = used_by(plan, c);

	return u && !u->links;
}

bool vct_apart_is_independent(const struct vct_plan *plan, const struct vct_case *c)
{
	const struct used *u = used_by(plan, c);

	return u && !(u->uses & c->column->uses);
}
