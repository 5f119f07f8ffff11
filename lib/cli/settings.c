// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Parses the options of the commands that run checks, and starts the run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../check/objects/event.h"
#include "../run/device/addresses.h"
#include "../run/device/facts.h"
#include "../run/process/guard.h"
#include "../run/mutant.h"
#include "../run/resume.h"
#include "../run/record_without_device.h"
#include "care.h"
#include "settings.h"
#include "uses.h"

enum { WAIVERS = 256, JUDGED, LEAVE_OUT };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to write:", 2 },
	{ "results", INTO_TEXT(struct run_settings, run.results), "FILE", 0,
	  "results.xml, the record of the run; all reports are made from it", 2 },
	{ "junit", INTO_TEXT(struct run_settings, run.junit), "FILE", 0,
	  "JUnit XML, for CI servers", 2 },
	{ "ktap", INTO_TEXT(struct run_settings, run.ktap), "FILE", 0,
	  "KTAP, the kernel's format for results of tests; '-' is standard output, and what would "
	  "be printed there is printed on standard error",
	  2 },
	{ "html", INTO_TEXT(struct run_settings, run.html), "FILE", 0, "an HTML page", 2 },
	{ "keep-journal", SETS(struct run_settings, run.keep_journal), NULL, 0,
	  "leave the journal of a complete run beside the --results file: 'verbs-cts verify' makes "
	  "the results from it again",
	  2 },
	{ "brief", SETS(struct run_settings, run.brief), NULL, 0,
	  "record only the verdict of checks that pass", 2 },
	{ "verbose", 'v', NULL, 0,
	  "print the verdict of every check (default: those that are not good; the others are "
	  "counted by reason at the end)",
	  2 },
	{ NULL, 0, NULL, 0, "How to judge:", 3 },
	{ "waivers", WAIVERS, "FILE", 0,
	  "list of known deviations (fixtures/waivers); can be repeated", 3 },
	{ "judged", JUDGED, "FILE", 0,
	  "what the device is known to judge (fixtures/waivers/judged, made by 'verbs-cts matrix "
	  "--judged'): a check of it that is skipped is FAIL; can be repeated",
	  3 },
	{ "strict", SETS(struct run_settings, run.plan.strict), NULL, 0,
	  "a broken promise of any level prevents conformance (default: of level must only)", 3 },
	{ "leave-out", LEAVE_OUT, "ID", 0,
	  "random use does not judge this promise, which the device is known to break; can be "
	  "repeated. It leaves out the promises that --waivers name, too",
	  3 },
	{ "deadline", INTO_POSITIVE(struct run_settings, run.deadline), "S", 0,
	  "time limit of a check in seconds (default 10)", 3 },
	{ "slow", SLOWS, "FACTOR", 0,
	  "multiply every deadline by this factor, for emulated or instrumented kernels", 3 },
	{ NULL, 0, NULL, 0, "For a run that did not end, and guests that can be booted again:", 4 },
	{ "resume", SETS(struct run_settings, run.resume), NULL, 0,
	  "continue the run whose journal is beside the --results file; a check that was running "
	  "when its kernel died has the verdict KERNEL",
	  4 },
	{ "fresh", SETS(struct run_settings, run.fresh), NULL, 0,
	  "drop the journal that a run which did not end left beside the --results file, and begin "
	  "again; without --resume and --fresh such a run is refused",
	  4 },
	{ "moved", SETS(struct run_settings, run.moved), NULL, 0,
	  "with --resume: others ended the run (its job was pre-empted, or its guest was killed). "
	  "It may go on on another machine with the same kernel. A check that was running runs "
	  "again, unless the run was ended twice during it",
	  4 },
	{ "console", INTO_TEXT(struct run_settings, run.console), "FILE", 0,
	  "with --resume: the console of the guest that died; its last lines become evidence", 4 },
	{ "stood-still", INTO_POSITIVE(struct run_settings, run.stood_still), "S", 0,
	  "with --resume: the guest was ended because it had recorded nothing for S seconds; "
	  "a check that was running has the verdict TIMEOUT, unless the kernel had complained",
	  4 },
	{ NULL, 0, NULL, 0, "The device:", 5 },
	{ "mutant", INTO_TEXT(struct run_settings, mutant), "NAME", 0,
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

void add_argument(struct argp_state *state, const char **list, size_t *n, const char *arg)
{
	if (*n == MOST_FILES)
		argp_error(state, "this option can be given at most %d times", MOST_FILES);
	list[(*n)++] = arg;
}

static void leave_out(struct argp_state *state, struct vct_run *run, const char *id)
{
	const struct vct_promise *promise = vct_promise_find(id);
	char *more;

	if (!promise)
		argp_error(state, "there is no promise %s; 'verbs-cts list --xml' lists all", id);
	vct_leave_out(promise);
	more = vct_format("%s%s%s", run->left_out ? run->left_out : "", run->left_out ? " " : "",
			  id);
	free(run->left_out);
	run->left_out = more;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run_settings *s = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &s->device;
		state->child_inputs[1] = &s->run.care;
		return 0;
	case WAIVERS:
		add_argument(state, s->waivers, &s->n_waivers, arg);
		return 0;
	case JUDGED:
		add_argument(state, s->judged, &s->n_judged, arg);
		return 0;
	case LEAVE_OUT:
		leave_out(state, &s->run, arg);
		return 0;
	case 'v':
		s->run.verbose = true;
		return 0;
	case ARGP_KEY_END:
		if (s->run.resume && !s->run.results)
			argp_error(state,
				   "--resume needs --results: the journal is beside that file");
		if (s->run.fresh && s->run.resume)
			argp_error(state, "--fresh and --resume cannot be used together");
		if (s->run.moved && !s->run.resume)
			argp_error(state, "--moved is for --resume");
		if (s->run.stood_still > 0 && !s->run.resume)
			argp_error(state, "--stood-still is for --resume");
		return 0;
	}
	return set_option(options, key, arg, state);
}

