// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts repro: writes a C program that shows what a check saw. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../record/files.h"
#include "../record/repro.h"
#include "program.h"
#include "uses.h"

struct options {
	const char *results, *check, *output;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "write to this file (default: standard output)", 0 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'o':
		o->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (o->check)
			argp_error(state, "more than one check");
		*(o->results ? &o->check : &o->results) = arg;
		return 0;
	case ARGP_KEY_END:
		if (!o->check)
			argp_error(state, "a results.xml and the name of a check are needed");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "RESULTS CHECK",
	.doc = "Writes a C program for a bug report. It makes the calls of a failing check again, "
	       "with libibverbs alone, and compares each result with what the check saw.\vCHECK "
	       "is a check of RESULTS with the verdict FAIL, WAIVED or BROKEN. Example:\n\n"
	       "  verbs-cts repro results.xml srq.limit.fires-once -o repro.c\n"
	       "  gcc -Wall -Wextra -Werror -o repro repro.c -libverbs\n"
	       "  ./repro mlx5_0\n\n"
	       "A program for an iWARP device, whose QPs librdmacm connects, also needs -lrdmacm. "
	       "The program ends with exit code 1 if every result came again, and 0 if not. No "
	       "program is written for a check with several processes or threads, with calls that "
	       "libibverbs does not have, or whose record was cut.",
};

static int write_to(const char *path, const char *program, size_t size)
{
	FILE *f = path ? fopen(path, "w") : stdout;

	if (!f)
		return file_failed(path);
	fwrite(program, 1, size, f);
	if (fflush(f) || ferror(f))
		return file_failed(path ? path : "standard output");
	if (path)
		fclose(f);
	return 0;
}

/* Written to memory first: a file that exists stays as it is if there is no program. */
int repro_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct file_uses uses = { 0 };
	char *program = NULL, why[512];
	size_t size;
	FILE *f;
	xmlDoc *doc;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	uses_reads(&uses, "RESULTS", o.results);
	uses_writes(&uses, "--output", o.output);
	doc = vct_results_read(o.results, VCT_EMBEDDED "results.rng");
	if (!doc)
		return VCT_USAGE;
	f = vct_open_text(&program, &size);
	if (vct_repro_write(f, doc, o.check, why, sizeof(why))) {
		fprintf(stderr, "verbs-cts: %s\n", why);
		return VCT_USAGE;
	}
	fclose(f);
	return write_to(o.output, program, size);
}
