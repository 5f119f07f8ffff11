// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts fleet: runs a plan on many machines, and makes one report of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../fleet/apart.h"
#include "../fleet/local.h"
#include "../fleet/report.h"
#include "../fleet/slurm.h"
#include "../fleet/task.h"
#include "program.h"

enum { JOBS = 256 };

struct options {
	const char *path, *task, *peer, *out;
	bool local, dry_run, begin, wait, status, fetch, report, plan_here;
	unsigned int jobs;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "How to run a plan:", 1 },
	{ "local", SETS(struct options, local), NULL, 0,
	  "run it on this machine, without Slurm; nodes and features are ignored, and the results "
	  "are in the folder 'local' of those of the plan",
	  1 },
	{ "jobs", JOBS, "N", 0,
	  "how many tasks at a time with --local, and how many threads with --report (default: one "
	  "for each CPU)",
	  1 },
	{ "dry-run", SETS(struct options, dry_run), NULL, 0, "print the jobs, and submit none", 1 },
	{ "new", SETS(struct options, begin), NULL, 0,
	  "begin another round, even if the last one is not complete or has another plan", 1 },
	{ "wait", SETS(struct options, wait), NULL, 0,
	  "wait until no job of the round is in the queue", 1 },
	{ "status", SETS(struct options, status), NULL, 0,
	  "only say how many tasks of the last round are complete", 1 },
	{ NULL, 0, NULL, 0, "What came of it:", 2 },
	{ "fetch", SETS(struct options, fetch), NULL, 0,
	  "of a plan with node-results: fetch what the nodes have of the last round, and say how "
	  "many tasks are complete",
	  2 },
	{ "report", SETS(struct options, report), NULL, 0,
	  "PLAN is the folder of the results: join the last round, compare it with the one before, "
	  "and write fleet.xml, index.html and what the page links to",
	  2 },
	{ "out", INTO_TEXT(struct options, out), "DIR", 0,
	  "with --report: the folder to write (default: report in PLAN)", 2 },
	{ NULL, 0, NULL, 0, "What a job types:", 3 },
	{ "task", INTO_TEXT(struct options, task), "TARGET:N", 0,
	  "PLAN is the folder of a round: run this task of it", 3 },
	{ "peer", INTO_TEXT(struct options, peer), "COMMAND", 0,
	  "with --task: the command of the far end of a pair", 3 },
	{ "plan-here", SETS(struct options, plan_here), NULL, 0,
	  "with --task: PLAN is a folder of this node, %N in it is the node's name, and the plan "
	  "is read from standard input",
	  3 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case JOBS:
		o->jobs = (unsigned int)number_option(state, "jobs", arg, 1, 999);
		return 0;
	case ARGP_KEY_ARG:
		if (o->path)
			argp_error(state, "there can be one plan only; '%s' is another word", arg);
		o->path = arg;
		return 0;
	case ARGP_KEY_END:
		if (!o->path)
			argp_error(state, "no plan is given");
		if (o->local + o->dry_run + o->status + o->fetch + o->report + !!o->task > 1)
			argp_error(state, "--local, --dry-run, --status, --fetch, --report and "
					  "--task cannot be used together");
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "PLAN",
	.doc = "Runs the suite on many machines: makes Slurm jobs of a plan, and one report of "
	       "all results.\v"
	       "A plan says on which devices what is to run. Each run on each device is a task; "
	       "Slurm gets an array of jobs for each device, with --requeue. A round is each task "
	       "once. The same command continues a round, and submits only the tasks that are "
	       "neither complete nor in the queue; when it is complete, it begins the next one. A "
	       "task whose node dies, or whose job is cancelled or pre-empted, goes on where it "
	       "was: its journal is in the folder of the results. Every node must see this "
	       "folder, and this program at the same path. From nodes without such a folder "
	       "(node-results), srun fetches the results. A run on a device of a node goes on "
	       "only on this node, and begins again on another one. A record is renamed into its "
	       "place when it is complete, so that none is lost and none counts twice.\n"
	       "Exit codes: 0 all tasks are complete and nothing is new, or the jobs are "
	       "submitted. 1 something is new on a device. 2 wrong usage or environment, a plan "
	       "that "
	       "is wrong, or a file that cannot be written. 3 some tasks are not complete.\n\n"
	       "The examples have a plan, lab.xml, and what to type.\n\n"
	       "  <fleet-plan name=\"lab\" results=\"/shared/lab\" sbatch=\"--partition=rdma\">\n"
	       "    <run name=\"all\" seeds=\"1 2\"/>\n"
	       "    <run name=\"srq\" times=\"3\"><check>srq.*</check></run>\n"
	       "    <bench name=\"rate\"><point>post.list.*</point></bench>\n"
	       "    <device name=\"cx7\" dev=\"mlx5_0\" nodes=\"n[1-4]\"/>\n"
	       "    <device name=\"e810\" dev=\"irdma0\" feature=\"e810\"/>\n"
	       "    <guest name=\"rxe-6.12\" kernel=\"6.12\" runs=\"all\"/>\n"
	       "    <persona name=\"mlx5\" config=\"persona=mlx5-roce\" runs=\"srq\"/>\n"
	       "    <pair name=\"cx7-e810\" runs=\"all\">\n"
	       "      <near dev=\"mlx5_0\" node=\"n1\"/>\n"
	       "      <far dev=\"irdma0\" feature=\"e810\"/>\n"
	       "    </pair>\n"
	       "  </fleet-plan>\n\n"
	       "  verbs-cts fleet --dry-run lab.xml\n"
	       "  verbs-cts fleet --local lab.xml\n"
	       "  verbs-cts fleet --wait lab.xml\n"
	       "  verbs-cts fleet --report /shared/lab",
};

