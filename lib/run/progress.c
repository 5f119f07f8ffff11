// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Prints the progress of a run, each verdict and the summary for the person who runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "../base/memory.h"
#include "../check/trace/line.h"
#include "../check/trace/track.h"
#include "../record/complaint.h"
#include "device/choose.h"
#include "progress.h"
#include "verdict/calls_shown.h"

enum {
	LINES_SHOWN = 24,     /* of each kind of evidence */
	LINES_OF_FAULT = 12,  /* of a kernel that died */
	FEW_MS = 5000,        /* before that, the time left is not known well enough to be told */
	SHOWN_OF_A_KIND = 3,  /* checks that fail at the same promise, or at the same block */
	BETWEEN_MS = 5000,    /* in a log, two lines of progress are at least this far apart, */
	AT_LATEST_MS = 60000, /* and never further than this, */
	OF_A_PART_MS = 2000   /* but these, of which a line for all parts is made */
};

static struct {
	bool verbose, recorded;
	double began_ms, told_ms;
	size_t ran;          /* executions in this process; a resumed run has had others before */
	unsigned int tenths; /* of the run, as told last in a log */
	unsigned int count[VCT_VERDICTS];
} so_far;

/* In a guest, standard output is a pipe; VCT_TTY says that it leads to a terminal. */
bool vct_on_terminal(void)
{
	static int on_terminal = -1;

	if (on_terminal < 0)
		on_terminal = isatty(STDOUT_FILENO) || getenv("VCT_TTY");
	return on_terminal;
}

bool vct_is_told_with_others(void)
{
	return getenv("VCT_PART") != NULL;
}

static void say_mutant(const struct vct_mutant *m)
{
	if (m->promise[0])
		printf("on a MUTANT, %s, made to break %s: this run certifies nothing\n", m->name,
		       m->promise);
	else if (strcmp(m->name, "none") != 0)
		printf("on a MUTANT by rule, %s: this run certifies nothing\n", m->name);
	else
		printf("with the library of MUTANTS loaded, and no mutant at work: this run "
		       "certifies nothing\n");
}

static void say_run(const struct vct_plan *plan)
{
	const struct vct_device *dev = plan->dev;

	if (strstr(dev->rdma_core, ".."))
		printf("libibverbs does not tell its release: it has the symbols of rdma-core %s, "
		       "and waivers hold only if they are for all of these; --rdma-core-version "
		       "tells it\n",
		       dev->rdma_core);
	printf("%s (%s), port %u, GID index %d, kernel %s, rdma-core %s: %zu check%s", dev->name,
	       dev->driver, dev->port, dev->gid_index, vct_device_kernel(dev), dev->rdma_core,
	       plan->n_cases, plan->n_cases == 1 ? "" : "s");
	if (plan->passes > 1)
		printf(", %u times", plan->passes);
	if (plan->shuffle)
		printf(", shuffled with seed %lu", plan->seed);
	printf("\n");
}

void vct_progress_begin(const struct vct_run *run)
{
	so_far.verbose = run->verbose;
	so_far.recorded = run->results != NULL;
	so_far.began_ms = so_far.told_ms = vct_now_ms();
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (run->ended_by)
		return;
	say_run(&run->plan);
	if (run->mutant)
		say_mutant(run->mutant);
}

/* The room of a line; a longer one would go on in the next line, which is not redrawn. */
static int columns(void)
{
	const char *told = getenv("COLUMNS");
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	return told && atoi(told) > 0 ? atoi(told) : 80;
}

/* "45 s", "12 min", "1 h 05 min" */
static void write_time(char *text, size_t size, double seconds)
{
	unsigned long minutes = (unsigned long)(seconds / 60 + 0.5);

	if (seconds < 90)
		snprintf(text, size, "%.0f s", seconds);
	else if (minutes < 60)
		snprintf(text, size, "%lu min", minutes);
	else
		snprintf(text, size, "%lu h %02lu min", minutes / 60, minutes % 60);
}

