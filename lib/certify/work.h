/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A certification at work: other commands of this program make its files in a folder beside the
 * bundle, so that what they have recorded is still there if the machine dies.
 */
#ifndef VCT_WORK_H
#define VCT_WORK_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stdio.h>

#include "bundle.h"
#include "plan.h"
#include "targets.h"

/* What is certified: as the options of 'verbs-cts run'; NULL: not given. */
struct vct_subject {
	const char *device, *fault, *plugin;
	/* The machine died: continue, with the console of the machine as evidence. */
	bool resume;
	const char *console;
};

struct vct_work {
	const struct vct_subject *subject;
	char *folder;
	struct vct_target targets[MOST_RUNS];
	size_t n;       /* of targets, and so of runs */
	bool synthetic; /* the HCA is a program */
	xmlDoc *results[MOST_RUNS];
	FILE *clock, *log; /* log: NULL if the kernel's cannot be read */
};

/* Makes the folder OUT.work, or continues what is in it. -1: after printing an error */
int vct_work_begin(struct vct_work *w, const struct vct_subject *subject, const char *out);
/* Asks the device what it claims, and finds what to run on. -1: after printing an error */
int vct_work_ask(struct vct_work *w);
/* Runs all checks on target `number`, from 1. Returns an exit code (exit.h). */
int vct_work_run(struct vct_work *w, size_t number);
/* Runs the benchmark in its short form. */
void vct_work_measure(struct vct_work *w);
/* Adds all files to the bundle. -1: `why` says what is wrong. */
int vct_work_collect(struct vct_work *w, struct vct_bundle *bundle, char *why, size_t size);
/* Frees all, and removes the folder unless `keep`. */
void vct_work_end(struct vct_work *w, bool keep);

#endif
