// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Prints the progress of a run, each verdict and the summary for the person who runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "choose.h"
#include "progress.h"

/* In a guest, standard output is a pipe; VCT_TTY says that it leads to a terminal. */
bool vct_on_terminal(void)
{
	static int known = -1;

	if (known < 0)
		known = isatty(STDOUT_FILENO) || getenv("VCT_TTY");
	return known;
}

static void say_mutant(const struct vct_mutant *m)
{
	if (m->promise[0])
		printf("on a MUTANT, %s, made to break %s: this run certifies nothing\n", m->name,
		       m->promise);
	else
		printf("with the library of MUTANTS loaded, and no mutant at work: this run "
		       "certifies "
		       "nothing\n");
}

void vct_progress_begin(const struct vct_plan *plan, const struct vct_mutant *mutant)
{
	const struct vct_device *dev = plan->dev;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("%s (%s), port %u, GID index %d, kernel %s, rdma-core %s: %zu checks", dev->name,
	       dev->driver, dev->port, dev->gid_index, vct_device_kernel(dev), dev->rdma_core,
	       plan->n_cases);
	if (plan->passes > 1)
		printf(", %u times", plan->passes);
	if (plan->shuffle)
		printf(", shuffled with seed %lu", plan->seed);
	printf("\n");
	if (mutant)
		say_mutant(mutant);
}

void vct_progress_check(const struct vct_case *c, size_t number, size_t of)
{
	if (!vct_on_terminal())
		return;
	printf("\r\033[K[%zu/%zu] %s", number, of, c->name);
	fflush(stdout);
}

/* Prints text of a check, a driver or a kernel without its control characters. */
static void say_text(const char *before, const char *text, size_t len)
{
	fputs(before, stdout);
	for (size_t i = 0; i < len; i++)
		putchar((unsigned char)text[i] < ' ' && text[i] != '\t' ? '?' : text[i]);
	putchar('\n');
}

enum { LINES_SHOWN = 24 };

/* Prints the last lines; results.xml has all of them. */
static void say_lines(const char *before, const char *lines, size_t len)
{
	const char *end = lines + len, *from = end;
	unsigned int n = 0, all = 0;

	for (const char *c = lines; c < end; c++)
		all += *c == '\n';
	while (from > lines && n <= LINES_SHOWN)
		n += *--from == '\n';
	if (all > LINES_SHOWN)
		printf("    (%u earlier lines are in results.xml)\n", all - LINES_SHOWN);
	if (n > LINES_SHOWN)
		from++;
	for (const char *eol; from < end; from = eol + 1) {
		eol = memchr(from, '\n', (size_t)(end - from));
		if (!eol)
			eol = end;
		say_text(before, from, (size_t)(eol - from));
	}
}

/* The length of the trace up to the judgement; results.xml also has the releases after it. */
static size_t before_release(const struct vct_evidence *e)
{
	const char *release = memmem(e->verbs, e->verbs_len, "  [release]\n", 12);

	if (!release)
		return e->verbs_len;
	while (release > e->verbs && release[-1] != '\n')
		release--;
	return (size_t)(release - e->verbs);
}

/* Prints the promise, the expected and seen values, the verbs called and the kernel's lines. */
static void say_evidence(const struct vct_outcome *o, const struct vct_waiver *waiver)
{
	const struct vct_evidence *e = o->evidence;

	if (e->promise)
		printf("    %s (%s): %s\n      [%s]\n", e->promise->id,
		       vct_level_name(e->promise->level), e->promise->statement,
		       e->promise->source);
	printf("    %s%s%s\n", e->where, e->where[0] ? ": " : "", e->reason);
	if (e->expected[0]) {
		say_text("    expected: ", e->expected, strlen(e->expected));
		say_text("    seen:     ", e->seen, strlen(e->seen));
	}
	say_lines("    recorded: ", e->recorded, e->recorded_len);
	say_lines("    noted:    ", e->notes, e->notes_len);
	say_lines("    ", e->verbs, before_release(e));
	say_lines("    kernel: ", o->kernel, strlen(o->kernel));
	if (waiver)
		printf("    waiver %s %s: %s [%s]\n",
		       waiver->expired ? "expired on" : "valid until", waiver->expires,
		       waiver->reason, waiver->url);
}

void vct_progress_outcome(const struct vct_outcome *o, const struct vct_waiver *waiver)
{
	bool red = o->verdict != VCT_PASS && o->verdict != VCT_SKIP && o->verdict != VCT_WAIVED;

	if (vct_on_terminal() && !red)
		return;
	if (vct_on_terminal())
		printf("\r\033[K");
	printf("%-7s %s", vct_verdict_name(o->verdict), o->c->name);
	if (o->verdict == VCT_SKIP)
		printf(" (%s)", o->evidence->reason);
	else if (o->verdict == VCT_BLOCKED)
		printf(" (by %s)", o->blocked_by);
	else if (o->verdict == VCT_WAIVED)
		printf(" (%s)", waiver->reason);
	else if (!o->c->check->compiled)
		printf("  %.1f ms", o->seconds * 1e3);
	printf("\n");
	if (red && o->verdict != VCT_BLOCKED)
		say_evidence(o, waiver);
}

void vct_progress_end(const struct vct_plan *plan, const struct vct_mutant *mutant,
		      const char *results, const struct vct_summary *s, double seconds)
{
	if (vct_on_terminal())
		printf("\r\033[K");
	printf("%zu checks in %.2f s:", plan->n_cases, seconds);
	for (unsigned int v = 0; v < VCT_VERDICTS; v++)
		if (s->count[v])
			printf(" %u %s", s->count[v], vct_verdict_name(v));
	printf("\n%s", s->headline ? s->headline : "");
	if (mutant)
		say_mutant(mutant);
	if (results)
		printf("results: %s\n", results);
}
