// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the library of mutants, reads its table, and starts the program again with a mutant. */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "mutant.h"

/* Relative to the program: in the build directory, and as installed. */
static const char *const places[] = { "mutants.so", "../lib/verbs-cts/mutants.so" };

static bool find(char path[PATH_MAX], char *error, size_t size)
{
	char program[PATH_MAX] = "", name[PATH_MAX + 64], *slash;
	const char *told = getenv("VCT_MUTANTS");

	if (told && !realpath(told, path)) {
		snprintf(error, size, "VCT_MUTANTS=%s: %s", told, strerror(errno));
		return false;
	}
	if (told)
		return true;
	if (readlink("/proc/self/exe", program, sizeof(program) - 1) < 0)
		program[0] = '\0';
	slash = strrchr(program, '/');
	if (slash)
		slash[1] = '\0';
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", program, places[i]);
		if (realpath(name, path))
			return true;
	}
	snprintf(error, size,
		 "there is no library of mutants: neither %s%s nor %s%s; build it with 'make', or "
		 "set VCT_MUTANTS=FILE",
		 program, places[0], program, places[1]);
	return false;
}

int vct_mutants_load(const struct vct_mutant **mutants, size_t *n, char *error, size_t size)
{
	__typeof__(&verbs_cts_mutants) function = NULL;
	char found[PATH_MAX];
	void *library;

	if (!find(found, error, size))
		return -1;
	library = dlopen(found, RTLD_NOW | RTLD_LOCAL);
	if (library)
		*(void **)&function = dlsym(library, "verbs_cts_mutants");
	if (!function) {
		snprintf(error, size, "%s is not a library of mutants: %s", found, dlerror());
		if (library)
			dlclose(library);
		return -1;
	}
	*n = function(mutants);
	/* cppcheck-suppress resourceLeak; the library stays open, as the table is in it */
	return 0;
}

const struct vct_mutant *vct_mutant_at_work(void)
{
	__typeof__(&verbs_cts_mutant_at_work) function;

	*(void **)&function = dlsym(RTLD_DEFAULT, "verbs_cts_mutant_at_work");
	return function ? function() : NULL;
}

const struct vct_mutant *vct_mutant_be(const char *name)
{
	__typeof__(&verbs_cts_mutant_be) function;

	*(void **)&function = dlsym(RTLD_DEFAULT, "verbs_cts_mutant_be");
	function(name);
	return vct_mutant_at_work();
}

enum { LONGEST = 96 };

/* The edit distance: the number of letters to add, remove or change. */
static size_t distance(const char *a, const char *b)
{
	size_t row[LONGEST + 1], n = strlen(b);

	if (n > LONGEST)
		return n;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 0; a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < n; j++) {
			size_t changed = diagonal + (a[i] != b[j]);
			size_t other = (row[j] < row[j + 1] ? row[j] : row[j + 1]) + 1;

			diagonal = row[j + 1];
			row[j + 1] = changed < other ? changed : other;
		}
	}
	return row[n];
}

static bool is_similar(const char *name, const char *mutant)
{
	return strlen(name) >= 3 &&
	       (strcasestr(mutant, name) || distance(name, mutant) <= strlen(name) / 4 + 1);
}

static const struct vct_mutant *find_mutant(const char *name, const struct vct_mutant *mutants,
					    size_t n, char *error, size_t size)
{
	size_t shown = 0, len;

	for (size_t i = 0; i < n; i++)
		if (!strcmp(mutants[i].name, name))
			return &mutants[i];
	len = (size_t)snprintf(error, size, "there is no mutant '%s'; ", name);
	for (size_t i = 0; i < n && len < size && shown < 5; i++)
		if (is_similar(name, mutants[i].name))
			len += (size_t)snprintf(error + len, size - len, "%s%s",
						shown++ ? ", " : "similar: ", mutants[i].name);
	if (len < size)
		snprintf(error + len, size - len, "%s'verbs-cts list --mutants' shows all",
			 shown ? "; " : "");
	return NULL;
}

/*
 * Adds a library to LD_PRELOAD: behind that of a sanitizer, which has to stay the first, and before
 * the part of rxe that is a library (fixtures/rxe/xrc), which has to stay below the mutant.
 */
static void preload_too(const char *library)
{
	const char *was = getenv("LD_PRELOAD"), *below;
	char *text;
	int before;

	was = was ? was : "";
	below = strstr(was, "librxe-xrc.so");
	while (below && below > was && below[-1] != ':' && below[-1] != ' ')
		below--;
	before = (int)(below ? (size_t)(below - was) : strlen(was));
	text = vct_format("%.*s%s%s%s%s", before, was, before && !below ? ":" : "", library,
			  below ? ":" : "", below ? below : "");
	setenv("LD_PRELOAD", text, 1);
	free(text);
}

int vct_mutant_become(const char *name, char **argv, char *error, size_t size)
{
	const struct vct_mutant *work = vct_mutant_at_work(), *mutants;
	const char *tried = getenv("VCT_MUTANT");
	char found[PATH_MAX];
	size_t n;

	if (work && !strcmp(work->name, name))
		return 0;
	if (vct_mutants_load(&mutants, &n, error, size) ||
	    (strcmp(name, "none") && !find_mutant(name, mutants, n, error, size)) ||
	    !find(found, error, size))
		return -1;
	if (!work && tried && !strcmp(tried, name)) {
		snprintf(error, size,
			 "%s was not preloaded: LD_PRELOAD has no effect on a program with "
			 "set-user-ID or capabilities",
			 found);
		return -1;
	}
	setenv("VCT_MUTANT", name, 1);
	if (!work)
		preload_too(found);
	execv("/proc/self/exe", argv);
	snprintf(error, size, "cannot start the program again for the mutant: %s", strerror(errno));
	return -1;
}
