// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs the program of a task, and puts its record in place. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/child.h"
#include "../base/file.h"
#include "../base/memory.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../record/element.h"
#include "command.h"
#include "task.h"

/* A task at work: the paths of its files. */
struct work {
	const struct fleet_round *round;
	const struct fleet_task *task;
	char *folder, *record, *journal, *log, *failed, *complete, *node;
	int lock;
	off_t log_before; /* how long the log was before this attempt */
};

const struct fleet_task *fleet_task_find(const struct fleet_round *round, const char *name)
{
	const char *colon = strrchr(name, ':');
	size_t len = colon ? (size_t)(colon - name) : 0;
	char *end;

	for (size_t i = 0; colon && i < round->plan.n_targets; i++) {
		const struct fleet_target *t = &round->plan.targets[i];
		unsigned long k = strtoul(colon + 1, &end, 10);

		if (strlen(t->name) == len && !strncmp(t->name, name, len) && end > colon + 1 &&
		    !*end && k < t->n)
			return &round->plan.tasks[t->first + k];
	}
	fprintf(stderr, "verbs-cts: round %u has no task %s\n", round->number, name);
	return NULL;
}

/* What an attempt has printed, for `failed`: all of a few lines, or the last one of many. */
static char *last_words(const char *log, off_t from)
{
	enum { FEW = 3 };
	char tail[2048], *end, *start = tail;
	int fd = open(log, O_RDONLY | O_CLOEXEC), lines = 0;
	off_t size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
	off_t first = size - from > (off_t)sizeof(tail) - 1 ? size - (off_t)sizeof(tail) + 1 : from;
	ssize_t n = fd < 0 ? 0 : pread(fd, tail, sizeof(tail) - 1, first);

	if (fd >= 0)
		close(fd);
	tail[n > 0 ? n : 0] = '\0';
	for (end = strchr(tail, '\0'); end > tail && end[-1] == '\n';)
		*--end = '\0';
	for (char *c = tail; *c; c++)
		lines += *c == '\n';
	if (first != from || lines >= FEW)
		start = strrchr(tail, '\n') ? strrchr(tail, '\n') + 1 : tail;
	for (char *c = start; *c; c++)
		*c = *c == '\n' ? ';' : *c;
	return vct_copy(start);
}

static int write_line(const char *path, const char *line)
{
	char *new = vct_format("%s.new", path);
	FILE *f = fopen(new, "we");

	return fleet_put_in_place(f, new, path, f && fprintf(f, "%s\n", line) >= 0);
}

static int note_failure(const struct work *w, int code)
{
	char *words = last_words(w->log, w->log_before);
	char *line = vct_format("exit code %d: %s", code, words[0] ? words : "it said nothing");

	if (write_line(w->failed, line))
		fprintf(stderr, "verbs-cts: %s: %s\n", w->failed, strerror(errno));
	fprintf(stderr, "verbs-cts: %s/%s is not complete: %s; more in %s\n", w->task->target->name,
		w->task->name, line, w->log);
	free(words);
	free(line);
	return code;
}

