// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts random: parses the options and reads the sequence to replay. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/exit.h"
#include "../run/progress.h"
#include "../record/files.h"
#include "settings.h"

enum { SEED = 512, STEPS, SEQUENCES, FOR, JOBS, REPLAY, LEAVE_OUT };

struct options {
	struct run_settings settings;
	const char *replay;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to run:", 1 },
	{ "seed", SEED, "S", 0,
	  "begin with the sequence of this seed (default 1); the next sequence has the seed S + 1",
	  1 },
	{ "steps", STEPS, "N", 0, "steps of each sequence (default 200)", 1 },
	{ "sequences", SEQUENCES, "N", 0, "end after N sequences", 1 },
	{ "for", FOR, "SECONDS", 0, "end after this time (default 30, if --sequences is not given)",
	  1 },
	{ "jobs", JOBS, "N", 0, "run N sequences at the same time, on the same device (default 1)",
	  1 },
	{ "replay", REPLAY, "FILE", 0,
	  "run only the sequence of a finding, which is in this results.xml", 1 },
	{ NULL, 0, NULL, 0, "How to judge:", 3 },
	{ "leave-out", LEAVE_OUT, "ID", 0,
	  "do not judge this promise, which the device is known to break; can be repeated. The "
	  "promises that --waivers name are left out, too",
	  3 },
	{ 0 }
};

static const struct argp_child children[] = { { .argp = &settings_argp }, { 0 } };

static void leave_out(struct argp_state *state, const char *id)
{
	const struct vct_promise *promise = vct_promise_find(id);

	if (!promise)
		argp_error(state, "there is no promise %s; 'verbs-cts list --xml' lists all", id);
	vct_leave_out(promise);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	struct vct_random *random = &o->settings.run.random;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->settings;
		return 0;
	case SEED:
		random->seed = (uint64_t)number_option(state, "--seed", arg, 0, INT64_MAX);
		return 0;
	case STEPS:
		random->steps = (unsigned int)number_option(state, "--steps", arg, 1, MOST_STEPS);
		return 0;
	case SEQUENCES:
		random->sequences =
			(unsigned int)number_option(state, "--sequences", arg, 1, INT32_MAX);
		return 0;
	case FOR:
		random->seconds = positive_option(state, "--for", arg);
		return 0;
	case JOBS:
		random->jobs = (unsigned int)number_option(state, "--jobs", arg, 1, 64);
		return 0;
	case REPLAY:
		o->replay = arg;
		return 0;
	case LEAVE_OUT:
		leave_out(state, arg);
		return 0;
	case ARGP_KEY_END:
		if (!random->seconds && !random->sequences)
			random->seconds = 30;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.doc = "Calls verbs in random sequences, legal and illegal ones, and compares what the "
	       "device does with a model of the documents. The first difference is a FAIL of the "
	       "promise that the device broke. Its sequence is shortened to the steps that are "
	       "needed to show it, and kept in the record.\v"
	       "The same seed makes the same sequence on every device. The promises that the model "
	       "judges are those of the check model.random.use ('verbs-cts list "
	       "model.random.use').\n"
	       "Exit codes: 0 no difference was found, 1 one was found, 2 wrong usage or "
	       "environment, 3 incomplete.\n\n"
	       "  verbs-cts random -d mlx5_0 --for 600 --results random.xml\n"
	       "  verbs-cts random -d mlx5_0 --replay random.xml",
};

static void __attribute__((noreturn)) refuse(const char *path, const char *what)
{
	fprintf(stderr, "verbs-cts: %s: %s\n", path, what);
	exit(VCT_USAGE);
}

/* Adds the steps of a <check> element. */
static void read_steps(struct vct_sequence *s, const xmlNode *check, const char *path)
{
	for (const xmlNode *n = check->children; n; n = n->next) {
		const char *wrong = "it has more steps than a sequence can have";
		xmlChar *text;

		if (n->type != XML_ELEMENT_NODE || strcmp((const char *)n->name, "step"))
			continue;
		text = xmlNodeGetContent(n);
		if (s->n < MOST_STEPS)
			wrong = vct_step_read(&s->steps[s->n++], (const char *)text);
		if (wrong) {
			fprintf(stderr, "verbs-cts: %s:%ld: %s: %s\n", path, xmlGetLineNo(n),
				(const char *)text, wrong);
			exit(VCT_USAGE);
		}
		xmlFree(text);
	}
}

/* The first sequence that the file has. */
static struct vct_sequence *read_sequence(const char *path)
{
	struct vct_sequence *s = calloc(1, sizeof(*s));
	xmlDoc *doc = vct_results_read(path, VCT_EMBEDDED "results.rng");

	if (!s)
		abort();
	if (!doc)
		exit(VCT_USAGE);
	for (const xmlNode *n = xmlDocGetRootElement(doc)->children; n && !s->n; n = n->next)
		if (n->type == XML_ELEMENT_NODE && !strcmp((const char *)n->name, "check"))
			read_steps(s, n, path);
	if (!s->n)
		refuse(path, "it has no finding of random use, so there is no sequence to replay");
	xmlFreeDoc(doc);
	return s;
}

static void say_progress(unsigned long long sequences, unsigned long long steps, double seconds)
{
	printf("\r\033[K%llu sequences, %llu steps, %.0f s", sequences, steps, seconds);
	fflush(stdout);
}

int random_main(int argc, char **argv)
{
	struct options o = { .settings = RUN_SETTINGS_DEFAULT };
	struct vct_run *run = &o.settings.run;
	struct vct_case *all, *c;
	size_t n = vct_cases(&all);

	run->random = (struct vct_random){ .seed = 1, .steps = 200, .jobs = 1 };
	run->plan.command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	become_mutant(&o.settings, "random", argc, argv);
	if (o.replay)
		run->random.replay = read_sequence(o.replay);
	if (vct_on_terminal())
		run->random.progress = say_progress;
	for (c = all; c < all + n && !c->check->sequences; c++)
		;
	run->plan.cases = c;
	run->plan.n_cases = 1;
	run->plan.selection = join_words(argv + 1, argc - 1, "random");
	return run_with(&o.settings, all, n);
}
