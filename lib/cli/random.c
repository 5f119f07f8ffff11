// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts random: parses the options and reads the sequence to replay. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../run/progress.h"
#include "replay.h"
#include "settings.h"

enum { SEED = 512, STEPS, SEQUENCES, JOBS, THREADS };

struct options {
	struct run_settings settings;
	const char *replay;
	bool print;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to run:", 1 },
	{ "seed", SEED, "S", 0,
	  "begin with the sequence of this seed (default 1); the next sequence has the seed S + 1",
	  1 },
	{ "steps", STEPS, "N", 0, "steps of each sequence (default 200)", 1 },
	{ "sequences", SEQUENCES, "N", 0, "end after N sequences", 1 },
	{ "for", INTO_POSITIVE(struct options, settings.run.random.seconds), "SECONDS", 0,
	  "end after this time (default 30, if --sequences is not given)", 1 },
	{ "jobs", JOBS, "N", 0, "run N sequences at the same time, on the same device (default 1)",
	  1 },
	{ "threads", THREADS, "N", 0,
	  "let up to N threads (2 to 4) use an SRQ at the same time in some steps (default 0: "
	  "none). To replay a finding takes the same N, and may take several attempts",
	  1 },
	{ "replay", INTO_TEXT(struct options, replay), "FILE", 0,
	  "run only the sequence of a finding: a results.xml, or a text with a step on each line",
	  1 },
	{ "print", SETS(struct options, print), NULL, 0,
	  "print the steps of the sequence of --seed, in the form for --replay, and run nothing",
	  1 },
	{ 0 }
};

static const struct argp_child children[] = { { .argp = &settings_argp }, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	struct vct_random *random = &o->settings.run.random;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->settings;
		return 0;
	case SEED:
		random->seed = (uint64_t)number_option(state, "seed", arg, 0, INT64_MAX);
		return 0;
	case STEPS:
		random->steps = (unsigned int)number_option(state, "steps", arg, 1, MOST_STEPS);
		return 0;
	case SEQUENCES:
		random->sequences =
			(unsigned int)number_option(state, "sequences", arg, 1, INT32_MAX);
		return 0;
	case JOBS:
		random->jobs = (unsigned int)number_option(state, "jobs", arg, 1, 64);
		return 0;
	case THREADS:
		vct_threads = (unsigned int)number_option(state, "threads", arg, 0, 4);
		return 0;
	case ARGP_KEY_END:
		if (!random->seconds && !random->sequences)
			random->seconds = 30;
		return 0;
	}
	return set_option(options, key, arg, state);
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

static int print_sequence(const struct vct_random *random)
{
	struct vct_sequence *s = vct_allocate(1, sizeof(*s));
	char text[256];

	vct_sequence_make(s, random->seed, random->steps);
	for (unsigned int i = 0; i < s->n; i++) {
		vct_step_text(&s->steps[i], text, sizeof(text));
		printf("%s\n", text);
	}
	free(s);
	return 0;
}

/* A run can only be resumed with the same. */
static char *selection(const struct options *o)
{
	const struct vct_random *random = &o->settings.run.random;
	char *text = vct_format("random --seed %" PRIu64 " --steps %u --threads %u%s%s",
				random->seed, random->steps, vct_threads,
				o->replay ? " --replay " : "", o->replay ? o->replay : "");
	return text;
}

static void say_progress(unsigned long long sequences, unsigned long long steps, double seconds)
{
	printf("\r\033[K%llu sequences, %llu steps, %.0f s", sequences, steps, seconds);
	fflush(stdout);
}

static const struct vct_case *random_check(const struct vct_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (cases[i].check->sequences)
			return &cases[i];
	fprintf(stderr, "verbs-cts: this program has no check that runs random sequences\n");
	exit(VCT_USAGE);
}

int random_main(int argc, char **argv)
{
	struct options o = { .settings = RUN_SETTINGS_DEFAULT };
	struct vct_run *run = &o.settings.run;
	struct vct_case *all;
	size_t n = vct_cases(&all);

	run->random = (struct vct_random){ .seed = 1, .steps = 200, .jobs = 1 };
	run->plan.command = join_words(argv + 1, argc - 1, argv[0]);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	become_mutant(&o.settings, "random", argc, argv);
	if (o.print)
		return print_sequence(&run->random);
	o.settings.also_read = o.replay;
	refuse_clashes(&o.settings);
	if (o.replay)
		run->random.replay = vct_replay_read(o.replay);
	if (o.replay && !run->random.replay)
		return VCT_USAGE;
	if (vct_on_terminal())
		run->random.progress = say_progress;
	run->plan.cases = random_check(all, n);
	run->plan.n_cases = 1;
	run->plan.strict = true; /* a difference counts, of whatever level its promise is */
	run->plan.selection = selection(&o);
	return run_with(&o.settings, all, n);
}
