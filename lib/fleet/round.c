// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The folder of a round, and what is in it of each task. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/files.h"
#include "round.h"

int fleet_make_folder(const char *path)
{
	char *copy = vct_copy(path);
	int ret = 0;

	for (char *slash = strchr(copy + 1, '/'); slash && !ret; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		ret = mkdir(copy, 0777) && errno != EEXIST ? -1 : 0;
		*slash = '/';
	}
	if (!ret)
		ret = mkdir(copy, 0777) && errno != EEXIST ? -1 : 0;
	free(copy);
	return ret;
}

int fleet_put_in_place(FILE *f, char *new, const char *path, bool written)
{
	int ret = written && !fflush(f) && !fsync(fileno(f)) ? 0 : -1;

	if (f && fclose(f))
		ret = -1;
	if (!ret)
		ret = rename(new, path);
	free(new);
	return ret;
}

/* 0: it is not the name of a round. */
static unsigned int number_of(const char *name)
{
	unsigned int number = 0;
	int end = 0;

	return sscanf(name, "round-%7u%n", &number, &end) == 1 && !name[end] ? number : 0;
}

static int is_round(const struct dirent *e)
{
	return number_of(e->d_name) != 0;
}

unsigned int fleet_last_round(const char *results)
{
	struct dirent **found = NULL;
	int n = scandir(results, &found, is_round, alphasort);
	unsigned int last = 0;

	for (int i = 0; i < n; i++) {
		if (number_of(found[i]->d_name) > last)
			last = number_of(found[i]->d_name);
		free(found[i]);
	}
	free(found);
	return last;
}

char *fleet_task_path(const struct fleet_round *round, const struct fleet_task *task,
		      const char *file)
{
	return vct_format("%s/%s/%s/%s", round->folder, task->target->name, task->name, file);
}

const char *fleet_task_record(const struct fleet_task *task)
{
	return vct_is(task->what, "bench") ? "bench.xml" : "results.xml";
}

static bool there_is(const struct fleet_round *round, const struct fleet_task *task,
		     const char *file)
{
	char *path = fleet_task_path(round, task, file);
	bool found = !access(path, F_OK);

	free(path);
	return found;
}

enum fleet_state fleet_task_state(const struct fleet_round *round, const struct fleet_task *task)
{
	if (there_is(round, task, fleet_task_record(task)))
		return FLEET_COMPLETE;
	if (there_is(round, task, "failed"))
		return FLEET_FAILED;
	return there_is(round, task, "work") ? FLEET_BEGUN : FLEET_WAITING;
}

void fleet_round_count(const struct fleet_round *round, size_t count[FLEET_STATES])
{
	memset(count, 0, FLEET_STATES * sizeof(*count));
	for (size_t i = 0; i < round->plan.n_tasks; i++)
		count[fleet_task_state(round, &round->plan.tasks[i])]++;
}

int fleet_round_read(struct fleet_round *round, const char *folder)
{
	char *plan = vct_format("%s/plan.xml", folder);
	const char *slash = strrchr(folder, '/');
	int ret;

	*round = (struct fleet_round){ .folder = realpath(folder, NULL) };
	if (slash)
		sscanf(slash, "/round-%7u", &round->number);
	ret = fleet_plan_read(&round->plan, plan);
	free(plan);
	return round->folder ? ret : -1;
}

void fleet_round_close(struct fleet_round *round)
{
	fleet_plan_free(&round->plan);
	free(round->folder);
}

static bool is_same_plan(const struct fleet_plan *a, const struct fleet_plan *b)
{
	char *text_a = vct_results_dump(a->doc), *text_b = vct_results_dump(b->doc);
	bool same = text_a && text_b && !strcmp(text_a, text_b);

	free(text_a);
	free(text_b);
	return same;
}

static int failed(const char *path)
{
	fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	return -1;
}

/* The plan is written last, so that a round that has one is ready. */
static int begin_round(struct fleet_round *round, const struct fleet_plan *plan, const char *folder)
{
	char *jobs = vct_format("%s/jobs", folder), *copy = vct_format("%s/plan.xml", folder);
	int ret;

	if (fleet_make_folder(jobs))
		ret = failed(jobs);
	else if (vct_results_write(copy, plan->doc))
		ret = failed(copy);
	else
		ret = fleet_round_read(round, folder);
	free(jobs);
	free(copy);
	return ret;
}

static bool is_complete(const struct fleet_round *round)
{
	size_t count[FLEET_STATES];

	fleet_round_count(round, count);
	return count[FLEET_COMPLETE] == round->plan.n_tasks;
}

static char *folder_of(const char *results, unsigned int number)
{
	return vct_format("%s/round-%u", results, number);
}

/* 1: the last round is to be continued, 0: there is none, -1: after an error */
static int last_round(struct fleet_round *round, const struct fleet_plan *plan, const char *results,
		      unsigned int last)
{
	char *folder = folder_of(results, last), *copy = vct_format("%s/plan.xml", folder);
	int ret = last && !access(copy, F_OK);

	if (ret && fleet_round_read(round, folder))
		ret = -1;
	if (ret == 1 && is_complete(round)) {
		fleet_round_close(round);
		ret = 0;
	}
	if (ret == 1 && !is_same_plan(&round->plan, plan)) {
		fprintf(stderr,
			"verbs-cts: %s differs from the plan of round %u, which is not complete "
			"(%s); --new begins another round\n",
			plan->path, last, copy);
		fleet_round_close(round);
		ret = -1;
	}
	free(folder);
	free(copy);
	return ret;
}

int fleet_round_open(struct fleet_round *round, const struct fleet_plan *plan, const char *results,
		     bool begin)
{
	unsigned int last = fleet_last_round(results);
	int found = begin ? 0 : last_round(round, plan, results, last);
	char *folder;
	int ret;

	if (found)
		return found < 0 ? -1 : 0;
	folder = folder_of(results, last + 1);
	ret = begin_round(round, plan, folder);
	free(folder);
	return ret;
}
