// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* On a node that has its results for itself: the plan comes with the job's script. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/memory.h"
#include "apart.h"
#include "task.h"

/* The text with the node's name in place of each "%N". */
static char *with_node(const char *text, const char *node)
{
	char *all = NULL;
	size_t size;
	FILE *f = vct_open_text(&all, &size);

	for (; *text; text++) {
		bool name = text[0] == '%' && text[1] == 'N';

		if (name)
			fputs(node, f);
		else
			fputc(*text, f);
		text += name;
	}
	fclose(f);
	return all;
}

/* Rounds of one number that began at different times, in other folders, are not the same. */
char *fleet_node_folder(const struct fleet_round *round, const char *node)
{
	char *plan = vct_format("%s/plan.xml", round->folder);
	char *own = with_node(round->plan.node_results, node), *folder;
	struct stat st = { 0 };

	stat(plan, &st);
	folder = vct_format("%s/%s/%lld/round-%u", own, round->plan.name,
			    (long long)st.st_mtim.tv_sec, round->number);
	free(plan);
	free(own);
	return folder;
}

/* Jobs of one node may do this at the same time. */
static int copy_plan(const char *path)
{
	char *new = vct_format("%s.%ld", path, (long)getpid()), bytes[4096];
	FILE *f = fopen(new, "we");
	bool written = f;
	size_t n;

	while (written && (n = fread(bytes, 1, sizeof(bytes), stdin)))
		written = fwrite(bytes, 1, n, f) == n;
	return fleet_put_in_place(f, new, path, written && !ferror(stdin));
}

/* What the job prints from now on is in a file that is fetched, too. */
static int go_on_in_a_file(const char *folder, const char *task, const char *node)
{
	const char *job = getenv("SLURM_ARRAY_JOB_ID"), *index = getenv("SLURM_ARRAY_TASK_ID");
	char *path;
	int ret = 0;

	if (!job || !index)
		return 0;
	path = vct_format("%s/jobs/%.*s.%s_%s.%s", folder, (int)strcspn(task, ":"), task, job,
			  index, node);
	if (!freopen(path, "a", stdout) || dup2(fileno(stdout), STDERR_FILENO) < 0)
		ret = -1;
	free(path);
	return ret;
}

char *fleet_take_plan(const char *given, const char *task)
{
	char *node = fleet_host_name(), *folder = with_node(given, node);
	char *jobs = vct_format("%s/jobs", folder), *plan = vct_format("%s/plan.xml", folder);
	int ret = fleet_make_folder(jobs) || copy_plan(plan) || go_on_in_a_file(folder, task, node);

	if (ret) {
		fprintf(stderr, "verbs-cts: %s: %s\n", folder, strerror(errno));
		free(folder);
		folder = NULL;
	}
	free(node);
	free(jobs);
	free(plan);
	return folder;
}
