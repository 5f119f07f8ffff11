// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts run: parses the options and selects the checks. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../run/mutant.h"
#include "../check/event.h"
#include "../check/objects.h"
#include "../record/parts.h"
#include "../base/process.h"
#include "../base/exit.h"
#include "../run/run.h"
#include "care.h"
#include "program.h"

enum {
	PROMISE = 256,
	RESULTS,
	JUNIT,
	HTML,
	WAIVERS,
	DEADLINE,
	SLOW,
	REPEAT,
	PART,
	SHUFFLE,
	RESUME,
	CONSOLE,
	MUTANT,
	BRIEF,
	STRICT,
	MOST = 16
};

struct options {
	struct device_options device;
	struct vct_run run;
	const char *promises[MOST], *waivers[MOST];
	size_t n_promises, n_waivers;
	char **patterns;
	int n_patterns;
	const char *mutant;
	unsigned int part, parts; /* 0: all of it */
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to run:", 1 },
	{ "promise", PROMISE, "ID", 0, "run only checks that cite this promise; can be repeated",
	  1 },
	{ "repeat", REPEAT, "N", 0,
	  "run all selected checks N times; the worst verdict of each check counts", 1 },
	{ "shuffle", SHUFFLE, "SEED", OPTION_ARG_OPTIONAL,
	  "run in random order; the seed is recorded", 1 },
	{ "part", PART, "K/N", 0,
	  "run only the Kth of N parts of the checks, for N devices at the same time; 'verbs-cts "
	  "report' joins the results",
	  1 },
	{ "resume", RESUME, NULL, 0,
	  "continue the run whose journal is beside the --results file; a check that was running "
	  "when its kernel died has the verdict KERNEL",
	  1 },
	{ NULL, 0, NULL, 0, "What to write:", 2 },
	{ "results", RESULTS, "FILE", 0,
	  "results.xml, the record of the run; all reports are made from it", 2 },
	{ "junit", JUNIT, "FILE", 0, "JUnit XML, for CI servers", 2 },
	{ "html", HTML, "FILE", 0, "an HTML page", 2 },
	{ "brief", BRIEF, NULL, 0, "print only the verdict of checks that pass", 2 },
	{ NULL, 0, NULL, 0, "How to judge:", 3 },
	{ "waivers", WAIVERS, "FILE", 0,
	  "list of known deviations (fixtures/waivers); can be repeated", 3 },
	{ "strict", STRICT, NULL, 0,
	  "a broken promise of any level prevents conformance (default: of level must only)", 3 },
	{ "deadline", DEADLINE, "S", 0, "time limit of a check in seconds (default 10)", 3 },
	{ "slow", SLOW, "FACTOR", 0,
	  "multiply every deadline by this factor, for emulated or instrumented kernels", 3 },
	{ NULL, 0, NULL, 0, "For guests that can be booted again:", 4 },
	{ "console", CONSOLE, "FILE", 0,
	  "with --resume: the console of the guest that died; its last lines become evidence", 4 },
	{ NULL, 0, NULL, 0, "The device:", 5 },
	{ "mutant", MUTANT, "NAME", 0,
	  "run on this mutant, which breaks a promise on purpose, to see that a check detects it "
	  "('verbs-cts list --mutants')",
	  5 },
	{ 0 }
};

static const struct argp_child children[] = {
	{ .argp = &device_argp, .group = 5 },
	{ .argp = &care_argp, .header = "How to treat the device and its machine:", .group = 6 },
	{ 0 }
};

static void add(struct argp_state *state, const char **list, size_t *n, const char *arg)
{
	if (*n == MOST)
		argp_error(state, "this option can be given at most %d times", MOST);
	list[(*n)++] = arg;
}

