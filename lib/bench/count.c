// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Starts a process that counts instructions: this program, and if need be below callgrind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "../base/process.h"
#include "../check/check.h"
#include "instructions.h"

enum { SECONDS = 120 };

struct counting {
	const struct vct_device *dev;
	const struct bench_plan *plan;
	bool valgrind;
	char program[4096], folder[64];
	int output;
};

/* In the new process. */
static void start(void *counting)
{
	const struct counting *c = counting;
	const char **argv = vct_allocate(c->plan->n + 16, sizeof(*argv));
	size_t n = 0;

	if (dup2(c->output, STDOUT_FILENO) < 0)
		abort();
	setenv("VCT_CALLGRIND_OUT", vct_format("%s/out", c->folder), 1);
	if (c->valgrind) {
		argv[n++] = "valgrind";
		argv[n++] = "--tool=callgrind";
		argv[n++] = "--collect-atstart=no";
		argv[n++] = vct_format("--callgrind-out-file=%s/out", c->folder);
		argv[n++] = vct_format("--log-file=%s/log", c->folder);
	}
	argv[n++] = c->program;
	argv[n++] = "bench";
	argv[n++] = "side";
	argv[n++] = "--count";
	argv[n++] = "-d";
	argv[n++] = c->dev->name;
	for (size_t i = 0; i < c->plan->n; i++)
		if (bench_posts_alone(&c->plan->points[i]))
			argv[n++] = c->plan->points[i].name;
	execvp(argv[0], (char **)argv);
	_exit(127);
}

static void read_line(const struct counting *c, struct bench_counts *counts, const char *line)
{
	char name[64];
	double value;

	if (!strncmp(line, "failed ", 7))
		snprintf(counts->why, sizeof(counts->why), "%.*s", (int)strcspn(line + 7, "\n"),
			 line + 7);
	if (sscanf(line, "instructions %63s %lf", name, &value) != 2)
		return;
	for (size_t i = 0; i < c->plan->n; i++)
		if (!strcmp(c->plan->points[i].name, name))
			counts->per_wr[i] = value;
}

static void read_output(const struct counting *c, struct bench_counts *counts)
{
	char line[1024];
	FILE *f;

	lseek(c->output, 0, SEEK_SET);
	f = fdopen(c->output, "r");
	while (f && fgets(line, sizeof(line), f))
		read_line(c, counts, line);
	if (f)
		fclose(f);
}

static void say_ending(struct bench_counts *counts, const struct counting *c,
		       struct vct_process ended)
{
	const char *who = c->valgrind ? "valgrind" : "the process that counts them";

	if (ended.ending == VCT_EXITED && ended.code == 127)
		snprintf(counts->why, sizeof(counts->why),
			 "the CPU does not count them for this process, and there is no valgrind: "
			 "install the package valgrind");
	else if (counts->why[0])
		;
	else if (ended.ending == VCT_EXITED)
		snprintf(counts->why, sizeof(counts->why), "%s ended with exit code %d", who,
			 ended.code);
	else if (ended.ending == VCT_SIGNALED)
		snprintf(counts->why, sizeof(counts->why), "%s was ended by signal %d", who,
			 ended.code);
	else
		snprintf(counts->why, sizeof(counts->why), "%s did not end within %g s", who,
			 SECONDS * vct_slow);
}

static void remove_folder(const struct counting *c)
{
	static const char *const files[] = { "out", "log" };
	char path[128];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", c->folder, files[i]);
		unlink(path);
	}
	rmdir(c->folder);
}

/* In some virtual machines a counter can be opened, but stays at zero. */
static bool cpu_counts(void)
{
	int counter = bench_instructions_open();
	uint64_t before = bench_counter_read(counter), after = bench_counter_read(counter);

	if (counter >= 0)
		close(counter);
	return after > before;
}

struct bench_counts bench_count(const struct vct_device *dev, const struct bench_plan *plan)
{
	struct counting c = { .dev = dev, .plan = plan, .valgrind = !cpu_counts() };
	struct bench_counts counts = { .per_wr = vct_allocate(plan->n + 1, sizeof(double)) };
	const char *tmp = getenv("TMPDIR");
	struct vct_process ended;
	bool any = false;

	for (size_t i = 0; i < plan->n; i++) {
		counts.per_wr[i] = -1;
		any |= bench_posts_alone(&plan->points[i]) && !plan->points[i].lacks[0];
	}
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	snprintf(counts.why, sizeof(counts.why), "this build has a sanitizer, which counts, too");
	return counts;
#endif
	if (!any) {
		snprintf(counts.why, sizeof(counts.why), "no point posts alone, with one thread");
		return counts;
	}
	snprintf(c.folder, sizeof(c.folder), "%.40s/verbs-cts.XXXXXX", tmp ? tmp : "/tmp");
	if (readlink("/proc/self/exe", c.program, sizeof(c.program) - 1) < 0 ||
	    !mkdtemp(c.folder) || (c.output = fileno(tmpfile())) < 0) {
		snprintf(counts.why, sizeof(counts.why), "no file can be made in %s",
			 tmp ? tmp : "/tmp");
		return counts;
	}
	ended = vct_process_watch(start, &c, SECONDS * vct_slow);
	read_output(&c, &counts);
	if (ended.ending == VCT_ENDED)
		counts.by = c.valgrind ? "callgrind" : "perf";
	else
		say_ending(&counts, &c, ended);
	remove_folder(&c);
	return counts;
}
