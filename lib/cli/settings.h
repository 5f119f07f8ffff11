/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The options of the commands that run checks: what to write, how to judge, and the device. */
#ifndef VCT_CLI_SETTINGS_H
#define VCT_CLI_SETTINGS_H

#include "../run/run.h"
#include "program.h"

enum { MOST_FILES = 16 };

struct run_settings {
	struct device_options device;
	struct vct_run run;
	const char *waivers[MOST_FILES];
	size_t n_waivers;
	const char *judged[MOST_FILES]; /* files of what the device is known to judge */
	size_t n_judged;
	const char *mutant;
	const char *also_read;  /* a file that the command reads beside those; NULL: none */
	const char *on_mutants; /* where the results on many mutants are left; NULL: one run */
	/* In place of a run of the plan, once the device was asked; NULL: nothing else. */
	int (*instead)(struct run_settings *settings);
	/* Makes another plan, of the checks that match these patterns. */
	void (*select)(struct run_settings *settings, char **patterns, int n);
};
#define RUN_SETTINGS_DEFAULT                                                                       \
	{                                                                                          \
		.device = DEVICE_OPTIONS_DEFAULT,                                                  \
		.run = {                                                                           \
			.plan.passes = 1,                                                          \
			.deadline = 10,                                                            \
			.random = { .seed = 1, .steps = 200, .sequences = 100, .seconds = 8 },     \
		},                                                                                 \
	}

extern const struct argp settings_argp; /* a child parser; its input is a struct run_settings */

/* Appends to a list of MOST_FILES arguments, or ends the program with a usage error. */
void add_argument(struct argp_state *state, const char **list, size_t *n, const char *arg);

/*
 * Ends the program with exit code 2 if a file that is written is also read, or written as something
 * else. run_with() does so, too; a command calls it if it reads `also_read` before.
 */
void refuse_clashes(const struct run_settings *settings);

/* With --mutant, starts this program again with the library of mutants preloaded. */
void become_mutant(struct run_settings *settings, const char *command, int argc, char **argv);
/*
 * Once the device was asked: runs on each mutant that a line of standard input names (--mutants).
 * Returns the exit code.
 */
int run_on_mutants(struct run_settings *settings);
/*
 * Chooses the device, loads the waivers and runs the cases of the plan. `all` are all cases of the
 * program. Returns the exit code.
 */
int run_with(struct run_settings *settings, const struct vct_case *all, size_t n);

#endif
