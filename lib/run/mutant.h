/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Mutants: the device under test made to break one promise, by a library that is loaded before
 * libibverbs (fixtures/mutants). These are the functions that it offers the program, which looks
 * for them by name: a run with it is one on a mutant, whoever had it loaded, and certifies nothing.
 */
#ifndef VCT_MUTANT_H
#define VCT_MUTANT_H

#include <stddef.h>

struct vct_mutant {
	const char *name;
	const char *promise;  /* the id of the one that it breaks */
	const char *sentence; /* what it does */
	const char *verbs;    /* that it breaks, and "event"; blanks between */
	const char *also;     /* ids of what cannot hold then, blanks between; "": nothing */
	const char *verdict;  /* that a check of the promise comes to: "FAIL", but for a few */
	const char *why;      /* the reason for `also` or `verdict`; "" */
	const char *ref;      /* of the real driver that did so: a mail's id, a commit; "" */
};

/* The mutants of the library, in order of their names. Returns their number. */
size_t verbs_cts_mutants(const struct vct_mutant **mutants);
/* The one at work, with the name "none" where the library is there and breaks nothing. */
const struct vct_mutant *verbs_cts_mutant_at_work(void);

/*
 * For the program. The library's table; the library is $VCT_MUTANTS, or lies beside the program or
 * where `make install` puts it. Returns 0, or -1 with one line in `error`.
 */
int vct_mutants_load(const struct vct_mutant **mutants, size_t *n, char *error, size_t size);
/* NULL: this process has no such library in it. */
const struct vct_mutant *vct_mutant_at_work(void);
/*
 * Starts the program again with the mutant. Returns 0 where it is at work already, or -1 with one
 * line in `error`: there is none of this name, and which have one like it.
 */
int vct_mutant_become(const char *name, char **argv, char *error, size_t size);

#endif
