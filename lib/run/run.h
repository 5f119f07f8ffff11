/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A run: the selected checks on one device, one after the other, each in a process of its own.
 * CUnit holds the registry and calls the checks. Each verdict is in the journal before the next
 * check starts.
 */
#ifndef VCT_RUN_H
#define VCT_RUN_H

#include "settings.h"

/* Runs the checks, prints their verdicts and writes the files. Returns an exit code (exit.h). */
int vct_run(struct vct_run *run);

#endif
