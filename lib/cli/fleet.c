// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts fleet: runs a plan on many machines, and makes one report of it. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../fleet/plan.h"
#include "../fleet/report.h"
#include "program.h"

enum { JOBS = 256 };

struct options {
	const char *path, *out;
	bool local, dry_run, begin, wait, status, fetch, report;
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
		if (o->local + o->dry_run + o->status + o->fetch + o->report > 1)
			argp_error(state, "--local, --dry-run, --status, --fetch and --report "
					  "cannot be used together");
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

static int report(const struct options *o)
{
	char *out = o->out ? vct_copy(o->out) : vct_format("%s/report", o->path);
	int ret = fleet_report(o->path, out, o->jobs);

	free(out);
	return ret;
}

/* Becomes the bash that has this script. Returns after an error. */
static int become(const char *script)
{
	int fd = memfd_create("verbs-cts-fleet", 0);
	char *path = vct_format("/dev/fd/%d", fd);
	size_t size = strlen(script);

	if (fd >= 0 && write(fd, script, size) == (ssize_t)size && !lseek(fd, 0, SEEK_SET))
		execl("/bin/bash", "verbs-cts", path, NULL);
	file_failed("/bin/bash");
	free(path);
	return VCT_USAGE;
}

int fleet_main(int argc, char **argv)
{
	struct options o = { 0 };
	char *script;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (!o.jobs)
		o.jobs = (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
	if (o.report)
		return report(&o);
	script = fleet_script(&(struct fleet_wish){ .plan = o.path,
						    .action = o.local     ? "local"
							      : o.dry_run ? "show"
							      : o.status  ? "status"
							      : o.fetch   ? "fetch"
									  : "submit",
						    .out = o.out,
						    .begin = o.begin,
						    .wait = o.wait,
						    .jobs = o.jobs });
	return script ? become(script) : VCT_USAGE;
}
