// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The plan of a fleet: one that is accepted is the same when it is written and read again, each of
 * its tasks has a folder of its own, and each of its jobs has a script.
 */
#include <string.h>

#include "../../lib/fleet/round.h"
#include "../../lib/fleet/script.h"
#include "../../lib/record/files.h"
#include "fuzz.h"

/* More would take all of the time of an input, and tell nothing new. */
enum { MOST_SCRIPTS = 20 };

static int read_plan(struct fleet_plan *plan, const char *path)
{
	const char *said;
	int ret;

	fuzz_listen();
	ret = fleet_plan_read(plan, path);
	said = fuzz_heard();
	BROKEN_IF(ret && !fuzz_names_line(said, path));
	BROKEN_IF(!ret && said[0]);
	return ret;
}

/* It is one folder, and not the one above or the same one. */
static bool is_folder(const char *name)
{
	return name[0] && name[0] != '.' && !strchr(name, '/') && strlen(name) <= 255;
}

static void check_tasks(const struct fleet_plan *plan)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct fleet_target *target = &plan->targets[i];

		BROKEN_IF(!is_folder(target->name) || target->first != n);
		n += target->n;
	}
	BROKEN_IF(n != plan->n_tasks);
	for (size_t i = 0; i < n; i++) {
		BROKEN_IF(!is_folder(plan->tasks[i].name));
		BROKEN_IF(plan->tasks[i].seed && strpbrk(plan->tasks[i].seed, " \t\r\n"));
	}
}

/* A script has one line for each option of sbatch, and none that a plan has put in. */
static void check_scripts(struct fleet_plan *plan)
{
	struct fleet_round round = { .plan = *plan, .number = 1, .folder = "/results/round-1" };

	for (size_t i = 0; i < plan->n_targets && i < MOST_SCRIPTS; i++) {
		char *script = fleet_script(&round, &plan->targets[i]);

		BROKEN_IF(strncmp(script, "#!/bin/sh\n#SBATCH --job-name=", 28) != 0);
		BROKEN_IF(strncmp(script + strlen(script) - 20, " '/results/round-1'\n", 20) != 0);
		free(script);
	}
}

static void read_again(const struct fleet_plan *plan)
{
	const char *again = fuzz_file(1, (const uint8_t *)"", 0);
	struct fleet_plan copy;

	BROKEN_IF(vct_results_write(again, plan->doc));
	BROKEN_IF(read_plan(&copy, again));
	BROKEN_IF(copy.n_targets != plan->n_targets || copy.n_tasks != plan->n_tasks);
	for (size_t i = 0; i < copy.n_targets; i++)
		BROKEN_IF(strcmp(copy.targets[i].name, plan->targets[i].name) != 0);
	for (size_t i = 0; i < copy.n_tasks; i++)
		BROKEN_IF(strcmp(copy.tasks[i].name, plan->tasks[i].name) != 0);
	fleet_plan_free(&copy);
}

void fuzz_plan(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(0, data, size);
	struct fleet_plan plan;

	if (!read_plan(&plan, path)) {
		check_tasks(&plan);
		check_scripts(&plan);
		read_again(&plan);
	}
	fleet_plan_free(&plan);
}