static error_t parse_rest(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->device;
		state->child_inputs[1] = &o->run.care;
		return 0;
	case ARGP_KEY_ARGS:
		o->patterns = state->argv + state->next;
		o->n_patterns = state->argc - state->next;
		return 0;
	case PROMISE:
		if (!vct_promise_find(arg))
			argp_error(state,
				   "there is no promise %s; 'verbs-cts list --xml' lists all", arg);
		add(state, o->promises, &o->n_promises, arg);
		return 0;
	case MUTANT:
		o->mutant = arg;
		return 0;
	case WAIVERS:
		add(state, o->waivers, &o->n_waivers, arg);
		return 0;
	case SHUFFLE:
		o->run.plan.shuffle = true;
		o->run.plan.seed =
			arg ? (unsigned long)number_option(state, "--shuffle", arg, 0, 0x7fffffff)
			    : (unsigned long)time(NULL) & 0xffff;
		return 0;
	case DEADLINE:
		o->run.deadline = positive_option(state, "--deadline", arg);
		return 0;
	case SLOW:
		vct_slow = positive_option(state, "--slow", arg);
		return 0;
	case REPEAT:
		o->run.plan.passes =
			(unsigned int)number_option(state, "--repeat", arg, 1, 1000000);
		return 0;
	case PART:
		o->run.plan.part = arg;
		if (!vct_is_part(arg, &o->part, &o->parts))
			argp_error(state, "--part takes K/N, as in 1/2, not '%s'", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct vct_run *run = &((struct options *)state->input)->run;

	switch (key) {
	case RESULTS:
		run->results = arg;
		return 0;
	case JUNIT:
		run->junit = arg;
		return 0;
	case HTML:
		run->html = arg;
		return 0;
	case BRIEF:
		run->brief = true;
		return 0;
	case STRICT:
		run->plan.strict = true;
		return 0;
	case RESUME:
		run->resume = true;
		return 0;
	case CONSOLE:
		run->console = arg;
		return 0;
	case ARGP_KEY_END:
		if (run->resume && !run->results)
			argp_error(state,
				   "--resume needs --results: the journal is beside that file");
		return 0;
	}
	return parse_rest(key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "[PATTERN...]",
	.doc = "Runs the checks whose names match a PATTERN as 'srq.limit.*', or all checks. Each "
	       "check "
	       "runs in a separate process. Its verdict says whether the device keeps the promises "
	       "that the check cites.\v"
	       "Verdicts: PASS; FAIL (the device broke the promise); SKIP (the device does not "
	       "claim the capability); BROKEN (setup that should work did not, or nothing was "
	       "judged); TIMEOUT (the check did not finish before its deadline); CRASH (its "
	       "process "
	       "died or exited); KERNEL (the kernel complained or died); NOTRUN (the run ended "
	       "before the check); WAIVED (a known deviation that a waiver lists); XPASS (the "
	       "check "
	       "passes although a waiver lists it: the waiver is stale).\n"
	       "A device conforms if it breaks no promise of level must, and every check came to a "
	       "verdict on it. FAIL of a should, derived or open promise is reported as a "
	       "deviation.\n"
	       "Exit codes: 0 the device conforms, 1 it does not (with --strict: not strictly), 2 "
	       "wrong usage or environment, 3 incomplete.\n\n"
	       "  verbs-cts run -d mlx5_0 -x 3 --results results.xml --junit junit.xml\n"
	       "  verbs-cts run -d rxe0 --promise SRQ-MOD-24 --repeat 50 --shuffle",
};

/* The part of the command line that selects the checks. */
static char *selection(const struct options *o)
{
	char *text = join_words(o->patterns, o->n_patterns, ""), *more;

	for (size_t i = 0; i < o->n_promises; i++) {
		if (asprintf(&more, "%s --promise %s", text, o->promises[i]) < 0)
			abort();
		free(text);
		text = more;
	}
	if (asprintf(&more, "%s --repeat %u%s%s%s", text, o->run.plan.passes,
		     o->run.plan.shuffle ? " --shuffle" : "", o->run.plan.part ? " --part " : "",
		     o->run.plan.part ? o->run.plan.part : "") < 0)
		abort();
	free(text);
	return more;
}

static int by_name(const void *name, const void *c)
{
	return strcmp(name, ((const struct vct_case *)c)->name);
}

/* Marks the cases that match the pattern. A name is looked up, because that is faster. */
static bool mark(const char *pattern, const struct vct_case *cases, size_t n, bool *marked)
{
	const struct vct_case *named = bsearch(pattern, cases, n, sizeof(*cases), by_name);
	bool any = named != NULL;

	if (named)
		marked[named - cases] = true;
	for (size_t i = 0; !named && i < n; i++) {
		bool matches = !fnmatch(pattern, cases[i].name, 0);

		marked[i] |= matches;
		any |= matches;
	}
	return any;
}

/* A pattern that matches nothing is a typing mistake. */
static void mark_all(const struct options *o, const struct vct_case *cases, size_t n, bool *marked)
{
	for (int i = 0; i < o->n_patterns; i++) {
		if (mark(o->patterns[i], cases, n, marked))
			continue;
		fprintf(stderr,
			"verbs-cts: no check matches '%s'; 'verbs-cts list' lists all checks. A "
			"pattern needs quotes, so that the shell does not expand it\n",
			o->patterns[i]);
		exit(VCT_USAGE);
	}
}

static bool cites_any(const struct options *o, const struct vct_case *c)
{
	bool cites = !o->n_promises;

	for (size_t i = 0; i < o->n_promises; i++)
		cites |= vct_case_cites(c, o->promises[i]);
	return cites;
}

static void select_cases(struct options *o, const struct vct_case *all, size_t n)
{
	struct vct_case *selected = calloc(n, sizeof(*selected));
	bool *marked = calloc(n, sizeof(*marked));
	size_t found = 0;

	if (!selected || !marked)
		abort();
	mark_all(o, all, n, marked);
	for (size_t i = 0; i < n; i++)
		if ((marked[i] || !o->n_patterns) && cites_any(o, &all[i]) &&
		    (!o->parts || found++ % o->parts == o->part - 1))
			selected[o->run.plan.n_cases++] = all[i];
	free(marked);
	o->run.plan.cases = selected;
	if (o->run.plan.n_cases)
		return;
	fprintf(stderr, "verbs-cts: no check is selected: %s%s\n",
		found ? "there are fewer checks than parts:"
		      : "none of the checks cites the promise:",
		selection(o));
	exit(VCT_USAGE);
}

/* With --mutant, this program starts itself again with the library of mutants preloaded. */
static void become_mutant(const char *name, int argc, char **argv)
{
	static char program[] = "verbs-cts", command[] = "run";
	char **words = calloc((size_t)argc + 2, sizeof(*words)), error[512];

	if (!words)
		abort();
	words[0] = program;
	words[1] = command;
	memcpy(words + 2, argv + 1, (size_t)argc * sizeof(*words));
	if (vct_mutant_become(name, words, error, sizeof(error))) {
		fprintf(stderr, "verbs-cts: %s\n", error);
		exit(VCT_USAGE);
	}
	free(words);
}

int run_main(int argc, char **argv)
{
	struct options o = { .device = DEVICE_OPTIONS_DEFAULT,
			     .run = { .plan.passes = 1, .deadline = 10 } };
	struct vct_waivers waivers = { 0 };
	static struct vct_device dev;
	struct vct_case *all;
	size_t n = vct_cases(&all);

	o.run.plan.command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (o.mutant)
		become_mutant(o.mutant, argc, argv);
	o.run.mutant = vct_mutant_at_work();
	o.run.plan.selection = selection(&o);
	select_cases(&o, all, n);
	vct_catch_signals();
	choose_device(&dev, &o.device, o.run.deadline * vct_slow);
	refuse_if_others_use(&dev, &o.run.care);
	for (size_t i = 0; i < o.n_waivers; i++)
		if (vct_waivers_load(&waivers, o.waivers[i], &dev, all, n))
			return VCT_USAGE;
	vct_dev = &dev;
	vct_settle_ms = dev.settle_ms;
	o.run.plan.dev = &dev;
	o.run.waivers = &waivers;
	o.run.all = all;
	o.run.n_all = n;
	return vct_run(&o.run);
}
