// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Submits arrays of jobs, and asks what is in the queue. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/child.h"
#include "../base/memory.h"
#include "script.h"
#include "slurm.h"

/* Slurm's own limit of an array, if nobody has changed it: indexes from 0 to 1000. */
enum { MOST_OF_ARRAY = 1000 };

char *fleet_slurm_ask(char *const *words)
{
	int out = memfd_create("output", MFD_CLOEXEC), status, error;
	off_t size;
	char *text;

	status = vct_child_run(words[0], words, -1, out, -1);
	error = errno;
	if (status < 0 && error)
		fprintf(stderr,
			"verbs-cts: %s: %s; is this a machine of a Slurm cluster? --local runs the "
			"plan without Slurm\n",
			words[0], strerror(error));
	else if (status)
		fprintf(stderr, "verbs-cts: %s failed\n", words[0]);
	size = status ? 0 : lseek(out, 0, SEEK_END);
	text = status ? NULL : vct_allocate((size_t)size + 1, 1);
	if (text && pread(out, text, (size_t)size, 0) < 0)
		text[0] = '\0';
	close(out);
	return text;
}

/* Each job of this user in the queue in a line: its name, its index in the array, its argument. */
static char *queue(void)
{
	return fleet_slurm_ask(
		(char *[]){ "squeue", "--me", "--noheader", "--array", "--format=%j %K %k", NULL });
}

/* Marks the tasks of the round that are in the queue. Returns how many there are; -1: error */
static long mark_queued(const struct fleet_round *round, bool *queued)
{
	char *lines = queue(), *rest = NULL, name[512];
	unsigned long index, offset;
	long n = 0;

	for (char *line = lines ? strtok_r(lines, "\n", &rest) : NULL; line;
	     line = strtok_r(NULL, "\n", &rest)) {
		if (sscanf(line, "%511s %lu %lu", name, &index, &offset) != 3)
			continue;
		for (size_t i = 0; i < round->plan.n_targets; i++) {
			const struct fleet_target *t = &round->plan.targets[i];
			char *job = fleet_job_name(round, t);

			if (!strcmp(job, name) && index + offset < t->n) {
				queued[t->first + index + offset] = true;
				n++;
			}
			free(job);
		}
	}
	free(lines);
	return lines ? n : -1;
}

long fleet_slurm_queued(const struct fleet_round *round)
{
	bool *queued = vct_allocate(round->plan.n_tasks + 1, sizeof(*queued));
	long n;

	n = mark_queued(round, queued);
	free(queued);
	return n;
}

/* The indexes of what is to be submitted, from `from` on, as sbatch wants them: "0-3,7". "": none
 */
static char *indexes(const struct fleet_round *round, const struct fleet_target *target,
		     size_t from, const bool *queued, size_t *n)
{
	size_t end = from + MOST_OF_ARRAY < target->n ? from + MOST_OF_ARRAY : target->n;
	const char *comma = "";
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	*n = 0;
	for (size_t i = from; i < end; i++) {
		size_t first = i;

		while (i < end && !queued[target->first + i] &&
		       fleet_task_state(round, &round->plan.tasks[target->first + i]) !=
			       FLEET_COMPLETE)
			i++;
		if (i == first)
			continue;
		fprintf(f, "%s%zu", comma, first - from);
		if (i - first > 1)
			fprintf(f, "-%zu", i - 1 - from);
		*n += i - first;
		comma = ",";
	}
	fclose(f);
	return text;
}

static char *script_path(const struct fleet_round *round, const struct fleet_target *target)
{
	return vct_format("%s/jobs/%s.sh", round->folder, target->name);
}

static int write_script(const char *path, const char *script)
{
	FILE *f = fopen(path, "we");
	int ret = f && fputs(script, f) >= 0 ? 0 : -1;

	if (f && fclose(f))
		ret = -1;
	if (ret)
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	return ret;
}

/* Submits a part of the tasks of a target, or prints the command (`show`). */
static int submit(const struct fleet_round *round, const struct fleet_target *target, size_t from,
		  const bool *queued, FILE *show)
{
	char *path = script_path(round, target), *id = NULL;
	size_t n;
	char *list = indexes(round, target, from, queued, &n);
	char *array = vct_format("--array=%s", list), *offset = vct_format("%zu", from);
	/* The comment tells the queue's reader what is added to the index. */
	char *comment = vct_format("--comment=%zu", from);
	char *const words[] = { "sbatch", "--parsable", array, comment, path, offset, NULL };
	int ret = 0;

	if (n && show) {
		fprintf(show, "sbatch --parsable %s %s %s %s   # %zu tasks\n", array, comment, path,
			offset, n);
	} else if (n) {
		id = fleet_slurm_ask(words);
		ret = id ? 0 : -1;
		if (id)
			printf("job %.*s: %s, %zu task%s\n", (int)strcspn(id, ";\n"), id,
			       target->name, n, n == 1 ? "" : "s");
	}
	free(comment);
	free(offset);
	free(array);
	free(list);
	free(path);
	free(id);
	return ret;
}

static int submit_target(const struct fleet_round *round, const struct fleet_target *target,
			 const bool *queued, FILE *show)
{
	char *path = script_path(round, target), *script = fleet_script(round, target);
	int ret = show ? 0 : write_script(path, script);

	if (show)
		fprintf(show, "# %s\n%s", path, script);
	for (size_t from = 0; from < target->n && !ret; from += MOST_OF_ARRAY)
		ret = submit(round, target, from, queued, show);
	if (show)
		fputc('\n', show);
	free(script);
	free(path);
	return ret;
}

static int each_target(const struct fleet_round *round, FILE *show)
{
	bool *queued = vct_allocate(round->plan.n_tasks + 1, sizeof(*queued));
	int ret = 0;

	if (!show && mark_queued(round, queued) < 0)
		ret = -1;
	for (size_t i = 0; i < round->plan.n_targets && !ret; i++)
		ret = submit_target(round, &round->plan.targets[i], queued, show);
	free(queued);
	return ret;
}

int fleet_slurm_show(FILE *f, const struct fleet_round *round)
{
	return each_target(round, f);
}

int fleet_slurm_submit(const struct fleet_round *round)
{
	return each_target(round, NULL);
}