static int run_task(const struct options *o)
{
	char *folder = o->plan_here ? fleet_take_plan(o->path, o->task) : vct_copy(o->path);
	const struct fleet_task *task;
	struct fleet_round round;
	int ret = VCT_USAGE;

	if (!folder || fleet_round_read(&round, folder)) {
		free(folder);
		return VCT_USAGE;
	}
	task = fleet_task_find(&round, o->task);
	if (task) {
		vct_catch_signals();
		ret = fleet_task_run(&round, task, o->peer);
	}
	fleet_round_close(&round);
	free(folder);
	return ret;
}

/* Says how many tasks are in each state. Returns 0 if all are complete, or 3. */
static int say_state(const struct fleet_round *round)
{
	size_t count[FLEET_STATES];

	fleet_round_count(round, count);
	printf("round %u: %zu of %zu tasks are complete; %zu have begun, %zu have failed, %zu "
	       "wait\n",
	       round->number, count[FLEET_COMPLETE], round->plan.n_tasks, count[FLEET_BEGUN],
	       count[FLEET_FAILED], count[FLEET_WAITING]);
	fflush(stdout);
	return count[FLEET_COMPLETE] == round->plan.n_tasks ? 0 : VCT_INCOMPLETE;
}

static int report(const char *results, const struct options *o)
{
	char *out = o->out ? vct_copy(o->out) : vct_format("%s/report", results);
	int ret = fleet_report(results, out, o->jobs);

	free(out);
	return ret;
}

/* Waits until no job is in the queue. -1: the queue cannot be read */
static int wait_for_jobs(const struct fleet_round *round)
{
	long queued, before = -1;

	while ((queued = fleet_slurm_queued(round)) > 0 && !vct_stop_signal()) {
		if (queued != before)
			say_state(round);
		before = queued;
		sleep(2);
	}
	return queued < 0 ? -1 : 0;
}

static int run_round(const struct options *o, const struct fleet_round *round, const char *results)
{
	if (o->local) {
		vct_catch_signals();
		fleet_local(round, o->jobs);
	} else if (fleet_slurm_submit(round)) {
		return VCT_USAGE;
	} else if (!o->wait) {
		say_state(round);
		return 0;
	} else {
		vct_catch_signals();
		if (wait_for_jobs(round))
			return VCT_USAGE;
		fleet_fetch(round);
	}
	say_state(round);
	return vct_stop_signal() ? VCT_INCOMPLETE : report(results, o);
}

/* A round that has not begun: its folder is not made. */
static int show_jobs(const struct fleet_plan *plan)
{
	struct fleet_round round = { .plan = *plan, .number = fleet_last_round(plan->results) + 1 };
	int ret;

	round.folder = vct_format("%s/round-%u", plan->results, round.number);
	ret = fleet_slurm_show(stdout, &round) ? VCT_USAGE : 0;
	free(round.folder);
	return ret;
}

/* `fetch`: first brings the results that nodes have for themselves. */
static int show_state(const char *results, bool fetch)
{
	unsigned int last = fleet_last_round(results);
	char *folder = vct_format("%s/round-%u", results, last);
	struct fleet_round round;
	int ret = VCT_USAGE;

	if (!last) {
		printf("no round has begun\n");
		ret = VCT_INCOMPLETE;
	} else if (!fleet_round_read(&round, folder)) {
		if (fetch)
			fleet_fetch(&round);
		ret = say_state(&round);
		fleet_round_close(&round);
	}
	free(folder);
	return ret;
}

static int run_plan(const struct options *o, const struct fleet_plan *plan)
{
	char *results = vct_format("%s%s", plan->results, o->local ? "/local" : "");
	struct fleet_round round;
	int ret;

	if (!o->local && !o->dry_run && !o->status && !o->fetch)
		fleet_fetch_last(results);
	if (o->dry_run) {
		ret = show_jobs(plan);
	} else if (o->status || o->fetch) {
		ret = show_state(results, o->fetch);
	} else if (fleet_round_open(&round, plan, results, o->begin)) {
		ret = VCT_USAGE;
	} else {
		ret = run_round(o, &round, results);
		fleet_round_close(&round);
	}
	free(results);
	return ret;
}

int fleet_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct fleet_plan plan;
	int ret = VCT_USAGE;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (!o.jobs)
		o.jobs = (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
	if (o.task)
		return run_task(&o);
	if (o.report)
		return report(o.path, &o);
	if (!fleet_plan_read(&plan, o.path))
		ret = run_plan(&o, &plan);
	fleet_plan_free(&plan);
	return ret;
}
