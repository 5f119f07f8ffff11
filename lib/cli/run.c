// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts run: parses the options and selects the checks. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "../base/exit.h"
#include "../check/profile.h"
#include "../record/parts.h"
#include "../run/device/choose.h"
#include "../run/device/addresses.h"
#include "settings.h"

enum { PROMISE = 512, PROFILE, REPEAT, PART, SHUFFLE, EACH };

struct options {
	struct run_settings settings;
	const char *promises[MOST_FILES];
	size_t n_promises;
	const char *profiles[MOST_FILES];
	size_t n_profiles;
	char **patterns;
	int n_patterns;
	unsigned int part, parts; /* 0: all of it */
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to run:", 1 },
	{ "promise", PROMISE, "ID", 0, "run only checks that cite this promise; can be repeated",
	  1 },
	{ "profile", PROFILE, "NAME", 0,
	  "run only checks that cite a promise of this profile (srq-core); can be repeated", 1 },
	{ "repeat", REPEAT, "N", 0,
	  "run all selected checks N times; the worst verdict of each check counts", 1 },
	{ "shuffle", SHUFFLE, "SEED", OPTION_ARG_OPTIONAL,
	  "run in random order; the seed is recorded", 1 },
	{ "part", PART, "K/N", 0,
	  "run only the Kth of N parts of the checks, for N devices at the same time; 'verbs-cts "
	  "report' joins the results. The last part has the checks that run threads",
	  1 },
	{ "peer", INTO_TEXT(struct options, settings.run.peer), "COMMAND", 0,
	  "a shell runs COMMAND, which starts 'verbs-cts peer -d DEVICE' on another host, as 'ssh "
	  "hostB verbs-cts peer -d mlx5_1'. Each check that passes messages runs again twice: as "
	  "NAME@receives and NAME@sends, where the messages come from or go to that device",
	  1 },
	{ "each", EACH, "LIST", 0,
	  "LIST has gid, mtu, port, pkey, with a comma between them. Each check that depends on "
	  "the address of a link runs again for each type of GID, path MTU, port or full P_Key "
	  "that can be used. Such a check is NAME@gid-v2-ipv4 or NAME@mtu-1024. With a star, as "
	  "in gid*mtu, it runs for each combination",
	  1 },
	{ "mutants", INTO_TEXT(struct options, settings.on_mutants), "DIR", 0,
	  "run on many mutants. Each line of standard input has the name of a mutant and the "
	  "checks to run on it (none: all). Its results are left in DIR/MUTANT.xml or, if there "
	  "are none, the errors in DIR/MUTANT.err. The library of mutants has to be preloaded",
	  1 },
	{ 0 }
};

static const struct argp_child children[] = { { .argp = &settings_argp }, { 0 } };

