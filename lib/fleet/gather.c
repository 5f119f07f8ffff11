// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The folders of a round, and the threads that read what is in them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/memory.h"
#include "gather.h"
#include "reader.h"

static int is_folder(const struct dirent *e)
{
	return e->d_name[0] != '.' && strcmp(e->d_name, "jobs") &&
	       (e->d_type == DT_DIR || e->d_type == DT_UNKNOWN || e->d_type == DT_LNK);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static bool there_is(const struct fleet_tally *t, const char *device, const char *task,
		     const char *file)
{
	char *path = vct_format("%s/%s/%s/%s", t->folder, device, task, file);
	bool found = !access(path, F_OK);

	free(path);
	return found;
}

static void add_task(struct fleet_device *d, const char *name)
{
	d->tasks = vct_grow(d->tasks, d->n_tasks, sizeof(*d->tasks));
	d->tasks[d->n_tasks++] = vct_copy(name);
}

/* Why a task that has begun has no record. */
static void add_gap(struct fleet_tally *t, struct fleet_device *d, const char *task)
{
	char *path = vct_format("%s/%s/%s/failed", t->folder, d->name, task), line[512];

	d->missing++;
	fleet_tally_gap(t, d->name, task,
			vct_first_line(path, line, sizeof(line))
				? line
				: "it has begun, and is not complete");
	free(path);
}

static void list_tasks(struct fleet_tally *t, struct fleet_device *d)
{
	char *path = vct_format("%s/%s", t->folder, d->name);
	struct dirent **found = NULL;
	int n = scandir(path, &found, is_folder, by_name);

	for (int i = 0; i < n; i++) {
		if (there_is(t, d->name, found[i]->d_name, "results.xml"))
			add_task(d, found[i]->d_name);
		else if (!there_is(t, d->name, found[i]->d_name, "bench.xml"))
			add_gap(t, d, found[i]->d_name);
		free(found[i]);
	}
	free(found);
	free(path);
}

static int list_devices(struct fleet_tally *t)
{
	struct dirent **found = NULL;
	int n = scandir(t->folder, &found, is_folder, by_name);

	if (n < 0) {
		fprintf(stderr, "verbs-cts: %s: %s\n", t->folder, strerror(errno));
		return -1;
	}
	t->devices = vct_allocate((size_t)n + 1, sizeof(*t->devices));
	for (int i = 0; i < n; i++) {
		struct fleet_device *d = &t->devices[t->n_devices];

		d->name = vct_copy(found[i]->d_name);
		list_tasks(t, d);
		/* A device with benchmarks alone is not judged. */
		if (d->n_tasks || d->missing)
			t->n_devices++;
		else
			free(d->name);
		free(found[i]);
	}
	free(found);
	return 0;
}

/* Tasks that have not even begun: round.sh lists all as TARGET/TASK/RECORD. */
static void add_planned(struct fleet_tally *t)
{
	char *path = vct_format("%s/tasks", t->folder), *line = NULL;
	FILE *f = fopen(path, "re");
	size_t room = 0;

	while (f && getline(&line, &room, f) > 0) {
		char *rest = line, *target = strsep(&rest, "/"), *task = strsep(&rest, "/");

		if (task && !there_is(t, target, task, ""))
			fleet_tally_gap(t, target, task, "it has not begun");
	}
	if (f)
		fclose(f);
	free(line);
	free(path);
}

struct gathering {
	struct fleet_tally *tally;
	size_t next; /* device */
};

/* A thread takes one device after the other, so that no two write to the same one. */
static void *gather_some(void *argument)
{
	struct gathering *g = argument;
	struct fleet_tally *t = g->tally;
	size_t i;

	while ((i = __atomic_fetch_add(&g->next, 1, __ATOMIC_RELAXED)) < t->n_devices)
		for (size_t k = 0; k < t->devices[i].n_tasks; k++)
			fleet_read(t, i, k);
	return NULL;
}

static void read_with_threads(struct fleet_tally *t, unsigned int threads)
{
	struct gathering g = { .tally = t };
	pthread_t *ids = vct_allocate(threads, sizeof(*ids));
	unsigned int n = 0;

	xmlInitParser();
	while (n + 1 < threads && !pthread_create(&ids[n], NULL, gather_some, &g))
		n++;
	gather_some(&g);
	while (n)
		pthread_join(ids[--n], NULL);
	free(ids);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct fleet_gap *)a)->path, ((const struct fleet_gap *)b)->path);
}

int fleet_gather(struct fleet_tally *tally, const char *folder, bool judged,
		 struct fleet_names *checks, struct fleet_names *promises, unsigned int threads)
{
	*tally = (struct fleet_tally){ .checks = checks, .promises = promises, .judged = judged };
	pthread_mutex_init(&tally->mutex, NULL);
	tally->folder = vct_copy(folder);
	if (list_devices(tally))
		return -1;
	add_planned(tally);
	read_with_threads(tally, threads);
	if (tally->n_gaps)
		qsort(tally->gaps, tally->n_gaps, sizeof(*tally->gaps), by_path);
	return 0;
}