/* The command's output is appended to the log of the task. */
static int spawn(const struct work *w, char *const *words)
{
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int log = open(w->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	int code = in < 0 || log < 0 ? -1 : vct_child_run(words[0], words, in, log, log);

	if (code < 0 && errno) {
		fprintf(stderr, "verbs-cts: %s: %s\n", log < 0 ? w->log : words[0],
			strerror(errno));
		code = VCT_USAGE;
	}
	if (in >= 0)
		close(in);
	if (log >= 0)
		close(log);
	return code < 0 ? VCT_INCOMPLETE : code;
}

static bool has_content(const char *path)
{
	struct stat st;

	return !stat(path, &st) && st.st_size;
}

char *fleet_host_name(void)
{
	char name[256] = "";
	const char *node = getenv("SLURMD_NODENAME");

	gethostname(name, sizeof(name) - 1);
	return vct_copy(node ? node : name);
}

static char *read_line(const char *path)
{
	char line[256];

	vct_first_line(path, line, sizeof(line));
	return vct_copy(line);
}

/* A run that cannot go on stays beside the next one if it has a journal; it is not counted. */
static void set_aside(const struct work *w)
{
	if (!has_content(w->journal)) {
		vct_remove_folder(w->folder);
		return;
	}
	for (unsigned int i = 1; i < 1000; i++) {
		char *aside = vct_format("%s.%u", w->folder, i);
		bool taken = !access(aside, F_OK);

		if (!taken && rename(w->folder, aside))
			vct_remove_folder(w->folder);
		free(aside);
		if (!taken)
			return;
	}
}

/*
 * Whether the run that has begun goes on. A run on a device of its node does so only there: one
 * results.xml is about one adapter. Guests and the reference HCA are the same on each node.
 */
static bool can_resume(const struct work *w, const char *here)
{
	char *there = read_line(w->node);
	bool adapter = fleet_has_adapter(w->task->target);
	bool can = has_content(w->journal) && (!adapter || !strcmp(there, here));

	free(there);
	return can;
}

static int attempt(struct work *w, const char *peer, bool resume)
{
	char **words = fleet_command(w->task, w->folder, peer, resume);
	struct stat st;
	int code;

	if (!words)
		return VCT_USAGE;
	w->log_before = stat(w->log, &st) ? 0 : st.st_size;
	code = spawn(w, words);
	fleet_command_free(words);
	return code;
}

/* Renames the record: before, the task has none, afterwards it is complete. */
static int complete(const struct work *w, int code)
{
	if (rename(w->record, w->complete)) {
		fprintf(stderr, "verbs-cts: %s: %s\n", w->complete, strerror(errno));
		return note_failure(w, VCT_INCOMPLETE);
	}
	unlink(w->failed);
	vct_remove_folder(w->folder);
	return code;
}

static int run_here(struct work *w, const char *peer)
{
	char *here = fleet_host_name();
	bool resume = can_resume(w, here);
	int code;

	if (!resume)
		set_aside(w);
	if (fleet_make_folder(w->folder) || write_line(w->node, here)) {
		fprintf(stderr, "verbs-cts: %s: %s\n", w->folder, strerror(errno));
		free(here);
		return VCT_USAGE;
	}
	printf("%s: %s/%s %s\n", here, w->task->target->name, w->task->name,
	       resume ? "goes on" : "begins");
	fflush(stdout);
	code = attempt(w, peer, resume);
	if (code == VCT_USAGE && resume && !vct_stop_signal()) {
		/* Another build or kernel cannot continue it. */
		set_aside(w);
		code = fleet_make_folder(w->folder) || write_line(w->node, here)
			       ? VCT_USAGE
			       : attempt(w, peer, false);
	}
	free(here);
	if ((code == VCT_CONFORMS || code == VCT_CONFORMS_NOT) && has_content(w->record))
		return complete(w, code);
	if (!vct_stop_signal())
		return note_failure(w, code == VCT_USAGE ? VCT_USAGE : VCT_INCOMPLETE);
	unlink(w->failed);
	fprintf(stderr, "verbs-cts: %s/%s was stopped, and can go on\n", w->task->target->name,
		w->task->name);
	return VCT_INCOMPLETE;
}

/* One run at a time works on a task; the lock of one that dies is free. */
static int take_lock(struct work *w)
{
	char *path = fleet_task_path(w->round, w->task, "lock");
	char *folder = vct_format("%.*s", (int)(strlen(path) - strlen("/lock")), path);
	int ret = fleet_make_folder(folder);

	/* The run inherits it: as long as any process of it is left, no other one begins. */
	if (!ret)
		w->lock = open(path, O_RDWR | O_CREAT, 0666);
	ret = ret || w->lock < 0 ? -1 : 0;
	if (!ret && flock(w->lock, LOCK_EX | LOCK_NB))
		fprintf(stderr, "verbs-cts: %s: waiting for the process that works on this task\n",
			folder);
	while (!ret && flock(w->lock, LOCK_EX) && !vct_stop_signal())
		if (errno != EINTR)
			ret = -1;
	if (ret)
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	free(folder);
	free(path);
	return ret;
}

static struct work begin(const struct fleet_round *round, const struct fleet_task *task)
{
	const char *record = fleet_task_record(task);
	struct work w = { .round = round, .task = task, .lock = -1 };

	w.folder = fleet_task_path(round, task, "work");
	w.record = vct_format("%s/%s", w.folder, record);
	w.journal = vct_format("%s.journal", w.record);
	w.node = vct_format("%s/node", w.folder);
	w.log = fleet_task_path(round, task, "log");
	w.failed = fleet_task_path(round, task, "failed");
	w.complete = fleet_task_path(round, task, record);
	return w;
}

static void end(struct work *w)
{
	if (w->lock >= 0)
		close(w->lock);
	free(w->folder);
	free(w->record);
	free(w->journal);
	free(w->node);
	free(w->log);
	free(w->failed);
	free(w->complete);
}

int fleet_task_run(const struct fleet_round *round, const struct fleet_task *task, const char *peer)
{
	struct work w = begin(round, task);
	int code;

	if (take_lock(&w))
		code = VCT_USAGE;
	else if (vct_stop_signal())
		code = VCT_INCOMPLETE;
	else if (fleet_task_state(round, task) == FLEET_COMPLETE)
		code = VCT_CONFORMS;
	else
		code = run_here(&w, peer);
	end(&w);
	return code;
}