static void add_profile(struct argp_state *state, struct options *o, const char *name)
{
	if (!vct_profile_find(name))
		argp_error(state, "there is no profile %s; 'verbs-cts list --xml' lists all", name);
	add_argument(state, o->profiles, &o->n_profiles, name);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	struct vct_run *run = &o->settings.run;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->settings;
		return 0;
	case ARGP_KEY_ARGS:
		o->patterns = state->argv + state->next;
		o->n_patterns = state->argc - state->next;
		return 0;
	case PROMISE:
		if (!vct_promise_find(arg))
			argp_error(state,
				   "there is no promise %s; 'verbs-cts list --xml' lists all", arg);
		add_argument(state, o->promises, &o->n_promises, arg);
		return 0;
	case PROFILE:
		add_profile(state, o, arg);
		return 0;
	case SHUFFLE:
		run->plan.shuffle = true;
		run->plan.seed =
			arg ? (unsigned long)number_option(state, "shuffle", arg, 0, 0x7fffffff)
			    : (unsigned long)time(NULL) & 0xffff;
		return 0;
	case REPEAT:
		run->plan.passes = (unsigned int)number_option(state, "repeat", arg, 1, 1000000);
		return 0;
	case EACH:
		run->each = arg;
		if (vct_each_wrong(arg))
			argp_error(state, "%s", vct_each_wrong(arg));
		return 0;
	case ARGP_KEY_END:
		if (run->each && run->peer)
			argp_error(state, "--each cannot be given with --peer, because the peer "
					  "chooses its own address: run once for each address, "
					  "with -i and -x here and in the command of the peer");
		return 0;
	case PART:
		run->plan.part = arg;
		if (!vct_is_part(arg, &o->part, &o->parts))
			argp_error(state, "--part takes K/N, as in 1/2, not '%s'", arg);
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "[PATTERN...]",
	.doc = "Runs the checks whose names match a PATTERN as 'srq.limit.*', or all checks. Each "
	       "check runs in a separate process. Its verdict says whether the device keeps the "
	       "promises that the check cites.\v"
	       "The verdicts are PASS, FAIL (the device broke the promise) and SKIP (the device "
	       "does not claim the capability). BROKEN: setup that should work did not, or "
	       "nothing was judged. TIMEOUT: the check did not finish before its deadline. CRASH: "
	       "its process died or exited. KERNEL: the kernel complained or died. NOTRUN: the "
	       "run ended before the check, or the check was red while the machine was late. "
	       "WAIVED: a known deviation that a waiver lists. XPASS: "
	       "the check passes although a waiver lists it, and the waiver is stale.\n"
	       "A device conforms if it breaks no promise of level must, and every check came to "
	       "a verdict on it. FAIL of a should, derived or open promise is reported as a "
	       "deviation. A deviation that a waiver lists is not new, but the promise is broken.\n"
	       "Exit codes: 0 nothing is new, 1 something is new (with --strict: of any level), 2 "
	       "wrong usage or environment, 3 incomplete.\n\n"
	       "  verbs-cts run -d mlx5_0 -x 3 --results results.xml --junit junit.xml\n"
	       "  verbs-cts run -d rxe0 --promise SRQ-MOD-24 --repeat 50 --shuffle",
};

static char *with_options(char *text, const char *option, const char *const *values, size_t n)
{
	char *more;

	for (size_t i = 0; i < n; i++) {
		more = vct_format("%s --%s %s", text, option, values[i]);
		free(text);
		text = more;
	}
	return text;
}

/* The part of the command line that selects the checks; "": all. */
static char *selection(const struct options *o)
{
	char *text = join_words(o->patterns, o->n_patterns, "");

	text = with_options(text, "promise", o->promises, o->n_promises);
	return with_options(text, "profile", o->profiles, o->n_profiles);
}

static int by_name(const void *name, const void *c)
{
	return strcmp(name, ((const struct vct_case *)c)->name);
}

/* A case where the links of the check are apart, or have another address. */
static bool is_named(const struct vct_case *named, const struct vct_case *c)
{
	size_t length = strlen(named->name);

	return (c->apart || c->column) && !strncmp(c->name, named->name, length) &&
	       c->name[length] == '@';
}

