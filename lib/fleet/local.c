// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs tasks side by side on this machine. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/process.h"
#include "../check/judge.h"
#include "../record/element.h"
#include "../record/parse.h"
#include "local.h"
#include "task.h"

extern char **environ;

struct running {
	pid_t pid; /* 0: none */
	size_t task;
};

struct local {
	const struct fleet_round *round;
	struct running *running;
	unsigned int jobs, busy;
	size_t done, all;
};

/* The device of this machine that the task needs for itself; "": none. */
static const char *own_device(const struct fleet_task *task)
{
	const xmlNode *target = task->target->node;

	if (vct_is(target, "device"))
		return vct_attribute(target, "dev");
	return fleet_has_adapter(task->target) ? vct_attribute(vct_first(target, "near"), "dev")
					       : "";
}

static bool is_free(const struct local *l, const struct fleet_task *task)
{
	const char *device = own_device(task);

	for (unsigned int i = 0; i < l->jobs; i++)
		if (l->running[i].pid && device[0] &&
		    !strcmp(device, own_device(&l->round->plan.tasks[l->running[i].task])))
			return false;
	return true;
}

static void start(struct local *l, size_t index)
{
	const struct fleet_task *task = &l->round->plan.tasks[index];
	char *name = vct_format("%s:%zu", task->target->name, index - task->target->first);
	char *words[] = { "verbs-cts", "fleet", "--task", name, l->round->folder, NULL };
	struct running *slot = l->running;
	int error;

	while (slot->pid)
		slot++;
	error = posix_spawn(&slot->pid, "/proc/self/exe", NULL, NULL, words, environ);
	if (error) {
		fprintf(stderr, "verbs-cts: a process cannot be started: %s\n", strerror(error));
		slot->pid = 0;
		l->done++;
	} else {
		slot->task = index;
		l->busy++;
	}
	free(name);
}

static const char *outcome_of(int status)
{
	static const char *const words[] = { "complete, nothing new", "complete, does not conform",
					     "not complete: wrong usage or environment",
					     "not complete" };

	return WIFEXITED(status) && WEXITSTATUS(status) < 4 ? words[WEXITSTATUS(status)] : words[3];
}

struct count {
	size_t all, skipped;
};

static void count_check(void *count, const xmlNode *check)
{
	struct count *c = count;

	if (!vct_is(check, "check"))
		return;
	c->all++;
	c->skipped += !strcmp(vct_attribute(check, "verdict"), vct_verdict_name(VCT_SKIP));
}

/* What the checks of a complete task came to: "; 12 of 21 checks judged". Bad: "" */
static char *judged(const struct fleet_round *round, const struct fleet_task *task, int status)
{
	char *path = fleet_task_path(round, task, "results.xml");
	struct count c = { 0 };
	char why[256] = "";

	if (WIFEXITED(status) && WEXITSTATUS(status) < 2)
		vct_record_parse(path, count_check, &c, why, sizeof(why));
	free(path);
	if (!c.all || why[0])
		return vct_copy("");
	if (c.skipped == c.all)
		return vct_format("; nothing was judged: all %zu checks were skipped", c.all);
	return vct_format("; %zu of %zu checks judged", c.all - c.skipped, c.all);
}

static void wait_for_one(struct local *l)
{
	char *what;
	int status;
	pid_t pid = waitpid(-1, &status, 0);

	for (unsigned int i = 0; i < l->jobs && pid > 0; i++) {
		const struct fleet_task *task = &l->round->plan.tasks[l->running[i].task];

		if (l->running[i].pid != pid)
			continue;
		l->running[i].pid = 0;
		l->busy--;
		what = judged(l->round, task, status);
		printf("%zu/%zu %s/%s: %s%s\n", ++l->done, l->all, task->target->name, task->name,
		       outcome_of(status), what);
		fflush(stdout);
		free(what);
	}
	for (unsigned int i = 0; i < l->jobs && vct_stop_signal(); i++)
		if (l->running[i].pid)
			kill(l->running[i].pid, SIGTERM);
}

/* Starts the first task that may run now. False: there is none. */
static bool start_one(struct local *l, bool *begun)
{
	for (size_t i = 0; i < l->round->plan.n_tasks; i++) {
		if (begun[i] || !is_free(l, &l->round->plan.tasks[i]))
			continue;
		begun[i] = true;
		start(l, i);
		return true;
	}
	return false;
}

void fleet_local(const struct fleet_round *round, unsigned int jobs)
{
	size_t count[FLEET_STATES], n = round->plan.n_tasks;
	struct local l = { .round = round, .jobs = jobs };
	bool *begun = vct_allocate(n ? n : 1, sizeof(*begun));

	l.running = vct_allocate(jobs, sizeof(*l.running));
	fleet_round_count(round, count);
	l.all = n - count[FLEET_COMPLETE];
	for (size_t i = 0; i < n; i++)
		begun[i] = fleet_task_state(round, &round->plan.tasks[i]) == FLEET_COMPLETE;
	for (;;) {
		bool more = !vct_stop_signal();

		while (more && l.busy < jobs)
			more = start_one(&l, begun);
		if (!l.busy)
			break;
		wait_for_one(&l);
	}
	free(begun);
	free(l.running);
}
