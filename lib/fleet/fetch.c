// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Brings the results that nodes have for themselves to the folder of the round. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/child.h"
#include "../base/file.h"
#include "../base/memory.h"
#include "../record/element.h"
#include "apart.h"
#include "slurm.h"

enum { MOST_WORDS = 24 };

/* On the node: what there is of the round, but for runs that are not complete. */
static char pack[] = "cd \"$1\" 2>/dev/null || exit 0; exec tar -cf - --exclude=work "
		     "--exclude='work.*' --exclude=lock .";

/* Runs a program whose standard output is this file. */
static int run_into(char *const *words, const char *path)
{
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int status = in < 0 || out < 0 ? -1 : vct_child_run(words[0], words, in, out, -1);

	if (status < 0 && errno)
		fprintf(stderr, "verbs-cts: %s: %s\n", out < 0 ? path : words[0], strerror(errno));
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	return status ? -1 : 0;
}

/* Which of the plan's options of sbatch say where a job may run; the others are for its tasks. */
static bool is_for_srun(const char *option)
{
	static const char *const names[] = { "--partition=", "--account=", "--qos=",
					     "--reservation=" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(option, names[i], strlen(names[i])))
			return true;
	return false;
}

static int ask_node(const struct fleet_round *round, const char *node, const char *archive)
{
	char *folder = fleet_node_folder(round, node), *list = vct_format("--nodelist=%s", node);
	char *name = vct_format("--job-name=%s.%u.fetch", round->plan.name, round->number);
	char *options = vct_copy(vct_attribute(round->plan.doc->children, "sbatch"));
	/* Not --unbuffered: with it, the node's end is a terminal, which changes bytes. */
	char *words[MOST_WORDS] = { "srun",      "--quiet",        "--nodes=1", "--ntasks=1",
				    "--chdir=/", "--immediate=60", name,        list };
	char *const command[] = { "sh", "-c", pack, "sh", folder, NULL }, *rest = NULL;
	size_t n = 8;
	int ret;

	for (char *o = strtok_r(options, " \t\r\n", &rest); o; o = strtok_r(NULL, " \t\r\n", &rest))
		if (is_for_srun(o) && n < MOST_WORDS - 6)
			words[n++] = o;
	memcpy(words + n, command, sizeof(command));
	ret = run_into(words, archive);
	free(folder);
	free(list);
	free(name);
	free(options);
	return ret;
}

static int unpack(const char *archive, const char *folder)
{
	char *words[] = { "tar", "-xf", (char *)archive, "-C", (char *)folder, NULL };
	struct stat st;

	if (stat(archive, &st) || !st.st_size)
		return 0; /* the node has had no task of the round */
	return run_into(words, "/dev/null");
}

/* Moves a file of the node to where the round has it. */
static int move(const char *from, const char *to, const char *file)
{
	char *here = vct_format("%s/%s", from, file), *there = vct_format("%s/%s", to, file);
	int ret = rename(here, there);

	free(here);
	free(there);
	return ret;
}

/* The record last: with it the task is complete. */
static void take_task(const struct fleet_round *round, const struct fleet_task *task,
		      const char *from)
{
	char *to = fleet_task_path(round, task, ""),
	     *failed = fleet_task_path(round, task, "failed");
	char *there = vct_format("%s/%s/%s", from, task->target->name, task->name);
	char *record = vct_format("%s/%s", there, fleet_task_record(task));

	if (fleet_task_state(round, task) != FLEET_COMPLETE && !access(there, F_OK) &&
	    !fleet_make_folder(to)) {
		move(there, to, "log");
		if (access(record, F_OK))
			move(there, to, "failed");
		else if (move(there, to, fleet_task_record(task)))
			fprintf(stderr, "verbs-cts: %s: %s\n", record, strerror(errno));
		else
			unlink(failed);
	}
	free(to);
	free(failed);
	free(there);
	free(record);
}

static int is_file(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static void take_jobs(const struct fleet_round *round, const char *from)
{
	char *here = vct_format("%s/jobs", from), *there = vct_format("%s/jobs", round->folder);
	struct dirent **found = NULL;
	int n = scandir(here, &found, is_file, alphasort);

	for (int i = 0; i < n; i++) {
		move(here, there, found[i]->d_name);
		free(found[i]);
	}
	free(found);
	free(here);
	free(there);
}

static void fetch_node(const struct fleet_round *round, const char *node)
{
	char *folder = vct_format("%s/.fetched-%s", round->folder, node);
	char *archive = vct_format("%s.tar", folder);

	vct_remove_folder(folder);
	if (fleet_make_folder(folder)) {
		fprintf(stderr, "verbs-cts: %s: %s\n", folder, strerror(errno));
	} else if (ask_node(round, node, archive) || unpack(archive, folder)) {
		fprintf(stderr,
			"verbs-cts: the results of node %s could not be fetched now; 'verbs-cts "
			"fleet --fetch %s' tries it again\n",
			node, round->plan.path);
	} else {
		for (size_t i = 0; i < round->plan.n_tasks; i++)
			take_task(round, &round->plan.tasks[i], folder);
		take_jobs(round, folder);
	}
	vct_remove_folder(folder);
	unlink(archive);
	free(folder);
	free(archive);
}

/* A node of several partitions is in several lines, one after the other. */
void fleet_fetch(const struct fleet_round *round)
{
	char *const words[] = {
		"sinfo", "--noheader", "--Node", "--responding", "--format=%N", NULL
	};
	char *nodes, *rest = NULL;
	const char *before = "";

	if (!round->plan.node_results[0])
		return;
	nodes = fleet_slurm_ask(words);
	for (char *n = nodes ? strtok_r(nodes, " \n", &rest) : NULL; n;
	     n = strtok_r(NULL, " \n", &rest)) {
		if (strcmp(n, before) != 0)
			fetch_node(round, n);
		before = n;
	}
	free(nodes);
}

void fleet_fetch_last(const char *results)
{
	unsigned int last = fleet_last_round(results);
	char *folder = vct_format("%s/round-%u", results, last);
	char *plan = vct_format("%s/plan.xml", folder);
	size_t count[FLEET_STATES];
	struct fleet_round round;

	if (last && !access(plan, F_OK) && !fleet_round_read(&round, folder)) {
		fleet_round_count(&round, count);
		if (count[FLEET_COMPLETE] < round.plan.n_tasks)
			fleet_fetch(&round);
		fleet_round_close(&round);
	}
	free(folder);
	free(plan);
}