/* Marks the cases that match the pattern. A name is looked up, because that is faster. */
static bool mark(const char *pattern, const struct vct_case *cases, size_t n, bool *marked)
{
	const struct vct_case *named = bsearch(pattern, cases, n, sizeof(*cases), by_name);
	bool any = named != NULL;

	for (size_t i = 0; named && i < n; i++)
		marked[i] |= &cases[i] == named || is_named(named, &cases[i]);
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

struct citing {
	const struct vct_case *c;
	bool cites;
};

static void heed_promise(const struct vct_promise *promise, void *the_citing)
{
	struct citing *citing = the_citing;

	citing->cites |= vct_case_cites(citing->c, promise->id);
}

static bool cites_profile(const struct vct_case *c, const char *name)
{
	struct citing citing = { c, false };

	vct_each_of_profile(vct_profile_find(name), heed_promise, &citing);
	return citing.cites;
}

static bool cites_any(const struct options *o, const struct vct_case *c)
{
	bool cites = !o->n_promises && !o->n_profiles;

	for (size_t i = 0; i < o->n_profiles && !cites; i++)
		cites = cites_profile(c, o->profiles[i]);
	for (size_t i = 0; i < o->n_promises; i++)
		cites |= vct_case_cites(c, o->promises[i]);
	return cites;
}

/*
 * A check that runs many random sequences takes as long as this number of others. The part of the
 * checks with threads has fewer others, because a guest with two CPUs is slower on a busy machine.
 * Some of the destructive checks cost a boot.
 */
enum { MANY_SEQUENCES = 300, MANY_THREADS = 60, MANY_DESTRUCTIVE = 12 };

static unsigned int load_of(const struct vct_case *c)
{
	if (c->check->sequences)
		return MANY_SEQUENCES;
	if (c->check->threads)
		return MANY_THREADS;
	return c->danger == DANGER_DESTRUCTIVE ? MANY_DESTRUCTIVE : 1;
}

/*
 * Gives the case to the part that has the least to do yet. One with threads goes to the last part,
 * whose machine can then have more CPUs. Destructive ones are the last of their parts: if several
 * end the kernel, their machines start again side by side. True: that is the part to run. The
 * `loads` are those of the first n parts; there are n cases, so no other gets one.
 */
static bool is_of_part(const struct options *o, const struct vct_case *c, unsigned int *loads,
		       size_t n)
{
	size_t parts = o->parts < n ? o->parts : n, least = 0;

	for (size_t i = 1; i < parts; i++)
		if (loads[i] < loads[least] || c->check->threads)
			least = i;
	loads[least] += load_of(c);
	return !o->parts || least + 1 == o->part;
}

static void select_cases(struct options *o, const struct vct_case *all, size_t n)
{
	struct vct_case *selected = vct_allocate(n, sizeof(*selected));
	unsigned int *loads = vct_allocate(n, sizeof(*loads));
	bool *marked = vct_allocate(n, sizeof(*marked));
	size_t found = 0;

	mark_all(o, all, n, marked);
	for (size_t i = 0; i < n; i++)
		if ((marked[i] || !o->n_patterns) && cites_any(o, &all[i]) && ++found &&
		    is_of_part(o, &all[i], loads, n))
			selected[o->settings.run.plan.n_cases++] = all[i];
	free(loads);
	free(marked);
	o->settings.run.plan.cases = selected;
	if (o->settings.run.plan.n_cases)
		return;
	fprintf(stderr, "verbs-cts: no check is selected: %s%s\n",
		found ? "there are fewer checks than parts:"
		      : "none of the checks cites the promise:",
		selection(o));
	exit(VCT_USAGE);
}

/* A device that does not answer here is reported when the run asks it. */
static size_t cases_each(struct options *o, struct vct_case **all)
{
	const struct vct_column *columns = NULL;
	struct run_settings *s = &o->settings;
	double seconds = s->run.deadline * vct_slow;
	static struct vct_device dev;
	char error[2048];
	int n = 0;

	if (!vct_device_choose(&dev, &s->device.wish, seconds, error, sizeof(error)))
		n = vct_each_find(&dev, s->run.each, seconds, &columns, error, sizeof(error));
	if (n >= 0)
		return vct_cases_each(all, columns, (size_t)n);
	fprintf(stderr, "verbs-cts: %s\n", error);
	exit(VCT_USAGE);
}

static void select_again(struct run_settings *settings, char **patterns, int n)
{
	struct options *o = (struct options *)settings;

	o->patterns = patterns;
	o->n_patterns = n;
	settings->run.plan.n_cases = 0;
	select_cases(o, settings->run.all, settings->run.n_all);
}

int run_main(int argc, char **argv)
{
	struct options o = { .settings = RUN_SETTINGS_DEFAULT };
	struct vct_case *all;
	size_t n;

	o.settings.run.plan.command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	become_mutant(&o.settings, "run", argc, argv);
	n = o.settings.run.peer   ? vct_cases_apart(&all)
	    : o.settings.run.each ? cases_each(&o, &all)
				  : vct_cases(&all);
	o.settings.run.plan.selection = selection(&o);
	select_cases(&o, all, n);
	o.settings.select = select_again;
	o.settings.instead = o.settings.on_mutants ? run_on_mutants : NULL;
	return run_with(&o.settings, all, n);
}
