// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds what in a journal no run can have written. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../run/order.h"
#include "plan.h"
#include "retrace.h"

struct trace {
	const struct vct_case *cases;
	size_t n;
	struct vct_retraced *out;
	size_t *order;         /* of the pass */
	size_t done;           /* how many of all passes were started */
	const char *now;       /* the check that was started last */
	bool concluded;        /* it has its verdict */
	enum vct_verdict last; /* which */
	double seconds;        /* that it took */
	bool any;              /* a line was read */
	char *why;
	size_t size;
};

__attribute__((format(printf, 2, 3))) static void refuse(struct trace *t, const char *format, ...)
{
	va_list arguments;

	if (t->why[0])
		return;
	va_start(arguments, format);
	vsnprintf(t->why, t->size, format, arguments);
	va_end(arguments);
}

/* The name of the check that the plan starts next; "": none. */
static const char *next_of_plan(struct trace *t)
{
	const struct vct_plan plan = { .cases = t->cases,
				       .n_cases = t->n,
				       .passes = VCT_PASSES,
				       .shuffle = true,
				       .seed = VCT_ORDER_SEED };

	if (t->done == t->n * VCT_PASSES)
		return "";
	if (!(t->done % t->n))
		vct_make_order(&plan, (unsigned int)(t->done / t->n) + 1, t->order);
	return t->cases[t->order[t->done % t->n]].name;
}

static void take_boot(struct trace *t, const char *name, const char *boot)
{
	if (!t->done)
		snprintf(t->out->boot[0], sizeof(t->out->boot[0]), "%s", boot);
	/* A check that killed the kernel is KERNEL, or a waiver says so. */
	if (t->done && strcmp(t->out->boot[1], boot) && t->last != VCT_KERNEL &&
	    t->last != VCT_WAIVED)
		refuse(t, "the machine was booted again before %s, and no check is to blame", name);
	snprintf(t->out->boot[1], sizeof(t->out->boot[1]), "%s", boot);
}

/* A run that a check had ended starts this check again, without a verdict of the first time. */
static void take_start(struct trace *t, const xmlNode *line)
{
	const char *name = vct_attribute(line, "check"), *next;
	double at = strtod(vct_attribute(line, "at"), NULL);

	take_boot(t, name, vct_attribute(line, "boot"));
	if (at < t->out->at || at + 0.01 < t->out->at + t->seconds)
		refuse(t, "%s starts before the check before it ends", name);
	t->out->at = at;
	t->seconds = 0;
	if (t->done && !t->concluded && !strcmp(name, t->now))
		return;
	if (t->done && !t->concluded)
		refuse(t, "%s has no verdict in one of its executions", t->now);
	next = next_of_plan(t);
	if (strcmp(name, next) != 0)
		refuse(t,
		       "%s does not come next in the order of a certification: a check was "
		       "removed, added or moved",
		       name);
	t->done++;
	t->now = next;
	t->concluded = false;
}

/* A line that amends a verdict comes later than that. */
static void take_check(struct trace *t, const xmlNode *line)
{
	const char *name = vct_attribute(line, "name");

	if (vct_attribute(line, "amends")[0])
		return;
	if (!t->done || t->concluded || strcmp(name, t->now) != 0)
		refuse(t, "%s has a verdict without having been started", name);
	t->concluded = true;
	t->last = vct_verdict_find(vct_attribute(line, "verdict"));
	t->seconds = strtod(vct_attribute(line, "seconds"), NULL);
}

static void take(const xmlNode *line, void *trace)
{
	struct trace *t = trace;
	bool first = !t->any;

	t->any = true;
	if (first || t->why[0])
		return;
	if (vct_attribute(line, "withdrawn")[0])
		refuse(t, "the device was lost during %s", vct_attribute(line, "check"));
	else if (vct_is(line, "start"))
		take_start(t, line);
	else
		take_check(t, line);
}

int vct_retrace(struct vct_journal *journal, const struct vct_case *cases, size_t n,
		struct vct_retraced *retraced, char *why, size_t size)
{
	struct trace t = { .cases = cases,
			   .n = n,
			   .out = retraced,
			   .order = vct_allocate(n, sizeof(*t.order)),
			   .why = why,
			   .size = size };

	why[0] = '\0';
	*retraced = (struct vct_retraced){ 0 };
	if (vct_journal_read(journal, take, &t))
		refuse(&t, "it cannot be read");
	if (t.done != n * VCT_PASSES || !t.concluded)
		refuse(&t, "it ends after %zu of %zu executions", t.done - !t.concluded * !!t.done,
		       n * VCT_PASSES);
	free(t.order);
	return why[0] ? -1 : 0;
}
