/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Mutants: the device under test, made to break one promise by a library that is loaded before
 * libibverbs (fixtures/mutants). The program looks for the functions of this library by name: a run
 * with the library loaded is a run on a mutant, whoever loaded it, and certifies nothing.
 */
#ifndef VCT_MUTANT_H
#define VCT_MUTANT_H

#include <stddef.h>

struct vct_mutant {
	const char *name;
	const char *promise;  /* the id of the promise that it breaks; "": it is made by rule */
	const char *sentence; /* what it does */
	const char *verbs;    /* the verbs that it changes, and "event"; blanks between */
	const char *verdict;  /* the verdict of a check that finds it: "FAIL" for nearly all */
	const char *why;      /* the reason for `verdict`; or "" */
	const char *ref;      /* a mail or commit about a real driver that did this; or "" */
};

/* In the library: sets *mutants to its mutants, sorted by name, and returns their number. */
size_t verbs_cts_mutants(const struct vct_mutant **mutants);
/* In the library: the mutant at work; one named "none" if no mutant is at work. */
const struct vct_mutant *verbs_cts_mutant_at_work(void);
/* In the library: from now on this one is at work. Ends the process if there is none. */
void verbs_cts_mutant_be(const char *name);

/*
 * In the program: loads the table of the library, which is $VCT_MUTANTS, or the file beside the
 * program, or the one that `make install` installs. Returns 0, or -1 with one line in `error`, of
 * `size` bytes.
 */
int vct_mutants_load(const struct vct_mutant **mutants, size_t *n, char *error, size_t size);
/* The mutant at work in this process; NULL if the library is not loaded. */
const struct vct_mutant *vct_mutant_at_work(void);
/*
 * From now on this mutant is at work, for contexts that are opened later. The library must be
 * loaded. Ends the process if there is no such mutant.
 */
const struct vct_mutant *vct_mutant_be(const char *name);
/*
 * Starts the program again with this mutant. Returns 0 if the mutant is at work already, or -1 with
 * one line in `error`, for example that no mutant has this name, with similar names.
 */
int vct_mutant_become(const char *name, char **argv, char *error, size_t size);

#endif