/* "1469 of 2938 checks (50 %), about 2 min left, 3 FAIL": each execution counts as a check. */
static int write_progress(char *text, size_t size, size_t done, size_t of, double now_ms)
{
	double ms = now_ms - so_far.began_ms;
	char left[32];
	int n = snprintf(text, size, "%zu of %zu checks (%zu %%)", done, of, done * 100 / of);

	if (ms > FEW_MS && so_far.ran) {
		write_time(left, sizeof(left), ms / 1e3 / (double)so_far.ran * (double)(of - done));
		n += snprintf(text + n, size - (size_t)n, ", about %s left", left);
	}
	for (unsigned int v = 0; v < VCT_VERDICTS; v++)
		if (so_far.count[v] && v != VCT_PASS && v != VCT_SKIP && v != VCT_WAIVED)
			n += snprintf(text + n, size - (size_t)n, ", %u %s", so_far.count[v],
				      vct_verdict_name(v));
	return n;
}

/* A line of a log: for each tenth of the run, and if there has been none for long. */
static void log_progress(size_t done, size_t of, double now_ms)
{
	unsigned int tenths = (unsigned int)(done * 10 / of);
	double since = now_ms - so_far.told_ms;
	char text[512];

	if (vct_is_told_with_others()
		    ? since < OF_A_PART_MS
		    : since < BETWEEN_MS || (since < AT_LATEST_MS && tenths == so_far.tenths))
		return;
	so_far.tenths = tenths;
	so_far.told_ms = now_ms;
	write_progress(text, sizeof(text), done, of, now_ms);
	printf("%s\n", text);
}

void vct_progress_check(const struct vct_case *c, size_t number, size_t of, double now_ms)
{
	char text[512];
	int n;

	if (!vct_on_terminal()) {
		log_progress(number - 1, of, now_ms);
		return;
	}
	n = write_progress(text, sizeof(text), number - 1, of, now_ms);
	snprintf(text + n, sizeof(text) - (size_t)n, ": %s", c->name);
	printf("\r\033[K%.*s", columns() - 1, text);
	fflush(stdout);
}

void vct_progress_again(unsigned int checks, double late_ms)
{
	if (vct_on_terminal())
		printf("\r\033[K");
	printf("the machine was late by up to %.0f ms: %u check%s not judged and run%s again\n",
	       late_ms, checks, checks == 1 ? " is" : "s are", checks == 1 ? "s" : "");
}

/* Prints text of a check, a driver or a kernel without its control characters. */
static void say_text(const char *before, const char *text, size_t len)
{
	fputs(before, stdout);
	for (size_t i = 0; i < len; i++)
		putchar((unsigned char)text[i] < ' ' && text[i] != '\t' ? '?' : text[i]);
	putchar('\n');
}

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

/* Prints the first lines of the fault that ended a kernel. */
static void say_fault(const char *console, const char *kernel)
{
	char *copy = vct_copy(kernel), *rest = copy;
	unsigned int n = 0;

	for (char *line = strtok_r(copy, "\n", &rest); line && n < LINES_OF_FAULT;
	     line = strtok_r(NULL, "\n", &rest)) {
		n += n || vct_kernel_complains(line);
		if (n)
			say_text("    kernel: ", line, strlen(line));
	}
	printf("    (the kernel's console is %s%s)\n", console, n ? "" : "; it shows no fault");
	free(copy);
}

/* The length of the calls up to the judgement; results.xml also has the releases after it. */
static size_t before_release(const char *calls, size_t n)
{
	static const char mark[] = FOR(VCT_LINE_RELEASE) "\n";
	const char *release = memmem(calls, n, mark, sizeof(mark) - 1);

	if (!release)
		return n;
	while (release > calls && release[-1] != '\n')
		release--;
	return (size_t)(release - calls);
}

/* A check that could not judge may have ended in a call that the library made for itself. */
static void say_calls(const struct vct_outcome *o)
{
	static char shown[sizeof(o->evidence->verbs)];
	const char *calls = o->evidence->verbs;
	size_t len = vct_shown_calls(calls, before_release(calls, o->evidence->verbs_len),
				     o->verdict != VCT_FAIL && o->verdict != VCT_WAIVED, shown);

	say_lines("    ", shown, len);
}