const struct argp settings_argp = { .options = options, .parser = parse, .children = children };

void become_mutant(struct run_settings *s, const char *command, int argc, char **argv)
{
	static char program[] = "verbs-cts";
	char **words, error[512];

	if (!s->mutant)
		return;
	words = vct_allocate((size_t)argc + 2, sizeof(*words));
	words[0] = program;
	words[1] = vct_copy(command);
	memcpy(words + 2, argv + 1, (size_t)argc * sizeof(*words));
	if (vct_mutant_become(s->mutant, words, error, sizeof(error))) {
		fprintf(stderr, "verbs-cts: %s\n", error);
		exit(VCT_USAGE);
	}
	free(words);
}

/* KTAP has standard output for itself: parsers do not expect other lines. */
static const char *own_output(void)
{
	char *path = vct_format("/dev/fd/%d", dup(STDOUT_FILENO));
	dup2(STDERR_FILENO, STDOUT_FILENO);
	return path;
}

static char *facts(const struct run_settings *s, const struct vct_device *dev)
{
	char *lines = NULL;
	size_t size;
	FILE *f = vct_open_text(&lines, &size);

	fputs(dev->facts, f);
	vct_facts_of_system(f, dev);
	vct_facts_of_run(f, &s->run, s->waivers, s->n_waivers);
	vct_facts_of_judged(f, s->judged, s->n_judged);
	vct_each_facts(f);
	fclose(f);
	return lines;
}

/* Whatever the device does when it is asked, there is a record of it. */
static int ask_device(struct run_settings *s, struct vct_device *dev)
{
	char error[2048];
	int ret;

	if (vct_device_name(dev, &s->device.wish, error, sizeof(error))) {
		fprintf(stderr, "verbs-cts: %s\n", error);
		return VCT_USAGE;
	}
	if (vct_before_asking(&s->run, dev))
		return VCT_USAGE;
	ret = try_device(dev, &s->device, s->run.deadline * vct_slow);
	vct_after_asking(&s->run);
	return ret;
}

void refuse_clashes(const struct run_settings *s)
{
	const struct vct_run *run = &s->run;
	struct file_uses uses = { 0 };

	for (size_t i = 0; i < s->n_waivers; i++)
		uses_reads(&uses, "--waivers", s->waivers[i]);
	for (size_t i = 0; i < s->n_judged; i++)
		uses_reads(&uses, "--judged", s->judged[i]);
	uses_reads(&uses, "--console", run->console);
	uses_reads(&uses, "--replay", s->also_read);
	uses_reads(&uses, "--fault-plugin", s->device.fault_plugin);
	uses_writes(&uses, "--results", run->results);
	uses_writes_beside(&uses, "the journal", run->results, ".journal");
	uses_writes(&uses, "--junit", run->junit);
	uses_writes(&uses, "--ktap", run->ktap);
	uses_writes(&uses, "--html", run->html);
}

int run_with(struct run_settings *s, const struct vct_case *all, size_t n)
{
	static struct vct_waivers waivers;
	static struct vct_judged judged, others;
	static struct vct_device dev;
	int ret;

	s->run.mutant = vct_mutant_at_work();
	if (s->run.ktap && !strcmp(s->run.ktap, "-"))
		s->run.ktap = own_output();
	refuse_clashes(s);
	vct_catch_signals();
	s->run.all = all;
	s->run.n_all = n;
	s->run.plan.dev = &dev;
	s->run.waivers = &waivers;
	s->run.judged = &judged;
	if (vct_claim_record(&s->run))
		return VCT_USAGE;
	ret = ask_device(s, &dev);
	if (dev.unasked)
		return vct_run_unasked(&s->run);
	if (ret)
		return ret;
	refuse_if_others_use(&dev, &s->run.care);
	refuse_if_unreachable(&dev, s->run.deadline * vct_slow);
	for (size_t i = 0; i < s->n_waivers; i++)
		if (vct_waivers_load(&waivers, s->waivers[i], &dev, all, n))
			return VCT_USAGE;
	/* A mutant is another device. */
	for (size_t i = 0; i < s->n_judged; i++)
		if (vct_judged_load(s->run.mutant ? &others : &judged, s->judged[i], &dev, all, n))
			return VCT_USAGE;
	vct_waivers_leave_out(&waivers, all, n);
	vct_dev = &dev;
	vct_settle_ms = dev.settle_ms;
	s->run.plan.facts = facts(s, &dev);
	return s->instead ? s->instead(s) : vct_run_guarded(&s->run);
}
