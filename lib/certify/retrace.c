// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds what in a journal no run can have written. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/columns.h"
#include "../record/history.h"
#include "../record/stake.h"
#include "../run/order.h"
#include "plan.h"
#include "retrace.h"

/* The executions of a case so far. */
struct executions {
	unsigned int runs;
	int worst; /* badness of its worst execution */
	bool skipped;
};

struct trace {
	const struct vct_case *cases;
	size_t n;
	const struct vct_waivers *waivers;
	struct vct_retraced *out;
	struct executions *executions; /* of each case */
	size_t *order;                 /* of the pass */
	size_t done;                   /* how many of all passes were started */
	size_t now;                    /* the case that was started last; `n`: none */
	bool concluded;                /* it has its verdict */
	enum vct_verdict last;         /* which */
	double seconds;                /* that it took */
	vct_needs claimed;             /* the needs of the checks that ran */
	bool any;                      /* a line was read */
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

static int by_name(const void *name, const void *c)
{
	return strcmp(name, ((const struct vct_case *)c)->name);
}

static size_t find(const struct trace *t, const char *name)
{
	const struct vct_case *c = bsearch(name, t->cases, t->n, sizeof(*c), by_name);

	return c ? (size_t)(c - t->cases) : t->n;
}

/* The case that the plan starts next; `n`: none. */
static size_t next_of_plan(struct trace *t)
{
	const struct vct_plan plan = { .cases = t->cases,
				       .n_cases = t->n,
				       .passes = VCT_PASSES,
				       .shuffle = true,
				       .seed = VCT_ORDER_SEED };

	if (t->done == t->n * VCT_PASSES)
		return t->n;
	if (!(t->done % t->n))
		vct_make_order(&plan, (unsigned int)(t->done / t->n) + 1, t->order);
	return t->order[t->done % t->n];
}

/* A run that a check had ended starts this check again, without a verdict of the first time. */
static void take_start(struct trace *t, const xmlNode *line)
{
	const char *name = vct_attribute(line, "check"), *boot = vct_attribute(line, "boot");
	double at = strtod(vct_attribute(line, "at"), NULL);
	size_t c = find(t, name);

	if (!t->done)
		snprintf(t->out->boot[0], sizeof(t->out->boot[0]), "%s", boot);
	/* A check that killed the kernel is KERNEL, or a waiver says so. */
	if (t->done && strcmp(t->out->boot[1], boot) && t->last != VCT_KERNEL &&
	    t->last != VCT_WAIVED)
		refuse(t, "the machine was booted again before %s, and no check is to blame", name);
	snprintf(t->out->boot[1], sizeof(t->out->boot[1]), "%s", boot);
	if (at < t->out->at || at + 0.01 < t->out->at + t->seconds)
		refuse(t, "%s starts before the check before it ends", name);
	t->out->at = at;
	t->seconds = 0;
	if (c == t->now && !t->concluded && c < t->n)
		return;
	if (t->now < t->n && !t->concluded)
		refuse(t, "%s has no verdict in one of its executions", t->cases[t->now].name);
	if (c == t->n || c != next_of_plan(t))
		refuse(t,
		       "%s does not come next in the order of a certification: a check was "
		       "removed, added or moved",
		       name);
	t->done++;
	t->now = c;
	t->concluded = false;
}

/* The level of the promise that failed, or of all that the check cites. */
static enum vct_level level_of(const struct vct_case *c, const xmlNode *line, enum vct_verdict v)
{
	const struct vct_promise *failed = vct_promise_find(vct_promise_at_stake(line));

	if (failed && (v == VCT_FAIL || v == VCT_WAIVED || v == VCT_XPASS))
		return vct_level_of(failed);
	return v == VCT_FAIL ? VCT_MUST : vct_case_level(c);
}

/* The line names exactly the promises that the case cites, in their order. */
static bool cites_the_same(const xmlNode *line, const struct vct_case *c)
{
	const char *at = vct_attribute(line, "promises");

	for (const struct vct_promise *const *p = c->promises; *p; p++) {
		size_t n = strlen((*p)->id);

		if (strncmp(at, (*p)->id, n) || at[n] != (p[1] ? ' ' : '\0'))
			return false;
		at += n + !!p[1];
	}
	return true;
}

/* The text of a child element; "": there is none. */
static void text_of(const xmlNode *line, const char *name, char *text, size_t size)
{
	text[0] = '\0';
	VCT_FOR_EACH (child, line, name) {
		xmlChar *content;

		if (vct_attribute(child, "judged")[0])
			continue;
		content = xmlNodeGetContent(child);
		snprintf(text, size, "%s", (const char *)content);
		xmlFree(content);
		return;
	}
}

static char *kernel_of(const xmlNode *line)
{
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	VCT_FOR_EACH (child, line, "kernel") {
		xmlChar *content = xmlNodeGetContent(child);

		fprintf(f, "%s\n", (const char *)content);
		xmlFree(content);
	}
	fclose(f);
	return text;
}

static const xmlNode *waiver_of(const xmlNode *line)
{
	VCT_FOR_EACH (child, line, "waiver")
		return child;
	return NULL;
}

/* Both have the same attributes and the same text, or there is neither. */
static bool is_same_waiver(const struct vct_waiver *w, const xmlNode *given)
{
	xmlBuffer *a, *b;
	xmlNode *check;
	bool same;

	if (!w || !given)
		return !w && !given;
	check = xmlNewNode(NULL, X("check"));
	a = xmlBufferCreate();
	b = xmlBufferCreate();
	vct_waiver_add(w, check);
	xmlNodeDump(a, NULL, check->children, 0, 0);
	xmlNodeDump(b, given->doc, (xmlNode *)given, 0, 0);
	same = !strcmp((const char *)xmlBufferContent(a), (const char *)xmlBufferContent(b));
	xmlBufferFree(a);
	xmlBufferFree(b);
	xmlFreeNode(check);
	return same;
}

/* Applies the released waivers to the verdict that the check had without them. */
static void apply_waivers(struct trace *t, const struct vct_case *c, const xmlNode *line,
			  enum vct_verdict v)
{
	static struct vct_evidence e;
	const xmlNode *given = waiver_of(line);
	const struct vct_waiver *waiver;
	struct vct_outcome o = { .c = c, .verdict = VCT_PASS, .evidence = &e };
	char *kernel = kernel_of(line);