/* Prints the promise, the expected and seen values, the verbs called and the kernel's lines. */
static void say_evidence(const struct vct_outcome *o, const struct vct_waiver *waiver)
{
	const struct vct_evidence *e = o->evidence;

	if (e->promise)
		printf("    %s (%s): %s\n      [%s]\n", e->promise->id,
		       vct_level_name(vct_level_of(e->promise)), e->promise->statement,
		       vct_promise_source(e->promise));
	printf("    %s%s%s\n", e->where, e->where[0] ? ": " : "", e->reason);
	if (e->expected[0]) {
		say_text("    expected: ", e->expected, strlen(e->expected));
		say_text("    seen:     ", e->seen, strlen(e->seen));
	}
	say_lines("    recorded: ", e->recorded, e->recorded_len);
	say_lines("    noted:    ", e->notes, e->notes_len);
	say_calls(o);
	if (o->console)
		say_fault(o->console, o->kernel);
	else
		say_lines("    kernel: ", o->kernel, strlen(o->kernel));
	if (waiver && waiver->unread)
		printf("    %s: %s [%s]\n", waiver->unread, waiver->reason, waiver->url);
	else if (waiver)
		printf("    waiver %s %s: %s [%s]\n",
		       waiver->expired ? "expired on" : "valid until", waiver->expires,
		       waiver->reason, waiver->url);
}

static void say_outcome(const struct vct_outcome *o, const struct vct_waiver *waiver)
{
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
}

/* These are folded at the end (reports/folded.xsl). */
static bool is_folded(enum vct_verdict v)
{
	return v == VCT_PASS || v == VCT_SKIP || v == VCT_WAIVED || v == VCT_BLOCKED;
}

/*
 * A device with many faults has hundreds of red checks: of those that fail at the same promise, or
 * at the same building block, the first few are shown in full. results.xml has all.
 */
static bool is_shown(enum vct_verdict verdict, const struct vct_evidence *e)
{
	static struct kind {
		enum vct_verdict verdict;
		const struct vct_promise *promise;
		enum vct_block block;
	} kinds[1024];
	static unsigned int shown[sizeof(kinds) / sizeof(kinds[0])];
	bool failed = verdict == VCT_FAIL || !e->block;
	struct kind kind = { verdict, failed ? e->promise : NULL, failed ? BLOCK_NONE : e->block };
	size_t i = 0, end = sizeof(kinds) / sizeof(kinds[0]);

	while (i < end && shown[i] &&
	       (kinds[i].verdict != kind.verdict || kinds[i].promise != kind.promise ||
		kinds[i].block != kind.block))
		i++;
	if (i == end)
		return true;
	kinds[i] = kind;
	return shown[i]++ < SHOWN_OF_A_KIND;
}

void vct_progress_outcome(const struct vct_outcome *o, const struct vct_waiver *waiver, bool news)
{
	bool folded = is_folded(o->verdict);
	/* It must not hide what is new; the groups at the end have it (reports/groups.xsl). */
	bool is_known_deviation = waiver && waiver->unread && so_far.recorded;

	so_far.count[o->verdict]++;
	so_far.ran += !o->amends;
	if ((folded || is_known_deviation) && !so_far.verbose && !o->console)
		return;
	if (vct_on_terminal())
		printf("\r\033[K");
	if (o->console && waiver && !waiver->expired)
		printf("the kernel died in %s: known, see %s; the run goes on\n", o->c->name,
		       waiver->url);
	if ((folded || is_known_deviation) && !so_far.verbose)
		return;
	say_outcome(o, waiver);
	if (folded || !news)
		return;
	if (is_shown(o->verdict, o->evidence) || !so_far.recorded)
		say_evidence(o, waiver);
	else
		printf("    (%d others like it are shown above; results.xml has what this one "
		       "found)\n",
		       SHOWN_OF_A_KIND);
}

void vct_progress_end(const struct vct_run *run, const struct vct_summary *s)
{
	if (vct_is_told_with_others())
		return;
	if (vct_on_terminal())
		printf("\r\033[K");
	if (so_far.verbose)
		vct_results_print(stdout, s->doc, VCT_EMBEDDED "terminal.xsl", NULL);
	vct_results_end(s->doc, s->recorded ? run->results : NULL, run->html);
}
