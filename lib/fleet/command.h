/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The command that runs a task. */
#ifndef VCT_FLEET_COMMAND_H
#define VCT_FLEET_COMMAND_H

#include "round.h"

/*
 * The words of the command, NULL at the end, which writes into this folder. `peer` as for
 * fleet_task_run(). `resume`: it continues the run whose journal is there. NULL: after printing
 * what is missing.
 */
char **fleet_command(const struct fleet_task *task, const char *folder, const char *peer,
		     bool resume);
void fleet_command_free(char **words);
/* The command of the far end of a pair, for --peer of verbs-cts run. */
char *fleet_peer_command(const xmlNode *pair);

#endif