	memset(&e, 0, offsetof(struct vct_evidence, notes));
	e.promise = vct_promise_find(vct_promise_at_stake(line));
	text_of(line, "seen", e.seen, sizeof(e.seen));
	text_of(line, "reason", e.reason, sizeof(e.reason));
	o.kernel = kernel;
	if (vct_attribute(line, "blocked-by")[0])
		o.blocked_by = vct_attribute(line, "blocked-by");
	if (v == VCT_WAIVED)
		o.verdict = o.blocked_by ? VCT_BLOCKED
			    : given      ? vct_verdict_find(vct_attribute(given, "verdict"))
					 : VCT_NOTRUN;
	if (vct_waivers_apply(t->waivers, &o, NULL, &waiver) != v || !is_same_waiver(waiver, given))
		refuse(t, "%s is %s, which is not what the waivers of this release make of it",
		       c->name, vct_verdict_name(v));
	free(kernel);
}

/* An execution that is no worse than an earlier one has a short line. */
static void take_full(struct trace *t, const struct vct_case *c, const xmlNode *line,
		      enum vct_verdict v)
{
	const char *level = vct_attribute(line, "level");

	if (!cites_the_same(line, c))
		refuse(t, "%s cites other promises than in this release", c->name);
	if (strcmp(level, vct_level_name(VCT_MUST)) &&
	    strcmp(level, vct_level_name(level_of(c, line, v))))
		refuse(t, "%s has another level than its promise", c->name);
	if (v == VCT_WAIVED || v == VCT_XPASS || v == VCT_PASS)
		apply_waivers(t, c, line, v);
}

/* Other reasons than a capability can skip a check that a library answers, one that asks by itself,
 * or a random one. */
static void heed_needs(struct trace *t, size_t at, enum vct_verdict v)
{
	const struct vct_case *c = &t->cases[at];

	if (c->check->compiled || c->check->sequences || c->check->asks || c->answered_by_library)
		return;
	if (v == VCT_SKIP)
		t->executions[at].skipped = true;
	else
		t->claimed |= c->needs;
}

static void take_check(struct trace *t, const xmlNode *line)
{
	const char *name = vct_attribute(line, "name");
	bool amends = vct_attribute(line, "amends")[0], full = vct_attribute(line, "promises")[0];
	enum vct_verdict v = vct_verdict_find(vct_attribute(line, "verdict"));
	size_t c = find(t, name);
	int badness = vct_badness(line);

	if (c == t->n || (amends ? !t->executions[c].runs : c != t->now || t->concluded)) {
		refuse(t, "%s has a verdict without having been started", name);
		return;
	}
	if (!full && (!t->executions[c].runs || badness > t->executions[c].worst))
		refuse(t, "%s has a verdict %s without evidence", name, vct_verdict_name(v));
	if (full)
		take_full(t, &t->cases[c], line, v);
	heed_needs(t, c, v);
	if (!t->executions[c].runs || badness > t->executions[c].worst)
		t->executions[c].worst = badness;
	t->executions[c].runs += !amends;
	t->concluded = true;
	t->last = v;
	if (!amends)
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

/* A device that claims what a check needs does not skip it. */
static void judge_skipped(struct trace *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->executions[i].skipped && !(t->cases[i].needs & ~t->claimed))
			refuse(t, "%s was skipped, but checks ran that need the same",
			       t->cases[i].name);
}

int vct_retrace(struct vct_journal *journal, const struct vct_case *cases, size_t n,
		const struct vct_waivers *waivers, struct vct_retraced *retraced, char *why,
		size_t size)
{
	struct trace t = { .cases = cases,
			   .n = n,
			   .waivers = waivers,
			   .out = retraced,
			   .executions = vct_allocate(n, sizeof(*t.executions)),
			   .order = vct_allocate(n, sizeof(*t.order)),
			   .now = n,
			   .why = why,
			   .size = size };

	why[0] = '\0';
	*retraced = (struct vct_retraced){ 0 };
	if (vct_journal_read(journal, take, &t))
		refuse(&t, "it cannot be read");
	if (t.done != n * VCT_PASSES || !t.concluded)
		refuse(&t, "it ends after %zu of %zu executions", t.done - !t.concluded * !!t.done,
		       n * VCT_PASSES);
	judge_skipped(&t);
	free(t.executions);
	free(t.order);
	return why[0] ? -1 : 0;
}
