// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * verbs-cts run --mutants: runs on many mutants. The device is asked once, and each run is a
 * process that becomes the mutant.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/exit.h"
#include "../base/memory.h"
#include "../base/process.h"
#include "../run/process/guard.h"
#include "../run/mutant.h"
#include "settings.h"

/* Of a line. */
enum { MOST_WORDS = 8192 };

/* Standard output says nothing, and standard error goes to a file. */
static void redirect(const char *errors)
{
	int null = open("/dev/null", O_RDWR), file = creat(errors, 0666);

	if (null < 0 || file < 0) {
		fprintf(stderr, "verbs-cts: %s: %s\n", errors, strerror(errno));
		_exit(VCT_USAGE);
	}
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(file, STDERR_FILENO);
}

/* Does the mutant change what the device has told before? */
static bool is_to_be_asked_again(const struct vct_mutant *mutant)
{
	static const char *const verbs[] = { "device", "query_port", "query_gid", "query_pkey" };

	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strstr(mutant->verbs, verbs[i]))
			return true;
	return false;
}

static int run_on(struct run_settings *s, const char *mutant, char **patterns, int n)
{
	/* What the checks call without a mutant decides which of them run on one. */
	s->run.brief = strcmp(mutant, "none") != 0;
	s->run.mutant = vct_mutant_be(mutant);
	s->instead = NULL;
	s->select(s, patterns, n);
	return is_to_be_asked_again(s->run.mutant) ? run_with(s, s->run.all, s->run.n_all)
						   : vct_run_guarded(&s->run);
}

/* The name of the mutant, and patterns of the checks. */
static bool run_line(struct run_settings *s, char *line)
{
	char *words[MOST_WORDS], *rest = NULL, *temporary, *results, *errors;
	char *name = strtok_r(line, " \n", &rest);
	int status = -1, n = 0;
	pid_t pid;

	while (n < MOST_WORDS && (words[n] = strtok_r(NULL, " \n", &rest)))
		n++;
	if (!name || n == MOST_WORDS)
		return false;
	temporary = vct_format("%s/.%s.xml", s->on_mutants, name);
	results = vct_format("%s/%s.xml", s->on_mutants, name);
	errors = vct_format("%s/%s.err", s->on_mutants, name);
	pid = fork();
	if (!pid) {
		redirect(errors);
		s->run.results = temporary;
		exit(run_on(s, name, words, n));
	}
	if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	    WEXITSTATUS(status) <= VCT_CONFORMS_NOT && !rename(temporary, results))
		unlink(errors);
	free(temporary);
	free(results);
	free(errors);
	return pid > 0;
}

int run_on_mutants(struct run_settings *s)
{
	char *line = NULL;
	size_t size = 0;
	bool good = vct_mutant_at_work() != NULL;

	if (!good)
		fputs("verbs-cts: --mutants: the library of mutants is not loaded\n", stderr);
	fflush(NULL);
	while (good && !vct_stop_signal() && getline(&line, &size, stdin) > 0)
		good = run_line(s, line);
	free(line);
	return !good ? VCT_USAGE : vct_stop_signal() ? VCT_INCOMPLETE : VCT_CONFORMS;
}
